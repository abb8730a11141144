// Learning from crossed records.
//
//   <tr> Oak | Elm   <tr> 20 | 30       records in the order of the page: 0 1 0 1, they cross
//   <tr> Oak | 20    <tr> Elm | 30      put straight:                     0 0 1 1
//
// 1. Labelled values with one place each are put in the order of the page. A record that goes on
//    after another began crosses it.
// 2. If records cross on some labelled pages, and on most of these no more with their crossed tables
//    put straight, all pages are learned from straight, with the labels where their nodes are then.
//    Labels of pages that stay crossed, of which too little is known, are left out.
//
// Asking the labels first keeps ordinary tables safe: what looks crossed and is not stays as it is.
// Why not a column as a condition of rules and brooms: docs/adr/0069.
// Tested by straight_test.cc.

#include "induce/straight.h"

#include <algorithm>
#include <map>
#include <set>

#include "induce/label_places.h"
#include "wrap/straight/straight_wrapper.h"

namespace weft::induce {
namespace {

// By page: places and records of its labelled values.
using RecordsInOrder = std::map<uint32_t, std::vector<std::pair<dom::NodeId, std::string>>>;

// Step 1.
RecordsInOrder records_in_order(const std::vector<PlacedLabel>& labels) {
  RecordsInOrder pages;
  for (const PlacedLabel& label : labels) {
    if (label.value.occurrences.size() != 1) continue;
    pages[label.page].emplace_back(label.value.occurrences.front().node,
                                   outer_record(label.record));
  }
  return pages;
}

bool cross(std::vector<std::pair<dom::NodeId, std::string>> values) {
  std::sort(values.begin(), values.end());
  std::set<std::string> begun;
  for (size_t i = 0; i < values.size(); ++i) {
    const bool goes_on = i > 0 && values[i].second == values[i - 1].second;
    if (!goes_on && !begun.insert(values[i].second).second) return true;
  }
  return false;
}

// Step 2. By page: whether its records cross no more once it is put straight. Pages whose records do
// not cross are missing.
std::map<std::string, bool> straightened(const RecordsInOrder& records,
                                         const wrap::StraightPages& straight,
                                         const std::vector<const model::Page*>& pages) {
  std::map<std::string, bool> out;
  for (const auto& [p, values] : records) {
    if (!cross(values)) continue;
    bool& is_straight = out[pages[p]->id];
    const wrap::StraightPage* page = straight.find(pages[p]->id);
    if (page == nullptr) continue;
    auto moved = values;
    for (auto& [node, record] : moved) node = page->straight(node);
    is_straight = !cross(std::move(moved));
  }
  return out;
}

}  // namespace

const wrap::StraightPages& KeptStraightPages::of(const std::vector<const model::Page*>& pages) {
  if (straight_ == nullptr || pages_ != pages) {
    // The old ones go after the new ones are there, so that no new page has the address of an old.
    straight_ = std::make_unique<const wrap::StraightPages>(pages);
    pages_ = pages;
  }
  return *straight_;
}

Result<model::Induced> learn_straight(const model::Inducer& inducer,
                                      const model::InducerInput& input) {
  KeptStraightPages kept;
  return learn_straight(inducer, input, kept);
}

Result<model::Induced> learn_straight(const model::Inducer& inducer,
                                      const model::InducerInput& input, KeptStraightPages& kept) {
  if (!has_lists(input.labels)) return inducer(input);
  const auto places = place_labels(input.pages, input.labels);
  if (!places.ok()) return inducer(input);
  const RecordsInOrder records = records_in_order(places->labels);
  if (std::none_of(records.begin(), records.end(),
                   [](const auto& page) { return cross(page.second); }))
    return inducer(input);
  const wrap::StraightPages& straight = kept.of(input.pages);
  const std::map<std::string, bool> crossed = straightened(records, straight, input.pages);
  const auto helped =
      std::count_if(crossed.begin(), crossed.end(), [](const auto& page) { return page.second; });
  if (2 * helped <= std::ssize(crossed)) return inducer(input);
  model::InducerInput seen = input;
  seen.pages = straight.pages();
  seen.labels = straight.labels(input.labels);
  std::erase_if(seen.labels, [&](const model::Label& label) {
    const auto page = crossed.find(label.page);
    return page != crossed.end() && !page->second;
  });
  WEFT_ASSIGN(model::Induced induced, inducer(seen));
  induced.wrapper = std::make_unique<wrap::StraightWrapper>(std::move(induced.wrapper));
  return induced;
}

}  // namespace weft::induce
