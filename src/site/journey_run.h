// Journeys (wrap/journey/journey.h): made of what a walk found, gone again without exploring, and mended where the
// site changed.
//
//   WEFT_ASSIGN(const SiteWrapper wrapper, learn_site_wrapper(explored));
//   const auto journey = make_journey(url, explored, wrapper, "property");
//   WEFT_ASSIGN(const JourneyRun run, run_journey(*journey, read, {.parameters = {{"town", "Bath"}}}));
//   if (!run.problems.empty()) …   mend_journey(*journey, run, read, options)
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/form_filling.h"
#include "model/extraction.h"
#include "model/page.h"
#include "site/explore_site.h"
#include "wrap/journey/journey.h"

namespace weft::site {

// The ways to all lists that brought records, the shortest first, with a wrapper for them. `domain` is
// remembered for who must look again, and reads the pages where the wrapper is not as good.
std::unique_ptr<wrap::JourneyWrapper> make_journey(const std::string& url, const Explored& explored,
                                                   const SiteWrapper& wrapper,
                                                   const std::string& domain);

struct JourneyOptions {
  std::map<std::string, std::string> parameters;  // Instead of the values that were filled in.
  size_t max_pages = 1000;                        // Result pages, of all ways together.
  bool allow_post = false;
  // Pages are read in a browser, and FormRequest::acts are done there: forms are filled in and sent by hand.
  bool acts = false;
  const annotate::Recognizer* domain = nullptr;  // That of the journey, if it has one.
  // Gets every result page and what was extracted from it: records that were not there before.
  std::function<Status(const model::Page&, model::Extraction)> sink;
};

// A way that could not be gone to its end.
struct JourneyProblem {
  size_t path = 0;
  size_t step = 0;     // Of the path; its size: the page that it leads to.
  std::string url;     // The page it was met on.
  std::string reason;  // "nothing is at //form[@id='find'] of http://…"
};

struct JourneyRun {
  size_t fetches = 0;
  size_t pages = 0;  // With records.
  size_t records = 0;
  std::vector<JourneyProblem> problems;
};

// Goes all ways. Fails where the sink does, or with kInvalidArgument for a parameter that the journey does
// not have. What the site does is no failure: see problems. Nothing is sent that exploring would not
// send: forms pass why_not_sent, except for their type, which was judged when the journey was made.
Result<JourneyRun> run_journey(const wrap::JourneyWrapper& journey,
                               const explore::Walk::PageReader& read,
                               const JourneyOptions& options);

// The journey with the ways that had problems replaced by what exploring from the page of the problem
// finds; null where that finds nothing. `explore` says how.
std::unique_ptr<wrap::JourneyWrapper> mend_journey(const wrap::JourneyWrapper& journey,
                                                   const JourneyRun& run,
                                                   const explore::Walk::PageReader& read,
                                                   const ExploreOptions& explore);

}  // namespace weft::site
