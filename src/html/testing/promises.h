// Whether the kind bytes of a page promise what is true: see dom/kind_byte.h.
#pragma once

#include <algorithm>

#include "base/strings.h"
#include "dom/document.h"

namespace weft::html::testing {

// What the node has of the things that a kind byte speaks of.
inline uint8_t has(const dom::Document& doc, dom::NodeId n) {
  uint8_t bits = 0;
  if (doc.is_element(n)) {
    for (uint32_t i = 0; i < doc.attribute_count(n); ++i)
      bits |= dom::may_have(doc.attribute_at(n, i).name);
  } else if (doc.is_text(n)) {
    const std::string_view text = doc.text(n);
    if (!std::all_of(text.begin(), text.end(), is_html_space)) bits |= dom::kMayBeVisible;
  }
  return bits;
}

inline bool keeps_promises(const dom::Document& doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if ((has(doc, n) & ~dom::may_have_of(doc.storage().kind[index(n)])) != 0) return false;
  }
  return true;
}

}  // namespace weft::html::testing
