// The table of a region. A template puts the same field at the same place of every record, so the
// path to a value is the name of its column:
//
//   <li><a href=/1>Tea</a> <i>3</i></li>      a/@href   a     i
//   <li><a href=/2>Milk</a></li>              /1        Tea   3
//                                             /2        Milk
//
//   1. Collect the leaves of every record; leaves of one class key share a column. An element with
//      inline content and text in two places or more is a leaf, too, beside its parts: in
//      "<p><a>Ann</a>, Berlin</p>" the whole line may be what is wanted, or either part. Records in
//      which that line is one text fill its column as well. In rows of a table the key begins with
//      the column of the grid, and the cell is a leaf: an empty cell is a hole, and nothing moves into
//      it. A row below that says more has a column after the others. A header that every cell of a
//      column begins with, for narrow screens, is no part of it.
//   2. Merge columns that never occur in one record and have the same tag key, or the same path below
//      an element more around the content: template variants.
//   3. Drop columns that few records fill.
//   4. Order columns by their mean place in the records.
//   5. Drop columns that say nothing but what another one says in the same records, "version" of the
//      link in a cell beside the cell, and link targets that lead nowhere.
//   6. Turn texts that are the same in all records and end in a colon into the name of the next
//      column; drop buttons, other constant link texts, and words that only join the parts of a line:
//      "by <a>Ann</a>". Columns of a table with a header stay, whatever they hold.
//
// Tested by mine_test.cc.

#include "mine/columns.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/text.h"
#include "dom/visible_text.h"

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

// What may stand inside a line; so may elements that HTML does not know.
bool is_inline(dom::Atom name) {
  constexpr dom::Atom kInline[] = {
      atoms::kA,    atoms::kSpan, atoms::kImg,   atoms::kLabel, atoms::kTime, atoms::kCode,
      atoms::kAbbr, atoms::kCite, atoms::kQ,     atoms::kS,     atoms::kDel,  atoms::kIns,
      atoms::kKbd,  atoms::kVar,  atoms::kSamp,  atoms::kTt,    atoms::kData, atoms::kDfn,
      atoms::kBdi,  atoms::kBdo,  atoms::kStrike};
  return is_mark(name) || !dom::is_known(name) ||
         std::find(std::begin(kInline), std::end(kInline), name) != std::end(kInline);
}

// Two of these beside each other read as one word.
bool is_word(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// A value of a record, with a key that is the same for the same field of other records.
struct Leaf {
  uint64_t class_key = 0;  // Relative path with classes, what is taken, and which occurrence of it.
  uint64_t tag_key = 0;    // The same without classes.
  dom::NodeId element = dom::kNoNode;  // The element that holds the value.
  dom::NodeId node = dom::kNoNode;     // The text node, or the element of an attribute.
  dom::Atom attribute = dom::kNoAtom;
  uint32_t occurrence = 0;          // Of this path in the record, from 0.
  bool joined = false;              // From several text nodes.
  bool gap = false;                 // Something parts it from the text before.
  bool whole = false;               // A line or cell, beside its parts.
  bool in_line = false;             // Directly in a line that has further texts.
  dom::NodeId cell = dom::kNoNode;  // In a row of a table: the cell,
  uint32_t column = 0;              // and its column of the grid.
  std::string text;
};

// What of an element is taken.
uint64_t kind_key(dom::Atom attribute, bool whole, uint32_t column) {
  return static_cast<uint64_t>(attribute) + (whole ? 2'000'000 : 0) + (uint64_t{column} << 32);
}

// A line that is one text in this record, and several in others perhaps.
struct PlainLine {
  uint64_t class_key = 0;  // As of the leaf that it would be.
  dom::NodeId element = dom::kNoNode;
  dom::NodeId node = dom::kNoNode;  // Of the leaf that is its text.
};

// Collects the leaves of one record after another.
class LeafCollector {
 public:
  explicit LeafCollector(const PageIndex& page) : page_(page), doc_(page.document()) {}

  // Values in document order: lines before their parts, runs of text (joined across inline marks),
  // link targets, image sources. A link around the whole record comes first. Valid until the next
  // call; the caller may move texts out of it.
  std::vector<Leaf>& collect(RecordSpan record) {
    leaves_.clear();
    plain_lines_.clear();
    class_keys_.clear();
    tag_keys_.clear();
    class_counts_.clear();
    tag_counts_.clear();
    cell_ = dom::kNoNode;
    column_ = 0;
    const DataTables::Place place = page_.tables().place_of(doc_, record);
    if (place.table != nullptr) {
      for (const dom::TableGrid::Cell& cell : place.table->grid.cells_of(*place.row))
        add_cell(*place.table, *place.row, cell);
      if (place.detail != nullptr) {
        dom::TableGrid::Cell below = place.table->grid.cells_of(*place.detail).front();
        below.column = place.table->grid.width;
        below.width = 1;
        add_cell(*place.table, *place.detail, below);
      }
      return leaves_;
    }
    root_ = root_of(doc_, record);
    const NodeId around = page_.enclosing_link(record.begin);
    if (around != dom::kNoNode && around != record.begin) add_attribute(around, atoms::kHref);
    add_nodes(record);
    return leaves_;
  }

  // Of the same record, in the order of its leaves.
  [[nodiscard]] const std::vector<PlainLine>& plain_lines() const { return plain_lines_; }

 private:
  // Parts of a record that lie together.
  void add_nodes(RecordSpan span) {
    const size_t first = leaves_.size();
    span_ = span;
    last_text_element_ = dom::kNoNode;
    for (uint32_t i = index(span.begin); i < index(span.end);) {
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
    for (size_t k = first; k < leaves_.size(); ++k) {
      // A value of several text nodes is its element, if the element holds nothing else.
      Leaf& leaf = leaves_[k];
      if (leaf.joined && dom::value_text(doc_, leaf.element) == leaf.text) leaf.node = leaf.element;
    }
    add_wholes(span, first);
  }

  // Puts lines, and the cell, before the leaves from `first` on that are their parts.
  void add_wholes(RecordSpan span, size_t first) {
    parts_.assign(std::make_move_iterator(leaves_.begin() + static_cast<ptrdiff_t>(first)),
                  std::make_move_iterator(leaves_.end()));
    leaves_.resize(first);
    if (cell_ != dom::kNoNode) add_whole(cell_, 0, parts_.size(), 1);
    const auto places = page_.places(span);
    is_line_.assign(places.size(), false);
    NodeId next_block = span.end;
    for (size_t p = places.size(); p-- > 0;) {
      const NodeId n = places[p].node;
      is_line_[p] = next_block >= doc_.end(n);
      if (!is_inline(doc_.name(n))) next_block = n;
    }
    size_t part = 0;
    uint32_t lines = 0;
    for (size_t p = 0; p < places.size() && lines < kMostLines; ++p) {
      const NodeId n = places[p].node;
      if (!is_line_[p] || n == cell_) continue;
      for (; part < parts_.size() && parts_[part].node < n; ++part)
        leaves_.push_back(std::move(parts_[part]));
      lines += add_whole(n, part, parts_within(part, n), 2);
    }
    std::move(parts_.begin() + static_cast<ptrdiff_t>(part), parts_.end(),
              std::back_inserter(leaves_));
  }

  // One past the last part, from `part` on, that n contains.
  [[nodiscard]] size_t parts_within(size_t part, NodeId n) const {
    while (part < parts_.size() && parts_[part].node < doc_.end(n)) ++part;
    return part;
  }

  // The text of a large cell that reaches into further rows, read once; empty for a long one.
  const std::string& repeated_text(NodeId cell) {
    const auto [found, is_new] = repeated_.try_emplace(index(cell));
    if (!is_new) return found->second;
    const size_t whole = leaves_.size();
    add_nodes(page_.span(cell));
    const bool has_text = leaves_.size() > whole && leaves_[whole].whole;
    if (has_text && leaves_[whole].text.size() <= kLongestRepeated)
      found->second = leaves_[whole].text;
    leaves_.resize(whole);
    return found->second;
  }

  // Whether a block around the element `from` ends before n.
  [[nodiscard]] bool leaves_block(NodeId from, NodeId n) const {
    for (uint32_t up = 0; up < kMostLevels && !doc_.contains(from, n); ++up) {
      if (!is_inline(doc_.name(from))) return true;
      from = doc_.parent(from);
    }
    return false;
  }

  // Whether n itself, or an element around it within `root`, says that it is not shown: keys for
  // sorting, say. Style sheets may mean other screens than the reader's.
  [[nodiscard]] bool is_switched_off(NodeId n, NodeId root) const {
    if (!page_.is_hidden(n)) return false;
    for (uint32_t up = 0; up < kMostLevels && n != root; ++up, n = doc_.parent(n)) {
      const auto style = doc_.attribute(n, atoms::kStyle);
      if (doc_.attribute(n, atoms::kHidden)) return true;
      if (style && dom::inline_style_value(*style, "display") == "none") return true;
    }
    return false;
  }

  // The texts of some parts as one leaf, if there are enough of them. Returns how many leaves.
  uint32_t add_whole(NodeId element, size_t begin, size_t end, uint32_t least) {
    std::string text;
    uint32_t texts = 0;
    NodeId previous = dom::kNoNode, first = dom::kNoNode;
    for (size_t part = begin; part < end; ++part) {
      const Leaf& leaf = parts_[part];
      if (leaf.attribute != dom::kNoAtom || is_switched_off(leaf.node, element)) continue;
      if (texts == 0) first = leaf.node;
      if (texts++ > 0 && (leaf.gap || leaves_block(previous, leaf.node) ||
                          (is_word(text.back()) && is_word(leaf.text.front()))))
        text += ' ';
      text += leaf.text;
      previous = leaf.element;
    }
    if (texts == 0) return 0;
    if (texts < least) {
      plain_lines_.push_back({keys_of(element, dom::kNoAtom, true).by_class, element, first});
      return 0;
    }
    for (size_t part = begin; part < end; ++part)
      parts_[part].in_line |= texts > 1 && parts_[part].element == element;
    push(element, element, dom::kNoAtom, std::move(text), true);
    return 1;
  }

  // A cell, and what it consists of. One that reaches in from a row above is repeated, and so is one
  // as wide as several columns, within bounds: nobody pays for spans that a hostile page made up.
  void add_cell(const DataTable& table, const dom::TableGrid::Row& row,
                const dom::TableGrid::Cell& cell) {
    if (!cell.filled) return;
    const bool own = doc_.contains(row.node, cell.node);
    root_ = cell_ = cell.node;
    column_ = cell.column;
    header_ = table.said_again[cell.column] ? table.names[cell.column] : std::string_view();
    std::string text;
    if (own || doc_.subtree_size(cell.node) <= kLargestRepeated) {
      const size_t whole = leaves_.size();
      add_nodes(page_.span(cell.node));
      if (leaves_.size() > whole && leaves_[whole].whole) text = leaves_[whole].text;
      if (text.size() > kLongestRepeated) text.clear();
    } else {
      text = repeated_text(cell.node);
      if (!text.empty()) push(cell.node, cell.node, dom::kNoAtom, text, true);
    }
    if (cell.width == 1 || text.empty()) return;
    uint32_t repeated = 0;
    auto column = std::upper_bound(table.columns.begin(), table.columns.end(), cell.column);
    for (; column != table.columns.end() && *column < cell.column + cell.width &&
           ++repeated < kWidestRepeated;
         ++column) {
      column_ = *column;
      push(cell.node, cell.node, dom::kNoAtom, text, true);
    }
  }

  // "<b>New</b> lamp" is one value; <b class=price> is another field.
  [[nodiscard]] bool is_part_of_phrase(NodeId n) const {
    return is_mark(doc_.name(n)) && !page_.has_class(n);
  }

  void add_element(NodeId n) {
    if (doc_.name(n) == atoms::kA) add_attribute(n, atoms::kHref);
    if (doc_.name(n) == atoms::kImg) {
      const bool lazy = doc_.attribute(n, atoms::kDataSrc).has_value();
      add_attribute(n, lazy ? atoms::kDataSrc : atoms::kSrc);
    }
    if (!is_part_of_phrase(n)) last_text_element_ = dom::kNoNode;
    if (!is_inline(doc_.name(n))) gap_ = true;
  }

  void add_attribute(NodeId n, dom::Atom name) {
    const auto value = doc_.attribute(n, name);
    if (value && !trim(*value).empty()) push(n, n, name, normalize_space(*value), false);
  }

  void add_text(NodeId n) {
    const std::string_view spelled = doc_.text(n);
    if (spelled.empty()) return;
    const bool gap = std::exchange(gap_, ends_with_space(spelled));
    if (trim(spelled).empty()) return;
    NodeId element = doc_.parent(n);
    while (is_part_of_phrase(element) && index(element) > index(span_.begin))
      element = doc_.parent(element);
    if (element == last_text_element_ && !leaves_.empty() &&
        leaves_.back().attribute == dom::kNoAtom) {
      std::string& text = leaves_.back().text;
      text += gap || is_apart(text, n) ? " " : "";
      text = normalize_space(text.append(spelled));
      leaves_.back().joined = true;
      return;
    }
    std::string text = normalize_space(spelled);
    if (text.empty()) return;
    if (cell_ != dom::kNoNode && text == header_) {
      header_ = {};  // The first time; what follows is the value.
      return;
    }
    const bool apart = gap || begins_with_space(spelled);
    push(element, n, dom::kNoAtom, std::move(text), false);
    leaves_.back().gap = apart;
    last_text_element_ = element;
  }

  // "$19<sup>97</sup>" is not $1997, "<b>2</b>answers" are two words; "re<b>mix</b>", "2<sup>nd</sup>"
  // and "3<b>GB</b>" are one.
  [[nodiscard]] bool is_apart(std::string_view before, NodeId n) const {
    constexpr size_t kShortestWord = 3;
    const std::string_view text = doc_.text(n);
    if (!is_ascii_digit(before.back())) return false;
    if (is_ascii_digit(text.front())) return true;
    const dom::Atom tag = doc_.name(doc_.parent(n));
    const auto letters = std::find_if_not(text.begin(), text.end(), is_ascii_alpha) - text.begin();
    return static_cast<size_t>(letters) >= kShortestWord && tag != atoms::kSup &&
           tag != atoms::kSub;
  }

  // How often the key occurred before.
  static uint32_t occurrence(uint64_t key, KeyNumbers& keys, std::vector<uint32_t>& counts) {
    const uint32_t number = keys.number(key);
    if (number == counts.size()) counts.push_back(0);
    return counts[number]++;
  }

  struct Keys {
    uint64_t by_class, by_tag;
    uint32_t nth;
  };

  // Of the next leaf of its kind.
  Keys keys_of(NodeId element, dom::Atom attribute, bool whole) {
    const bool inside = doc_.contains(root_, element);
    const uint64_t what = kind_key(attribute, whole, column_) + (inside ? 0 : 1'000'000);
    const uint64_t by_class =
        hash_combine(inside ? page_.relative_class_path(root_, element) : 0, what);
    const uint64_t by_tag = hash_combine(inside ? page_.relative_path(root_, element) : 0, what);
    const bool once = whole && element == cell_;  // A row has one cell in a column.
    const uint32_t nth = once ? 0 : occurrence(by_class, class_keys_, class_counts_);
    const uint32_t tag_nth = once ? 0 : occurrence(by_tag, tag_keys_, tag_counts_);
    return {hash_combine(by_class, nth), hash_combine(by_tag, tag_nth), nth};
  }

  void push(NodeId element, NodeId node, dom::Atom attribute, std::string text, bool whole) {
    const Keys keys = keys_of(element, attribute, whole);
    leaves_.push_back({keys.by_class, keys.by_tag, element, node, attribute, keys.nth, false, false,
                       whole, false, cell_, column_, std::move(text)});
  }

  static constexpr uint32_t kMostLines = 64;         // Of a record or cell,
  static constexpr uint32_t kMostLevels = 32;        // and looked at above a text.
  static constexpr size_t kLongestRepeated = 1'000;  // Bytes of a cell that spans,
  static constexpr uint32_t kLargestRepeated = 20;   // its nodes, for parts to be repeated,
  static constexpr uint32_t kWidestRepeated = 16;    // and the columns it fills.

  const PageIndex& page_;
  const dom::Document& doc_;
  RecordSpan span_;                  // At hand,
  dom::NodeId root_ = dom::kNoNode;  // and where its paths begin.
  dom::NodeId cell_ = dom::kNoNode;  // Of a table's row, at hand,
  uint32_t column_ = 0;              // its column,
  std::string_view header_;          // and its header, if cells begin with it.
  dom::NodeId last_text_element_ = dom::kNoNode;
  bool gap_ = false;                  // The last text ended in white space.
  KeyNumbers class_keys_, tag_keys_;  // Of the record's leaves so far, without occurrences:
  std::vector<uint32_t> class_counts_, tag_counts_;  // how often each occurred.
  std::vector<Leaf> leaves_, parts_;
  std::vector<PlainLine> plain_lines_;
  std::vector<bool> is_line_;
  std::unordered_map<uint32_t, std::string> repeated_;  // By cell.
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
  [[nodiscard]] bool is_text() const { return example().attribute == dom::kNoAtom; }
  std::string header;    // What the table says above it,
  bool of_data = false;  // if it is one of data (DataTable::header).
  [[nodiscard]] bool is_cell() const {
    return example().whole && example().element == example().cell;
  }
  // Whether it is a column that the table itself has.
  [[nodiscard]] bool is_table_column() const { return is_cell() && !header.empty(); }
  bool merged = false;
};

std::string header_of(const PageIndex& page, RecordSpan record, const Leaf& leaf) {
  if (leaf.cell == dom::kNoNode) return "";
  return page.tables().place_of(record.begin).table->names[leaf.column];
}

// Steps 1 to 4.
class TableBuilder {
 public:
  TableBuilder(const PageIndex& page, const std::vector<RecordSpan>& records,
               const ColumnOptions& options)
      : page_(page), records_(records), options_(options), leaves_(page) {}

  std::vector<Draft> run() {
    for (uint32_t r = 0; r < records_.size(); ++r) add_record(r);
    fill_lines();
    merge_variants();
    std::vector<const Draft*> kept;
    for (const Draft& draft : drafts_) {
      if (!draft.merged && is_kept(draft)) kept.push_back(&draft);
    }
    std::erase_if(
        drafts_, [&](const Draft& d) { return !std::binary_search(kept.begin(), kept.end(), &d); });
    std::stable_sort(drafts_.begin(), drafts_.end(), [](const Draft& a, const Draft& b) {
      const auto order = [](const Draft& d) {
        return std::tuple(d.example().column, !d.is_cell(), d.place / d.filled);
      };
      return order(a) < order(b);
    });
    if (drafts_.size() > options_.max_columns) drafts_.resize(options_.max_columns);
    return std::move(drafts_);
  }

 private:
  // Whether enough records fill a column (step 3). What the author of a table put into one cell
  // belongs together, so parts of its text must be usual to count, and be more than the whole where
  // nothing else is in the cell.
  [[nodiscard]] bool is_kept(const Draft& draft) const {
    if (draft.is_table_column()) return true;
    const bool part = draft.of_data && draft.is_text() && !draft.is_cell();
    const double share = part ? options_.min_support_of_parts : options_.min_support;
    size_t filled = draft.filled;
    const auto whole = part
                           ? std::find_if(drafts_.begin(), drafts_.end(),
                                          [&](const Draft& other) {
                                            return !other.merged && other.is_cell() &&
                                                   other.example().column == draft.example().column;
                                          })
                           : drafts_.end();
    for (size_t r = 0; whole != drafts_.end() && r < records_.size(); ++r) {
      const Cell& cell = draft.cells[r];
      if (cell.node != dom::kNoNode && cell.text == whole->cells[r].text) --filled;
    }
    return static_cast<double>(filled) >= share * static_cast<double>(records_.size());
  }

  void add_record(uint32_t r) {
    std::vector<Leaf>& leaves = leaves_.collect(records_[r]);
    if (leaves.size() > options_.max_leaves_per_record)
      leaves.resize(options_.max_leaves_per_record);
    auto line = leaves_.plain_lines().begin();
    for (size_t k = 0; k < leaves.size(); ++k) {
      Leaf& leaf = leaves[k];
      const uint32_t number = by_class_.number(leaf.class_key);
      if (number >= 4 * options_.max_columns) continue;
      const bool is_text = leaf.attribute == dom::kNoAtom;
      for (; is_text && line != leaves_.plain_lines().end() && line->node <= leaf.node; ++line) {
        if (line->node == leaf.node) plain_lines_.push_back({*line, r, number});
      }
      if (number == drafts_.size()) {
        Draft draft;
        draft.tag_key = leaf.tag_key;
        draft.cells.resize(records_.size());
        drafts_.push_back(std::move(draft));
      }
      Draft& draft = drafts_[number];
      draft.cells[r] = {leaf.node, leaf.attribute, std::move(leaf.text)};
      draft.place += static_cast<double>(k) / static_cast<double>(leaves.size());
      if (++draft.filled > 1) continue;
      draft.header = header_of(page_, records_[r], leaf);
      draft.of_data = leaf.cell != dom::kNoNode &&
                      page_.tables().place_of(records_[r].begin).table->header != 0;
      draft.examples.push_back({r, std::move(leaf)});
    }
  }

  void fill_lines() {
    for (const auto& [line, record, part] : plain_lines_) {
      const uint32_t number = by_class_.known(line.class_key);
      if (number >= drafts_.size()) continue;
      Cell& cell = drafts_[number].cells[record];
      if (cell.node == dom::kNoNode)
        cell = {line.element, dom::kNoAtom, drafts_[part].cells[record].text};
    }
  }

  void merge_variants() {
    KeyNumbers tag_keys(drafts_.size());
    std::vector<size_t> first;  // Draft, by number of its tag key.
    for (size_t d = 0; d < drafts_.size(); ++d) {
      const uint32_t number = tag_keys.number(drafts_[d].tag_key);
      if (number == first.size()) {
        first.push_back(d);
      } else {
        merge(drafts_[first[number]], drafts_[d]);
      }
    }
    for (Draft& draft : drafts_) {
      Draft* bare = draft.merged ? nullptr : without_wrapper(draft);
      if (bare != nullptr) merge(*bare, draft);
    }
  }

  // The column of the same elements in records without an element around their content, or around a
  // part that begins with a class.
  Draft* without_wrapper(const Draft& draft) {
    const Leaf& leaf = draft.example();
    const Document& doc = page_.document();
    const NodeId root =
        leaf.cell != dom::kNoNode ? leaf.cell : root_of(doc, records_[draft.examples[0].record]);
    if (!doc.contains(root, leaf.element)) return nullptr;
    const uint64_t kind = kind_key(leaf.attribute, leaf.whole, leaf.column);
    bool classed = page_.has_class(leaf.element);
    Draft* bare = nullptr;
    NodeId n = leaf.element;
    for (uint32_t up = 0; up < kMostLevels && n != root; ++up) {
      n = doc.parent(n);
      if (n == root) break;
      if (classed) {
        const uint64_t key = hash_combine(page_.relative_class_path(n, leaf.element), kind);
        const uint32_t number = by_class_.known(hash_combine(key, leaf.occurrence));
        if (number < drafts_.size() && !drafts_[number].merged) bare = &drafts_[number];
      }
      classed |= page_.has_class(n);
    }
    return bare;
  }

  // Unless a record has both.
  void merge(Draft& into, Draft& from) {
    for (size_t r = 0; r < records_.size(); ++r) {
      if (into.cells[r].node != dom::kNoNode && from.cells[r].node != dom::kNoNode) return;
    }
    for (size_t r = 0; r < records_.size(); ++r) {
      if (from.cells[r].node != dom::kNoNode) into.cells[r] = std::move(from.cells[r]);
    }
    into.examples.push_back(std::move(from.examples.front()));
    into.filled += from.filled;
    into.place += from.place;
    from.merged = true;
  }

  static constexpr uint32_t kMostLevels = 32;  // Looked at above a value.

  const PageIndex& page_;
  const std::vector<RecordSpan>& records_;
  ColumnOptions options_;
  LeafCollector leaves_;
  KeyNumbers by_class_;
  std::vector<Draft> drafts_;  // By number in by_class_.
  struct PlainCell {
    PlainLine line;
    uint32_t record;
    uint32_t part;  // The draft with its text.
  };
  std::vector<PlainCell> plain_lines_;
};

// Targets that lead nowhere: scripts and places on the same page.
bool leads_nowhere(const Draft& draft) {
  if (draft.example().attribute != atoms::kHref) return false;
  return std::all_of(draft.cells.begin(), draft.cells.end(), [](const Cell& cell) {
    return cell.node == dom::kNoNode || cell.text.starts_with('#') ||
           cell.text.starts_with("javascript:");
  });
}

// Whether all that one column says stands in the other, too, in the same records, and the other
// says little more. What only some records have, though it is said elsewhere, may be news of them.
bool is_said_in(const std::vector<Cell>& column, const std::vector<Cell>& other) {
  size_t filled = 0, of_other = 0;
  for (size_t r = 0; r < column.size(); ++r) {
    filled += column[r].node != dom::kNoNode ? 1 : 0;
    of_other += other[r].node != dom::kNoNode ? 1 : 0;
    if (column[r].node != dom::kNoNode && column[r].text != other[r].text) return false;
  }
  return 10 * filled >= 9 * of_other;
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

// The path to a leaf, with the occurrence: "span.tag[2]". In rows of a table it begins with the
// column of the grid: "td[3]/a".
std::string leaf_path(const PageIndex& page, RecordSpan record, const Leaf& leaf) {
  const bool in_row = leaf.cell != dom::kNoNode;
  std::string path = in_row ? "td[" + std::to_string(leaf.column + 1) + "]" : "";
  if (!in_row || leaf.element != leaf.cell || leaf.attribute != dom::kNoAtom || !leaf.whole) {
    const RecordSpan within = in_row ? page.span(leaf.cell) : record;
    path += (in_row ? "/" : "") + leaf_path(page, within, leaf.element, leaf.attribute);
  }
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
    const bool kept = draft.is_table_column();
    if (!kept && draft.is_text() && records.size() >= 3 && draft.filled >= 2 &&
        is_constant(draft)) {
      const Cell& cell = *std::find_if(draft.cells.begin(), draft.cells.end(),
                                       [](const Cell& c) { return c.node != dom::kNoNode; });
      label = label_text(cell.text);
      if (!label.empty() || is_control(page, draft.example().element)) continue;
      if (draft.example().in_line) continue;
      const bool punctuation = std::none_of(cell.text.begin(), cell.text.end(), [](char c) {
        return is_ascii_alpha(c) || is_ascii_digit(c) || static_cast<unsigned char>(c) >= 0x80;
      });
      if (punctuation) continue;
    }
    if (leads_nowhere(draft)) continue;
    const bool twice = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
      return is_said_in(draft.cells, column.cells);
    });
    if (twice && !kept) continue;
    std::erase_if(columns, [&](const Column& column) {
      return column.name.empty() && is_said_in(column.cells, draft.cells);
    });
    Column column;
    for (const auto& [record, leaf] : draft.examples) {
      column.variants.push_back(leaf_path(page, records[record], leaf));
    }
    column.path = std::move(column.variants.front());
    column.variants.erase(column.variants.begin());
    if (!draft.header.empty()) {
      column.name = draft.header;
      if (!draft.is_text())
        column.name += draft.example().attribute == atoms::kHref ? " url" : " image";
      column.origin = "header cell";
    } else if (!label.empty() && draft.is_text()) {
      column.name = label;
      column.origin = "label in front";
    }
    if (draft.is_text()) label.clear();
    column.cells = std::move(draft.cells);
    columns.push_back(std::move(column));
  }
  name_columns(page, records, columns);
  return columns;
}

}  // namespace weft::mine
