// The tables of a site bundle, by format version. Internal to model/site*.cc.
#pragma once

#include "base/result.h"
#include "store/sqlite.h"

namespace weft::model {

using store::Database;

inline constexpr int64_t kSiteVersion = 2;
inline constexpr int64_t kSiteApplicationId = 0x57454654;  // "WEFT"

// Brings the tables from the version they have (0: none) to kSiteVersion, in one transaction.
// Fails with kUnsupported if they are newer.
Status migrate_site(Database& database);

}  // namespace weft::model
