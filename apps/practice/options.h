// Options: which practice site to make. The same options give the same bytes on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace weft::practice {

enum class Domain : uint8_t { kShop, kEstate, kCars, kJournal, kDepartment, kJobs };
inline constexpr Domain kDomains[] = {Domain::kShop,    Domain::kEstate,     Domain::kCars,
                                      Domain::kJournal, Domain::kDepartment, Domain::kJobs};

enum class Language : uint8_t { kEnglish, kGerman, kFrench, kSpanish, kItalian };
inline constexpr size_t kLanguageCount = 5;

// What a redesign changes. The facts of the items stay; only how pages show them differs.
enum class RedesignKind : uint8_t {
  kRenamedClasses,   // other class names, perhaps another naming scheme
  kMovedBlocks,      // the blocks of a detail page, and of a record, in another order
  kChangedNesting,   // more, fewer or other elements around the same values
  kInsertedBlock,    // a new block, with values of its own, before the values
  kSwappedColumns,   // columns of lists and rows of fact tables in another order
  kSplitFields,      // amount and currency, number and unit, in elements of their own
  kMergedFields,     // several values, or label and value, in one text node
  kListToGrid,       // another layout of list pages (and of facts)
  kLanguage,         // labels, prose, numbers and dates in another language
  kAbTemplates,      // some pages get another template
  kInjectedAdverts,  // adverts between records, blocks and rows
  // As real sites change: their look, and what they say with it.
  kNewSystem,     // another content management system: classes, nesting, blocks and facts at once
  kEditedText,    // other classes; titles, lists and prose edited, or written anew
  kChangedUnits,  // other classes; pounds for kilograms, miles for kilometres
  kHeadedLists,   // other classes; lists in two parts, each with a heading among its items
};
inline constexpr size_t kRedesignKindCount = 15;

struct Redesign {
  RedesignKind kind = RedesignKind::kRenamedClasses;
  uint64_t seed = 1;  // Another seed, another redesign of the kind.
  bool operator==(const Redesign&) const = default;
};

struct Options {
  Domain domain = Domain::kShop;
  uint64_t seed = 1;
  unsigned items = 60;              // Detail pages.
  unsigned page_size = 12;          // Records per list page.
  std::vector<Redesign> redesigns;  // Applied in order.
  // The n-th visit: the same templates with other prices, stock, ratings, adverts, related items
  // and order, and now and then a new item. 0 is the first.
  unsigned drift = 0;
  // List pages as tables in which the cells of a record do not follow each other.
  bool crossed = false;
  bool nested = false;  // Records of list pages hold a list of their own (offers).
  // List pages as portals make them: facts with words or pictures that say what they are, texts,
  // instalments, featured records above or below the list.
  bool results = false;
  // Locations from 1,320 places of a made-up country: "Lower Marsh, Ashwick, Norshire". A
  // site has those of its county, or one in three of all.
  bool country = false;
  // "http://127.0.0.1:8080"; empty: a name under example.org made from the domain.
  std::string origin;
};

std::span<const std::string_view> names_of(Domain);        // "shop"
std::span<const std::string_view> names_of(RedesignKind);  // "renamed-classes"
std::span<const std::string_view> names_of(Language);      // "en"

// "renamed-classes" or "renamed-classes:7". Fails with kInvalidArgument, listing what is allowed.
Result<Redesign> parse_redesign(std::string_view text);

}  // namespace weft::practice
