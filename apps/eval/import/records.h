// The `records` set: search-result pages with the records a person copied from them.
//
//   manifest.tsv                    category, site, folder, page, records, columns, share found
//   <category>/<site>/<folder>/<page>               the page
//   <category>/<site>/<folder>/data records.csv     a row a record, a column a field, no header
//   <category>/<site>/<folder>/DT - VT - BT.txt     boxes of its elements in a browser of 2017
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "dom/layout.h"

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

// The boxes of a page, for the elements that are found in the browser's tree: child by child, the next
// one with the same tag. Others have none. Fails with kNotFound, or kCorruption if there is no tree.
Result<dom::Layout> import_boxes(const RecordsPage& page, const dom::Document& doc);

}  // namespace weft::eval
