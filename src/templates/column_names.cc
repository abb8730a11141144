#include "templates/column_names.h"

#include <algorithm>

#include <fmt/format.h>
#include <unicode/uchar.h>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "value/identifier.h"

namespace weft::templates {

namespace {

// The name that an element gives what it says, if most of these agree.
std::string shared_name(const std::vector<ColumnPlace>& places) {
  const dom::Document& doc = *places[0].doc;
  const dom::NodeId element = places[0].element;
  const auto shared = [&](auto&& has) {
    const auto with = std::count_if(places.begin(), places.end(), has);
    return 2 * static_cast<size_t>(with) >= places.size();
  };
  const auto same = [&](dom::Atom name, std::string_view value) {
    return shared(
        [&](const ColumnPlace& at) { return at.doc->attribute(at.element, name) == value; });
  };
  std::string name;
  if (const auto property = doc.attribute(element, dom::atoms::kItemprop);
      property && same(dom::atoms::kItemprop, *property))
    name = value::identifier_of(*property);
  if (name.empty() && doc.name(element) == dom::atoms::kTitle) name = "page_title";
  for (const std::string_view token : dom::class_tokens(doc, element)) {
    if (name.empty() &&
        shared([&](const ColumnPlace& at) { return dom::has_class(*at.doc, at.element, token); }))
      name = value::identifier_of_class(token);
  }
  if (const auto id = doc.attribute(element, dom::atoms::kId);
      id && name.empty() && same(dom::atoms::kId, *id))
    name = value::identifier_of_class(*id);
  return name;
}

}  // namespace

std::string column_name(const std::vector<ColumnPlace>& places, const BesideText& beside,
                        value::ValueType type) {
  if (places[0].doc->name(places[0].element) == dom::atoms::kH1) return "title";
  std::string name = value::identifier_of(beside.label);
  std::vector<ColumnPlace> around = places;
  for (int up = 0; up < 2 && name.empty() && around[0].element != dom::kRoot; ++up) {
    name = shared_name(around);
    for (ColumnPlace& at : around) at.element = at.doc->parent(at.element);
  }
  if (name.empty()) name = value::identifier_of(beside.neighbour);
  return name.empty() ? std::string(value::identifier_of_type(type)) : name;
}

bool is_punctuation(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<UChar32>(next_code_point(text, i));
    if (u_ispunct(c) == 0 && u_isspace(c) == 0 && (u_charType(c) != U_MATH_SYMBOL || c > 0x7f))
      return false;
  }
  return true;
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
