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
// Threads: const once built. Memory: about 80 bytes a word of a term.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
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
  // OPTIMIZATION: says what most words need of the state it leads to.
  struct Edge {
    uint64_t key = 0;  // Of state and word; 0: free.
    // Words that may follow, a bit for each (Bloom): most that do not need no look-up.
    uint64_t next = 0;
    uint32_t to = 0;
    uint32_t output = 0;  // Of that state.
  };
  // An open table of edges.
  class EdgeTable {
   public:
    // The edge with the key, or a free one to be.
    [[nodiscard]] const Edge& find(uint64_t key) const { return slots_[slot(key)]; }
    // Whether it is new, and so to be filled in.
    std::pair<Edge&, bool> insert(uint64_t key);
    void prefetch(uint64_t key) const { __builtin_prefetch(&slots_[place(key)]); }

   private:
    [[nodiscard]] size_t place(uint64_t key) const { return (key >> 8) & mask_; }
    [[nodiscard]] size_t slot(uint64_t key) const;

    std::vector<Edge> slots_ = std::vector<Edge>(64);
    size_t mask_ = 63;
    size_t count_ = 0;
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

  // To state 0, the root, if there is none.
  [[nodiscard]] const Edge& step(uint32_t state, uint64_t word) const;

  std::vector<State> states_;
  EdgeTable first_;  // From the root: few enough for the cache where the others are not.
  EdgeTable later_;

  EdgeTable& table_from(uint32_t state) { return state == 0 ? first_ : later_; }
  std::vector<TrieEdge> trie_;  // Until build().
  std::vector<Tag> tags_;
};

}  // namespace weft::annotate
