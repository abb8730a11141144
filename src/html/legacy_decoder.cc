// Four kinds of decoders:
//   single-byte   a table of 128 characters, asked of ICU once, with the corrections below
//   multi-byte    ICU's converter that lies closest to the standard's index
//   UTF-16        here: two bytes a unit, lone surrogates become U+FFFD
//   x-user-defined, replacement   here: one line each
//
// A malformed pair becomes one U+FFFD; if its second byte is ASCII it stays in the text, as the
// standard says (a "<" must not disappear behind a stray lead byte).
//
// DEVIATION: a few rare characters differ between ICU's tables and the standard's indexes; they are
// listed in docs/adr/0009-encodings-by-icu.md.

#include "html/legacy_decoder.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <array>
#include <memory>
#include <mutex>

#include "base/check.h"
#include "base/strings.h"
#include "html/utf8.h"

namespace weft::html {
namespace {

constexpr char32_t kBad = 0xFFFD;

// ICU's name of the converter for an encoding; indexed by Encoding. Null: no ICU needed.
constexpr std::array<const char*, kEncodingCount> kConverters = {
    nullptr,
    "ibm-866",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "ibm-9005_X110-2007",
    "ibm-5012_P100-1999",
    "ibm-5012_P100-1999",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-14",
    "iso-8859-15",
    nullptr,
    "koi8-r",
    "koi8-u",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "gb18030",
    "gb18030",
    "Big5-HKSCS",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "windows-949",
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

Converter open_converter(Encoding encoding) {
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(kConverters[static_cast<size_t>(encoding)], &error));
  WEFT_CHECK(U_SUCCESS(error) && "ICU lacks a converter: is its data library complete?");
  return converter;
}

bool is_single_byte(Encoding encoding) {
  return encoding >= Encoding::kIbm866 && encoding <= Encoding::kXMacCyrillic;
}

// Characters 0x80 to 0xFF.
using ByteTable = std::array<char32_t, 128>;

struct Correction {
  Encoding encoding;
  uint8_t byte;
  char32_t character;
};

// Where ICU's table is not the standard's index.
constexpr Correction kCorrections[] = {
    {Encoding::kKoi8U, 0xAE, 0x045E},     {Encoding::kKoi8U, 0xBE, 0x040E},
    {Encoding::kWindows1253, 0xAA, kBad}, {Encoding::kWindows1255, 0xCA, 0x05BA},
    {Encoding::kWindows874, 0xDB, kBad},  {Encoding::kWindows874, 0xDC, kBad},
    {Encoding::kWindows874, 0xDD, kBad},  {Encoding::kWindows874, 0xDE, kBad},
    {Encoding::kWindows874, 0xFC, kBad},  {Encoding::kWindows874, 0xFD, kBad},
    {Encoding::kWindows874, 0xFE, kBad},  {Encoding::kWindows874, 0xFF, kBad},
};

// ICU has no ISO-8859-16: where it differs from ISO-8859-1.
constexpr Correction kLatin10[] = {
    {Encoding::kIso8859_16, 0xA1, 0x0104}, {Encoding::kIso8859_16, 0xA2, 0x0105},
    {Encoding::kIso8859_16, 0xA3, 0x0141}, {Encoding::kIso8859_16, 0xA4, 0x20AC},
    {Encoding::kIso8859_16, 0xA5, 0x201E}, {Encoding::kIso8859_16, 0xA6, 0x0160},
    {Encoding::kIso8859_16, 0xA8, 0x0161}, {Encoding::kIso8859_16, 0xAA, 0x0218},
    {Encoding::kIso8859_16, 0xAC, 0x0179}, {Encoding::kIso8859_16, 0xAE, 0x017A},
    {Encoding::kIso8859_16, 0xAF, 0x017B}, {Encoding::kIso8859_16, 0xB2, 0x010C},
    {Encoding::kIso8859_16, 0xB3, 0x0142}, {Encoding::kIso8859_16, 0xB4, 0x017D},
    {Encoding::kIso8859_16, 0xB5, 0x201D}, {Encoding::kIso8859_16, 0xB8, 0x017E},
    {Encoding::kIso8859_16, 0xB9, 0x010D}, {Encoding::kIso8859_16, 0xBA, 0x0219},
    {Encoding::kIso8859_16, 0xBC, 0x0152}, {Encoding::kIso8859_16, 0xBD, 0x0153},
    {Encoding::kIso8859_16, 0xBE, 0x0178}, {Encoding::kIso8859_16, 0xBF, 0x017C},
    {Encoding::kIso8859_16, 0xC3, 0x0102}, {Encoding::kIso8859_16, 0xC5, 0x0106},
    {Encoding::kIso8859_16, 0xD0, 0x0110}, {Encoding::kIso8859_16, 0xD1, 0x0143},
    {Encoding::kIso8859_16, 0xD5, 0x0150}, {Encoding::kIso8859_16, 0xD7, 0x015A},
    {Encoding::kIso8859_16, 0xD8, 0x0170}, {Encoding::kIso8859_16, 0xDD, 0x0118},
    {Encoding::kIso8859_16, 0xDE, 0x021A}, {Encoding::kIso8859_16, 0xE3, 0x0103},
    {Encoding::kIso8859_16, 0xE5, 0x0107}, {Encoding::kIso8859_16, 0xF0, 0x0111},
    {Encoding::kIso8859_16, 0xF1, 0x0144}, {Encoding::kIso8859_16, 0xF5, 0x0151},
    {Encoding::kIso8859_16, 0xF7, 0x015B}, {Encoding::kIso8859_16, 0xF8, 0x0171},
    {Encoding::kIso8859_16, 0xFD, 0x0119}, {Encoding::kIso8859_16, 0xFE, 0x021B},
};

// Runs ICU over each single byte.
ByteTable table_of_icu(Encoding encoding) {
  ByteTable table{};
  const Converter converter = open_converter(encoding);
  for (size_t i = 0; i < table.size(); ++i) {
    const char bytes[] = {static_cast<char>(0x80 + i)};
    const char* source = bytes;
    UErrorCode error = U_ZERO_ERROR;
    ucnv_resetToUnicode(converter.get());
    const UChar32 c = ucnv_getNextUChar(converter.get(), &source, bytes + 1, &error);
    table[i] = U_SUCCESS(error) ? static_cast<char32_t>(c) : kBad;
  }
  return table;
}

ByteTable table_of_latin10() {
  ByteTable table{};
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<char32_t>(0x80 + i);
  for (const Correction& c : kLatin10) table[c.byte - 0x80U] = c.character;
  return table;
}

ByteTable make_table(Encoding encoding) {
  if (encoding == Encoding::kIso8859_16) return table_of_latin10();
  ByteTable table = table_of_icu(encoding);
  for (const Correction& c : kCorrections) {
    if (c.encoding == encoding) table[c.byte - 0x80U] = c.character;
  }
  return table;
}

const ByteTable& table_for(Encoding encoding) {
  static std::array<ByteTable, kEncodingCount> tables;
  static std::array<std::once_flag, kEncodingCount> made;
  const auto i = static_cast<size_t>(encoding);
  std::call_once(made[i], [&] { tables[i] = make_table(encoding); });
  return tables[i];
}

Converted decode_single_byte(std::string_view bytes, Encoding encoding) {
  const ByteTable& table = table_for(encoding);
  Converted result;
  result.utf8.reserve(bytes.size() + bytes.size() / 8);
  for (size_t at = 0; at < bytes.size();) {
    const size_t high = skip_ascii(bytes, at);  // In every single-byte encoding ASCII is ASCII.
    result.utf8.append(bytes, at, high - at);
    for (at = high; at < bytes.size() && static_cast<uint8_t>(bytes[at]) >= 0x80; ++at) {
      const char32_t c = table[static_cast<uint8_t>(bytes[at]) - 0x80U];
      if (c == kBad && !result.first_bad) result.first_bad = at;
      append_utf8(result.utf8, c);
    }
  }
  return result;
}

Converted decode_user_defined(std::string_view bytes) {
  Converted result;
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    append_utf8(result.utf8, byte < 0x80 ? byte : 0xF780U + byte - 0x80U);
  }
  return result;
}

Converted decode_utf16(std::string_view bytes, bool big_endian) {
  Converted result;
  result.utf8.reserve(bytes.size());
  const auto unit = [&](size_t at) -> char32_t {
    const auto first = static_cast<uint8_t>(bytes[at]);
    const auto second = static_cast<uint8_t>(bytes[at + 1]);
    return big_endian ? char32_t{first} << 8 | second : char32_t{second} << 8 | first;
  };
  for (size_t at = 0; at < bytes.size(); at += 2) {
    char32_t c = at + 1 < bytes.size() ? unit(at) : kBad;
    const char32_t low = at + 3 < bytes.size() ? unit(at + 2) : 0;
    if (c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
      at += 2;
    }
    const bool bad = (c >= 0xD800 && c < 0xE000) || at + 1 >= bytes.size();
    if (bad && !result.first_bad) result.first_bad = at;
    append_utf8(result.utf8, c);
  }
  return result;
}

// What the callback below needs, and what it found out.
struct Malformed {
  Encoding encoding;
  const char* begin;            // Of the input.
  const char* first = nullptr;  // Shortly behind the first malformed bytes.
};

// The character that one stray byte stands for.
UChar stray_byte(Encoding encoding, char byte) {
  const bool is_0x80 = byte == '\x80';
  if (is_0x80 && (encoding == Encoding::kGbk || encoding == Encoding::kGb18030)) return 0x20AC;
  if (is_0x80 && encoding == Encoding::kShiftJis) return 0x80;
  return kBad;
}

// Called by ICU for bytes that the converter cannot map.
void on_malformed(const void* context, UConverterToUnicodeArgs* arguments, const char* bytes,
                  int32_t length, UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;  // Reset, close, clone.
  auto& malformed = *static_cast<Malformed*>(const_cast<void*>(context));
  UChar text[2] = {length == 1 ? stray_byte(malformed.encoding, bytes[0]) : UChar{kBad}};
  int32_t units = 1;
  if (length == 2 && static_cast<uint8_t>(bytes[1]) < 0x80)
    text[units++] = static_cast<UChar>(bytes[1]);
  if (text[0] == kBad && malformed.first == nullptr) malformed.first = arguments->source;
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(arguments, text, units, 0, error);
}

// Appends UTF-16; `high` carries a surrogate whose other half comes with the next call.
void append_utf16(std::string& out, const UChar* begin, const UChar* end, char32_t& high) {
  for (const UChar* unit = begin; unit != end; ++unit) {
    const char32_t c = *unit;
    if (c >= 0xD800 && c < 0xDC00) {
      high = c;
      continue;
    }
    const bool pair = c >= 0xDC00 && c < 0xE000 && high != 0;
    append_utf8(out, pair ? 0x10000 + ((high - 0xD800) << 10) + (c - 0xDC00) : c);
    high = 0;
  }
}

// Decodes piecewise through UTF-16, so that memory stays at the result and a buffer.
Converted decode_with_icu(std::string_view bytes, Encoding encoding) {
  const Converter converter = open_converter(encoding);
  Malformed malformed{encoding, bytes.data()};
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter.get(), on_malformed, &malformed, nullptr, nullptr, &error);
  Converted result;
  result.utf8.reserve(bytes.size() + bytes.size() / 2);
  const char* source = bytes.data();
  std::array<UChar, 4096> buffer;
  char32_t high = 0;
  do {
    UChar* target = buffer.data();
    error = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source,
                   bytes.data() + bytes.size(), nullptr, /*flush=*/true, &error);
    append_utf16(result.utf8, buffer.data(), target, high);
  } while (error == U_BUFFER_OVERFLOW_ERROR);
  WEFT_CHECK(U_SUCCESS(error));
  if (malformed.first != nullptr)
    result.first_bad = static_cast<uint64_t>(malformed.first - malformed.begin);
  return result;
}

}  // namespace

Converted convert_to_utf8(std::string_view bytes, Encoding encoding) {
  WEFT_CHECK(encoding != Encoding::kUtf8 && encoding != Encoding::kUnknown);
  if (bytes.empty()) return {};
  if (is_single_byte(encoding)) return decode_single_byte(bytes, encoding);
  switch (encoding) {
    case Encoding::kReplacement:
      return {std::string("\xEF\xBF\xBD"), 0};
    case Encoding::kUtf16Be:
      return decode_utf16(bytes, /*big_endian=*/true);
    case Encoding::kUtf16Le:
      return decode_utf16(bytes, /*big_endian=*/false);
    case Encoding::kXUserDefined:
      return decode_user_defined(bytes);
    default:
      return decode_with_icu(bytes, encoding);
  }
}

}  // namespace weft::html
