// Schema: the table a user wants, as a nested relation ([Liu], the data model).
//
// A type is basic (text, money, date…), a tuple of attributes, or a set of tuples or basic values;
// an attribute may be optional, or one of several alternatives (disjunction). Files:
// docs/formats/schema.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "value/type.h"

namespace weft::model {

using value::ValueType;

struct Attribute {
  std::string name;
  ValueType type = ValueType::kText;
  std::vector<std::string> values;    // kEnum: what is allowed.
  std::vector<Attribute> attributes;  // Not empty: a nested tuple, and `type` says nothing.
  // Each record has it; a record without it is unhealthy.
  bool mandatory = false;
  // Does not change for an entity from visit to visit (a title, an ISBN); prices and stock do.
  bool constant = false;
  // May be missing without anything being wrong.
  bool optional = false;
  // Several values per record.
  bool set = false;
  // Present in every record exactly once, so that it can find records (AMBER).
  bool pivot = false;
  // Typed only where the whole text is a value of the type (value/whole_value.h); another text is
  // no fault. So mined columns are typed; a declared type without it finds the value in the text.
  bool whole = false;
  // Typical enough to tell this domain from others.
  bool characteristic = false;
  // Names of alternatives that exclude each other share a non-empty group (disjunction).
  std::string alternative_group;
};

struct Schema {
  std::string name;  // "Product"; a schema.org type name where one fits.
  std::vector<Attribute> attributes;

  [[nodiscard]] const Attribute* find(std::string_view name) const;
  // By its dotted name, "offers.price"; null when there is none.
  [[nodiscard]] const Attribute* find_path(std::string_view dotted) const;
};

// The schema.org type name that `name` means, in its spelling there ("product" and "Products" give
// "Product"); empty when it is none of the common ones.
std::string_view schema_org_name(std::string_view name);

}  // namespace weft::model
