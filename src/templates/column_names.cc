#include "templates/column_names.h"

#include <fmt/format.h>

#include "dom/class_tokens.h"
#include "value/identifier.h"

namespace weft::templates {

std::string column_name(const dom::Document& doc, dom::NodeId text, const BesideText& beside,
                        value::ValueType type) {
  dom::NodeId at = doc.parent(text);
  if (doc.name(at) == dom::atoms::kH1) return "title";
  std::string name = value::identifier_of(beside.label);
  for (int up = 0; up < 2 && name.empty() && at != dom::kRoot; ++up, at = doc.parent(at)) {
    if (const auto property = doc.attribute(at, dom::atoms::kItemprop))
      name = value::identifier_of(*property);
    if (name.empty() && doc.name(at) == dom::atoms::kTitle) name = "page_title";
    for (const std::string_view token : dom::class_tokens(doc, at)) {
      if (name.empty()) name = value::identifier_of_class(token);
    }
    if (const auto id = doc.attribute(at, dom::atoms::kId); id && name.empty())
      name = value::identifier_of(*id);
  }
  if (name.empty()) name = value::identifier_of(beside.neighbour);
  return name.empty() ? std::string(value::identifier_of_type(type)) : name;
}

std::string UniqueNames::take(const std::string& name) {
  int& count = counts_[name];
  std::string unique;
  do {
    unique = ++count == 1 ? name : fmt::format("{}_{}", name, count);
  } while (!taken_.insert(unique).second);
  return unique;
}

}  // namespace weft::templates
