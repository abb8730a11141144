// Core paths: the paths from a record down that half of the records share; what the records have in
// common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/key_numbers.h"
#include "mine/page_index.h"

namespace weft::mine {

struct CoreSummary {
  uint32_t paths = 0;
  uint32_t text_paths = 0;
  std::vector<float> share;  // By record: share of the core paths that it has.
};

// Counts paths in arrays that are cleared by changing a number, so that one page's groups share
// their memory.
class CorePathCounter {
 public:
  explicit CorePathCounter(const PageIndex& page) : page_(page), counters_(page.path_count()) {}

  // `max_records` evenly spread records decide what is core, looking at `max_nodes` of each. The
  // summary is valid until the next call. REQUIRES: records is not empty.
  const CoreSummary& summarize(std::span<const RecordSpan> records, uint32_t max_records,
                               uint32_t max_nodes);

 private:
  struct Counter {
    uint32_t group = 0;        // Of the call that wrote this.
    uint32_t last_record = 0;  // That had this path.
    uint32_t count = 0;
    bool text = false;
  };
  bool summarize_leaves(std::span<const RecordSpan> records);
  [[nodiscard]] bool of_one_path(std::span<const RecordSpan> records) const;
  uint32_t relative_number(RecordSpan record, dom::NodeId n);
  void count_record(RecordSpan record, uint32_t max_nodes, uint32_t number, bool compared,
                    bool absolute);

  const PageIndex& page_;
  KeyNumbers relative_;            // Of relative paths, when absolute ones do not do.
  std::vector<Counter> counters_;  // By number of the path.
  std::vector<uint32_t> found_;    // Numbers of the paths of each record, one record after another.
  std::vector<uint32_t> begin_;    // By record: where its paths begin in found_.
  std::vector<uint32_t> seen_;     // Numbers of all paths of the group.
  uint32_t group_ = 0;
  CoreSummary summary_;
};

}  // namespace weft::mine
