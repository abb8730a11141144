// Any bytes as a WARC file: no crash, bounded memory, every view readable, bodies decoded.

#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "warc/cdxj.h"
#include "warc/http.h"
#include "warc/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft::warc;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Reader reader = Reader::over(bytes, {.max_content = 1 << 20, .max_header = 1 << 14});
  uint64_t records = 0;
  size_t touched = 0;
  while (const Record* record = reader.next()) {
    ++records;
    for (const char c : record->content) touched += static_cast<unsigned char>(c);
    for (const Field& field : record->headers) touched += field.name.size() + field.value.size();
    touched += cdxj_line(*record, "f").size();
    if (const auto http = parse_http(record->content); http.ok())
      touched += decode_body(*http, 1 << 20).bytes.size();
    WEFT_CHECK(record->content.size() <= 1 << 20);
  }
  WEFT_CHECK(records == reader.stats().records);
  return touched == SIZE_MAX ? 1 : 0;
}
