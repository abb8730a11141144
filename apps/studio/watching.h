// Watching in the studio: health over time, what broke, the page before and after, and repairs that wait for
// a person. The work is src/site's (visit.h, proposal.h).
#pragma once

#include <string>

#include "base/json.h"
#include "studio/frames.h"
#include "studio/site.h"
#include "studio/workspace.h"

namespace weft::studio {

// Runs of `weft watch`, proposals, wrapper versions, and which templates are not healthy.
Result<Json> watch_json(StudioSite& site);

// A page of a template as it is kept and as it came back, each in a frame with the places of its values;
// without pages if there is no fresh one.
Result<Json> before_and_after(const std::shared_ptr<StudioSite>& site, Frames& frames,
                              const std::string& template_name, const Limits& limits);

// Judges the templates of a site by pages of a path, which are newer, and proposes repairs. Writes nothing
// else but a line of the timeline and the fresh pages.
Status watch_site(StudioSite& site, const std::string& path, const ReadPages& read,
                  const Limits& limits, Job& job);

// Accepts or rejects a proposal; puts an earlier wrapper back.
Status decide(StudioSite& site, int64_t proposal, bool accept, const Limits& limits);
Status roll_back(StudioSite& site, const std::string& template_name, uint32_t version);

}  // namespace weft::studio
