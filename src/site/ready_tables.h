// Ready tables: what a page offers without a label. Lists that the miner finds on it, and the columns that it
// shares with pages of its template; a person names the columns worth having and drops the others. What is
// kept becomes labels of source `miner`, from which rules are learned as from any others.
#pragma once

#include <string>
#include <vector>

#include "model/label.h"
#include "model/page.h"
#include "value/type.h"

namespace weft::site {

struct ReadyColumn {
  std::string name;
  value::ValueType type = value::ValueType::kText;
  size_t filled = 0;                  // Rows that have it, or pages.
  std::vector<std::string> examples;  // At most three, different.
  std::vector<model::Label> labels;   // On the page.
};

struct ReadyTable {
  std::string found_by;  // "list" or "template"
  size_t rows = 0;       // Records of the list, or pages compared.
  double confidence = 0;
  std::vector<ReadyColumn> columns;
};

// Lists first, the surest in front. `like`: some pages of its template, at most kReadyPages of them
// are looked at. Columns that cannot be labelled are left out.
inline constexpr size_t kReadyPages = 20;
std::vector<ReadyTable> ready_tables(const model::Page& page,
                                     const std::vector<const model::Page*>& like);

}  // namespace weft::site
