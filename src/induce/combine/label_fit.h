// Label fit: how well a wrapper gives the labelled records of a page, record by record.
//
// Values in wrong records are wrong: a wrapper that finds all titles and prices of a list but takes
// them for one record gives back none of its records.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "induce/label_places.h"
#include "model/inducer.h"

namespace weft::induce {

// Labelled records of one page.
struct PageRecords {
  std::string page;
  std::set<std::string> records;  // By outer_record.

  [[nodiscard]] bool holds(const model::Label& label) const;
};

// The labelled pages, in the order of their first labels, each with all its records.
std::vector<PageRecords> labelled_records(const std::vector<model::Label>& labels);

// The values of an attribute of a record; null: none. Nested attributes by dots.
std::set<std::string> texts_of(const model::Record* record, const std::string& attribute);

// Pages on which an attribute was right, in parts, of those seen.
struct Tally {
  double right = 0;
  double seen = 0;

  [[nodiscard]] double share() const { return seen == 0 ? 1 : right / seen; }
};
using Tallies = std::map<std::string, Tally>;  // By attribute.
// Over the attributes; 1 of none.
double mean_share(const Tallies& tallies);

// Adds one page, whatever the number of its records. Of each the attribute is right as far as the
// values found are the labelled ones. Records that nobody labelled say nothing.
void tally_page(const model::InducerInput& input, const Places& places, const PageRecords& page,
                const model::Wrapper& wrapper, Tallies& tallies);

// All labelled pages, by the labels that the wrapper was learned from.
Tallies label_fit(const model::InducerInput& input, const Places& places,
                  const model::Wrapper& wrapper);

}  // namespace weft::induce
