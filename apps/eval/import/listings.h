// The `listings` set: rendered list and detail pages with the records expected of them.
//
//   examples.json   [{id, url, type: listing | listing_detail | detail, evals: [{expected}]}, …]
//   html/<id>.html
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace weft::eval {

struct ListingPage {
  std::string id;
  std::string url;
  std::string site;  // Host of the URL.
  std::string type;
  std::filesystem::path html;
  Json expected;  // A record or a list of records.
};

// Examples that have a page and an expectation, by site. Fails with kNotFound or kCorruption.
Result<std::vector<ListingPage>> import_listings(const std::filesystem::path& directory);

}  // namespace weft::eval
