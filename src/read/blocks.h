// Blocks: a page as a sequence of texts, the unit that is kept or dropped.
//
//   <div>Hello <b>you</b><p>First<br><br>Second</p></div>      gives   Hello you · First · Second
//
// A block begins and ends where an element begins or ends that is not inline, and at two <br> in a row. Scripts,
// styles, templates, the head, pictures and embedded documents have none; hidden text, buttons, options and
// <noscript> have blocks like any other, and say so.
//
// Every element covers an interval of block numbers, so any sum over a subtree is the difference of two prefix sums.
// Pages with more than BlockLimits::blocks blocks are cut there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "ml/token_table.h"

namespace weft::read {

struct BlockLimits {
  size_t blocks = 20'000;
  size_t depth = 500;  // Elements nested deeper count as their ancestor at this depth.
};

inline constexpr uint32_t kTextWords = 5;

// Elements that say what stands below them; an ARIA role counts as the element.
enum class Landmark : uint8_t {
  // clang-format off
  kArticle, kMain, kNav, kHeader, kFooter, kAside, kForm, kTable, kList, kFigure, kSection, kDialog, kQuote, kPre,
  kButton, kSelect, kDescriptions, kHeading, kLink, kNoscript, kCell, kParagraph,
  // clang-format on
  kCount,
};
inline constexpr size_t kLandmarks = static_cast<size_t>(Landmark::kCount);

struct Block {
  dom::NodeId node;                         // The innermost element that is not inline.
  dom::NodeId first;                        // Its first text node,
  dom::NodeId end;                          // and one past its last.
  uint32_t words_begin = 0, words_end = 0;  // Of PageBlocks::words.

  // Counts over its text. Characters are code points that are not space.
  uint32_t characters = 0;
  uint32_t link_characters = 0;
  uint32_t bold_characters = 0;
  uint32_t digits = 0;
  uint32_t upper = 0;
  uint32_t sentence_ends = 0;
  uint32_t commas = 0;
  uint32_t separators = 0;  // | • · » ›
  uint32_t code = 0;        // { } = ; < > _
  uint16_t links = 0;
  uint16_t capitalised = 0;  // Words.
  uint16_t short_words = 0;  // Of one to three letters.
  uint16_t years = 0;        // Words that are a year.
  uint16_t prices = 0;       // Currency signs beside digits.
  uint16_t breaks = 0;       // <br>.
  uint8_t heading = 0;       // 1 to 6.
  uint8_t hidden = 0;        // 2: by attribute or style; 1: from assistive technology alone.
  bool copyright = false;
  bool lower_start = false;
  char last = 0;             // Class of the last character: '.', ':', ',', 'a', '?' for others.
  dom::Atom first_inline{};  // The first inline element in it.
  // ml::TokenTable::key of the words, a space between: equal for equal words.
  uint64_t text_key = 0;
  std::array<uint8_t, kLandmarks> landmark_depth = {};  // Of the nearest; 0: none.

  [[nodiscard]] uint32_t words() const { return words_end - words_begin; }
};

struct PageBlocks {
  std::vector<Block> blocks;
  std::vector<uint64_t> words;  // ml::TokenTable::key of every word, lower case.
  std::vector<uint32_t>
      blocks_before;  // By node, and one past the last: blocks that begin before it.

  // The blocks below n: [first, last).
  [[nodiscard]] uint32_t first_block(dom::NodeId n) const { return blocks_before[dom::index(n)]; }
  [[nodiscard]] uint32_t end_block(const dom::Document& doc, dom::NodeId n) const {
    return blocks_before[dom::index(doc.end(n))];
  }
};

PageBlocks blocks_of(const dom::Document& doc, const BlockLimits& limits = {});

// The text of a block as a reader sees it: white space folded, a space where elements or <br> part words, no permalinks.
std::string block_text(const dom::Document& doc, const Block& block);

// Words as the metrics of main content count them: runs of letters, digits and underscores of any script, lower case.
// Calls word(std::string_view) for each.
template <typename Word>
void for_each_word(std::string_view utf8, Word word);

// True for a link to its own place, for who wants its address: ¶ or # behind a heading, ↩ behind a note.
bool is_permalink(const dom::Document& doc, dom::NodeId n);

// True for an element that begins where another ended: <a>One</a><a>Two</a> are two words.
bool touches_element_before(const dom::Document& doc, dom::NodeId n);

// The attributes of an element: who looks for few of them compares names, and asks for values where they are wanted.
inline std::span<const dom::AttributeEntry> attribute_entries(const dom::Document& doc,
                                                              dom::NodeId n) {
  const dom::Storage& storage = doc.storage();
  return {storage.attributes.data() + storage.payload[dom::index(n)], doc.attribute_count(n)};
}

// True for elements within a line.
bool is_inline(dom::Atom name);
// True for elements whose text is none of the page's.
bool has_no_text(dom::Atom name);

// What for_each_word is made of. Appends a code point in lower case to `out` if it belongs to a word.
bool append_word_character(std::string& out, char32_t c);

}  // namespace weft::read

#include "base/strings.h"
#include "dom/text.h"

namespace weft::read {

template <typename Word>
void for_each_word(std::string_view utf8, Word word) {
  std::string buffer;
  for (size_t at = 0; at < utf8.size();) {
    const char32_t c = next_code_point(utf8, at);
    if (append_word_character(buffer, c)) continue;
    if (!buffer.empty()) word(std::string_view(buffer));
    buffer.clear();
  }
  if (!buffer.empty()) word(std::string_view(buffer));
}

}  // namespace weft::read
