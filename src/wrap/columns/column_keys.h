// Column keys: by what a text is found again on the other pages of a template.
//
//   <tr><th>Price</th><td class=v>$5</td></tr>
//   path      html/body/…/tr/td.v        row       Price | td
//   tail3     table/tr/td.v              indexed   table[1]/tr[2]/td[1]/text[1]
//
// Texts with one key are a column; which key serves a column best shows when pages are compared.
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
};
inline constexpr size_t kKeyKinds = 12;
// Whether it stands on a label, the text's own or one beside it.
constexpr bool is_label_key(KeyKind kind) {
  return kind < KeyKind::kPath || kind == KeyKind::kRowText || kind == KeyKind::kAfterText;
}
std::span<const std::string_view> names_of(KeyKind kind);

struct KeyedText {
  dom::NodeId node = dom::kNoNode;
  std::string text;   // White space normalised.
  uint64_t hash = 0;  // Of the text.
  // Where the part behind its own label begins; 0 without one.
  uint32_t value_begin = 0;
  std::array<uint64_t, kKeyKinds> keys{};  // By kind; 0 for none.
};

// The texts that a page shows, in document order, with their keys; 20,000 at most. Linear.
class PageKeys {
 public:
  // `view`: of the same page, for those who have one; it knows how tags are spelt.
  explicit PageKeys(const dom::Document& doc, const PageView* view = nullptr);

  [[nodiscard]] const std::vector<KeyedText>& texts() const { return texts_; }
  // For people: "Price | td.v".
  [[nodiscard]] std::string describe(const KeyedText& text, KeyKind kind) const;
  // The label that a key of this kind stands on; empty for kinds without one.
  [[nodiscard]] std::string label_of(const KeyedText& text, KeyKind kind) const;

 private:
  void hash_elements(const PageView* view);
  void add_text(dom::NodeId n, std::string text);
  // The element before n's parent, or before one of the two around it, with a short text.
  [[nodiscard]] dom::NodeId row_label(dom::NodeId n) const;
  [[nodiscard]] std::string previous_text(const KeyedText& text) const;

  const dom::Document& doc_;
  std::vector<uint64_t> level_;    // By node: of the tag as it is spelt.
  std::vector<uint64_t> path_;     // Of the tags from the root.
  std::vector<uint64_t> indexed_;  // Of the places.
  std::vector<KeyedText> texts_;
};

}  // namespace weft::wrap
