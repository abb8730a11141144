// Mining: the records on a page, nobody asked first.
//
//   for (const Region& region : mine(document)) …      the main list first
//
// Four methods behind one call. kWeft is the default and the best (bench/RESULTS.md); the others follow
// their papers, in rooms of their own, and are there to be compared with.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_names.h"
#include "dom/document.h"
#include "dom/layout.h"
#include "mine/candidates.h"
#include "mine/region.h"

namespace weft::mine {

enum class Method : uint8_t {
  kWeft,   // groups by path and class, ranked (ranked_groups.cc)
  kMdr,    // [Liu] Fig. 28 (mdr/)
  kDepta,  // MDR with tree matching and gaps, columns by partial tree alignment (depta/)
  kNet,    // [Liu] Figs. 31-40: nested records (net/)
};
std::span<const std::string_view> names_of(Method);

// How DEPTA aligns the data items of records.
enum class Alignment : uint8_t {
  kPartial,  // trees around a growing seed
  kStar,     // tag strings around the centre string, no tag changed into another
};

struct MineOptions {
  Method method = Method::kWeft;
  Alignment alignment = Alignment::kPartial;
  // Regions returned at most, best first. Near-copies of a better region do not count.
  uint32_t max_regions = 5;
  // Regions below it are left out; 0 for all. See kPresentableConfidence.
  double min_confidence = 0;
  bool columns = true;           // Otherwise records alone.
  bool nested = true;            // Lists inside records.
  uint32_t max_nodes = 500'000;  // A larger page is mined up to here, with a diagnostic.
  CandidateLimits limits;
  // Where nodes are painted; null when nobody knows. DEPTA uses it to tell records apart.
  const dom::Layout* layout = nullptr;
};

// Never fails; a page without repetition has no regions. Reaching a limit is said in *diagnostics
// when given. kWeft: time about linear in the page.
std::vector<Region> mine(const dom::Document& doc, const MineOptions& options = {},
                         Diagnostics* diagnostics = nullptr);

}  // namespace weft::mine
