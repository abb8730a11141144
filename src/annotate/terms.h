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
// Compiled, a gazetteer is a file that is used where it lies:
//
//   write_file("towns.txt.terms", compile_gazetteer(text));
//   TermMatcher::over(mapped bytes, owner)                   // no page of it is read until it is looked at
//
// Threads: const once built. Memory: 24 to 48 bytes a word of a term, and eight a term.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/typed_values.h"
#include "base/result.h"

namespace weft::annotate {

struct TermHit {
  Span span;
  uint32_t tag = 0;
  bool operator==(const TermHit&) const = default;
};

// The words of a text, cut once for any number of matchers. A buffer: cut() may be called again.
class TextWords {
 public:
  // A word: what it is, where it stands, and whether it goes on from the one before.
  struct Word {
    uint64_t hash;
    uint32_t begin;
    uint32_t end;
    bool joined;
  };

  void cut(std::string_view text);
  [[nodiscard]] std::span<const Word> words() const { return words_; }

 private:
  std::vector<Word> words_;
};

class TermMatcher {
 public:
  TermMatcher() = default;
  TermMatcher(TermMatcher&&) noexcept = default;
  TermMatcher& operator=(TermMatcher&&) noexcept = default;

  // A term without letters and digits is passed over, and one of more than 16 words. REQUIRES: before build().
  void add(std::string_view term, uint32_t tag);
  void build();

  // Appends every occurrence, ordered by its begin, shorter ones first. O(text + hits).
  void find(const TextWords& text, std::vector<TermHit>& hits) const;
  // Whether a text, as a whole, is a term of this tag.
  [[nodiscard]] bool contains(const TextWords& text, uint32_t tag) const;

  [[nodiscard]] bool empty() const { return tags_.empty(); }
  [[nodiscard]] size_t size() const { return tags_.size(); }  // Terms, each with each of its tags.

  // All of it as bytes, for the same byte order; `source` says what it was made of. REQUIRES: built.
  [[nodiscard]] std::string compiled(uint64_t source) const;
  // Such bytes, used where they are; `owner` keeps them there. Whatever they hold, finding ends and stays within
  // them. Fails with kInvalidArgument: no compiled terms, of another version, cut short, not at a multiple of eight.
  static Result<TermMatcher> over(std::string_view bytes, std::shared_ptr<const void> owner);
  // What was given to compiled().
  [[nodiscard]] uint64_t source() const { return source_; }

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
  struct Header;

  static size_t slot(std::span<const Edge> edges, uint64_t key);
  Edge* insert(uint64_t key);
  [[nodiscard]] const Edge* follow(uint32_t state, uint64_t word) const;
  [[nodiscard]] bool may_begin(uint64_t key) const;
  // Calls `take` with every tag of an edge.
  template <typename Take>
  void for_tags(const Edge& edge, const Take& take) const;

  // What is looked at: own tables once they are built, or the bytes of a file.
  std::span<const Edge> edges_;  // An open table.
  std::span<const Tag> tags_;
  // What terms begin with: their first two words, or their only one. Two bits each, in one word (Bloom).
  std::span<const uint64_t> filter_;
  uint64_t source_ = 0;
  std::shared_ptr<const void> owner_;

  std::vector<Edge> own_edges_;
  std::vector<Tag> own_tags_;
  std::vector<uint64_t> own_filter_;
  std::vector<uint64_t> beginnings_;  // Until build()…
  size_t count_ = 0;                  // …of edges…
  uint32_t states_ = 1;               // …and states.
};

}  // namespace weft::annotate
