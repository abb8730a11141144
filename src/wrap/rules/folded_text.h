// Comparing raw text as if its white space were normalised, without building the normalised text.
//
// Each function answers exactly as on normalize_space(raw). REQUIRES: `value` is normalised and not
// empty.
#pragma once

#include <string_view>

namespace weft::induce {

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
// Its first word (symbols.h) is `value`.
bool folded_begins_with_word(std::string_view raw, std::string_view value);

}  // namespace weft::induce
