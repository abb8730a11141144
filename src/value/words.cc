#include "value/words.h"

#include <algorithm>

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::value {
namespace {

// The plain letters of a code point: decomposed, case folded; at most `capacity` UTF-16 units.
int32_t decompose(char32_t c, UChar* out, int32_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  static const UNormalizer2* const normalizer = [] {
    UErrorCode status = U_ZERO_ERROR;
    return unorm2_getNFKCCasefoldInstance(&status);
  }();
  if (normalizer == nullptr) return -1;
  return unorm2_getDecomposition(normalizer, static_cast<UChar32>(c), out, capacity, &error);
}

// Characters that are words by themselves: ideographs, and signs of currency, without which an
// amount is another value.
bool stands_alone(char32_t c) {
  if (c == '$' || (c >= 0x80 && u_charType(static_cast<UChar32>(c)) == U_CURRENCY_SYMBOL))
    return true;
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

constexpr char32_t kBreak = 0;        // What ends a word.
constexpr size_t kEnoughLetters = 4;  // For a text not to be a number.

// Calls use(letter or kBreak, begin, end) for every plain letter and digit of a text, and where
// words end.
template <typename Use>
void read_letters(std::string_view utf8, const Use& use) {
  const auto add_plain = [&](char32_t c, uint32_t begin, uint32_t end) {
    if (c < 0x80) {
      const char low = ascii_lower(static_cast<char>(c));
      const bool counts = is_ascii_alpha(low) || is_ascii_digit(low) || low == '$';
      return use(counts ? static_cast<char32_t>(low) : kBreak, begin, end);
    }
    const auto type = u_charType(static_cast<UChar32>(c));
    if (type == U_NON_SPACING_MARK || type == U_FORMAT_CHAR) return;
    const bool counts =
        type == U_SURROGATE || type == U_CURRENCY_SYMBOL || u_isalnum(static_cast<UChar32>(c));
    use(counts ? c : kBreak, begin, end);
  };
  for (size_t at = 0; at < utf8.size();) {
    const auto begin = static_cast<uint32_t>(at);
    const char32_t c = next_code_point(utf8, at);
    const auto end = static_cast<uint32_t>(at);
    UChar parts[20];
    const int32_t length = c < 0x80 ? -1 : decompose(c, parts, 20);
    if (length < 0 || length > 20) add_plain(c, begin, end);
    for (int32_t i = 0; i < std::min(length, 20); ++i) add_plain(parts[i], begin, end);
  }
}

}  // namespace

std::vector<PlacedWord> placed_words(std::string_view utf8) {
  std::vector<PlacedWord> words;
  uint64_t hash = 0;  // Of the word being read; never 0 inside one.
  PlacedWord word;
  const auto finish = [&] {
    if (hash == 0) return;
    word.word = mix64(hash);
    words.push_back(word);
    hash = 0;
  };
  read_letters(utf8, [&](char32_t c, uint32_t begin, uint32_t end) {
    if (c == kBreak || stands_alone(c)) finish();
    if (c == kBreak) return;
    if (hash == 0) word.begin = begin;
    word.end = end;
    hash = hash_combine(hash, c) | 1;
    if (stands_alone(c)) finish();
  });
  finish();
  return words;
}

std::vector<Word> words_of(std::string_view utf8) {
  std::vector<Word> words;
  for (const PlacedWord& placed : placed_words(utf8)) words.push_back(placed.word);
  return words;
}

uint64_t letters_key(std::string_view utf8) {
  uint64_t key = 0;
  read_letters(utf8, [&](char32_t c, uint32_t, uint32_t) {
    if (c != kBreak) key = hash_combine(key, c) | 1;
  });
  return key;
}

uint64_t words_key(std::string_view utf8) {
  size_t letters = 0;
  read_letters(utf8, [&](char32_t c, uint32_t, uint32_t) {
    letters += c != kBreak && !(c < 0x80 && is_ascii_digit(static_cast<char>(c))) ? 1 : 0;
  });
  if (letters >= kEnoughLetters) return letters_key(utf8);
  const std::vector<Word> words = words_of(utf8);
  if (words.empty()) return hash_bytes(normalize_space(utf8));
  uint64_t key = words.size();
  for (const Word word : words) key = hash_combine(key, word);
  return key;
}

bool same_words(std::string_view a, std::string_view b) { return words_key(a) == words_key(b); }

double word_overlap(std::vector<Word> a, std::vector<Word> b) {
  if (a.empty() || b.empty()) return 0;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<Word> shared;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
  return 2.0 * static_cast<double>(shared.size()) / static_cast<double>(a.size() + b.size());
}

}  // namespace weft::value
