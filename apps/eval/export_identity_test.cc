// The stylesheet that weft export --xslt writes, run by libxslt on real pages: byte for byte the
// values of the wrapper.

#include <gtest/gtest.h>
#include <algorithm>

#include "eval/data.h"
#include "eval/swde_sample.h"
#include "induce/rules/learner.h"
#include "wrap/rules/export.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/testing/stylesheet.h"

namespace weft::eval {
namespace {

constexpr size_t kSites = 2;
constexpr size_t kPages = 8;
constexpr unsigned kLabels = 3;

class ExportIdentityTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ExportIdentityTest, XsltGivesTheValuesOfTheWrapperOnEveryPage) {
  const auto directory = find_data_set(GetParam());
  if (!directory) GTEST_SKIP() << "no data set " << GetParam();
  const auto sites = read_swde(*directory);
  ASSERT_TRUE(sites.ok());
  for (size_t s = 0; s < std::min(kSites, sites->size()); ++s) {
    SwdeSite site = (*sites)[s];
    site.pages.resize(std::min(kPages, site.pages.size()));
    const LoadedSwdeSite loaded = load_swde_site(std::move(site), Limits{});
    const SwdeSample sample = sample_swde_site(loaded, kLabels);
    auto learned = induce::learn({.pages = sample.input.pages, .labels = sample.input.labels});
    ASSERT_TRUE(learned.ok()) << loaded.site.name;
    const std::string stylesheet = wrap::to_xslt(learned->rules);
    const wrap::RulesWrapper wrapper(std::move(learned->rules));
    for (const model::Page& page : loaded.pages) {
      // Values of an attribute with several places: the stylesheet gives them place by place.
      auto exported = wrap::testing::transform(stylesheet, page.document);
      auto applied = wrap::testing::fields_of(wrapper.apply(page));
      std::sort(exported.begin(), exported.end());
      std::sort(applied.begin(), applied.end());
      EXPECT_EQ(exported, applied) << loaded.site.name << " " << page.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Swde, ExportIdentityTest,
                         ::testing::Values("swde-book", "swde-camera", "swde-job",
                                           "swde-restaurant"));

}  // namespace
}  // namespace weft::eval
