// Crossed tables put straight.
//
// 1. A cell's kind is the path of tags and classes down to its first text or picture; an empty cell
//    has none. A row is uniform when all its cells that have a kind have the same.
// 2. The first uniform row of two cells or more begins a band, and so does every later row of its
//    kind, and an empty one when the band before is complete; further rows with as many cells go on
//    with it, in later bands no more than in the first.
//    A band has rows of two kinds or more; a table is crossed when it has two bands, or one of
//    three kinds. (An ordinary table is either not uniform, or its rows are all of one kind.)
// 3. Each column of a band becomes a row with the column's cells.
//
// The idea of records that lie apart is MDR's ([Liu], non-contiguous data records).

#include "dom/crossed.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>

#include "base/hash.h"
#include "base/strings.h"
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
using CrossedBand = std::vector<CrossedRow>;

bool holds_something(const Document& doc, NodeId n) {
  if (doc.is_text(n)) return !trim(doc.text(n)).empty();
  return doc.is_element(n) && doc.name(n) == atoms::kImg;
}

// Step 1.
uint64_t kind_of_cell(const Document& doc, NodeId cell) {
  const uint32_t end = std::min(index(doc.end(cell)), index(cell) + kMaxNodesOfCell);
  for (uint32_t i = index(cell) + 1; i < end; ++i) {
    NodeId n{i};
    if (!holds_something(doc, n)) continue;
    uint64_t kind = 1;
    for (; n != cell; n = doc.parent(n)) {
      kind = hash_combine(kind, static_cast<uint64_t>(doc.name(n)));
      if (doc.is_element(n)) kind = hash_bytes(doc.attribute(n, atoms::kClass).value_or(""), kind);
    }
    return kind;
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
      CrossedRow row = read_row(doc, child);
      uneven_ += row.uniform ? 0 : 1;
      add(std::move(row));
      if (is_hopeless()) return;
    }
  }

  // The bands; none when the table is not crossed.
  std::vector<CrossedBand> take() {
    std::erase_if(bands_, [](const CrossedBand& band) { return kinds(band) < 2; });
    if (bands_.size() == 1 && kinds(bands_.front()) < 3) bands_.clear();
    return std::move(bands_);
  }

 private:
  // Most tables are ordinary and show it in their first rows.
  [[nodiscard]] bool is_hopeless() const {
    const bool rows_alike = bands_.size() > 1 && bands_.front().size() == 1;
    return rows_alike || uneven_ > bands_.size() + 2;
  }

  void add(CrossedRow row) {
    if (row.uniform && leading_ == 0 && row.cells.size() >= 2) leading_ = row.kind;
    const bool leads = row.kind == 0 ? open_ && !has_room() : row.kind == leading_;
    const bool begins = row.uniform && leads;
    open_ = begins || (row.uniform && open_ && has_room() && fits(row));
    if (begins) bands_.emplace_back();
    if (open_) bands_.back().push_back(std::move(row));
  }

  [[nodiscard]] bool has_room() const {
    return bands_.size() == 1 || bands_.back().size() < bands_.front().size();
  }

  [[nodiscard]] bool fits(const CrossedRow& row) const {
    return row.cells.size() == bands_.back().front().cells.size();
  }

  static size_t kinds(const CrossedBand& band) {
    std::set<uint64_t> kinds;
    for (const CrossedRow& row : band) {
      if (row.kind != 0) kinds.insert(row.kind);
    }
    return kinds.size();
  }

  std::vector<CrossedBand> bands_;
  uint64_t leading_ = 0;
  bool open_ = false;
  size_t uneven_ = 0;
};

std::vector<CrossedBand> find_bands(const Document& doc) {
  std::vector<CrossedBand> bands;
  std::unordered_set<uint32_t> seen;
  for (uint32_t i = 1; i < doc.size();) {
    const NodeId n{i++};
    if (!doc.is_element(n) || doc.name(n) != atoms::kTr) continue;
    if (!seen.insert(index(doc.parent(n))).second) continue;
    std::vector<CrossedBand> found = CrossedTable(doc, doc.parent(n)).take();
    if (found.empty()) continue;
    i = index(doc.end(doc.parent(n)));  // Tables inside a crossed one stay as they are.
    std::move(found.begin(), found.end(), std::back_inserter(bands));
  }
  return bands;
}

// Step 3.
class Straightener {
 public:
  explicit Straightener(const Document& doc) : doc_(doc), place_(doc.size(), 0) {}

  StraightDocument run(const std::vector<CrossedBand>& bands) {
    nodes_.reserve(doc_.size());
    parents_.reserve(doc_.size());
    uint32_t next = 0;
    for (const CrossedBand& band : bands) {
      copy(NodeId{next}, band.front().node);
      for (size_t column = 0; column < band.front().cells.size(); ++column) turn(band, column);
      next = index(doc_.end(band.back().node));
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
    put(band.front().node, place_of_parent(band.front().node));
    const auto record = static_cast<uint32_t>(nodes_.size() - 1);
    turned_.push_back(NodeId{record});
    for (const CrossedRow& row : band) {
      put(row.cells[column], record);
      copy(next(row.cells[column]), doc_.end(row.cells[column]));
    }
  }

  const Document& doc_;
  std::vector<uint32_t> place_;  // By node of the page: where it was put last.
  std::vector<NodeId> nodes_;
  std::vector<uint32_t> parents_;
  std::vector<NodeId> turned_;
};

}  // namespace

std::optional<StraightDocument> straighten_crossed(const Document& doc) {
  const std::vector<CrossedBand> bands = find_bands(doc);
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
