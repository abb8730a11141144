// One record of a WARC or ARC file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace weft::warc {

enum class RecordType : uint8_t {
  kWarcinfo,
  kResponse,
  kResource,
  kRequest,
  kMetadata,
  kRevisit,
  kConversion,
  kContinuation,
  kOther,
};

// "warcinfo", "response"…; "other" for what no standard names.
std::span<const std::string_view> names_of(RecordType);
RecordType record_type(std::string_view name);

struct Field {
  std::string_view name;
  std::string_view value;
};
using Fields = std::vector<Field>;

// The value of the first field of that name, in any case; empty if there is none.
std::string_view field(const Fields& fields, std::string_view name);

// Views into the reader's buffer: valid until it reads the next record.
struct Record {
  RecordType type = RecordType::kOther;
  std::string_view version;     // "WARC/1.1", "ARC"
  Fields headers;               // Of an ARC record: the WARC names for what its line says.
  std::string_view content;     // The block.
  uint64_t content_length = 0;  // As declared; more than content.size() if that was cut.
  bool cut = false;             // The block is longer than the reader keeps, or ends too early.
  // Where in the file: the gzip member or zstd frame that holds it, or the record itself. `length`
  // is 0 when the record shares its member with others.
  uint64_t offset = 0;
  uint64_t length = 0;

  [[nodiscard]] std::string_view header(std::string_view name) const {
    return field(headers, name);
  }
  // Without the angle brackets that some writers add.
  [[nodiscard]] std::string_view target_uri() const;
  [[nodiscard]] std::string_view date() const { return header("WARC-Date"); }
  // Whether the block is an HTTP message.
  [[nodiscard]] bool is_http() const;
};

}  // namespace weft::warc
