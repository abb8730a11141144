// A run of extraction: pages in, records out, counted, watched for drift, and remembered by the
// bundle whose rules ran.
//
//   Extraction run(rules, bundle);
//   WEFT_ASSIGN(const auto outcome, run.extract(url, parse));  // each page, on any thread
//   WEFT_TRY(run.add(outcome, writer));                        // in the order of the pages
//   run.finish(unreadable, damaged);
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "extract/run_summary.h"
#include "extract/site_extractor.h"
#include "model/page.h"
#include "model/record_writer.h"
#include "site/drift_watch.h"
#include "site/rule_book.h"

namespace weft::site {

class Extraction {
 public:
  // What one page came to; without a site nothing wanted it.
  struct Outcome {
    extract::PageResult result;
    RuleBook::Site site;
  };

  // Drift is watched for the rules of `bundle`; "" for rules that are of none. `rules` must outlive it.
  Extraction(const RuleBook& rules, std::string bundle);

  // `page` is asked for the parsed page, once, and not at all when its URL is known and no pattern
  // of the rules wants it. "" for a URL that only the page can tell. Threads: any.
  Result<Outcome> extract(const std::string& url,
                          const std::function<const model::Page&()>& page) const;
  // Counts what a page came to, and writes its records. Threads: one, in the order of the pages.
  Status add(const Outcome& outcome, model::RecordWriter& writer);
  // All pages were offered; `unreadable` of them could not be read.
  void finish(uint64_t unreadable, bool damaged);

  // The bundle remembers the run; `outcome` is "good", "unhealthy", "partial" or "failed". Fails as
  // Bundle does, e.g. where it cannot be written to.
  [[nodiscard]] Status remember(std::string_view outcome) const;

  extract::RunSummary summary;

 private:
  const RuleBook& rules_;
  std::string bundle_;
  DriftWatch drift_;
};

}  // namespace weft::site
