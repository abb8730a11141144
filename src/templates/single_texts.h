// Texts that have places of their own, among those of pages.
#pragma once

#include "templates/key_columns.h"

namespace weft::templates {

// By a key, or by what they say, that at least this share of the pages has and no page has twice.
// Places that are counted do not count.
class SingleTexts {
 public:
  SingleTexts(const KeyedPages& keyed, double least_share);

  [[nodiscard]] bool contains(const PlacedNode& at) const {
    return single_[at.page][dom::index(at.node)];
  }

 private:
  NodeFlags single_;
};

}  // namespace weft::templates
