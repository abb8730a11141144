// Conformity: whether pages still are of a whole template, not only whether its values are there.
// Wrappers that `weft template` made describe all of a page, and so can say.
#pragma once

#include <optional>
#include <span>

#include "model/page.h"
#include "model/wrapper.h"
#include "watch/health/assess.h"
#include "watch/health/verdict.h"

namespace weft::watch {

// Pages of a template that has not changed have most of it (0.6 and more on SWDE, whose pages lack
// columns as they like); a redesign leaves texts in tags of the same names.
inline constexpr double kLeastConformity = 0.5;

// How much of the template a page has, 0 to 1: of a grammar, also the one beside columns, of what both
// together hold; of columns alone, of those that the page should have. Nothing for wrappers that
// describe parts of pages.
std::optional<double> page_conformity(const model::Wrapper& wrapper, const model::Page& page);

// Calls the template drifting, with evidence, if most pages have too little of it.
void test_conformity(const model::Wrapper& wrapper, const std::vector<const FreshPage*>& pages,
                     TemplateVerdict& verdict);

}  // namespace weft::watch
