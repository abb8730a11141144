// Words, pieces of words, concepts and numbers as features of forms and fields. Internal to
// form_features.cc and field_features.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>

#include "explore/words.h"
#include "ml/chain.h"

namespace weft::explore {

inline constexpr size_t kMaxPlaceWords = 60;

// Calls use(word) for every word of a plain text; long numbers, which are one page's own, are all "#".
template <typename Use>
void for_each_word(std::string_view plain, const Use& use) {
  for (size_t count = 0; !plain.empty() && count < kMaxPlaceWords; ++count) {
    const size_t space = plain.find(' ');
    const std::string_view word = plain.substr(0, space);
    use(is_long_number(word) ? std::string_view("#") : word);
    if (space == std::string_view::npos) return;
    plain.remove_prefix(space + 1);
  }
}

// Pieces of so many bytes, the ends marked; of letters with several bytes fewer, but whole ones.
inline void add_pieces(ml::FeatureList& list, std::string_view group, std::string_view plain,
                       std::initializer_list<size_t> sizes) {
  for_each_word(plain, [&](std::string_view word) {
    if (word.size() > 40) return;
    const std::string marked = '<' + std::string(word) + '>';
    for (const size_t size : sizes) {
      for (size_t at = 0; at + size <= marked.size(); ++at) {
        const auto splits = [&](size_t where) {
          return where < marked.size() &&
                 (static_cast<unsigned char>(marked[where]) & 0xC0) == 0x80;
        };
        if (!splits(at) && !splits(at + size))
          list.add(group, std::string_view(marked).substr(at, size));
      }
    }
  });
}

inline void add_concepts(ml::FeatureList& list, std::string_view group, std::string_view place,
                         Concepts concepts,
                         size_t most = static_cast<size_t>(Concept::kForbidden)) {
  for (size_t c = 0; c < most; ++c) {
    if (concepts.has(static_cast<Concept>(c))) {
      list.add(group, std::string(place) + '!' + std::string(name_of(static_cast<Concept>(c))));
    }
  }
}

inline float damped(size_t count, double free) {
  return count > free ? static_cast<float>(std::sqrt(free / static_cast<double>(count))) : 1.0F;
}

inline std::string number_bin(size_t count) {
  constexpr std::array<size_t, 6> kEnds = {3, 5, 8, 12, 20, 50};
  if (count <= kEnds[0]) return std::to_string(count);
  for (size_t i = 1; i < kEnds.size(); ++i) {
    if (count <= kEnds[i]) return std::to_string(kEnds[i - 1]) + "to" + std::to_string(kEnds[i]);
  }
  return "many";
}

}  // namespace weft::explore
