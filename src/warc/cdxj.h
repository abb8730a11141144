// CDXJ: the sorted index of a WARC file, a line per capture, by SURT key.
//
//   com,example)/path 20240312143005 {"url": …, "mime": …, "status": …, "digest": …, …}
#pragma once

#include <string>
#include <string_view>

#include "warc/http.h"
#include "warc/record.h"

namespace weft::warc {

// The Sort-friendly URI Reordering Transform as indexes use it: host reversed by commas without
// "www.", default port, user and fragment dropped, all lower case, query parameters sorted.
// "https://www.Example.com/A?b&a" -> "com,example)/a?a&b". Opaque URIs stay as they are.
std::string surt(std::string_view url);

// "20240312143005" from an ISO date: its digits, fourteen of them.
std::string cdx_timestamp(std::string_view iso_date);

// The line of a response, revisit or resource, without line end; empty for records that an index
// leaves out. `filename` is what readers will open.
std::string cdxj_line(const Record& record, std::string_view filename);

}  // namespace weft::warc
