// What those share who read words: case folding and walking over tokens.
#pragma once

#include <string>
#include <string_view>

namespace weft::value {

// Unicode lower case, white space folded, and the look-alikes of page text made plain: typographic
// dashes and minus become '-', full-width digits ASCII ones, right quotes "'". Reads the first 4096
// bytes: no typed value is longer, and a hostile one must not cost more.
std::string fold_text(std::string_view utf8);

// Lower case, without accents: the letter that a decomposition begins with. É and e are e.
char32_t plain_letter(char32_t c);

// True if text[at, at + size) is not part of a longer word.
bool is_whole_word(std::string_view text, size_t at, size_t size);

// Where `word` stands in `text` as a whole word; npos if nowhere.
size_t find_word(std::string_view text, std::string_view word);

// Whether the page's language writes decimal points: "en", "en-GB", "zh", "ja", "he", "th".
bool has_decimal_point(std::string_view language);

}  // namespace weft::value
