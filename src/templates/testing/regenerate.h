// The page-generation model of [Fiva] 3.1, for tests: a page is template plus data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/pointers.h"
#include "model/page.h"
#include "wrap/grammar/grammar.h"

namespace weft::templates::testing {

// What a page adds to its template.
struct PageData {
  std::vector<uint32_t> turns;  // Options 0 or 1, choices the branch, lists the number of items.
  std::vector<std::string> fields;  // In document order.
};

// Nothing if the page is no sentence of the grammar.
std::optional<PageData> data_of(const wrap::Grammar& grammar, const dom::Document& doc);
// The tokens of the page with these data.
std::vector<std::string> regenerate(const wrap::Grammar& grammar, const PageData& data);

// A page from HTML.
model::Page page_of(const std::string& id, const std::string& html);

}  // namespace weft::templates::testing
