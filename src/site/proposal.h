// Repairs that wait for a person: a visit to a site that changes no rule by itself. What is not healthy
// keeps its fresh pages in the bundle, a repair becomes a proposal with its proof, and a person accepts
// it, or does not.
//
//   Visit visit = visit_site(load_watched(bundle), …, {.repair = true});
//   put_proposals(bundle, visit, pages, started);
//   …
//   accept_proposal(bundle, 3, limits);       // A wrapper version; `weft site rollback` takes it back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "site/bundle.h"
#include "site/visit.h"

namespace weft::site {

// Fresh pages of an unhealthy template that are kept, and former ones of a repaired one.
inline constexpr size_t kFreshPages = 20;
inline constexpr size_t kFormerPages = 2;

// Of a template that is not healthy: its pages as they are now. Of one that is repaired: two of its
// bellwethers, before they are replaced. A visit of `weft watch` keeps them, too.
Status keep_fresh(Bundle& bundle, const WatchedNow& now, const std::vector<ReadPage>& pages);
Status keep_former(Bundle& bundle, const std::string& template_name);

// Keeps what healthy pages say, fresh pages of templates that are not healthy, a proposal for each
// repair, and a line of the timeline. Open proposals for the same templates are rejected: they are
// about a site of before. Returns the proposals.
Result<std::vector<int64_t>> put_proposals(Bundle& bundle, const Visit& visit,
                                           const std::vector<ReadPage>& pages,
                                           const std::string& started);

// Puts the proposed wrapper in force, with the signature and the pages it was proved on: fresh pages
// become bellwethers, two of those before are kept as former. Fails with kNotFound, kInvalidArgument
// when it was decided before, else as the bundle does.
Status accept_proposal(Bundle& bundle, int64_t id, const Limits& limits);

}  // namespace weft::site
