#include "base/json.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <fmt/format.h>

#include "base/check.h"
#include "base/strings.h"

namespace weft {

namespace {

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
      break;
  }
}

bool is_plain(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != '\x7F';
}

bool is_pair(const Json& json) {
  return json.is_array() && json.size() == 2 && json[0].is_string();
}

}  // namespace

Json::Json(std::initializer_list<Json> items) {
  if (!std::all_of(items.begin(), items.end(), is_pair)) {
    *this = array(items);
    return;
  }
  std::vector<Member> members;
  members.reserve(items.size());
  for (const Json& item : items) {
    auto& pair = std::get<std::vector<Json>>(item.data_);
    members.push_back({std::get<std::string>(std::move(pair[0].data_)), std::move(pair[1])});
  }
  data_ = std::move(members);
}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::of(Data data) {
  Json json;
  json.data_ = std::move(data);
  return json;
}

Json Json::array(std::initializer_list<Json> items) {
  std::vector<Json> moved;
  moved.reserve(items.size());
  for (const Json& item : items) moved.push_back(of(std::move(item.data_)));
  return of(std::move(moved));
}

Json Json::object() { return of(std::vector<Member>()); }

bool Json::is_number_integer() const {
  return is_number_unsigned() || std::holds_alternative<int64_t>(data_);
}

bool Json::is_number() const {
  return is_number_integer() || std::holds_alternative<double>(data_);
}

bool Json::boolean() const {
  WEFT_CHECK(is_boolean());
  return std::get<bool>(data_);
}

double Json::number() const {
  WEFT_CHECK(is_number());
  if (const auto* whole = std::get_if<uint64_t>(&data_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<int64_t>(&data_)) return static_cast<double>(*whole);
  return std::get<double>(data_);
}

uint64_t Json::unsigned_number() const {
  if (const auto* whole = std::get_if<uint64_t>(&data_)) return *whole;
  if (const auto* whole = std::get_if<int64_t>(&data_)) return static_cast<uint64_t>(*whole);
  return static_cast<uint64_t>(number());
}

int64_t Json::signed_number() const {
  return is_number_integer() ? static_cast<int64_t>(unsigned_number())
                             : static_cast<int64_t>(number());
}

const std::string& Json::text() const {
  WEFT_CHECK(is_string());
  return std::get<std::string>(data_);
}

std::vector<std::string> Json::texts() const {
  std::vector<std::string> texts;
  for (const Json& item : *this) {
    if (item.is_string()) texts.push_back(item.text());
  }
  return texts;
}

const Json* Json::find(std::string_view name) const {
  for (const Member& member : items()) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}

std::string Json::text_of(std::string_view name, std::string_view fallback) const {
  const Json* member = find(name);
  return member != nullptr && member->is_string() ? member->text() : std::string(fallback);
}

const Json& Json::operator[](std::string_view name) const {
  static const Json kNull;
  const Json* member = find(name);
  return member == nullptr ? kNull : *member;
}

Json& Json::operator[](std::string_view name) {
  if (const Json* member = find(name)) return const_cast<Json&>(*member);
  if (is_null()) *this = object();
  append(std::string(name), {});
  return std::get<std::vector<Member>>(data_).back().second;
}

const Json& Json::item(size_t index) const {
  WEFT_CHECK(is_array() && index < size());
  return begin()[index];
}

size_t Json::size() const {
  if (is_array()) return std::get<std::vector<Json>>(data_).size();
  return is_null() ? 0 : is_object() ? items().size() : 1;
}

const Json* Json::begin() const {
  return is_array() ? std::get<std::vector<Json>>(data_).data() : nullptr;
}

std::vector<const Json*> Json::children() const {
  std::vector<const Json*> children;
  for (const Json& item : *this) children.push_back(&item);
  for (const Member& member : items()) children.push_back(&member.second);
  return children;
}

const std::vector<Json::Member>& Json::items() const {
  static const std::vector<Member> kNone;
  const auto* members = std::get_if<std::vector<Member>>(&data_);
  return members == nullptr ? kNone : *members;
}

Json& Json::back() {
  WEFT_CHECK(is_array() && !empty());
  return std::get<std::vector<Json>>(data_).back();
}

void Json::push_back(Json item) {
  if (is_null()) *this = array();
  WEFT_CHECK(is_array());
  std::get<std::vector<Json>>(data_).push_back(std::move(item));
}

void Json::append(std::string name, Json value) {
  WEFT_CHECK(is_object());
  std::get<std::vector<Member>>(data_).push_back({std::move(name), std::move(value)});
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.items()) (*this)[name] = value;
}

bool Json::operator==(const Json& other) const {
  if (is_number() && other.is_number() && is_number_integer() != other.is_number_integer())
    return number() == other.number();
  return data_ == other.data_;
}

// Recursion follows the nesting, at most kMaxJsonDepth for what was parsed.
void Json::append_to(std::string& out, int indent, int depth) const {
  const auto line = [&](int levels) {
    if (indent < 0) return;
    out += '\n';
    out.append(static_cast<size_t>(indent) * static_cast<size_t>(levels), ' ');
  };
  const auto list = [&](char open, char close, const auto& all, const auto& append_one) {
    out += open;
    for (const auto& one : all) {
      if (&one != &all.front()) out += ',';
      line(depth + 1);
      append_one(one);
    }
    if (!all.empty()) line(depth);
    out += close;
  };
  const auto append_item = [&](const Json& item) { item.append_to(out, indent, depth + 1); };
  if (is_object()) {
    list('{', '}', items(), [&](const Member& member) {
      append_json_string(out, member.first);
      out += indent < 0 ? ":" : ": ";
      append_item(member.second);
    });
  } else if (is_array()) {
    list('[', ']', std::get<std::vector<Json>>(data_), append_item);
  } else if (is_string()) {
    append_json_string(out, text());
  } else if (is_number_integer()) {
    out +=
        is_number_unsigned() ? std::to_string(unsigned_number()) : std::to_string(signed_number());
  } else if (is_number()) {
    append_json_number(out, number());
  } else {
    out += is_null() ? "null" : boolean() ? "true" : "false";
  }
}

std::string Json::dump(int indent) const {
  std::string out;
  append_to(out, indent, 0);
  return out;
}

std::string dump_json(const Json& json) { return json.dump(); }

std::ostream& operator<<(std::ostream& out, const Json& json) { return out << json.dump(); }

std::string dump_json_pretty(const Json& json) { return json.dump(2) + "\n"; }

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_plain(text[end]) && static_cast<unsigned char>(text[end]) < 0x80)
      ++end;
    out.append(text, at, end - at);
    at = end;
    if (at == text.size()) break;
    if (is_plain(text[at])) {
      append_utf8(out, next_code_point(text, at));
    } else {
      append_escape(out, text[at++]);
    }
  }
  out.push_back('"');
}

void append_json_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  const size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{}", number);
  if (out.find_first_of(".e", begin) == std::string::npos) out += ".0";
}

}  // namespace weft
