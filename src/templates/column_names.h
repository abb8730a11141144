// Names of columns, by what stands beside or around their texts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "value/type.h"

namespace weft::templates {

// What stands before a text: meant as its label, or just standing there.
struct BesideText {
  std::string label;
  std::string neighbour;
};

// An element that says what the column has on a page.
struct ColumnPlace {
  const dom::Document* doc;
  dom::NodeId element;
};

inline constexpr size_t kNamingPlaces = 8;  // About; more tell the same name.

// The name of a column by a few of its places: "title" in a main heading, else its label, itemprop, class
// or id around it that most of them share, or what else stands before it; where nothing says more, its
// type ("price", "date"), and "text" at last. REQUIRES: at least one place.
std::string column_name(const std::vector<ColumnPlace>& places, const BesideText& beside,
                        value::ValueType type);

// Nothing but signs that part other texts: "|", "), ".
bool is_punctuation(std::string_view text);

// Makes names unique: price, price_2…
class UniqueNames {
 public:
  std::string take(const std::string& name);

 private:
  std::map<std::string, int> counts_;
  std::set<std::string> taken_;
};

}  // namespace weft::templates
