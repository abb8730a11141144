// Column keys: by what a text is found again on the other pages of a template.
//
//   <tr><th>Price</th><td class=v>$5</td></tr>
//   path      html/body/…/tr/td.v        row       Price | td
//   tail3     table/tr/td.v              indexed   table[1]/tr[2]/td[1]/text[1]
//
// Texts with one key are a column; which key serves a column best shows when pages are compared.
// What is said in sentences is a text only as a whole: of an element, or of what is under a heading.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "wrap/grammar/page_view.h"

namespace weft::wrap {

// Numbers are part of the keys in files: new kinds go to the end.
enum class KeyKind : uint8_t {
  kOwnLabel,   // the beginning of the text up to a colon, and its tag
  kRow,        // text of the element before it, or before one around it; and its tag
  kRowPath,    // the same, and all tags around it
  kAfter,      // the text before it, and its tag
  kAfterPath,  // the same, and all tags around it
  kPath,       // tags around it with ids and classes
  kTail3,      // the last three of these
  kTail2,
  kIndexed,    // places among like siblings, from the nearest id on
  kRowText,    // the text of kRow alone
  kAfterText,  // the text of kAfter alone
  kLook,  // kTail2, and what a short text with digits looks like: runs of digits, of letters, signs
  // Of elements, all that they say:
  kWhole,     // tags around it and its own, with ids and classes
  kWholeTag,  // its own tag, if it has an id or a class
  kSection,   // its tag, and the heading that it begins with, which is left out of what it says
};
inline constexpr size_t kKeyKinds = 12;  // Of texts.
// Whether it stands on a label, the text's own or one beside it.
constexpr bool is_label_key(KeyKind kind) {
  return kind < KeyKind::kPath || kind == KeyKind::kRowText || kind == KeyKind::kAfterText;
}
constexpr bool is_block_key(KeyKind kind) { return kind >= KeyKind::kWhole; }
std::span<const std::string_view> names_of(KeyKind kind);

// Of h1 to h6: 1 to 6; 0 for other names.
int heading_rank(std::string_view name);

struct KeyedText {
  dom::NodeId node = dom::kNoNode;
  std::string text;   // White space normalised.
  uint64_t hash = 0;  // Of the text.
  // Where the part behind its own label begins; 0 without one.
  uint32_t value_begin = 0;
  std::array<uint64_t, kKeyKinds> keys{};  // By kind; 0 for none.
};

// An element with text, as a whole.
struct KeyedBlock {
  dom::NodeId node = dom::kNoNode;
  KeyKind kind = KeyKind::kWhole;
  uint64_t key = 0;
  dom::NodeId heading = dom::kNoNode;  // That it begins with, of those of kind kSection.

  [[nodiscard]] std::string text(const dom::Document& doc) const;
};

// The texts that a page shows, in document order, with their keys; 20,000 at most. Linear.
class PageKeys {
 public:
  // `view`: of the same page, for those who have one; it knows how tags are spelt.
  explicit PageKeys(const dom::Document& doc, const PageView* view = nullptr);

  [[nodiscard]] const std::vector<KeyedText>& texts() const { return texts_; }
  // Elements with text, once for each of their keys; those of one key in document order, outer ones
  // first. A section has no other heading of the rank of its own.
  [[nodiscard]] std::vector<KeyedBlock> blocks() const;
  // For people: "Price | td.v".
  [[nodiscard]] std::string describe(const KeyedText& text, KeyKind kind) const;
  [[nodiscard]] std::string describe(const KeyedBlock& block) const;
  // The label that a key of this kind stands on; empty for kinds without one.
  [[nodiscard]] std::string label_of(const KeyedText& text, KeyKind kind) const;

 private:
  void hash_elements(const PageView* view);
  void add_text(dom::NodeId n, std::string text);
  // The text of the element before n's parent, or before one of the two around it, if it is short; else empty.
  [[nodiscard]] std::string row_label(dom::NodeId n) const;
  [[nodiscard]] std::string previous_text(const KeyedText& text) const;
  // By node: of a heading, where the next one of its rank or above begins.
  [[nodiscard]] std::vector<dom::NodeId> section_ends() const;
  // Up to so many tags as they are spelt, the last one that of n.
  [[nodiscard]] std::string tags_to(dom::NodeId n, size_t levels) const;

  const dom::Document& doc_;
  std::vector<uint64_t> level_;    // By node: of the tag as it is spelt.
  std::vector<uint64_t> path_;     // Of the tags from the root.
  std::vector<uint64_t> indexed_;  // Of the places.
  std::vector<KeyedText> texts_;
};

}  // namespace weft::wrap
