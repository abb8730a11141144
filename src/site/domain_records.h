// Records of a result page by a domain: where they are by structure, what their values are by
// knowledge.
//
//   const annotate::Recognizer property(domain);
//   for (const mine::Region& region : mine_by_domain(doc, property)) …   // price, bedrooms, link…
//
// Regions have the attributes of the domain as columns, under its names. A page without records of
// the domain has none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"
#include "domain/amber/result_page.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::site {

enum class DomainMethod : uint8_t {
  kWeft,   // the miner's regions, and AMBER's, judged and typed by annotations
  kAmber,  // [Amber] chapter 4 alone
};

struct DomainMineOptions {
  DomainMethod method = DomainMethod::kWeft;
  std::optional<domain::amber::Pivot> pivot;  // Absent: the domain's.
  domain::amber::Parameters amber;
  bool all = false;  // Secondary lists, too: featured and related things.
  // Areas of one kind are one list, with the heading of each as a column ("section"): the new beside the
  // used.
  bool join_areas = false;
};

// The main list first. `annotations` as recognizer.annotate() gives them.
std::vector<mine::Region> mine_by_domain(const dom::Document& doc,
                                         const annotate::Recognizer& recognizer,
                                         const std::vector<annotate::Annotation>& annotations,
                                         const DomainMineOptions& options = {});
std::vector<mine::Region> mine_by_domain(const dom::Document& doc,
                                         const annotate::Recognizer& recognizer,
                                         const DomainMineOptions& options = {});

// Records of a further page of a list, found by their shape (mine/record_shape.h): with the columns of
// `like`, its main list on another page. One record is enough. Records that turn out to be none are left
// out.
mine::Region type_by_domain(const mine::PageIndex& index, const annotate::Recognizer& recognizer,
                            std::vector<mine::RecordSpan> records, const mine::Region& like);

}  // namespace weft::site
