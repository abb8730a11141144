#include "cli/site_regroup.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "group/cluster.h"
#include "model/url_pattern.h"

namespace weft::cli {
namespace {

std::vector<const ReadPage*> fine_pages(const std::vector<ReadPage>& pages) {
  std::vector<const ReadPage*> fine;
  for (const ReadPage& page : pages) {
    if (page.failure.state == watch::PageState::kFine &&
        watch::judge_page(page.page).state == watch::PageState::kFine)
      fine.push_back(&page);
  }
  return fine;
}

std::vector<FreshCluster> cluster(const std::vector<const ReadPage*>& pages,
                                  const dom::ShingleOptions& shingles) {
  std::vector<dom::ShingleVector> vectors;
  for (const ReadPage* page : pages)
    vectors.push_back(dom::shingle_vector(page->page.document, shingles));
  const auto min_count = group::default_min_count(group::clustering_sample_size(pages.size()));
  const group::Clustering found = group::cluster_pages(vectors, {.min_count = min_count});
  std::vector<FreshCluster> clusters(found.clusters.size());
  for (size_t c = 0; c < clusters.size(); ++c) {
    clusters[c].page_template = {.name = fmt::format("c{}", c + 1),
                                 .signature = found.clusters[c].signature,
                                 .shingles = shingles,
                                 .importance = static_cast<double>(found.clusters[c].importance),
                                 .size = found.clusters[c].size};
  }
  for (size_t p = 0; p < pages.size(); ++p) {
    if (found.assignment[p] != group::kUnassigned)
      clusters[found.assignment[p]].pages.push_back(pages[p]);
  }
  for (FreshCluster& one : clusters) {
    std::vector<std::string> urls;
    for (const ReadPage* page : one.pages) urls.push_back(page->page.url);
    one.page_template.url_pattern = model::learn_url_pattern(urls);
  }
  return clusters;
}

std::vector<watch::OldCluster> old_clusters(const std::vector<WatchedTemplate>& known) {
  std::vector<watch::OldCluster> all;
  for (const WatchedTemplate& one : known) {
    watch::OldCluster old{&one.page_template, one.wrapper.get(), {}};
    for (const model::Page& page : one.old_pages) old.pages[page.id] = &page;
    all.push_back(std::move(old));
  }
  return all;
}

std::vector<watch::NewCluster> new_clusters(const std::vector<FreshCluster>& clusters) {
  std::vector<watch::NewCluster> all;
  for (const FreshCluster& one : clusters) {
    watch::NewCluster now{one.page_template.name, one.page_template.signature, {}};
    for (const ReadPage* page : one.pages) now.pages[page->key] = &page->page;
    all.push_back(std::move(now));
  }
  return all;
}

// A name no template of the site has: "product-2".
Result<std::string> free_name(const model::Site& site, const std::string& base) {
  WEFT_ASSIGN(const std::vector<model::Template> templates, site.templates());
  std::set<std::string> taken;
  for (const model::Template& one : templates) taken.insert(one.name);
  for (unsigned i = 2;; ++i) {
    std::string name = fmt::format("{}-{}", base, i);
    if (!taken.contains(name)) return name;
  }
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
  out.clusters = cluster(fine, known.front().page_template.shingles);
  for (const FreshCluster& one : out.clusters) out.unassigned -= one.pages.size();
  out.reuses = watch::find_reusable(new_clusters(out.clusters), old_clusters(known), schema);
  for (const watch::Reuse& reuse : out.reuses) {
    out.old_names.push_back(reuse.old_cluster < 0
                                ? ""
                                : known[static_cast<size_t>(reuse.old_cluster)].page_template.name);
  }
  return out;
}

Status put_regrouping(model::Site& site, const Regrouping& regrouping,
                      const std::set<std::string>& repaired, size_t bellwethers) {
  std::set<std::string> taken_over;
  for (size_t c = 0; c < regrouping.clusters.size(); ++c) {
    const std::string& old = regrouping.old_names[c];
    if (!regrouping.reuses[c].reused || repaired.contains(old)) continue;
    model::Template renewed = regrouping.clusters[c].page_template;
    renewed.name = old;
    if (taken_over.insert(old).second) {
      WEFT_TRY(site.put_template(renewed));
      continue;
    }
    WEFT_ASSIGN(renewed.name, free_name(site, old));
    WEFT_ASSIGN(const std::unique_ptr<model::Wrapper> wrapper, site.wrapper(old));
    WEFT_TRY(site.put_template(renewed));
    const auto version =
        site.put_wrapper(renewed.name, *wrapper,
                         fmt::format("rule of {} reused: {}", old, regrouping.reuses[c].reason));
    if (!version.ok()) return version.error();
    WEFT_TRY(remember(site, renewed.name, regrouping.clusters[c].pages, bellwethers));
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

nlohmann::ordered_json to_json(const Regrouping& regrouping) {
  nlohmann::ordered_json clusters = nlohmann::ordered_json::array();
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

}  // namespace weft::cli
