// What a recipe page says of itself in structured data: JSON-LD (schema.org/Recipe) or microdata.
#pragma once

#include "dom/document.h"
#include "eval/import/text_pages.h"

namespace weft::eval {

// Empty fields for what the page does not say.
RecipeTruth recipe_markup(const dom::Document& doc);

// The page without what only machines read: <script>, <style>, and the attributes of microdata and
// RDFa, so that rules learn from what people see.
dom::Document without_markup(const dom::Document& doc);

}  // namespace weft::eval
