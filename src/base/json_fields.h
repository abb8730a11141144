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
// with a description, or a Json; or a vector, array, tuple, optional or map by name of these. Whatever
// follows a field is handed to the descriptions in it: required("nodes", nodes, vocabulary) calls
// describe(json, node, vocabulary). A struct may also be read from a string if read_text(text,
// value), which gives a Status, stands beside its description.
//
// The first failure ends reading. Its message names the path of the member:
//   health model: "attributes[2].count.mean" must be a number
#pragma once

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/enum_names.h"
#include "base/json.h"
#include "base/result.h"

namespace weft {

class JsonFields {
 public:
  [[nodiscard]] bool reading() const { return to_ == nullptr; }

  // Always written; reading fails without it.
  template <typename T, typename... Context>
  void required(const char* name, T& value, Context&&... context) {
    if (reading())
      read(name, /*needed=*/true, value, context...);
    else
      to_->append(name, written(value, context...));
  }
  // Always written; keeps its value where it is absent.
  template <typename T, typename... Context>
  void field(const char* name, T& value, Context&&... context) {
    if (reading())
      read(name, /*needed=*/false, value, context...);
    else
      to_->append(name, written(value, context...));
  }
  // Written where it differs from the fallback, which it becomes where it is absent.
  template <typename T>
  void optional(const char* name, T& value, const std::type_identity_t<T>& fallback = {}) {
    if (!reading()) {
      if (!(value == fallback)) to_->append(name, written(value));
      return;
    }
    if (!has(name)) value = fallback;
    read(name, /*needed=*/false, value);
  }
  // As optional with an empty container or optional for fallback: for items that do not compare.
  template <typename T, typename... Context>
  void unless_empty(const char* name, T& value, Context&&... context) {
    bool empty = false;
    if constexpr (requires { value.empty(); })
      empty = value.empty();
    else
      empty = !value.has_value();
    if (reading() || !empty) field(name, value, context...);
  }
  // Written for readers of the file, not read.
  void note(const char* name, Json value) {
    if (!reading()) to_->append(name, std::move(value));
  }
  // Begins a file: {"weft": name, "version": version}. Reading fails with kInvalidArgument for
  // another name, or none where it is needed, with kUnsupported for a later version.
  void header(std::string_view name, uint64_t version, bool needed = true);

  // Reading: fails unless `valid`, saying what the member must be.
  void check(bool valid, const char* name, std::string_view expected) {
    if (reading() && !valid) fail(name, expected);
  }
  // Reading: takes what was made of a member, or fails as making it did.
  template <typename T>
  void take(const char* name, T& value, Result<T> made) {
    if (!made.ok()) return fail(made.error().in(place(name)));
    value = std::move(*made);
  }
  void fail(Error error) {
    if (state_ != nullptr && !state_->error) state_->error = std::move(error);
  }
  [[nodiscard]] bool ok() const { return state_ == nullptr || !state_->error; }

  // Reading: whether there is such a member, and it is not null.
  [[nodiscard]] bool has(const char* name) const { return member(name) != nullptr; }

 private:
  struct State {
    std::string what;
    std::string path;  // Of the object being read, with a point at its end: "attributes[2]."
    int depth = 0;
    std::optional<Error> error;
  };
  JsonFields(const Json& from, State& state);
  explicit JsonFields(State& state) : state_(&state) {}
  explicit JsonFields(Json& to) : to_(&to) {}

  [[nodiscard]] const Json* member(const char* name) const;
  // For messages: what is read, and the path of the member.
  [[nodiscard]] std::string place(std::string_view name) const;
  void fail(std::string_view name, std::string_view expected);

  template <typename T, typename... Context>
  void read(const char* name, bool needed, T& value, Context&... context) {
    static const Json kNull;
    const Json* json = member(name);
    if (state_ == nullptr || state_->error || (json == nullptr && !needed)) return;
    const size_t length = state_->path.size();
    state_->path += name;
    read_value(json == nullptr ? kNull : *json, value, context...);
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
    using Whole = std::numeric_limits<T>;
    if (read_whole(json, static_cast<int64_t>(Whole::min()), static_cast<uint64_t>(Whole::max())))
      value = json.get<T>();
  }
  template <NamedEnum E>
  void read_value(const Json& json, E& value) {
    const auto read = json.is_string() ? enum_named<E>(json.text()) : std::nullopt;
    if (!read) return fail("", one_of(names_of(value)));
    value = *read;
  }
  template <typename T, typename... Context>
  void read_value(const Json& json, std::optional<T>& value, Context&... context) {
    read_value(json, value.emplace(), context...);
  }
  template <typename T, typename... Context>
  void read_value(const Json& json, std::vector<T>& values, Context&... context) {
    if (!json.is_array()) return fail("", "an array");
    values.resize(json.size());
    for (size_t i = 0; i < values.size(); ++i) read_item(json, i, values[i], context...);
  }
  // Arrays, pairs and tuples.
  template <typename T>
  requires requires { std::tuple_size<T>::value; }
  void read_value(const Json& json, T& values) {
    if (!json.is_array() || json.size() != std::tuple_size_v<T>)
      return fail("", "an array of " + std::to_string(std::tuple_size_v<T>) + " items");
    size_t i = 0;
    std::apply([&](auto&... items) { (read_item(json, i++, items), ...); }, values);
  }
  template <typename T, typename... Context>
  void read_item(const Json& json, size_t i, T& value, Context&... context) {
    const size_t length = state_->path.size();
    if (!ok()) return;
    state_->path += '[' + std::to_string(i) + ']';
    read_value(json[i], value, context...);
    state_->path.resize(length);
  }
  template <typename T, typename... Context>
  requires std::is_same_v<typename T::key_type, std::string>
  void read_value(const Json& json, T& values, Context&... context) {
    if (!json.is_object()) return fail("", "an object");
    const size_t length = state_->path.size();
    values.clear();
    for (const auto& [name, item] : json.items()) {
      if (!ok()) return;
      state_->path += '.' + name;
      read_value(item, values[name], context...);
      state_->path.resize(length);
    }
  }
  template <typename T, typename... Context>
  requires requires(JsonFields& fields, T& value, Context&... context) {
    describe(fields, value, context...);
  }
  void read_value(const Json& json, T& value, Context&... context) {
    if constexpr (requires { read_text(std::string_view(), value); }) {
      if (json.is_string()) {
        const Status read = read_text(json.text(), value);
        return read.ok() ? void() : fail(read.error().in(place("")));
      }
    }
    const size_t length = state_->path.size();
    if (!state_->path.empty()) state_->path += '.';
    JsonFields fields(json, *state_);
    if (ok()) describe(fields, value, context...);
    --state_->depth;
    state_->path.resize(length);
  }

  template <typename T, typename... Context>
  static Json written(const T& value, Context&... context) {
    if constexpr (NamedEnum<T>) {
      return name_of(value);
    } else if constexpr (requires(JsonFields & fields, T & described) {
                           describe(fields, described, context...);
                         }) {
      Json json = Json::object();
      JsonFields fields(json);
      describe(fields, const_cast<T&>(value), context...);  // Writing changes nothing.
      return json;
    } else if constexpr (requires { value.has_value(); }) {
      return value ? written(*value, context...) : Json();
    } else if constexpr (requires { typename T::mapped_type; }) {
      Json json = Json::object();
      for (const auto& [name, item] : value) {
        if constexpr (NamedEnum<typename T::key_type>)
          json.append(std::string(name_of(name)), written(item, context...));
        else
          json.append(name, written(item, context...));
      }
      return json;
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      Json json = Json::array();
      std::apply([&](const auto&... items) { (json.push_back(written(items)), ...); }, value);
      return json;
    } else if constexpr (!std::is_convertible_v<T, std::string_view> && !std::is_same_v<T, Json> &&
                         requires { value.begin(); }) {
      Json json = Json::array();
      for (const auto& item : value) json.push_back(written(item, context...));
      return json;
    } else {
      return value;
    }
  }

  template <typename T, typename... Context>
  friend Json write_json(const T& value, Context&&... context);
  template <typename T, typename... Context>
  friend Result<T> read_json(const Json& json, std::string_view what, Context&&... context);

  const Json* from_ = nullptr;
  Json* to_ = nullptr;
  State* state_ = nullptr;  // Null when writing.
};

template <typename T, typename... Context>
Json write_json(const T& value, Context&&... context) {
  return JsonFields::written(value, context...);
}

// `what` begins the messages. Fails with kInvalidArgument, or with kLimitExceeded if nested deeper
// than kMaxJsonDepth.
template <typename T, typename... Context>
Result<T> read_json(const Json& json, std::string_view what, Context&&... context) {
  JsonFields::State state{.what = std::string(what)};
  T value{};
  JsonFields(state).read_value(json, value, context...);
  if (state.error) return *state.error;
  return value;
}

// The JSON text of a file into a struct.
template <typename T>
Result<T> read_json_text(std::string_view text, std::string_view what) {
  WEFT_ASSIGN(const Json json, parse_json(text));
  return read_json<T>(json, what);
}

}  // namespace weft
