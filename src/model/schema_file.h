// Schema files: JSON, read and written; JSON Schema 2020-12 for others. The format:
// docs/formats/schema.md.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "model/schema.h"

namespace weft::model {

// {"weft": "schema", "version": 1, "name": …, "attributes": […]}; flags that are off are left out.
Json schema_to_json(const Schema& schema);

// An attribute may also be written short: "title", or "price: money mandatory", the type and flags
// in any order. Fails with kInvalidArgument, naming the attribute; kUnsupported for a newer
// version.
Result<Schema> schema_from_json(const Json& json);

// As schema_from_json, of the text of a file.
Result<Schema> read_schema(std::string_view text);

// A JSON Schema (2020-12) of one record as the JSON Lines writer writes it, `_meta` allowed.
Json to_json_schema(const Schema& schema);

}  // namespace weft::model
