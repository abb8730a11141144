// TermMatcher: all terms of all gazetteers found in a text in one pass, whole words only.
//
//   matcher.add("New York", 3);  matcher.add("York", 4);  matcher.build();
//   "in new york."   gives   3 at "new york" and 4 at "york"
//
// The alphabet is words, not bytes: letters and digits in lower case without accents, each ideograph
// a word of its own; so a million terms are a trie of a few million edges in one hash table, and
// matches begin and end at words by themselves. Marks that part one thing from the next
// (| ; : ! ? brackets, bullets) end every match; points, commas, hyphens and apostrophes do not
// ("St. Louis", "Mercedes-Benz").
//
// Threads: const once built. Memory: 24 to 48 bytes a word of a term, and one a term.
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
  // A term without letters and digits is passed over, and one of more than 16 words. REQUIRES: before build().
  void add(std::string_view term, uint32_t tag);
  void build();

  // Appends every occurrence, ordered by its begin, shorter ones first. O(text + hits).
  void find(std::string_view text, std::vector<TermHit>& hits) const;

  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  struct Edge {
    uint64_t key = 0;        // Of state and word; 0: free.
    uint32_t to = 0;         // The state it leads to; 0: no term goes on from here.
    uint32_t tags = kNoTag;  // Of the terms that end here: a chain in tags_.
  };
  struct Tag {
    uint32_t tag;
    uint32_t next;
  };
  static constexpr uint32_t kNoTag = UINT32_MAX;

  [[nodiscard]] size_t slot(uint64_t key) const;
  Edge& insert(uint64_t key);
  [[nodiscard]] bool may_begin(uint64_t key) const;

  std::vector<Edge> edges_ = std::vector<Edge>(64);  // An open table.
  size_t count_ = 0;                                 // Of edges.
  uint32_t states_ = 1;
  std::vector<Tag> tags_;
  std::vector<uint64_t> beginnings_;  // Until build().
  // What terms begin with: their first two words, or their only one. Two bits each, in one word (Bloom).
  std::vector<uint64_t> filter_;
};

}  // namespace weft::annotate
