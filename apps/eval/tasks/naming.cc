// weft eval naming: from 20 unlabelled pages to a table by naming columns ("c7 is the price"), as
// `weft template --site` and `weft label --columns` do it: how few answers give how good a table.
//
// For each site of SWDE, somebody who knows what the 20 pages say:
//   1. names for each attribute the column that is right on most of them, and a second one where
//      that has what the first misses; each name is an answer;
//   2. rules learned from the named columns are judged on other pages of the site.
// Sites of a vertical follow each other, and what was named on earlier ones is proposed on the next:
//   3. one "ok" takes all proposals; each that is wrong, or misses, costs its answers beside it.

#include <algorithm>
#include <map>
#include <set>

#include "eval/metrics/swde.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "site/template_site.h"
#include "templates/column_matching.h"
#include "templates/templates.h"

namespace weft::eval::naming_task {
namespace {

constexpr size_t kSamplePages = 20;
constexpr size_t kJudgedPages = 60;
constexpr double kGoal = 0.98;
constexpr double kWorthASecond = 0.02;  // F1 on the sample that a second column must add.

using PageTexts = std::vector<std::vector<std::string>>;  // By page.

struct NamedAttribute {
  std::vector<size_t> columns;  // As they were named; empty: no column shows it.
  std::set<size_t> as_good;     // As right on the sample as the first.
  bool judged = false;          // The truth has it on other pages.
  double f1 = 0;
};

struct NamedSite {
  std::string site;
  std::vector<templates::ColumnProfile> profiles;
  std::map<std::string, NamedAttribute> attributes;

  [[nodiscard]] std::string vertical() const { return site.substr(0, site.find('-')); }
};

// The texts of the first of these columns that a page has.
PageTexts texts_of(const std::vector<templates::ColumnTexts>& table,
                   const std::vector<size_t>& columns, size_t pages) {
  PageTexts out(pages);
  for (const size_t c : columns) {
    PageTexts here(pages);
    for (const templates::ColumnText& text : table[c].texts) here[text.page].push_back(text.text);
    for (size_t p = 0; p < pages; ++p) {
      if (out[p].empty()) out[p] = std::move(here[p]);
    }
  }
  return out;
}

double f1_of(const PageTexts& found, const PageTexts& truth) {
  Counts counts;
  for (size_t i = 0; i < found.size(); ++i) counts += compare_swde(found[i], truth[i]).pages;
  return counts.f1();
}

// 1.
NamedAttribute name_attribute(const std::vector<templates::ColumnTexts>& table,
                              const PageTexts& truth) {
  NamedAttribute out;
  double best = 0;
  for (size_t c = 0; c < table.size(); ++c) {
    const double f1 = f1_of(texts_of(table, {c}, truth.size()), truth);
    if (f1 == 0 || f1 < best) continue;
    if (f1 > best) {
      best = f1;
      out.columns = {c};
      out.as_good.clear();
    }
    out.as_good.insert(c);
  }
  for (size_t c = 0; c < table.size() && out.columns.size() == 1; ++c) {
    if (f1_of(texts_of(table, {out.columns[0], c}, truth.size()), truth) >= best + kWorthASecond)
      out.columns.push_back(c);
  }
  return out;
}

NamedSite name_site(const LoadedSwdeSite& loaded) {
  NamedSite out{.site = loaded.site.name};
  const size_t count = loaded.pages.size();
  std::vector<uint32_t> sampled, judged;
  std::vector<const model::Page*> pages;
  for (size_t i = 0; i < std::min(count, kSamplePages); ++i) {
    sampled.push_back(static_cast<uint32_t>(i * count / std::min(count, kSamplePages)));
    pages.push_back(&loaded.pages[sampled.back()]);
  }
  for (uint32_t p = 0; p < count; ++p) {
    if (!std::binary_search(sampled.begin(), sampled.end(), p)) judged.push_back(p);
  }
  const auto found = templates::find_lists_and_keys(pages);
  if (!found.ok()) return out;
  const auto table = templates::column_table(*found->wrapper, found->schema, pages);
  out.profiles = templates::profile_columns(table, pages);
  std::vector<site::ColumnName> names;
  for (const auto& [attribute, truth] : loaded.site.truth) {
    PageTexts here;
    for (const uint32_t p : sampled) here.push_back(truth[p]);
    NamedAttribute& named = out.attributes[attribute] = name_attribute(table, here);
    for (const size_t c : named.columns) names.push_back({c, attribute});
  }
  // 2.
  const auto learned =
      site::learn({.pages = pages, .labels = site::labels_of_names(table, names, pages)});
  const model::Wrapper* wrapper = learned.ok() ? learned->induced.wrapper.get() : nullptr;
  AttributeCounts counts;
  const size_t step = std::max<size_t>(1, judged.size() / kJudgedPages);
  for (size_t i = 0; i < judged.size(); i += step)
    add_page_counts(loaded.site, judged[i], loaded.pages[judged[i]], wrapper, counts);
  for (auto& [attribute, named] : out.attributes) {
    named.judged = counts[attribute].truth > 0;
    named.f1 = counts[attribute].f1();
  }
  return out;
}

struct SiteAnswers {
  double alone = 0;           // Names, without proposals.
  double with_proposals = 0;  // "ok" and names.
  size_t proposed = 0;
  size_t right = 0;
};

// 3. Adds what was named to what is known.
SiteAnswers count_answers(const NamedSite& site, std::vector<templates::ColumnProfile>& known) {
  SiteAnswers out;
  std::map<std::string, size_t> proposals;
  for (const templates::Proposal& one : templates::propose_names(site.profiles, known))
    proposals.emplace(one.name, one.column);
  out.with_proposals = proposals.empty() ? 0 : 1;
  for (const auto& [attribute, named] : site.attributes) {
    const auto names = static_cast<double>(named.columns.size());
    out.alone += names;
    const auto proposal = proposals.find(attribute);
    if (proposal == proposals.end()) {
      out.with_proposals += names;
    } else {
      const bool right = named.as_good.contains(proposal->second);
      ++out.proposed;
      out.right += right ? 1 : 0;
      out.with_proposals += right ? names - 1 : std::max(names, 1.0);  // "none" is an answer.
    }
    if (named.columns.empty()) continue;
    known.push_back(site.profiles[named.columns[0]]);
    known.back().name = attribute;
  }
  return out;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::vector<NamedSite> named(sites.size());
  for_each_swde_site(context, sites,
                     [&](size_t s, const LoadedSwdeSite& loaded) { named[s] = name_site(loaded); });
  Report report;
  std::vector<double> f1, good, alone, with_proposals;
  size_t proposed = 0;
  size_t right = 0;
  std::map<std::string, std::vector<templates::ColumnProfile>> known;  // By vertical.
  for (const NamedSite& site : named) {
    const SiteAnswers answers = count_answers(site, known[site.vertical()]);
    std::vector<double> of_site;
    for (const auto& [attribute, one] : site.attributes) {
      if (!one.judged) continue;
      of_site.push_back(one.f1);
      good.push_back(one.f1 >= kGoal ? 1 : 0);
      report.row("pair", site.site + " " + attribute,
                 {{"f1", one.f1}, {"columns", one.columns.size()}});
    }
    f1.insert(f1.end(), of_site.begin(), of_site.end());
    alone.push_back(answers.alone);
    with_proposals.push_back(answers.with_proposals);
    proposed += answers.proposed;
    right += answers.right;
    report.row("site", site.site,
               {{"f1", mean(of_site)},
                {"answers", answers.alone},
                {"answers_with_proposals", answers.with_proposals}});
  }
  report.score = mean(f1);
  report.figure("pairs_at_0.98", mean(good));
  report.figure("answers_per_site", mean(alone));
  report.figure("answers_with_proposals", mean(with_proposals));
  report.figure("proposals", proposed);
  report.figure("proposals_right",
                static_cast<double>(right) / static_cast<double>(std::max<size_t>(1, proposed)));
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "naming",
          .summary = "Tables by naming the columns of 20 unlabelled pages a site",
          .metric = "mean F1 of rules learned from named columns, over sites and attributes",
          .data_sets = kSwdeSets,
          .run = run};
}

}  // namespace weft::eval::naming_task
