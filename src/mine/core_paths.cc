// Core paths by counting. Paths are numbered: if all records stand at one path from the root, or
// are runs of children of one parent, equal paths from the record are equal paths from the root,
// which PageIndex has numbered already. Otherwise hashes of the relative paths are numbered here.
//
//   1. Go through the records; note the different paths of each, and count them over the compared
//      records.
//   2. Paths that half of the compared records have are core.
//   3. By record, count the core paths among those noted.
//
// Tested by candidates_test.cc.

#include "mine/core_paths.h"

#include <algorithm>

namespace weft::mine {

using dom::index;
using dom::NodeId;

namespace {

bool is_single(const dom::Document& doc, RecordSpan record) {
  return doc.end(record.begin) == record.end;
}

}  // namespace

bool CorePathCounter::of_one_path(std::span<const RecordSpan> records) const {
  const dom::Document& doc = page_.document();
  const RecordSpan first = records.front();
  const bool single = is_single(doc, first);
  return std::all_of(records.begin(), records.end(), [&](RecordSpan r) {
    if (is_single(doc, r) != single) return false;
    return single ? page_.path_number(r.begin) == page_.path_number(first.begin)
                  : doc.parent(r.begin) == doc.parent(first.begin);
  });
}

// A record of several nodes keeps them apart: its paths begin at their parent.
uint32_t CorePathCounter::relative_number(RecordSpan record, NodeId n) {
  const dom::Document& doc = page_.document();
  const NodeId root = is_single(doc, record) ? record.begin : doc.parent(record.begin);
  return relative_.number(page_.relative_path(root, n));
}

void CorePathCounter::count_record(RecordSpan record, uint32_t max_nodes, uint32_t number,
                                   bool compared, bool absolute) {
  begin_.push_back(static_cast<uint32_t>(found_.size()));
  const NodeId end{std::min(index(record.end), index(record.begin) + max_nodes)};
  for (const PageIndex::Place place : page_.places({record.begin, end})) {
    const uint32_t path = absolute ? place.path_number : relative_number(record, place.node);
    if (path >= counters_.size()) counters_.resize(2 * path + 1);
    Counter& counter = counters_[path];
    if (counter.group != group_) {
      counter = {group_, 0, 0, false};
      seen_.push_back(path);
    }
    if (compared) counter.text |= place.has_text != 0;
    if (counter.last_record == number) continue;
    counter.last_record = number;
    counter.count += compared ? 1 : 0;
    found_.push_back(path);
  }
}

// OPTIMIZATION: records that are one element without content below share the one path there is.
bool CorePathCounter::summarize_leaves(std::span<const RecordSpan> records) {
  bool text = false;
  for (const RecordSpan r : records) {
    const auto places = page_.places(r);
    if (places.size() != 1 || places[0].node != r.begin) return false;
    if (!is_single(page_.document(), r)) return false;
    text |= places[0].has_text != 0;
  }
  summary_.paths = 1;
  summary_.text_paths = text ? 1 : 0;
  summary_.share.assign(records.size(), 1.0F);
  return true;
}

const CoreSummary& CorePathCounter::summarize(std::span<const RecordSpan> records,
                                              uint32_t max_records, uint32_t max_nodes) {
  if (summarize_leaves(records)) return summary_;
  ++group_;
  for (auto* list : {&found_, &begin_, &seen_}) list->clear();
  const bool absolute = of_one_path(records);
  if (!absolute) relative_.clear();
  const size_t step = std::max<size_t>(1, (records.size() + max_records - 1) / max_records);
  const uint32_t compared = static_cast<uint32_t>((records.size() + step - 1) / step);
  for (uint32_t r = 0; r < records.size(); ++r) {
    count_record(records[r], max_nodes, r + 1, r % step == 0, absolute);
  }
  begin_.push_back(static_cast<uint32_t>(found_.size()));
  const auto is_core = [&](uint32_t path) { return 2 * counters_[path].count >= compared; };
  summary_.paths = 0;
  summary_.text_paths = 0;
  for (const uint32_t path : seen_) {
    if (!is_core(path)) continue;
    ++summary_.paths;
    summary_.text_paths += counters_[path].text ? 1 : 0;
  }
  summary_.share.clear();
  for (size_t r = 0; r < records.size(); ++r) {
    const auto has =
        std::count_if(found_.begin() + begin_[r], found_.begin() + begin_[r + 1], is_core);
    summary_.share.push_back(
        summary_.paths == 0 ? 1.0F : static_cast<float>(has) / static_cast<float>(summary_.paths));
  }
  return summary_;
}

}  // namespace weft::mine
