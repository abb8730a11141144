// Rule reuse: which old rule serves a new cluster ([Vertex] IV-C).
//
// After a site change its pages are grouped anew. For every new cluster C:
//   1. candidates   old clusters that share URLs with C
//   2. shingle test cluster match (the same masked signature), else page match (the old signature
//                   covers all pages of C); ties go to the more important cluster
//   3. field test   the old rule, run on the old and the new versions of the shared URLs, must give
//                   equal constants and, on the new ones, all mandatory attributes
// What passes keeps its rule; the others are for repair, or for people.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "model/wrapper.h"

namespace weft::watch {

// Pages by URL.
using PagesByUrl = std::map<std::string, const model::Page*, std::less<>>;

struct OldCluster {
  const model::Template* page_template = nullptr;
  const model::Wrapper* wrapper = nullptr;  // Null: nothing to reuse.
  PagesByUrl pages;                         // As they were.
};

struct NewCluster {
  std::string name;
  dom::MaskedShingle signature;
  PagesByUrl pages;  // As they are.
};

enum class ReuseMatch : uint8_t { kNone, kCluster, kPages };
std::string_view reuse_match_name(ReuseMatch match);  // "cluster"

struct Reuse {
  std::string cluster;
  ReuseMatch match = ReuseMatch::kNone;
  int old_cluster = -1;  // Index of the match.
  bool reused = false;   // It passed the field test.
  uint64_t urls = 0;     // Of the new cluster.
  uint64_t shared = 0;   // U: those that old clusters had, the matched one or others.
  std::string reason;
};

// One per new cluster, in order.
std::vector<Reuse> find_reusable(std::span<const NewCluster> now,
                                 std::span<const OldCluster> before, const model::Schema& schema);

// The measure of Fig. 5: share of all URLs whose rule is reused.
double reused_share(std::span<const Reuse> reuses);

}  // namespace weft::watch
