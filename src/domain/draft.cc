#include "domain/draft.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "annotate/domain.h"
#include "base/strings.h"
#include "value/whole_value.h"

namespace weft::domain {
namespace {

constexpr size_t kMostTerms = 50;     // Shown in a draft.
constexpr double kRecurring = 0.5;    // So many distinct values, or fewer, of all: terms.
constexpr double kDistinct = 0.9;     // So many: what tells records apart.
constexpr size_t kLeastExamples = 4;  // Fewer say nothing.

struct Examples {
  size_t records = 0;
  std::vector<std::string> order;                          // Of attributes.
  std::map<std::string, std::vector<std::string>> values;  // By attribute.
};

Examples gather(const std::vector<model::Extraction>& extractions) {
  Examples examples;
  for (const model::Extraction& extraction : extractions) {
    for (const model::Record& record : extraction.records) {
      ++examples.records;
      for (const model::Record::Field& field : record.fields) {
        if (field.value.kind != model::Value::Kind::kLeaf) continue;
        auto& values = examples.values[field.name];
        if (values.empty()) examples.order.push_back(field.name);
        values.push_back(field.value.text);
      }
    }
  }
  return examples;
}

// As descriptions write it: basic strings of TOML.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

std::string bare_key(std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_ascii_alpha(c) || is_ascii_digit(c) || c == '_' || c == '-';
  });
  return bare ? std::string(name) : quoted(name);
}

// The first type of a description that a table holds so.
std::string_view type_name(model::ValueType type) {
  for (size_t t = 0; t < annotate::kEntityTypes; ++t) {
    const auto entity = static_cast<annotate::EntityType>(t);
    if (annotate::value_type_of(entity) == type) return annotate::names_of(entity)[t];
  }
  return "text";
}

std::vector<std::string> recurring(std::vector<std::string> values) {
  const size_t all = values.size();
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  const bool recur = all >= kLeastExamples &&
                     static_cast<double>(values.size()) <= kRecurring * static_cast<double>(all);
  if (!recur || values.size() > kMostTerms) values.clear();
  return values;
}

bool tells_apart(std::vector<std::string> values) {
  const size_t all = values.size();
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return static_cast<double>(distinct) >= kDistinct * static_cast<double>(all);
}

std::string list_of(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + quoted(item);
  return "[" + out + "]";
}

}  // namespace

std::string draft_domain(const std::string& name, const model::Schema& schema,
                         const std::vector<model::Extraction>& extractions) {
  Examples examples = gather(extractions);
  std::vector<model::Attribute> attributes = schema.attributes;
  if (attributes.empty()) {
    for (const std::string& attribute : examples.order) {
      const std::vector<std::string>& values = examples.values[attribute];
      const std::vector<std::string_view> cells(values.begin(), values.end());
      attributes.push_back({.name = attribute, .type = value::column_type(cells)});
    }
  }
  std::string out = fmt::format(
      "# A draft: add the words that pages print beside values, in the languages you expect, and "
      "what\n"
      "# looks alike and is something else (not = […]).\n"
      "name = {}\nrecord = {}\nwords = [{}]\n",
      quoted(name), quoted(schema.name.empty() ? "Thing" : schema.name), quoted(name));
  bool subject = false;
  for (const model::Attribute& attribute : attributes) {
    const std::vector<std::string>& values = examples.values[attribute.name];
    std::string label = attribute.name;
    std::replace(label.begin(), label.end(), '_', ' ');
    out += fmt::format("\n[attributes.{}]\ntype = {}\nlabels = [{}]\n", bare_key(attribute.name),
                       quoted(type_name(attribute.type)), quoted(label));
    const bool text = attribute.type == model::ValueType::kText;
    std::vector<std::string> flags;
    if (text && !subject && tells_apart(values)) {
      flags.emplace_back("subject");
      subject = true;
    } else if (const auto terms = recurring(values); text && !terms.empty()) {
      out += fmt::format("terms = {}\n", list_of(terms));
    }
    const bool everywhere = examples.records >= kLeastExamples && values.size() == examples.records;
    if (attribute.mandatory || everywhere) flags.emplace_back("mandatory");
    if (attribute.set) flags.emplace_back("set");
    if (!flags.empty()) out += fmt::format("flags = {}\n", list_of(flags));
  }
  return out;
}

}  // namespace weft::domain
