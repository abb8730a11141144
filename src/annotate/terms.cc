// Terms in a text. See terms.h.
//
//   1. A trie of the terms' words; its edges in one open table, keyed by state and word.
//   2. What terms begin with, two words or a single one, is kept in a filter of a few bits each: small enough for the
//      cache where the trie is not, and most places of a text need nothing else.
//   3. A text is cut into words. OPTIMIZATION: the filter is looked at for a chunk of them at once, so that
//      look-ups that miss the cache do not wait for each other.
//   4. Where a term may begin, the trie is followed, at most 16 words far, and gives out every term on the way.
//
// Failure links (A. V. Aho, M. J. Corasick, CACM 18, 1975) would spare the second look at a word, which the filter makes rare; they
// cost a look-up for every word instead, and took twice the time.
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
    // OPTIMIZATION: most words are a few letters of ASCII after a space.
    if (std::endian::native == std::endian::little && at_ + 9 <= text_.size()) {
      const size_t begin = at_ + (text_[at_] == ' ' ? 1 : 0);
      const Letters letters = letters_at(text_.data() + begin);
      if (letters.count != 0 && letters.count < 8 &&
          kByteClass[static_cast<unsigned char>(text_[begin + letters.count])] < kBeyond) {
        WordHash hash;
        hash.add_chunk(letters.lower, letters.count);
        at_ = begin + letters.count;
        word = {hash.value(), static_cast<uint32_t>(begin), static_cast<uint32_t>(at_), joined};
        return true;
      }
    }
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

uint64_t pair_key(uint64_t first, uint64_t second) { return std::rotl(first, 21) ^ second; }

// Of a key: where in the filter it is, and its two bits there.
size_t filter_place(uint64_t key, size_t size) { return (key >> 12) & (size - 1); }
uint64_t filter_bits(uint64_t key) {
  return (uint64_t{1} << (key & 63)) | (uint64_t{1} << (key >> 6 & 63));
}

}  // namespace

size_t TermMatcher::slot(uint64_t key) const {
  const size_t mask = edges_.size() - 1;
  size_t at = (key >> 8) & mask;
  while (edges_[at].key != 0 && edges_[at].key != key) at = (at + 1) & mask;
  return at;
}

TermMatcher::Edge& TermMatcher::insert(uint64_t key) {
  if (3 * (count_ + 1) > 2 * edges_.size()) {
    std::vector<Edge> old(edges_.size() * 2);
    old.swap(edges_);
    for (const Edge& edge : old) {
      if (edge.key != 0) edges_[slot(edge.key)] = edge;
    }
  }
  Edge& edge = edges_[slot(key)];
  count_ += edge.key == 0 ? 1 : 0;
  edge.key = key;
  return edge;
}

bool TermMatcher::may_begin(uint64_t key) const {
  const uint64_t bits = filter_bits(key);
  return (filter_[filter_place(key, filter_.size())] & bits) == bits;
}

void TermMatcher::add(std::string_view term, uint32_t tag) {
  uint64_t words[kMaxTermWords];
  size_t count = 0;
  WordReader reader(term);
  for (Word word; reader.next(word); words[count++] = word.hash) {
    if (count == kMaxTermWords) return;
  }
  if (count == 0) return;
  beginnings_.push_back(count == 1 ? words[0] : pair_key(words[0], words[1]));
  uint32_t state = 0;
  for (size_t w = 0; w < count; ++w) {
    Edge& edge = insert(edge_key(state, words[w]));
    if (w + 1 < count) {
      if (edge.to == 0) edge.to = states_++;
      state = edge.to;
      continue;
    }
    for (uint32_t t = edge.tags; t != kNoTag; t = tags_[t].next) {
      if (tags_[t].tag == tag) return;
    }
    tags_.push_back({tag, edge.tags});
    edge.tags = static_cast<uint32_t>(tags_.size() - 1);
  }
}

void TermMatcher::build() {
  constexpr size_t kBitsATerm = 16;
  filter_.assign(std::bit_ceil(beginnings_.size() * kBitsATerm / 64 + 8), 0);
  for (const uint64_t key : beginnings_)
    filter_[filter_place(key, filter_.size())] |= filter_bits(key);
  beginnings_ = {};
}

void TermMatcher::find(std::string_view text, std::vector<TermHit>& hits) const {
  if (empty()) return;
  WordReader reader(text);
  Word words[kWordChunk + kMaxTermWords];
  uint64_t pairs[kWordChunk + kMaxTermWords];
  size_t size = 0;
  for (bool more = true; more;) {
    // 3. Words whose terms may reach beyond the chunk wait for the next.
    const size_t known = size;
    while (size < std::size(words) && (more = reader.next(words[size]))) ++size;
    const size_t starts = more ? size - kMaxTermWords : size;
    for (size_t i = known == 0 ? 0 : known - 1; i < size; ++i) {
      const bool goes_on = i + 1 < size && words[i + 1].joined;
      pairs[i] = goes_on ? pair_key(words[i].hash, words[i + 1].hash) : words[i].hash;
      __builtin_prefetch(&filter_[filter_place(pairs[i], filter_.size())]);
      __builtin_prefetch(&filter_[filter_place(words[i].hash, filter_.size())]);
    }
    // 4.
    for (size_t i = 0; i < starts; ++i) {
      if (!may_begin(words[i].hash) && !may_begin(pairs[i])) continue;
      uint32_t state = 0;
      for (size_t w = i; w < size && (w == i || words[w].joined); ++w) {
        const Edge& edge = edges_[slot(edge_key(state, words[w].hash))];
        if (edge.key == 0) break;
        for (uint32_t t = edge.tags; t != kNoTag; t = tags_[t].next)
          hits.push_back({{words[i].begin, words[w].end}, tags_[t].tag});
        state = edge.to;
        if (state == 0) break;
      }
    }
    std::copy(words + starts, words + size, words);
    std::copy(pairs + starts, pairs + size, pairs);
    size -= starts;
  }
}

}  // namespace weft::annotate
