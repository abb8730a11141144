// ValueType: what a value is, as schema files name it.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"

namespace weft::value {

enum class ValueType : uint8_t {
  kText,
  kNumber,
  kMoney,
  kDate,
  kTime,
  kDuration,
  kUrl,
  kImage,
  kEmail,
  kPhone,
  kAddress,
  kBoolean,
  kEnum,
};

// "text", "number"… as in schema files.
std::string_view value_type_name(ValueType type);
// Fails with kInvalidArgument, listing the names.
Result<ValueType> parse_value_type(std::string_view name);

}  // namespace weft::value
