// AMBER on detail pages: where the one record of each page is, and which of what was recognised are its
// attributes.
//
//   std::vector<DetailInput> pages = …;        // of one site, with their annotations
//   for (const DetailPage& page : read_detail_pages(pages, recognizer)) …
//
// A price is recognised three times; the right one stands at the same place of other pages, differs
// from theirs, and is the one that the list said. Source: [Amber] chapter 6, Algorithms 5 to 8;
// docs/papers/amber.md. The method of the thesis, there to be compared with; Weft's own is
// domain/choice.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"
#include "dom/layout.h"
#include "domain/amber/result_page.h"

namespace weft::domain::amber {

// The seven features of section 6.5, as bits.
enum DetailFeature : uint8_t {
  kDynamicContent = 1,
  kResultRedundancy = 2,
  kInTitle = 4,
  kPathSupport = 8,
  kLabelProximity = 16,
  kContextEquivalence = 32,
  kInstanceRedundancy = 64,
  kAllFeatures = 127,
};

struct DetailParameters {
  bool boilerplate = true;  // The three components of Algorithm 5; each may be left out.
  bool dynamic_lists = true;
  bool dissimilarity = true;
  uint8_t features = kAllFeatures;
  Parameters lists;          // Of the result page analysis in step 3.
  uint32_t most_pages = 10;  // Compared with each other; the thesis: no more than six help.
  uint32_t label_texts = 3;  // A label is near if at most so many texts lie between.
};

struct DetailInput {
  const dom::Document* doc = nullptr;
  std::vector<annotate::Annotation> annotations;  // The recogniser's, in document order.
  const dom::Layout* layout = nullptr;            // May be null: sizes are shares of the text then.
  // What the list that leads to the page says of it, by attribute of the domain; may be empty.
  std::map<uint32_t, std::string> listed;
};

struct DetailPage {
  dom::NodeId data_area = dom::kNoNode;  // kNoNode: there is nothing but boilerplate.
  std::vector<Value> values;             // By attribute of the domain; no node: not found.
};

// REQUIRES: documents and layouts outlive the call. Time about linear in the nodes, times most_pages.
// Pages beyond most_pages are compared with the first so many.
std::vector<DetailPage> read_detail_pages(const std::vector<DetailInput>& pages,
                                          const annotate::Recognizer& recognizer,
                                          const DetailParameters& parameters = {});

}  // namespace weft::domain::amber
