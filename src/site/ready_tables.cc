#include "site/ready_tables.h"

#include <algorithm>
#include <map>

#include "induce/active/label_session.h"
#include "mine/mine.h"
#include "templates/templates.h"
#include "value/whole_value.h"

namespace weft::site {
namespace {

constexpr size_t kExamples = 3;
// Lists that are offered; more are menus.
constexpr uint32_t kMostLists = 3;

void add_example(ReadyColumn& column, const std::string& text) {
  ++column.filled;
  if (column.examples.size() < kExamples && !text.empty() &&
      std::find(column.examples.begin(), column.examples.end(), text) == column.examples.end())
    column.examples.push_back(text);
}

ReadyTable table_of_list(const model::Page& page, const mine::Region& region) {
  ReadyTable table{
      .found_by = "list", .rows = region.records.size(), .confidence = region.confidence};
  std::map<std::string, std::vector<model::Label>> labels;
  for (model::Label& label : mine::to_labels(page, region))
    labels[label.attribute].push_back(std::move(label));
  for (const mine::Column& column : region.columns) {
    const auto it = labels.find(column.name);
    if (it == labels.end()) continue;
    ReadyColumn ready{.name = column.name, .type = column.type};
    for (const mine::Cell& cell : column.cells) {
      if (cell.node != dom::kNoNode) add_example(ready, cell.text);
    }
    ready.labels = std::move(it->second);
    table.columns.push_back(std::move(ready));
  }
  return table;
}

// Columns of the template: one record a page.
ReadyTable table_of_template(const model::Page& page, const std::vector<const model::Page*>& like) {
  ReadyTable table{.found_by = "template", .confidence = 1};
  std::vector<const model::Page*> pages = {&page};
  for (const model::Page* one : like) {
    if (one != &page && pages.size() < kReadyPages) pages.push_back(one);
  }
  if (pages.size() < 2) return table;
  const auto found = templates::find_key_columns(pages);
  if (!found.ok()) return table;
  table.rows = pages.size();
  std::map<std::string, size_t> place;
  for (const model::Page* one : pages) {
    for (const model::Label& label : induce::labels_of(found->wrapper->apply(*one))) {
      if (label.path.empty()) continue;
      const auto [it, fresh] = place.try_emplace(label.attribute, table.columns.size());
      if (fresh) table.columns.push_back({.name = label.attribute});
      ReadyColumn& column = table.columns[it->second];
      add_example(column, label.value);
      if (one != &page) continue;
      column.labels.push_back(label);
      column.labels.back().record = "0";
    }
  }
  // A column of one text is the template's own; one that the page lacks cannot be labelled on it.
  std::erase_if(table.columns, [](const ReadyColumn& column) {
    return column.examples.size() < 2 || column.labels.size() != 1;
  });
  for (ReadyColumn& column : table.columns) {
    const std::vector<std::string_view> cells(column.examples.begin(), column.examples.end());
    column.type = value::column_type(cells);
  }
  return table;
}

}  // namespace

std::vector<ReadyTable> ready_tables(const model::Page& page,
                                     const std::vector<const model::Page*>& like) {
  std::vector<ReadyTable> tables;
  for (const mine::Region& region :
       mine::mine(page.document, {.max_regions = kMostLists,
                                 .min_confidence = mine::kPresentableConfidence,
                                 .nested = false})) {
    tables.push_back(table_of_list(page, region));
  }
  tables.push_back(table_of_template(page, like));
  std::erase_if(tables, [](const ReadyTable& table) { return table.columns.empty(); });
  return tables;
}

}  // namespace weft::site
