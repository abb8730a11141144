// Any bytes, under any label, become valid UTF-8 without a byte order mark lost or a read out of
// bounds.

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "html/encoding.h"
#include "html/encoding_label.h"
#include "html/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace weft;
  if (size == 0) return 0;
  // The first byte picks the transport charset; values beyond the table mean none.
  const std::string_view charset = html::encoding_name(static_cast<html::Encoding>(data[0] % 64));
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  Diagnostics diagnostics;
  const html::Decoded decoded = html::decode(dom::Source::borrow(bytes), charset, diagnostics);
  WEFT_CHECK(html::is_valid_utf8(decoded.source.view()));
  WEFT_CHECK(decoded.source.view().size() <= 3 * bytes.size() + 3);
  WEFT_CHECK(html::encoding_for_label(decoded.encoding) != html::Encoding::kUnknown);
  return 0;
}
