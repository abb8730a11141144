// Which elements a reader does not see. Style sheets are read only as far as rules of the form
//
//   .class, #id, tag, tag.class { … display: none … }
//
// outside @-blocks: a media query may not apply, and a selector with context would need an engine.
// Rules for bare tags are ignored. Tested by hidden_test.cc.

#include "mine/hidden.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_set>

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

// Lower case, no white space: "display:none" is found however it was written.
std::string squeeze(std::string_view css) {
  std::string result;
  for (const char c : css) {
    if (!is_html_space(c)) result += ascii_lower(c);
  }
  return result;
}

bool hides(std::string_view declarations) {
  const std::string css = squeeze(declarations);
  return css.find("display:none") != std::string::npos ||
         css.find("visibility:hidden") != std::string::npos;
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

// The simple selectors that hide: ".name", "#name", "tag.name".
class HidingRules {
 public:
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
  [[nodiscard]] bool empty() const { return selectors_.empty(); }
  [[nodiscard]] bool contains(std::string_view prefix, char mark, std::string_view name) const {
    return selectors_.contains(
        hash_combine(hash_bytes(prefix), hash_bytes(name, static_cast<uint64_t>(mark))));
  }

 private:
  static size_t end_of_block(std::string_view css, size_t open) {
    int depth = 0;
    for (size_t at = open; at < css.size(); ++at) {
      if (css[at] == '{') ++depth;
      if (css[at] == '}' && --depth == 0) return at;
    }
    return std::string_view::npos;
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
      selectors_.insert(hash_combine(hash_bytes(selector.substr(0, mark)),
                                     hash_bytes(name, static_cast<uint64_t>(selector[mark]))));
    }
  }
  std::unordered_set<uint64_t> selectors_;
};

bool class_hides(const Document& doc, NodeId n, std::string_view classes,
                 const HidingRules& rules) {
  bool hiding = false;
  for_each_word(classes, [&](std::string_view word) {
    for (const std::string_view known : kHidingClasses)
      hiding |= equals_ignoring_ascii_case(word, known);
    if (!rules.empty()) {
      hiding |= rules.contains("", '.', word) || rules.contains(doc.name_text(n), '.', word);
    }
  });
  return hiding;
}

bool is_hidden(const Document& doc, NodeId n, const HidingRules& rules) {
  bool hiding = false;
  for (uint32_t i = 0; i < doc.attribute_count(n) && !hiding; ++i) {
    const dom::Attribute attribute = doc.attribute_at(n, i);
    if (attribute.name == atoms::kHidden)
      hiding = !equals_ignoring_ascii_case(attribute.value, "false");
    if (attribute.name == atoms::kStyle) hiding = hides(attribute.value);
    if (attribute.name == atoms::kClass) hiding = class_hides(doc, n, attribute.value, rules);
    if (attribute.name == atoms::kId && !rules.empty()) {
      hiding = rules.contains("", '#', attribute.value) ||
               rules.contains(doc.name_text(n), '#', attribute.value);
    }
  }
  return hiding;
}

}  // namespace

std::vector<uint8_t> hidden_nodes(const Document& doc) {
  HidingRules rules;
  for (const NodeId n : doc.nodes()) {
    if (doc.is_text(n) && doc.name(doc.parent(n)) == atoms::kStyle) rules.read(doc.text(n));
  }
  std::vector<uint8_t> hidden(doc.size(), 0);
  for (uint32_t i = 1; i < doc.size(); ++i) {
    const NodeId n{i};
    hidden[i] = hidden[dom::index(doc.parent(n))];
    if (hidden[i] == 0 && doc.is_element(n)) hidden[i] = is_hidden(doc, n, rules) ? 1 : 0;
  }
  return hidden;
}

}  // namespace weft::mine
