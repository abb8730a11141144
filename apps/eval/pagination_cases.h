// The `pagination` set as cases, and what is learned from them: for `weft eval pagination`, which learns
// without the domains it judges, and for tools/train/fit_pagination.cc, which learns what ships.
//
//   data.csv   a page: its file, URL, encoding, and CSS selectors of its PREV, PAGE, NEXT, LAST, FIRST links
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "explore/pagination.h"

namespace weft::eval {

struct PaginationCase {
  std::string page;
  std::string url;
  std::string domain;  // Registered domain of the URL.
  size_t fold = 0;
  std::shared_ptr<const dom::Document> document;
  std::map<dom::NodeId, explore::LinkRole> truth;  // Links with a role.
  std::vector<std::string> next_urls;              // What NEXT links lead to.
  std::vector<explore::PaginationCandidate> candidates;
};

struct PaginationCases {
  std::vector<PaginationCase> cases;
  ml::FeatureNames names;
  size_t links = 0;  // Links with a role…
  size_t lost = 0;   // …that are no candidates.
};

inline constexpr size_t kPaginationFolds = 10;

// Pages whose selectors are marked as failed are left out. Fails with kNotFound or kCorruption.
Result<PaginationCases> read_pagination_cases(const std::filesystem::path& directory);

// The model of all cases outside a fold; kPaginationFolds: of all.
explore::PaginationModel train_pagination(const PaginationCases& cases, size_t without_fold);

}  // namespace weft::eval
