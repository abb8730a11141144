// HTTP messages as they lie in WARC records: status line, headers, and a body still encoded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "warc/record.h"

namespace weft::warc {

// Views into the bytes parsed.
struct HttpMessage {
  int status = 0;           // Responses.
  std::string_view method;  // Requests.
  std::string_view target;
  Fields headers;
  std::string_view body;  // As transferred.

  [[nodiscard]] std::string_view header(std::string_view name) const {
    return field(headers, name);
  }
  // Without parameters, as sent: "text/html".
  [[nodiscard]] std::string_view media_type() const;
  // The charset parameter; empty if there is none.
  [[nodiscard]] std::string_view charset() const;
};

// Fails with kInvalidArgument if there is no status or request line. A head without end has no
// body.
Result<HttpMessage> parse_http(std::string_view bytes);

struct DecodedBody {
  std::string bytes;
  // What was odd: "not chunked after all", "damaged gzip data"; empty if nothing. The bytes are
  // then as good as could be had.
  std::string oddity;
};

// The body without its transfer and content encodings: chunked; gzip, deflate, br, zstd, any number
// of them. At most `max_bytes`; more is cut. Never fails: archived bodies are often not what they
// say.
DecodedBody decode_body(const HttpMessage& message, uint64_t max_bytes = uint64_t{256} << 20);

}  // namespace weft::warc
