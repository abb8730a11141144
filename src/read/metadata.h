// All that a page says for machines, as one JSON value.
//
//   {"json_ld": […], "microdata": […], "rdfa": […], "opengraph": {"og:title": "…"}, "dublin_core": {…}, "meta": {…}}
//
// Kinds that a page does not have are absent. A name that occurs several times has an array. OpenGraph are the entries with a
// prefix of its namespaces (og:, article:, book:, profile:, video:, music:, product:, fb:, twitter:); Dublin Core those that
// begin with dc. or dcterms. (or a colon for the point).
#pragma once

#include "base/json.h"
#include "read/structured_data.h"

namespace weft::read {

Json metadata_json(const StructuredData& data);

}  // namespace weft::read
