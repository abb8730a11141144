// Regrouping a site: a fresh crawl is clustered anew, and rules of old templates are carried over
// to the clusters they still serve ([Vertex] IV-C, src/watch/reuse.h).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "site/bundle.h"
#include "site/watch.h"
#include "watch/health/reuse.h"

namespace weft::site {

// A cluster of the fresh crawl.
struct FreshCluster {
  model::Template page_template;
  std::vector<const ReadPage*> pages;
};

struct Regrouping {
  std::vector<FreshCluster> clusters;
  std::vector<watch::Reuse> reuses;    // One a cluster.
  std::vector<std::string> old_names;  // Of the template each would reuse; empty for none.
  uint64_t unassigned = 0;             // Pages in no cluster…
  uint64_t set_aside = 0;              // …and pages that are errors, walls or could not be read.
};

// Nothing is written. Error pages and walls are set aside before clustering.
Regrouping regroup(const std::vector<WatchedTemplate>& known, const std::vector<ReadPage>& pages,
                   const model::Schema& schema);

// Templates whose pages have become several clusters, taken apart: the cluster that reuses the
// rule, or else the largest, keeps the template's name, the others get names that are not among
// those taken, so that each is judged and repaired by itself. Clusters with few of a template's
// pages do not count.
std::vector<WatchedTemplate> take_apart(std::vector<WatchedTemplate> known,
                                        const Regrouping& regrouping, std::set<std::string> taken);

// Of all templates of a bundle.
Result<std::set<std::string>> template_names(const Bundle& bundle);

// The first cluster that reuses a template's rule takes the template over, with its own signature;
// further ones become templates of their own with a copy of the rule and bellwethers of their own.
// Clusters without a rule are left to repair and to people: nothing is written for them, nor for
// templates in `repaired`, whose rules are new already.
Status put_regrouping(Bundle& bundle, const Regrouping& regrouping,
                      const std::set<std::string>& repaired, size_t bellwethers);

// Fig. 5: share of the URLs whose rule is reused, with one line a cluster.
std::string to_text(const Regrouping& regrouping);
Json to_json(const Regrouping& regrouping);

}  // namespace weft::site
