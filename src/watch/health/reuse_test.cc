#include "watch/health/reuse.h"

#include <memory>

#include "base/json.h"
#include "dom/text.h"
#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::watch {
namespace {

// Takes the text of the first h1 as title.
class HeadingWrapper final : public model::Wrapper {
 public:
  [[nodiscard]] std::string_view kind() const override { return "heading"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction extraction;
    for (const dom::NodeId n : page.document.nodes()) {
      if (page.document.name(n) != dom::atoms::kH1) continue;
      model::Record record;
      record.set("title", model::Value::leaf(dom::normalized_text(page.document, n)));
      extraction.records.push_back(std::move(record));
      break;
    }
    return extraction;
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&,
                                                        dom::NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {}; }
};

class ReuseTest : public ::testing::Test {
 protected:
  const model::Page* page(const std::string& html) {
    auto one = std::make_unique<model::Page>();
    one->document = html::parse(html).document;
    pages_.push_back(std::move(one));
    return pages_.back().get();
  }
  static dom::MaskedShingle signature(const model::Page& page) {
    return dom::MaskedShingle::of(dom::shingle_vector(page.document, model::Template{}.shingles),
                                  0xFF);
  }
  void SetUp() override {
    schema_.attributes = {{.name = "title", .mandatory = true, .constant = true}};
    const model::Page* old = page("<body><h1 class=a>One</h1><p class=b>x</p></body>");
    old_template_.signature = signature(*old);
    old_template_.importance = 3;
    old_ = {&old_template_, &wrapper_, {{"/1", old}}};
  }
  Reuse reuse(const model::Page* now, const std::string& url = "/1") {
    const NewCluster cluster{"c", signature(*now), {{url, now}}};
    return find_reusable({&cluster, 1}, {&old_, 1}, schema_).front();
  }

  model::Schema schema_;
  HeadingWrapper wrapper_;
  model::Template old_template_;
  OldCluster old_;
  std::vector<std::unique_ptr<model::Page>> pages_;
};

TEST_F(ReuseTest, AnUnchangedClusterKeepsItsRule) {
  const Reuse found = reuse(page("<body><h1 class=a>One</h1><p class=b>other words</p></body>"));
  EXPECT_TRUE(found.reused) << found.reason;
  EXPECT_EQ(found.match, ReuseMatch::kCluster);
  EXPECT_EQ(found.shared, 1u);
}

TEST_F(ReuseTest, PagesThatTheOldSignatureCoversMatchToo) {
  old_template_.signature = dom::MaskedShingle::of(
      dom::shingle_vector(old_.pages["/1"]->document, old_template_.shingles), 0x01);
  const Reuse found = reuse(page("<body><h1 class=a>One</h1><p class=b>x</p></body>"));
  EXPECT_EQ(found.match, ReuseMatch::kPages);
  EXPECT_TRUE(found.reused);
}

TEST_F(ReuseTest, ADifferentConstantFailsTheFieldTest) {
  const Reuse found = reuse(page("<body><h1 class=a>Two</h1><p class=b>x</p></body>"));
  EXPECT_EQ(found.match, ReuseMatch::kCluster);
  EXPECT_FALSE(found.reused);
  EXPECT_NE(found.reason.find("title"), std::string::npos);
}

TEST_F(ReuseTest, ClustersWithoutSharedUrlsAreStrangers) {
  const model::Page* same = page("<body><h1 class=a>One</h1><p class=b>x</p></body>");
  EXPECT_EQ(reuse(same, "/other").match, ReuseMatch::kNone);
}

// Two old clusters have become one: the rule must hold on the pages of both.
TEST_F(ReuseTest, UrlsOfAllOldClustersAreTested) {
  const model::Page* other = page("<body><h2>Two</h2><table></table></body>");
  model::Template other_template;
  other_template.signature = signature(*other);
  const OldCluster before[] = {old_, {&other_template, nullptr, {{"/2", other}}}};
  const model::Page* one = page("<body><h1 class=a>One</h1><p class=b>x</p></body>");
  const model::Page* two = page("<body><h1 class=a>Two</h1><p class=b>x</p></body>");
  const NewCluster merged{"c", signature(*one), {{"/1", one}, {"/2", two}}};
  const Reuse found = find_reusable({&merged, 1}, before, schema_).front();
  EXPECT_EQ(found.old_cluster, 0);
  EXPECT_EQ(found.shared, 2u);
  EXPECT_FALSE(found.reused);
  EXPECT_TRUE(found.reason.starts_with("/2")) << found.reason;
}

TEST_F(ReuseTest, TheShareIsOfUrlsNotOfClusters) {
  const Reuse reuses[] = {{.cluster = "a", .reused = true, .urls = 90},
                          {.cluster = "b", .reused = false, .urls = 10}};
  EXPECT_DOUBLE_EQ(reused_share(reuses), 0.9);
  EXPECT_DOUBLE_EQ(reused_share({}), 0);
}

}  // namespace
}  // namespace weft::watch
