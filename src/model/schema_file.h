// Schema files: JSON, read and written; JSON Schema 2020-12 for others. The format:
// docs/formats/schema.md.
#pragma once

#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "model/schema.h"

namespace weft::model {

// {"weft": "schema", "version": 1, "name": …, "attributes": […]}; flags that are off are left out.
// An attribute may also be written short: "title", or "price: money mandatory", the type and flags
// in any order. Reading fails with kInvalidArgument, naming the attribute; kUnsupported for a newer
// version.
void describe(JsonFields& json, Schema& schema);

inline Result<Schema> read_schema(std::string_view text) {
  return read_json_text<Schema>(text, "schema");
}

// A JSON Schema (2020-12) of one record as the JSON Lines writer writes it, `_meta` allowed.
Json to_json_schema(const Schema& schema);

}  // namespace weft::model
