// weft eval templates: columns of pages nobody labelled, against the truth of SWDE.
//
// For each site: a method is given 20 pages, spread evenly, without labels. Each attribute of the
// truth is matched with the column whose values agree best with it on other pages of the site: what
// a person would get who names the column. How many columns there are to choose from is the cost.
// Other pages are given with --seed; one sample says little of what is chance.
// Time is that of the processor, beside that of parsing the pages.

#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/metrics/swde.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "html/parser.h"
#include "templates/templates.h"
#include "watch/health/conformity.h"

namespace weft::eval::templates_task {
namespace {

constexpr size_t kSamplePages = 20;
constexpr size_t kJudgedPages = 60;
constexpr double kFound = 0.95;  // F1 of a column that counts as the attribute.

struct SiteResult {
  std::string site;
  std::map<std::string, std::pair<double, std::string>> best;  // By attribute: F1 and column.
  double columns = 0;                                          // Of a page, on average.
  double seconds = 0;                                          // Of this thread,
  double parsing = 0;                                          // and to parse the pages.
  double conforming = 0;  // Share of other pages that have half of the template, as watch asks.
  bool failed = false;
};

// The least of three times, each.
void measure(const std::vector<const model::Page*>& pages, const templates::TemplateMethod& method,
             SiteResult& result) {
  html::Parser parser;
  result.seconds = result.parsing = 1e9;
  for (int round = 0; round < 3; ++round) {
    const double begin = cpu_seconds();
    for (const model::Page* page : pages) {
      parser.recycle(
          std::move(parser.parse(dom::Source::borrow(page->document.source())).document));
    }
    const double parsed = cpu_seconds();
    (void)method(pages);
    result.parsing = std::min(result.parsing, parsed - begin);
    result.seconds = std::min(result.seconds, cpu_seconds() - parsed);
  }
}

// Pages i * n / count, each `shift` further on.
std::vector<uint32_t> spread(size_t n, size_t count, size_t shift) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < std::min(n, count); ++i)
    out.push_back(static_cast<uint32_t>((i * n / std::min(n, count) + shift) % n));
  return out;
}

// Leaves by dotted name, each with its texts in order.
void add_leaves(const model::Record& record, const std::string& prefix,
                std::map<std::string, std::vector<std::string>>& out) {
  for (const model::Record::Field& field : record.fields) {
    const auto add = [&](const model::Value& value) {
      if (value.kind == model::Value::Kind::kRecord) {
        add_leaves(value.record[0], prefix + field.name + ".", out);
      } else {
        out[prefix + field.name].push_back(value.text);
      }
    };
    if (field.value.kind == model::Value::Kind::kList) {
      for (const model::Value& item : field.value.items) add(item);
    } else {
      add(field.value);
    }
  }
}

SiteResult judge(const LoadedSwdeSite& loaded, const templates::TemplateMethod& method,
                 size_t shift) {
  SiteResult result{.site = loaded.site.name};
  std::vector<const model::Page*> sample;
  std::set<uint32_t> sampled;
  for (const uint32_t p : spread(loaded.pages.size(), kSamplePages, shift)) {
    sample.push_back(&loaded.pages[p]);
    sampled.insert(p);
  }
  const auto found = method(sample);
  measure(sample, method, result);
  result.failed = !found.ok();
  std::vector<uint32_t> others;
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (!sampled.contains(p)) others.push_back(p);
  }
  std::vector<uint32_t> judged;
  for (const uint32_t i : spread(others.size(), kJudgedPages, shift)) judged.push_back(others[i]);

  std::vector<std::map<std::string, std::vector<std::string>>> values(judged.size());
  std::set<std::string> columns;
  for (size_t i = 0; i < judged.size() && found.ok(); ++i) {
    const model::Page& page = loaded.pages[judged[i]];
    result.conforming += watch::page_conformity(*found->wrapper, page) >= watch::kLeastConformity
                             ? 1.0 / static_cast<double>(judged.size())
                             : 0;
    for (const model::Record& record : found->wrapper->apply(page).records)
      add_leaves(record, "", values[i]);
    result.columns += static_cast<double>(values[i].size()) / static_cast<double>(judged.size());
    for (const auto& [name, texts] : values[i]) columns.insert(name);
  }
  for (const auto& [attribute, truth] : loaded.site.truth) {
    size_t pages_with_truth = 0;
    for (const uint32_t p : judged) pages_with_truth += truth[p].empty() ? 0 : 1;
    if (pages_with_truth == 0) continue;
    auto& best = result.best[attribute];
    for (const std::string& column : columns) {
      Counts counts;
      for (size_t i = 0; i < judged.size(); ++i) {
        const auto it = values[i].find(column);
        counts += compare_swde(it == values[i].end() ? std::vector<std::string>() : it->second,
                               truth[judged[i]])
                      .pages;
      }
      if (counts.f1() > best.first) best = {counts.f1(), column};
    }
  }
  return result;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const templates::TemplateMethod method,
              templates::find_template_method(context.method));
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::vector<SiteResult> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    results[s] = judge(loaded, method, context.seed);
  });
  Report report;
  std::vector<double> f1, found, columns, seconds, parsing, conforming, failed;
  for (const SiteResult& site : results) {
    for (const auto& [attribute, best] : site.best) {
      f1.push_back(best.first);
      found.push_back(best.first >= kFound ? 1 : 0);
      report.row("pair", site.site + " " + attribute, {{"f1", best.first}});
      report.details["columns"][site.site + " " + attribute] = best.second;
    }
    columns.push_back(site.columns);
    seconds.push_back(site.seconds);
    parsing.push_back(site.parsing);
    conforming.push_back(site.conforming);
    failed.push_back(site.failed ? 1 : 0);
    report.row("site", site.site,
               {{"columns", site.columns},
                {"seconds", site.seconds},
                {"times_parsing", site.seconds / site.parsing},
                {"conforming", site.conforming}});
  }
  report.score = mean(f1);
  report.figure("recall", mean(found));
  report.figure("columns_per_page", mean(columns));
  report.figure("seconds_per_site", mean(seconds));
  report.figure("times_parsing", mean(seconds) / mean(parsing));
  report.figure("conforming_pages", mean(conforming));
  report.figure("sites_without_template", mean(failed));
  report.figure("pairs", f1.size());
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "templates",
          .summary = "Columns of 20 unlabelled pages a site, matched with the truth",
          .metric = "mean F1 of the best column, over sites and attributes",
          .data_sets = kSwdeSets,
          .methods = templates::template_methods(),
          .run = run};
}

}  // namespace weft::eval::templates_task
