// Aho and Corasick over words. See terms.h.
//
//   1. A trie of the terms' words; edges in open tables, keyed by state and word: one of first words,
//      one of the others.
//   2. Breadth first, each state gets its failure link: where the longest proper suffix of its words
//      that begins a term leads; and its output link, the nearest end of a term on that way.
//   3. A text is cut into words. OPTIMIZATION: with a million terms every look-up misses the cache; so
//      the edges of a chunk's words from the root, and from there with the next word, are fetched ahead.
//   4. For each word: follow edges, failing that failure links; then give out the output chain.
//
// Tested by terms_test.cc, against looking for every term at every word.

#include "annotate/terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
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
  uint32_t begin;
  uint32_t end;
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

// The hash of a word, letter by letter or eight of them at a time.
class WordHash {
 public:
  void add(uint8_t letter) { add_chunk(letter, 1); }
  void add_beyond(char32_t c) {
    if (c < 0x80) return add(static_cast<uint8_t>(c));
    for (const int shift : {16, 8, 0}) add(static_cast<uint8_t>(c >> shift));
  }
  // Letters that end a chunk at most; the first in the lowest byte.
  void add_chunk(uint64_t letters, size_t count) {
    chunk_ |= letters << (size_ % 8 * 8);
    size_ += count;
    if (size_ % 8 != 0) return;
    hash_ = (hash_ ^ chunk_) * kFactor;
    chunk_ = 0;
  }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] uint64_t value() const { return mix64((hash_ ^ chunk_) * kFactor + size_); }

 private:
  static constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  uint64_t hash_ = 0;
  uint64_t chunk_ = 0;
  size_t size_ = 0;
};

// OPTIMIZATION: the letters and digits of ASCII that eight bytes begin with, in lower case, and how many.
struct Letters {
  uint64_t lower;
  size_t count;
};
Letters letters_at(const char* bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  constexpr uint64_t kHigh = 0x80 * kOnes;
  uint64_t text = 0;
  std::memcpy(&text, bytes, sizeof text);
  // The high bit of each byte below 0x80 that is from `from` to `to`.
  const auto within = [](uint64_t x, uint64_t from, uint64_t to) {
    return (x + (0x80 - from) * kOnes) & ~(x + (0x7F - to) * kOnes);
  };
  const uint64_t lower = (text | 0x20 * kOnes) & ~kHigh;
  const uint64_t letters =
      (within(lower, 'a', 'z') | within(text & ~kHigh, '0', '9')) & ~text & kHigh;
  const uint64_t others = ~letters & kHigh;
  if (others == 0) return {lower, 8};
  const auto count = static_cast<size_t>(std::countr_zero(others)) / 8;
  return {lower & ((uint64_t{1} << (8 * count)) - 1), count};
}

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
        if (std::endian::native == std::endian::little && hash.size() % 8 == 0 &&
            at_ + 8 <= text_.size()) {
          const Letters letters = letters_at(text_.data() + at_);
          hash.add_chunk(letters.lower, letters.count);
          at_ += letters.count;
        } else {
          hash.add(kind);
          ++at_;
        }
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
        word = {mix64(c + 1), static_cast<uint32_t>(here), static_cast<uint32_t>(at_), joined};
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
    word = {hash.value(), static_cast<uint32_t>(begin), static_cast<uint32_t>(at_), joined};
    return true;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

uint64_t edge_key(uint32_t state, uint64_t word) {
  return (state == 0 ? word : hash_combine(word, state)) | 1;  // Never 0, which is a free slot.
}

uint64_t follower_bit(uint64_t word) { return uint64_t{1} << (word >> 58); }

}  // namespace

TermMatcher::TermMatcher() : states_(1) {}

size_t TermMatcher::EdgeTable::slot(uint64_t key) const {
  size_t at = place(key);
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & mask_;
  return at;
}

std::pair<TermMatcher::Edge&, bool> TermMatcher::EdgeTable::insert(uint64_t key) {
  if (3 * (count_ + 1) > 2 * slots_.size()) {
    std::vector<Edge> old(slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Edge& edge : old) {
      if (edge.key != 0) slots_[slot(edge.key)] = edge;
    }
  }
  Edge& edge = slots_[slot(key)];
  const bool fresh = edge.key == 0;
  count_ += fresh ? 1 : 0;
  edge.key = key;
  return {edge, fresh};
}

const TermMatcher::Edge& TermMatcher::step(uint32_t state, uint64_t word) const {
  return (state == 0 ? first_ : later_).find(edge_key(state, word));
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
  for (size_t w = 0; w < words.size(); ++w) {
    const uint64_t word = words[w];
    const auto [edge, fresh] = table_from(state).insert(edge_key(state, word));
    if (w + 1 < words.size()) edge.next |= follower_bit(words[w + 1]);
    if (fresh) {
      edge.to = static_cast<uint32_t>(states_.size());
      trie_.push_back({state, edge.to, word});
      states_.push_back({.depth = states_[state].depth + 1});
    }
    state = edge.to;
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
      state.fail = step(suffix, edge.word).to;
      while (state.fail == 0 && suffix != 0) {
        suffix = states_[suffix].fail;
        state.fail = step(suffix, edge.word).to;
      }
    }
    state.output = state.first_tag != UINT32_MAX ? edge.to : states_[state.fail].output;
    table_from(edge.from).insert(edge_key(edge.from, edge.word)).first.output = state.output;
  }
  trie_ = {};
}

void TermMatcher::find(std::string_view text, std::vector<TermHit>& hits) const {
  if (states_.size() == 1) return;
  WordReader reader(text);
  Word chunk[kWordChunk];
  const Edge* first[kWordChunk];
  // Where the last words began: a match of d words begins at the d-th last.
  uint32_t begins[kMaxTermWords] = {};
  size_t count = 0;
  uint32_t state = 0;
  uint32_t depth = 0;
  uint64_t next = 0;  // Words that may follow; all after a failure.
  for (;;) {
    // 3.
    size_t size = 0;
    for (; size < kWordChunk && reader.next(chunk[size]); ++size)
      first_.prefetch(edge_key(0, chunk[size].hash));
    for (size_t i = 0; i < size; ++i) {
      first[i] = &step(0, chunk[i].hash);
      if (i + 1 < size && chunk[i + 1].joined && (first[i]->next & follower_bit(chunk[i + 1].hash)))
        later_.prefetch(edge_key(first[i]->to, chunk[i + 1].hash));
    }
    // 4.
    for (size_t i = 0; i < size; ++i) {
      const Word& word = chunk[i];
      if (!word.joined) state = depth = 0;
      begins[count++ % kMaxTermWords] = word.begin;
      const Edge* edge = first[i];
      while (state != 0) {
        if ((next & follower_bit(word.hash)) != 0) {
          edge = &step(state, word.hash);
          if (edge->to != 0) break;
        }
        state = depth == 1 ? 0 : states_[state].fail;
        depth = state == 0 ? 0 : states_[state].depth;
        next = ~uint64_t{0};
        edge = first[i];
      }
      state = edge->to;
      depth = state == 0 ? 0 : depth + 1;
      next = edge->next;
      for (uint32_t s = edge->output; s != 0; s = states_[states_[s].fail].output) {
        const uint32_t begin = begins[(count - states_[s].depth) % kMaxTermWords];
        for (uint32_t t = states_[s].first_tag; t != UINT32_MAX; t = tags_[t].next)
          hits.push_back({{begin, word.end}, tags_[t].tag});
      }
    }
    if (size < kWordChunk) return;
  }
}

}  // namespace weft::annotate
