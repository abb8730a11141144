// Columns by keys: what varies from page to page at a place that all pages have. Idea and steps: key_columns.cc.
#pragma once

#include <vector>

#include "model/page.h"
#include "model/schema.h"
#include "templates/column_names.h"
#include "templates/tree_merging.h"
#include "wrap/columns/columns_wrapper.h"

namespace weft::templates {

inline constexpr size_t kMaxColumns = 60;  // A person chooses among them.

struct KeyColumns {
  std::vector<wrap::KeyColumn> columns;      // As they stand on the page.
  std::vector<model::Attribute> attributes;  // Of the same columns.
};

// The texts of pages with their keys.
struct KeyedPages {
  const std::vector<const model::Page*>& pages;
  std::vector<wrap::PageKeys> keys;

  // `views`: of these pages, or none.
  explicit KeyedPages(const std::vector<const model::Page*>& all, const PageViews& views = {});
};

struct RunningTexts;

// At most so many columns: running texts, and texts that are in none of them and not flagged, unless
// they have a place of their own; `names` gives them names of their own. None for fewer than two pages.
// REQUIRES: flags for every node of every page.
KeyColumns find_key_columns(const KeyedPages& pages, const NodeFlags& in_lists,
                            const RunningTexts& running, size_t most, UniqueNames& names);

}  // namespace weft::templates
