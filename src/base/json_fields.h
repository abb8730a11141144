// Field descriptions: how a struct is read from JSON and written to it, said once.
//
//   void describe(JsonFields& json, Label& label) {
//     json.required("page", label.page);
//     json.optional("record", label.record, "0");
//     json.optional("source", label.source);
//   }
//   Json written = write_json(label);
//   Result<Label> read = read_json<Label>(json, "label");
//
// Members are written in the order of the description and read in any; unknown ones are passed
// over, null counts as absent. A field is a bool, a number, a string, an enum with names, a struct
// with a description, or a Json; or a vector, array, optional or map by name of these.
//
// The first failure ends reading. Its message names the path of the member:
//   health model: "attributes[2].count.mean" must be a number
//
// An enum has names if names_of(E) is declared beside it, giving them in the order of its values:
//   std::span<const std::string_view> names_of(LabelSource);
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json.h"
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

class JsonFields {
 public:
  // Reading. `what` begins the messages.
  JsonFields(const Json& from, std::string_view what);
  // Writing.
  explicit JsonFields(Json& to) : to_(&to) {}

  [[nodiscard]] bool reading() const { return to_ == nullptr; }

  // Always written; reading fails without it.
  template <typename T>
  void required(const char* name, T& value) {
    if (reading())
      read(name, value, /*needed=*/true);
    else
      to_->append(name, written(value));
  }
  // Always written; keeps its value where it is absent.
  template <typename T>
  void field(const char* name, T& value) {
    if (reading())
      read(name, value, /*needed=*/false);
    else
      to_->append(name, written(value));
  }
  // Written where it differs from the fallback, which it becomes where it is absent.
  template <typename T>
  void optional(const char* name, T& value, const std::type_identity_t<T>& fallback = {}) {
    if (!reading()) {
      if (!(value == fallback)) to_->append(name, written(value));
      return;
    }
    if (!has(name)) value = fallback;
    read(name, value, /*needed=*/false);
  }
  // As optional with an empty container or optional for fallback: for items that do not compare.
  template <typename T>
  void unless_empty(const char* name, T& value) {
    bool empty = false;
    if constexpr (requires { value.empty(); })
      empty = value.empty();
    else
      empty = !value.has_value();
    if (reading() || !empty) field(name, value);
  }
  // Written for readers of the file, not read.
  void note(const char* name, Json value) {
    if (!reading()) to_->append(name, std::move(value));
  }
  // Begins a file: {"weft": name, "version": version}. Reading fails with kInvalidArgument for
  // another name or none, with kUnsupported for a later version.
  void header(std::string_view name, uint64_t version);

  // Reading: fails unless `valid`, saying what the member must be.
  void check(bool valid, const char* name, std::string_view expected) {
    if (reading() && !valid) fail(name, expected);
  }
  void fail(Error error) {
    if (state_ != nullptr && !state_->error) state_->error = std::move(error);
  }
  [[nodiscard]] bool ok() const { return state_ == nullptr || !state_->error; }
  [[nodiscard]] const Error& error() const { return *state_->error; }

  // Reading: the object itself.
  [[nodiscard]] const Json& object() const { return *from_; }
  [[nodiscard]] bool has(const char* name) const { return member(name) != nullptr; }

 private:
  struct State {
    std::string what;
    std::string path;  // Of the object being read, with a point at its end: "attributes[2]."
    int depth = 0;
    std::optional<Error> error;
  };
  JsonFields(const Json& from, State& state);

  [[nodiscard]] const Json* member(const char* name) const;
  void fail(std::string_view name, std::string_view expected);

  template <typename T>
  void read(const char* name, T& value, bool needed) {
    static const Json kNull;
    const Json* json = member(name);
    if (state_ == nullptr || state_->error || (json == nullptr && !needed)) return;
    const size_t length = state_->path.size();
    state_->path += name;
    read_value(json == nullptr ? kNull : *json, value);
    state_->path.resize(length);
  }

  // Reads `json`, which stands at the path, or fails.
  void read_value(const Json& json, bool& value);
  void read_value(const Json& json, double& value);
  void read_value(const Json& json, std::string& value);
  void read_value(const Json& json, Json& value) { value = json; }
  bool read_whole(const Json& json, int64_t least, uint64_t most);
  template <std::integral T>
  void read_value(const Json& json, T& value) {
    using Limits = std::numeric_limits<T>;
    if (read_whole(json, static_cast<int64_t>(Limits::min()), static_cast<uint64_t>(Limits::max())))
      value = json.get<T>();
  }
  template <NamedEnum E>
  void read_value(const Json& json, E& value) {
    const auto read = json.is_string() ? enum_named<E>(json.text()) : std::nullopt;
    if (!read) return fail("", one_of(names_of(value)));
    value = *read;
  }
  template <typename T>
  void read_value(const Json& json, std::optional<T>& value) {
    read_value(json, value.emplace());
  }
  template <typename T>
  void read_value(const Json& json, std::vector<T>& values) {
    if (!json.is_array()) return fail("", "an array");
    values.resize(json.size());
    read_items(json, values);
  }
  template <typename T, size_t N>
  void read_value(const Json& json, std::array<T, N>& values) {
    if (!json.is_array() || json.size() != N)
      return fail("", "an array of " + std::to_string(N) + " items");
    read_items(json, values);
  }
  template <typename Items>
  void read_items(const Json& json, Items& values) {
    const size_t length = state_->path.size();
    for (size_t i = 0; i < values.size() && ok(); ++i) {
      state_->path += '[' + std::to_string(i) + ']';
      read_value(json[i], values[i]);
      state_->path.resize(length);
    }
  }
  template <typename T, typename Less>
  void read_value(const Json& json, std::map<std::string, T, Less>& values) {
    if (!json.is_object()) return fail("", "an object");
    const size_t length = state_->path.size();
    values.clear();
    for (const auto& [name, item] : json.items()) {
      if (!ok()) return;
      state_->path += '.' + name;
      read_value(item, values[name]);
      state_->path.resize(length);
    }
  }
  template <typename T>
  requires requires(JsonFields& fields, T& value) { describe(fields, value); }
  void read_value(const Json& json, T& value) {
    const size_t length = state_->path.size();
    if (!state_->path.empty()) state_->path += '.';
    JsonFields fields(json, *state_);
    if (ok()) describe(fields, value);
    --state_->depth;
    state_->path.resize(length);
  }

  template <typename T>
  static Json written(const T& value) {
    if constexpr (NamedEnum<T>) {
      return name_of(value);
    } else if constexpr (requires(JsonFields & fields, T & described) {
                           describe(fields, described);
                         }) {
      Json json = Json::object();
      JsonFields fields(json);
      describe(fields, const_cast<T&>(value));  // Writing changes nothing.
      return json;
    } else if constexpr (requires { value.has_value(); }) {
      return value ? written(*value) : Json();
    } else if constexpr (requires { typename T::mapped_type; }) {
      Json json = Json::object();
      for (const auto& [name, item] : value) json.append(name, written(item));
      return json;
    } else if constexpr (!std::is_convertible_v<T, std::string_view> && !std::is_same_v<T, Json> &&
                         requires { value.begin(); }) {
      Json json = Json::array();
      for (const auto& item : value) json.push_back(written<typename T::value_type>(item));
      return json;
    } else {
      return value;
    }
  }

  template <typename T>
  friend Json write_json(const T& value);
  template <typename T>
  friend Result<T> read_json(const Json& json, std::string_view what);

  const Json* from_ = nullptr;
  Json* to_ = nullptr;
  State own_;
  State* state_ = nullptr;  // Null when writing.
};

template <typename T>
Json write_json(const T& value) {
  return JsonFields::written(value);
}

// Fails with kInvalidArgument, or with kLimitExceeded if nested deeper than kMaxJsonDepth.
template <typename T>
Result<T> read_json(const Json& json, std::string_view what) {
  JsonFields fields(json, what);
  T value{};
  if (fields.ok()) describe(fields, value);
  if (!fields.ok()) return fields.error();
  return value;
}

// The JSON text of a file into a struct.
template <typename T>
Result<T> read_json_text(std::string_view text, std::string_view what) {
  WEFT_ASSIGN(const Json json, parse_json(text));
  return read_json<T>(json, what);
}

}  // namespace weft
