// Names of enums, as files and messages write them. An enum has names if names_of(E) is declared
// beside it, giving them in the order of its values:
//
//   std::span<const std::string_view> names_of(LabelSource);
//   name_of(LabelSource::kPerson)            "person"
//   enum_named<LabelSource>("person")        LabelSource::kPerson
//   find_named<LabelSource>("me", "source")  no source 'me'; one of person, truth, miner
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.h"

namespace weft {

template <typename T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  { names_of(value) } -> std::convertible_to<std::span<const std::string_view>>;
};

template <NamedEnum E>
std::string_view name_of(E value) {
  return names_of(value)[static_cast<size_t>(value)];
}
// "one of person, truth, miner".
std::string one_of(std::span<const std::string_view> names);
// Nothing if there is no such name.
template <NamedEnum E>
std::optional<E> enum_named(std::string_view name) {
  const std::span<const std::string_view> names = names_of(E{});
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}
// Fails with kInvalidArgument, listing what is allowed; `what` is what the names are of.
template <NamedEnum E>
Result<E> find_named(std::string_view name, std::string_view what) {
  if (const std::optional<E> value = enum_named<E>(name)) return *value;
  return Error{ErrorCode::kInvalidArgument, "no " + std::string(what) + " '" + std::string(name) +
                                                "'; " + one_of(names_of(E{}))};
}

}  // namespace weft
