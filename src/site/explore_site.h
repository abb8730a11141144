// From a site's address to its records: the walk (explore/walk.h), with records found by the miner, or by
// a domain.
//
//   const Explored found = explore_site("https://homes.example/", read, {.domain = &property});
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "annotate/recognizer.h"
#include "base/result.h"
#include "explore/walk.h"
#include "mine/region.h"
#include "model/extraction.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/wrapper.h"

namespace weft::site {

struct ExploreOptions {
  explore::WalkOptions walk;                     // Its words and terms are added to.
  const annotate::Recognizer* domain = nullptr;  // Null: any records.
  // Other domains: records that fit one of them better are none of `domain`.
  std::vector<const annotate::Recognizer*> rivals;
  // Called after every step. False ends the walk.
  std::function<bool(const explore::WalkStep&)> watch;
};

// A page with records: its main list.
struct ResultPage {
  model::Page page;
  mine::Region region;
  size_t step = 0;             // That found it.
  std::vector<uint8_t> fresh;  // By record: no earlier page had it.
};

// Records that several pages list: each is taken once. Those that link to the same page of their own
// are the same; otherwise those with all values the same.
class RecordsOnce {
 public:
  // For each record whether no earlier page had it. `url`: of the page.
  std::vector<uint8_t> take(const model::Extraction& found, std::string_view url);
  // Takes out what earlier pages had.
  void leave_new(model::Extraction& found, std::string_view url);

 private:
  std::unordered_set<uint64_t> known_;
};

struct Explored {
  std::vector<ResultPage> results;  // Pages that brought new records, in the order they were found.
  std::vector<explore::WalkStep> steps;
  std::vector<explore::WalkList> lists;
  std::vector<std::string> refused;  // What was left alone, and why.
  std::string ended;
  explore::WalkTime time;
  std::optional<explore::WalkAction> next;  // What would have come, had no budget been spent.
};

// The records of the result pages, each once; pages without any are left out.
std::vector<model::Extraction> found_records(const Explored& explored);

// For each record the first of its addresses that no other record of the page has; empty if none: its own
// page, most likely.
std::vector<std::string> own_addresses(const model::Extraction& found, std::string_view page_url);

// `read` gets pages; it obeys robots.txt and keeps delays.
Explored explore_site(const std::string& url, const explore::Walk::PageReader& read,
                      const ExploreOptions& options);

// The records with what their own pages say.
struct DetailRecords {
  std::vector<model::Extraction> extractions;  // As found_records() gives them, with more values.
  model::Schema schema;                        // Of what was added.
  size_t opened = 0;                           // Pages of records…
  size_t joined = 0;                           // …that could be read…
  size_t values = 0;                           // …and what they added.
};
// Opens at most so many. Fails as learn_by_domain() does.
Result<DetailRecords> open_details(const Explored& explored, const explore::Walk::PageReader& read,
                                   const annotate::Recognizer* domain, size_t max_pages);

// What reads the result pages again, and others like them.
struct SiteWrapper {
  std::shared_ptr<const model::Wrapper> wrapper;
  model::Schema schema;
  double agreement = 0;  // Share of the values found on result pages that it gives, too.
};
// Learned from the fullest result pages. Fails as learn_list does, and if there are none.
Result<SiteWrapper> learn_site_wrapper(const Explored& explored);

}  // namespace weft::site
