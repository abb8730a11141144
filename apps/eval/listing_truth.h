// What the `listings` set expects: lists as record sets (a found record is right when it holds the
// links and words of one expected record and of no other), and their leaf values.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "dom/document.h"
#include "eval/import/listings.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/record_alignment.h"
#include "mine/region.h"

namespace weft::eval {

struct ListingRecord {
  std::string url;   // Absolute; empty when none is expected.
  std::string text;  // All other leaves, joined by spaces.
};

// The expected records; empty unless a list is expected.
std::vector<ListingRecord> listing_truth(const ListingPage& page);

// Absolute link targets of each record, enclosing link first.
std::vector<std::vector<std::string>> links_of(std::span<const mine::RecordSpan> records,
                                               const dom::Document& doc,
                                               const std::string& base_url);

// With URLs: right when exactly one expected URL is linked and 80 % of the words of a record expected
// there are present, each expected record once. Without: match_record_set.
Counts match_listing(const std::vector<std::string>& texts,
                     const std::vector<std::vector<std::string>>& links,
                     const std::vector<ListingRecord>& truth);

// The leaf values of a JSON record as their words, whatever they are called (the columns of a miner
// have names of their own); null and empty ones are absent.
FlatRecord leaf_values(const Json& record);

// Counts of leaf values over records matched one to one, those that share most first.
Counts match_leaves(const std::vector<FlatRecord>& found, const std::vector<FlatRecord>& truth);

}  // namespace weft::eval
