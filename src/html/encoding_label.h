// The labels of the Encoding standard (https://encoding.spec.whatwg.org/#names-and-labels): which
// encoding a page means when it says "latin1" or "x-sjis".
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::html {

// In the order of the standard's table.
enum class Encoding : uint8_t {
  kUtf8,
  kIbm866,
  kIso8859_2,
  kIso8859_3,
  kIso8859_4,
  kIso8859_5,
  kIso8859_6,
  kIso8859_7,
  kIso8859_8,
  kIso8859_8I,
  kIso8859_10,
  kIso8859_13,
  kIso8859_14,
  kIso8859_15,
  kIso8859_16,
  kKoi8R,
  kKoi8U,
  kMacintosh,
  kWindows874,
  kWindows1250,
  kWindows1251,
  kWindows1252,
  kWindows1253,
  kWindows1254,
  kWindows1255,
  kWindows1256,
  kWindows1257,
  kWindows1258,
  kXMacCyrillic,
  kGbk,
  kGb18030,
  kBig5,
  kEucJp,
  kIso2022Jp,
  kShiftJis,
  kEucKr,
  kReplacement,
  kUtf16Be,
  kUtf16Le,
  kXUserDefined,
  kUnknown,  // Not an encoding: the answer for labels that the standard does not list.
};
inline constexpr size_t kEncodingCount = static_cast<size_t>(Encoding::kUnknown);

// "Get an encoding": white space at the ends and ASCII case do not count. kUnknown for other
// labels.
Encoding encoding_for_label(std::string_view label);

// The standard's name: "UTF-8", "windows-1252", "Shift_JIS"; empty for kUnknown.
std::string_view encoding_name(Encoding encoding);

}  // namespace weft::html
