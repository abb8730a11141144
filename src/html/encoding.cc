#include "html/encoding.h"

#include <utility>

#include <fmt/format.h>

#include "html/encoding_label.h"
#include "html/encoding_prescan.h"
#include "html/legacy_decoder.h"
#include "html/utf8.h"

namespace weft::html {
namespace {

struct Mark {
  Encoding encoding = Encoding::kUnknown;
  size_t length = 0;
};

Mark byte_order_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) return {Encoding::kUtf8, 3};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::kUtf16Be, 2};
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::kUtf16Le, 2};
  return {};
}

// Nobody declared anything. Broken UTF-8 (a page cut in the middle of a character, one pasted
// Latin-1 word) is still better read as UTF-8: in legacy text well-formed multi-byte sequences are
// rare accidents.
bool looks_like_utf8(std::string_view bytes) {
  constexpr uint64_t kGoodPerBad = 4;
  const Utf8Census census = count_utf8(bytes);
  return census.malformed == 0 ? census.multibyte > 0
                               : census.multibyte / census.malformed >= kGoodPerBad;
}

// A page that a program saved as UTF-8 may keep the declaration of what it was fetched in. So many characters
// of several bytes, all well-formed, are no accident in any other encoding.
bool was_saved_as_utf8(std::string_view bytes) {
  constexpr uint64_t kNoAccident = 8;
  return is_valid_utf8(bytes) && count_utf8(bytes).multibyte >= kNoAccident;
}

void report_unknown(std::string_view label, std::string_view where, Diagnostics& diagnostics) {
  constexpr size_t kLongest = 40;
  diagnostics.push_back(
      {DiagnosticKind::kUnknownEncoding, 0,
       fmt::format("{} declares the unknown encoding '{}'", where, label.substr(0, kLongest))});
}

struct Choice {
  Encoding encoding = Encoding::kUnknown;
  bool known_valid_utf8 = false;
};

// Steps 2 to 6 of the header.
Choice choose(std::string_view bytes, std::string_view transport_charset,
              Diagnostics& diagnostics) {
  if (!transport_charset.empty()) {
    const Encoding encoding = encoding_for_label(transport_charset);
    if (encoding != Encoding::kUnknown) return {encoding};
    report_unknown(transport_charset, "the HTTP header", diagnostics);
  }
  const Declaration declared = prescan_encoding(bytes.substr(0, kPrescanBytes));
  // DEVIATION: browsers take the page at its word.
  if (declared.encoding != Encoding::kUnknown && was_saved_as_utf8(bytes))
    return {Encoding::kUtf8, true};
  if (declared.encoding != Encoding::kUnknown) return {declared.encoding};
  if (!declared.unknown_label.empty())
    report_unknown(declared.unknown_label, "the page", diagnostics);
  if (is_valid_utf8(bytes)) return {Encoding::kUtf8, true};
  if (looks_like_utf8(bytes)) return {Encoding::kUtf8};
  if (bytes.size() > kPrescanBytes) {
    const Declaration late = prescan_encoding(bytes);
    if (late.encoding != Encoding::kUnknown) return {late.encoding};
  }
  return {Encoding::kWindows1252};
}

void report_bad_bytes(Decoded& decoded, uint64_t offset, Diagnostics& diagnostics) {
  decoded.replaced = true;
  diagnostics.push_back(
      {DiagnosticKind::kBadEncoding, offset,
       fmt::format("bytes that are not {} were replaced by U+FFFD", decoded.encoding)});
}

}  // namespace

Decoded decode(dom::Source bytes, std::string_view transport_charset, Diagnostics& diagnostics) {
  const Mark mark = byte_order_mark(bytes.view());
  bytes.remove_prefix(mark.length);
  const Choice choice = mark.encoding != Encoding::kUnknown
                            ? Choice{mark.encoding}
                            : choose(bytes.view(), transport_charset, diagnostics);
  Decoded decoded;
  decoded.encoding = encoding_name(choice.encoding);
  if (choice.encoding != Encoding::kUtf8) {
    const Converted converted = convert_to_utf8(bytes.view(), choice.encoding);
    if (converted.first_bad)
      report_bad_bytes(decoded, *converted.first_bad + mark.length, diagnostics);
    decoded.source = dom::Source::own(converted.utf8);
  } else if (choice.known_valid_utf8 || is_valid_utf8(bytes.view())) {
    decoded.source = std::move(bytes);
  } else {
    std::string repaired;
    repaired.reserve(bytes.view().size() + 64);
    append_repaired_utf8(repaired, bytes.view());
    report_bad_bytes(decoded, count_utf8(bytes.view()).first_malformed + mark.length, diagnostics);
    decoded.source = dom::Source::own(repaired);
  }
  return decoded;
}

}  // namespace weft::html
