// Logging in once, by a form, before a crawl begins; what the server remembers by are cookies, which
// the Fetcher keeps.
//
//   [[login]]
//   url = "https://example.com/login"
//   fields = { name = "me", password = "env:SHOP_PASSWORD" }
//   expect = "Log out"
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "crawl/fetch/fetcher.h"

namespace weft::crawl {

struct LoginRecipe {
  std::string url;                                          // The page with the form.
  std::vector<std::pair<std::string, std::string>> fields;  // By name; secrets are in here.
  std::string expect;  // What the page after it says; empty: anything but the form again.
};

// Fetches the page, fills the form that has these fields, keeping what else it holds (tokens),
// submits it and follows redirects. REQUIRES: the fetcher keeps cookies, and is idle.
// Fails with kNotFound (no such page or form), kPermission (not let in), kIo.
Status log_in(Fetcher& fetcher, const LoginRecipe& recipe, const RequestOptions* with = nullptr);

}  // namespace weft::crawl
