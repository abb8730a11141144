// ValueType: what a value is, as schema files name it.
#pragma once

#include <cstdint>

#include "base/enum_names.h"

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
std::span<const std::string_view> names_of(ValueType);

}  // namespace weft::value
