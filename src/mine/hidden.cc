// Which elements a reader does not see. Style sheets are read only as far as rules of the form
//
//   .class, #id, tag, tag.class { … display: none … }
//
// outside @-blocks: a media query may not apply, and a selector with context would need an engine.
// Rules for bare tags are ignored. Tested by hidden_test.cc.

#include "mine/hidden.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr std::array<std::string_view, 12> kHidingClasses = {"hidden",       "hide",
                                                             "d-none",       "is-hidden",
                                                             "ng-hide",      "visually-hidden",
                                                             "sr-only",      "screen-reader-text",
                                                             "display-none", "displaynone",
                                                             "u-hidden",     "invisible"};

// Calls visit(word) for the words of a class attribute.
template <typename Visit>
void for_each_word(std::string_view text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    while (at < text.size() && is_html_space(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && !is_html_space(text[end])) ++end;
    if (end > at) visit(text.substr(at, end - at));
    at = end;
  }
}

// White space around the text and case aside.
bool ends_with(std::string_view text, std::string_view word) {
  text = trim(text);
  return text.size() >= word.size() &&
         equals_ignoring_ascii_case(text.substr(text.size() - word.size()), word);
}
bool starts_with(std::string_view text, std::string_view word) {
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
    if (starts_with(after, "none") && ends_with(before, "display")) return true;
    if (starts_with(after, "hidden") && ends_with(before, "visibility")) return true;
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

}  // namespace

HidingRules::HidingRules(const Document& doc) {
  for (uint32_t i = 0; i < doc.size(); ++i) {
    if (doc.name(NodeId{i}) != atoms::kStyle) continue;
    for (const NodeId c : doc.children(NodeId{i})) {
      if (doc.is_text(c)) read(doc.text(c));
    }
  }
}

void HidingRules::read(std::string_view css) {
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

void HidingRules::add(std::string_view selectors) {
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

bool HidingRules::contains(std::string_view tag, char mark, std::string_view name) const {
  return selectors_.contains(selector_hash("", mark, name)) ||
         selectors_.contains(selector_hash(tag, mark, name));
}

bool HidingRules::class_hides(std::string_view tag, std::string_view classes) const {
  bool hiding = false;
  for_each_word(classes, [&](std::string_view word) {
    for (const std::string_view known : kHidingClasses)
      hiding |= equals_ignoring_ascii_case(word, known);
    if (!selectors_.empty()) hiding |= contains(tag, '.', word);
  });
  return hiding;
}

bool HidingRules::attribute_hides(std::string_view tag, dom::Atom name,
                                  std::string_view value) const {
  if (name == atoms::kHidden) return !equals_ignoring_ascii_case(value, "false");
  if (name == atoms::kStyle) return hides(value);
  return name == atoms::kId && !selectors_.empty() && contains(tag, '#', value);
}

}  // namespace weft::mine
