// The table of a region. Steps:
//
//   1. Collect the leaves of every record; leaves of one class key share a column.
//   2. Merge columns that have the same tag key and never occur in one record: template variants.
//   3. Drop columns that few records fill.
//   4. Order columns by their mean place in the records.
//   5. Drop columns that repeat another, and link targets that lead nowhere.
//   6. Turn texts that are the same in all records and end in a colon into the name of the next
//   column; drop
//      buttons and other constant link texts.
//
// Tested by mine_test.cc.

#include "mine/columns.h"

#include <algorithm>

#include "base/key_numbers.h"
#include "base/strings.h"
#include "mine/leaves.h"

namespace weft::mine {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

struct Draft {
  uint64_t tag_key = 0;
  std::vector<Cell> cells;
  uint32_t filled = 0;
  double place = 0;  // Sum over cells of their relative position.
  // One leaf each, its text taken: of the column, and of those merged into it.
  struct Example {
    uint32_t record;
    Leaf leaf;
  };
  std::vector<Example> examples;
  [[nodiscard]] const Leaf& example() const { return examples.front().leaf; }
  bool merged = false;
};

// Steps 1 to 4.
class TableBuilder {
 public:
  TableBuilder(const PageIndex& page, const std::vector<RecordSpan>& records,
               const ColumnOptions& options)
      : records_(records), options_(options), leaves_(page) {}

  std::vector<Draft> run() {
    for (uint32_t r = 0; r < records_.size(); ++r) add_record(r);
    merge_variants();
    const double wanted =
        std::max(1.0, options_.min_support * static_cast<double>(records_.size()));
    std::erase_if(drafts_, [&](const Draft& d) { return d.merged || d.filled < wanted; });
    std::stable_sort(drafts_.begin(), drafts_.end(), [](const Draft& a, const Draft& b) {
      return a.place / a.filled < b.place / b.filled;
    });
    if (drafts_.size() > options_.max_columns) drafts_.resize(options_.max_columns);
    return std::move(drafts_);
  }

 private:
  void add_record(uint32_t r) {
    std::vector<Leaf>& leaves = leaves_.collect(records_[r]);
    if (leaves.size() > options_.max_leaves_per_record)
      leaves.resize(options_.max_leaves_per_record);
    for (size_t k = 0; k < leaves.size(); ++k) {
      Leaf& leaf = leaves[k];
      const uint32_t number = by_class_.number(leaf.class_key);
      if (number >= 4 * options_.max_columns) continue;
      if (number == drafts_.size()) {
        Draft draft;
        draft.tag_key = leaf.tag_key;
        draft.cells.resize(records_.size());
        drafts_.push_back(std::move(draft));
      }
      Draft& draft = drafts_[number];
      draft.cells[r] = {leaf.node, leaf.attribute, std::move(leaf.text)};
      draft.place += static_cast<double>(k) / static_cast<double>(leaves.size());
      if (++draft.filled == 1) draft.examples.push_back({r, std::move(leaf)});
    }
  }

  void merge_variants() {
    KeyNumbers tag_keys(drafts_.size());
    std::vector<size_t> first;  // Draft, by number of its tag key.
    for (size_t d = 0; d < drafts_.size(); ++d) {
      const uint32_t number = tag_keys.number(drafts_[d].tag_key);
      if (number == first.size()) {
        first.push_back(d);
        continue;
      }
      Draft& into = drafts_[first[number]];
      Draft& from = drafts_[d];
      bool together = false;
      for (size_t r = 0; r < records_.size() && !together; ++r) {
        together = into.cells[r].node != dom::kNoNode && from.cells[r].node != dom::kNoNode;
      }
      if (together) continue;
      for (size_t r = 0; r < records_.size(); ++r) {
        if (from.cells[r].node != dom::kNoNode) into.cells[r] = std::move(from.cells[r]);
      }
      into.examples.push_back(std::move(from.examples.front()));
      into.filled += from.filled;
      into.place += from.place;
      from.merged = true;
    }
  }

  const std::vector<RecordSpan>& records_;
  ColumnOptions options_;
  LeafCollector leaves_;
  KeyNumbers by_class_;
  std::vector<Draft> drafts_;  // By number in by_class_.
};

// Targets that lead nowhere: scripts and places on the same page.
bool leads_nowhere(const Draft& draft) {
  if (draft.example().attribute != atoms::kHref) return false;
  return std::all_of(draft.cells.begin(), draft.cells.end(), [](const Cell& cell) {
    return cell.node == dom::kNoNode || cell.text.starts_with('#') ||
           cell.text.starts_with("javascript:");
  });
}

bool repeats(const Draft& draft, const Column& column) {
  for (size_t r = 0; r < draft.cells.size(); ++r) {
    if (draft.cells[r].text != column.cells[r].text) return false;
  }
  return true;
}

bool is_constant(const Draft& draft) {
  const std::string* value = nullptr;
  for (const Cell& cell : draft.cells) {
    if (cell.node == dom::kNoNode) continue;
    if (value != nullptr && *value != cell.text) return false;
    value = &cell.text;
  }
  return true;
}

bool is_control(const PageIndex& page, NodeId element) {
  const dom::Document& doc = page.document();
  for (int up = 0; up < 4 && element != dom::kNoNode; ++up, element = doc.parent(element)) {
    const dom::Atom name = doc.name(element);
    if (name == atoms::kButton || name == atoms::kLabel || name == atoms::kA) return true;
  }
  return false;
}

// Without the final colon; empty when the text is no label.
std::string label_text(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.size() > 40 || !text.ends_with(':')) return "";
  return std::string(trim(text.substr(0, text.size() - 1)));
}

}  // namespace

std::vector<Column> build_columns(const PageIndex& page, const std::vector<RecordSpan>& records,
                                  const ColumnOptions& options) {
  std::vector<Column> columns;
  std::string label;  // Of the column to come.
  for (Draft& draft : TableBuilder(page, records, options).run()) {
    if (draft.example().attribute == dom::kNoAtom && records.size() >= 3 && draft.filled >= 2 &&
        is_constant(draft)) {
      const Cell& cell = *std::find_if(draft.cells.begin(), draft.cells.end(),
                                       [](const Cell& c) { return c.node != dom::kNoNode; });
      label = label_text(cell.text);
      if (!label.empty() || is_control(page, draft.example().element)) continue;
      const bool punctuation = std::none_of(cell.text.begin(), cell.text.end(), [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
      });
      if (punctuation) continue;
    }
    if (leads_nowhere(draft)) continue;
    const bool twice = std::any_of(columns.begin(), columns.end(),
                                   [&](const Column& column) { return repeats(draft, column); });
    if (twice) continue;
    Column column;
    for (const auto& [record, leaf] : draft.examples) {
      column.variants.push_back(leaf_path(page, records[record], leaf));
    }
    column.path = std::move(column.variants.front());
    column.variants.erase(column.variants.begin());
    if (!label.empty() && draft.example().attribute == dom::kNoAtom) {
      column.name = label;
      column.origin = "label in front";
      label.clear();
    }
    column.cells = std::move(draft.cells);
    columns.push_back(std::move(column));
  }
  name_columns(page, records, columns);
  return columns;
}

}  // namespace weft::mine
