// Json: a JSON value, read, changed and written.
//
//   Json label = {{"page", "a.html"}, {"span", {3, 9}}};
//   label["value"] = "12.50";
//   dump_json(label)      {"page":"a.html","span":[3,9],"value":"12.50"}
//
// Braces make an object where each item is a pair that begins with a text, else an array. Members
// keep the order in which they were added; a name is found by going through them, so objects are for
// tens of members, not thousands. Whole numbers are kept as such, others as double.
//
// A type of our own because the templates of JSON libraries were a third of what compiling Weft
// costs, and a parser of our own (json_parser.cc), which takes a quarter of their time. Files are read
// through field descriptions: json_fields.h.
//
// Threads: as int. Values from outside are looked at with is_…() or find() first: get() of another
// kind is a bug, and stops the process.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/result.h"

namespace weft {

class Json {
 public:
  struct Member;  // first: the name; second: the value

  Json();  // null
  Json(std::nullptr_t);
  template <typename T>
  requires std::is_same_v<T, bool> Json(T value);
  template <typename T>
  requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Json(T value);
  Json(double value);
  Json(std::string value);
  Json(std::string_view value);
  Json(const char* value);
  template <typename T>
  Json(const std::vector<T>& items);
  template <typename T>
  Json(const std::set<T>& items);
  template <typename A, typename B>
  Json(const std::pair<A, B>& pair) : Json(array({pair.first, pair.second})) {}
  template <typename T, typename Less>
  Json(const std::map<std::string, T, Less>& members) : Json(object()) {
    for (const auto& [name, value] : members) append(name, Json(value));
  }
  template <typename T>
  Json(const std::optional<T>& value) {
    if (value) *this = Json(*value);
  }
  Json(std::initializer_list<Json> items);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array();
  static Json array(std::initializer_list<Json> items);
  static Json object();

  [[nodiscard]] bool is_null() const { return data_.index() == 0; }
  [[nodiscard]] bool is_boolean() const { return std::holds_alternative<bool>(data_); }
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] bool is_number_integer() const;
  [[nodiscard]] bool is_number_unsigned() const { return std::holds_alternative<uint64_t>(data_); }
  [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(data_); }
  [[nodiscard]] bool is_array() const { return std::holds_alternative<std::vector<Json>>(data_); }
  [[nodiscard]] bool is_object() const {
    return std::holds_alternative<std::vector<Member>>(data_);
  }

  // REQUIRES: it is such a value; any number is every kind of number.
  template <typename T>
  [[nodiscard]] T get() const {
    if constexpr (std::is_same_v<T, bool>)
      return boolean();
    else if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(number());
    else if constexpr (std::is_unsigned_v<T>)
      return static_cast<T>(unsigned_number());
    else if constexpr (std::is_integral_v<T>)
      return static_cast<T>(signed_number());
    else
      return T(text());
  }
  // REQUIRES: is_string().
  [[nodiscard]] const std::string& text() const;

  // The texts among the items of an array.
  [[nodiscard]] std::vector<std::string> texts() const;

  // The member of that name; null if there is none, or this is no object.
  [[nodiscard]] const Json* find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
  // The text of the member of that name; the fallback if there is none, or it is no text.
  [[nodiscard]] std::string text_of(std::string_view name, std::string_view fallback = "") const;
  // The member, null if there is none; from the second on, added if there is none. A null becomes
  // an object. REQUIRES of the second: an object or null.
  const Json& operator[](std::string_view name) const;
  Json& operator[](std::string_view name);
  // REQUIRES: an array with such an item.
  template <typename Index, typename = std::enable_if_t<std::is_integral_v<Index>>>
  const Json& operator[](Index index) const {
    return item(static_cast<size_t>(index));
  }
  template <typename Index, typename = std::enable_if_t<std::is_integral_v<Index>>>
  Json& operator[](Index index) {
    return const_cast<Json&>(item(static_cast<size_t>(index)));
  }

  // Items of an array, members of an object; 0 for null, 1 for anything else.
  [[nodiscard]] size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  // The items of an array; none for anything else.
  [[nodiscard]] const Json* begin() const;
  [[nodiscard]] const Json* end() const { return begin() + (is_array() ? size() : 0); }
  // What an array or object holds, in its order; none for anything else.
  [[nodiscard]] std::vector<const Json*> children() const;
  // The members of an object; none for anything else.
  [[nodiscard]] const std::vector<Member>& items() const;

  // The last item. REQUIRES: an array with items.
  Json& back();
  // Adds to an array; a null becomes one.
  void push_back(Json item);
  // Adds a member without looking for one of that name. REQUIRES: an object.
  void append(std::string name, Json value);
  // Takes over the members of another object, replacing those of the same name.
  void update(const Json& other);

  bool operator==(const Json& other) const;

  // On one line, or indented. Bytes that are not UTF-8 become U+FFFD.
  [[nodiscard]] std::string dump(int indent = -1) const;

 private:
  friend class JsonBuilder;
  using Data = std::variant<std::nullptr_t, bool, int64_t, uint64_t, double, std::string,
                            std::vector<Json>, std::vector<Member>>;

  static Json of(Data data);
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] uint64_t unsigned_number() const;
  [[nodiscard]] int64_t signed_number() const;
  [[nodiscard]] const Json& item(size_t index) const;
  void append_to(std::string& out, int indent, int depth) const;

  mutable Data data_;  // Mutable so that the items of an initializer list can be moved from.
};

struct Json::Member {
  std::string first;
  Json second;
  bool operator==(const Member&) const = default;
};

// Here, because only now is a value's type complete.
inline Json::Json() = default;
inline Json::Json(std::nullptr_t) {}
template <typename T>
requires std::is_same_v<T, bool> Json::Json(T value) : data_(value) {}
template <typename T>
requires(std::is_integral_v<T> && !std::is_same_v<T, bool>) Json::Json(T value) {
  // A number is negative or not, whatever the type it came from.
  if (value < 0)
    data_ = static_cast<int64_t>(value);
  else
    data_ = static_cast<uint64_t>(value);
}
template <typename T>
Json::Json(const std::vector<T>& items) : data_(std::vector<Json>(items.begin(), items.end())) {}
template <typename T>
Json::Json(const std::set<T>& items) : data_(std::vector<Json>(items.begin(), items.end())) {}
inline Json::Json(double value) : data_(value) {}
inline Json::Json(std::string value) : data_(std::move(value)) {}
inline Json::Json(std::string_view value) : data_(std::string(value)) {}
inline Json::Json(const char* value) : data_(std::string(value)) {}
inline Json Json::array() { return of(std::vector<Json>()); }

// Deeper JSON is refused: what Weft writes is never this deep, and printing JSON recurses.
inline constexpr int kMaxJsonDepth = 200;

// Fails with kInvalidArgument, naming line and column, or with kLimitExceeded if nested too deeply.
Result<Json> parse_json(std::string_view text);

// On one line; bytes that are not UTF-8 become U+FFFD.
std::string dump_json(const Json& json);
// Indented by two, ended by a line feed: for files that people read.
std::string dump_json_pretty(const Json& json);
// As dump_json: for messages of tests.
std::ostream& operator<<(std::ostream& out, const Json& json);

// --- JSON written piece by piece, for output that is too large for a tree of values ---

// Appends `text` as a JSON string, quotes included. The result is valid JSON whatever the bytes
// are: malformed UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

// Appends the shortest text that reads as the same number, with a point or an exponent; null if it
// is not finite.
void append_json_number(std::string& out, double number);

}  // namespace weft
