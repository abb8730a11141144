// Pagination: the links that lead from one page of a list to the others.
//
//   const Pagination found = PaginationModel::shipped().find(document, url);
//   if (!found.next_url.empty()) fetch(found.next_url);
//
// A linear model over what a link, its neighbours and its block of links look like, and what its address
// is to the page's own, tells NEXT, PREV, PAGE, FIRST and LAST; then rules for the whole page. It says
// nothing about "older" and "newer": where page numbers grow is next. Whoever follows verifies by new
// records. Trained by tools/train/fit_pagination.cc, measured by `weft eval pagination`.
//
// Threads: const once made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "dom/document.h"
#include "ml/chain.h"

namespace weft::explore {

enum class LinkRole : uint8_t { kNone, kPage, kNext, kPrev, kFirst, kLast };
inline constexpr size_t kLinkRoles = 6;
std::span<const std::string_view> names_of(LinkRole);

struct PageLink {
  dom::NodeId node = dom::kNoNode;
  std::string url;   // Absolute.
  std::string text;  // What it shows.
  LinkRole role = LinkRole::kNone;
  std::array<float, kLinkRoles> probabilities{};
};

struct Pagination {
  std::vector<PageLink> links;  // Those with a role, in document order.
  std::string next_url;         // Empty: none was found.
  double next_confidence = 0;
  std::string next_by;                     // "link", "rel" or "number": what gave it.
  dom::NodeId more_button = dom::kNoNode;  // "Load more", for who can click…
  dom::NodeId next_button = dom::kNoNode;  // …and "next", without an address.
  // Where page numbers stand in addresses: "?page=" of "?page=3"; empty if nothing is known.
  std::string parameter;
};

// A link that may be one of pagination, with its features.
struct PaginationCandidate {
  dom::NodeId node = dom::kNoNode;
  std::string url;
  std::string text;
  bool leads = false;  // Its address is another page: not empty, "#…" or a script.
  ml::FeatureList features;
};

// What is told apart, and what it is told by. `names` is for who learns. O(page).
std::vector<PaginationCandidate> pagination_candidates(const dom::Document& doc,
                                                       std::string_view url,
                                                       ml::FeatureNames* names = nullptr);

class PaginationModel {
 public:
  // Fails if the model is not for these roles.
  static Result<PaginationModel> from_chain(ml::Chain chain);
  static const PaginationModel& shipped();  // Of share/models.

  [[nodiscard]] Pagination find(const dom::Document& doc, std::string_view url) const;
  [[nodiscard]] const ml::Chain& chain() const { return chain_; }

 private:
  explicit PaginationModel(ml::Chain chain) : chain_(std::move(chain)) {}
  ml::Chain chain_;
};

// The link to the page with the next number in its address, whatever it is called; for pages that are
// known to go on. Empty if there is none.
std::string next_by_number(const dom::Document& doc, std::string_view url);

// The number of a page in its address, and where it stands.
struct PageNumber {
  int64_t number = 0;
  std::string place;  // "?page=", "/page/"; the text before the number that names it.
  bool operator==(const PageNumber&) const = default;
};
// Of the query (page, p, start, offset, …), else of the path (/page/3, -p3).
std::optional<PageNumber> page_number(std::string_view url);

}  // namespace weft::explore
