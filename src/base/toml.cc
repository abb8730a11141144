// toml++ parses; what it gives is copied into values of our own, so that its header is compiled
// once. Tested by toml_test.cc.

#include "base/toml.h"

#include <algorithm>

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <fmt/format.h>

namespace weft {
namespace {

TomlValue toml_value(const toml::node& node);

TomlValue toml_table(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> rows;
  for (const auto& [key, node] : table) rows.emplace_back(&key, &node);
  const auto place = [](const toml::key& key) {
    return std::pair(key.source().begin.line, key.source().begin.column);
  };
  std::sort(rows.begin(), rows.end(),
            [&](const auto& a, const auto& b) { return place(*a.first) < place(*b.first); });
  TomlValue value;
  for (const auto& [key, node] : rows) {
    value.members.push_back(toml_value(*node));
    value.members.back().key = key->str();
  }
  return value;
}

// Recursion is bounded by the parser's own limit of nesting, 256.
TomlValue toml_value(const toml::node& node) {
  TomlValue value;
  value.kind = TomlValue::Kind::kOther;
  if (const auto* table = node.as_table()) {
    value = toml_table(*table);
  } else if (const auto* array = node.as_array()) {
    value.kind = TomlValue::Kind::kList;
    for (const toml::node& item : *array) value.items.push_back(toml_value(item));
  } else if (const auto* text = node.as_string()) {
    value.kind = TomlValue::Kind::kText;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = TomlValue::Kind::kInteger;
    value.integer = integer->get();
    value.number = static_cast<double>(value.integer);
  } else if (const auto* real = node.as_floating_point()) {
    value.kind = TomlValue::Kind::kReal;
    value.number = real->get();
  } else if (const auto* flag = node.as_boolean()) {
    value.kind = TomlValue::Kind::kFlag;
    value.flag = flag->get();
  }
  value.line = static_cast<uint32_t>(node.source().begin.line);
  return value;
}

}  // namespace

const TomlValue* TomlValue::find(std::string_view wanted) const {
  for (const TomlValue& member : members) {
    if (member.key == wanted) return &member;
  }
  return nullptr;
}

std::optional<std::vector<std::string>> TomlValue::texts() const {
  if (is_text()) return std::vector{text};
  if (kind != Kind::kList) return std::nullopt;
  std::vector<std::string> all;
  for (const TomlValue& item : items) {
    if (!item.is_text()) return std::nullopt;
    all.push_back(item.text);
  }
  return all;
}

Result<TomlValue> read_toml(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text, std::string_view(file));
  if (!parsed) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}, line {}: {}", file, parsed.error().source().begin.line,
                             parsed.error().description())};
  }
  return toml_value(parsed.table());
}

Error at_line(const std::string& file, const TomlValue& value, std::string_view message) {
  return {ErrorCode::kInvalidArgument, fmt::format("{}, line {}: {}", file, value.line, message)};
}

}  // namespace weft
