// Where the verbs that look at a crawl find its parts.
#pragma once

#include <memory>
#include <string>

#include "crawl/metadata.h"

namespace weft::cli {

// The metadata of a crawl, given its directory, the file itself, or postgres://…. Fails with
// kNotFound when there is none: nothing is created.
Result<std::unique_ptr<crawl::MetadataStore>> open_crawl_metadata(const std::string& crawl);

}  // namespace weft::cli
