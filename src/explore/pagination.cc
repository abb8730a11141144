// Pagination. Idea and figures: the links between pages of one list stand together, count, and have
// addresses that differ from the page's own in one number.
//
//   page /list?page=2:   « Prev   1   [2]   3   …   9   Next »
//                        PREV  PAGE       PAGE    PAGE  NEXT
//
//   1. to 3. Links that may be pagination, and what they look like: pagination_links.cc.
//   4. A role if none of them has less than 0.6; of the roles the most probable.
//   5. The whole page: the surest NEXT that leads somewhere is next; without one, one of at least 0.25;
//      without one, <link rel=next>; then, where pages are numbered, the next number or offset.
//
// Tested by pagination_test.cc.

#include "explore/pagination.h"

#include <algorithm>

#include "base/check.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/form_types.h"
#include "explore/words.h"
#include "url/page_links.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;
namespace atoms = dom::atoms;

struct PaginationParameters {
  // Chosen on the development set, with the folds that the figures are from.
  float least_role = 0.4F;     // 1 - P(none) of a link that has a role.
  float least_repair = 0.25F;  // P(NEXT) that is enough where no link is NEXT.
};
constexpr PaginationParameters kPagination;

// <link rel=next href=…>, wherever it stands.
std::string next_by_rel(const Document& doc, url::PageLinks& links) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != atoms::kLink) continue;
    const auto rel = doc.attribute(n, atoms::kRel);
    const auto href = doc.attribute(n, atoms::kHref);
    if (!rel || !href || !dom::has_token(ascii_lower(*rel), "next")) continue;
    const auto address = links.resolve(*href);
    return address ? std::string(address->href) : std::string();
  }
  return {};
}

// What leads nowhere without a script and says no more than "Load more", "Next page".
void find_buttons(const Document& doc, Pagination& found) {
  for (const NodeId n : doc.nodes()) {
    const dom::Atom name = doc.name(n);
    if (name != atoms::kButton && name != atoms::kA) continue;
    if (doc.subtree_size(n) > 12) continue;
    if (name == atoms::kA) {
      const std::string_view href = trim(doc.attribute(n, atoms::kHref).value_or(""));
      if (!href.empty() && !href.starts_with('#') && !href.starts_with("javascript:")) continue;
    }
    const std::string text = plain_words(dom::normalized_text(doc, n), 60);
    if (text.size() > 30) continue;
    const Concepts says = concepts_in(text, WordMatch::kWhole);
    const bool several_words = text.find(' ') != std::string::npos;
    if (found.more_button == kNoNode && several_words && says.has(Concept::kMore))
      found.more_button = n;
    if (found.next_button == kNoNode && says.has(Concept::kNext)) found.next_button = n;
  }
}

// The least number beyond the page's own; of a page without one, the link that says 2.
void find_by_number(const std::string& own, Pagination& found) {
  const auto number = page_number(own);
  int64_t least = INT64_MAX;
  for (const PageLink& link : found.links) {
    const auto its = page_number(link.url);
    if (link.role != LinkRole::kPage || !its || link.url == own) continue;
    const bool beyond = number ? its->place == number->place && its->number > number->number
                               : plain_words(link.text) == "2";
    if (!beyond || its->number >= least) continue;
    least = its->number;
    found.next_url = link.url;
    found.next_confidence = static_cast<double>(link.probabilities[1]);
    found.next_by = "number";
  }
}

}  // namespace

std::span<const std::string_view> names_of(LinkRole) {
  static constexpr std::string_view kNames[] = {"none", "page", "next", "prev", "first", "last"};
  static_assert(std::size(kNames) == kLinkRoles);
  return kNames;
}

std::string next_by_number(const Document& doc, std::string_view url) {
  const auto own = page_number(url);
  const int64_t wanted = (own ? own->number : 1) + 1;
  for (const PaginationCandidate& candidate : pagination_candidates(doc, url)) {
    const auto number = page_number(candidate.url);
    if (candidate.leads && number && number->number == wanted) return candidate.url;
  }
  return {};
}

Result<PaginationModel> PaginationModel::from_chain(ml::Chain chain) {
  const auto names = names_of(LinkRole());
  if (!std::equal(names.begin(), names.end(), chain.classes().begin(), chain.classes().end()))
    return Error{ErrorCode::kInvalidArgument, "a model of pagination is for other roles"};
  return PaginationModel(std::move(chain));
}

const PaginationModel& PaginationModel::shipped() {
  static const PaginationModel kShipped = [] {
    for (const EmbeddedFile& model : shipped_models()) {
      if (model.name != "explore-pagination") continue;
      auto chain = ml::read_chain(model.text);
      WEFT_CHECK(chain.ok());
      auto made = from_chain(std::move(*chain));
      WEFT_CHECK(made.ok());
      return std::move(*made);
    }
    WEFT_CHECK(false);
    std::abort();
  }();
  return kShipped;
}

Pagination PaginationModel::find(const Document& doc, std::string_view url) const {
  Pagination found;
  constexpr auto kNextRole = static_cast<size_t>(LinkRole::kNext);
  url::PageLinks links(url);
  const std::string own = links.page();
  float best = 0;
  PageLink repair;
  for (PaginationCandidate& candidate : pagination_candidates(doc, url)) {
    const std::vector<float> p = chain_.probabilities(std::span(&candidate.features, 1));
    PageLink link{candidate.node, std::move(candidate.url), std::move(candidate.text)};
    std::copy_n(p.begin(), kLinkRoles, link.probabilities.begin());
    // 4.
    if (1 - p[0] >= kPagination.least_role)
      link.role = static_cast<LinkRole>(std::max_element(p.begin() + 1, p.end()) - p.begin());
    const bool elsewhere = candidate.leads && link.url != own;
    if (elsewhere && p[kNextRole] > best &&
        (link.role == LinkRole::kNext || link.role == LinkRole::kNone)) {
      best = p[kNextRole];
      repair = link;
    }
    if (link.role != LinkRole::kNone) found.links.push_back(std::move(link));
  }
  // 5.
  if (best >= kPagination.least_repair) {
    found.next_url = repair.url;
    found.next_confidence = static_cast<double>(best);
    found.next_by = "link";
    if (repair.role == LinkRole::kNone) {
      repair.role = LinkRole::kNext;
      const auto after =
          std::find_if(found.links.begin(), found.links.end(),
                       [&](const PageLink& link) { return link.node > repair.node; });
      found.links.insert(after, repair);
    }
  } else if (const std::string next = next_by_rel(doc, links); !next.empty() && next != own) {
    found.next_url = next;
    found.next_confidence = 0.9;
    found.next_by = "rel";
  } else {
    find_by_number(own, found);
  }
  find_buttons(doc, found);
  if (const auto number = page_number(found.next_url)) found.parameter = number->place;
  return found;
}

}  // namespace weft::explore
