// Canonical form: one spelling for URLs that fetch the same thing.
#pragma once

#include <string>
#include <vector>

#include "url/url.h"

namespace weft::url {

// What the canonical form drops. The defaults are safe: they do not merge different pages on real
// sites.
struct CanonicalOptions {
  bool drop_fragment = true;
  // Parameters that only track the visitor: utm_*, gclid, fbclid, msclkid, mc_cid, mc_eid, _ga.
  bool drop_tracking = true;
  // jsessionid, phpsessid, sid in ;parameters or the query.
  bool drop_session = true;
  bool sort_query = false;
  bool drop_trailing_slash = false;
  bool drop_www = false;
  // Further parameter names to drop.
  std::vector<std::string> drop_parameters;
};

// The URL under which a page is remembered.
std::string canonical(const Url& url, const CanonicalOptions& options = {});

}  // namespace weft::url
