#include "eval/metrics/article_text.h"

#include <unicode/uchar.h>

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::eval {
namespace {

enum class Case { kKept, kLower };

std::vector<uint64_t> word_hashes(std::string_view text, Case letters) {
  constexpr uint32_t kWordMask = U_GC_L_MASK | U_GC_N_MASK;
  std::vector<uint64_t> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(hash_bytes(word));
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const auto c = static_cast<UChar32>(next_code_point(text, at));
    if (c == '_' || (U_MASK(u_charType(c)) & kWordMask) != 0)
      append_utf8(word, static_cast<char32_t>(letters == Case::kLower ? u_tolower(c) : c));
    else
      end_word();
  }
  end_word();
  return words;
}

TextScore score_of(std::vector<uint64_t> found, std::vector<uint64_t> truth) {
  if (truth.empty()) return found.empty() ? TextScore{1, 1} : TextScore{0, 0};
  if (found.empty()) return {0, 0};
  const Counts counts = compare_multisets(std::move(found), std::move(truth));
  return {counts.precision(), counts.recall()};
}

std::vector<uint64_t> runs_of_four(const std::vector<uint64_t>& words) {
  std::vector<uint64_t> runs;
  if (words.empty()) return runs;
  const size_t length = std::min<size_t>(4, words.size());
  for (size_t at = 0; at + length <= words.size(); ++at) {
    uint64_t key = length;
    for (size_t k = 0; k < length; ++k) key = hash_combine(key, words[at + k]);
    runs.push_back(key);
  }
  return runs;
}

}  // namespace

TextScore token_score(std::string_view found, std::string_view truth) {
  return score_of(word_hashes(found, Case::kLower), word_hashes(truth, Case::kLower));
}

TextScore shingle_score(std::string_view found, std::string_view truth) {
  return score_of(runs_of_four(word_hashes(found, Case::kKept)),
                  runs_of_four(word_hashes(truth, Case::kKept)));
}

}  // namespace weft::eval
