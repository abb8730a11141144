// Watching a site: what is remembered of each template, what became of it, and its repair.
//
// One story in three steps, for `weft watch`, the demo and the evaluation alike:
//
//   remember         pages of a template whose wrapper reads them right: some become bellwethers,
//                    with what they say; all of them show what values look like
//   watch_template   the bellwethers as they are now: which rules still hold, and why others do not
//   repair_template  rules that do not hold are learned again, and proved before they count
//
//   WEFT_ASSIGN(const WatchedTemplate known, remember({.name = "product"}, wrapper, pages, schema));
//   WatchedNow now = watch_template(known, fresh_pages, /*all_asked=*/true);
//   repair_template(now, schema);
//   if (now.repair.wrapper) …   // Proved: the old rules with the new ones among them.
//
// Everything here is in memory and writes nothing; watch_memory.h keeps it in a bundle. What is
// healthy and what is proved is decided in src/watch.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/extraction.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "watch/health/assess.h"
#include "watch/health/drift.h"
#include "watch/repair/repair.h"
#include "watch/repair/repair_report.h"

namespace weft::site {

// How many bellwethers a template has unless somebody says otherwise ([Vertex] IV-B: 10 to 20).
inline constexpr size_t kBellwethers = 20;

// A page as it was read, or why it was not.
struct ReadPage {
  std::string key;                          // What a bundle calls it (page_key).
  std::shared_ptr<const model::Page> page;  // Null: it could not be read…
  watch::PageCondition failure;             // …for this reason.
};

// Its URL without the fragment; of a file that says no URL, the file's name.
std::string page_key(const std::string& url, const std::string& id);

// A page that somebody else keeps for as long as it is in use; its key is its id.
ReadPage borrow_page(const model::Page& page);

// Everything remembered of a template, ready to be watched.
struct WatchedTemplate {
  model::Template page_template;
  std::shared_ptr<const model::Wrapper> wrapper;
  watch::HealthModel health;
  std::vector<model::Extraction> golden;  // What the bellwethers are known to say; page is the key.
  std::vector<ReadPage> bellwethers;      // As they were kept; may lack pages nobody kept.
  std::set<std::string> cluster;  // Keys of its fresh pages where it was taken apart; else empty.
  std::string split_from;  // A part of this template's pages, under a name that is new to the site.
};

// Chooses at most `count` bellwethers among pages of a template and keeps what the wrapper extracts
// from them; learns what values look like from all pages. A template without a signature gets one,
// and a URL pattern. Fails with kInvalidArgument when the wrapper extracts nothing from the pages.
// REQUIRES: no page is null.
Result<WatchedTemplate> remember(model::Template page_template,
                                 std::shared_ptr<const model::Wrapper> wrapper,
                                 std::span<const ReadPage* const> pages,
                                 const model::Schema& schema, size_t count = kBellwethers);

// A template and what has become of it.
struct WatchedNow {
  const WatchedTemplate* known = nullptr;
  watch::AssessOptions judged_by;
  watch::Assessment assessment;
  std::vector<watch::FreshPage> fresh;
  // From here on only after a repair.
  bool reused = false;  // All rules hold: only the signature is new.
  watch::Repair repair;
  std::vector<watch::RuleChange> changes;
  std::unique_ptr<watch::Assessment> after;  // With the repaired wrapper.

  // What counts: after a repair, the verdict with it.
  [[nodiscard]] const watch::TemplateVerdict& verdict() const {
    return after ? after->verdict : assessment.verdict;
  }
};

// Judges a template by the pages read; those that are not its bellwethers make the stream in which
// drift is looked for. `all_asked`: bellwethers that are not among the pages could not be had.
// `known` and the pages must outlive the result.
WatchedNow watch_template(const WatchedTemplate& known, std::span<const ReadPage> pages,
                          bool all_asked, const watch::AssessOptions& options = {});

// What other pages say today of the entity a page is about; by page key.
using ElsewhereByKey = std::map<std::string, watch::Values>;

// For every page of a broken template, what templates that are still read right say of its entity:
// the lists, say, of what is on detail pages. Entities are the same if their key attribute is, and
// nothing else there has that key.
ElsewhereByKey seen_elsewhere(const WatchedNow& broken, std::span<const WatchedNow> all);

// What repair needs to know: the attributes to learn again, by the inducer that the wrapper came
// from, on `pages` as they are now, with what is remembered of them. The template, schema, pages and
// `elsewhere` must outlive it.
watch::RepairInput repair_input(const WatchedTemplate& known, const model::Schema& schema,
                                std::span<const watch::FreshPage* const> pages,
                                std::vector<std::string> attributes,
                                const ElsewhereByKey& elsewhere);

// Repairs what is unhealthy, and judges the template again with the repaired wrapper.
void repair_template(WatchedNow& now, const model::Schema& schema,
                     const ElsewhereByKey& elsewhere = {});

// The template with a signature that covers its pages as they are now.
model::Template with_new_signature(const WatchedNow& now);

// "price is missing from record 57 of 120 on"
std::string drift_sentence(const watch::DriftAlarm& alarm, const watch::DriftMonitor& monitor);

}  // namespace weft::site
