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

// The node of a value that stands in one place only; kNoNode when the row has none.
std::vector<dom::NodeId> find_anchors(const std::map<std::string, std::vector<Cell>>& columns,
                                      size_t rows) {
  std::vector<dom::NodeId> anchors(rows, dom::kNoNode);
  std::vector<size_t> length(rows, 0);
  for (const auto& [attribute, cells] : columns) {
    for (const Cell& cell : cells) {
      if (cell.places.size() != 1 || cell.value.size() <= length[cell.row]) continue;
      anchors[cell.row] = cell.places[0].node;
      length[cell.row] = cell.value.size();
    }
  }
  return anchors;
}

// The best place of a cell that is not taken: of the usual signature if it can be, then the closest
// to the row's anchor, then the first.
const Occurrence* choose(const dom::Document& doc, const Cell& cell, const std::string& usual,
                         dom::NodeId anchor,
                         const std::set<std::pair<dom::NodeId, uint32_t>>& taken) {
  const Occurrence* best = nullptr;
  bool best_usual = false;
  for (size_t i = 0; i < cell.places.size(); ++i) {
    const Occurrence& place = cell.places[i];
    if (taken.contains({place.node, place.span ? place.span->begin : 0})) continue;
    const bool is_usual = cell.signatures[i] == usual;
    const bool closer = best != nullptr && anchor != dom::kNoNode &&
                        closeness(doc, anchor, place.node) > closeness(doc, anchor, best->node);
    if (best == nullptr || (is_usual && !best_usual) || (is_usual == best_usual && closer))
      best = &place, best_usual = is_usual;
  }
  return best;
}

}  // namespace

std::vector<model::Label> label_rows(const model::Page& page, const std::vector<TruthRow>& rows) {
  const dom::Document& doc = page.document;
  std::map<std::string, std::vector<Cell>> columns;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (const TruthCell& known : rows[r]) {
      Cell cell{r, known.value, {}, {}};
      cell.places = known.bytes ? locate_at(doc, known.value, *known.bytes)
                                : model::locate(doc, known.value,
                                                {.max_occurrences = 256, .attributes = true});
      for (const Occurrence& place : cell.places) cell.signatures.push_back(signature(doc, place));
      if (!cell.places.empty()) columns[known.attribute].push_back(std::move(cell));
    }
  }
  std::vector<model::Label> labels;
  const std::vector<dom::NodeId> anchors = find_anchors(columns, rows.size());
  for (auto& [attribute, cells] : columns) {
    const std::string usual = usual_signature(cells);
    std::set<std::pair<dom::NodeId, uint32_t>> taken;
    for (const Cell& cell : cells) {
      const Occurrence* chosen = choose(doc, cell, usual, anchors[cell.row], taken);
      if (chosen == nullptr) continue;
      taken.insert({chosen->node, chosen->span ? chosen->span->begin : 0});
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
