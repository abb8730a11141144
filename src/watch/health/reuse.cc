#include "watch/health/reuse.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "dom/shingle.h"
#include "watch/page_values.h"
#include "watch/share.h"

namespace weft::watch {
namespace {

bool share_urls(const PagesByUrl& a, const PagesByUrl& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& page) { return b.contains(page.first); });
}

bool covers_all(const model::Template& old, const PagesByUrl& pages) {
  for (const auto& [url, page] : pages) {
    if (!old.signature.covers(dom::shingle_vector(page->document, old.shingles))) return false;
  }
  return true;
}

// Steps 1 and 2. Cluster match is stricter, so any beats every page match.
void match(const NewCluster& now, std::span<const OldCluster> before, Reuse& reuse) {
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i].wrapper == nullptr || !share_urls(now.pages, before[i].pages)) continue;
    const model::Template& old = *before[i].page_template;
    const ReuseMatch found = old.signature == now.signature ? ReuseMatch::kCluster
                             : covers_all(old, now.pages)   ? ReuseMatch::kPages
                                                            : ReuseMatch::kNone;
    if (found == ReuseMatch::kNone) continue;
    const bool stricter = reuse.match == ReuseMatch::kNone || found < reuse.match;
    const bool tie =
        found == reuse.match &&
        old.importance > before[static_cast<size_t>(reuse.old_cluster)].page_template->importance;
    if (!stricter && !tie) continue;
    reuse.match = found;
    reuse.old_cluster = static_cast<int>(i);
  }
}

Values values_of(const model::Wrapper& wrapper, const model::Page& page) {
  Values all;
  for (Seen& seen : seen_on(wrapper.apply(page))) {
    for (auto& [name, values] : seen.values)
      all[name].insert(all[name].end(), values.begin(), values.end());
  }
  return all;
}

// Step 3: why the rule fails on a page; empty if it does not.
std::string field_failure(const Values& before, const Values& now, const model::Schema& schema) {
  for (const model::Attribute& attribute : schema.attributes) {
    const auto& old_values = texts(before, attribute.name);
    const auto& new_values = texts(now, attribute.name);
    // What the rule never gave is not lost.
    if (attribute.mandatory && new_values.empty() && !old_values.empty())
      return fmt::format("{} is mandatory and no longer extracted", attribute.name);
    if (attribute.constant && value_overlap(old_values, new_values, attribute.type) < 1)
      return fmt::format("{} does not change, yet it differs", attribute.name);
  }
  return "";
}

// A page as an old cluster had it, whichever that was; null if none had.
const model::Page* find_old(std::span<const OldCluster> before, const std::string& url) {
  for (const OldCluster& cluster : before) {
    if (const auto old = cluster.pages.find(url); old != cluster.pages.end()) return old->second;
  }
  return nullptr;
}

void test_fields(const NewCluster& now, std::span<const OldCluster> before,
                 const model::Schema& schema, Reuse& reuse) {
  const model::Wrapper& rule = *before[static_cast<size_t>(reuse.old_cluster)].wrapper;
  for (const auto& [url, page] : now.pages) {
    const model::Page* old = find_old(before, url);
    if (old == nullptr) continue;
    ++reuse.shared;
    const std::string failure =
        field_failure(values_of(rule, *old), values_of(rule, *page), schema);
    if (!failure.empty() && reuse.reason.empty())
      reuse.reason = fmt::format("{}: {}", url, failure);
  }
  reuse.reused = reuse.reason.empty();
  if (reuse.reused)
    reuse.reason = fmt::format("{} match, field test passed on {} pages",
                               reuse_match_name(reuse.match), reuse.shared);
}

}  // namespace

std::string_view reuse_match_name(ReuseMatch match) {
  constexpr std::array<std::string_view, 3> kNames = {"none", "cluster", "pages"};
  return kNames[static_cast<size_t>(match)];
}

std::vector<Reuse> find_reusable(std::span<const NewCluster> now,
                                 std::span<const OldCluster> before, const model::Schema& schema) {
  std::vector<Reuse> all;
  for (const NewCluster& cluster : now) {
    Reuse reuse{.cluster = cluster.name, .urls = cluster.pages.size()};
    match(cluster, before, reuse);
    if (reuse.match == ReuseMatch::kNone)
      reuse.reason = "no old cluster shares URLs and structure with it";
    else
      test_fields(cluster, before, schema, reuse);
    all.push_back(std::move(reuse));
  }
  return all;
}

double reused_share(std::span<const Reuse> reuses) {
  uint64_t urls = 0, reused = 0;
  for (const Reuse& reuse : reuses) {
    urls += reuse.urls;
    reused += reuse.reused ? reuse.urls : 0;
  }
  return share(reused, urls);
}

}  // namespace weft::watch
