// weft eval sample: do the first pages chosen for labelling show what there is to label ([Vertex]
// III-B, Table I)?
//
// For each site of a data set laid out like SWDE: how many pages a scheme needs to cover every
// XPath expression, and how many of the site's attributes the first page it chooses has. Random is
// averaged over ten seeds.

#include <fmt/format.h>

#include "eval/data.h"
#include "eval/import/swde.h"
#include "eval/task.h"
#include "group/sample.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

constexpr uint64_t kRandomSeeds = 10;

struct Tally {
  double sites = 0;
  double pages_to_cover = 0;
  double first_page_attributes = 0;
  double attributes = 0;
};

Result<std::vector<group::PageOutline>> read_outlines(const SwdeSite& site,
                                                      const TaskContext& context) {
  std::vector<group::PageOutline> outlines;
  html::Parser parser;
  for (const auto& path : site.pages) {
    WEFT_ASSIGN(const std::string bytes, read_file(path));
    auto parsed = parser.parse(dom::Source::borrow(bytes), {.limits = context.limits});
    outlines.push_back(group::outline_of(parsed.document));
    parser.recycle(std::move(parsed.document));
  }
  return outlines;
}

double attributes_on(const SwdeSite& site, uint32_t page) {
  double count = 0;
  for (const auto& [attribute, values] : site.truth) count += values[page].empty() ? 0 : 1;
  return count;
}

group::SampleMethod method_of(std::string_view name) {
  if (name == "greedy") return group::SampleMethod::kGreedy;
  if (name == "random") return group::SampleMethod::kRandom;
  return group::SampleMethod::kWeighted;
}

// What one site adds, averaged over seeds where chance decides.
Tally measure(const SwdeSite& site, const std::vector<group::PageOutline>& outlines,
              group::SampleMethod method) {
  Tally tally{.sites = 1, .attributes = static_cast<double>(site.truth.size())};
  const uint64_t seeds = method == group::SampleMethod::kRandom ? kRandomSeeds : 1;
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto picks = group::choose_pages(outlines, {.method = method, .size = 0, .seed = seed});
    tally.pages_to_cover += static_cast<double>(picks.size()) / static_cast<double>(seeds);
    if (!picks.empty())
      tally.first_page_attributes +=
          attributes_on(site, picks[0].page) / static_cast<double>(seeds);
  }
  return tally;
}

Result<Report> run(const TaskContext& context) {
  Report report;
  Tally total;
  size_t position = 0;
  for (const auto& data : context.data) {
    WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde(data));
    for (const SwdeSite& site : sites) {
      if (!keeps_site(context, site.name, position++)) continue;
      WEFT_ASSIGN(const auto outlines, read_outlines(site, context));
      const Tally one = measure(site, outlines, method_of(context.method));
      total.sites += 1;
      total.pages_to_cover += one.pages_to_cover;
      total.first_page_attributes += one.first_page_attributes;
      total.attributes += one.attributes;
      report.rows.push_back({"site",
                             site.name,
                             {{"first_page_attributes", one.first_page_attributes},
                              {"attributes", one.attributes},
                              {"pages_to_cover", one.pages_to_cover},
                              {"pages", static_cast<double>(site.pages.size())}}});
    }
  }
  report.score = total.attributes == 0 ? 0 : total.first_page_attributes / total.attributes;
  report.figure("first_page_attributes", total.first_page_attributes);
  report.figure("attributes", total.attributes);
  report.figure("pages_to_cover", total.sites == 0 ? 0 : total.pages_to_cover / total.sites);
  return report;
}

const Task kSample({.name = "sample",
                    .summary = "Pages chosen for labelling: what the first one shows",
                    .metric = "share of attributes that the first page has",
                    .data_sets = {"swde-book", "swde-camera", "swde-job", "swde-restaurant"},
                    .methods = {"weighted", "greedy", "random"},
                    .run = run});

}  // namespace
}  // namespace weft::eval
