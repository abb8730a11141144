// Why a page gave what it gave: which template matched and why, which rule produced each value,
// what the runner-up was, and for a missing value the nearest miss.
//
// Everything comes from the matcher and from Wrapper::explain, so it works for every kind of
// wrapper.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "extract/site_extractor.h"

namespace weft::extract {

// A node and what a rule says about it.
struct Witness {
  std::string path;  // dom::indexed_path
  std::string text;  // Normalised, shortened to kMaxText bytes.
  std::string rule;
  std::vector<std::string> reasons;
};

struct AttributeExplanation {
  std::string attribute;
  bool missing = false;
  std::string value;  // As extracted; of several the first.
  double confidence = 0;
  Witness chosen;                    // Empty when missing.
  std::optional<Witness> runner_up;  // Nearest other node: for a missing value the nearest miss.
};

struct PageExplanation {
  std::string page;
  std::string url;
  model::TemplateMatch match;
  std::string verdict;                  // One sentence: which template, and why.
  std::vector<std::string> considered;  // One sentence a candidate, best first.
  std::vector<AttributeExplanation> attributes;
};

inline constexpr size_t kMaxText = 120;
inline constexpr uint32_t kMaxExplainedNodes = 50'000;

// O(nodes · rules): for a person who asks, not for every page. At most kMaxExplainedNodes nodes are
// asked about.
PageExplanation explain_page(const SiteExtractor& site, const model::Page& page);

}  // namespace weft::extract
