// A region as text, labels and records. A mined table is written out in the terms of the rest of
// Weft: each cell becomes a label with the path to its node, or a value with its provenance, so
// that what nobody labelled can be learned from and extracted like anything else.
#include "mine/region.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "mine/columns.h"
#include "model/page_context.h"
#include "value/whole_value.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

// A record's words do not include the choices of its forms, or every record would hold them all.
bool is_left_out(dom::Atom name) {
  return dom::is_unread(name) || name == atoms::kSelect || name == atoms::kTextarea;
}

// Marks inside a word or phrase: no space where they begin and end.
bool joins(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kMark || name == atoms::kU || name == atoms::kSub || name == atoms::kSup ||
         name == atoms::kWbr || name == atoms::kFont;
}

// One past the last node that the region refers to.
NodeId end_of(const Region& region) {
  NodeId end = dom::kRoot;
  for (const RecordSpan& record : region.records) end = std::max(end, record.end);
  for (const auto& parts : region.further) {
    for (const RecordSpan& part : parts) end = std::max(end, part.end);
  }
  for (const Column& column : region.columns) {  // Of sections, they may stand behind.
    for (const Cell& cell : column.cells) {
      if (cell.node != dom::kNoNode) end = std::max(end, dom::next(cell.node));
    }
  }
  return end;
}

class Writer {
 public:
  Writer(const model::Page& page, const Region& region)
      : page_(page),
        paths_(page.document, end_of(region)),
        context_(page, model::prices_in(to_schema(region))) {}

  model::Value value(const Cell& cell, model::ValueType type, double confidence) const {
    model::Value value = model::Value::leaf(
        cell.text, {path(cell), page_.document.source_range(cell.node)}, confidence);
    if (type == model::ValueType::kText) return value;
    value.normalized = value::whole_value(type, cell.text, context_.get()).value_or("");
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
  dom::IndexedPaths paths_;
  model::PageContext context_;
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

// Whether the value is all that its node holds.
bool holds_value(const dom::Document& doc, const Cell& cell) {
  return cell.attribute != dom::kNoAtom || dom::value_text(doc, cell.node) == cell.text;
}

// The cell of an extracted value; no node if the page has none at its path.
Cell cell_at(const dom::Document& doc, const model::Value& value) {
  const std::string& path = value.provenance.path;
  const size_t at = std::min(path.find("/@"), path.size());
  const auto node = dom::resolve_indexed_path(doc, std::string_view(path).substr(0, at));
  if (value.kind != model::Value::Kind::kLeaf || !node.ok()) return {};
  const dom::Atom attribute =
      at == path.size() ? dom::kNoAtom : dom::atom_of(std::string_view(path).substr(at + 2));
  return {*node, attribute, value.text};
}

model::Attribute attribute_of(const Column& column) {
  model::Attribute attribute;
  attribute.name = column.name;
  attribute.type = column.type;
  attribute.optional = true;
  attribute.whole = column.type != model::ValueType::kText;
  return attribute;
}

}  // namespace

RecordSpan span_around(const dom::Document& doc, NodeId first, NodeId last) {
  const NodeId around = doc.lowest_common_ancestor(first, last);
  if (around == first) return {first, doc.end(first)};
  while (doc.parent(first) != around) first = doc.parent(first);
  while (doc.parent(last) != around) last = doc.parent(last);
  return {first, doc.end(last)};
}

Region flattened(Region region) {
  const auto largest = std::max_element(
      region.nested.begin(), region.nested.end(),
      [](const NestedTable& a, const NestedTable& b) { return a.rows.size() < b.rows.size(); });
  if (largest == region.nested.end()) return region;
  // Rows and records without rows, in document order: the record and, if any, its row.
  std::vector<std::pair<size_t, std::optional<size_t>>> rows;
  for (size_t r = 0; r < region.records.size(); ++r) {
    const size_t before = rows.size();
    for (size_t row = 0; row < largest->rows.size(); ++row) {
      if (largest->owner[row] == r) rows.emplace_back(r, row);
    }
    if (rows.size() == before) rows.emplace_back(r, std::nullopt);
  }
  Region out = region;
  out.nested.clear();
  out.records.clear();
  out.further.clear();
  out.columns.insert(out.columns.end(), largest->columns.begin(), largest->columns.end());
  make_names_unique(out.columns);
  for (Column& column : out.columns) column.cells.clear();
  for (const auto& [record, row] : rows) {
    out.records.push_back(row ? largest->rows[*row] : region.records[record]);
    if (!region.further.empty()) out.further.push_back(region.further[record]);
    for (size_t c = 0; c < out.columns.size(); ++c) {
      const bool outer = c < region.columns.size();
      if (outer) {
        out.columns[c].cells.push_back(region.columns[c].cells[record]);
      } else {
        const Column& column = largest->columns[c - region.columns.size()];
        out.columns[c].cells.push_back(row ? column.cells[*row] : Cell());
      }
    }
  }
  return out;
}

std::string record_text(const dom::Document& doc, RecordSpan record) {
  std::string text;
  NodeId previous = dom::kNoNode;
  for (uint32_t i = index(record.begin); i < index(record.end);) {
    const NodeId n{i};
    if (doc.is_element(n) && is_left_out(doc.name(n))) {
      i = index(doc.end(n));
      continue;
    }
    if (doc.is_element(n) && !joins(doc.name(n))) text += ' ';
    if (doc.is_text(n)) {
      // An element other than an inline mark ended between the previous text and this one.
      for (NodeId up = previous; up != dom::kNoNode && !doc.contains(up, n); up = doc.parent(up)) {
        if (doc.is_element(up) && !joins(doc.name(up))) {
          text += ' ';
          break;
        }
      }
      text += doc.text(n);
      previous = n;
    }
    ++i;
  }
  return normalize_space(text);
}

namespace {

// What a record in a script says: its cells.
std::string cell_texts(const Region& region, size_t row) {
  std::string text;
  for (const Column& column : region.columns) text += column.cells[row].text + " ";
  return normalize_space(text);
}

}  // namespace

std::vector<std::string> record_texts(const dom::Document& doc, const Region& region) {
  std::vector<std::string> texts;
  if (region.found_by == "script") {
    for (size_t r = 0; r < region.records.size(); ++r) texts.push_back(cell_texts(region, r));
    return texts;
  }
  for (size_t r = 0; r < region.records.size(); ++r) {
    texts.push_back(record_text(doc, region.records[r]));
    if (region.further.empty()) continue;
    for (const RecordSpan part : region.further[r]) texts.back() += " " + record_text(doc, part);
    texts.back() = normalize_space(texts.back());
  }
  return texts;
}

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
  const auto has_place = [&](const Cell& cell) {
    return cell.node == dom::kNoNode || holds_value(page.document, cell);
  };
  std::vector<const Column*> columns;
  for (const Column& column : region.columns) {
    if (!column.path.starts_with(kSectionPath) &&
        std::all_of(column.cells.begin(), column.cells.end(), has_place))
      columns.push_back(&column);
  }
  std::vector<model::Label> labels;
  for (size_t r = 0; r < region.records.size(); ++r) {
    for (const Column* column : columns) {
      const Cell& cell = column->cells[r];
      if (cell.node == dom::kNoNode) continue;
      labels.push_back({.page = page.id,
                        .record = std::to_string(r),
                        .attribute = column->name,
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

Region to_region(const model::Page& page, const model::Extraction& found, const Region& like) {
  Region region;
  region.confidence = like.confidence;
  region.found_by = "wrapper";
  for (const Column& column : like.columns) {
    region.columns.push_back({column.name, column.type, "wrapper", column.path, {}, {}});
  }
  for (const model::Record& record : found.records) {
    std::vector<NodeId> nodes;
    std::vector<Cell> cells;
    for (const Column& column : region.columns) {
      const model::Value* value = record.find(column.name);
      cells.push_back(value == nullptr ? Cell{} : cell_at(page.document, *value));
      if (cells.back().node != dom::kNoNode) nodes.push_back(cells.back().node);
    }
    if (nodes.empty()) continue;
    const auto [first, last] = std::minmax_element(nodes.begin(), nodes.end());
    region.records.push_back(span_around(page.document, *first, *last));
    for (size_t c = 0; c < cells.size(); ++c)
      region.columns[c].cells.push_back(std::move(cells[c]));
  }
  return region;
}

bool take_names(const Region& known, Region& other) {
  std::unordered_map<std::string, const Column*> at_path;
  std::unordered_set<std::string> taken;
  for (const Column& column : known.columns) {
    taken.insert(column.name);
    at_path.emplace(column.path, &column);
    for (const std::string& path : column.variants) at_path.emplace(path, &column);
  }
  std::vector<const Column*> same;  // By column of `other`; null for none.
  for (const Column& column : other.columns) {
    auto found = at_path.find(column.path);
    for (size_t v = 0; found == at_path.end() && v < column.variants.size(); ++v)
      found = at_path.find(column.variants[v]);
    same.push_back(found == at_path.end() ? nullptr : found->second);
  }
  const size_t shared = same.size() - std::count(same.begin(), same.end(), nullptr);
  if (2 * shared < std::max(known.columns.size(), same.size())) return false;
  for (size_t c = 0; c < same.size(); ++c) {
    Column& column = other.columns[c];
    const std::string name = column.name;
    if (same[c] != nullptr) {
      column.name = same[c]->name;
      column.type = same[c]->type;
      continue;
    }
    for (int n = 2; !taken.insert(column.name).second; ++n)
      column.name = name + "_" + std::to_string(n);
  }
  return true;
}

}  // namespace weft::mine
