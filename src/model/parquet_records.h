// Records as a Parquet file (store/parquet.h).
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "model/record_writer.h"

namespace weft::model {

// Columns: those of the schema in its order, then others as they come; sets and lists of texts are
// lists, numbers are doubles where every value survives that, nested records are JSON. The bytes go
// to the sink at finish(); until then rows wait in a temporary file, since a later record may bring
// a new column.
std::unique_ptr<RecordWriter> make_parquet_writer(const RecordWriterOptions& options,
                                                  ByteSink sink);

// The number that a text is, if nothing of it is lost: no digit that a double does not keep.
std::optional<double> lossless_number(std::string_view text);

}  // namespace weft::model
