// StyleSheets: the part of CSS that says what is visible, how large text is, and where columns are.
//
//   StyleSheets sheets(doc, viewport_width);
//   sheets.add("h1 { font-size: 2em } .menu { display: none }");
//   sheets.matching(n, found);           // the declarations for n, weakest first
//
// Selectors of tags, classes, ids, attributes, the four combinators, :not(), :first-child,
// :last-child, :root; @media by width and medium; custom properties of the root. A rule whose selector
// says anything else is left out. Never fails; time and memory are linear in the text.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dom/document.h"

namespace weft::render {

enum class Property : uint8_t {
  kDisplay,
  kVisibility,
  kOpacity,
  kWidth,
  kMinWidth,
  kMaxWidth,
  kHeight,
  kMaxHeight,
  kFloat,
  kClear,
  kPosition,
  kLeft,
  kRight,
  kTop,
  kFontSize,
  kFontWeight,
  kFontStyle,
  kLineHeight,
  kTextAlign,
  kTextIndent,
  kColor,
  kBackground,
  kMarginTop,
  kMarginRight,
  kMarginBottom,
  kMarginLeft,
  kPaddingTop,
  kPaddingRight,
  kPaddingBottom,
  kPaddingLeft,
  kOverflow,
  kBoxSizing,
  kFlexDirection,
  kFlexWrap,
  kFlex,
  kGridColumns,
  kClip,
};
inline constexpr size_t kPropertyCount = static_cast<size_t>(Property::kClip) + 1;

struct Declaration {
  Property property;
  bool important = false;
  std::string_view value;  // Trimmed, in lower case.
};

class StyleSheets {
 public:
  // `doc` must outlive it.
  StyleSheets(const dom::Document& doc, float viewport_width);
  StyleSheets(const StyleSheets&) = delete;
  StyleSheets& operator=(const StyleSheets&) = delete;

  // Later sheets are stronger.
  void add(std::string_view css);
  // The declarations of a style attribute. The values live as long as the sheets.
  std::vector<Declaration> inline_style(std::string_view style);
  // What applies to an element, weakest first; important ones last, unordered with others'.
  void matching(dom::NodeId n, std::vector<Declaration>& found);
  // A value with its var() replaced by the root's custom properties.
  std::string_view resolved(std::string_view value);

 private:
  struct AttributeTest {
    dom::Atom name;
    char relation = 0;  // 0: present; otherwise '=', '~', '|', '^', '$', '*'.
    std::string_view value;
  };
  // Conditions on one element. Ids and classes are hashes of their lower case: two that differ in case
  // alone are taken for one.
  struct Compound {
    dom::Atom tag = dom::kNoAtom;  // kNoAtom: any.
    uint64_t id = 0;               // 0: any.
    std::vector<uint64_t> classes;
    std::vector<AttributeTest> attributes;
    std::vector<Compound> excluded;  // :not(…)
    bool root = false, first_child = false, last_child = false;
    char combinator = 0;  // To the left: ' ', '>', '+', '~'; 0 at the beginning.
  };
  // A set of tags, classes and ids that may have more in it than was put in.
  struct NameSet {
    std::array<uint64_t, 4> bits = {};
    void add(uint64_t hash) { bits[hash >> 6 & 3] |= uint64_t{1} << (hash & 63); }
    void add(const NameSet& other) {
      for (size_t i = 0; i < bits.size(); ++i) bits[i] |= other.bits[i];
    }
    [[nodiscard]] bool holds(const NameSet& other) const {
      for (size_t i = 0; i < bits.size(); ++i) {
        if ((bits[i] & other.bits[i]) != other.bits[i]) return false;
      }
      return true;
    }
  };
  struct Rule {
    std::vector<Compound> selector;  // From right to left.
    NameSet above;                   // What ancestors must have.
    uint32_t specificity = 0;
    uint32_t begin = 0, end = 0;  // Of declarations_.
  };
  // What selectors ask of an element.
  struct Element {
    uint64_t id = 0;
    uint32_t begin = 0, end = 0;  // Of classes_.
    NameSet above;                // Of its ancestors.
  };
  class Parser;

  std::string_view keep(std::string text);
  void add_rule(Rule rule);
  void read_element(dom::NodeId n);
  [[nodiscard]] bool fits(dom::NodeId n, const Compound& compound) const;
  bool fits(dom::NodeId n, const Rule& rule);

  const dom::Document& doc_;
  float viewport_width_;
  std::vector<Element> elements_;  // By node.
  std::vector<uint64_t> classes_;
  std::deque<std::string> texts_;  // What the views point into.
  std::vector<Declaration> declarations_;
  std::vector<Rule> rules_;
  // Rules by what their rightmost compound asks for: an id, else a class, else a tag, else nothing.
  std::unordered_map<uint64_t, std::vector<uint32_t>> by_id_, by_class_;
  std::unordered_map<dom::Atom, std::vector<uint32_t>> by_tag_;
  std::vector<uint32_t> for_all_;
  std::unordered_map<std::string_view, std::string_view> custom_;  // Of the root.
  std::vector<uint32_t> candidates_;
  uint64_t steps_ = 0;
};

}  // namespace weft::render
