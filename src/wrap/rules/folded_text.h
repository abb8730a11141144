// Comparing raw text as if its white space were normalised, without building the normalised text.
//
// Each function answers exactly as on normalize_space(raw). REQUIRES: `value` is normalised and not
// empty.
#pragma once

#include <string_view>

namespace weft::wrap {

// normalize_space(raw) == value.
bool folded_equals(std::string_view raw, std::string_view value);
// It begins with `value`.
bool folded_starts_with(std::string_view raw, std::string_view value);
// `value` begins with it.
bool folded_is_start_of(std::string_view raw, std::string_view value);
// It begins with `value` and goes on.
bool folded_continues(std::string_view raw, std::string_view value);
// Its last word, after the last space, is `value`.
bool folded_ends_in_word(std::string_view raw, std::string_view value);
// Its first word (first_word) is `value`.
bool folded_begins_with_word(std::string_view raw, std::string_view value);

// The parts of a normalised text, also used where a rule meets a page:
// up to the first white space or one of , ; . : — empty when the text begins with one;
std::string_view first_word(std::string_view text);
// after the last space;
std::string_view last_word(std::string_view text);
// up to and including the first colon when that is within 32 bytes and something follows it; else
// empty.
std::string_view colon_prefix(std::string_view text);

}  // namespace weft::wrap
