// EventStream: what a browser is told without asking: labels that somebody else changed, and how far
// jobs are, as server-sent events.
//
//   event: rev                                   event: job
//   data: {"site":"kettles","revision":12}       data: {"job":3,"state":"running","done":120,…}
//
// A stream tells states, not steps: at first everything as it is, then what has changed since it was
// last told. So nothing is missed between two connections, and there is nothing to keep for those
// who come back.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "studio/workspace.h"

namespace weft::studio {

// Threads: one at a time.
class EventStream {
 public:
  explicit EventStream(const Workspace& workspace) : workspace_(workspace) {}

  // What has changed since the last call; empty if nothing has.
  std::string next();

 private:
  const Workspace& workspace_;
  std::map<std::string, int64_t> revisions_;  // By site.
  std::map<uint64_t, std::string> jobs_;      // As last told.
};

}  // namespace weft::studio
