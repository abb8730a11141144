// One account of trap credits for all processes of a crawl, on one machine or on several: kept
// beside the metadata, since every process has that store open.
#pragma once

#include "base/result.h"
#include "crawl/metadata.h"
#include "crawl/trap_guard.h"

namespace weft::crawl {

// Gives what `traps` has spent and earned since the last call to the others, and takes theirs; the
// first call takes over what earlier runs have left. Fails with kIo, kTimeout, kCorruption; then
// the store has not changed, and the next call makes up for it.
Status share_traps(MetadataStore& store, TrapGuard& traps);

}  // namespace weft::crawl
