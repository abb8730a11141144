// Words: texts as sequences of word hashes, so that values compare whatever their case, accents,
// punctuation and spacing.
//
//   "1½ cups Flour, sifted" and "1 1/2 cups flour (sifted)" have the same words.
//
// Letters, marks and digits make words; ideographs and signs of currency are words by themselves.
// Compatibility forms are taken apart first (½ is 1 and 2), case and accents dropped.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::value {

using Word = uint64_t;

// A word and the bytes it came from.
struct PlacedWord {
  Word word = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
};

std::vector<PlacedWord> placed_words(std::string_view utf8);
std::vector<Word> words_of(std::string_view utf8);

// A text without its spaces and punctuation, as a hash; 0 if nothing is left.
uint64_t letters_key(std::string_view utf8);

// What equal values have in common: the letters of a text in which letters count, where words end
// being no matter (elements side by side have no space between them); the words of numbers, where
// 12.50 is not 1,250. Texts without words: all but white space.
uint64_t words_key(std::string_view utf8);

// The same words_key.
bool same_words(std::string_view a, std::string_view b);

// Shared words over the mean of both lengths, as multisets, 0 to 1. Two empty ones share nothing.
double word_overlap(std::vector<Word> a, std::vector<Word> b);

}  // namespace weft::value
