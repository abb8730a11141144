// The `records` set: search-result pages with the records a person copied from them.
//
//   manifest.tsv                    category, site, folder, page, records, columns, share found
//   <category>/<site>/<folder>/<page>               the page
//   <category>/<site>/<folder>/data records.csv     a row a record, a column a field, no header
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace weft::eval {

struct RecordsPage {
  std::string site;
  std::string name;  // The folder.
  std::filesystem::path html;
  std::vector<std::vector<std::string>> rows;  // UTF-8; empty rows dropped.
};

// The pages that are there, by site; those whose first fields were damaged (share found below
// `min_found_share`) are left out. Fails with kNotFound or kCorruption.
Result<std::vector<RecordsPage>> import_records(const std::filesystem::path& directory,
                                                double min_found_share = 0.5);

}  // namespace weft::eval
