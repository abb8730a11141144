#include "site/bundle.h"

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/json.h"
#include "base/testing/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "store/sqlite.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class BundleTest : public ::testing::Test {
 protected:
  [[nodiscard]] Bundle create() const {
    Bundle site = *Bundle::open(directory_, Bundle::Mode::kCreate);
    EXPECT_TRUE(site.put_template({.name = "product", .importance = 0.5, .size = 7}).ok());
    return site;
  }

  const TempFolder folder_;
  const std::string directory_ = folder_ / "shop.site";
};

wrap::RulesWrapper named_wrapper(std::string name) {
  return wrap::RulesWrapper({.name = std::move(name)});
}

std::string name_of(const Bundle& site, uint32_t version = 0) {
  const auto wrapper = site.wrapper("product", version);
  return wrapper.ok() ? wrapper.value()->to_json().text_of("name") : wrapper.error().message;
}

TEST(SiteRoomTest, RefusesToMakeABundleAmongOtherFiles) {
  const std::string directory = ::testing::TempDir() + "/weft_site_room_test";
  fs::remove_all(directory);
  fs::create_directories(directory + "/wrappers");
  EXPECT_TRUE(Bundle::open(directory, Bundle::Mode::kCreate).ok());
  EXPECT_TRUE(Bundle::open(directory, Bundle::Mode::kCreate).ok());
  fs::remove_all(directory);
  fs::create_directories(directory);
  ASSERT_TRUE(write_file(directory + "/p1.html", "<p>").ok());
  const auto site = Bundle::open(directory, Bundle::Mode::kCreate);
  ASSERT_FALSE(site.ok());
  EXPECT_EQ(site.error().code, ErrorCode::kAlreadyExists);
  EXPECT_NE(site.error().message.find("p1.html"), std::string::npos) << site.error().message;
  EXPECT_FALSE(fs::exists(directory + "/wrappers"));
  fs::remove_all(directory);
}

TEST_F(BundleTest, KeepsTemplatesByImportance) {
  Bundle site = create();
  const model::Template list{.name = "list",
                             .signature = *dom::parse_shingle("1.2.*.4.5.*.7.8"),
                             .shingles = {.kind = dom::ShingleKind::kPlaces, .length = 7},
                             .url_pattern = "https?://shop\\.example/list",
                             .importance = 0.9,
                             .size = 3};
  ASSERT_TRUE(site.put_template(list).ok());
  const auto templates = *Bundle::open(directory_, Bundle::Mode::kRead)->templates();
  ASSERT_EQ(templates.size(), 2u);
  EXPECT_EQ(templates[0].name, "list");
  EXPECT_EQ(templates[0].signature, list.signature);
  EXPECT_EQ(templates[0].url_pattern, list.url_pattern);
  EXPECT_EQ(templates[0].shingles.kind, dom::ShingleKind::kPlaces);
  EXPECT_EQ(templates[0].shingles.length, 7u);
  EXPECT_EQ(templates[1].size, 7u);
  EXPECT_FALSE(site.put_template({.name = "../evil"}).ok());
  EXPECT_EQ(site.find_template("absent").error().code, ErrorCode::kNotFound);
}

TEST_F(BundleTest, KeepsEveryVersionOfAWrapperAndGoesBack) {
  Bundle site = create();
  EXPECT_EQ(site.wrapper("product").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(*site.put_wrapper("product", named_wrapper("first"), "learned"), 1u);
  EXPECT_EQ(*site.put_wrapper("product", named_wrapper("second"), "repaired"), 2u);
  EXPECT_EQ(name_of(site), "second");
  EXPECT_EQ(name_of(site, 1), "first");
  EXPECT_EQ(*site.rollback("product"), 1u);
  EXPECT_EQ(name_of(site), "first");
  EXPECT_EQ(site.rollback("product").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(*site.rollback("product", 2), 2u);
  EXPECT_EQ(*site.put_wrapper("product", named_wrapper("third")), 3u);
  const auto history = *site.wrapper_history("product");
  ASSERT_EQ(history.size(), 3u);
  EXPECT_EQ(history[0].version, 3u);
  EXPECT_TRUE(history[0].current);
  EXPECT_EQ(history[2].note, "learned");
}

TEST_F(BundleTest, KeepsAWrapperWhenItsTemplateIsPutAgain) {
  Bundle site = create();
  ASSERT_TRUE(site.put_wrapper("product", named_wrapper("first")).ok());
  ASSERT_TRUE(site.put_template({.name = "product", .importance = 1}).ok());
  EXPECT_EQ(site.find_template("product")->wrapper_version, 1u);
}

TEST_F(BundleTest, KeepsPagesByteForByte) {
  Bundle site = create();
  std::string body = "<p>bytes \r\n\r\n and";
  body += '\0';
  body += "\xFF";
  const StoredPage page{
      "id 1", "https://shop.example/1", 404, "text/html; charset=x", "2024-03-12T14:30:05Z", body};
  ASSERT_TRUE(
      site.put_samples("product", SampleRole::kBellwether, {page, {.id = "file.html", .body = ""}})
          .ok());
  const auto samples = *site.samples("product", SampleRole::kBellwether);
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_TRUE(site.samples("product", SampleRole::kSample)->empty());
  const auto read = site.read_sample(samples[0]);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->body, body);
  EXPECT_EQ(read->status, 404);
  EXPECT_EQ(read->content_type, "text/html; charset=x");
  EXPECT_EQ(site.read_sample(samples[1])->id, "file.html");
  ASSERT_TRUE(
      site.put_samples("product", SampleRole::kBellwether, {{.id = "id 1", .body = "new"}}).ok());
  EXPECT_EQ(site.read_sample(samples[0])->body, "new");
  EXPECT_EQ(site.samples()->size(), 2u);
}

TEST_F(BundleTest, KeepsSchemaGoldenExtractionsRunsAndFacts) {
  Bundle site = create();
  EXPECT_FALSE(site.schema()->has_value());
  model::Schema schema;
  schema.name = "Product";
  schema.attributes = {{.name = "price", .type = model::ValueType::kMoney}};
  ASSERT_TRUE(site.put_schema(schema).ok());
  EXPECT_EQ((*site.schema())->attributes[0].type, model::ValueType::kMoney);
  model::Record record;
  record.set("price", model::Value::leaf("5"));
  ASSERT_TRUE(site.put_golden("product", {"p1", "w", {record}, {}}).ok());
  EXPECT_EQ(site.golden("product")->at(0).records[0].find("price")->text, "5");
  EXPECT_EQ(*site.add_run({.verb = "extract", .pages = 3, .outcome = "good"}), 1);
  EXPECT_EQ(site.runs()->at(0).pages, 3u);
  ASSERT_TRUE(site.put_fact("url", "https://shop.example/").ok());
  EXPECT_EQ(*site.fact("url"), "https://shop.example/");
  EXPECT_EQ(site.history()->front().action, "put-fact");
}

TEST_F(BundleTest, LeavesNothingOfAFailedCall) {
  Bundle site = create();
  const size_t events = site.history()->size();
  EXPECT_FALSE(site.put_wrapper("absent", named_wrapper("x")).ok());
  EXPECT_FALSE(site.put_golden("absent", {}).ok());
  EXPECT_EQ(site.history()->size(), events);
  EXPECT_TRUE(site.put_fact("still", "works").ok());
}

TEST_F(BundleTest, NoticesWhatWasChangedOutside) {
  Bundle site = create();
  ASSERT_TRUE(site.put_wrapper("product", named_wrapper("x")).ok());
  ASSERT_TRUE(site.put_samples("product", SampleRole::kSample, {{.id = "p", .body = "b"}}).ok());
  EXPECT_TRUE(site.check()->problems.empty());
  ASSERT_TRUE(write_file(directory_ + "/wrappers/stray.json", "{}").ok());
  EXPECT_THAT(site.check()->strays, ::testing::ElementsAre("wrappers/stray.json"));
  ASSERT_TRUE(write_file(directory_ + "/wrappers/product.v1.json", "{}").ok());
  EXPECT_EQ(site.wrapper("product").error().code, ErrorCode::kCorruption);
  EXPECT_FALSE(site.check()->problems.empty());
}

TEST_F(BundleTest, CopiesWhatIsLive) {
  Bundle site = create();
  ASSERT_TRUE(site.put_wrapper("product", named_wrapper("x")).ok());
  ASSERT_TRUE(site.put_samples("product", SampleRole::kSample, {{.id = "p", .body = "b"}}).ok());
  ASSERT_TRUE(write_file(directory_ + "/wrappers/stray.json", "{}").ok());
  const Status copied = site.copy_to(directory_ + ".copy");
  ASSERT_TRUE(copied.ok()) << copied.error().message;
  const Bundle copy = *Bundle::open(directory_ + ".copy", Bundle::Mode::kRead);
  EXPECT_TRUE(copy.check()->problems.empty());
  EXPECT_TRUE(copy.check()->strays.empty());
  EXPECT_EQ(name_of(copy), "x");
  EXPECT_EQ(site.copy_to(directory_ + ".copy").error().code, ErrorCode::kAlreadyExists);
}

TEST_F(BundleTest, BringsOlderBundlesForwardAndRefusesNewerOnes) {
  { const Bundle site = create(); }
  {
    auto database =
        *store::Database::open(directory_ + "/site.sqlite", store::Database::Mode::kReadWrite);
    ASSERT_TRUE(database
                    .execute("DROP TABLE history; DROP TABLE acts; DROP TABLE labels; "
                             "DROP TABLE proposals; PRAGMA user_version = 1")
                    .ok());
  }
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kRead).error().code,
            ErrorCode::kInvalidArgument);
  {
    Bundle site = *Bundle::open(directory_, Bundle::Mode::kWrite);
    EXPECT_TRUE(site.put_fact("a", "b").ok());
    EXPECT_EQ(site.templates()->size(), 1u);
  }
  {
    auto database =
        *store::Database::open(directory_ + "/site.sqlite", store::Database::Mode::kReadWrite);
    ASSERT_TRUE(database.execute("PRAGMA user_version = 99").ok());
  }
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kRead).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kWrite).error().code, ErrorCode::kUnsupported);
}

TEST_F(BundleTest, ReadsAnOlderBundleAsHavingNoLabels) {
  { const Bundle site = create(); }
  {
    auto database =
        *store::Database::open(directory_ + "/site.sqlite", store::Database::Mode::kReadWrite);
    ASSERT_TRUE(database
                    .execute("DROP TABLE acts; DROP TABLE labels; DROP TABLE proposals; "
                             "PRAGMA user_version = 2")
                    .ok());
  }
  const Bundle site = *Bundle::open(directory_, Bundle::Mode::kRead);
  EXPECT_EQ(site.templates()->size(), 1u);
  EXPECT_TRUE(site.acts("product")->empty());
  EXPECT_TRUE(site.labels("product")->labels.empty());
  EXPECT_TRUE(site.proposals()->empty());
}

TEST_F(BundleTest, RefusesWhatIsNoBundle) {
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kRead).error().code, ErrorCode::kNotFound);
  fs::create_directories(directory_);
  std::ofstream(directory_ + "/site.sqlite")
      << "this is no database, whatever its name says, and long enough to tell";
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kRead).error().code, ErrorCode::kCorruption);
  EXPECT_EQ(Bundle::open(directory_, Bundle::Mode::kWrite).error().code, ErrorCode::kCorruption);
}

}  // namespace
}  // namespace weft::site
