// Hidden elements, without laying the page out: the hidden attribute, inline styles, the class
// names that common frameworks hide by, and simple rules of the page's own style sheets.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "dom/document.h"

namespace weft::mine {

// What hides an element of one page. An element inside a hidden one is hidden too; that is for the
// caller to pass on.
class HidingRules {
 public:
  // Reads the style sheets of the page. Linear in their size.
  explicit HidingRules(const dom::Document& doc);

  // Whether an element <tag class=classes> is hidden by one of its classes.
  [[nodiscard]] bool class_hides(std::string_view tag, std::string_view classes) const;
  // Whether one of the attributes hidden, style and id hides it; false for any other.
  [[nodiscard]] bool attribute_hides(std::string_view tag, dom::Atom name,
                                     std::string_view value) const;

 private:
  void read(std::string_view css);
  void add(std::string_view selectors);
  [[nodiscard]] bool contains(std::string_view tag, char mark, std::string_view name) const;

  // Hashes of the simple selectors that hide: ".name", "#name", "tag.name".
  std::unordered_set<uint64_t> selectors_;
};

}  // namespace weft::mine
