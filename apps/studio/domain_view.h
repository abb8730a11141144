// What a domain knows of a site, for a person to judge: which texts are which attributes and how sure that is, the
// terms found, with the pages they stand on, and the few questions that are worth an answer ([Amber] Fig. 7.20).
//
// The studio adds nothing to `weft auto` (site/auto_site.h); terms that a person judged are in the memory of the domain,
// NAME.memory.json in the root, where `weft auto --memory` and `weft domain` find them.
#pragma once

#include <string>

#include "studio/workspace.h"

namespace weft::studio {

// Reads the sample pages by a domain; "" is the one of those that ship that fits. The job's result says what was found.
Status read_by_domain(StudioSite& site, const std::string& domain, const std::string& root,
                      const Limits& limits, Job& job);

// Keeps what was found of attributes as labels, on a few pages of each template, from which the desks learn. `found`:
// the result of read_by_domain. How many labels there are.
Result<size_t> keep_found(StudioSite& site, const Json& found,
                          const std::vector<std::string>& attributes, const std::string& id);

// "accept" believes a term from now on, "reject" forgets it, "blacklist" never believes it. The command that does the
// same.
Result<std::string> judge_term(const std::string& root, const std::string& domain,
                               const std::string& attribute, const std::string& term,
                               const std::string& verdict);

}  // namespace weft::studio
