// A visit to a site: its templates judged by the pages read, grouped anew and repaired if asked, and
// what came of it kept. The work of `weft watch`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/schema.h"
#include "site/bundle.h"
#include "site/regroup.h"
#include "site/watch.h"

namespace weft::site {

struct VisitOptions {
  std::string template_name;          // Only this one; empty: all.
  bool all_asked = false;             // Bellwethers not among the pages could not be had.
  bool regroup = false;               // The pages are a whole crawl.
  bool repair = false;                // Learn broken rules again.
  bool paper = false;                 // Judge as the paper does (watch/health/parameters.h).
  size_t bellwethers = kBellwethers;  // Of templates that are new.
};

struct Visit {
  std::vector<WatchedTemplate> known;  // Where `all` finds them.
  std::vector<WatchedNow> all;
  std::optional<Regrouping> regrouping;

  // The worst verdict, after repairs.
  [[nodiscard]] watch::Health health() const;
};

// Nothing is written. `taken`: names that templates split off may not get. The pages must outlive
// the visit.
Visit visit_site(std::vector<WatchedTemplate> known, std::set<std::string> taken,
                 const model::Schema& schema, const std::vector<ReadPage>& pages,
                 const VisitOptions& options);

// Puts repairs in force, with rules that clusters reuse, keeps what healthy pages say, and adds a
// line to the timeline.
Status put_visit(Bundle& bundle, const Visit& visit, const std::vector<ReadPage>& pages,
                 const VisitOptions& options, const std::string& started);

}  // namespace weft::site
