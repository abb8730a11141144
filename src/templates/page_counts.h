// PageCounts: how many pages have a sign (a text, a key), and whether one of them has it twice.
#pragma once

#include <cstdint>
#include <vector>

#include "base/key_numbers.h"

namespace weft::templates {

class PageCounts {
 public:
  explicit PageCounts(size_t expected = 4'096) : numbers_(expected) {}

  // One more of this sign; its number. REQUIRES: page after page.
  uint32_t add(uint32_t page, uint64_t sign) {
    const uint32_t at = numbers_.number(sign);
    if (at == seen_.size()) seen_.push_back({});
    Seen& one = seen_[at];
    if (one.pages > 0 && one.last == page)
      one.single = false;
    else
      ++one.pages;
    one.last = page;
    return at;
  }

  // Signs that were added; the number of one, as many if it was not.
  [[nodiscard]] uint32_t size() const { return numbers_.size(); }
  [[nodiscard]] uint32_t known(uint64_t sign) const { return numbers_.known(sign); }
  // By the sign's number; numbers are 0, 1, 2, … in the order in which signs were first added.
  [[nodiscard]] uint32_t pages(uint32_t sign) const { return seen_[sign].pages; }
  [[nodiscard]] bool is_single(uint32_t sign) const { return seen_[sign].single; }

 private:
  struct Seen {
    uint32_t pages = 0;
    uint32_t last = 0;
    bool single = true;
  };
  KeyNumbers numbers_;
  std::vector<Seen> seen_;
};

}  // namespace weft::templates
