// TermMatcher: all terms of all gazetteers found in a text in one pass, whole words only.
//
//   matcher.add("New York", 3);  matcher.add("York", 4);  matcher.build();
//   "in new york."   gives   3 at "new york" and 4 at "york"
//
// Source: A. V. Aho, M. J. Corasick, Efficient string matching: an aid to bibliographic search, CACM
// 18 (1975). The alphabet is words, not bytes: letters and digits in lower case without accents, each
// ideograph a word of its own; so a million terms are two million states with one hash table of
// edges, matches begin and end at words by themselves, and a text costs one look-up a word. Marks
// that part one thing from the next (| ; : ! ? brackets, bullets) end every match; points, commas,
// hyphens and apostrophes do not ("St. Louis", "Mercedes-Benz").
//
// Threads: const once built. Memory: about 60 bytes a word of a term.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "annotate/typed_values.h"

namespace weft::annotate {

struct TermHit {
  Span span;
  uint32_t tag = 0;
  bool operator==(const TermHit&) const = default;
};

class TermMatcher {
 public:
  TermMatcher();

  // A term without letters and digits is passed over; of a long one the first 16 words count, and
  // it is passed over if it has more. REQUIRES: before build().
  void add(std::string_view term, uint32_t tag);
  void build();

  // Appends every occurrence, ordered by its end, longer ones first. O(text + hits).
  void find(std::string_view text, std::vector<TermHit>& hits) const;

  [[nodiscard]] size_t states() const { return states_.size(); }

 private:
  struct State {
    uint32_t fail = 0;    // The longest proper suffix that begins a term.
    uint32_t output = 0;  // The nearest state on the way of fail, this one included, that ends one.
    uint32_t first_tag = UINT32_MAX;  // In tags_, a chain.
    uint32_t depth = 0;               // Words.
  };
  struct Edge {
    uint64_t key = 0;  // Of state and word; 0: free.
    uint32_t to = 0;
  };
  struct Tag {
    uint32_t tag;
    uint32_t next;
  };
  struct TrieEdge {
    uint32_t from;
    uint32_t to;
    uint64_t word;
  };

  [[nodiscard]] size_t slot(uint64_t key) const;
  // 0, the root, if there is none.
  [[nodiscard]] uint32_t step(uint32_t state, uint64_t word) const;
  void grow();

  std::vector<State> states_;
  std::vector<Edge> edges_;
  size_t edge_count_ = 0;
  std::vector<TrieEdge> trie_;  // Until build().
  std::vector<Tag> tags_;
};

}  // namespace weft::annotate
