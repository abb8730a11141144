#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

const char* const kPage =
    "<html><body><h1>  Tea\n shop</h1><ul><li class=a>one</li><li>two <b>2</b></li></ul><a "
    "href=/x>X</a></body></html>";

// Runs `weft select` on the page and on an empty one; keeps what it wrote and how it ended.
class SelectVerbTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // One folder a test, as CTest may run them side by side.
    folder_ = fs::temp_directory_path() /
              ("weft-select-" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::create_directories(folder_);
    ASSERT_TRUE(write_file(page(), kPage).ok());
    ASSERT_TRUE(write_file(empty(), "").ok());
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string page() const { return (folder_ / "page.html").string(); }
  [[nodiscard]] std::string empty() const { return (folder_ / "empty.html").string(); }

  std::string run(std::vector<std::string> arguments, bool json = false) {
    CLI::App app;
    std::function<ExitCode(Context&)> verb;
    for (const VerbSpec& spec : registered_verbs()) {
      if (spec.name == "select") verb = spec.declare(app);
    }
    std::reverse(arguments.begin(), arguments.end());  // As CLI11 wants them.
    app.parse(std::move(arguments));
    const std::string output = (folder_ / "output").string();
    Context context;
    context.options.json = json;
    context.options.jobs = 2;
    context.out = std::move(*Output::open(output));
    code_ = verb(context);
    EXPECT_TRUE(context.out.commit().ok());
    return *read_file(output);
  }

  ExitCode code_ = ExitCode::kGood;
  fs::path folder_;
};

TEST_F(SelectVerbTest, PrintsALineAMatch) {
  EXPECT_EQ(run({"li", page()}), "one\ntwo 2\n");
  EXPECT_EQ(code_, ExitCode::kGood);
  EXPECT_EQ(run({"//h1", page()}), "Tea shop\n");
  EXPECT_EQ(run({"//h1", "--raw", page()}), "  Tea\n shop\n");
  EXPECT_EQ(run({"li:has(b)", "--html", page()}), "<li>two <b>2</b></li>\n");
  EXPECT_EQ(run({"a", "--attr", "href", page()}), "/x\n");
  EXPECT_EQ(run({"a::attr(href)", page()}), "/x\n");
  EXPECT_EQ(run({"count(//li)", page()}), "2\n");
  EXPECT_EQ(run({"li", "--count", page(), empty()}), "2\n0\n");
  EXPECT_EQ(run({"li", "--first", "-H", page()}), page() + ":one\n");
}

TEST_F(SelectVerbTest, NamedExpressionsGiveOneObjectAPage) {
  EXPECT_EQ(run({"-e", "t=h1", "-e", "items=//li", page(), empty()}),
            "{\"t\":[\"Tea shop\"],\"items\":[\"one\",\"two 2\"]}\n{\"t\":[],\"items\":[]}\n");
  EXPECT_EQ(run({"-e", "t=h1", "-e", "n=count(//li)", "--first", page(), empty()}),
            "{\"t\":\"Tea shop\",\"n\":2}\n{\"t\":null,\"n\":0}\n");
}

TEST_F(SelectVerbTest, JsonTellsWhereAMatchIs) {
  EXPECT_EQ(run({"li.a", page()}, /*json=*/true),
            "{\"page\":\"" + page() +
                "\",\"path\":\"/html[1]/body[1]/ul[1]/li[1]\",\"text\":\"one\",\"name\":\"li\","
                "\"attributes\":{\"class\":\"a\"}}\n");
}

TEST_F(SelectVerbTest, ExitCodesSayHowItWent) {
  EXPECT_EQ(run({"table", page()}), "");
  EXPECT_EQ(code_, ExitCode::kNothing);
  run({"//a[", page()});
  EXPECT_EQ(code_, ExitCode::kUsage);
  run({"a", (folder_ / "missing.html").string()});
  EXPECT_EQ(code_, ExitCode::kFailed);
  run({});
  EXPECT_EQ(code_, ExitCode::kUsage);
}

TEST_F(SelectVerbTest, GoesOnWhenOneOfManyInputsIsMissing) {
  const std::string missing = (folder_ / "missing.html").string();
  EXPECT_EQ(run({"h1", missing, page()}), "Tea shop\n");
  EXPECT_EQ(code_, ExitCode::kPartial);
}

}  // namespace
}  // namespace weft::cli
