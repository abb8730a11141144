// Repair follows the standard's decoder: the lead byte says how many continuation bytes follow and
// narrows the range of the first of them (no overlong forms, no surrogates, nothing above
// U+10FFFF); the first byte out of range ends the sequence, which becomes one U+FFFD, and is read
// again as a lead byte.
//
// Tested by utf8_test.cc against a decoder written state by state, on all strings of up to four
// telling bytes.

#include "html/utf8.h"

#include <cstring>

#include <simdjson.h>

namespace weft::html {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Lead {
  uint8_t continuation_bytes;  // 0: not a lead byte.
  uint8_t lower;               // Range of the first continuation byte.
  uint8_t upper;
};

constexpr Lead lead_of(uint8_t byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {0, 0, 0};
}

enum class Form : uint8_t { kWellFormed, kMalformed, kCutOff };

struct Sequence {
  size_t length;  // At least 1.
  Form form;
};

// The sequence at bytes[at], which is not ASCII.
Sequence sequence_at(std::string_view bytes, size_t at) {
  const Lead lead = lead_of(static_cast<uint8_t>(bytes[at]));
  if (lead.continuation_bytes == 0) return {1, Form::kMalformed};
  for (size_t i = 1; i <= lead.continuation_bytes; ++i) {
    if (at + i == bytes.size()) return {i, Form::kCutOff};
    const auto byte = static_cast<uint8_t>(bytes[at + i]);
    const bool in_range = i == 1 ? byte >= lead.lower && byte <= lead.upper : (byte & 0xC0) == 0x80;
    if (!in_range) return {i, Form::kMalformed};
  }
  return {lead.continuation_bytes + size_t{1}, Form::kWellFormed};
}

}  // namespace

size_t skip_ascii(std::string_view bytes, size_t at) {
  constexpr uint64_t kHighBits = 0x8080808080808080ULL;
  for (; at + 8 <= bytes.size(); at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & kHighBits) != 0) break;
  }
  while (at < bytes.size() && static_cast<uint8_t>(bytes[at]) < 0x80) ++at;
  return at;
}

bool is_valid_utf8(std::string_view bytes) {
  return simdjson::validate_utf8(bytes.data(), bytes.size());
}

Utf8Census count_utf8(std::string_view bytes) {
  Utf8Census census;
  census.first_malformed = bytes.size();
  for (size_t at = skip_ascii(bytes, 0); at < bytes.size(); at = skip_ascii(bytes, at)) {
    const Sequence sequence = sequence_at(bytes, at);
    if (sequence.form == Form::kWellFormed) {
      ++census.multibyte;
    } else {
      if (census.first_malformed == bytes.size()) census.first_malformed = at;
      if (sequence.form == Form::kMalformed) ++census.malformed;
    }
    at += sequence.length;
  }
  return census;
}

void append_repaired_utf8(std::string& out, std::string_view bytes) {
  size_t good = 0;  // Start of the well-formed run not yet copied.
  for (size_t at = skip_ascii(bytes, 0); at < bytes.size(); at = skip_ascii(bytes, at)) {
    const Sequence sequence = sequence_at(bytes, at);
    if (sequence.form != Form::kWellFormed) {
      out.append(bytes, good, at - good).append(kReplacement);
      good = at + sequence.length;
    }
    at += sequence.length;
  }
  out.append(bytes, good);
}

}  // namespace weft::html
