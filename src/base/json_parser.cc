// JSON as RFC 8259 has it, nothing more: UTF-8 that is well formed, no comments, no comma behind the last item. A byte order mark is
// passed over; of several members of one name the last one counts.
//
// One loop, with the containers that are open on a stack: a value is read to where it belongs; behind it comes a comma, and the
// next place, or the end of its container. Tested by json_test.cc.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"

namespace weft {

constexpr size_t kUsualMembers = 6;  // Of an object: so many have room without being moved.

class JsonBuilder {
 public:
  explicit JsonBuilder(std::string_view text) : text_(text) {}

  Result<Json> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    Json root;
    Json* place = &root;
    while (place != nullptr) {
      if (!read_value(*place, place)) return error();
    }
    skip_space();
    if (at_ < text_.size()) return error();
    return root;
  }

 private:
  [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    while (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r') ++at_;
  }
  bool take(char c) {
    skip_space();
    if (here() != c) return false;
    ++at_;
    return true;
  }

  // Reads what belongs at `place`, up to the place of the next value; null: there is none.
  bool read_value(Json& value, Json*& place) {
    skip_space();
    switch (here()) {
      case '{':
        return open(value, Json::object(), '}', place);
      case '[':
        return open(value, Json::array(), ']', place);
      case '"': {
        std::string text;
        if (!read_string(text)) return false;
        value = std::move(text);
        break;
      }
      case 't':
        if (!read_word("true")) return false;
        value = true;
        break;
      case 'f':
        if (!read_word("false")) return false;
        value = false;
        break;
      case 'n':
        if (!read_word("null")) return false;
        break;
      default:
        if (!read_number(value)) return false;
    }
    return next_place(place);
  }

  bool open(Json& value, Json container, char end, Json*& place) {
    ++at_;
    too_deep_ = open_.size() >= kMaxJsonDepth;
    if (too_deep_) return false;
    value = std::move(container);
    if (take(end)) return next_place(place);
    open_.push_back(&value);
    return place_in(value, place);
  }

  // Behind a value: the next one of its container, or of those that end here.
  bool next_place(Json*& place) {
    for (; !open_.empty(); open_.pop_back()) {
      if (take(',')) return place_in(*open_.back(), place);
      if (!take(open_.back()->is_object() ? '}' : ']')) return false;
    }
    place = nullptr;
    return true;
  }

  bool place_in(Json& container, Json*& place) {
    if (!container.is_object()) {
      place = &std::get<std::vector<Json>>(container.data_).emplace_back();
      return true;
    }
    std::string name;
    skip_space();
    if (here() != '"' || !read_string(name) || !take(':')) return false;
    auto& members = std::get<std::vector<Json::Member>>(container.data_);
    if (members.empty()) members.reserve(kUsualMembers);
    place = &container[name];
    *place = nullptr;
    return true;
  }

  bool read_word(std::string_view word) {
    for (const char c : word) {
      if (here() != c) return false;
      ++at_;
    }
    return true;
  }

  // REQUIRES: a quotation mark here.
  bool read_string(std::string& out) {
    ++at_;
    for (;;) {
      const size_t from = at_;
      while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
      out.append(text_, from, at_ - from);
      if (at_ == text_.size()) return false;
      if (text_[at_] == '"') return ++at_, true;
      if (text_[at_] == '\\' ? !read_escape(out) : !read_wide(out)) return false;
    }
  }
  static bool is_plain(char c) {
    return c != '"' && c != '\\' && static_cast<unsigned char>(c - 0x20) < 0x60;
  }

  // A character beyond ASCII; false for control characters, and for bytes that are none.
  bool read_wide(std::string& out) {
    if (static_cast<unsigned char>(text_[at_]) < 0x20) return false;
    const size_t from = at_;
    size_t end = at_;
    next_code_point(text_, end);
    if (end == from + 1) return false;
    out.append(text_, from, end - from);
    at_ = end;
    return true;
  }

  bool read_escape(std::string& out) {
    static constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    ++at_;
    if (here() != 'u') {
      const size_t which = kEscapes.find(here());
      if (at_ == text_.size() || which == std::string_view::npos) return false;
      out += kMeant[which];
      ++at_;
      return true;
    }
    char32_t first = 0, second = 0;
    if (!read_unit(first) || (first >= 0xDC00 && first < 0xE000)) return false;
    if (first >= 0xD800 && first < 0xDC00) {  // Half of a character.
      if (here() != '\\') return false;
      ++at_;
      if (here() != 'u' || !read_unit(second) || second < 0xDC00 || second >= 0xE000) return false;
      first = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }
    append_utf8(out, first);
    return true;
  }
  // u and four digits.
  bool read_unit(char32_t& unit) {
    ++at_;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = ascii_lower(here());
      if (!is_ascii_digit(c) && (c < 'a' || c > 'f')) return false;
      unit = unit * 16 + static_cast<char32_t>(is_ascii_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return true;
  }

  bool read_digits() {
    if (!is_ascii_digit(here())) return false;
    while (is_ascii_digit(here())) ++at_;
    return true;
  }
  bool read_number(Json& value) {
    const size_t from = at_;
    bool whole = true;
    if (here() == '-') ++at_;
    if (here() == '0') {
      ++at_;
    } else if (!read_digits()) {
      return false;
    }
    if (here() == '.') {
      whole = false;
      ++at_;
      if (!read_digits()) return false;
    }
    if (here() == 'e' || here() == 'E') {
      whole = false;
      ++at_;
      if (here() == '+' || here() == '-') ++at_;
      if (!read_digits()) return false;
    }
    const char *begin = text_.data() + from, *end = text_.data() + at_;
    const auto as = [&](auto number) {
      const bool read = std::from_chars(begin, end, number).ec == std::errc();
      if (read) value = number;
      return read;
    };
    if (whole && (*begin == '-' ? as(int64_t{}) : as(uint64_t{}))) return true;
    if (as(double{})) return true;
    const double odd =
        std::strtod(std::string(begin, end).c_str(), nullptr);  // As good as 0, or too large.
    value = odd;
    return std::isfinite(odd);
  }

  [[nodiscard]] Error error() const {
    if (too_deep_)
      return {ErrorCode::kLimitExceeded,
              fmt::format("JSON is nested more than {} deep", kMaxJsonDepth)};
    const std::string_view before = text_.substr(0, at_);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const size_t start = before.find_last_of('\n');
    const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return {ErrorCode::kInvalidArgument,
            fmt::format("not JSON at line {}, column {}", line, column)};
  }

  std::string_view text_;
  size_t at_ = 0;
  bool too_deep_ = false;
  std::vector<Json*> open_;  // Containers being read; only the last one grows.
};

Result<Json> parse_json(std::string_view text) { return JsonBuilder(text).run(); }

}  // namespace weft
