// weft eval mixed: sites whose detail pages are of several templates ([Zheng] 8.5.2, experiments I and IV): is finding
// templates and wrappers together worth it?
//
// Practice sites in the middle of an A/B test, two templates a site (three in departments). Their addresses say the category of
// an item, which is not its template, as at a large shop. From the first k detail pages of a site, labelled, page trees
// are learned in three ways, and judged on the others:
//
//   wpc      templates and wrappers together (WPC, Fig. 8.5)
//   url      a wrapper for each directory of the addresses
//   single   one wrapper for all pages
//
// The other methods are Weft's inducers. Pages to F1 0.95 are those of Table 8.3; a site that never gets there counts as one
// more than the most that are labelled.

#include <map>

#include <fmt/format.h>

#include "eval/labelled_lists.h"
#include "eval/task.h"
#include "induce/inducers.h"
#include "induce/page/page_tree_inducer.h"
#include "practice/domain.h"

namespace weft::eval::mixed_task {
namespace {

constexpr uint64_t kSeeds[] = {1, 4, 7};  // Every third site has categories in its addresses.
constexpr unsigned kLabels[] = {1, 2, 3, 5, 8, 12, 20};
constexpr double kGoal = 0.95;
constexpr double kAnything = 1.01;  // No two trees are farther apart: one cluster.

std::vector<ListSite> make_sites(const TaskContext& context) {
  std::vector<ListSite> sites;
  for (const practice::Domain domain : practice::kDomains) {
    for (const uint64_t seed : kSeeds) {
      const practice::Options options{.domain = domain,
                                      .seed = seed + 3 * context.seed,
                                      .redesigns = {{practice::RedesignKind::kAbTemplates, seed}}};
      ListSite site = practice_details(options, context.limits);
      if (keeps_site(context, site.name)) sites.push_back(std::move(site));
    }
  }
  return sites;
}

std::string directory_of(const std::string& url) { return url.substr(0, url.rfind('/')); }

// A wrapper for each directory; pages of others give nothing.
class ByDirectory final : public model::Wrapper {
 public:
  using Wrappers = std::map<std::string, std::unique_ptr<model::Wrapper>>;
  explicit ByDirectory(Wrappers wrappers) : wrappers_(std::move(wrappers)) {}

  [[nodiscard]] std::string_view kind() const override { return "by-directory"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    const auto wrapper = wrappers_.find(directory_of(page.id));
    return wrapper == wrappers_.end() ? model::Extraction() : wrapper->second->apply(page);
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override {
    const auto wrapper = wrappers_.find(directory_of(page.id));
    return wrapper == wrappers_.end() ? std::vector<model::Explanation>()
                                      : wrapper->second->explain(page, node);
  }
  [[nodiscard]] Json to_json() const override {
    Json json = Json::object();
    for (const auto& [directory, wrapper] : wrappers_) json[directory] = wrapper->to_json();
    return json;
  }

 private:
  Wrappers wrappers_;
};

Result<model::Induced> learn_trees(const model::InducerInput& input, double epsilon) {
  wrap::TreeOptions options = wrap::TreeOptions::paper();
  options.epsilon = epsilon;
  WEFT_ASSIGN(induce::LearnedPageTrees learned, induce::learn_page_trees(input, options));
  return model::Induced{std::move(learned.wrapper), std::move(learned.problems)};
}

Result<model::Induced> learn_by_directory(const model::InducerInput& input) {
  std::map<std::string, model::InducerInput> groups;
  for (const model::Label& label : input.labels)
    groups[directory_of(label.page)].labels.push_back(label);
  ByDirectory::Wrappers wrappers;
  for (auto& [directory, group] : groups) {
    group.pages = input.pages;
    WEFT_ASSIGN(model::Induced induced, learn_trees(group, kAnything));
    wrappers.emplace(directory, std::move(induced.wrapper));
  }
  return model::Induced{std::make_unique<ByDirectory>(std::move(wrappers))};
}

Result<model::Inducer> inducer_of(const std::string& method) {
  if (method == "url") return model::Inducer(&learn_by_directory);
  if (method != "wpc" && method != "single") return induce::find_inducer(method);
  const double epsilon = method == "wpc" ? wrap::TreeOptions::paper().epsilon : kAnything;
  return model::Inducer(
      [epsilon](const model::InducerInput& input) { return learn_trees(input, epsilon); });
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, inducer_of(context.method));
  const std::vector<ListSite> sites = make_sites(context);
  std::vector<std::vector<ListScore>> scores(sites.size());
  for_each_parallel(context, "learning sites", sites.size(), [&](size_t s) {
    for (const unsigned labels : kLabels)
      scores[s].push_back(judge_lists(sites[s], inducer, labels));
  });
  Report report;
  std::vector<double> f1, trees, pages;
  size_t reached = 0;
  for (size_t s = 0; s < sites.size(); ++s) {
    Row row{"site", sites[s].name, {}};
    double needed = 0;
    for (size_t i = 0; i < scores[s].size(); ++i) {
      const double value = scores[s][i].attributes.f1();
      row.figures.push_back({fmt::format("f1_k{}", kLabels[i]), value});
      if (needed == 0 && value >= kGoal) needed = kLabels[i];
    }
    reached += needed != 0 ? 1 : 0;
    pages.push_back(needed != 0 ? needed : *std::rbegin(kLabels) + 1);
    trees.push_back(static_cast<double>(scores[s].back().trees));
    row.figures.push_back({"trees", trees.back()});
    row.figures.push_back({"pages_to_0.95", pages.back()});
    f1.push_back(scores[s].back().attributes.f1());
    report.rows.push_back(std::move(row));
  }
  report.figures = mean_figures(report.rows);
  report.figure("sites_at_0.95", reached);
  report.figure("sites", sites.size());
  report.score = mean(f1);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "mixed",
          .summary = "Sites of mixed templates: templates found with the wrappers, by URL, or not",
          .metric = "mean F1 over sites from twenty labelled pages",
          .data_sets = {},
          .methods = {"wpc", "url", "single", "page-tree", "broom", "rules", "vote"},
          .run = run};
}

}  // namespace weft::eval::mixed_task
