#include "watch/health/conformity.h"

#include <fmt/format.h>

#include "wrap/columns/columns_wrapper.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::watch {
namespace {

// By the whole template where it is known, which it is if there are lists; else by the columns.
double columns_conformity(const wrap::ColumnsWrapper& wrapper, const model::Page& page) {
  if (wrapper.lists() != nullptr)
    return wrapper.lists()->parse(wrap::PageView(page.document)).conformity();
  const model::Extraction extraction = wrapper.apply(page);
  double expected = 0;
  double found = 0;
  for (const wrap::KeyColumn& column : wrapper.columns()) {
    expected += column.share;
    const bool has =
        !extraction.records.empty() && extraction.records[0].find(column.name) != nullptr;
    found += has ? column.share : 0;
  }
  return expected == 0 ? 1 : found / expected;
}

}  // namespace

std::optional<double> page_conformity(const model::Wrapper& wrapper, const model::Page& page) {
  if (const auto* columns = dynamic_cast<const wrap::ColumnsWrapper*>(&wrapper))
    return columns_conformity(*columns, page);
  if (const auto* grammar = dynamic_cast<const wrap::GrammarWrapper*>(&wrapper))
    return grammar->parse(wrap::PageView(page.document)).conformity();
  return std::nullopt;
}

void test_conformity(const model::Wrapper& wrapper, const std::vector<const FreshPage*>& pages,
                     TemplateVerdict& verdict) {
  size_t judged = 0;
  size_t conform = 0;
  for (const FreshPage* page : pages) {
    const std::optional<double> conformity = page_conformity(wrapper, *page->page);
    if (!conformity) continue;
    ++judged;
    conform += *conformity >= kLeastConformity ? 1 : 0;
  }
  if (2 * conform > judged || judged == 0) return;
  verdict.evidence.push_back(fmt::format(
      "conformity test failed: {} of {} pages have half of the template or more", conform, judged));
  if (verdict.health != Health::kHealthy) return;
  verdict.health = Health::kDrifting;
  verdict.cause = Cause::kShingleChange;
  verdict.advice = "find the template again: weft template --site";
}

}  // namespace weft::watch
