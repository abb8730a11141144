#include "cli/column_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/shortened.h"

namespace weft::cli {
namespace {

constexpr size_t kExamples = 3;        // Of a column.
constexpr size_t kExampleLength = 40;  // Characters.

// An attribute in its place. Schemas are no deeper than their makers nest lists.
struct TreeLine {
  const model::Attribute* attribute;
  size_t depth;
  const templates::ColumnTexts* column;  // Null: a nested tuple.
  size_t number;                         // Of the column.
};

class TreeLines {
 public:
  TreeLines(const model::Schema& schema, const std::vector<templates::ColumnTexts>& table)
      : table_(table) {
    add(schema.attributes, 0);
  }
  std::vector<TreeLine> lines;

 private:
  // Whether any column below has texts.
  bool add(const std::vector<model::Attribute>& attributes, size_t depth) {
    bool any = false;
    for (const model::Attribute& attribute : attributes) {
      const size_t at = lines.size();
      if (attribute.attributes.empty()) {
        const templates::ColumnTexts& column = table_[columns_++];
        if (!column.texts.empty()) lines.push_back({&attribute, depth, &column, columns_});
      } else {
        lines.push_back({&attribute, depth, nullptr, 0});
        if (!add(attribute.attributes, depth + 1)) lines.resize(at);
      }
      any = any || lines.size() > at;
    }
    return any;
  }

  const std::vector<templates::ColumnTexts>& table_;
  size_t columns_ = 0;
};

std::string name_with_marks(const TreeLine& line) {
  const model::Attribute& attribute = *line.attribute;
  std::string name = std::string(2 * line.depth, ' ') + attribute.name;
  if (attribute.set) name += " { }";
  if (attribute.optional) name += " ?";
  if (!attribute.alternative_group.empty()) name += " | " + attribute.alternative_group;
  return name;
}

Json lines_as_json(const std::vector<TreeLine>& lines, size_t& at, size_t depth) {
  Json out = Json::array();
  while (at < lines.size() && lines[at].depth == depth) {
    const TreeLine& line = lines[at++];
    const model::Attribute& attribute = *line.attribute;
    Json one = {{"name", attribute.name}};
    if (attribute.set) one["set"] = true;
    if (attribute.optional) one["optional"] = true;
    if (!attribute.alternative_group.empty()) one["alternative"] = attribute.alternative_group;
    if (line.column == nullptr) {
      one["columns"] = lines_as_json(lines, at, depth + 1);
    } else {
      one["column"] = fmt::format("c{}", line.number);
      one["type"] = std::string(name_of(attribute.type));
      one["pages"] = line.column->pages;
      Json examples = Json::array();
      for (const std::string_view text : line.column->examples(kExamples))
        examples.push_back(std::string(text));
      one["examples"] = std::move(examples);
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

std::string columns_as_tree(const model::Schema& schema,
                            const std::vector<templates::ColumnTexts>& table, size_t pages) {
  const TreeLines tree(schema, table);
  size_t widest = 0;
  for (const TreeLine& line : tree.lines) widest = std::max(widest, name_with_marks(line).size());
  std::string out;
  for (const TreeLine& line : tree.lines) {
    const std::string number = line.column == nullptr ? "" : fmt::format("c{}", line.number);
    out += fmt::format("{:<4} {:<{}}", number, name_with_marks(line), widest);
    if (line.column != nullptr) {
      out += fmt::format("  {:<8} {:>3} of {:<3}", name_of(line.attribute->type),
                         line.column->pages, pages);
      bool first = true;
      for (const std::string_view text : line.column->examples(kExamples)) {
        out += (first ? " " : " · ") + shortened(text, kExampleLength);
        first = false;
      }
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

Json columns_as_json(const model::Schema& schema,
                     const std::vector<templates::ColumnTexts>& table) {
  const TreeLines tree(schema, table);
  size_t at = 0;
  return lines_as_json(tree.lines, at, 0);
}

}  // namespace weft::cli
