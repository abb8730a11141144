#include "site/grouping.h"

#include <algorithm>

#include <fmt/format.h>

#include "group/cluster.h"
#include "model/url_pattern.h"

namespace weft::site {

std::vector<GroupedPages> group_pages(const std::vector<const model::Page*>& pages, uint32_t least,
                                      const model::Template& like) {
  std::vector<dom::ShingleVector> vectors;
  for (const model::Page* page : pages)
    vectors.push_back(dom::shingle_vector(page->document, like.shingles));
  const auto usual = group::default_min_count(group::clustering_sample_size(pages.size()));
  const group::Clustering found =
      group::cluster_pages(vectors, {.min_count = std::max(least, usual)});
  std::vector<GroupedPages> groups(found.clusters.size());
  std::vector<std::vector<std::string>> urls(groups.size());
  for (size_t p = 0; p < pages.size(); ++p) {
    const uint32_t g = found.assignment[p];
    if (g == group::kUnassigned) continue;
    groups[g].pages.push_back(p);
    urls[g].push_back(pages[p]->url);
  }
  for (size_t g = 0; g < groups.size(); ++g) {
    groups[g].page_template = {.name = fmt::format("t{}", g + 1),
                               .signature = found.clusters[g].signature,
                               .shingles = like.shingles,
                               .url_pattern = model::learn_url_pattern(urls[g]),
                               .importance = static_cast<double>(found.clusters[g].importance),
                               .size = groups[g].pages.size()};
  }
  return groups;
}

std::vector<TemplatePages> split_by_template(std::vector<model::Page> pages, uint32_t least,
                                             size_t& ungrouped) {
  constexpr size_t kFewPages = 12;  // So many are taken as one template.
  std::vector<const model::Page*> all;
  for (const model::Page& page : pages) all.push_back(&page);
  std::vector<GroupedPages> groups = group_pages(all, least);
  std::vector<TemplatePages> out;
  if (pages.size() <= kFewPages || groups.empty()) {
    out.push_back({{.name = "page", .size = pages.size()}, std::move(pages)});
    return out;
  }
  ungrouped = pages.size();
  for (GroupedPages& group : groups) {
    TemplatePages& one = out.emplace_back();
    one.page_template = std::move(group.page_template);
    for (const size_t p : group.pages) one.pages.push_back(std::move(pages[p]));
    ungrouped -= group.pages.size();
  }
  std::stable_sort(out.begin(), out.end(), [](const TemplatePages& a, const TemplatePages& b) {
    return a.pages.size() > b.pages.size();
  });
  return out;
}

}  // namespace weft::site
