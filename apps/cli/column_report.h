// The columns of a template as people read them: a tree with types and examples.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "model/schema.h"
#include "templates/column_table.h"

namespace weft::cli {

// One line an attribute, nested ones indented; a set has { }, what pages may lack a ?:
//
//   c1   title          text   20 of 20  Pen · Ink · Cup
//        offers { }
//   c2     seller ?     text    7 of 20  Ann · Bob
//   c3     price        money  20 of 20  $5 · $7 · $12
//
// Columns without texts are left out. REQUIRES: the table of this schema.
std::string columns_as_tree(const model::Schema& schema,
                            const std::vector<templates::ColumnTexts>& table, size_t pages);

// [{"name", "type", "set", "optional", "alternative", "pages", "examples" | "columns"}, …]
Json columns_as_json(const model::Schema& schema, const std::vector<templates::ColumnTexts>& table);

}  // namespace weft::cli
