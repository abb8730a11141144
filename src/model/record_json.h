// Records and extractions as JSON: what JSON Lines output holds. The format:
// docs/formats/record.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/extraction.h"
#include "model/schema.h"

namespace weft::model {

struct RecordJsonOptions {
  // Whether `_meta` says where each value came from. With it, reading gives back the same record.
  bool meta = true;
  // Numbers and booleans become JSON's own, where the attribute's type says so.
  const Schema* schema = nullptr;
};

// The value as people want it: the normalised form, or the text. Lists and records as JSON.
void append_value_json(std::string& out, const Value& value);

// {"title": "…", "offers": [{…}], "_meta": {"page": …, "record": …, "wrapper": …, "fields": {…}}}
// On one line, without a line feed.
void append_record_json(std::string& out, const Record& record, const Extraction& from,
                        const RecordJsonOptions& options = {});
// Fails with kInvalidArgument.
Result<Record> record_from_json(const Json& json);

// {"page": …, "wrapper": …, "records": […], "diagnostics": […]}; reading gives back the same
// extraction.
std::string extraction_json(const Extraction& extraction);
Result<Extraction> extraction_from_json(const Json& json);

// JSON Lines as the record writer wrote them, one extraction for each run of records of one page.
// Lines without `_meta` belong to page "". Fails with kInvalidArgument, naming the line.
Result<std::vector<Extraction>> read_records(std::string_view text);

}  // namespace weft::model
