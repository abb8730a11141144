// The tables of a site bundle, by format version. Internal to site/bundle*.cc.
#pragma once

#include "base/result.h"
#include "store/sqlite.h"

namespace weft::site {

inline constexpr int64_t kBundleVersion = 2;
inline constexpr int64_t kBundleApplicationId = 0x57454654;  // "WEFT"

// Brings the tables from the version they have (0: none) to kBundleVersion, in one transaction.
// Fails with kUnsupported if they are newer.
Status migrate_tables(store::Database& database);

}  // namespace weft::site
