// Core paths: the paths from a record down that half of the records share; what the records have in
// common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mine/page_index.h"

namespace weft::mine {

struct CoreSummary {
  uint32_t paths = 0;
  uint32_t text_paths = 0;
  std::vector<float> share;  // By record: share of the core paths that it has.
};

// Counts paths in a table that is cleared by changing a number, so that one page's groups share its
// memory.
class CorePathCounter {
 public:
  explicit CorePathCounter(const PageIndex& page) : page_(page), slots_(1 << 12) {}

  // `max_records` evenly spread records decide what is core, looking at `max_nodes` of each.
  CoreSummary summarize(std::span<const RecordSpan> records, uint32_t max_records,
                        uint32_t max_nodes);

 private:
  struct Slot {
    uint64_t path = 0;
    uint32_t group = 0;
    uint32_t last_record = 0;
    uint32_t count = 0;
    bool text = false;
  };
  Slot& slot_of(uint64_t path);
  void grow();
  template <typename Visit>
  void for_each_path(RecordSpan record, uint32_t max_nodes, Visit visit) const;

  const PageIndex& page_;
  std::vector<Slot> slots_;
  uint32_t group_ = 0;
  uint32_t used_ = 0;
};

}  // namespace weft::mine
