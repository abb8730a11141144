// Landmarks: where a varying attribute stands, told by what stands around it, for pages on which
// its value has changed since it was known.
//
// A price of last month is nowhere on the page; the label "Price:" before it may be, and so are the
// values that do not change. A landmark is such a text with a direction: the value is the first
// text after it (or the last before it) that looks like the attribute's values.
//
//   1. propose  label texts that stand beside the value on most old pages; every constant
//               attribute
//   2. keep     landmarks that lead to the known value on nine in ten of the old pages, and on none
//               to anything else
//   3. follow   each of them on the new pages
//   4. test     what it leads to must be kin to the known values (fields.h) and, for numbers,
//               nearer to them than anything else on the page: the price before the reduction is
//               kin, too
//   5. agree    a page is placed where all landmarks that passed lead to the same value
//
//   known: £ 10     <dt>Price</dt> <dd>£ 11</dd> <p>was £ 15</p>      after "Price": £ 11, near £ 10
//
// What looks like a value: a text, or an element of a few texts (<b>12.50</b> <i>€</i>) that
// together look better than alone, and better than an element within it (that price and "More").
//
// [Liu] wrapper maintenance locates items by patterns alone; a page has many prices, so Weft asks
// for the way to them as well. docs/adr/0031-varying-values-by-landmarks.md.
#pragma once

#include <string>
#include <vector>

#include "model/locate.h"
#include "watch/health/health_model.h"
#include "watch/repair/parameters.h"
#include "watch/value_search.h"

namespace weft::watch {

struct ThenAndNow {
  const ValueSearch* before = nullptr;  // The page as it was known; null when nobody kept it.
  const ValueSearch* now = nullptr;
  const Values* known = nullptr;  // All that is known of it; null for nothing.
};

struct Placement {
  std::vector<model::Occurrence> places;  // One a page; kNoNode where nothing is placed.
  std::vector<std::string> texts;         // What stands there.
  std::vector<std::string> landmarks;     // Those that passed, for the report: "after “Price”".
  std::string reason;                     // Why none did.
};

// REQUIRES: `now` is never null. Nothing is placed for attributes with several values a page.
Placement place_by_landmarks(const std::vector<ThenAndNow>& pages, const AttributeHealth& health,
                             const HealthModel& model, const LandmarkOptions& options = {});

}  // namespace weft::watch
