#include "mine/region_output.h"

#include <algorithm>

#include "mine/node_paths.h"
#include "value/normalize.h"

namespace weft::mine {
namespace {

using dom::NodeId;

// One past the last node that the region refers to.
NodeId end_of(const Region& region) {
  NodeId end = dom::kRoot;
  for (const RecordSpan& record : region.records) end = std::max(end, record.end);
  for (const auto& parts : region.further) {
    for (const RecordSpan& part : parts) end = std::max(end, part.end);
  }
  return end;
}

class Writer {
 public:
  Writer(const model::Page& page, const Region& region)
      : page_(page), paths_(page.document, end_of(region)) {
    const dom::Document& doc = page.document;
    const NodeId html = doc.document_element();
    if (html == dom::kNoNode) return;
    if (const auto lang = doc.attribute(html, dom::atoms::kLang)) language_ = *lang;
  }

  model::Value value(const Cell& cell, model::ValueType type, double confidence) const {
    model::Value value = model::Value::leaf(
        cell.text, {paths_.path(cell.node, cell.attribute), page_.document.source_range(cell.node)},
        confidence);
    if (type == model::ValueType::kText) return value;
    const value::NormalizeContext context{.base_url = page_.url, .language = language_};
    value.normalized = value::normalize(type, cell.text, context).value_or("");
    return value;
  }

  model::Record record(const std::vector<Column>& columns, size_t row, double confidence) const {
    model::Record record;
    record.id = std::to_string(row);
    for (const Column& column : columns) {
      const Cell& cell = column.cells[row];
      if (cell.node != dom::kNoNode) record.set(column.name, value(cell, column.type, confidence));
    }
    return record;
  }

  [[nodiscard]] std::string path(const Cell& cell) const {
    return paths_.path(cell.node, cell.attribute);
  }

 private:
  const model::Page& page_;
  NodePaths paths_;
  std::string_view language_;
};

void add_nested(const Writer& writer, const Region& region, std::vector<model::Record>& records) {
  for (const NestedTable& table : region.nested) {
    std::vector<std::vector<model::Value>> rows(records.size());
    for (size_t row = 0; row < table.rows.size(); ++row) {
      model::Record record = writer.record(table.columns, row, region.confidence);
      if (!record.fields.empty())
        rows[table.owner[row]].push_back(model::Value::nested(std::move(record)));
    }
    for (size_t r = 0; r < records.size(); ++r) {
      std::string name = table.name;
      while (records[r].find(name) != nullptr) name += "_list";
      if (!rows[r].empty()) records[r].set(name, model::Value::list(std::move(rows[r])));
    }
  }
}

model::Attribute attribute_of(const Column& column) {
  model::Attribute attribute;
  attribute.name = column.name;
  attribute.type = column.type;
  attribute.optional = true;
  return attribute;
}

}  // namespace

model::Extraction to_extraction(const model::Page& page, const Region& region,
                                NestedOutput nested) {
  const Writer writer(page, region);
  model::Extraction extraction;
  extraction.page = page.id;
  extraction.wrapper = "mine";
  for (size_t r = 0; r < region.records.size(); ++r) {
    extraction.records.push_back(writer.record(region.columns, r, region.confidence));
  }
  if (nested == NestedOutput::kInclude) add_nested(writer, region, extraction.records);
  return extraction;
}

std::vector<model::Label> to_labels(const model::Page& page, const Region& region) {
  const Writer writer(page, region);
  std::vector<model::Label> labels;
  for (size_t r = 0; r < region.records.size(); ++r) {
    for (const Column& column : region.columns) {
      const Cell& cell = column.cells[r];
      if (cell.node == dom::kNoNode) continue;
      labels.push_back({.page = page.id,
                        .record = std::to_string(r),
                        .attribute = column.name,
                        .path = writer.path(cell),
                        .span = std::nullopt,
                        .value = cell.text,
                        .source = model::LabelSource::kMiner,
                        .confidence = region.confidence});
    }
  }
  return labels;
}

model::Schema to_schema(const Region& region, NestedOutput nested) {
  model::Schema schema;
  schema.name = "Record";
  for (const Column& column : region.columns) schema.attributes.push_back(attribute_of(column));
  if (nested == NestedOutput::kLeaveOut) return schema;
  for (const NestedTable& table : region.nested) {
    model::Attribute attribute;
    attribute.name = table.name;
    attribute.set = true;
    attribute.optional = true;
    for (const Column& column : table.columns) attribute.attributes.push_back(attribute_of(column));
    schema.attributes.push_back(std::move(attribute));
  }
  return schema;
}

}  // namespace weft::mine
