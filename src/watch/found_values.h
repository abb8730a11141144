// Found values: known values found again on a redesigned page, and turned into labels ("re-labeling", [Liu] wrapper
// maintenance).
//
// A value is looked for by its words; if its type has a normal form, by that; if it is long and was
// edited, by what is most like it. All occurrences become labels: which of them is meant shows when
// pages are compared, and that is the inducer's work.
#pragma once

#include <string>
#include <vector>

#include "model/label.h"
#include "model/locate.h"
#include "model/schema.h"
#include "watch/value_search.h"

namespace weft::watch {

struct FoundValue {
  std::string value;     // As it was known.
  std::string spelling;  // As the page writes it; all occurrences write it so.
  std::vector<model::Occurrence> occurrences;  // None: it is not on the page.
  bool exact = true;                           // Not an edited form.
};

struct FindOptions {
  double least_overlap = 0.75;  // Of an edited value with what it was; above 1: only exact ones.
  size_t max_dilution = 4;      // Words of a text over those of a value that is a part of it.
  bool also_parts = false;      // Of longer texts, though the value stands whole elsewhere.
};

// One per value, in order.
std::vector<FoundValue> find_values(const ValueSearch& page, const std::vector<std::string>& values,
                                    model::ValueType type, const FindOptions& options = {});

// Share of the values that were found.
double found_share(const std::vector<FoundValue>& known);

// Labels for all occurrences, with source kMemory. `page` and `record` name where they belong.
std::vector<model::Label> labels_of(const ValueSearch& search, const std::string& page,
                                    const std::string& record, const std::string& attribute,
                                    const std::vector<FoundValue>& known);

}  // namespace weft::watch
