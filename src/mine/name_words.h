// Words in class names, ids and roles that say what part of a page an element is.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::mine {

enum NameMeaning : uint8_t {
  kNavigationName = 1,  // Menus, filters, footers, adverts…
  kResultName = 2,      // Items, products, search results…
  kContentName = 4,     // The main part of a page.
};

// What the words of "searchResults item-2" mean together, as bits of NameMeaning. Words end at
// changes of case and at punctuation; a plural s does not count.
uint8_t name_meaning(std::string_view name);

}  // namespace weft::mine
