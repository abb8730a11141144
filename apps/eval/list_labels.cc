#include "eval/list_labels.h"

#include <algorithm>
#include <map>
#include <set>

#include "dom/path.h"
#include "model/locate.h"

namespace weft::eval {
namespace {

using model::Occurrence;

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

}  // namespace

std::vector<model::Label> label_rows(const model::Page& page, const std::vector<TruthRow>& rows) {
  const dom::Document& doc = page.document;
  std::map<std::string, std::vector<Cell>> columns;
  for (size_t r = 0; r < rows.size(); ++r) {
    for (const auto& [attribute, value] : rows[r]) {
      Cell cell{
          r, value, model::locate(doc, value, {.max_occurrences = 256, .attributes = true}), {}};
      for (const Occurrence& place : cell.places) cell.signatures.push_back(signature(doc, place));
      if (!cell.places.empty()) columns[attribute].push_back(std::move(cell));
    }
  }
  std::vector<model::Label> labels;
  for (auto& [attribute, cells] : columns) {
    const std::string usual = usual_signature(cells);
    std::set<std::pair<dom::NodeId, uint32_t>> taken;
    for (const Cell& cell : cells) {
      const Occurrence* chosen = nullptr;
      for (const bool strict : {true, false}) {
        for (size_t i = 0; i < cell.places.size() && chosen == nullptr; ++i) {
          const Occurrence& place = cell.places[i];
          if (strict && cell.signatures[i] != usual) continue;
          if (taken.insert({place.node, place.span ? place.span->begin : 0}).second)
            chosen = &place;
        }
      }
      if (chosen == nullptr) continue;
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
