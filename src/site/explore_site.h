// From a site's address to its records: the walk (explore/walk.h), with records found by the miner, or by
// a domain.
//
//   const Explored found = explore_site("https://homes.example/", read, {.domain = &property});
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "annotate/recognizer.h"
#include "explore/walk.h"
#include "mine/region.h"
#include "model/page.h"

namespace weft::site {

struct ExploreOptions {
  explore::WalkOptions walk;                     // Its words and terms are added to.
  const annotate::Recognizer* domain = nullptr;  // Null: any records.
  // Called after every step. False ends the walk.
  std::function<bool(const explore::WalkStep&)> watch;
};

// A page with records: its main list.
struct ResultPage {
  model::Page page;
  mine::Region region;
};

struct Explored {
  std::vector<ResultPage> results;  // Pages that brought new records, in the order they were found.
  std::vector<explore::WalkStep> steps;
  std::vector<std::string> refused;  // What was left alone, and why.
  std::string ended;
};

// `read` gets pages; it obeys robots.txt and keeps delays.
Explored explore_site(const std::string& url, const explore::Walk::PageReader& read,
                      const ExploreOptions& options);

}  // namespace weft::site
