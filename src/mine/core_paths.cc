#include "mine/core_paths.h"

#include <algorithm>

#include "base/hash.h"

namespace weft::mine {

using dom::index;
using dom::NodeId;

CorePathCounter::Slot& CorePathCounter::slot_of(uint64_t path) {
  if (2 * used_ >= slots_.size()) grow();
  for (size_t at = mix64(path) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    Slot& slot = slots_[at];
    if (slot.group != group_) {
      slot = {path, group_, 0, 0, false};
      ++used_;
      return slot;
    }
    if (slot.path == path) return slot;
  }
}

void CorePathCounter::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  used_ = 0;
  for (const Slot& slot : old) {
    if (slot.group == group_) slot_of(slot.path) = slot;
  }
}

// Paths of the elements of a record, relative to the parent of its first node, so that a record of
// several nodes keeps them apart.
template <typename Visit>
void CorePathCounter::for_each_path(RecordSpan record, uint32_t max_nodes, Visit visit) const {
  const dom::Document& doc = page_.document();
  const bool single = doc.end(record.begin) == record.end;
  const NodeId root = single ? record.begin : doc.parent(record.begin);
  const uint32_t end = std::min(index(record.end), index(record.begin) + max_nodes);
  for (uint32_t i = index(record.begin); i < end; ++i) {
    const NodeId n{i};
    if (!page_.is_content(n)) continue;
    visit(page_.relative_path(root, n), page_.has_own_text(n) || doc.name(n) == dom::atoms::kImg);
  }
}

CoreSummary CorePathCounter::summarize(std::span<const RecordSpan> records, uint32_t max_records,
                                       uint32_t max_nodes) {
  ++group_;
  used_ = 0;
  const size_t step = std::max<size_t>(1, (records.size() + max_records - 1) / max_records);
  uint32_t compared = 0;
  std::vector<uint64_t> seen;
  for (size_t r = 0; r < records.size(); r += step) {
    ++compared;
    for_each_path(records[r], max_nodes, [&](uint64_t path, bool text) {
      Slot& slot = slot_of(path);
      slot.text |= text;
      if (slot.last_record == compared) return;
      if (slot.count == 0) seen.push_back(path);
      slot.last_record = compared;
      ++slot.count;
    });
  }
  CoreSummary summary;
  for (const uint64_t path : seen) {
    const Slot& slot = slot_of(path);
    if (2 * slot.count < compared) continue;
    ++summary.paths;
    summary.text_paths += slot.text ? 1 : 0;
  }
  uint32_t stamp = compared;
  for (const RecordSpan record : records) {
    ++stamp;
    uint32_t has = 0;
    for_each_path(record, max_nodes, [&](uint64_t path, bool) {
      Slot& slot = slot_of(path);
      if (2 * slot.count < compared || slot.last_record == stamp) return;
      slot.last_record = stamp;
      ++has;
    });
    summary.share.push_back(
        summary.paths == 0 ? 1.0F : static_cast<float>(has) / static_cast<float>(summary.paths));
  }
  return summary;
}

}  // namespace weft::mine
