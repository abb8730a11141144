// SWDE without labels: which shipped domain describes a vertical, and a site's columns with evidence
// and truth. Used by the task `domain` and by tools/train/fit_columns.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "base/limits.h"
#include "base/result.h"
#include "domain/choice.h"
#include "eval/import/swde.h"
#include "eval/metrics/counts.h"
#include "model/page.h"

namespace weft::eval {

// An attribute of the data set and what the domain calls it.
struct VerticalAttribute {
  const char* truth;
  const char* domain;
};

// An attribute of another domain.
struct ForeignAttribute {
  const char* domain;
  const char* attribute;
};

struct Vertical {
  const char* name;    // "book"
  const char* domain;  // "books"
  std::vector<VerticalAttribute> attributes;
  // Attributes of other domains that no site of it has: what must not be found.
  std::vector<ForeignAttribute> absent;

  // Empty if the domain has no such attribute.
  [[nodiscard]] std::string_view domain_attribute(std::string_view truth) const;
};

// Null for a vertical that no shipped domain describes.
const Vertical* find_vertical(std::string_view name);

// Weights fitted without the vertical where it is one that weights are fitted on; else what ships.
const domain::ColumnWeights& weights_without(std::string_view vertical);

// A sample of a site's pages as columns.
struct SwdeColumns {
  std::vector<model::Page> pages;
  std::vector<size_t> numbers;  // Of the pages in the site.
  domain::SiteColumns site;
  domain::Evidence evidence;
  domain::Evidence absent;              // That of attributes which the site does not have.
  std::vector<std::string> comparable;  // By string of the site: as values are compared.
};

// What is looked for on the sites of a vertical.
struct VerticalKnowledge {
  const Vertical* vertical = nullptr;
  annotate::Recognizer recognizer;
  annotate::Recognizer absent;
};
Result<VerticalKnowledge> knowledge_for(const Vertical& vertical);

// Every fourth page, 50 at most.
SwdeColumns load_swde_columns(const SwdeSite& site, const VerticalKnowledge& knowledge,
                              const Limits& limits);

// What texts, one a page or -1, score against the truth of an attribute.
Counts judge_nodes(const SwdeColumns& columns, const std::vector<int32_t>& nodes,
                   const std::vector<std::vector<std::string>>& truth);

}  // namespace weft::eval
