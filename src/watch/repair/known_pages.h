// Known pages: step 1 of repair.h. What is known of one attribute on each page, and where on the
// new pages it stands.
//
//   1. golden     the values last extracted, those left out that the old rule had borrowed
//   2. elsewhere  failing that, what other pages say of the same entity today; for a constant, what
//                 the page said when it was kept
//
// An example, the price of four pages:
//
//   page   golden    on the page now                      known as
//   a      £ 8,400   "£ 8,400"                            located
//   b      £ 9,100   "£ 9,300"                            not located: it changed
//   c      none                                           judged, without values: proves absence
//   d      4 rooms   "4 rooms"                            not judged: no price was ever written so
//
// Tested by repair_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "watch/found_values.h"
#include "watch/repair/repair.h"

namespace weft::watch {

// What is known of one attribute on one page, and where it was found.
struct KnownPage {
  const model::Page* page = nullptr;
  bool judged = false;              // Something is known of the page at all.
  std::vector<std::string> values;  // Known ones; none: the page is known not to have it.
  std::vector<FoundValue> places;
  bool located = false;   // Enough of the values are on the page.
  bool complete = false;  // All of them are, as they were.
};

// One for each page of `input`; `searches` belong to these pages, in order.
std::vector<KnownPage> find_known_pages(const RepairInput& input,
                                        const std::vector<ValueSearch>& searches,
                                        const AttributeHealth& health,
                                        const RepairOptions& options);

// The texts of an attribute on a page.
std::vector<std::string> all_texts(const model::Extraction& extraction, std::string_view attribute);
// Those that are known of it.
std::vector<std::string> known_values(const RepairPage& page, std::string_view attribute);

// Places with the same tags above them are of one class: their path without indices.
std::string place_class_of(std::string_view path);

// Classes of places at which nearly all located pages have a value, the commonest first. Where a
// value also stands in titles and links, one class alone is easier to learn than all together.
std::vector<std::string> place_classes(const std::vector<KnownPage>& pages,
                                       const std::vector<ValueSearch>& searches,
                                       const std::string& attribute, const RepairOptions& options);

// The attribute's guard, widened by how its located values are written.
value::ValueGuard page_guard(const AttributeHealth& health, const std::vector<KnownPage>& pages);

}  // namespace weft::watch
