// The index of a page. Path hashes are polynomials, H(n) = H(parent) * B + label(n) modulo 2^64, so
// the path from r to d is H(d) - H(r) * B^(difference of depths): relative paths of any record
// without walking it twice.

#include "mine/page_index.h"

#include <array>
#include <string_view>
#include <unordered_set>

#include "base/hash.h"
#include "base/key_numbers.h"
#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/class_tokens.h"
#include "dom/text.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint64_t kBase = 0x9e3779b97f4a7c15ULL | 1;

// Beside what nobody reads: choices and fields of forms, drawings, what is embedded. Their words are
// read, but repeat without being records (a menu of countries would win most pages).
bool is_skipped_name(dom::Atom name) {
  return dom::is_unread(name) || name == atoms::kSvg || name == atoms::kSelect ||
         name == atoms::kTextarea || name == atoms::kHead || name == atoms::kIframe ||
         name == atoms::kObject;
}

// Bytes of words, in lower case; 0 for all others. Letters and digits of any script, underscore.
constexpr std::array<uint8_t, 256> kWordBytes = [] {
  std::array<uint8_t, 256> table{};
  for (size_t c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    const bool word = c >= 0x80 || is_ascii_alpha(byte) || is_ascii_digit(byte) || byte == '_';
    if (word) table[c] = static_cast<uint8_t>(ascii_lower(byte));
  }
  return table;
}();

// Length in bytes of what shows nothing at text[at] although it is beyond ASCII, 0 if there is none: a
// space that does not break, or a character without width.
size_t blank_length(std::string_view text, size_t at) {
  const auto lead = static_cast<uint8_t>(text[at]);
  if (lead != 0xC2 && (lead < 0xE1 || lead > 0xE3) && lead != 0xEF) return 0;
  if (const size_t space = space_length(text, at)) return space;
  for (const std::string_view blank : {"\u200B", "\u200E", "\u200F", "\u2060", "\uFEFF"}) {
    if (text.substr(at, blank.size()) == blank) return blank.size();
  }
  return 0;
}

// UTF-8 leads of kana and the unified ideographs: a token each.
bool is_ideograph_lead(uint8_t c) { return c >= 0xE3 && c <= 0xE9; }

// Class words that say what state an item is in, not what it is.
bool is_state_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"first", "last",     "odd",      "even",     "active",
                                         "alt",   "even-row", "odd-row",  "selected", "hover",
                                         "row",   "col",      "clearfix", "item-"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

// The class without its digits, in lower case; empty when nothing is left.
std::string_view without_digits(std::string_view word, std::array<char, 64>& buffer) {
  size_t length = 0;
  for (const char c : word) {
    if (!is_ascii_digit(c) && length < buffer.size()) buffer[length++] = ascii_lower(c);
  }
  return {buffer.data(), length};
}

uint64_t hash_of_class(std::string_view classes) {
  std::array<char, 64> buffer;
  const std::string_view word = without_digits(PageIndex::meaningful_class(classes), buffer);
  return word.empty() ? 0 : hash_bytes(word) | 1;
}

// --- Hidden elements, without laying the page out ---
//
// The hidden attribute, inline styles, the class names that common frameworks hide by, and the page's
// own style sheets, read only as far as rules of the form
//
//   .class, #id, tag.class { … display: none … }
//
// outside @-blocks: a media query may not apply, and a selector with context would need an engine.
// Rules for bare tags are ignored. Panels of tabs count as shown: only a click is missing. Tested by
// hidden_test.cc.

// clang-format off
constexpr std::string_view kHidingClasses[] = {
    "hidden", "hide", "d-none", "is-hidden", "ng-hide", "visually-hidden", "sr-only", "screen-reader-text",
    "display-none", "displaynone", "u-hidden", "invisible"};
// clang-format on

// White space around the text and case aside.
bool ends_with_word(std::string_view text, std::string_view word) {
  text = trim(text);
  return text.size() >= word.size() &&
         equals_ignoring_ascii_case(text.substr(text.size() - word.size()), word);
}
bool starts_with_word(std::string_view text, std::string_view word) {
  text = trim(text);
  return text.size() >= word.size() &&
         equals_ignoring_ascii_case(text.substr(0, word.size()), word);
}

bool hides(std::string_view declarations) {
  for (size_t at = declarations.find(':'); at != std::string_view::npos;
       at = declarations.find(':', at + 1)) {
    // A value is short, and what comes before it too: no more is looked at.
    const std::string_view before =
        declarations.substr(at < 40 ? 0 : at - 40, std::min<size_t>(at, 40));
    const std::string_view after = declarations.substr(at + 1, 40);
    if (starts_with_word(after, "none") && ends_with_word(before, "display")) return true;
    if (starts_with_word(after, "hidden") && ends_with_word(before, "visibility")) return true;
  }
  return false;
}

bool is_simple(std::string_view selector) {
  if (selector.empty()) return false;
  for (const char c : selector) {
    const bool name =
        is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == '.' || c == '#';
    if (!name) return false;
  }
  return selector.find_first_of(".#") != std::string_view::npos;
}

size_t end_of_block(std::string_view css, size_t open) {
  int depth = 0;
  for (size_t at = open; at < css.size(); ++at) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

uint64_t selector_hash(std::string_view tag, char mark, std::string_view name) {
  return hash_combine(hash_bytes(tag), hash_bytes(name, static_cast<uint64_t>(mark)));
}

// What hides an element of one page. An element inside a hidden one is hidden too; that is for the
// caller to pass on.
class HidingRules {
 public:
  // Reads the style sheets of the page. Linear in their size.
  explicit HidingRules(const Document& doc) {
    for (uint32_t i = 0; i < doc.size(); ++i) {
      if (doc.name(NodeId{i}) != atoms::kStyle) continue;
      for (const NodeId c : doc.children(NodeId{i})) {
        if (doc.is_text(c)) read(doc.text(c));
      }
    }
  }

  // Whether an element <tag class=classes> is hidden by one of its classes.
  [[nodiscard]] bool class_hides(std::string_view tag, std::string_view classes) const {
    for (const std::string_view word : dom::TokenRange(classes)) {
      for (const std::string_view known : kHidingClasses) {
        if (equals_ignoring_ascii_case(word, known)) return true;
      }
      if (!selectors_.empty() && contains(tag, '.', word)) return true;
    }
    return false;
  }

  // Whether one of the attributes hidden, style and id hides it; false for any other.
  [[nodiscard]] bool attribute_hides(std::string_view tag, dom::Atom name,
                                     std::string_view value) const {
    if (name == atoms::kHidden) return !equals_ignoring_ascii_case(value, "false");
    if (name == atoms::kStyle) return hides(value);
    return name == atoms::kId && !selectors_.empty() && contains(tag, '#', value);
  }

 private:
  void read(std::string_view css) {
    for (size_t at = 0; at < css.size();) {
      const size_t open = css.find('{', at);
      if (open == std::string_view::npos) return;
      const std::string_view prelude = trim(css.substr(at, open - at));
      const size_t close = prelude.starts_with('@') ? end_of_block(css, open) : css.find('}', open);
      if (close == std::string_view::npos) return;
      if (!prelude.starts_with('@') && hides(css.substr(open + 1, close - open - 1))) add(prelude);
      at = close + 1;
    }
  }

  void add(std::string_view selectors) {
    for (size_t at = 0; at <= selectors.size();) {
      const size_t comma = std::min(selectors.find(',', at), selectors.size());
      const std::string_view selector = trim(selectors.substr(at, comma - at));
      at = comma + 1;
      if (!is_simple(selector)) continue;
      const size_t mark = selector.find_first_of(".#");
      const std::string_view name = selector.substr(mark + 1);
      if (name.find_first_of(".#") != std::string_view::npos) continue;
      selectors_.insert(selector_hash(selector.substr(0, mark), selector[mark], name));
    }
  }

  [[nodiscard]] bool contains(std::string_view tag, char mark, std::string_view name) const {
    return selectors_.contains(selector_hash("", mark, name)) ||
           selectors_.contains(selector_hash(tag, mark, name));
  }

  // Hashes of the simple selectors that hide: ".name", "#name", "tag.name".
  std::unordered_set<uint64_t> selectors_;
};

}  // namespace

// A page has many elements but few pairs of tag and class attribute: each is looked at once.
struct PageIndex::Styles {
  explicit Styles(const Document& doc)
      : document(doc), hiding(doc), spelled(128), signatures(128), paths(doc.size() / 8) {}

  const Style& style_of(dom::Atom tag, std::string_view classes) {
    const uint64_t key = hash_bytes(classes, static_cast<uint64_t>(tag));
    const uint32_t number = spelled.number(key);
    if (number < known.size()) return known[number];
    const uint64_t class_hash = hash_of_class(classes);
    Style style;
    style.tag_label = mix64(static_cast<uint64_t>(tag) + 1);
    style.label = hash_combine(style.tag_label, class_hash);
    style.number = number + 1;
    style.signature = signatures.number(style.label);
    if (class_hash != 0) style.flags |= kClassed;
    if (hiding.class_hides(document.spelling(tag), classes)) style.flags |= kHidden;
    known.push_back(style);
    return known.back();
  }

  const Document& document;
  HidingRules hiding;
  KeyNumbers spelled, signatures, paths;
  std::vector<Style> known;  // By number in `spelled`.
};

std::string_view PageIndex::meaningful_class(std::string_view classes) {
  std::array<char, 64> buffer;
  for (const std::string_view spelled : dom::TokenRange(classes)) {
    const std::string_view word = without_digits(spelled, buffer);
    if (!word.empty() && !is_state_word(word)) return spelled;
  }
  return {};
}

PageIndex::PageIndex(const Document& doc) : doc_(&doc), tables_(doc) {
  const size_t size = doc.size();
  before_.resize(size + 1);
  enclosing_link_.assign(size, dom::kNoNode);
  flags_.assign(size, 0);
  signature_.assign(size, 0);
  style_.assign(size, 0);
  path_number_.assign(size, 0);
  path_.assign(size, 0);
  class_path_.assign(size, 0);
  text_before_.reserve(4 * size);
  places_.reserve(size / 2);
  link_nodes_.reserve(size / 16);
  text_before_.push_back(0);
  Styles styles(doc);
  uint32_t max_depth = kMostHashedTokens;
  for (uint32_t i = 1; i < size; ++i) {
    const NodeId n{i};
    before_[i] = sum_;
    max_depth = std::max(max_depth, doc.depth(n));
    const uint32_t parent = index(doc.parent(n));
    flags_[i] = flags_[parent] & (kSkipped | kHidden);
    enclosing_link_[i] = enclosing_link_[parent];
    if (doc.is_element(n)) {
      index_element(n, styles);
    } else if (doc.is_text(n) && !has(n, kSkipped)) {
      index_text(n);
    }
  }
  before_[size] = sum_;
  path_count_ = styles.paths.size() + 1;
  signature_count_ = styles.signatures.size();
  style_count_ = static_cast<uint32_t>(styles.known.size()) + 1;
  power_.assign(max_depth + 1, 1);
  for (uint32_t d = 1; d <= max_depth; ++d) power_[d] = power_[d - 1] * kBase;
  mark_content();
}

bool PageIndex::is_rule(NodeId n) const {
  constexpr uint32_t kMostNodes = 8;
  if (doc_->name(n) == atoms::kHr) return true;
  if (is_content(n) || doc_->subtree_size(n) > kMostNodes) return false;
  const dom::Atom* names = doc_->storage().name.data();
  return std::find(names + index(n), names + index(doc_->end(n)), atoms::kHr) !=
         names + index(doc_->end(n));
}

// By its role, or by a class: "tab-pane", "tabs__panel", "tabContent".
static bool is_called_tab_panel(const Document& doc, NodeId n, std::string_view classes) {
  static const dom::Atom kRole = dom::atom_of("role");
  if (doc.attribute(n, kRole) == "tabpanel") return true;
  for (const std::string_view word : dom::TokenRange(classes)) {
    const std::string name = ascii_lower(word);
    if (name.starts_with("tab") &&
        (name.find("pane") != std::string::npos || name.find("content") != std::string::npos))
      return true;
  }
  return false;
}

// So called, or large and behind one of the same class that is shown: <div class=year>, <div class=year
// style="display:none">.
bool PageIndex::is_tab_panel(NodeId n, std::string_view classes) const {
  constexpr uint32_t kLeastNodes = 10;  // Smaller: a key for sorting, a hint.
  if (is_called_tab_panel(*doc_, n, classes)) return true;
  if (classes.empty() || doc_->subtree_size(n) < kLeastNodes) return false;
  NodeId before = doc_->previous_sibling(n);
  if (before != dom::kNoNode && doc_->is_text(before)) before = doc_->previous_sibling(before);
  return before != dom::kNoNode && doc_->is_element(before) && !has(before, kHidden) &&
         doc_->name(before) == doc_->name(n) && doc_->attribute(before, atoms::kClass) == classes;
}

void PageIndex::index_element(NodeId n, Styles& styles) {
  const uint32_t i = index(n);
  const dom::Atom name = doc_->name(n);
  std::string_view classes;
  bool linked = false;
  const dom::AttributeEntry* entries =
      doc_->storage().attributes.data() + doc_->storage().payload[i];
  for (uint32_t a = 0; a < doc_->attribute_count(n); ++a) {
    const dom::Atom attribute = entries[a].name;
    if (attribute == atoms::kHref) linked = true;
    if (attribute == atoms::kClass) classes = doc_->attribute_at(n, a).value;
    if (attribute != atoms::kHidden && attribute != atoms::kStyle && attribute != atoms::kId)
      continue;
    if (styles.hiding.attribute_hides(doc_->name_text(n), attribute,
                                      doc_->attribute_at(n, a).value))
      flags_[i] |= kHidden;
  }
  const Style& style = styles.style_of(name, classes);
  flags_[i] |= style.flags;
  signature_[i] = style.signature;
  style_[i] = style.number;
  const uint32_t parent = index(doc_->parent(n));
  if (has(n, kHidden) && (flags_[parent] & kHidden) == 0 && is_tab_panel(n, classes))
    flags_[i] = static_cast<uint8_t>(flags_[i] & ~kHidden);
  path_[i] = path_[parent] * kBase + style.tag_label;
  class_path_[i] = class_path_[parent] * kBase + style.label;
  path_number_[i] = styles.paths.number(path_[i]) + 1;
  if (is_skipped_name(name)) flags_[i] |= kSkipped;
  if (dom::heading_level(name) != 0) ++sum_.headings;
  if (has(n, kSkipped)) return;
  if (name == atoms::kImg) ++sum_.images;
  if (name == atoms::kUl) ++sum_.lists;
  if (name == atoms::kA && linked) {
    link_nodes_.push_back(n);
    ++sum_.links;
    enclosing_link_[i] = n;
  }
}

void PageIndex::index_text(NodeId n) {
  const std::string_view text = doc_->text(n);
  const uint32_t before = sum_.tokens;
  uint64_t hash = text_before_.back();
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(text[at]); };
  for (size_t at = 0; at < text.size();) {
    const uint8_t first = kWordBytes[byte(at)];
    const size_t blank = first == 0 ? 1 : blank_length(text, at);
    if (blank > 0) {
      at += blank;
      continue;
    }
    uint64_t word = first;  // The last eight bytes,
    uint64_t earlier = 0;   // and a hash of those before.
    size_t end = at + 1;
    const size_t last = is_ideograph_lead(first) ? std::min(at + 3, text.size()) : text.size();
    for (; end < last; ++end) {
      const uint8_t next = kWordBytes[byte(end)];
      if (next == 0 || is_ideograph_lead(next) || (next >= 0x80 && blank_length(text, end) > 0))
        break;
      if ((end - at) % 8 == 0) earlier = (earlier + word) * kBase;
      word = word << 8 | next;
    }
    if (is_ascii_digit(text[at])) ++sum_.digits;
    hash = hash * kBase + mix64(earlier + word + (end - at));
    text_before_.push_back(hash);
    ++sum_.tokens;
    at = end;
  }
  const uint32_t added = sum_.tokens - before;
  if (added == 0) return;
  if (enclosing_link_[index(n)] != dom::kNoNode) sum_.link_tokens += added;
  if (has(n, kHidden)) sum_.hidden_tokens += added;
  flags_[index(doc_->parent(n))] |= kOwnText;
}

void PageIndex::mark_content() {
  for (uint32_t i = 1; i < doc_->size(); ++i) {
    const NodeId n{i};
    before_[i].content = static_cast<uint32_t>(places_.size());
    if (!doc_->is_element(n) || has(n, kSkipped) || tokens(span(n)) + images(span(n)) == 0)
      continue;
    flags_[i] |= kContent;
    const bool text = has(n, kOwnText) || doc_->name(n) == atoms::kImg;
    places_.push_back({n, path_number_[i], text ? 1U : 0U});
  }
  before_.back().content = static_cast<uint32_t>(places_.size());
}

}  // namespace weft::mine
