// Pages of a template that is known to the last tag ([Fiva] 3.1: a page is template plus data), for
// those who find templates: which texts are data, which repeat, which may be missing.
//
//   NestedSite site = nested_pages({.kind = NestedKind::kLists, .seed = 3, .pages = 8});
//
// Everything else on the pages is the same on all of them. Equal options give equal bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::practice {

enum class NestedKind : uint8_t {
  kFlat,          // labelled facts that all pages have
  kMissing,       // of which some pages lack some
  kLists,         // and a list of none, one or many records, with facts that may be missing
  kNested,        // records that have a list of their own
  kAlternatives,  // a part that is one of two
};
inline constexpr NestedKind kNestedKinds[] = {NestedKind::kFlat, NestedKind::kMissing,
                                              NestedKind::kLists, NestedKind::kNested,
                                              NestedKind::kAlternatives};
inline constexpr const char* kNestedKindNames[] = {"flat", "missing", "lists", "nested",
                                                   "alternatives"};

struct NestedOptions {
  NestedKind kind = NestedKind::kFlat;
  uint64_t seed = 1;
  size_t pages = 10;
};

struct NestedBasic {
  std::string name;
  std::string set;        // The innermost set that it is in; empty for none.
  bool optional = false;  // Within its record, or the page.
};

struct NestedPage {
  std::string html;
  std::vector<std::vector<std::string>> texts;  // By basic, in document order.
};

struct NestedSite {
  std::vector<NestedBasic> basics;
  std::vector<std::string> sets;
  std::vector<NestedPage> pages;
};

NestedSite nested_pages(const NestedOptions& options);

}  // namespace weft::practice
