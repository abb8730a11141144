// Columns of one site recognised on another, so that a name given once is proposed again ([Liu],
// integration of schemas by names, types and values).
//
//   const std::vector<ColumnProfile> known = {…};  // of sites whose columns are named
//   for (const Proposal& p : propose_names(profile_columns(table, pages), known)) …
#pragma once

#include <string>
#include <vector>

#include "model/page.h"
#include "templates/column_table.h"
#include "value/profile.h"
#include "value/words.h"

namespace weft::templates {

// What a column is known by on a site that has never been seen.
struct ColumnProfile {
  std::string name;                 // As somebody named it; else as the template does.
  std::vector<value::Word> label;   // Beside it on most pages.
  std::vector<value::Word> markup;  // In classes, ids and properties around it.
  bool heading = false;             // In a heading.
  double titled = 0;                // Share of the pages whose title has its text.
  value::Profile values;
  std::vector<std::string> texts;  // The first of each page.
  std::vector<uint64_t> keys;      // Of the different texts (value::words_key), in order.
  double share = 0;                // Of the pages that have it.
};

// One for each column of the table. REQUIRES: the table's pages.
std::vector<ColumnProfile> profile_columns(const std::vector<ColumnTexts>& table,
                                           const std::vector<const model::Page*>& pages);

// How like two columns are: about 0 for columns of no relation, 1 and more for the same thing.
double column_likeness(const ColumnProfile& column, const ColumnProfile& known);

struct Proposal {
  std::string name;
  size_t column = 0;  // Of the new site.
  double likeness = 0;
};

// For each name that is known the column most like it, surest first; no column twice, and none that
// is too unlike.
std::vector<Proposal> propose_names(const std::vector<ColumnProfile>& columns,
                                    const std::vector<ColumnProfile>& known);

}  // namespace weft::templates
