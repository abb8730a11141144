// Watching a site bundle: what is remembered of each template, what became of it, and repairs put
// in force. Shared by `weft watch` and the demo; everything is decided in src/watch.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/page.h"
#include "model/site.h"
#include "watch/health/assess.h"
#include "watch/health/drift.h"
#include "watch/repair/repair.h"
#include "watch/repair/repair_report.h"

namespace weft::cli {

// A page as it was read, or why it was not.
struct ReadPage {
  std::string key;  // What the bundle calls it (page_key).
  model::Page page;
  std::string bytes;
  watch::PageCondition failure;  // Not kFine: there is no page.
};

// Its URL without the fragment; of a file that says no URL, the file's name.
std::string page_key(const std::string& url, const std::string& id);

// Everything remembered of a template, ready to be watched.
struct WatchedTemplate {
  model::Template page_template;
  std::shared_ptr<const model::Wrapper> wrapper;
  watch::HealthModel health;
  std::vector<model::Extraction> golden;
  std::vector<model::Page> old_pages;  // The bellwethers as they were kept.
  std::vector<std::string> addresses;  // Where they can be read again: URLs, else paths.
  std::set<std::string> cluster;  // Keys of its fresh pages where it was taken apart; else empty.
  std::string split_from;  // A part of this template's pages, under a name that is new to the site.
};

// The health model kept for a template; one without attributes if there is none.
Result<watch::HealthModel> health_of(const model::Site& site, const std::string& template_name);

// "price is missing from record 57 of 120 on"
std::string drift_sentence(const watch::DriftAlarm& alarm, const watch::DriftMonitor& monitor);

// Templates with a wrapper and bellwethers. Fails as reading the bundle does.
Result<std::vector<WatchedTemplate>> load_watched(const model::Site& site, const Limits& limits);

// Chooses bellwethers among pages of a template and keeps them with their golden extractions and
// the health model. A template without a signature gets one from the pages. Fails with kNotFound
// when there is no such template or it has no wrapper, kInvalidArgument when the wrapper extracts
// nothing from the pages.
Status remember(model::Site& site, const std::string& template_name,
                const std::vector<const ReadPage*>& pages, size_t count);

struct WatchedNow {
  const WatchedTemplate* known = nullptr;
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
WatchedNow watch_template(const WatchedTemplate& known, const std::vector<ReadPage>& pages,
                          bool all_asked);

// What other pages say today of the entity a page is about; by page key.
using ElsewhereByKey = std::map<std::string, watch::Values>;

// For every page of a broken template, what templates that are still read right say of its entity:
// the lists, say, of what is on detail pages. Entities are the same if their key attribute is, and
// nothing else there has that key.
ElsewhereByKey seen_elsewhere(const WatchedNow& broken, const std::vector<WatchedNow>& all);

// Repairs what is unhealthy; nothing is written.
void repair_template(WatchedNow& now, const model::Schema& schema,
                     const ElsewhereByKey& elsewhere = {});

// Writes a repair: wrapper version, signature, bellwethers and golden extractions as they are now.
// What was split off becomes a template of its own, and its pages leave the one it was part of.
Status put_repair(model::Site& site, const WatchedNow& now, const std::vector<ReadPage>& pages);
// Keeps what healthy pages say now, so that the next visit compares with this one.
Status put_golden(model::Site& site, const WatchedNow& now);
// A line of the timeline.
Status put_run(model::Site& site, const std::vector<WatchedNow>& all, const std::string& started);

}  // namespace weft::cli
