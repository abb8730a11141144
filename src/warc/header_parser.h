// The heads of records: WARC's named fields, ARC's one line. Internal to reader.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "warc/record.h"

namespace weft::warc {

// Bytes of a head that ends with an empty line, that line included; 0 if it has not ended yet.
size_t head_size(std::string_view text);

// "Name: value" lines into fields; folded lines stay within the value. Lines without a colon are
// ignored.
void parse_fields(std::string_view lines, Fields& fields);

// True if text begins like a WARC record: "WARC/1.1" and a line end. False if too short to tell.
bool starts_warc(std::string_view text);

// What an ARC record's line says, as WARC fields. The views are into the line and into the strings
// here.
struct ArcLine {
  std::string date;  // ISO 8601
  std::string length;
  std::string_view url;
  std::string_view ip;
  std::string_view mime;
  std::optional<uint64_t> content_length;  // Nothing when the line gives no valid one.
  bool is_filedesc = false;
};

// Nothing if the line is none: URL, address, date of 12 to 18 digits, type, length. URLs may hold
// spaces.
std::optional<ArcLine> parse_arc_line(std::string_view line);

}  // namespace weft::warc
