// SVG and MathML: 13.2.6.5, and the adjusted names of 13.2.6.1.

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "html/tree_builder.h"

namespace weft::html {
namespace {

namespace a = dom::atoms;
using dom::Namespace;

// The names whose spelling in SVG has capitals. Tokens come in lower case.
constexpr std::string_view kSvgTags[] = {"altGlyph",
                                         "altGlyphDef",
                                         "altGlyphItem",
                                         "animateColor",
                                         "animateMotion",
                                         "animateTransform",
                                         "clipPath",
                                         "feBlend",
                                         "feColorMatrix",
                                         "feComponentTransfer",
                                         "feComposite",
                                         "feConvolveMatrix",
                                         "feDiffuseLighting",
                                         "feDisplacementMap",
                                         "feDistantLight",
                                         "feDropShadow",
                                         "feFlood",
                                         "feFuncA",
                                         "feFuncB",
                                         "feFuncG",
                                         "feFuncR",
                                         "feGaussianBlur",
                                         "feImage",
                                         "feMerge",
                                         "feMergeNode",
                                         "feMorphology",
                                         "feOffset",
                                         "fePointLight",
                                         "feSpecularLighting",
                                         "feSpotLight",
                                         "feTile",
                                         "feTurbulence",
                                         "foreignObject",
                                         "glyphRef",
                                         "linearGradient",
                                         "radialGradient",
                                         "textPath"};

constexpr std::string_view kSvgAttributes[] = {"attributeName",
                                               "attributeType",
                                               "baseFrequency",
                                               "baseProfile",
                                               "calcMode",
                                               "clipPathUnits",
                                               "diffuseConstant",
                                               "edgeMode",
                                               "filterUnits",
                                               "glyphRef",
                                               "gradientTransform",
                                               "gradientUnits",
                                               "kernelMatrix",
                                               "kernelUnitLength",
                                               "keyPoints",
                                               "keySplines",
                                               "keyTimes",
                                               "lengthAdjust",
                                               "limitingConeAngle",
                                               "markerHeight",
                                               "markerUnits",
                                               "markerWidth",
                                               "maskContentUnits",
                                               "maskUnits",
                                               "numOctaves",
                                               "pathLength",
                                               "patternContentUnits",
                                               "patternTransform",
                                               "patternUnits",
                                               "pointsAtX",
                                               "pointsAtY",
                                               "pointsAtZ",
                                               "preserveAlpha",
                                               "preserveAspectRatio",
                                               "primitiveUnits",
                                               "refX",
                                               "refY",
                                               "repeatCount",
                                               "repeatDur",
                                               "requiredExtensions",
                                               "requiredFeatures",
                                               "specularConstant",
                                               "specularExponent",
                                               "spreadMethod",
                                               "startOffset",
                                               "stdDeviation",
                                               "stitchTiles",
                                               "surfaceScale",
                                               "systemLanguage",
                                               "tableValues",
                                               "targetX",
                                               "targetY",
                                               "textLength",
                                               "viewBox",
                                               "viewTarget",
                                               "xChannelSelector",
                                               "yChannelSelector",
                                               "zoomAndPan"};

constexpr std::string_view kMathAttributes[] = {"definitionURL"};

// From the atom of the lower-case name to the right spelling, sorted.
using Spellings = std::vector<std::pair<dom::Atom, std::string_view>>;

template <size_t kCount>
Spellings make_spellings(const std::string_view (&names)[kCount]) {
  Spellings spellings;
  for (const std::string_view name : names)
    spellings.emplace_back(dom::atom_of(ascii_lower(name)), name);
  std::sort(spellings.begin(), spellings.end());
  return spellings;
}

// The right spelling of a name; empty if it stays as it is.
std::string_view find_spelling(const Spellings& spellings, dom::Atom lower) {
  const auto it =
      std::lower_bound(spellings.begin(), spellings.end(), lower,
                       [](const auto& entry, dom::Atom atom) { return entry.first < atom; });
  return it != spellings.end() && it->first == lower ? it->second : std::string_view();
}

std::string_view svg_tag(dom::Atom lower) {
  static const Spellings spellings = make_spellings(kSvgTags);
  return find_spelling(spellings, lower);
}

std::string_view foreign_attribute(dom::Atom lower, Namespace name_space) {
  static const Spellings svg = make_spellings(kSvgAttributes);
  static const Spellings math = make_spellings(kMathAttributes);
  return find_spelling(name_space == Namespace::kSvg ? svg : math, lower);
}

}  // namespace

uint32_t TreeBuilder::adjusted_current_bits() const {
  return fragment_ && open_.size() == 1 ? context_bits_ : open_.top().bits;
}

// The tree construction dispatcher, 13.2.6. REQUIRES: the stack is not empty.
bool TreeBuilder::is_foreign(TokenKind kind) const {
  const uint32_t bits = adjusted_current_bits();
  if ((bits & kForeign) == 0 || kind == TokenKind::kEndOfFile) return false;
  if (kind == TokenKind::kText) return (bits & (kMathIntegration | kHtmlIntegration)) == 0;
  if (kind != TokenKind::kStartTag) return true;
  if ((bits & kHtmlIntegration) != 0) return false;
  if ((bits & kMathIntegration) != 0) return token_is(a::kMglyph) || token_is(a::kMalignmark);
  const bool annotation =
      open_.size() > 1 &&
      open_.top().slot == OpenElements::slot_of(a::kAnnotationXmlIndex, Namespace::kMathMl);
  return !(annotation && token_is(a::kSvg));
}

TreeBuilder::Step TreeBuilder::in_foreign_content(TokenKind kind) {
  switch (kind) {
    case TokenKind::kText: {
      const std::string_view text = tokenizer_.view(token_.text);
      if (std::any_of(text.begin(), text.end(),
                      [](char c) { return c != '\0' && !is_html_space(c); })) {
        frameset_ok_ = false;
      }
      insert_text(Nulls::kReplace);
      return Step::kDone;
    }
    case TokenKind::kComment:
      insert_comment();
      return Step::kDone;
    case TokenKind::kStartTag:
      return foreign_start_tag();
    case TokenKind::kEndTag:
      return foreign_end_tag();
    default:
      return Step::kDone;
  }
}

TreeBuilder::Step TreeBuilder::foreign_start_tag() {
  bool breaks_out = (tag_info(token_.name.atom).bits & kBreaksOut) != 0;
  if (token_is(a::kFont)) {
    const auto* begin = storage_.attributes.data() + token_.first_attribute;
    breaks_out = std::any_of(begin, begin + token_.attribute_count, [](const auto& entry) {
      return entry.name == a::kColor || entry.name == a::kFace || entry.name == a::kSize;
    });
  }
  if (breaks_out) return leave_foreign_content(TokenKind::kStartTag);
  const Namespace name_space =
      (adjusted_current_bits() & kSvg) != 0 ? Namespace::kSvg : Namespace::kMathMl;
  if (name_space == Namespace::kSvg) token_.name = adjusted_svg_name(token_.name);
  adjust_foreign_attributes(name_space);
  insert_foreign_element(name_space);
  if (token_.self_closing) pop_matched();
  return Step::kDone;
}

TreeBuilder::Step TreeBuilder::leave_foreign_content(TokenKind kind) {
  while ((open_.top().bits & kForeign) != 0 &&
         (open_.top().bits & (kMathIntegration | kHtmlIntegration)) == 0) {
    pop();
  }
  return in_mode(kind);
}

// The walk down the stack to an element of that name, or to an HTML element, without walking.
TreeBuilder::Step TreeBuilder::foreign_end_tag() {
  if (token_is(a::kBr) || token_is(a::kP)) return leave_foreign_content(TokenKind::kEndTag);
  if ((open_.top().bits & kForeign) == 0)
    return Step::kDone;  // Fragment case: only the root is open.
  const Name adjusted = adjusted_svg_name(token_.name);
  const int32_t position =
      std::max({open_.last_in_slot(OpenElements::slot_of(token_.name.index, Namespace::kSvg)),
                open_.last_in_slot(OpenElements::slot_of(token_.name.index, Namespace::kMathMl)),
                open_.last_in_slot(OpenElements::slot_of(adjusted.index, Namespace::kSvg))});
  if (position <= open_.stop(Stop::kHtml)) return in_mode(TokenKind::kEndTag);
  pop_through(position);
  return Step::kDone;
}

Name TreeBuilder::adjusted_svg_name(Name name) {
  const std::string_view spelling = svg_tag(name.atom);
  return spelling.empty() ? name : names_.intern_copy(spelling);
}

void TreeBuilder::adjust_foreign_attributes(Namespace name_space) {
  for (uint32_t i = 0; i < token_.attribute_count; ++i) {
    dom::AttributeEntry& entry = storage_.attributes[token_.first_attribute + i];
    const std::string_view spelling = foreign_attribute(entry.name, name_space);
    if (!spelling.empty()) entry.name = names_.intern_copy(spelling).atom;
  }
}

// An annotation-xml that holds HTML is an HTML integration point.
uint32_t TreeBuilder::annotation_xml_bits() const {
  for (uint32_t i = 0; i < token_.attribute_count; ++i) {
    const dom::AttributeEntry& entry = storage_.attributes[token_.first_attribute + i];
    const std::string_view value = tokenizer_.view(entry.value);
    if (entry.name == a::kEncoding &&
        (equals_ignoring_ascii_case(value, "text/html") ||
         equals_ignoring_ascii_case(value, "application/xhtml+xml"))) {
      return kHtmlIntegration;
    }
  }
  return 0;
}

uint32_t TreeBuilder::insert_foreign_element(Namespace name_space) {
  const Atom name = token_.name.atom;
  uint32_t bits = foreign_bits(name, name_space);
  if (name_space == Namespace::kMathMl && name == a::kAnnotationXml) bits |= annotation_xml_bits();
  const uint32_t node = writer_.insert(appropriate_place(), element_row(name, name_space));
  open_.push(node, OpenElements::slot_of(token_.name.index, name_space), bits);
  return node;
}

}  // namespace weft::html
