// Attribute case: one attribute that no longer holds, and all that is known about it; what the
// steps of its repair (attribute_lesson.h, attribute_proof.h) work on.
#pragma once

#include <vector>

#include "watch/health/health_model.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/repair.h"
#include "watch/value_search.h"

namespace weft::watch {

struct AttributeCase {
  const RepairInput& input;
  const std::vector<ValueSearch>& searches;  // Of the pages of the input, in order.
  const RepairOptions& options;
  AttributeHealth health;
  std::vector<KnownPage> pages = {};
  bool in_column = false;  // Lists were completed by where they stand.

  // Whether a page is known not to have it. What must be there was overlooked instead.
  [[nodiscard]] bool is_absent(const KnownPage& page) const {
    return page.judged && page.values.empty() && !health.mandatory;
  }
};

}  // namespace weft::watch
