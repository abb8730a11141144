// Leaf match of nested records: leaf values matched within matched records.
//
// Both sides are JSON values: a record (object) or a list of records. Records are matched one to
// one, greedily by the number of leaves they share; then every leaf of a path is compared. Null and
// empty leaves are absent.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "eval/metrics/counts.h"
#include "eval/metrics/record_alignment.h"
#include "model/record.h"

namespace weft::eval {

// How two leaf values are compared.
enum class LeafComparison {
  kExact,   // comparable_value() equal, case folded
  kTokens,  // the same word tokens in the same order
};

struct LeafOptions {
  LeafComparison comparison = LeafComparison::kTokens;
  // Names differ between a miner's columns and the truth's: match leaves by value alone.
  bool ignore_names = false;
  size_t max_leaves = 100'000;  // Of either side; the rest is not looked at.
};

// Leaves of a JSON record with dotted paths; list positions do not count, so list order is free.
FlatRecord flatten(const nlohmann::ordered_json& record, const LeafOptions& options = {});
// The same of an extracted record: texts, not normalised values.
FlatRecord flatten(const model::Record& record, const LeafOptions& options = {});

// A record or a list of them as flat records.
std::vector<FlatRecord> flatten_all(const nlohmann::ordered_json& value,
                                    const LeafOptions& options = {});

// Counts of leaves over records matched one to one, most shared leaves first.
Counts match_leaves(const std::vector<FlatRecord>& found, const std::vector<FlatRecord>& truth);

}  // namespace weft::eval
