#include "watch/health/assess.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/hash.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "watch/found_values.h"
#include "watch/health/conformity.h"
#include "watch/health/fields.h"
#include "watch/share.h"
#include "watch/value_search.h"

namespace weft::watch {
namespace {

// What it means that something else came back instead of the page, and what to do about it.
struct StateAdvice {
  PageState state;
  Cause cause;
  std::string_view advice;
};
// clang-format off
constexpr StateAdvice kStateAdvice[] = {
    {PageState::kFine, Cause::kNone, ""},
    {PageState::kUnreachable, Cause::kErrorPage, "the site seems to be down: watch again later"},
    {PageState::kForbidden, Cause::kBlocked, "robots.txt now forbids these pages: ask the site, or stop"},
    {PageState::kGone, Cause::kSoftMissing, "the bellwether pages are gone: crawl again and choose new ones (weft watch --remember)"},
    {PageState::kSoftMissing, Cause::kSoftMissing, "the bellwether pages are gone: crawl again and choose new ones (weft watch --remember)"},
    {PageState::kError, Cause::kErrorPage, "the site seems to be down: watch again later"},
    {PageState::kBlocked, Cause::kBlocked, "the site takes the crawler for a robot: slow down or ask for access"},
    {PageState::kLoginWall, Cause::kLoginWall, "the pages now need a login"},
    {PageState::kEmpty, Cause::kErrorPage, "the pages are empty without scripts: render them"},
};
// clang-format on

// Pages that all say the same are one message, not many pages.
void find_repeated_pages(std::vector<const FreshPage*>& fine, TemplateVerdict& verdict) {
  std::map<uint64_t, size_t> counts;
  const auto key = [](const FreshPage& page) {
    return hash_bytes(dom::visible_text(page.page->document, page.page->document.root()));
  };
  for (const FreshPage* page : fine) ++counts[key(*page)];
  const size_t before = fine.size();
  if (before < 3) return;
  std::erase_if(fine, [&](const FreshPage* page) { return 2 * counts[key(*page)] > before; });
  if (fine.size() == before) return;
  verdict.conditions[PageState::kSoftMissing] += before - fine.size();
  verdict.evidence.push_back(
      fmt::format("{} pages have become one and the same page", before - fine.size()));
}

std::vector<const FreshPage*> sort_out(const AssessInput& input, TemplateVerdict& verdict) {
  std::vector<const FreshPage*> fine;
  for (const FreshPage& page : input.pages) {
    PageCondition condition = page.failure;
    if (page.page != nullptr) {
      const auto vector = dom::shingle_vector(page.page->document, input.page_template->shingles);
      const bool same = input.page_template->signature.fixed_count() > 0 &&
                        input.page_template->signature.covers(vector);
      condition = judge_page(*page.page, {.words = page.words_before, .looks_the_same = same});
    }
    if (condition.state == PageState::kFine && page.page != nullptr)
      fine.push_back(&page);
    else
      ++verdict.conditions[condition.state];
  }
  find_repeated_pages(fine, verdict);
  for (const auto& [state, count] : verdict.conditions)
    verdict.evidence.push_back(fmt::format("{} pages: {}", count, name_of(state)));
  return fine;
}

constexpr std::string_view kRepairAdvice = "run weft watch --repair";

// Too few pages: say what came instead of them.
void give_up(TemplateVerdict& verdict) {
  verdict.health = Health::kUnknown;
  const auto most =
      std::max_element(verdict.conditions.begin(), verdict.conditions.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == verdict.conditions.end()) {
    verdict.evidence.emplace_back("no pages to judge by");
    verdict.advice = "give pages of this template, or choose bellwethers (weft watch --remember)";
    return;
  }
  const StateAdvice& advice = kStateAdvice[static_cast<size_t>(most->first)];
  verdict.cause = advice.cause;
  verdict.advice = fmt::format("{}; the wrapper stays as it is", advice.advice);
}

void test_shingles(const AssessInput& input, const std::vector<const FreshPage*>& fine,
                   TemplateVerdict& verdict) {
  for (const FreshPage* page : fine) {
    const auto vector = dom::shingle_vector(page->page->document, input.page_template->shingles);
    ++verdict.shingles.pages;
    verdict.shingles.covered += input.page_template->signature.covers(vector) ? 1 : 0;
  }
  if (verdict.shingles.passed()) return;
  verdict.evidence.push_back(fmt::format("shingle test failed: the signature covers {} of {} pages",
                                         verdict.shingles.covered, verdict.shingles.pages));
}

// Values of one constant attribute were edited, while the pages' structure, all other attributes
// and the look of the values are as they were: that is the site's news, or a list that takes
// reviews along, and no reason to call the rules broken. Two attributes that change together may
// have changed places.
void excuse_edits(const AssessOptions& options, TemplateVerdict& verdict) {
  if (verdict.shingles.coverage() < options.same_structure) return;
  const auto is_edited = [&](const AttributeVerdict& one) {
    return one.cause == Cause::kContentChange && one.fit_before - one.fit < options.field.fit_drop;
  };
  AttributeVerdict* edited = nullptr;
  for (AttributeVerdict& one : verdict.attributes) {
    if (one.health == Health::kHealthy) continue;
    if (edited != nullptr || !is_edited(one)) return;
    edited = &one;
  }
  if (edited == nullptr) return;
  edited->health = Health::kHealthy;
  verdict.evidence.push_back(
      fmt::format("{}: {} of {} values were edited; the structure of the pages is as it was",
                  edited->name, edited->different, edited->compared()));
}

// Whether hardly a page that lost its value of the attribute still shows it, however written.
bool shows_no_more(const AttributeHealth& health, const Comparison& comparison,
                   const std::vector<const FreshPage*>& fine, double still_shown) {
  size_t gone = 0, shown = 0;
  for (const Pairing& pair : comparison.pairs) {
    const auto& known = texts(pair.before.values, health.name);
    if (known.empty() || !texts(pair.now.values, health.name).empty()) continue;
    const auto page = std::find_if(fine.begin(), fine.end(),
                                   [&](const FreshPage* one) { return one->id == pair.now.page; });
    if (page == fine.end()) continue;
    ++gone;
    const ValueSearch search((*page)->page->document);
    shown += found_share(find_values(search, known, health.type)) > 0 ? 1 : 0;
  }
  return gone != 0 && !reaches(shown, still_shown, gone);
}

// All that is amiss: an attribute that may be missing and may change, the price before a reduction,
// is gone, while the pages' structure is as it was and the values are not on them. They were
// withdrawn.
void excuse_withdrawals(const HealthModel& health, const Comparison& comparison,
                        const std::vector<const FreshPage*>& fine, const AssessOptions& options,
                        TemplateVerdict& verdict) {
  if (verdict.shingles.coverage() < options.same_structure) return;
  std::vector<AttributeVerdict*> withdrawn;
  for (AttributeVerdict& one : verdict.attributes) {
    if (one.health == Health::kHealthy) continue;
    const AttributeHealth& model = *health.find(one.name);
    if (one.cause != Cause::kNullExtraction || model.mandatory || model.constant ||
        !shows_no_more(model, comparison, fine, options.still_shown))
      return;
    withdrawn.push_back(&one);
  }
  for (AttributeVerdict* one : withdrawn) {
    one->health = Health::kHealthy;
    one->cause = Cause::kContentChange;
    verdict.evidence.push_back(
        fmt::format("{}: {} of {} values were withdrawn; the structure of the pages is as it was",
                    one->name, one->gone, one->compared()));
  }
}

void conclude(const Comparison& comparison, const HealthModel& health, const AssessOptions& options,
              TemplateVerdict& verdict) {
  if (health.many_records() && comparison.before_count >= options.least_records &&
      !reaches(comparison.pairs.size(), options.least_returned, comparison.before_count)) {
    verdict.evidence.push_back(fmt::format("of {} known records {} were found again",
                                           comparison.before_count, comparison.pairs.size()));
    verdict.health = Health::kBroken;
    verdict.cause = comparison.now.empty() ? Cause::kNullExtraction : Cause::kIncorrectExtraction;
  }
  const bool knows_mandatory = health.names_mandatory();
  for (const AttributeVerdict& attribute : verdict.attributes) {
    Health level = attribute.health;
    // A template is broken with a mandatory attribute, and an optional one is a drift; with any
    // attribute where nobody has said which are mandatory.
    if (level == Health::kBroken && knows_mandatory && !health.find(attribute.name)->mandatory)
      level = Health::kDrifting;
    if (level > verdict.health && level != Health::kUnknown) {
      verdict.health = level;
      verdict.cause = attribute.cause;
    }
  }
  if (!verdict.shingles.passed()) {
    verdict.cause = Cause::kShingleChange;
    if (verdict.health == Health::kHealthy) {
      verdict.health = Health::kDrifting;
      verdict.evidence.emplace_back("the rules still extract what is known, so they can be reused");
    }
  }
  if (verdict.health != Health::kHealthy) verdict.advice = kRepairAdvice;
}

// [Vertex] IV-B to the letter: either test failing is a site change.
void judge_as_paper(const HealthModel& health, const Comparison& comparison,
                    TemplateVerdict& verdict) {
  if (!verdict.shingles.passed()) {
    verdict.health = Health::kBroken;
    verdict.cause = Cause::kShingleChange;
  }
  for (const AttributeHealth& one : health.attributes()) {
    const AttributeVerdict& field =
        verdict.attributes.emplace_back(test_field_as_paper(one, comparison));
    if (field.health > verdict.health) verdict.health = field.health, verdict.cause = field.cause;
  }
  if (verdict.health != Health::kHealthy) verdict.advice = kRepairAdvice;
}

}  // namespace

Assessment assess(const AssessInput& input, const AssessOptions& options) {
  Assessment out;
  TemplateVerdict& verdict = out.verdict;
  verdict.template_name = input.page_template->name;
  verdict.pages = input.pages.size();
  out.fine = sort_out(input, verdict);
  verdict.read = out.fine.size();
  const auto enough = options.least_read * static_cast<double>(input.pages.size());
  if (out.fine.empty() || static_cast<double>(out.fine.size()) < enough) {
    give_up(verdict);
    return out;
  }
  test_shingles(input, out.fine, verdict);
  for (const FreshPage* page : out.fine) {
    out.fresh.push_back(input.wrapper->apply(*page->page));
    out.fresh.back().page = page->id;
  }
  const Comparison comparison = compare_entities(*input.golden, out.fresh, *input.health);
  if (options.paper) {
    judge_as_paper(*input.health, comparison, verdict);
    return out;
  }
  for (const AttributeHealth& health : input.health->attributes())
    verdict.attributes.push_back(test_field(health, comparison, options.field));
  excuse_withdrawals(*input.health, comparison, out.fine, options, verdict);
  excuse_edits(options, verdict);
  conclude(comparison, *input.health, options, verdict);
  test_conformity(*input.wrapper, out.fine, verdict);
  return out;
}

Health worst(std::span<const TemplateVerdict> verdicts) {
  Health found = Health::kHealthy;
  for (const TemplateVerdict& verdict : verdicts) found = std::max(found, verdict.health);
  return found;
}

}  // namespace weft::watch
