// Aho and Corasick over words. See terms.h.
//
//   1. A trie of the terms' words; edges in one open table, keyed by state and word.
//   2. Breadth first, each state gets its failure link: where the longest proper suffix of its words
//      that begins a term leads; and its output link, the nearest end of a term on that way.
//   3. A text is cut into words; the words of a chunk are hashed first and their slots at the root
//      fetched ahead (OPTIMIZATION: with a million terms every look-up misses the cache).
//   4. For each word: follow edges, failing that failure links; then give out the output chain.
//
// Tested by terms_test.cc, against looking for every term at every word.

#include "annotate/terms.h"

#include <algorithm>
#include <array>
#include <string>

#include <unicode/uchar.h>

#include "base/hash.h"
#include "base/strings.h"
#include "value/fold.h"

namespace weft::annotate {
namespace {

constexpr size_t kMaxTermWords = 16;
constexpr size_t kWordChunk = 64;

// A word of a text: where it stands, what it is, and whether it goes on from the one before.
struct Word {
  uint64_t hash;
  Span span;
  bool joined;
};

constexpr bool is_breaking(char32_t c) {
  switch (c) {
    case '|':
    case ';':
    case ':':
    case '!':
    case '?':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case '<':
    case '>':
    case '"':
    case '\n':
    case '\t':
    case '*':
    case '=':
    case 0x2022:
    case 0x00B7:
    case 0x2013:
    case 0x2014:
    case 0x00BB:
    case 0x00AB:
    case 0x2026:
      return true;
    default:
      return false;
  }
}

bool is_ideograph(char32_t c) {
  return c >= 0x2E80 && (u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_IDEOGRAPHIC) != 0 ||
                         (c >= 0x3040 && c <= 0x30FF));
}

// What a byte is: 0 parts words, 1 parts things, 2 begins a character beyond ASCII; else the letter or
// digit itself, in lower case.
constexpr uint8_t kParts = 0;
constexpr uint8_t kBreaks = 1;
constexpr uint8_t kBeyond = 2;
constexpr std::array<uint8_t, 256> kByteClass = [] {
  std::array<uint8_t, 256> classes{};
  for (size_t i = 0; i < classes.size(); ++i) {
    const char c = static_cast<char>(i);
    if (i >= 0x80)
      classes[i] = kBeyond;
    else if (is_ascii_alpha(c) || is_ascii_digit(c))
      classes[i] = static_cast<uint8_t>(ascii_lower(c));
    else
      classes[i] = is_breaking(static_cast<char32_t>(i)) ? kBreaks : kParts;
  }
  return classes;
}();

// The hash of a word, letter by letter; eight of ASCII at a time.
class WordHash {
 public:
  void add(uint8_t letter) {
    chunk_ = chunk_ << 8 | letter;
    if (++size_ % 8 == 0) {
      hash_ = (hash_ ^ chunk_) * kFactor;
      chunk_ = 0;
    }
  }
  void add_beyond(char32_t c) {
    if (c < 0x80) return add(static_cast<uint8_t>(c));
    for (const int shift : {16, 8, 0}) add(static_cast<uint8_t>(c >> shift));
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] uint64_t value() const { return mix64((hash_ ^ chunk_) * kFactor + size_); }

 private:
  static constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  uint64_t hash_ = 0;
  uint64_t chunk_ = 0;
  size_t size_ = 0;
};

// Reads words one after the other.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  bool next(Word& word) {
    bool joined = at_ != 0;
    WordHash hash;
    size_t begin = at_;
    while (at_ < text_.size()) {
      const size_t here = at_;
      const uint8_t kind = kByteClass[static_cast<unsigned char>(text_[at_])];
      if (kind > kBeyond) {
        if (hash.size() == 0) begin = here;
        hash.add(kind);
        ++at_;
        continue;
      }
      if (kind != kBeyond) {
        if (hash.size() != 0) break;
        joined = joined && kind != kBreaks;
        ++at_;
        continue;
      }
      const char32_t c = next_code_point(text_, at_);
      const bool parts = u_isalnum(static_cast<UChar32>(c)) == 0;
      const bool alone = !parts && is_ideograph(c);
      if ((parts || alone) && hash.size() != 0) {
        at_ = here;
        break;
      }
      if (alone) {
        word = {mix64(c + 1), {static_cast<uint32_t>(here), static_cast<uint32_t>(at_)}, joined};
        return true;
      }
      if (parts) {
        joined = joined && !is_breaking(c);
        continue;
      }
      if (hash.size() == 0) begin = here;
      hash.add_beyond(value::plain_letter(c));
    }
    if (hash.size() == 0) return false;
    word = {hash.value(), {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)}, joined};
    return true;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

uint64_t edge_key(uint32_t state, uint64_t word) {
  return hash_combine(word, state) | 1;  // Never 0, which is a free slot.
}

}  // namespace

TermMatcher::TermMatcher() : states_(1), edges_(64) {}

size_t TermMatcher::slot(uint64_t key) const {
  const size_t mask = edges_.size() - 1;
  size_t at = (key >> 8) & mask;
  while (edges_[at].key != 0 && edges_[at].key != key) at = (at + 1) & mask;
  return at;
}

uint32_t TermMatcher::step(uint32_t state, uint64_t word) const {
  return edges_[slot(edge_key(state, word))].to;
}

void TermMatcher::grow() {
  std::vector<Edge> old(edges_.size() * 2);
  old.swap(edges_);
  for (const Edge& edge : old) {
    if (edge.key != 0) edges_[slot(edge.key)] = edge;
  }
}

void TermMatcher::add(std::string_view term, uint32_t tag) {
  std::vector<uint64_t> words;
  WordReader reader(term);
  for (Word word; reader.next(word);) {
    if (words.size() == kMaxTermWords) return;
    words.push_back(word.hash);
  }
  if (words.empty()) return;
  uint32_t state = 0;
  for (const uint64_t word : words) {
    const uint64_t key = edge_key(state, word);
    size_t at = slot(key);
    if (edges_[at].key == 0) {
      if (3 * (edge_count_ + 1) > 2 * edges_.size()) {
        grow();
        at = slot(key);
      }
      ++edge_count_;
      const auto to = static_cast<uint32_t>(states_.size());
      edges_[at] = {key, to};
      trie_.push_back({state, to, word});
      states_.push_back({.depth = states_[state].depth + 1});
    }
    state = edges_[at].to;
  }
  for (uint32_t t = states_[state].first_tag; t != UINT32_MAX; t = tags_[t].next) {
    if (tags_[t].tag == tag) return;
  }
  tags_.push_back({tag, states_[state].first_tag});
  states_[state].first_tag = static_cast<uint32_t>(tags_.size() - 1);
}

void TermMatcher::build() {
  // Breadth first: a failure link leads to a state of less depth.
  std::stable_sort(trie_.begin(), trie_.end(), [&](const TrieEdge& a, const TrieEdge& b) {
    return states_[a.to].depth < states_[b.to].depth;
  });
  for (const TrieEdge& edge : trie_) {
    State& state = states_[edge.to];
    if (edge.from != 0) {
      uint32_t suffix = states_[edge.from].fail;
      state.fail = step(suffix, edge.word);
      while (state.fail == 0 && suffix != 0) {
        suffix = states_[suffix].fail;
        state.fail = step(suffix, edge.word);
      }
    }
    state.output = state.first_tag != UINT32_MAX ? edge.to : states_[state.fail].output;
  }
  trie_ = {};
}

void TermMatcher::find(std::string_view text, std::vector<TermHit>& hits) const {
  if (states_.size() == 1) return;
  WordReader reader(text);
  Word chunk[kWordChunk];
  // Where the last words began: a match of d words begins at the d-th last.
  uint32_t begins[kMaxTermWords] = {};
  size_t count = 0;
  uint32_t state = 0;
  const size_t mask = edges_.size() - 1;
  for (;;) {
    size_t size = 0;
    while (size < kWordChunk && reader.next(chunk[size])) {
      __builtin_prefetch(&edges_[(edge_key(0, chunk[size].hash) >> 8) & mask]);
      ++size;
    }
    for (size_t i = 0; i < size; ++i) {
      const Word& word = chunk[i];
      if (!word.joined) state = 0;
      begins[count++ % kMaxTermWords] = word.span.begin;
      uint32_t to = step(state, word.hash);
      while (to == 0 && state != 0) {
        state = states_[state].fail;
        to = step(state, word.hash);
      }
      state = to;
      for (uint32_t s = states_[state].output; s != 0; s = states_[states_[s].fail].output) {
        const uint32_t begin = begins[(count - states_[s].depth) % kMaxTermWords];
        for (uint32_t t = states_[s].first_tag; t != UINT32_MAX; t = tags_[t].next)
          hits.push_back({{begin, word.span.end}, tags_[t].tag});
      }
    }
    if (size < kWordChunk) return;
  }
}

}  // namespace weft::annotate
