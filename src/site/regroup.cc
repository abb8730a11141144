// A site that was rearranged: product pages are now two templates, and the old news pages are
// gone. The fresh crawl is clustered as if nothing were known; then each cluster is asked which
// template's rules still read its pages.
//
//   known      product, news
//   clusters   A (40 pages, product's rules hold), B (30 of the old product pages, they do not)
//   after      product = A; product-2 = B, judged and repaired by itself; news keeps its rules
//
// Signatures compare only when they were made alike, so clustering shingles as the templates do.
#include "site/regroup.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/json.h"
#include "site/grouping.h"
#include "site/watch_memory.h"

namespace weft::site {
namespace {

constexpr size_t kLeastShared = 4;  // Of a template's bellwethers, in a cluster.

std::vector<const ReadPage*> fine_pages(const std::vector<ReadPage>& pages) {
  std::vector<const ReadPage*> fine;
  for (const ReadPage& page : pages) {
    if (page.page != nullptr && watch::judge_page(*page.page).state == watch::PageState::kFine)
      fine.push_back(&page);
  }
  return fine;
}

std::vector<FreshCluster> cluster_afresh(const std::vector<const ReadPage*>& pages,
                                         const model::Template& like) {
  std::vector<const model::Page*> own;
  for (const ReadPage* page : pages) own.push_back(page->page.get());
  std::vector<FreshCluster> clusters;
  for (GroupedPages& one : group_pages(own, 0, like)) {
    FreshCluster& cluster = clusters.emplace_back();
    cluster.page_template = std::move(one.page_template);
    cluster.page_template.name = fmt::format("c{}", clusters.size());
    for (const size_t p : one.pages) cluster.pages.push_back(pages[p]);
  }
  return clusters;
}

std::vector<watch::OldCluster> old_clusters(const std::vector<WatchedTemplate>& known) {
  std::vector<watch::OldCluster> all;
  for (const WatchedTemplate& one : known) {
    watch::OldCluster old{&one.page_template, one.wrapper.get(), {}};
    for (const ReadPage& kept : one.bellwethers) old.pages[kept.key] = kept.page.get();
    all.push_back(std::move(old));
  }
  return all;
}

std::vector<watch::NewCluster> new_clusters(const std::vector<FreshCluster>& clusters) {
  std::vector<watch::NewCluster> all;
  for (const FreshCluster& one : clusters) {
    watch::NewCluster now{one.page_template.name, one.page_template.signature, {}};
    for (const ReadPage* page : one.pages) now.pages[page->key] = page->page.get();
    all.push_back(std::move(now));
  }
  return all;
}

// A name not among those taken: "product-2". It is taken from now on.
std::string free_name(std::set<std::string>& taken, const std::string& base) {
  for (unsigned i = 2;; ++i) {
    std::string name = fmt::format("{}-{}", base, i);
    if (taken.insert(name).second) return name;
  }
}

// Clusters that hold enough of a template's pages to be judged by, the one that keeps its name
// first.
std::vector<size_t> clusters_of(const WatchedTemplate& known, const Regrouping& regrouping) {
  std::vector<std::pair<std::pair<bool, size_t>, size_t>> found;
  for (size_t c = 0; c < regrouping.clusters.size(); ++c) {
    size_t shared = 0;
    for (const ReadPage* page : regrouping.clusters[c].pages) {
      shared += std::any_of(known.bellwethers.begin(), known.bellwethers.end(),
                            [&](const ReadPage& kept) { return kept.key == page->key; })
                    ? 1
                    : 0;
    }
    const bool keeps =
        regrouping.reuses[c].reused && regrouping.old_names[c] == known.page_template.name;
    if (shared >= kLeastShared) found.push_back({{keeps, shared}, c});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<size_t> clusters;
  for (const auto& [rank, c] : found) clusters.push_back(c);
  return clusters;
}

void keep_pages_of(const FreshCluster& cluster, WatchedTemplate& known) {
  for (const ReadPage* page : cluster.pages) known.cluster.insert(page->key);
  std::erase_if(known.bellwethers,
                [&](const ReadPage& kept) { return !known.cluster.contains(kept.key); });
  std::erase_if(known.golden, [&](const model::Extraction& golden) {
    return !known.cluster.contains(golden.page);
  });
}

}  // namespace

Regrouping regroup(const std::vector<WatchedTemplate>& known, const std::vector<ReadPage>& pages,
                   const model::Schema& schema) {
  Regrouping out;
  const std::vector<const ReadPage*> fine = fine_pages(pages);
  out.set_aside = pages.size() - fine.size();
  out.unassigned = fine.size();
  if (known.empty() || fine.empty()) return out;
  // Signatures compare only when they are made alike: as those of the templates there are.
  out.clusters = cluster_afresh(fine, known.front().page_template);
  for (const FreshCluster& one : out.clusters) out.unassigned -= one.pages.size();
  out.reuses = watch::find_reusable(new_clusters(out.clusters), old_clusters(known), schema);
  for (const watch::Reuse& reuse : out.reuses) {
    out.old_names.push_back(reuse.old_cluster < 0
                                ? ""
                                : known[static_cast<size_t>(reuse.old_cluster)].page_template.name);
  }
  return out;
}

Result<std::set<std::string>> template_names(const Bundle& bundle) {
  WEFT_ASSIGN(const std::vector<model::Template> templates, bundle.templates());
  std::set<std::string> names;
  for (const model::Template& one : templates) names.insert(one.name);
  return names;
}

std::vector<WatchedTemplate> take_apart(std::vector<WatchedTemplate> known,
                                        const Regrouping& regrouping, std::set<std::string> taken) {
  std::vector<WatchedTemplate> parts;
  for (WatchedTemplate& whole : known) {
    const std::vector<size_t> clusters = clusters_of(whole, regrouping);
    if (clusters.size() < 2) {
      parts.push_back(std::move(whole));
      continue;
    }
    for (const size_t c : clusters) {
      WatchedTemplate part = whole;
      keep_pages_of(regrouping.clusters[c], part);
      if (c != clusters.front()) {
        part.split_from = part.page_template.name;
        part.page_template.name = free_name(taken, part.split_from);
      }
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

Status put_regrouping(Bundle& bundle, const Regrouping& regrouping,
                      const std::set<std::string>& repaired, size_t bellwethers) {
  std::set<std::string> taken_over;
  WEFT_ASSIGN(std::set<std::string> names, template_names(bundle));
  for (size_t c = 0; c < regrouping.clusters.size(); ++c) {
    const std::string& old = regrouping.old_names[c];
    if (!regrouping.reuses[c].reused || repaired.contains(old)) continue;
    model::Template renewed = regrouping.clusters[c].page_template;
    renewed.name = old;
    if (taken_over.insert(old).second) {
      WEFT_TRY(bundle.put_template(renewed));
      continue;
    }
    renewed.name = free_name(names, old);
    WEFT_ASSIGN(const std::unique_ptr<model::Wrapper> wrapper, bundle.wrapper(old));
    WEFT_TRY(bundle.put_template(renewed));
    WEFT_TRY(
        bundle.put_wrapper(renewed.name, *wrapper,
                           fmt::format("rule of {} reused: {}", old, regrouping.reuses[c].reason)));
    WEFT_TRY(put_memory(bundle, renewed.name, regrouping.clusters[c].pages, bellwethers));
  }
  return {};
}

std::string to_text(const Regrouping& regrouping) {
  std::string out =
      fmt::format("regrouped: {} clusters; the rules of {:.1f} % of their URLs are reused\n",
                  regrouping.clusters.size(), 100 * watch::reused_share(regrouping.reuses));
  for (size_t c = 0; c < regrouping.clusters.size(); ++c) {
    const watch::Reuse& reuse = regrouping.reuses[c];
    out +=
        fmt::format("  {:<5} {:>6} URLs  {:<24} {}\n", reuse.cluster, reuse.urls,
                    reuse.reused ? "rule of " + regrouping.old_names[c] : "no rule", reuse.reason);
  }
  if (regrouping.unassigned + regrouping.set_aside != 0)
    out += fmt::format("  {} pages in no cluster, {} set aside as errors or walls\n",
                       regrouping.unassigned, regrouping.set_aside);
  return out;
}

Json to_json(const Regrouping& regrouping) {
  Json clusters = Json::array();
  for (size_t c = 0; c < regrouping.clusters.size(); ++c) {
    const watch::Reuse& reuse = regrouping.reuses[c];
    clusters.push_back({{"cluster", reuse.cluster},
                        {"signature", to_string(regrouping.clusters[c].page_template.signature)},
                        {"url_pattern", regrouping.clusters[c].page_template.url_pattern},
                        {"urls", reuse.urls},
                        {"shared", reuse.shared},
                        {"match", watch::reuse_match_name(reuse.match)},
                        {"template", regrouping.old_names[c]},
                        {"reused", reuse.reused},
                        {"reason", reuse.reason}});
  }
  return {{"reused_share", watch::reused_share(regrouping.reuses)},
          {"unassigned", regrouping.unassigned},
          {"set_aside", regrouping.set_aside},
          {"clusters", std::move(clusters)}};
}

}  // namespace weft::site
