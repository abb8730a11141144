// The table of a region. A template puts the same field at the same place of every record, so the
// path to a value is the name of its column:
//
//   <li><a href=/1>Tea</a> <i>3</i></li>      a/@href   a     i
//   <li><a href=/2>Milk</a></li>              /1        Tea   3
//                                             /2        Milk
//
//   1. Collect the leaves of every record; leaves of one class key share a column.
//   2. Merge columns that have the same tag key and never occur in one record: template variants.
//   3. Drop columns that few records fill.
//   4. Order columns by their mean place in the records.
//   5. Drop columns that repeat another, and link targets that lead nowhere.
//   6. Turn texts that are the same in all records and end in a colon into the name of the next
//      column; drop buttons and other constant link texts.
//
// Tested by mine_test.cc.

#include "mine/columns.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

// Marks inside a phrase: their text belongs to the element around them.
bool is_mark(dom::Atom name) {
  return name == atoms::kB || name == atoms::kI || name == atoms::kEm || name == atoms::kStrong ||
         name == atoms::kMark || name == atoms::kU || name == atoms::kSub || name == atoms::kSup ||
         name == atoms::kWbr || name == atoms::kFont || name == atoms::kSmall;
}

NodeId root_of(const Document& doc, RecordSpan record) {
  return doc.end(record.begin) == record.end ? record.begin : doc.parent(record.begin);
}

// The first class that says what an element is; empty for none. The counterpart of
// PageIndex::signature.
std::string_view meaningful_class(const PageIndex& page, NodeId n) {
  const auto classes = page.document().attribute(n, atoms::kClass);
  if (!classes || !page.has_class(n)) return {};
  return PageIndex::meaningful_class(*classes);
}

// One step more, towards the root.
void put_before(std::string& path, std::string step) {
  if (!path.empty()) (step += '/') += path;
  path = std::move(step);
}

// A value of a record, with a key that is the same for the same field of other records.
struct Leaf {
  uint64_t class_key = 0;  // Relative path with classes, what is taken, and which occurrence of it.
  uint64_t tag_key = 0;    // The same without classes.
  dom::NodeId element = dom::kNoNode;  // The element that holds the value.
  dom::NodeId node = dom::kNoNode;     // The text node, or the element of an attribute.
  dom::Atom attribute = dom::kNoAtom;
  uint32_t occurrence = 0;  // Of this path in the record, from 0.
  bool joined = false;      // From several text nodes.
  std::string text;
};

// Collects the leaves of one record after another.
class LeafCollector {
 public:
  explicit LeafCollector(const PageIndex& page) : page_(page), doc_(page.document()) {}

  // Values in document order: runs of text (joined across inline marks), link targets, image
  // sources. A link around the whole record comes first. Valid until the next call; the caller may
  // move texts out of it.
  std::vector<Leaf>& collect(RecordSpan record) {
    leaves_.clear();
    class_keys_.clear();
    tag_keys_.clear();
    class_counts_.clear();
    tag_counts_.clear();
    record_ = record;
    root_ = root_of(doc_, record);
    last_text_element_ = dom::kNoNode;
    const NodeId around = page_.enclosing_link(record.begin);
    if (around != dom::kNoNode && around != record.begin) add_attribute(around, atoms::kHref);
    for (uint32_t i = index(record.begin); i < index(record.end);) {
      const NodeId n{i};
      if (page_.is_skipped(n)) {
        i = std::max(i + 1, index(doc_.end(n)));
        continue;
      }
      if (doc_.is_text(n)) {
        add_text(n);
      } else if (doc_.is_element(n)) {
        add_element(n);
      }
      ++i;
    }
    for (Leaf& leaf : leaves_) {
      // A value of several text nodes is its element, if the element holds nothing else.
      if (leaf.joined && dom::normalized_text(doc_, leaf.element) == leaf.text)
        leaf.node = leaf.element;
    }
    return leaves_;
  }

 private:
  void add_element(NodeId n) {
    if (doc_.name(n) == atoms::kA) add_attribute(n, atoms::kHref);
    if (doc_.name(n) == atoms::kImg) {
      const bool lazy = doc_.attribute(n, atoms::kDataSrc).has_value();
      add_attribute(n, lazy ? atoms::kDataSrc : atoms::kSrc);
    }
    if (!is_mark(doc_.name(n))) last_text_element_ = dom::kNoNode;
  }

  void add_attribute(NodeId n, dom::Atom name) {
    const auto value = doc_.attribute(n, name);
    if (value && !trim(*value).empty()) push(n, n, name, normalize_space(*value));
  }

  void add_text(NodeId n) {
    const std::string_view spelled = doc_.text(n);
    if (spelled.empty()) return;
    const bool gap = std::exchange(gap_, is_html_space(spelled.back()));
    if (trim(spelled).empty()) return;
    NodeId element = doc_.parent(n);
    while (is_mark(doc_.name(element)) && index(element) > index(record_.begin))
      element = doc_.parent(element);
    if (element == last_text_element_ && !leaves_.empty() &&
        leaves_.back().attribute == dom::kNoAtom) {
      leaves_.back().text += gap ? " " : "";
      leaves_.back().text = normalize_space(leaves_.back().text.append(spelled));
      leaves_.back().joined = true;
      return;
    }
    std::string text = normalize_space(spelled);
    if (text.empty()) return;
    push(element, n, dom::kNoAtom, std::move(text));
    last_text_element_ = element;
  }

  // How often the key occurred before.
  static uint32_t occurrence(uint64_t key, KeyNumbers& keys, std::vector<uint32_t>& counts) {
    const uint32_t number = keys.number(key);
    if (number == counts.size()) counts.push_back(0);
    return counts[number]++;
  }

  void push(NodeId element, NodeId node, dom::Atom attribute, std::string text) {
    const bool inside = doc_.contains(root_, element);
    const uint64_t what = static_cast<uint64_t>(attribute) + (inside ? 0 : 1'000'000);
    const uint64_t by_class =
        hash_combine(inside ? page_.relative_class_path(root_, element) : 0, what);
    const uint64_t by_tag = hash_combine(inside ? page_.relative_path(root_, element) : 0, what);
    const uint32_t nth = occurrence(by_class, class_keys_, class_counts_);
    const uint32_t tag_nth = occurrence(by_tag, tag_keys_, tag_counts_);
    leaves_.push_back({hash_combine(by_class, nth), hash_combine(by_tag, tag_nth), element, node,
                       attribute, nth, false, std::move(text)});
  }

  const PageIndex& page_;
  const dom::Document& doc_;
  RecordSpan record_;                // At hand,
  dom::NodeId root_ = dom::kNoNode;  // and where its paths begin.
  dom::NodeId last_text_element_ = dom::kNoNode;
  bool gap_ = false;                  // The last text ended in white space.
  KeyNumbers class_keys_, tag_keys_;  // Of the record's leaves so far, without occurrences:
  std::vector<uint32_t> class_counts_, tag_counts_;  // how often each occurred.
  std::vector<Leaf> leaves_;
};

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

bool repeats_column(const Draft& draft, const Column& column) {
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

// "li.item", or "li" for an element without a meaningful class.
std::string signature_text(const PageIndex& page, NodeId n) {
  std::string text(page.document().name_text(n));
  const std::string_view name = meaningful_class(page, n);
  if (name.empty()) return text;
  text += '.';
  for (const char c : name) {
    // Separators of the notation, and the positions "[2]", must not come from a class.
    if (c == '/' || c == '.' || c == '[' || c == '%') {
      text += c == '/' ? "%2F" : c == '.' ? "%2E" : c == '[' ? "%5B" : "%25";
    } else {
      text += c;
    }
  }
  return text;
}

// The path to a leaf, with the occurrence: "span.tag[2]".
std::string leaf_path(const PageIndex& page, RecordSpan record, const Leaf& leaf) {
  std::string path = leaf_path(page, record, leaf.element, leaf.attribute);
  if (leaf.occurrence > 0) path += "[" + std::to_string(leaf.occurrence + 1) + "]";
  return path;
}

}  // namespace

std::string leaf_path(const PageIndex& page, RecordSpan record, NodeId element,
                      dom::Atom attribute) {
  const Document& doc = page.document();
  const NodeId root = root_of(doc, record);
  std::string path;
  if (!doc.contains(root, element)) {
    path = "..";
  } else if (element == root) {
    path = ".";
  } else {
    for (NodeId n = element; n != root; n = doc.parent(n))
      put_before(path, signature_text(page, n));
  }
  if (attribute != dom::kNoAtom) path += "/@" + std::string(dom::known_name(attribute));
  return path;
}

Cell item_cell(const dom::Document& doc, NodeId n) {
  if (doc.is_text(n)) return {n, dom::kNoAtom, normalize_space(doc.text(n))};
  return {n, atoms::kSrc, normalize_space(doc.attribute(n, atoms::kSrc).value_or(""))};
}

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
    const bool twice = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
      return repeats_column(draft, column);
    });
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
