// Names of columns, by what stands beside or around their texts.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "dom/document.h"
#include "value/type.h"

namespace weft::templates {

// What stands before a text: meant as its label, or just standing there.
struct BesideText {
  std::string label;
  std::string neighbour;
};

// The name of a text's column: "title" in a main heading, else its label, itemprop, class or id
// around it, or what else stands before it; where nothing says more, its type ("price", "date"), and
// "text" at last.
std::string column_name(const dom::Document& doc, dom::NodeId text, const BesideText& beside,
                        value::ValueType type);

// Makes names unique: price, price_2…
class UniqueNames {
 public:
  std::string take(const std::string& name);

 private:
  std::map<std::string, int> counts_;
  std::set<std::string> taken_;
};

}  // namespace weft::templates
