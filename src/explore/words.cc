// Word lists in one trie. See words.h.
//
//   1. Every word of every list, folded as texts are, becomes a way through a trie of bytes; its end
//      knows the concepts.
//   2. A text is walked from every beginning of a word; with kInside, and in scripts without spaces,
//      from every character.
//      OPTIMIZATION: a filter of the first four bytes of all words, up to the first space, spares most
//      ways; what is shorter is a whole word, so that it ends in the text, too.
//   3. An end counts if the text's word ends there too, or if the list's word is long enough to
//      stand for all words that begin with it.
//
// Tested by words_test.cc.

#include "explore/words.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <unicode/uchar.h>

#include "base/split.h"
#include "base/strings.h"
#include "value/fold.h"

namespace weft::explore {
namespace {

constexpr size_t kLongWord = 5;         // Letters; a longer one may begin a word of the text.
constexpr char32_t kPlainEnd = 0x0600;  // Below: scripts whose accents may be left out.
constexpr size_t kMaxWordBytes = 64;    // Of a word of a list.

// 0 for what is neither letter nor digit.
char32_t plain_character(char32_t c) {
  static const auto kTable = [] {
    std::array<char32_t, kPlainEnd> table{};
    for (char32_t x = 0; x < kPlainEnd; ++x)
      table[x] = u_isalnum(static_cast<UChar32>(x)) != 0 ? value::plain_letter(x) : 0;
    return table;
  }();
  if (c < kPlainEnd) return kTable[c];
  if (c >= 0xFF01 && c <= 0xFF5E) return kTable[c - 0xFEE0];  // Full-width forms of ASCII.
  const auto mark = u_charType(static_cast<UChar32>(c));
  const bool kept = u_isalnum(static_cast<UChar32>(c)) != 0 || mark == U_NON_SPACING_MARK ||
                    mark == U_COMBINING_SPACING_MARK;
  return kept ? static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))) : 0;
}

enum class Kind : uint8_t { kNone, kLower, kUpper, kDigit };

struct PlainByte {
  char letter = 0;  // 0 for what is neither letter nor digit.
  Kind kind = Kind::kNone;
};
constexpr std::array<PlainByte, 128> kPlainBytes = [] {
  std::array<PlainByte, 128> table{};
  for (size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    if (is_ascii_digit(c)) table[i] = {c, Kind::kDigit};
    if (is_ascii_alpha(c))
      table[i] = {ascii_lower(c), ascii_lower(c) == c ? Kind::kLower : Kind::kUpper};
  }
  return table;
}();

std::string folded(std::string_view text, size_t limit, bool identifier) {
  text = text.substr(0, limit);
  std::string out;
  std::array<char, 256> block;  // Of `out`, not yet there.
  size_t size = 0;
  const auto flush = [&] { out.append(block.data(), std::exchange(size, 0)); };
  Kind before = Kind::kNone;
  for (size_t at = 0; at < text.size();) {
    if (size + 2 > block.size()) flush();
    const auto byte = static_cast<unsigned char>(text[at]);
    PlainByte plain;
    char32_t letter = 0;
    if (byte < 0x80) {  // OPTIMIZATION: most text.
      ++at;
      plain = kPlainBytes[byte];
    } else {
      const char32_t c = next_code_point(text, at);
      if (c >= 0x0300 && c <= 0x036F) continue;  // A combining accent.
      letter = plain_character(c);
      plain.kind = letter == 0 ? Kind::kNone : Kind::kLower;
    }
    if (plain.kind != Kind::kNone) {
      const bool parts = before == Kind::kNone ||
                         (identifier && ((plain.kind == Kind::kUpper && before == Kind::kLower) ||
                                         (plain.kind == Kind::kDigit) != (before == Kind::kDigit)));
      if (parts && (size != 0 || !out.empty())) block[size++] = ' ';
      if (letter == 0) {
        block[size++] = plain.letter;
      } else {
        flush();
        append_utf8(out, letter);
      }
    }
    before = plain.kind;
  }
  flush();
  return out;
}

size_t letters_in(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

struct WordListLine {
  Concept about = Concept::kNext;
  std::string_view words;
};

// Calls use(line) for every line of words.
template <typename Use>
Status read_lists(std::string_view text, const Use& use) {
  std::optional<Concept> about;
  for (size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = trim(take_line(text));
    const auto fail = [&](const std::string& what) {
      return Error{ErrorCode::kInvalidArgument, "line " + std::to_string(number) + ": " + what};
    };
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      about = enum_named<Concept>(line.substr(1, line.size() - 1 - (line.back() == ']' ? 1 : 0)));
      if (!about) return fail(std::string(line) + " is no concept");
      continue;
    }
    const size_t space = line.find(' ');
    if (!about) return fail("words stand before the first [concept]");
    if (space != 2) return fail("expected a language of two letters, a space, words");
    use(WordListLine{*about, line.substr(space + 1)});
  }
  return {};
}

class WordTrie {
 public:
  explicit WordTrie(std::span<const EmbeddedFile> lists) {
    std::vector<std::vector<Edge>> children(1);
    nodes_.emplace_back();
    for (const EmbeddedFile& list : lists) {
      WEFT_CHECK(read_lists(list.text, [&](const WordListLine& line) {
                   for (std::string_view rest = line.words; !rest.empty();)
                     add(plain_words(take_until(rest, ',')), line.about, children);
                 }).ok());
    }
    for (size_t n = 0; n < nodes_.size(); ++n) {
      nodes_[n].first_edge = static_cast<uint32_t>(edges_.size());
      nodes_[n].edges = static_cast<uint16_t>(children[n].size());
      edges_.insert(edges_.end(), children[n].begin(), children[n].end());
    }
    for (const Edge& edge : children[0]) roots_[edge.byte] = edge.to;
  }

  // Whether a word of a list may begin at text[from].
  [[nodiscard]] bool may_begin(std::string_view text, size_t from) const {
    return beginnings_.has(text.substr(from));
  }
  // One that counts inside of words.
  [[nodiscard]] bool may_stand_inside(std::string_view text, size_t from) const {
    return long_beginnings_.has(text.substr(from));
  }
  // The same of text that was not folded.
  [[nodiscard]] bool may_begin_folded(std::string_view text, size_t from) const {
    std::array<char, 4> four = {' ', ' ', ' ', ' '};
    for (size_t i = 0; i < four.size() && from + i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[from + i]);
      if (byte >= 0x80) return true;
      if (kPlainBytes[byte].kind == Kind::kNone) break;
      four[i] = kPlainBytes[byte].letter;
    }
    return beginnings_.has({four.data(), four.size()});
  }

  // What ends on the way from text[from].
  void collect(std::string_view text, size_t from, WordMatch match, bool starts,
               Concepts& found) const {
    uint32_t node = 0;
    for (size_t at = from; at < text.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      node = at == from ? roots_[byte] : child(nodes_[node], byte);
      if (node == 0) return;
      const Node& end = nodes_[node];
      if (end.concepts.empty()) continue;
      const bool whole = at + 1 == text.size() || text[at + 1] == ' ';
      if (end.unspaced || (starts && whole) ||
          (end.letters >= kLongWord && match != WordMatch::kWhole &&
           (starts || match == WordMatch::kInside)))
        found |= end.concepts;
    }
  }

 private:
  // The first four bytes of the first words of texts; of shorter ones with spaces behind.
  class Filter {
   public:
    void add(std::string_view word) {
      bits_[bit_of(word) / 64] |= uint64_t{1} << bit_of(word) % 64;
    }
    [[nodiscard]] bool has(std::string_view text) const {
      const size_t bit = bit_of(text);
      return (bits_[bit / 64] >> bit % 64 & 1) != 0;
    }

   private:
    static constexpr size_t kBits = 1 << 16;
    static size_t bit_of(std::string_view text) {
      std::array<char, 4> four = {' ', ' ', ' ', ' '};
      for (size_t i = 0; i < four.size() && i < text.size() && text[i] != ' '; ++i)
        four[i] = text[i];
      uint32_t value = 0;
      std::memcpy(&value, four.data(), sizeof(value));
      return (value * 2654435769U) >> 16;
    }
    std::array<uint64_t, kBits / 64> bits_{};
  };

  struct Node {
    Concepts concepts;
    uint32_t first_edge = 0;
    uint16_t edges = 0;
    uint8_t letters = 0;
    bool unspaced = false;
  };
  struct Edge {
    unsigned char byte;
    uint32_t to;
  };

  // 0 for none. Nodes have two edges or three.
  [[nodiscard]] uint32_t child(const Node& node, unsigned char byte) const {
    for (uint32_t e = node.first_edge; e < node.first_edge + node.edges; ++e) {
      if (edges_[e].byte == byte) return edges_[e].to;
    }
    return 0;
  }

  void add(std::string_view word, Concept about, std::vector<std::vector<Edge>>& children) {
    if (word.empty() || word.size() > kMaxWordBytes) return;
    beginnings_.add(word);
    if (letters_in(word) >= kLongWord) long_beginnings_.add(word);
    uint32_t node = 0;
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      std::vector<Edge>& own = children[node];
      const auto known =
          std::find_if(own.begin(), own.end(), [&](const Edge& edge) { return edge.byte == byte; });
      if (known != own.end()) {
        node = known->to;
        continue;
      }
      node = static_cast<uint32_t>(nodes_.size());
      own.push_back({byte, node});
      nodes_.emplace_back();
      children.emplace_back();
    }
    nodes_[node].concepts.add(about);
    nodes_[node].letters = static_cast<uint8_t>(letters_in(word));
    size_t at = 0;
    nodes_[node].unspaced = is_unspaced(next_code_point(word, at));
  }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;  // By node.
  std::array<uint32_t, 256> roots_{};
  Filter beginnings_;
  Filter long_beginnings_;
};

const WordTrie& trie() {
  static const WordTrie kTrie(shipped_words());
  return kTrie;
}

}  // namespace

std::span<const std::string_view> names_of(Concept) {
  // clang-format off
  static constexpr std::string_view kNames[] = {
      "next", "prev", "first", "last", "page", "more", "older", "newer",
      "search", "login", "register", "forgot", "newsletter", "contact", "comment", "cart", "poll",
      "submit", "sort",
      "email", "password", "user", "confirm", "remember", "terms", "first name", "last name", "name",
      "phone", "fax", "address", "city", "state", "zip", "country", "captcha", "gender", "birth",
      "subject", "message", "url", "quantity", "day", "month", "year", "date", "company", "timezone",
      "question", "category", "notify", "amount",
      "forbidden", "account", "any", "results", "nothing found", "required", "least", "most",
      "details", "purchase"};
  // clang-format on
  static_assert(std::size(kNames) == kConcepts);
  return kNames;
}

std::string plain_words(std::string_view text, size_t limit) { return folded(text, limit, false); }

std::string identifier_words(std::string_view name, size_t limit) {
  return folded(name, limit, true);
}

bool is_long_number(std::string_view word) {
  return word.size() >= 5 && std::all_of(word.begin(), word.end(), is_ascii_digit);
}

bool is_unspaced(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x2E80 && c <= 0xD7FF) ||
         (c >= 0xF900 && c <= 0xFAFF) || c >= 0x20000;
}

Concepts concepts_in(std::string_view plain, WordMatch match) {
  const WordTrie& words = trie();
  Concepts found;
  bool starts = true;
  for (size_t at = 0; at < plain.size(); ++at) {
    const auto byte = static_cast<unsigned char>(plain[at]);
    const bool may =
        (byte & 0xC0) != 0x80 && (starts                        ? words.may_begin(plain, at)
                                  : match == WordMatch::kInside ? words.may_stand_inside(plain, at)
                                                                : byte >= 0xE0);
    // Bytes from 0xE0 begin the characters of scripts without spaces, among others; a word of one of
    // them has no space behind it.
    if (byte != ' ' && (may || byte >= 0xE0)) words.collect(plain, at, match, starts, found);
    starts = byte == ' ';
  }
  return found;
}

Concepts concepts_of_text(std::string_view text, WordMatch match) {
  bool starts = true;
  for (size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) return concepts_in(plain_words(text), match);
    const bool separates = kPlainBytes[byte].kind == Kind::kNone;
    if (starts && !separates && trie().may_begin_folded(text, at))
      return concepts_in(plain_words(text), match);
    starts = separates;
  }
  return {};
}

bool mentions(std::string_view text, Concept one, WordMatch match) {
  return concepts_of_text(text, match).has(one);
}

Status check_words(std::string_view text) {
  return read_lists(text, [](const WordListLine&) {});
}

}  // namespace weft::explore
