#include "site/grouping.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/pointers.h"
#include "dom/text.h"
#include "group/cluster.h"
#include "model/url_pattern.h"

namespace weft::site {
namespace {

// Bounds on what is kept to tell templates apart, and what is shown of it.
constexpr size_t kHeadingsOfAPage = 40;
constexpr size_t kLongestHeading = 60;
constexpr size_t kShownHeadings = 5;
// Share of a template's pages that have its headings, and that lie below the folder it is named by.
constexpr double kMostPages = 0.6;
constexpr double kNearlyAllPages = 0.9;

bool is_share(size_t part, size_t of, double share) {
  return static_cast<double>(part) >= share * static_cast<double>(of);
}

// "shop.example/product/*"
std::string place_of(const std::vector<const PageSigns*>& pages,
                     const std::vector<size_t>& members) {
  std::map<std::string, size_t> below;
  for (const size_t p : members) {
    std::string_view place = pages[p]->address;
    if (const size_t scheme = place.find("://"); scheme != std::string_view::npos)
      place.remove_prefix(scheme + 3);
    for (size_t slash = place.find('/'); slash != std::string_view::npos;
         slash = place.find('/', slash + 1))
      ++below[std::string(place.substr(0, slash + 1))];
  }
  std::string deepest;
  for (const auto& [folder, count] : below) {
    if (is_share(count, members.size(), kNearlyAllPages) && folder.size() > deepest.size())
      deepest = folder;
  }
  return deepest + "*";
}

std::vector<std::string> shared_headings(const std::vector<const PageSigns*>& pages,
                                         const std::vector<size_t>& members) {
  std::map<std::string, size_t> inside, everywhere;
  size_t with = 0;
  for (const size_t p : members) {
    with += pages[p]->headings.empty() ? 0 : 1;
    for (const std::string& heading : pages[p]->headings) ++inside[heading];
  }
  for (const PageSigns* page : pages) {
    for (const std::string& heading : page->headings) {
      if (inside.contains(heading)) ++everywhere[heading];
    }
  }
  std::vector<std::pair<size_t, std::string>> shared;  // Other pages that have it.
  for (const auto& [heading, count] : inside) {
    if (count > 1 && is_share(count, with, kMostPages))
      shared.emplace_back(everywhere[heading] - count, heading);
  }
  std::sort(shared.begin(), shared.end());
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(shared.size(), kShownHeadings); ++i)
    names.push_back(shared[i].second);
  return names;
}

}  // namespace

PageSigns signs_of(const model::Page& page) {
  constexpr dom::Atom kNames[] = {dom::atoms::kH1, dom::atoms::kH2, dom::atoms::kH3,
                                  dom::atoms::kH4, dom::atoms::kTh, dom::atoms::kDt};
  const dom::Document& doc = page.document;
  PageSigns signs{.address = page.url.empty() ? page.id : page.url};
  for (const dom::NodeId n : doc.nodes()) {
    if (std::find(std::begin(kNames), std::end(kNames), doc.name(n)) == std::end(kNames)) continue;
    std::string text = dom::normalized_text(doc, n);
    if (!text.empty() && text.size() <= kLongestHeading) signs.headings.insert(std::move(text));
    if (signs.headings.size() == kHeadingsOfAPage) break;
  }
  return signs;
}

TemplateSigns signs_of(const std::vector<const PageSigns*>& pages,
                       const std::vector<size_t>& members) {
  return {place_of(pages, members), shared_headings(pages, members)};
}

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
  std::vector<const model::Page*> all = pointers_to(pages);
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
