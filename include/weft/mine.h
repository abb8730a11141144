// Mining: the tables of a page that nobody labelled, the main list first.
//
//   for (const weft::Table& table : *weft::mine_tables(page)) print(table.columns, table.rows);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weft/export.h"
#include "weft/page.h"
#include "weft/record.h"
#include "weft/result.h"
#include "weft/schema.h"
#include "weft/wrapper.h"

namespace weft {

struct MineOptions {
  uint32_t max_tables = 5;
  double min_confidence = 0.4;  // Below, a list is seldom what anybody wants; 0 for all.
  std::string method;  // "mdr", "depta", "net" as their papers have them; Weft's own if empty.
};

struct Table {
  std::vector<std::string> columns;  // Names, by headers, labels and classes.
  std::vector<std::string> types;    // As in Attribute::type.
  std::vector<Record> records;       // Lists inside records are nested.
  double confidence = 0;             // That this is a table somebody wants from the page.
};

// A page without repetition gives none. Linear in the page.
WEFT_API Result<std::vector<Table>> mine_tables(const Page& page, const MineOptions& options = {});

// A wrapper that gives the best table of the page, there and on other pages of its template. Fails
// with kNotFound when there is none.
WEFT_API Result<Wrapper> learn_table(const Page& page, const MineOptions& options = {});

}  // namespace weft
