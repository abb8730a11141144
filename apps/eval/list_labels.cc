// Which of several equal texts is meant? A table says "Oak lamp, € 20"; on the page € 20 stands in
// five records and in an advert.
//
//   1. values that stand in one place only are placed; they are the anchors of their rows
//   2. a row's region is the largest element around its anchor and no other row's
//   3. each other value takes the best free place: in its row's region, at the tag path where most
//      rows have the attribute, in the anchor's column, nearest to the anchor
//
// Truth that knows bytes (the practice site's) needs none of it.
#include "eval/list_labels.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "dom/path.h"
#include "dom/text.h"
#include "model/locate.h"

namespace weft::eval {
namespace {

using model::Occurrence;

// The innermost node around these bytes.
dom::NodeId node_around(const dom::Document& doc, dom::SourceRange bytes) {
  dom::NodeId around = dom::kRoot;
  for (const dom::NodeId n : doc.nodes()) {
    const dom::SourceRange range = doc.source_range(n);
    if (range.begin <= bytes.begin && bytes.end <= range.end && range.begin < range.end) around = n;
  }
  return around;
}

// The place of a value whose bytes are known. Nothing when something else stands there.
std::vector<Occurrence> locate_at(const dom::Document& doc, const std::string& value,
                                  dom::SourceRange bytes) {
  const dom::NodeId n = node_around(doc, bytes);
  const std::string text = dom::normalized_text(doc, n);
  if (text == value) return {{n, "", std::nullopt}};
  for (uint32_t a = 0; a < doc.attribute_count(n); ++a) {
    if (doc.attribute_at(n, a).value == value)
      return {{n, std::string(doc.attribute_at(n, a).name_text), std::nullopt}};
  }
  // A part: the one nearest to where the bytes are in the node as it was written.
  const size_t wanted = bytes.begin - doc.source_range(n).begin;
  const auto away = [&](size_t at) { return at > wanted ? at - wanted : wanted - at; };
  size_t best = text.find(value);
  if (best == std::string::npos) return {};
  for (size_t at = best; at != std::string::npos; at = text.find(value, at + 1)) {
    if (away(at) < away(best)) best = at;
  }
  const auto begin = static_cast<uint32_t>(best);
  return {{n, "", model::TextSpan{begin, begin + static_cast<uint32_t>(value.size())}}};
}

// Occurrences alike in where they stand.
std::string signature(const dom::Document& doc, const Occurrence& occurrence) {
  const dom::NodeId n = occurrence.node;
  const dom::NodeId element = doc.is_element(n) ? n : doc.parent(n);
  return dom::tag_path(doc, element) + "@" + occurrence.attribute + "." +
         std::string(doc.attribute(element, dom::atoms::kClass).value_or(""));
}

struct Cell {
  size_t row = 0;
  std::string value;
  std::vector<Occurrence> places;
  std::vector<std::string> signatures;
  bool known = false;  // The truth says where it stands.
};

// The signature that most cells have; of equals that of the fewest places.
std::string usual_signature(const std::vector<Cell>& cells) {
  std::map<std::string, std::pair<size_t, size_t>> counts;  // cells, places
  for (const Cell& cell : cells) {
    for (const std::string& s : cell.signatures) ++counts[s].second;
    for (const std::string& s :
         std::set<std::string>(cell.signatures.begin(), cell.signatures.end()))
      ++counts[s].first;
  }
  std::string best;
  std::pair<size_t, size_t> most{0, 0};
  for (const auto& [s, count] : counts) {
    if (count.first > most.first || (count.first == most.first && count.second < most.second))
      best = s, most = count;
  }
  return best;
}

// The ancestor-or-self of n at this depth.
dom::NodeId ancestor_at(const dom::Document& doc, dom::NodeId n, uint32_t depth) {
  while (doc.depth(n) > depth) n = doc.parent(n);
  return n;
}

size_t place_among_siblings(const dom::Document& doc, dom::NodeId n) {
  size_t place = 0;
  for (const dom::NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) return place;
    place += doc.is_element(sibling) ? 1 : 0;
  }
  return place;
}

// How well a place goes with a value of the same record whose place is known: how deep the element
// is that holds both, whether both are in one column of it, and how near they are.
std::tuple<uint32_t, bool, int64_t> closeness(const dom::Document& doc, dom::NodeId anchor,
                                              dom::NodeId n) {
  const dom::NodeId common = doc.lowest_common_ancestor(anchor, n);
  const uint32_t depth = doc.depth(common);
  bool column = false;
  if (doc.depth(anchor) >= depth + 2 && doc.depth(n) >= depth + 2) {
    column = place_among_siblings(doc, ancestor_at(doc, anchor, depth + 2)) ==
             place_among_siblings(doc, ancestor_at(doc, n, depth + 2));
  }
  const int64_t distance = std::abs(int64_t{index(anchor)} - int64_t{index(n)});
  return {depth, column, -distance};
}

// The node of a value that stands in one place only, where most of its attribute do; kNoNode when
// the row has none.
std::vector<dom::NodeId> find_anchors(const std::map<std::string, std::vector<Cell>>& columns,
                                      size_t rows) {
  std::vector<dom::NodeId> anchors(rows, dom::kNoNode);
  std::vector<size_t> length(rows, 0);
  for (const auto& [attribute, cells] : columns) {
    const std::string usual = usual_signature(cells);
    for (const Cell& cell : cells) {
      if (cell.places.size() != 1 || cell.signatures[0] != usual) continue;
      if (cell.value.size() <= length[cell.row]) continue;
      anchors[cell.row] = cell.places[0].node;
      length[cell.row] = cell.value.size();
    }
  }
  return anchors;
}

// Where the values of each row may stand: within the smallest element around all anchors and not
// beside the anchor of another row; beside its own where most values do.
class RowRegions {
 public:
  RowRegions(const dom::Document& doc, const std::vector<dom::NodeId>& anchors,
             const std::map<std::string, std::vector<Cell>>& columns)
      : doc_(doc), anchors_(anchors), regions_(anchors.size(), dom::kNoNode) {
    for (const dom::NodeId anchor : anchors) {
      if (anchor == dom::kNoNode) continue;
      list_ = list_ == dom::kNoNode ? anchor : doc.lowest_common_ancestor(list_, anchor);
    }
    for (size_t r = 0; r < anchors.size(); ++r) {
      if (anchors[r] == dom::kNoNode || anchors[r] == list_) continue;
      dom::NodeId n = anchors[r];
      while (!holds_another(doc.parent(n), r)) n = doc.parent(n);
      regions_[r] = n;
    }
    size_t cells = 0, inside = 0;
    for (const auto& [attribute, column] : columns) {
      for (const Cell& cell : column) {
        if (anchors[cell.row] == dom::kNoNode) continue;
        ++cells;
        inside += std::any_of(cell.places.begin(), cell.places.end(), [&](const Occurrence& o) {
          return o.node != anchors[cell.row] && is_inside(cell.row, o.node);
        });
      }
    }
    enclosed_ = 2 * inside > cells;
  }

  // The largest element around the row's anchor and no other's.
  [[nodiscard]] bool is_inside(size_t row, dom::NodeId n) const {
    return regions_[row] != dom::kNoNode && doc_.contains(regions_[row], n);
  }
  [[nodiscard]] bool may_hold(size_t row, dom::NodeId n) const {
    if (list_ == dom::kNoNode) return true;
    if (enclosed_) return is_inside(row, n);
    if (!doc_.contains(list_, n)) return false;
    for (size_t r = 0; r < regions_.size(); ++r) {
      if (r != row && is_inside(r, n)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool holds_another(dom::NodeId n, size_t row) const {
    for (size_t r = 0; r < anchors_.size(); ++r) {
      if (r != row && anchors_[r] != dom::kNoNode && doc_.contains(n, anchors_[r])) return true;
    }
    return false;
  }

  const dom::Document& doc_;
  const std::vector<dom::NodeId>& anchors_;
  dom::NodeId list_ = dom::kNoNode;
  std::vector<dom::NodeId> regions_;
  bool enclosed_ = false;  // Rows have elements of their own.
};

using Taken = std::set<std::tuple<dom::NodeId, std::string, uint32_t>>;

Taken::value_type key_of(const Occurrence& place) {
  return {place.node, place.attribute, place.span ? place.span->begin : 0};
}

// The best place of a cell that is not taken: in the row's own region if it can be, then of the
// usual signature, then the closest to the row's anchor, then the first.
const Occurrence* choose(const dom::Document& doc, const Cell& cell, const std::string& usual,
                         const RowRegions& regions, dom::NodeId anchor, const Taken& taken) {
  const Occurrence* best = nullptr;
  std::pair<bool, bool> best_rank;
  for (size_t i = 0; i < cell.places.size(); ++i) {
    const Occurrence& place = cell.places[i];
    if (taken.contains(key_of(place))) continue;
    if (!cell.known && !regions.may_hold(cell.row, place.node)) continue;
    const std::pair rank{regions.is_inside(cell.row, place.node), cell.signatures[i] == usual};
    const bool closer = best != nullptr && anchor != dom::kNoNode &&
                        closeness(doc, anchor, place.node) > closeness(doc, anchor, best->node);
    if (best == nullptr || rank > best_rank || (rank == best_rank && closer))
      best = &place, best_rank = rank;
  }
  return best;
}

}  // namespace

std::vector<model::Label> label_rows(const model::Page& page, const std::vector<TruthRow>& rows) {
  const dom::Document& doc = page.document;
  std::map<std::string, std::vector<Cell>> columns;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (const TruthCell& known : rows[r]) {
      Cell cell{r, known.value, {}, {}, known.bytes.has_value()};
      cell.places = known.bytes ? locate_at(doc, known.value, *known.bytes)
                                : model::locate(doc, known.value,
                                                {.max_occurrences = 256, .attributes = true});
      for (const Occurrence& place : cell.places) cell.signatures.push_back(signature(doc, place));
      if (!cell.places.empty()) columns[known.attribute].push_back(std::move(cell));
    }
  }
  std::vector<model::Label> labels;
  const std::vector<dom::NodeId> anchors = find_anchors(columns, rows.size());
  const RowRegions regions(doc, anchors, columns);
  Taken taken;
  for (auto& [attribute, cells] : columns) {
    const std::string usual = usual_signature(cells);
    for (const Cell& cell : cells) {
      const Occurrence* chosen = choose(doc, cell, usual, regions, anchors[cell.row], taken);
      if (chosen == nullptr) continue;
      taken.insert(key_of(*chosen));
      labels.push_back({.page = page.id,
                        .record = std::to_string(cell.row),
                        .attribute = attribute,
                        .path = model::label_path(doc, *chosen),
                        .span = chosen->span,
                        .value = cell.value,
                        .source = model::LabelSource::kTruth});
    }
  }
  return labels;
}

}  // namespace weft::eval
