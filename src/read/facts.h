// PageFacts from structured data.
#pragma once

#include "read/features.h"
#include "read/structured_data.h"

namespace weft::read {

// `url`: of the page; where it is empty, the page's own canonical link or og:url is taken.
PageFacts facts_of(const dom::Document& doc, const StructuredData& data, std::string_view url);

}  // namespace weft::read
