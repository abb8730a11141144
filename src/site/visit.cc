#include "site/visit.h"

#include <algorithm>

#include "site/proposal.h"
#include "site/watch_memory.h"

namespace weft::site {

watch::Health Visit::health() const {
  watch::Health worst = watch::Health::kHealthy;
  for (const WatchedNow& now : all) worst = std::max(worst, now.verdict().health);
  return worst;
}

Visit visit_site(std::vector<WatchedTemplate> known, std::set<std::string> taken,
                 const model::Schema& schema, const std::vector<ReadPage>& pages,
                 const VisitOptions& options) {
  Visit visit;
  if (options.regroup) {
    visit.regrouping = regroup(known, pages, schema);
    known = take_apart(std::move(known), *visit.regrouping, std::move(taken));
  }
  visit.known = std::move(known);
  for (const WatchedTemplate& one : visit.known) {
    if (options.template_name.empty() || one.page_template.name == options.template_name)
      visit.all.push_back(watch_template(one, pages, options.all_asked, {.paper = options.paper}));
  }
  for (WatchedNow& now : visit.all) {
    if (options.repair) repair_template(now, schema, seen_elsewhere(now, visit.all));
  }
  return visit;
}

Status put_visit(Bundle& bundle, const Visit& visit, const std::vector<ReadPage>& pages,
                 const VisitOptions& options, const std::string& started) {
  std::set<std::string> repaired;
  for (const WatchedNow& now : visit.all) {
    WEFT_TRY(put_golden(bundle, now));
    WEFT_TRY(keep_fresh(bundle, now, pages));
    if (now.after) WEFT_TRY(keep_former(bundle, now.known->page_template.name));
    WEFT_TRY(put_repair(bundle, now, pages));
    if (now.after) repaired.insert(now.known->page_template.name);
  }
  if (visit.regrouping && options.repair)
    WEFT_TRY(put_regrouping(bundle, *visit.regrouping, repaired, options.bellwethers));
  return put_run(bundle, visit.all, started);
}

}  // namespace weft::site
