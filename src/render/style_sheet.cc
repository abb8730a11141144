// Reading and matching style sheets.
//
// Idea: of a style sheet only some forty properties matter here, and of its selectors the common ones.
// Rules are found by the id, class or tag of their last compound, so an element looks at few of them;
// the compounds before it are then looked for among its ancestors and siblings.
//
//   .card > h3.title, h3#top     two rules: found by class "title", and by id "top"
//
// DEVIATION from the standard: rules with selectors not known here are dropped one by one, not with
// their whole list; var() sees the custom properties of the root alone; layers and scopes are taken as
// if they were not there. Tested by estimate_test.cc.

#include "render/style_sheet.h"

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/class_tokens.h"

namespace weft::render {
namespace {

using dom::Document;
using dom::NodeId;

constexpr size_t kMaxSelectorParts = 12;
constexpr size_t kMaxNesting = 16;               // Of @media in @supports…
constexpr uint64_t kMaxMatchSteps = 20'000'000;  // Of a page; later rules do not match.
constexpr size_t kMaxRules = 200'000;

struct NamedProperty {
  std::string_view name;
  Property property;
};
// clang-format off
constexpr NamedProperty kProperties[] = {
    {"display", Property::kDisplay},           {"visibility", Property::kVisibility},
    {"opacity", Property::kOpacity},           {"width", Property::kWidth},
    {"min-width", Property::kMinWidth},        {"max-width", Property::kMaxWidth},
    {"height", Property::kHeight},             {"max-height", Property::kMaxHeight},
    {"float", Property::kFloat},               {"clear", Property::kClear},
    {"position", Property::kPosition},         {"left", Property::kLeft},
    {"right", Property::kRight},               {"top", Property::kTop},
    {"font-size", Property::kFontSize},        {"font-weight", Property::kFontWeight},
    {"font-style", Property::kFontStyle},      {"line-height", Property::kLineHeight},
    {"text-align", Property::kTextAlign},      {"text-indent", Property::kTextIndent},
    {"color", Property::kColor},               {"background", Property::kBackground},
    {"background-color", Property::kBackground},
    {"margin-top", Property::kMarginTop},      {"margin-right", Property::kMarginRight},
    {"margin-bottom", Property::kMarginBottom}, {"margin-left", Property::kMarginLeft},
    {"padding-top", Property::kPaddingTop},    {"padding-right", Property::kPaddingRight},
    {"padding-bottom", Property::kPaddingBottom}, {"padding-left", Property::kPaddingLeft},
    {"overflow", Property::kOverflow},         {"overflow-x", Property::kOverflow},
    {"overflow-y", Property::kOverflow},       {"box-sizing", Property::kBoxSizing},
    {"flex-direction", Property::kFlexDirection}, {"flex-wrap", Property::kFlexWrap},
    {"flex", Property::kFlex},                 {"grid-template-columns", Property::kGridColumns},
    {"clip", Property::kClip},                 {"clip-path", Property::kClip},
};
// clang-format on

uint64_t hash_of(dom::Atom tag) { return mix64(static_cast<uint64_t>(tag) + 1); }

std::optional<Property> property_named(std::string_view name) {
  for (const NamedProperty& known : kProperties) {
    if (known.name == name) return known.property;
  }
  return std::nullopt;
}

bool is_name_char(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Where the piece of CSS ends that begins at `at`: before one of `ends`, outside brackets and quotes.
size_t end_of_piece(std::string_view css, size_t at, std::string_view ends) {
  int depth = 0;
  for (; at < css.size(); ++at) {
    const char c = css[at];
    if (c == '"' || c == '\'') {
      const size_t closing = css.find(c, at + 1);
      if (closing == std::string_view::npos) return css.size();
      at = closing;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (depth <= 0 && ends.find(c) != std::string_view::npos) {
      return at;
    }
  }
  return at;
}

// Where the block ends whose { stands before `at`.
size_t end_of_block(std::string_view css, size_t at) {
  for (int depth = 1; at < css.size(); ++at) {
    if (css[at] == '{') ++depth;
    if (css[at] == '}' && --depth == 0) return at;
  }
  return css.size();
}

std::string without_comments(std::string_view css) {
  std::string text;
  text.reserve(css.size());
  while (true) {
    const size_t begin = css.find("/*");
    text += css.substr(0, begin);
    if (begin == std::string_view::npos) return text;
    const size_t end = css.find("*/", begin + 2);
    if (end == std::string_view::npos) return text;
    text += ' ';
    css.remove_prefix(end + 2);
  }
}

// Whether a query like "screen and (min-width: 600px)" holds for a screen of that width. What is not
// understood does not.
bool medium_fits(std::string_view query, float width) {
  if (query.find("print") != std::string_view::npos ||
      query.find("not ") != std::string_view::npos ||
      query.find("prefers-") != std::string_view::npos ||
      query.find("orientation: portrait") != std::string_view::npos) {
    return false;
  }
  for (const bool least : {true, false}) {
    const std::string_view name = least ? "min-width" : "max-width";
    const size_t found = query.find(name);
    if (found == std::string_view::npos) continue;
    size_t at = found + name.size();
    while (at < query.size() && !is_ascii_digit(query[at]) && query[at] != '.') ++at;
    float value = 0;
    const auto [end, error] =
        std::from_chars(query.data() + at, query.data() + query.size(), value);
    if (error != std::errc()) return false;
    const std::string_view unit(end, static_cast<size_t>(query.data() + query.size() - end));
    if (unit.starts_with("em") || unit.starts_with("rem")) value *= 16;
    if (least ? width < value : width > value) return false;
  }
  return true;
}

bool media_fit(std::string_view queries, float width) {
  while (true) {
    const size_t comma = queries.find(',');
    if (medium_fits(queries.substr(0, comma), width)) return true;
    if (comma == std::string_view::npos) return false;
    queries.remove_prefix(comma + 1);
  }
}

}  // namespace

// --- reading ---

class StyleSheets::Parser {
 public:
  Parser(StyleSheets& sheets, std::string_view css) : sheets_(sheets), css_(css) {}

  void run() {
    size_t ends[kMaxNesting];  // Of the blocks of at-rules that are open.
    size_t open = 0;
    size_t at = 0;
    while (at < css_.size()) {
      while (open > 0 && at >= ends[open - 1]) --open;
      const char c = css_[at];
      if (is_html_space(c) || c == '}' || c == ';') {
        ++at;
        continue;
      }
      if (css_.substr(at).starts_with("<!--") || css_.substr(at).starts_with("-->")) {
        at += 3;
        continue;
      }
      const size_t end = end_of_piece(css_, at, "{;}");
      if (end >= css_.size() || css_[end] != '{') {
        at = end + 1;
        continue;
      }
      const std::string_view head = trim(css_.substr(at, end - at));
      const size_t close = end_of_block(css_, end + 1);
      if (head.starts_with('@')) {
        const bool enter = enters(head) && open < kMaxNesting;
        if (enter) ends[open++] = close;
        at = enter ? end + 1 : close + 1;
        continue;
      }
      rules(head, css_.substr(end + 1, close - end - 1));
      at = close + 1;
    }
  }

  // Appends what a block declares. Custom properties are kept if it is one of the root.
  void declarations(std::string_view block, std::vector<Declaration>& found, bool of_root) {
    for (size_t at = 0; at < block.size();) {
      const size_t end = end_of_piece(block, at, ";");
      declaration(block.substr(at, end - at), found, of_root);
      at = end + 1;
    }
  }

 private:
  [[nodiscard]] bool enters(std::string_view head) const {
    if (head.starts_with("@media")) return media_fit(head.substr(6), sheets_.viewport_width_);
    return head.starts_with("@supports") || head.starts_with("@layer") ||
           head.starts_with("@container");
  }

  void declaration(std::string_view text, std::vector<Declaration>& found, bool of_root) {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view name = trim(text.substr(0, colon));
    std::string_view value = trim(text.substr(colon + 1));
    if (name.starts_with("--")) {
      if (of_root) sheets_.custom_.insert_or_assign(name, value);
      return;
    }
    bool important = false;
    if (const size_t mark = value.rfind('!'); mark != std::string_view::npos) {
      important = trim(value.substr(mark + 1)) == "important";
      value = trim(value.substr(0, mark));
    }
    if (value.empty()) return;
    if (name == "margin" || name == "padding") return four_sides(name, value, important, found);
    if (name == "font") return font(value, important, found);
    if (name == "flex-flow") {
      found.push_back({Property::kFlexDirection, important, value});
      return;
    }
    if (const auto property = property_named(name)) found.push_back({*property, important, value});
  }

  static std::vector<std::string_view> words(std::string_view value) {
    std::vector<std::string_view> words;
    for (size_t at = 0; at < value.size();) {
      const size_t end = end_of_piece(value, at, " \t\n");
      if (end > at) words.push_back(value.substr(at, end - at));
      at = end + 1;
    }
    return words;
  }

  static void four_sides(std::string_view name, std::string_view value, bool important,
                         std::vector<Declaration>& found) {
    const auto sides = words(value);
    if (sides.empty() || sides.size() > 4) return;
    const Property first = name == "margin" ? Property::kMarginTop : Property::kPaddingTop;
    for (size_t side = 0; side < 4; ++side) {  // Top, right, bottom, left.
      const size_t given = side < sides.size() ? side : side == 3 && sides.size() > 1 ? 1 : 0;
      found.push_back(
          {static_cast<Property>(static_cast<size_t>(first) + side), important, sides[given]});
    }
  }

  // "italic bold 12px/1.5 Arial": what stands before the size, and the size.
  static void font(std::string_view value, bool important, std::vector<Declaration>& found) {
    for (const std::string_view word : words(value)) {
      if (word == "italic" || word == "oblique") {
        found.push_back({Property::kFontStyle, important, word});
      } else if (word == "bold" || word == "bolder" || (word.size() == 3 && word.ends_with("00"))) {
        found.push_back({Property::kFontWeight, important, word});
      } else if (is_ascii_digit(word.front()) || word.front() == '.' || word.ends_with("large") ||
                 word.ends_with("small") || word == "medium" || word.starts_with("calc(")) {
        found.push_back({Property::kFontSize, important, word.substr(0, word.find('/'))});
        return;
      }
    }
  }

  void rules(std::string_view selectors, std::string_view block) {
    // Nested rules are not read: their declarations would count for the rule around them.
    if (block.find('{') != std::string_view::npos) {
      block = block.substr(0, block.find('{'));
      block = block.substr(0, block.rfind(';') + 1);
    }
    std::vector<Rule> found;
    bool of_root = false;
    for (size_t at = 0; at < selectors.size();) {
      const size_t end = end_of_piece(selectors, at, ",");
      const std::string_view text = trim(selectors.substr(at, end - at));
      of_root |= text == ":root" || text == "html" || text == "body" || text == "*";
      Rule rule;
      if (selector(text, rule)) found.push_back(std::move(rule));
      at = end + 1;
    }
    const auto begin = static_cast<uint32_t>(sheets_.declarations_.size());
    if (!found.empty() || of_root) declarations(block, sheets_.declarations_, of_root);
    const auto end = static_cast<uint32_t>(sheets_.declarations_.size());
    if (begin == end) return;
    for (Rule& rule : found) {
      rule.begin = begin;
      rule.end = end;
      sheets_.add_rule(std::move(rule));
    }
  }

  bool selector(std::string_view text, Rule& rule) {
    std::vector<Compound> parts;
    char combinator = 0;
    for (size_t at = 0; at < text.size();) {
      char between = 0;
      while (at < text.size() &&
             (is_html_space(text[at]) || text[at] == '>' || text[at] == '+' || text[at] == '~')) {
        if (!is_html_space(text[at]))
          between = text[at];
        else if (between == 0)
          between = ' ';
        ++at;
      }
      if (!parts.empty()) combinator = between == 0 ? ' ' : between;
      if (at >= text.size()) break;
      Compound compound;
      compound.combinator = combinator;
      if (!this->compound(text, at, compound, rule.specificity)) return false;
      parts.push_back(std::move(compound));
      if (parts.size() > kMaxSelectorParts) return false;
    }
    if (parts.empty()) return false;
    rule.selector.assign(std::make_move_iterator(parts.rbegin()),
                         std::make_move_iterator(parts.rend()));
    return true;
  }

  static std::string_view name_at(std::string_view text, size_t& at) {
    const size_t begin = at;
    while (at < text.size() && is_name_char(text[at])) ++at;
    return text.substr(begin, at - begin);
  }

  bool compound(std::string_view text, size_t& at, Compound& compound, uint32_t& specificity) {
    const size_t begin = at;
    if (text[at] == '*') {
      ++at;
    } else if (is_name_char(text[at])) {
      compound.tag = dom::atom_of(name_at(text, at));
      specificity += 1;
    }
    while (at < text.size()) {
      const char c = text[at];
      if (c == '.' || c == '#') {
        ++at;
        const std::string_view name = name_at(text, at);
        if (name.empty() || (at < text.size() && text[at] == '\\')) return false;
        if (c == '.')
          compound.classes.push_back(hash_bytes(name));
        else
          compound.id = hash_bytes(name);
        specificity += c == '.' ? 0x100 : 0x10000;
      } else if (c == '[') {
        if (!attribute(text, at, compound)) return false;
        specificity += 0x100;
      } else if (c == ':') {
        if (!pseudo(text, at, compound, specificity)) return false;
      } else if (is_html_space(c) || c == '>' || c == '+' || c == '~') {
        break;
      } else {
        return false;
      }
    }
    return at > begin;
  }

  static bool attribute(std::string_view text, size_t& at, Compound& compound) {
    const size_t end = text.find(']', at);
    if (end == std::string_view::npos) return false;
    const std::string_view inside = trim(text.substr(at + 1, end - at - 1));
    at = end + 1;
    size_t i = 0;
    AttributeTest test{.name = dom::atom_of(name_at(inside, i))};
    if (i == 0) return false;
    if (i < inside.size()) {
      const size_t equals = inside.find('=', i);
      if (equals == std::string_view::npos) return false;
      test.relation = inside[i];
      test.value = trim(inside.substr(equals + 1));
      if (test.value.size() >= 2 && (test.value[0] == '"' || test.value[0] == '\''))
        test.value = test.value.substr(1, test.value.find(test.value[0], 1) - 1);
    }
    compound.attributes.push_back(test);
    return true;
  }

  bool pseudo(std::string_view text, size_t& at, Compound& compound, uint32_t& specificity) {
    ++at;
    const std::string_view name = name_at(text, at);
    if (at < text.size() && text[at] == '(') {
      const size_t close = text.find(')', at);
      if (close == std::string_view::npos) return false;
      const std::string_view inside = trim(text.substr(at + 1, close - at - 1));
      at = close + 1;
      if (name != "not" || inside.empty()) return false;
      size_t i = 0;
      Compound excluded;
      if (!this->compound(inside, i, excluded, specificity) || i != inside.size()) return false;
      compound.excluded.push_back(std::move(excluded));
      return true;
    }
    specificity += 0x100;
    if (name == "root") return compound.root = true;
    if (name == "first-child") return compound.first_child = true;
    if (name == "last-child") return compound.last_child = true;
    // Links that nobody has followed: all of them.
    return name == "link";
  }

  StyleSheets& sheets_;
  std::string_view css_;
};

std::string_view StyleSheets::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

StyleSheets::StyleSheets(const Document& doc, float viewport_width)
    : doc_(doc), viewport_width_(viewport_width), elements_(doc.size()) {
  for (const NodeId n : doc.descendants(dom::kRoot)) {
    if (doc.is_element(n)) read_element(n);
  }
}

void StyleSheets::read_element(NodeId n) {
  Element& own = elements_[dom::index(n)];
  const NodeId parent = doc_.parent(n);
  const Element& around = elements_[dom::index(parent)];
  own.above = around.above;
  own.above.add(hash_of(doc_.name(parent)));
  if (around.id != 0) own.above.add(around.id);
  for (uint32_t i = around.begin; i < around.end; ++i) own.above.add(classes_[i]);
  if (const auto id = doc_.attribute(n, dom::atoms::kId)) own.id = hash_bytes(ascii_lower(*id));
  own.begin = static_cast<uint32_t>(classes_.size());
  for (const std::string_view token : dom::class_tokens(doc_, n))
    classes_.push_back(hash_bytes(ascii_lower(token)));
  own.end = static_cast<uint32_t>(classes_.size());
}

void StyleSheets::add(std::string_view css) {
  Parser(*this, keep(ascii_lower(without_comments(css)))).run();
}

std::vector<Declaration> StyleSheets::inline_style(std::string_view style) {
  std::vector<Declaration> found;
  Parser(*this, "").declarations(keep(ascii_lower(style)), found, false);
  return found;
}

void StyleSheets::add_rule(Rule rule) {
  if (rules_.size() >= kMaxRules) return;
  const auto number = static_cast<uint32_t>(rules_.size());
  for (size_t k = 1; k < rule.selector.size(); ++k) {
    const char link = rule.selector[k - 1].combinator;
    const Compound& compound = rule.selector[k];
    if (link != ' ' && link != '>') continue;
    if (compound.tag != dom::kNoAtom) rule.above.add(hash_of(compound.tag));
    if (compound.id != 0) rule.above.add(compound.id);
    for (const uint64_t name : compound.classes) rule.above.add(name);
  }
  const Compound& last = rule.selector.front();
  if (last.id != 0)
    by_id_[last.id].push_back(number);
  else if (!last.classes.empty())
    by_class_[last.classes.front()].push_back(number);
  else if (last.tag != dom::kNoAtom)
    by_tag_[last.tag].push_back(number);
  else
    for_all_.push_back(number);
  rules_.push_back(std::move(rule));
}

std::string_view StyleSheets::resolved(std::string_view value) {
  constexpr int kMaxDepth = 8;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const size_t at = value.find("var(");
    if (at == std::string_view::npos) return value;
    const size_t name_begin = at + 4;
    size_t end = name_begin;
    for (int open = 1; end < value.size(); ++end) {
      if (value[end] == '(') ++open;
      if (value[end] == ')' && --open == 0) break;
    }
    const std::string_view inside = value.substr(name_begin, end - name_begin);
    const size_t comma = inside.find(',');
    const auto known = custom_.find(trim(inside.substr(0, comma)));
    std::string_view replacement;
    if (known != custom_.end())
      replacement = known->second;
    else if (comma != std::string_view::npos)
      replacement = trim(inside.substr(comma + 1));
    if (at == 0 && end + 1 >= value.size()) {
      value = replacement;
      continue;
    }
    std::string joined(value.substr(0, at));
    joined += replacement;
    joined += value.substr(std::min(end + 1, value.size()));
    if (joined.size() > 1'000) return {};
    value = keep(std::move(joined));
  }
  return {};
}

// --- matching ---

bool StyleSheets::fits(NodeId n, const Compound& compound) const {
  if (compound.tag != dom::kNoAtom && doc_.name(n) != compound.tag) return false;
  const Element& own = elements_[dom::index(n)];
  if (compound.id != 0 && own.id != compound.id) return false;
  const auto begin = classes_.begin() + own.begin;
  const auto end = classes_.begin() + own.end;
  for (const uint64_t wanted : compound.classes) {
    if (std::find(begin, end, wanted) == end) return false;
  }
  for (const AttributeTest& test : compound.attributes) {
    const auto value = doc_.attribute(n, test.name);
    if (!value) return false;
    const std::string lower = ascii_lower(*value);
    bool holds = true;
    switch (test.relation) {
      case '=':
        holds = lower == test.value;
        break;
      case '^':
        holds = lower.starts_with(test.value);
        break;
      case '$':
        holds = lower.ends_with(test.value);
        break;
      case '*':
        holds = lower.find(test.value) != std::string::npos;
        break;
      case '|':
        holds = lower == test.value || lower.starts_with(std::string(test.value) + "-");
        break;
      case '~':
        holds = (" " + lower + " ").find(" " + std::string(test.value) + " ") != std::string::npos;
        break;
      default:
        break;
    }
    if (!holds) return false;
  }
  for (const Compound& excluded : compound.excluded) {
    if (fits(n, excluded)) return false;
  }
  if (compound.root && doc_.parent(n) != dom::kRoot) return false;
  const auto first_element = [&](NodeId from) {
    while (from != dom::kNoNode && !doc_.is_element(from)) from = doc_.next_sibling(from);
    return from;
  };
  if (compound.first_child && first_element(doc_.first_child(doc_.parent(n))) != n) return false;
  return !compound.last_child || first_element(doc_.next_sibling(n)) == dom::kNoNode;
}

namespace {

// The element before n among its siblings.
NodeId element_before(const Document& doc, NodeId n) {
  do n = doc.previous_sibling(n);
  while (n != dom::kNoNode && !doc.is_element(n));
  return n;
}

}  // namespace

// Goes left through the selector; where several elements may fit a compound, the nearest is taken
// first, and the next one if what is left of it does not fit.
bool StyleSheets::fits(NodeId n, const Rule& rule) {
  const auto& parts = rule.selector;
  if (!elements_[dom::index(n)].above.holds(rule.above)) return false;
  if (!fits(n, parts[0])) return false;
  if (parts.size() == 1) return true;
  std::vector<std::pair<size_t, NodeId>> tries = {{0, n}};  // Compound, and the element it fits.
  while (!tries.empty()) {
    const auto [k, at] = tries.back();
    tries.pop_back();
    if (k + 1 == parts.size()) return true;
    const char combinator = parts[k].combinator;
    const bool up = combinator == ' ' || combinator == '>';
    const bool once = combinator == '>' || combinator == '+';
    NodeId next = at;
    const size_t first = tries.size();
    while (++steps_ <= kMaxMatchSteps) {
      next = up ? doc_.parent(next) : element_before(doc_, next);
      if (next == dom::kNoNode || next == dom::kRoot) break;
      if (fits(next, parts[k + 1])) tries.emplace_back(k + 1, next);
      if (once) break;
    }
    std::reverse(tries.begin() + static_cast<std::ptrdiff_t>(first), tries.end());
    if (steps_ > kMaxMatchSteps) return false;
  }
  return false;
}

void StyleSheets::matching(NodeId n, std::vector<Declaration>& found) {
  candidates_.assign(for_all_.begin(), for_all_.end());
  const auto add = [&](const auto& index, const auto& key) {
    const auto entry = index.find(key);
    if (entry != index.end())
      candidates_.insert(candidates_.end(), entry->second.begin(), entry->second.end());
  };
  const Element& own = elements_[dom::index(n)];
  add(by_tag_, doc_.name(n));
  if (own.id != 0) add(by_id_, own.id);
  for (uint32_t i = own.begin; i < own.end; ++i) add(by_class_, classes_[i]);
  std::erase_if(candidates_, [&](uint32_t rule) { return !fits(n, rules_[rule]); });
  std::sort(candidates_.begin(), candidates_.end(), [&](uint32_t a, uint32_t b) {
    const uint32_t x = rules_[a].specificity;
    const uint32_t y = rules_[b].specificity;
    return x != y ? x < y : a < b;
  });
  for (const uint32_t number : candidates_) {
    const Rule& rule = rules_[number];
    found.insert(found.end(), declarations_.begin() + rule.begin, declarations_.begin() + rule.end);
  }
}

}  // namespace weft::render
