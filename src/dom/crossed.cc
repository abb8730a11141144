// Crossed tables put straight.
//
// 1. A cell's kind is the path of tags and classes down to its first text or picture, not
//    telling which elements, and how many, make it bold or the like; an empty cell has none. A row
//    is uniform when all its cells that have a kind have the same.
// 2. The first uniform row of two cells or more begins a band, and so does every later row of its
//    kind, and an empty one when the band before is complete; further rows with as many cells go on
//    with it, in later bands no more than in the first. The second band may begin with an empty row
//    as well: the row behind it tells. Where empty rows stand above the first band (its pictures are
//    missing), every band begins as many rows earlier.
//    A band has rows of two kinds or more; a table is crossed when it has two bands, or one of three
//    kinds (of two, where crossed tables are expected). An ordinary table is either not uniform, or
//    its rows are all of one kind.
//    A later band of as many rows, all like those of the first or empty, is one as well: people
//    without pictures.
// 3. A table of pictures with texts beside them, two or more to a row, is a band a row, of columns
//    two cells wide: every row is made of a cell with a picture alone, or an empty one, and one with
//    lines of text, or an empty one, in turn. (Text of a single line may be a cell like others: a
//    match with the signs and names of two teams.)
// 4. Each column of a band becomes a row with the column's cells.
//
// The idea of records that lie apart is MDR's ([Liu], non-contiguous data records).

#include "dom/crossed.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

#include "base/hash.h"
#include "base/unicode_space.h"
#include "dom/rearrange.h"

namespace weft::dom {
namespace {

constexpr uint32_t kMaxNodesOfCell = 50;  // Looked at for the kind of a cell.

struct CrossedRow {
  NodeId node;
  std::vector<NodeId> cells;
  uint64_t kind = 0;  // 0 when all cells are empty.
  bool uniform = false;
};

// Rows of a table that are put straight together: columns of cells become records.
using CrossedRows = std::vector<CrossedRow>;
struct CrossedBand {
  CrossedRows rows;
  size_t width = 1;  // Of a column, in cells.
};

bool holds_something(const Document& doc, NodeId n) {
  if (doc.is_text(n)) return skip_space(doc.text(n), 0) != doc.text(n).size();
  return doc.is_element(n) && doc.name(n) == atoms::kImg;
}

bool is_looks(Atom name) {
  constexpr Atom kLooks[] = {atoms::kB, atoms::kStrong, atoms::kEm,    atoms::kI,
                             atoms::kU, atoms::kFont,   atoms::kSmall, atoms::kBig};
  return std::find(std::begin(kLooks), std::end(kLooks), name) != std::end(kLooks);
}

// Step 1.
uint64_t kind_of_cell(const Document& doc, NodeId cell) {
  const uint32_t end = std::min(index(doc.end(cell)), index(cell) + kMaxNodesOfCell);
  for (uint32_t i = index(cell) + 1; i < end; ++i) {
    NodeId n{i};
    if (!holds_something(doc, n)) continue;
    uint64_t kind = 1;
    bool looks = false;
    for (; n != cell; n = doc.parent(n)) {
      if (is_looks(doc.name(n))) {
        looks = true;
        continue;
      }
      kind = hash_combine(kind, static_cast<uint64_t>(doc.name(n)));
      if (doc.is_element(n)) kind = hash_bytes(doc.attribute(n, atoms::kClass).value_or(""), kind);
    }
    return hash_combine(kind, looks ? 1 : 0);
  }
  return 0;
}

CrossedRow read_row(const Document& doc, NodeId node) {
  CrossedRow row{.node = node, .cells = {}, .uniform = true};
  for (const NodeId cell : doc.children(node)) {
    if (!doc.is_element(cell)) continue;
    row.cells.push_back(cell);
    const uint64_t kind = kind_of_cell(doc, cell);
    if (kind == 0) continue;
    if (row.kind == 0) row.kind = kind;
    if (row.kind != kind) {
      row.uniform = false;
      break;
    }
  }
  return row;
}

// Step 2.
class CrossedTable {
 public:
  CrossedTable(const Document& doc, NodeId table) {
    for (const NodeId child : doc.children(table)) {
      if (!doc.is_element(child)) continue;
      rows_.push_back(read_row(doc, child));
      uneven_ += rows_.back().uniform ? 0 : 1;
      add_last_row();
      if (is_hopeless()) return;
    }
  }

  // The bands; none when the table is not crossed.
  std::vector<CrossedRows> take(Crossed how) {
    begin_with_empty_rows();
    std::vector<CrossedRows> bands;
    for (const Stretch& stretch : bands_) {
      bands.emplace_back(rows_.begin() + static_cast<std::ptrdiff_t>(stretch.begin),
                         rows_.begin() + static_cast<std::ptrdiff_t>(stretch.end));
    }
    if (bands.empty()) return {};
    const CrossedRows first = bands.front();
    std::erase_if(bands, [&](const CrossedRows& band) {
      return kinds(band) < 2 && !is_part_of(band, first);
    });
    if (how == Crossed::kWithoutDoubt && bands.size() == 1 && kinds(bands.front()) < 3)
      bands.clear();
    return bands;
  }

 private:
  // Rows that form a band.
  struct Stretch {
    size_t begin = 0, end = 0;
    [[nodiscard]] size_t size() const { return end - begin; }
  };

  // Most tables are ordinary and show it in their first rows.
  [[nodiscard]] bool is_hopeless() const {
    const bool rows_alike = bands_.size() > 1 && bands_.front().size() == 1;
    return rows_alike || uneven_ > bands_.size() + 2;
  }

  void add_last_row() {
    const CrossedRow& row = rows_.back();
    if (row.uniform && leading_ == 0 && row.cells.size() >= 2) leading_ = row.kind;
    const bool leads = row.kind == 0 ? open_ && !has_room() : row.kind == leading_;
    const bool begins = row.uniform && leads;
    if (goes_on_after_empty_row(row)) {
      bands_.back().end = rows_.size() - 2;
      bands_.push_back({rows_.size() - 2, rows_.size() - 1});
    }
    open_ = begins || (open_ && has_room() && fits(row, bands_.back()));
    if (begins) bands_.push_back({rows_.size() - 1, rows_.size() - 1});
    if (open_) bands_.back().end = rows_.size();
  }

  // The row after the first of a band, seen once so far, behind an empty one: the second band has
  // begun, and its first row is empty.
  [[nodiscard]] bool goes_on_after_empty_row(const CrossedRow& row) const {
    if (bands_.size() != 1 || !open_ || bands_.front().size() < 3 || rows_.end()[-2].kind != 0)
      return false;
    const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(bands_.front().begin);
    return row.uniform && row.kind != 0 && begin[1].kind == row.kind &&
           std::count_if(begin, rows_.end(),
                         [&](const CrossedRow& other) { return other.kind == row.kind; }) == 2;
  }

  [[nodiscard]] bool has_room() const {
    return bands_.size() == 1 || bands_.back().size() < bands_.front().size();
  }

  [[nodiscard]] bool fits(const CrossedRow& row, const Stretch& band) const {
    return row.uniform && row.cells.size() == rows_[band.begin].cells.size();
  }

  // How many rows above a band fit it, at most `most`.
  [[nodiscard]] size_t rows_above(const Stretch& band, size_t most) const {
    size_t above = 0;
    while (above < most && above < band.begin && fits(rows_[band.begin - above - 1], band)) ++above;
    return above;
  }

  // Empty rows above the first band: its first pictures are missing, say. Then all bands begin with
  // rows above the one they were told by.
  void begin_with_empty_rows() {
    if (bands_.empty()) return;
    const size_t above = rows_above(bands_.front(), bands_.front().begin);
    if (above == 0) return;
    const bool adjoin = bands_.size() > 1 && bands_[0].end == bands_[1].begin;
    const size_t rows = bands_.front().size() + (adjoin ? 0 : above);
    for (Stretch& band : bands_) {
      band.begin -= rows_above(band, above);
      band.end = std::min(band.end, band.begin + rows);
    }
  }

  // Whether it has the rows of the first band, some of them empty.
  static bool is_part_of(const CrossedRows& band, const CrossedRows& first) {
    if (band.size() != first.size() || kinds(first) < 2 || kinds(band) == 0) return false;
    for (size_t r = 0; r < band.size(); ++r) {
      if (band[r].kind != 0 && band[r].kind != first[r].kind) return false;
    }
    return true;
  }

  static size_t kinds(const CrossedRows& band) {
    std::set<uint64_t> kinds;
    for (const CrossedRow& row : band) {
      if (row.kind != 0) kinds.insert(row.kind);
    }
    return kinds.size();
  }

  std::vector<CrossedRow> rows_;
  std::vector<Stretch> bands_;
  uint64_t leading_ = 0;
  bool open_ = false;
  size_t uneven_ = 0;
};

// Step 3.
enum class Pairing : uint8_t { kNone, kEmpty, kPair };

// What two cells side by side are to such a table. Large ones are parts of a page.
Pairing pairing(const Document& doc, NodeId left, NodeId right) {
  if (std::max(doc.subtree_size(left), doc.subtree_size(right)) > kMaxNodesOfCell)
    return Pairing::kNone;
  const auto count = [&](NodeId cell, bool texts) {
    size_t found = 0;
    for (uint32_t i = index(cell) + 1; i < index(doc.end(cell)); ++i)
      found += doc.is_text(NodeId{i}) == texts && holds_something(doc, NodeId{i}) ? 1 : 0;
    return found;
  };
  if (count(left, true) != 0 || count(right, false) != 0) return Pairing::kNone;
  const size_t pictures = count(left, false), lines = count(right, true);
  if (pictures == 0 && lines == 0) return Pairing::kEmpty;
  return lines >= 2 ? Pairing::kPair : Pairing::kNone;
}

// A band for each row of pairs; none unless all rows are so, and two of them have two pairs.
std::vector<CrossedRows> paired_rows(const Document& doc, NodeId table) {
  std::vector<CrossedRows> rows;
  size_t full = 0;
  for (const NodeId node : doc.children(table)) {
    if (!doc.is_element(node)) continue;
    CrossedRow row{.node = node, .cells = {}};
    for (const NodeId cell : doc.children(node)) {
      if (doc.is_element(cell)) row.cells.push_back(cell);
    }
    if (row.cells.size() < 2 || row.cells.size() % 2 != 0) return {};
    size_t pairs = 0;
    for (size_t c = 0; c < row.cells.size(); c += 2) {
      const Pairing found = pairing(doc, row.cells[c], row.cells[c + 1]);
      if (found == Pairing::kNone) return {};
      pairs += found == Pairing::kPair ? 1 : 0;
    }
    full += pairs >= 2 ? 1 : 0;
    rows.push_back({std::move(row)});
  }
  return full >= 2 ? rows : std::vector<CrossedRows>();
}

std::vector<CrossedBand> find_bands(const Document& doc, Crossed how) {
  std::vector<CrossedBand> bands;
  std::unordered_set<uint32_t> seen;
  for (uint32_t i = 1; i < doc.size();) {
    const NodeId n{i++};
    if (!doc.is_element(n) || doc.name(n) != atoms::kTr) continue;
    if (!seen.insert(index(doc.parent(n))).second) continue;
    size_t width = 1;
    std::vector<CrossedRows> found = CrossedTable(doc, doc.parent(n)).take(how);
    if (found.empty()) {
      found = paired_rows(doc, doc.parent(n));
      width = 2;
    }
    if (found.empty()) continue;
    i = index(doc.end(doc.parent(n)));  // Tables inside a crossed one stay as they are.
    for (CrossedRows& rows : found) bands.push_back({std::move(rows), width});
  }
  return bands;
}

// Step 4.
class Straightener {
 public:
  explicit Straightener(const Document& doc) : doc_(doc), place_(doc.size(), 0) {}

  StraightDocument run(const std::vector<CrossedBand>& bands) {
    nodes_.reserve(doc_.size());
    parents_.reserve(doc_.size());
    uint32_t next = 0;
    for (const CrossedBand& band : bands) {
      copy(NodeId{next}, band.rows.front().node);
      for (size_t column = 0; column < band.rows.front().cells.size(); column += band.width)
        turn(band, column);
      next = index(doc_.end(band.rows.back().node));
    }
    copy(NodeId{next}, NodeId{doc_.size()});
    Document straight = rearranged(doc_, nodes_, parents_);
    return {std::move(straight), std::move(nodes_), std::move(turned_)};
  }

 private:
  void put(NodeId n, uint32_t parent) {
    place_[index(n)] = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back(n);
    parents_.push_back(parent);
  }

  uint32_t place_of_parent(NodeId n) const {
    return n == kRoot ? 0 : place_[index(doc_.parent(n))];
  }

  void copy(NodeId begin, NodeId end) {
    for (NodeId n = begin; n < end; n = next(n)) put(n, place_of_parent(n));
  }

  void turn(const CrossedBand& band, size_t column) {
    put(band.rows.front().node, place_of_parent(band.rows.front().node));
    const auto record = static_cast<uint32_t>(nodes_.size() - 1);
    turned_.push_back(NodeId{record});
    for (const CrossedRow& row : band.rows) {
      for (size_t c = column; c < column + band.width; ++c) {
        put(row.cells[c], record);
        copy(next(row.cells[c]), doc_.end(row.cells[c]));
      }
    }
  }

  const Document& doc_;
  std::vector<uint32_t> place_;  // By node of the page: where it was put last.
  std::vector<NodeId> nodes_;
  std::vector<uint32_t> parents_;
  std::vector<NodeId> turned_;
};

}  // namespace

std::optional<StraightDocument> straighten_crossed(const Document& doc, Crossed how) {
  const std::vector<CrossedBand> bands = find_bands(doc, how);
  if (bands.empty()) return std::nullopt;
  return Straightener(doc).run(bands);
}

std::vector<std::pair<NodeId, NodeId>> StraightDocument::parts(const Document& page, NodeId begin,
                                                               NodeId end) const {
  std::vector<std::pair<NodeId, NodeId>> parts;
  const auto add = [&](NodeId n) {
    const NodeId from = original[index(n)];
    if (!parts.empty() && parts.back().second == from) {
      parts.back().second = page.end(from);
    } else {
      parts.emplace_back(from, page.end(from));
    }
  };
  for (NodeId n = begin; n < end; n = document.end(n)) {
    if (std::binary_search(turned.begin(), turned.end(), n)) {
      for (const NodeId cell : document.children(n)) add(cell);
    } else {
      add(n);
    }
  }
  return parts;
}

}  // namespace weft::dom
