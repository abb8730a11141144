#include "domain/told.h"

#include "value/fold.h"
#include "value/normalize.h"

namespace weft::domain {

std::string comparable(const annotate::AttributeKnowledge& attribute, std::string_view value) {
  const value::ValueType type = annotate::value_type_of(attribute.type);
  // A price in structured data has its currency elsewhere.
  const auto typed = type == value::ValueType::kMoney  ? value::normalize_number(value)
                     : type == value::ValueType::kText ? std::nullopt
                                                       : value::normalize(type, value);
  return typed ? *typed : value::fold_text(value);
}

}  // namespace weft::domain
