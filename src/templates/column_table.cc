#include "templates/column_table.h"

#include <algorithm>
#include <unordered_map>

#include "value/whole_value.h"

namespace weft::templates {
namespace {

// Schemas are as deep as their makers nest lists (kMaxGroupDepth), so these may recur.
void list_columns(const std::vector<model::Attribute>& attributes, const std::string& prefix,
                  std::vector<ColumnTexts>& out) {
  for (const model::Attribute& attribute : attributes) {
    if (attribute.attributes.empty()) {
      out.push_back({.name = prefix + attribute.name, .type = attribute.type});
    } else {
      list_columns(attribute.attributes, prefix + attribute.name + ".", out);
    }
  }
}

using ColumnNumbers = std::unordered_map<std::string, size_t>;

void add_texts(const model::Record& record, const std::string& prefix, uint32_t page,
               const ColumnNumbers& numbers, std::vector<ColumnTexts>& out) {
  for (const model::Record::Field& field : record.fields) {
    const auto add = [&](const model::Value& value) {
      if (value.kind == model::Value::Kind::kRecord)
        return add_texts(value.record[0], prefix + field.name + ".", page, numbers, out);
      const auto it = numbers.find(prefix + field.name);
      if (it == numbers.end()) return;
      ColumnTexts& column = out[it->second];
      if (column.texts.empty() || column.texts.back().page != page) ++column.pages;
      column.texts.push_back({page, value.text, value.provenance.path});
    };
    if (field.value.kind != model::Value::Kind::kList) add(field.value);
    for (const model::Value& item : field.value.items) add(item);
  }
}

}  // namespace

model::ValueType ColumnTexts::text_type() const {
  std::vector<std::string_view> all;
  for (const ColumnText& text : texts) all.push_back(text.text);
  return value::column_type(all);
}

std::vector<std::string_view> ColumnTexts::examples(size_t most) const {
  std::vector<std::string_view> out;
  for (const ColumnText& text : texts) {
    if (out.size() == most) break;
    if (std::find(out.begin(), out.end(), text.text) == out.end()) out.push_back(text.text);
  }
  return out;
}

std::vector<ColumnTexts> column_table(const model::Wrapper& wrapper, const model::Schema& schema,
                                      const std::vector<const model::Page*>& pages) {
  std::vector<ColumnTexts> out;
  list_columns(schema.attributes, "", out);
  ColumnNumbers numbers;
  for (size_t c = 0; c < out.size(); ++c) numbers.emplace(out[c].name, c);
  for (uint32_t p = 0; p < pages.size(); ++p) {
    for (const model::Record& record : wrapper.apply(*pages[p]).records)
      add_texts(record, "", p, numbers, out);
  }
  return out;
}

}  // namespace weft::templates
