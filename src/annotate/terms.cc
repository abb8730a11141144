// Terms in a text. See terms.h.
//
//   1. A trie of the terms' words; its edges in one open table, keyed by state and word.
//   2. What terms begin with, two words or a single one, is kept in a filter of a few bits each: small enough for the
//      cache where the trie is not, and most places of a text need nothing else.
//   3. A text is cut into words, once for all matchers. OPTIMIZATION: the filter is asked for some words ahead, so
//      that look-ups that miss the cache do not wait for each other.
//   4. Where a term may begin, the trie is followed, at most 16 words far, and gives out every term on the way.
//
// Compiled, the three tables stand behind a header as they are in memory. A state is a number that is hashed, never a place, a look-up
// probes a bounded number of slots, and so does a chain of tags; so no file, however made, leads astray.
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

using Word = TextWords::Word;

constexpr size_t kMaxTermWords = 16;
constexpr size_t kWordsAhead = 16;
// Slots that a look-up probes. The longest run of twenty million honest keys has some 250; a term that finds no room, in a table
// that somebody filled with collisions, is passed over.
constexpr size_t kMostProbes = 1024;
constexpr uint32_t kMostTags = 64;  // Of a term; attributes that share a label are few.

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

constexpr std::string_view kMagic = "weftterm";
constexpr uint64_t kVersion = 1;  // Of the layout, of cutting words and of hashing them.

}  // namespace

void TextWords::cut(std::string_view text) {
  words_.clear();
  WordReader reader(text);
  for (Word word; reader.next(word);) words_.push_back(word);
}

size_t TermMatcher::slot(std::span<const Edge> edges, uint64_t key) {
  const size_t mask = edges.size() - 1;
  size_t at = (key >> 8) & mask;
  for (size_t probes = 0; probes < kMostProbes && edges[at].key != 0 && edges[at].key != key;
       ++probes)
    at = (at + 1) & mask;
  return at;
}

// The edge of a key, which may be new; null if there is no room.
TermMatcher::Edge* TermMatcher::insert(uint64_t key) {
  constexpr size_t kFirstEdges = 64;
  if (3 * (count_ + 1) > 2 * own_edges_.size()) {
    std::vector<Edge> old(std::max(kFirstEdges, own_edges_.size() * 2));
    old.swap(own_edges_);
    for (const Edge& edge : old) {
      if (edge.key == 0) continue;
      Edge& place = own_edges_[slot(own_edges_, edge.key)];
      if (place.key == 0) place = edge;
    }
  }
  Edge& edge = own_edges_[slot(own_edges_, key)];
  if (edge.key != 0 && edge.key != key) return nullptr;
  count_ += edge.key == 0 ? 1 : 0;
  edge.key = key;
  return &edge;
}

const TermMatcher::Edge* TermMatcher::follow(uint32_t state, uint64_t word) const {
  const uint64_t key = edge_key(state, word);
  const Edge& edge = edges_[slot(edges_, key)];
  return edge.key == key ? &edge : nullptr;
}

template <typename Take>
void TermMatcher::for_tags(const Edge& edge, const Take& take) const {
  uint32_t t = edge.tags;
  for (uint32_t links = 0; links < kMostTags && t < tags_.size(); ++links) {
    take(tags_[t].tag);
    t = tags_[t].next;
  }
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
  uint32_t state = 0;
  for (size_t w = 0; w < count; ++w) {
    Edge* const edge = insert(edge_key(state, words[w]));
    if (edge == nullptr) return;
    if (w + 1 < count) {
      if (edge->to == 0) edge->to = states_++;
      state = edge->to;
      continue;
    }
    uint32_t links = 0;
    for (uint32_t t = edge->tags; t != kNoTag; t = own_tags_[t].next) {
      if (own_tags_[t].tag == tag || ++links == kMostTags) return;
    }
    own_tags_.push_back({tag, edge->tags});
    edge->tags = static_cast<uint32_t>(own_tags_.size() - 1);
  }
  beginnings_.push_back(count == 1 ? words[0] : pair_key(words[0], words[1]));
}

void TermMatcher::build() {
  constexpr size_t kBitsATerm = 16;
  own_filter_.assign(std::bit_ceil(beginnings_.size() * kBitsATerm / 64 + 8), 0);
  for (const uint64_t key : beginnings_)
    own_filter_[filter_place(key, own_filter_.size())] |= filter_bits(key);
  beginnings_ = {};
  edges_ = own_edges_;
  tags_ = own_tags_;
  filter_ = own_filter_;
}

void TermMatcher::find(const TextWords& text, std::vector<TermHit>& hits) const {
  if (empty()) return;
  const std::span<const Word> words = text.words();
  // What a term that begins at a word has first, if it has more than one.
  const auto pair_at = [&](size_t i) {
    const bool goes_on = i + 1 < words.size() && words[i + 1].joined;
    return goes_on ? pair_key(words[i].hash, words[i + 1].hash) : words[i].hash;
  };
  // 3.
  const auto ask = [&](size_t i) {
    __builtin_prefetch(&filter_[filter_place(pair_at(i), filter_.size())]);
    __builtin_prefetch(&filter_[filter_place(words[i].hash, filter_.size())]);
  };
  for (size_t i = 0; i < std::min(kWordsAhead, words.size()); ++i) ask(i);
  for (size_t i = 0; i < words.size(); ++i) {
    if (i + kWordsAhead < words.size()) ask(i + kWordsAhead);
    if (!may_begin(words[i].hash) && !may_begin(pair_at(i))) continue;
    // 4.
    uint32_t state = 0;
    const size_t end = std::min(words.size(), i + kMaxTermWords);
    for (size_t w = i; w < end && (w == i || words[w].joined); ++w) {
      const Edge* const edge = follow(state, words[w].hash);
      if (edge == nullptr) break;
      for_tags(*edge, [&](uint32_t tag) { hits.push_back({{words[i].begin, words[w].end}, tag}); });
      state = edge->to;
      if (state == 0) break;
    }
  }
}

bool TermMatcher::contains(const TextWords& text, uint32_t tag) const {
  if (empty()) return false;
  bool found = false;
  uint32_t state = 0;
  for (const Word& word : text.words()) {
    const bool first = &word == text.words().data();
    const Edge* const edge = first || state != 0 ? follow(state, word.hash) : nullptr;
    if (edge == nullptr) return false;
    state = edge->to;
    found = false;
    for_tags(*edge, [&](uint32_t one) { found = found || one == tag; });
  }
  return found;
}

// --- compiled ---

struct TermMatcher::Header {
  char magic[8];
  uint64_t version;
  uint64_t source;
  uint64_t edges;  // How many of each follow, in this order.
  uint64_t filter;
  uint64_t tags;
};

std::string TermMatcher::compiled(uint64_t source) const {
  Header header{{}, kVersion, source, edges_.size(), filter_.size(), tags_.size()};
  kMagic.copy(header.magic, sizeof header.magic);
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  const auto append = [&](const auto& table) {
    bytes.append(reinterpret_cast<const char*>(table.data()), table.size_bytes());
  };
  append(edges_);
  append(filter_);
  append(tags_);
  return bytes;
}

Result<TermMatcher> TermMatcher::over(std::string_view bytes, std::shared_ptr<const void> owner) {
  static_assert(std::endian::native == std::endian::little,
                "what is written here is read as it is");
  const auto wrong = [](const char* what) {
    return Error{ErrorCode::kInvalidArgument, std::string("no compiled terms: ") + what};
  };
  Header header{};
  if (bytes.size() < sizeof header) return wrong("cut short");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::string_view(header.magic, sizeof header.magic) != kMagic)
    return wrong("they begin otherwise");
  if (header.version != kVersion) return wrong("of another version of Weft");
  if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(Edge) != 0)
    return wrong("not at a multiple of eight bytes");
  // Each alone first, so that nothing overflows.
  const size_t rest = bytes.size() - sizeof header;
  if (header.edges > rest / sizeof(Edge) || header.filter > rest / sizeof(uint64_t) ||
      header.tags > rest / sizeof(Tag) ||
      header.edges * sizeof(Edge) + header.filter * sizeof(uint64_t) + header.tags * sizeof(Tag) !=
          rest)
    return wrong("cut short, or too long");
  const bool tables = std::has_single_bit(header.edges) && std::has_single_bit(header.filter);
  if (header.tags != 0 && !tables) return wrong("tables of sizes that are no power of two");
  TermMatcher matcher;
  const char* const edges = bytes.data() + sizeof header;
  const char* const filter = edges + header.edges * sizeof(Edge);
  const char* const tags = filter + header.filter * sizeof(uint64_t);
  matcher.edges_ = {reinterpret_cast<const Edge*>(edges), header.edges};
  matcher.filter_ = {reinterpret_cast<const uint64_t*>(filter), header.filter};
  matcher.tags_ = {reinterpret_cast<const Tag*>(tags), header.tags};
  matcher.source_ = header.source;
  matcher.owner_ = std::move(owner);
  return matcher;
}

}  // namespace weft::annotate
