#include "site/watch_memory.h"

#include <filesystem>

#include "dom/text.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "site/learn.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

// An encoding that only the server named is known to the bundle no longer, so pages are kept decoded.
TEST(WatchMemoryTest, BellwethersKeepTheirTextWhateverTheirEncoding) {
  const std::string directory = ::testing::TempDir() + "/weft_watch_memory_test";
  std::filesystem::remove_all(directory);
  std::vector<model::Page> pages(1);
  pages[0].id = "p";
  pages[0].content_type = "text/html; charset=iso-8859-2";
  pages[0].document = html::parse(
                          "<h1>\xB3\xF3"
                          "d\xBC</h1>",
                          {.transport_charset = "iso-8859-2"})
                          .document;
  const wrap::RulesWrapper wrapper(
      {.attributes = {
           {"title", false, {wrap::Rule{.features = {{.level = 1, .values = {"h1"}}}}}, {}, {}}}});
  ASSERT_TRUE(put_in_site(directory, "", wrapper, "", {}, pages).ok());
  const auto bundle = Bundle::open(directory, Bundle::Mode::kRead);
  const auto watched = load_watched(*bundle, {});
  ASSERT_TRUE(watched.ok() && watched->size() == 1);
  const dom::Document& kept = watched->front().bellwethers.front().page->document;
  EXPECT_EQ(dom::normalized_text(kept, kept.root()), "łódź");
  EXPECT_EQ(watched->front().golden.front().records.front().find("title")->text, "łódź");
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace weft::site
