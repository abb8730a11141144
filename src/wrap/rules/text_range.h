// Text range ([Vertex] III-C.4): the part of a node's text that is the value.
//
// Words are counted from the beginning or the end: in "Our Price: $25.99" the price is word 3 from
// the beginning and word 1 from the end. Where words do not separate the value ("$25.99" when
// "25.99" is wanted) the texts directly left and right of it do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace weft::wrap {

// A boundary in words: `offset` of them before it (from_end: after it).
struct WordBoundary {
  uint32_t offset = 0;
  bool from_end = false;
  bool operator==(const WordBoundary&) const = default;
};

struct TextRange {
  enum class Kind : uint8_t { kWords, kDelimiters };
  Kind kind = Kind::kWords;
  WordBoundary begin;  // kWords
  WordBoundary end;
  std::string
      left;  // kDelimiters: the value follows the first occurrence of it; empty: from the beginning
  std::string right;  //   and ends before the next occurrence of it; empty: at the end
  bool operator==(const TextRange&) const = default;
};

// The words of normalised text.
uint32_t count_words(std::string_view text);

// The part of normalised `text`; empty when the text has too few words or lacks a delimiter.
std::string_view apply_range(const TextRange& range, std::string_view text);

nlohmann::ordered_json to_json(const TextRange& range);
Result<TextRange> text_range_from_json(const nlohmann::ordered_json& json);

}  // namespace weft::wrap
