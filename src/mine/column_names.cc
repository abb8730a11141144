// Names and types of columns. In order of trust:
//
//   1. the header cells above it, for rows of a table (build_columns knows them)
//   2. itemprop of the value's element or one around it, within the record
//   3. a label that stands in front of the value in every record ("Price:")
//   4. roles: the text of the main link or heading is the title, its target the url, the first
//      image the image
//   5. class names: "product-price" gives product_price
//   6. the type of the values: price, date, number…
//
// Tested by mine_test.cc.

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "mine/columns.h"
#include "value/identifier.h"
#include "value/whole_value.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
using model::ValueType;
namespace atoms = dom::atoms;

constexpr size_t kCellsRead = 40;  // Of a column; enough to tell a type or a label.

NodeId element_of(const Document& doc, const Cell& cell) {
  return doc.is_element(cell.node) ? cell.node : doc.parent(cell.node);
}

const Cell* first_cell(const Column& column) {
  for (const Cell& cell : column.cells) {
    if (cell.node != dom::kNoNode) return &cell;
  }
  return nullptr;
}

class Namer {
 public:
  Namer(const PageIndex& page, const std::vector<RecordSpan>& records, std::vector<Column>& columns)
      : doc_(page.document()), page_(page), records_(records), columns_(columns) {
    const NodeId html = doc_.document_element();
    if (html != dom::kNoNode) language_ = doc_.attribute(html, atoms::kLang).value_or("");
  }

  void run() {
    for (Column& column : columns_) column.type = type_of(column);
    for_unnamed([&](Column& c) { return from_itemprop(c); }, "itemprop");
    from_roles();
    for_unnamed([&](Column& c) { return from_class(c); }, "class");
    for_unnamed([&](Column& c) { return std::string(value::identifier_of_type(c.type)); },
                "type of its values");
    make_names_unique(columns_);
  }

 private:
  ValueType type_of(const Column& column) const {
    const Cell* cell = first_cell(column);
    if (cell != nullptr && cell->attribute == atoms::kHref) return ValueType::kUrl;
    if (cell != nullptr && cell->attribute != dom::kNoAtom) return ValueType::kImage;
    std::vector<std::string_view> texts;
    for (const Cell& each : column.cells) {
      if (each.node != dom::kNoNode) texts.push_back(each.text);
    }
    return value::column_type(texts, {.language = language_});
  }

  void for_unnamed(const std::function<std::string(Column&)>& name, const char* origin) {
    for (Column& column : columns_) {
      if (!column.name.empty() && column.origin != "label in front") continue;
      if (!column.name.empty() && std::string_view(origin) != "itemprop") continue;
      const std::string found = name(column);
      if (found.empty()) continue;
      column.name = found;
      column.origin = origin;
    }
  }

  std::string from_itemprop(const Column& column) const {
    const Cell* cell = first_cell(column);
    if (cell == nullptr) return "";
    NodeId n = element_of(doc_, *cell);
    for (int up = 0; up < 3 && n != dom::kNoNode; ++up, n = doc_.parent(n)) {
      const auto value = doc_.attribute(n, atoms::kItemprop);
      if (!value) continue;
      const bool target = cell->attribute == atoms::kHref && *value != "url";
      return value::identifier_of(*value) + (target ? "_url" : "");
    }
    return "";
  }

  // The main link: the one whose text is longest on average among links with words; headings win.
  void from_roles() {
    Column* title = nullptr;
    double best = 0;
    for (Column& column : columns_) {
      const Cell* cell = first_cell(column);
      if (cell == nullptr || cell->attribute != dom::kNoAtom || column.type != ValueType::kText)
        continue;
      const double weight = title_weight(column);
      if (weight > best) {
        best = weight;
        title = &column;
      }
    }
    if (title != nullptr && title->name.empty()) {
      title->name = "title";
      title->origin = "main link or heading";
    }
    name_target_of(title);
    for (Column& column : columns_) {
      if (column.type != ValueType::kImage) continue;
      if (column.name.empty()) {
        column.name = "image";
        column.origin = "first image";
      }
      break;
    }
  }

  double title_weight(const Column& column) const {
    double length = 0;
    double filled = 0;
    bool linked = false;
    bool heading = false;
    size_t digits = 0;
    size_t letters = 0;
    for (size_t r = 0; r < std::min(column.cells.size(), kCellsRead); ++r) {
      const Cell& cell = column.cells[r];
      if (cell.node == dom::kNoNode) continue;
      ++filled;
      length += std::min<double>(60, static_cast<double>(cell.text.size()));
      for (const char c : cell.text) (is_ascii_digit(c) ? digits : letters) += !is_html_space(c);
      linked |= page_.enclosing_link(cell.node) != dom::kNoNode;
      NodeId n = element_of(doc_, cell);
      for (int up = 0; up < 3 && n != dom::kNoNode && index(n) >= index(records_[r].begin);
           ++up, n = doc_.parent(n)) {
        const std::string_view name = doc_.name_text(n);
        heading |= name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
      }
    }
    if (filled == 0 || !(linked || heading) || digits >= letters) return 0;  // "285 KB" is none.
    const double support = filled / static_cast<double>(std::min(column.cells.size(), kCellsRead));
    return support * length / filled * (heading ? 3 : 1);
  }

  void name_target_of(const Column* title) {
    Column* target = nullptr;
    for (Column& column : columns_) {
      if (column.type != ValueType::kUrl || !column.name.empty()) continue;
      const bool same = title != nullptr && links_to(column, *title);
      if (target == nullptr || same) target = &column;
      if (same) break;
    }
    if (target == nullptr) return;
    target->name = "url";
    target->origin = "target of the main link";
  }

  [[nodiscard]] bool links_to(const Column& target, const Column& title) const {
    for (size_t r = 0; r < title.cells.size(); ++r) {
      if (title.cells[r].node == dom::kNoNode || target.cells[r].node == dom::kNoNode) continue;
      return page_.enclosing_link(title.cells[r].node) == target.cells[r].node;
    }
    return false;
  }

  std::string from_class(const Column& column) const {
    const Cell* cell = first_cell(column);
    if (cell == nullptr) return "";
    const size_t r = static_cast<size_t>(cell - column.cells.data());
    NodeId n = element_of(doc_, *cell);
    for (int up = 0; up < 3 && n != dom::kNoNode && index(n) > index(records_[r].begin);
         ++up, n = doc_.parent(n)) {
      for (const std::string_view token : dom::class_tokens(doc_, n)) {
        if (PageIndex::meaningful_class(token).empty()) continue;  // A state.
        const std::string name = value::identifier_of_class(token);
        if (name.empty() || !is_ascii_alpha(name[0])) continue;
        return name + (cell->attribute == atoms::kHref    ? "_url"
                       : column.type == ValueType::kImage ? "_image"
                                                          : "");
      }
    }
    return "";
  }

  const Document& doc_;
  const PageIndex& page_;
  const std::vector<RecordSpan>& records_;
  std::vector<Column>& columns_;
  std::string_view language_;
};

}  // namespace

void make_names_unique(std::vector<Column>& columns) {
  std::unordered_set<std::string> taken;
  for (Column& column : columns) {
    std::string base = value::identifier_of(column.name);
    if (base.empty()) base = value::identifier_of_type(column.type);
    std::string name = base;
    for (int n = 2; !taken.insert(name).second; ++n) name = base + "_" + std::to_string(n);
    column.name = name;
  }
}

void name_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                  std::vector<Column>& columns) {
  Namer(page, records, columns).run();
}

}  // namespace weft::mine
