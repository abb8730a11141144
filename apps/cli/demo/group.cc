// Act 4: which pages share a template.

#include "group/cluster.h"

#include <map>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "eval/metrics/clusters.h"
#include "model/url_pattern.h"

namespace weft::cli::demo {
namespace {

struct Templates {
  group::Clustering clustering;
  std::vector<uint32_t> truth;  // The template each page was really made from.
};

Templates find_templates(Stage& stage) {
  std::vector<dom::ShingleVector> vectors;
  Templates found;
  std::map<std::string, uint32_t> numbers;
  const auto site = stage.server->site();
  for (FetchedPage& page : stage.pages) {
    vectors.push_back(
        dom::shingle_vector(page.page->document, {.kind = dom::ShingleKind::kPlaces}));
    const practice::Page* truth = truth_of(*site, page);
    const std::string name = truth == nullptr ? "" : truth->template_name;
    found.truth.push_back(
        numbers.try_emplace(name, static_cast<uint32_t>(numbers.size())).first->second);
  }
  found.clustering =
      group::cluster_pages(vectors, {.min_count = group::default_min_count(vectors.size())});
  for (size_t i = 0; i < stage.pages.size(); ++i)
    stage.pages[i].template_number = found.clustering.assignment[i];
  return found;
}

void show(Stage& stage, const Templates& found) {
  std::vector<std::vector<std::string>> rows = {{"template", "pages", "URLs"}};
  for (uint32_t c = 0; c < found.clustering.clusters.size() && c < 6; ++c) {
    std::vector<std::string> urls;
    for (const FetchedPage& page : stage.pages) {
      if (page.template_number == c) urls.push_back(page.key.substr(stage.server->origin().size()));
    }
    if (urls.empty()) continue;
    rows.push_back({fmt::format("t{}", c + 1), std::to_string(urls.size()), urls.front()});
  }
  stage.screen.table(rows);
}

}  // namespace

Status group_pages(Stage& stage) {
  const Templates found = find_templates(stage);
  show(stage, found);
  const auto agreement = eval::compare_clusters(found.clustering.assignment, found.truth);
  stage.screen.bar("purity", agreement.purity,
                   fmt::format("{:.3f} against the templates it was made from", agreement.purity));
  stage.facts["group"] = {{"templates", found.clustering.clusters.size()},
                          {"purity", agreement.purity},
                          {"adjusted_rand", agreement.adjusted_rand}};
  return {};
}

}  // namespace weft::cli::demo
