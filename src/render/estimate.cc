// An estimate of a page's layout.
//
// Idea: most of what a browser computes is not needed to know what is visible, which text is large, and
// where the columns are. So the cascade is done (style_sheet.h, and what browsers do by default), but
// text has a mean width instead of glyphs, and boxes are put by a flow model: blocks below each other,
// floats and cells beside each other.
//
//   E1  styles, from the root down: defaults of the tag, attributes of old HTML, rules, the style
//       attribute
//   E2  the width that content would like to have, from the leaves up
//   E3  widths, from the root down: as specified, of what is around, or as content likes
//   E4  heights and places within the parent, from the leaves up
//   E5  places on the page, from the root down; visibility
//
// No step recurses: nodes are in document order, so up and down are loops. Tested by estimate_test.cc;
// measured against Chromium by weft eval layout.

#include "render/estimate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/numbers.h"
#include "base/strings.h"
#include "dom/text.h"
#include "render/style_sheet.h"

namespace weft::render {
namespace {

using dom::Box;
using dom::Document;
using dom::Layout;
using dom::NodeId;
namespace atoms = dom::atoms;

// Mean advance of a character, and height of a line, in units of the font size (Chromium's default
// fonts on Debian, mixed text).
constexpr float kCharWidth = 0.46F;
constexpr float kLineHeight = 1.15F;
constexpr float kFarAway = 900;  // Further to the left than this, text is meant not to be seen.
constexpr float kRootSize = 16;

enum class Display : uint8_t {
  kNone,
  kInline,
  kBlock,
  kInlineBlock,
  kRow,
  kGrid,
  kTable,
  kTableRow,
  kCell
};
enum class Float : uint8_t { kNone, kLeft, kRight };

// A length that may wait for the width around it.
struct Length {
  enum class Unit : uint8_t { kAuto, kPixels, kPercent } unit = Unit::kAuto;
  float value = 0;

  [[nodiscard]] bool is_auto() const { return unit == Unit::kAuto; }
  [[nodiscard]] float of(float around, float fallback = 0) const {
    if (unit == Unit::kPixels) return value;
    return unit == Unit::kPercent ? value * around / 100 : fallback;
  }
};
constexpr Length pixels(float value) { return {Length::Unit::kPixels, value}; }

// What is known of a node beyond dom::Style.
struct Flow {
  Display display = Display::kInline;
  Float side = Float::kNone;
  bool absolute = false;
  bool hidden = false;  // visibility
  bool gone = false;    // It, or what it is in, is not drawn or cannot be seen.
  bool cuts = false;    // overflow
  bool clears = false;
  bool border_box = false;
  bool wraps = false;  // A row whose items may go on below.
  Length width, min_width, max_width, height, max_height, left, right, top;
  std::array<Length, 4> margin = {pixels(0), pixels(0), pixels(0), pixels(0)};
  std::array<float, 4> padding = {0, 0, 0, 0};  // Top, right, bottom, left.
  float indent = 0;
  float line = kLineHeight;  // In units of the font size.
  float grow = 0;            // Of an item in a row.
  uint32_t columns = 0;      // Of a grid.

  float wish = 0;      // E2: the width of the content.
  float content = 0;   // E3: the width inside.
  float outer = 0;     // E3: with padding.
  float tall = 0;      // E4
  float x = 0, y = 0;  // E4: within the content of the parent.
};

enum Side : size_t { kTopSide, kRightSide, kBottomSide, kLeftSide };

// --- defaults of tags ---

struct TagStyle {
  dom::Atom tag;
  Display display;
  uint16_t weight = 0;  // 0: as around.
  float size = 1;       // Times the font size around.
  float above = 0;      // Margins, in units of the own font size.
  float indent = 0;     // Padding to the left, in pixels.
};
// clang-format off
constexpr TagStyle kTags[] = {
    {atoms::kHtml, Display::kBlock}, {atoms::kBody, Display::kBlock}, {atoms::kDiv, Display::kBlock},
    {atoms::kSection, Display::kBlock}, {atoms::kArticle, Display::kBlock}, {atoms::kAside, Display::kBlock},
    {atoms::kHeader, Display::kBlock}, {atoms::kFooter, Display::kBlock}, {atoms::kNav, Display::kBlock},
    {atoms::kMain, Display::kBlock}, {atoms::kForm, Display::kBlock}, {atoms::kAddress, Display::kBlock},
    {atoms::kHgroup, Display::kBlock}, {atoms::kSearch, Display::kBlock}, {atoms::kCenter, Display::kBlock},
    {atoms::kFieldset, Display::kBlock}, {atoms::kLegend, Display::kBlock}, {atoms::kDetails, Display::kBlock},
    {atoms::kSummary, Display::kBlock}, {atoms::kHr, Display::kBlock, 0, 1, 0.5F}, {atoms::kNoscript, Display::kInline},
    {atoms::kP, Display::kBlock, 0, 1, 1}, {atoms::kPre, Display::kBlock, 0, 0.8125F, 1},
    {atoms::kBlockquote, Display::kBlock, 0, 1, 1}, {atoms::kFigure, Display::kBlock, 0, 1, 1}, {atoms::kFigcaption, Display::kBlock},
    {atoms::kH1, Display::kBlock, 700, 2, 0.67F}, {atoms::kH2, Display::kBlock, 700, 1.5F, 0.83F},
    {atoms::kH3, Display::kBlock, 700, 1.17F, 1}, {atoms::kH4, Display::kBlock, 700, 1, 1.33F},
    {atoms::kH5, Display::kBlock, 700, 0.83F, 1.67F}, {atoms::kH6, Display::kBlock, 700, 0.67F, 2.33F},
    {atoms::kUl, Display::kBlock, 0, 1, 1, 40}, {atoms::kOl, Display::kBlock, 0, 1, 1, 40}, {atoms::kMenu, Display::kBlock, 0, 1, 1, 40},
    {atoms::kLi, Display::kBlock}, {atoms::kDl, Display::kBlock, 0, 1, 1}, {atoms::kDt, Display::kBlock}, {atoms::kDd, Display::kBlock, 0, 1, 0, 40},
    {atoms::kTable, Display::kTable}, {atoms::kTbody, Display::kBlock}, {atoms::kThead, Display::kBlock}, {atoms::kTfoot, Display::kBlock},
    {atoms::kCaption, Display::kBlock}, {atoms::kTr, Display::kTableRow}, {atoms::kTd, Display::kCell}, {atoms::kTh, Display::kCell, 700, 1},
    {atoms::kB, Display::kInline, 700, 1}, {atoms::kStrong, Display::kInline, 700, 1},
    {atoms::kSmall, Display::kInline, 0, 0.8333F}, {atoms::kSub, Display::kInline, 0, 0.8333F}, {atoms::kSup, Display::kInline, 0, 0.8333F},
    {atoms::kBig, Display::kInline, 0, 1.2F}, {atoms::kCode, Display::kInline, 0, 0.8125F}, {atoms::kKbd, Display::kInline, 0, 0.8125F},
    {atoms::kSamp, Display::kInline, 0, 0.8125F}, {atoms::kTt, Display::kInline, 0, 0.8125F},
    {atoms::kImg, Display::kInlineBlock}, {atoms::kVideo, Display::kInlineBlock}, {atoms::kIframe, Display::kInlineBlock}, {atoms::kCanvas, Display::kInlineBlock},
    {atoms::kButton, Display::kInlineBlock}, {atoms::kInput, Display::kInlineBlock}, {atoms::kSelect, Display::kInlineBlock}, {atoms::kTextarea, Display::kInlineBlock},
    {atoms::kHead, Display::kNone}, {atoms::kScript, Display::kNone}, {atoms::kStyle, Display::kNone}, {atoms::kTitle, Display::kNone},
    {atoms::kMeta, Display::kNone}, {atoms::kLink, Display::kNone}, {atoms::kBase, Display::kNone}, {atoms::kTemplate, Display::kNone},
    {atoms::kDatalist, Display::kNone}, {atoms::kArea, Display::kNone}, {atoms::kParam, Display::kNone}, {atoms::kNoembed, Display::kNone}, {atoms::kNoframes, Display::kNone},
};
// clang-format on

const TagStyle* tag_style(dom::Atom tag) {
  static const std::vector<const TagStyle*> kByAtom = [] {
    uint32_t most = 0;
    for (const TagStyle& style : kTags) most = std::max(most, static_cast<uint32_t>(style.tag));
    std::vector<const TagStyle*> by_atom(most + 1, nullptr);
    for (const TagStyle& style : kTags) by_atom[static_cast<uint32_t>(style.tag)] = &style;
    return by_atom;
  }();
  return static_cast<uint32_t>(tag) < kByAtom.size() ? kByAtom[static_cast<uint32_t>(tag)]
                                                     : nullptr;
}

// What clips everything away, as texts for screen readers alone are written.
constexpr std::string_view kClipsAll[] = {"rect(0", "rect(1px,1px", "rect(1px, 1px", "inset(50%",
                                          "inset(100%"};

// Elements whose children are not drawn: they are drawn themselves, or are for browsers that cannot.
bool hides_children(dom::Atom tag) {
  return tag == atoms::kTextarea || tag == atoms::kSelect || tag == atoms::kVideo ||
         tag == atoms::kAudio || tag == atoms::kCanvas || tag == atoms::kIframe ||
         tag == atoms::kObject;
}

// --- values ---

// "12px", "1.5em", "80%", "calc(…)": the last only where it begins with what is understood.
std::optional<Length> length_of(std::string_view text, float em, float viewport) {
  if (text.starts_with("calc(")) text = trim(text.substr(5));
  if (text.starts_with("min(") || text.starts_with("max(")) text = trim(text.substr(4));
  if (text.starts_with("clamp(")) {  // The middle one is meant; the last is what wide windows get.
    const size_t last = text.rfind(',');
    text = trim(text.substr(last == std::string_view::npos ? 6 : last + 1));
  }
  float value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  value = std::clamp(value, -1e6F, 1e6F);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (unit.starts_with("px") || unit.empty() || unit.starts_with(')')) return pixels(value);
  if (unit.starts_with("rem")) return pixels(value * kRootSize);
  if (unit.starts_with("em")) return pixels(value * em);
  if (unit.starts_with('%')) return Length{Length::Unit::kPercent, value};
  if (unit.starts_with("vw")) return pixels(value * viewport / 100);
  if (unit.starts_with("vh")) return pixels(value * 9);
  if (unit.starts_with("pt")) return pixels(value * 4 / 3);
  if (unit.starts_with("ex") || unit.starts_with("ch")) return pixels(value * em / 2);
  if (unit.starts_with("cm")) return pixels(value * 37.8F);
  if (unit.starts_with("mm")) return pixels(value * 3.78F);
  if (unit.starts_with("in")) return pixels(value * 96);
  return std::nullopt;
}

struct NamedSize {
  std::string_view name;
  float pixels;
};
constexpr NamedSize kSizes[] = {{"xx-small", 9},  {"x-small", 10},  {"small", 13},
                                {"medium", 16},   {"large", 18},    {"x-large", 24},
                                {"xx-large", 32}, {"xxx-large", 48}};
constexpr float kOldSizes[] = {10, 13, 16, 18, 24, 32, 48};  // Of <font size=1> to 7.

std::optional<float> font_size_of(std::string_view text, float around, float viewport) {
  for (const NamedSize& known : kSizes) {
    if (known.name == text) return known.pixels;
  }
  if (text == "smaller") return around / 1.2F;
  if (text == "larger") return around * 1.2F;
  if (text == "inherit") return around;
  if (text == "initial") return kRootSize;
  const auto length = length_of(text, around, viewport);
  if (!length || length->value < 0) return std::nullopt;
  return length->of(around);
}

struct NamedColor {
  std::string_view name;
  uint32_t color;
};
constexpr NamedColor kColors[] = {{"black", 0x000000},  {"white", 0xFFFFFF},  {"red", 0xFF0000},
                                  {"green", 0x008000},  {"blue", 0x0000FF},   {"gray", 0x808080},
                                  {"grey", 0x808080},   {"silver", 0xC0C0C0}, {"navy", 0x000080},
                                  {"maroon", 0x800000}, {"orange", 0xFFA500}, {"yellow", 0xFFFF00}};

std::optional<uint32_t> estimated_color(std::string_view text) {
  text = text.substr(0, text.find(' ', text.starts_with("rgb") ? text.find(')') : 0));
  if (text.starts_with('#')) {
    uint32_t value = 0;
    const std::string_view digits = text.substr(1);
    const auto [end, error] = std::from_chars(
        digits.data(), digits.data() + std::min<size_t>(digits.size(), 6), value, 16);
    const auto read = static_cast<uint32_t>(end - digits.data());
    if (error != std::errc() || read < 3) return std::nullopt;
    if (read == 6) return value;
    value >>= 4 * (read - 3);
    const uint32_t r = value >> 8 & 15;
    const uint32_t g = value >> 4 & 15;
    const uint32_t b = value & 15;
    return r * 0x110000 + g * 0x1100 + b * 0x11;
  }
  if (text.starts_with("rgb")) {
    uint32_t color = 0;
    int parts = 0;
    for (size_t i = 0; i < text.size() && parts < 3; ++i) {
      if (!is_ascii_digit(text[i])) continue;
      uint32_t part = 0;
      const auto read = std::from_chars(text.data() + i, text.data() + text.size(), part);
      color = color << 8 | std::min(part, 255U);
      ++parts;
      i = static_cast<size_t>(read.ptr - text.data());
    }
    if (parts == 3 && !text.ends_with(",0)") && !text.ends_with(", 0)")) return color;
    return std::nullopt;
  }
  for (const NamedColor& known : kColors) {
    if (known.name == text) return known.color;
  }
  return std::nullopt;
}

std::optional<dom::TextAlign> estimated_align(std::string_view text) {
  if (text.find("center") != std::string_view::npos || text == "middle")
    return dom::TextAlign::kCenter;
  if (text.find("right") != std::string_view::npos || text == "end") return dom::TextAlign::kRight;
  if (text == "justify") return dom::TextAlign::kJustify;
  if (text.find("left") != std::string_view::npos || text == "start") return dom::TextAlign::kLeft;
  return std::nullopt;
}

// "1fr 300px", "repeat(3, 1fr)": how many columns.
uint32_t columns_of(std::string_view text) {
  if (const size_t repeat = text.find("repeat("); repeat != std::string_view::npos) {
    uint32_t count = 0;
    const std::string_view rest = text.substr(repeat + 7);
    std::from_chars(rest.data(), rest.data() + rest.size(), count);
    return std::clamp(count, 1U, 24U);
  }
  uint32_t count = 0;
  int depth = 0;
  bool in_word = false;
  for (const char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    const bool space = is_html_space(c) && depth == 0;
    count += !space && !in_word ? 1 : 0;
    in_word = !space;
  }
  return std::min(count, 24U);
}

// --- the estimate ---

class Estimator {
 public:
  Estimator(const Document& doc, const EstimateOptions& options)
      : doc_(doc),
        options_(options),
        sheets_(doc, options.width),
        layout_(doc),
        flow_(doc.size()) {}

  Layout run() {
    for (const std::string_view css : options_.style_sheets) sheets_.add(css);
    for (const NodeId n : doc_.nodes()) {
      if (doc_.name(n) == atoms::kStyle) sheets_.add(dom::text_content(doc_, n));
    }
    quirks_ = doc_.size() > 1 && doc_.kind(NodeId{1}) != dom::NodeKind::kDoctype;
    flow_[0].display = Display::kBlock;
    flow_[0].content = flow_[0].outer = options_.width;
    for (uint32_t i = 1; i < doc_.size(); ++i) style(NodeId{i});        // E1
    for (uint32_t i = doc_.size() - 1; i > 0; --i) wish(NodeId{i});     // E2
    for (uint32_t i = 0; i < doc_.size(); ++i) give_widths(NodeId{i});  // E3
    for (uint32_t i = doc_.size(); i-- > 0;) place(NodeId{i});          // E4
    for (uint32_t i = 0; i < doc_.size(); ++i) finish(NodeId{i});       // E5
    for (uint32_t i = doc_.size() - 1; i > 0; --i) {
      if (layout_.visible(NodeId{i})) layout_.set_visible(doc_.parent(NodeId{i}), true);
    }
    return std::move(layout_);
  }

 private:
  Flow& flow(NodeId n) { return flow_[dom::index(n)]; }

  // --- E1 ---

  void style(NodeId n) {
    const NodeId parent = doc_.parent(n);
    const Flow& around = flow(parent);
    Flow& own = flow(n);
    dom::Style look = layout_.style(parent);
    own.hidden = around.hidden;
    own.gone = around.gone || around.display == Display::kNone || hides_children(doc_.name(parent));
    own.indent = around.indent;
    own.line = around.line;
    if (!doc_.is_element(n)) {
      if (!doc_.is_text(n)) own.gone = true;
      layout_.set_style(n, look);
      return;
    }
    const dom::Style inherited = look;
    defaults(n, own, look);
    if (!own.gone) {
      declared_.clear();
      sheets_.matching(n, declared_);
      if (const auto style = doc_.attribute(n, atoms::kStyle)) {
        for (const Declaration& declaration : sheets_.inline_style(*style))
          declared_.push_back(declaration);
      }
      // The font size first: other lengths are measured in it. Important ones come last.
      for (const bool important : {false, true}) {
        for (const Declaration& one : declared_) {
          if (one.important == important && one.property == Property::kFontSize) {
            look.font_size =
                font_size_of(sheets_.resolved(one.value), inherited.font_size, options_.width)
                    .value_or(look.font_size);
          }
        }
      }
      for (const bool important : {false, true}) {
        for (const Declaration& one : declared_) {
          if (one.important == important) apply(one, inherited, own, look);
        }
      }
    }
    look.font_size = std::clamp(look.font_size, 0.0F, 1000.0F);
    if (own.absolute && own.display == Display::kInline) own.display = Display::kBlock;
    if (own.side != Float::kNone && own.display == Display::kInline) own.display = Display::kBlock;
    if (own.display == Display::kNone) own.gone = true;
    hide_what_is_cut(own, look);
    layout_.set_style(n, look);
  }

  void defaults(NodeId n, Flow& own, dom::Style& look) {
    const dom::Atom tag = doc_.name(n);
    const float around = look.font_size;
    if (doc_.name_space(n) == dom::Namespace::kHtml) {
      if (const TagStyle* known = tag_style(tag)) {
        own.display = known->display;
        look.font_size *= known->size;
        if (known->weight != 0) look.font_weight = known->weight;
        own.margin[kTopSide] = own.margin[kBottomSide] = pixels(known->above * look.font_size);
        own.padding[kLeftSide] = known->indent;
      }
    } else if (const std::string_view name = doc_.name_text(n); name == "svg") {
      own.display = Display::kInlineBlock;
    } else if (name == "title" || name == "desc" || name == "defs" || name == "metadata" ||
               name == "symbol" || name == "style") {
      own.display = Display::kNone;
    }
    if (tag == atoms::kI || tag == atoms::kEm || tag == atoms::kCite || tag == atoms::kAddress ||
        tag == atoms::kVar || tag == atoms::kDfn) {
      look.italic = true;
    } else if (tag == atoms::kBody) {
      for (Length& side : own.margin) side = pixels(8);
    } else if (tag == atoms::kBlockquote || tag == atoms::kFigure) {
      own.margin[kLeftSide] = own.margin[kRightSide] = pixels(40);
    } else if (tag == atoms::kCenter || tag == atoms::kTh || tag == atoms::kCaption) {
      look.align = dom::TextAlign::kCenter;
    } else if (tag == atoms::kTable) {
      if (quirks_) look.font_size = kRootSize;
      look.align = quirks_ ? dom::TextAlign::kLeft : look.align;
    } else if (tag == atoms::kTd) {
      for (float& side : own.padding) side = 1;
    } else if (tag == atoms::kButton || tag == atoms::kInput || tag == atoms::kSelect ||
               tag == atoms::kTextarea) {
      look.font_size = 13.333F;
      look.align = tag == atoms::kButton ? dom::TextAlign::kCenter : dom::TextAlign::kLeft;
      if (doc_.attribute(n, atoms::kType) == "hidden") own.display = Display::kNone;
    } else if (tag == atoms::kFont) {
      old_font(n, look);
    } else if (tag == atoms::kNoscript) {
      if (options_.scripts) own.display = Display::kNone;
    } else if (tag == atoms::kDialog && !doc_.attribute(n, atoms::kOpen)) {
      own.display = Display::kNone;
    }
    // A code in a code is not smaller still.
    if (tag_style(tag) != nullptr && tag_style(tag)->size == 0.8125F && around < 14)
      look.font_size = around;
    const NodeId parent = doc_.parent(n);
    if (doc_.name(parent) == atoms::kDetails && tag != atoms::kSummary &&
        !doc_.attribute(parent, atoms::kOpen)) {
      own.display = Display::kNone;
    }
    if (doc_.attribute(n, atoms::kHidden)) own.display = Display::kNone;
    old_attributes(n, own, look);
  }

  static void old_size(std::string_view text, dom::Style& look) {
    const bool relative = text.starts_with('+') || text.starts_with('-');
    int size = leading_number(text.starts_with('+') ? text.substr(1) : text, 3);
    if (relative) size += 3;
    look.font_size = kOldSizes[std::clamp(size, 1, 7) - 1];
  }

  void old_font(NodeId n, dom::Style& look) {
    if (const auto size = doc_.attribute(n, atoms::kSize)) old_size(trim(*size), look);
    if (const auto color = doc_.attribute(n, atoms::kColor))
      look.color = estimated_color(ascii_lower(*color)).value_or(look.color);
  }

  // width, height, align and bgcolor, as pages of the nineties have them.
  void old_attributes(NodeId n, Flow& own, dom::Style& look) {
    const dom::Atom tag = doc_.name(n);
    const bool sized = own.display == Display::kTable || own.display == Display::kCell ||
                       own.display == Display::kInlineBlock || tag == atoms::kHr;
    if (sized) {
      if (const auto width = doc_.attribute(n, atoms::kWidth))
        own.width = length_of(trim(*width), 16, options_.width).value_or(Length());
      if (const auto height = doc_.attribute(n, atoms::kHeight))
        own.height = length_of(trim(*height), 16, options_.width).value_or(Length());
    }
    if (const auto align = doc_.attribute(n, atoms::kAlign);
        align && own.display != Display::kInline) {
      const std::string lower = ascii_lower(*align);
      const auto found = estimated_align(lower);
      if (tag == atoms::kTable || own.display == Display::kInlineBlock) {
        if (found == dom::TextAlign::kLeft) own.side = Float::kLeft;
        if (found == dom::TextAlign::kRight) own.side = Float::kRight;
        if (found == dom::TextAlign::kCenter && tag == atoms::kTable)
          own.margin[kLeftSide] = own.margin[kRightSide] = Length();
      } else if (found) {
        look.align = *found;
      }
    }
    if (const auto color = doc_.attribute(n, atoms::kBgcolor))
      look.background = estimated_color(ascii_lower(*color)).value_or(look.background);
  }

  void apply(const Declaration& one, const dom::Style& inherited, Flow& own, dom::Style& look) {
    const std::string_view value = sheets_.resolved(one.value);
    if (Length* const length = length_named(one.property, own)) {
      if (value == "auto" || value == "none")
        *length = Length();
      else if (const auto read = length_of(value, look.font_size, options_.width))
        *length = *read;
      return;
    }
    apply_to_text(one.property, value, inherited, own, look);
    apply_to_box(one.property, value, look.font_size, own);
  }

  // Where a property goes that is nothing but a length.
  static Length* length_named(Property property, Flow& own) {
    switch (property) {
      case Property::kWidth:
        return &own.width;
      case Property::kMinWidth:
        return &own.min_width;
      case Property::kMaxWidth:
        return &own.max_width;
      case Property::kHeight:
        return &own.height;
      case Property::kMaxHeight:
        return &own.max_height;
      case Property::kLeft:
        return &own.left;
      case Property::kRight:
        return &own.right;
      case Property::kTop:
        return &own.top;
      case Property::kMarginTop:
        return &own.margin[kTopSide];
      case Property::kMarginRight:
        return &own.margin[kRightSide];
      case Property::kMarginBottom:
        return &own.margin[kBottomSide];
      case Property::kMarginLeft:
        return &own.margin[kLeftSide];
      default:
        return nullptr;
    }
  }

  // Fonts, colours and lines.
  void apply_to_text(Property property, std::string_view value, const dom::Style& inherited,
                     Flow& own, dom::Style& look) {
    switch (property) {
      case Property::kFontWeight:
        if (value == "bold" || value == "bolder")
          look.font_weight = 700;
        else if (value == "normal" || value == "lighter")
          look.font_weight = 400;
        else if (value == "inherit")
          look.font_weight = inherited.font_weight;
        else if (const auto read = length_of(value, 1, 1); read && read->value >= 1)
          look.font_weight = static_cast<uint16_t>(std::min(read->value, 1000.0F));
        break;
      case Property::kFontStyle:
        look.italic = value != "normal";
        break;
      case Property::kLineHeight:
        if (const auto read = length_of(value, look.font_size, options_.width)) {
          const bool plain = is_ascii_digit(value.back()) || value.back() == '.';
          const float size = std::max(look.font_size, 1.0F);
          own.line = std::clamp(plain ? read->value : read->of(size) / size, 0.0F, 5.0F);
        }
        break;
      case Property::kTextAlign:
        look.align = estimated_align(value).value_or(look.align);
        break;
      case Property::kTextIndent:
        if (const auto read = length_of(value, look.font_size, options_.width))
          own.indent = read->of(options_.width);
        break;
      case Property::kColor:
        look.color = estimated_color(value).value_or(look.color);
        break;
      case Property::kBackground:
        look.background = estimated_color(value).value_or(look.background);
        break;
      default:  // The font size is read before: lengths depend on it.
        break;
    }
  }

  // What kind of box it is, and whether it is seen.
  void apply_to_box(Property property, std::string_view value, float font_size, Flow& own) {
    switch (property) {
      case Property::kDisplay:
        set_display(value, own);
        break;
      case Property::kVisibility:
        own.hidden = value == "hidden" || value == "collapse";
        break;
      case Property::kOpacity:
        if (const auto read = length_of(value, 1, 1); read && read->value < 0.01F) own.gone = true;
        break;
      case Property::kFloat:
        own.side = value == "left" ? Float::kLeft : value == "right" ? Float::kRight : Float::kNone;
        break;
      case Property::kClear:
        own.clears = value != "none";
        break;
      case Property::kPosition:
        own.absolute = value == "absolute" || value == "fixed";
        break;
      case Property::kOverflow:
        own.cuts = value != "visible";
        break;
      case Property::kBoxSizing:
        own.border_box = value == "border-box";
        break;
      case Property::kFlexDirection:
        if (value.find("column") != std::string_view::npos && own.display == Display::kRow)
          own.display = Display::kBlock;
        if (value.find("wrap") != std::string_view::npos) own.wraps = true;
        break;
      case Property::kFlexWrap:
        own.wraps = value.starts_with("wrap");
        break;
      case Property::kFlex:
        if (const auto read = length_of(value, 1, 1)) own.grow = read->value;
        break;
      case Property::kGridColumns:
        own.columns = columns_of(value);
        break;
      case Property::kClip:
        for (const std::string_view all : kClipsAll) own.gone |= value.starts_with(all);
        break;
      case Property::kPaddingTop:
      case Property::kPaddingRight:
      case Property::kPaddingBottom:
      case Property::kPaddingLeft:
        if (const auto read = length_of(value, font_size, options_.width)) {
          own.padding[static_cast<size_t>(property) - static_cast<size_t>(Property::kPaddingTop)] =
              std::max(0.0F, read->of(options_.width / 2));
        }
        break;
      default:
        break;
    }
  }

  static void set_display(std::string_view value, Flow& own) {
    if (value == "none")
      own.display = Display::kNone;
    else if (value == "inline" || value == "contents")
      own.display = Display::kInline;
    else if (value.starts_with("inline-"))
      own.display = Display::kInlineBlock;
    else if (value == "flex" || value == "-webkit-flex" || value == "-webkit-box" ||
             value == "-ms-flexbox")
      own.display = Display::kRow;
    else if (value == "grid")
      own.display = Display::kGrid;
    else if (value == "table")
      own.display = Display::kTable;
    else if (value == "table-row")
      own.display = Display::kTableRow;
    else if (value == "table-cell")
      own.display = Display::kCell;
    else if (value == "block" || value == "list-item" || value == "flow-root" ||
             value.starts_with("table"))
      own.display = Display::kBlock;
  }

  // Texts for screen readers alone, and parts of a page that are folded away.
  static void hide_what_is_cut(Flow& own, const dom::Style& look) {
    const auto tiny = [](const Length& length) {
      return length.unit == Length::Unit::kPixels && length.value <= 1;
    };
    if (own.cuts && (tiny(own.height) || tiny(own.max_height) || tiny(own.width))) own.gone = true;
    if (own.absolute && (own.left.of(1000) < -kFarAway || own.top.of(1000) < -kFarAway))
      own.gone = true;
    if (own.indent < -kFarAway || look.font_size < 1) own.gone = true;
    if (own.margin[kLeftSide].of(1000) < -kFarAway * 3) own.gone = true;
  }

  // --- E2 ---

  [[nodiscard]] float text_width(NodeId n) const {
    size_t characters = 0;
    bool space = true;
    for (const char c : doc_.text(n)) {
      const bool blank = is_html_space(c);
      const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
      characters += (blank && space) || continues ? 0 : 1;
      space = blank;
    }
    return static_cast<float>(characters) * layout_.style(n).font_size * kCharWidth;
  }

  void wish(NodeId n) {
    Flow& own = flow(n);
    if (own.gone) return;
    if (doc_.is_text(n)) {
      own.wish = text_width(n);
    } else if (own.width.unit == Length::Unit::kPixels) {
      own.wish = own.width.value;
    } else if (own.display == Display::kInlineBlock && doc_.first_child(n) == dom::kNoNode) {
      own.wish = doc_.name(n) == atoms::kInput ? 150 : doc_.name(n) == atoms::kSelect ? 80 : 20;
    }
    own.wish += own.padding[kLeftSide] + own.padding[kRightSide];
    if (own.max_width.unit == Length::Unit::kPixels)
      own.wish = std::min(own.wish, own.max_width.value);
    const NodeId parent = doc_.parent(n);
    Flow& around = flow(parent);
    if (own.absolute || around.width.unit == Length::Unit::kPixels) return;
    const float whole = own.wish + own.margin[kLeftSide].of(0) + own.margin[kRightSide].of(0);
    // What stands side by side adds up; what stands in lines of its own, the widest.
    const bool beside = own.display == Display::kInline || own.display == Display::kInlineBlock ||
                        own.side != Float::kNone || around.display == Display::kRow ||
                        own.display == Display::kCell || doc_.is_text(n);
    around.wish = beside ? std::min(around.wish + whole, 1e6F) : std::max(around.wish, whole);
  }

  // --- E3: widths of the children of n ---

  void give_widths(NodeId n) {
    const Flow& own = flow(n);
    if (own.gone || !(doc_.is_element(n) || n == dom::kRoot)) return;
    switch (own.display) {
      case Display::kRow:
        return give_row(n);
      case Display::kGrid:
        return give_grid(n);
      case Display::kTable:
        return give_table(n);
      default:
        break;
    }
    for (const NodeId child : doc_.children(n)) {
      if (!flow(child).gone) give_width(child, own.content, stretches(flow(child)));
    }
  }

  static bool stretches(const Flow& own) {
    return own.side == Float::kNone && !own.absolute &&
           (own.display == Display::kBlock || own.display == Display::kRow ||
            own.display == Display::kGrid || own.display == Display::kTableRow);
  }

  // By what is specified; else all of it, or what the content wishes.
  void give_width(NodeId n, float around, bool stretch) {
    Flow& own = flow(n);
    if (own.content > 0 && own.display == Display::kCell) return;  // The table has said it.
    const float padding = own.padding[kLeftSide] + own.padding[kRightSide];
    const float margin = own.margin[kLeftSide].of(around) + own.margin[kRightSide].of(around);
    if (own.display == Display::kInline || doc_.is_text(n)) {
      own.content = around;
      own.outer = std::min(own.wish, around);
      return;
    }
    float outer = stretch ? around - margin : std::min(own.wish, around);
    if (!own.width.is_auto()) outer = own.width.of(around) + (own.border_box ? 0 : padding);
    if (!own.max_width.is_auto())
      outer = std::min(outer, own.max_width.of(around) + (own.border_box ? 0 : padding));
    if (!own.min_width.is_auto()) outer = std::max(outer, own.min_width.of(around));
    own.outer = std::max(outer, 0.0F);
    own.content = std::max(own.outer - padding, 0.0F);
  }

  // Items of a row: as specified or wished; what is left goes to those that grow, what is missing is
  // taken from all.
  void give_row(NodeId n) {
    const float all = flow(n).content;
    float used = 0;
    float grow = 0;
    for (const NodeId child : doc_.children(n)) {
      Flow& item = flow(child);
      if (item.gone || item.absolute) continue;
      give_width(child, all, false);
      used += item.outer + item.margin[kLeftSide].of(0) + item.margin[kRightSide].of(0);
      grow += item.grow;
    }
    if (used <= 0) return;
    const bool wraps = flow(n).wraps;
    for (const NodeId child : doc_.children(n)) {
      Flow& item = flow(child);
      if (item.gone || item.absolute || doc_.is_text(child)) continue;
      float outer = item.outer;
      if (used > all && !wraps)
        outer *= all / used;
      else if (used < all && grow > 0)
        outer += (all - used) * item.grow / grow;
      set_outer(item, outer);
    }
  }

  static void set_outer(Flow& item, float outer) {
    item.outer = outer;
    item.content = std::max(outer - item.padding[kLeftSide] - item.padding[kRightSide], 0.0F);
  }

  void give_grid(NodeId n) {
    const Flow& own = flow(n);
    const float width = own.content / static_cast<float>(std::max(own.columns, 1U));
    for (const NodeId child : doc_.children(n)) {
      if (!flow(child).gone) give_width(child, width, !flow(child).absolute);
    }
  }

  // Columns are as wide as their widest cell wishes, scaled to the table.
  void give_table(NodeId table) {
    std::vector<float> columns;
    std::vector<std::pair<NodeId, uint32_t>> cells;  // With their column.
    const auto row_cells = [&](NodeId row) {
      uint32_t column = 0;
      for (const NodeId cell : doc_.children(row)) {
        const Flow& own = flow(cell);
        if (own.gone || own.display != Display::kCell) continue;
        const uint32_t span = std::clamp(
            leading_number(doc_.attribute(cell, atoms::kColspan).value_or("1"), 1U), 1U, 50U);
        columns.resize(std::max<size_t>(columns.size(), std::min(column + span, 500U)), 0);
        const float wished =
            own.width.is_auto() ? own.wish : std::max(own.width.of(flow(table).content), 1.0F);
        if (span == 1 && column < columns.size())
          columns[column] = std::max(columns[column], wished);
        cells.emplace_back(cell, column);
        column = std::min(column + span, 499U);
      }
    };
    for (const NodeId child : doc_.children(table)) {
      if (flow(child).display == Display::kTableRow) row_cells(child);
      if (doc_.name(child) != atoms::kTbody && doc_.name(child) != atoms::kThead &&
          doc_.name(child) != atoms::kTfoot) {
        continue;
      }
      for (const NodeId row : doc_.children(child)) {
        if (flow(row).display == Display::kTableRow) row_cells(row);
      }
    }
    float sum = 0;
    for (const float column : columns) sum += column;
    Flow& own = flow(table);
    if (own.width.is_auto()) set_outer(own, std::min(own.content, std::max(sum, 1.0F)));
    const float scale = sum > 0 ? own.content / sum : 0;
    for (const auto& [cell, column] : cells) {
      const auto span = leading_number(doc_.attribute(cell, atoms::kColspan).value_or("1"), 1U);
      float width = 0;
      for (size_t c = column; c < std::min<size_t>(columns.size(), column + std::max(span, 1U));
           ++c)
        width += columns[c] * scale;
      set_outer(flow(cell), width);
    }
    for (const NodeId child : doc_.children(table)) {
      if (!flow(child).gone) give_width(child, own.content, true);
    }
  }

  // --- E4: where the children of n are, and how high that makes it ---

  void place(NodeId n) {
    Flow& own = flow(n);
    if (own.gone) return;
    const dom::Style& look = layout_.style(n);
    const float line = look.font_size * own.line;
    if (doc_.is_text(n)) {
      const float lines = own.content > 0 ? std::ceil(own.wish / own.content) : 1;
      own.tall = own.wish > 0 ? std::max(lines, 1.0F) * line : 0;
      return;
    }
    const bool beside = own.display == Display::kRow || own.display == Display::kTableRow ||
                        own.display == Display::kGrid;
    const float inside = beside ? place_beside(n) : place_flow(n);
    own.tall = inside + own.padding[kTopSide] + own.padding[kBottomSide];
    if (own.height.unit == Length::Unit::kPixels) own.tall = own.height.value;
    if (own.tall == 0 && own.display == Display::kInlineBlock) own.tall = line;
  }

  float place_beside(NodeId n) {
    const Flow& own = flow(n);
    float x = 0;
    float y = 0;
    float tallest = 0;
    uint32_t column = 0;
    for (const NodeId child : doc_.children(n)) {
      Flow& item = flow(child);
      if (item.gone) continue;
      if (item.absolute) {
        place_absolute(item, own.content);
        continue;
      }
      const float whole = item.outer + item.margin[kLeftSide].of(0) + item.margin[kRightSide].of(0);
      const bool full = own.display == Display::kGrid
                            ? column >= std::max(own.columns, 1U)
                            : own.wraps && x > 0 && x + whole > own.content + 1;
      if (full) {
        y += tallest;
        x = tallest = 0;
        column = 0;
      }
      item.x = x + item.margin[kLeftSide].of(0);
      item.y = y + item.margin[kTopSide].of(0);
      x += own.display == Display::kGrid
               ? own.content / static_cast<float>(std::max(own.columns, 1U))
               : whole;
      ++column;
      tallest = std::max(tallest,
                         item.tall + item.margin[kTopSide].of(0) + item.margin[kBottomSide].of(0));
    }
    return y + tallest;
  }

  static void place_absolute(Flow& item, float around) {
    item.x = !item.left.is_auto()    ? item.left.of(around)
             : !item.right.is_auto() ? around - item.right.of(around) - item.outer
                                     : 0;
    item.y = item.top.of(around);
  }

  // Lines of text, blocks below each other, floats at the sides.
  float place_flow(NodeId n) {
    FlowCursor at{.all = flow(n).content, .align = layout_.style(n).align};
    line_.clear();
    for (const NodeId child : doc_.children(n)) {
      Flow& item = flow(child);
      if (item.gone) continue;
      if (item.absolute)
        place_absolute(item, at.all);
      else if (item.side != Float::kNone)
        place_float(item, at);
      else if (doc_.is_text(child) || item.display == Display::kInline ||
               item.display == Display::kInlineBlock)
        place_in_line(child, item, at);
      else
        place_block(item, at);
    }
    end_line(at);
    return std::max(at.y, at.floats_end);
  }

  // Where the next child of a flow comes.
  struct FlowCursor {
    float all;  // The width of the flow.
    dom::TextAlign align;
    float y = 0;
    float line_x = 0;
    float line_height = 0;
    float left = 0;  // What floats take at the sides,
    float right = 0;
    float floats_top = 0;  // from here
    float floats_end = 0;  // to here.

    void leave_floats() { left = right = 0; }
  };

  void end_line(FlowCursor& at) {
    const float free = at.all - at.left - at.right - at.line_x;
    const float shift = free <= 0                             ? 0
                        : at.align == dom::TextAlign::kCenter ? free / 2
                        : at.align == dom::TextAlign::kRight  ? free
                                                              : 0;
    for (const NodeId item : line_) flow(item).x += shift;
    line_.clear();
    at.y += at.line_height;
    at.line_x = at.line_height = 0;
    if (at.y >= at.floats_end) at.leave_floats();
  }

  static void place_float(Flow& item, FlowCursor& at) {
    const float before = item.margin[kLeftSide].of(at.all);
    const float after = item.margin[kRightSide].of(at.all);
    const float whole = item.outer + before + after;
    if (at.left + at.right + whole > at.all + 1 && (at.left > 0 || at.right > 0)) {
      at.floats_top = at.floats_end;
      at.leave_floats();
    }
    if (at.left == 0 && at.right == 0) at.floats_top = std::max(at.floats_top, at.y);
    item.y = at.floats_top + item.margin[kTopSide].of(at.all);
    const bool is_left = item.side == Float::kLeft;
    item.x = is_left ? at.left + before : at.all - at.right - item.outer - after;
    (is_left ? at.left : at.right) += whole;
    at.floats_end =
        std::max(at.floats_end, item.y + item.tall + item.margin[kBottomSide].of(at.all));
  }

  void place_in_line(NodeId child, Flow& item, FlowCursor& at) {
    if (doc_.name(child) == atoms::kBr) {
      at.line_height = std::max(at.line_height, layout_.style(child).font_size * item.line);
      return end_line(at);
    }
    const float room = at.all - at.left - at.right;
    const bool unbroken = item.display == Display::kInlineBlock;
    if (at.line_x > 0 && unbroken && at.line_x + item.outer > room) end_line(at);
    item.x = at.left + (at.line_x + item.wish <= room || at.line_x == 0 ? at.line_x : 0);
    item.y = at.y;
    at.line_x += item.wish;
    at.line_height = std::max(at.line_height, item.tall);
    line_.push_back(child);
    if (at.line_x > room && room > 0) at.line_x = std::fmod(at.line_x, room);
  }

  void place_block(Flow& item, FlowCursor& at) {
    end_line(at);
    if (item.clears) {
      at.y = std::max(at.y, at.floats_end);
      at.leave_floats();
    }
    at.y += item.margin[kTopSide].of(at.all);
    item.y = at.y;
    const float free = at.all - item.outer;
    const Length &before = item.margin[kLeftSide], &after = item.margin[kRightSide];
    item.x =
        !before.is_auto() ? before.of(at.all) : std::max(0.0F, after.is_auto() ? free / 2 : free);
    if (item.display == Display::kTable && at.align == dom::TextAlign::kCenter && quirks_)
      item.x = std::max(0.0F, free / 2);
    at.y += item.tall + item.margin[kBottomSide].of(at.all);
    if (at.y >= at.floats_end) at.leave_floats();
  }

  // --- E5 ---

  void finish(NodeId n) {
    Flow& own = flow(n);
    if (n != dom::kRoot) {
      const NodeId parent = doc_.parent(n);
      const Flow& around = flow(parent);
      own.x += around.x + around.padding[kLeftSide];
      own.y += around.y + around.padding[kTopSide];
    }
    if (own.gone) return;
    const bool text = doc_.is_text(n);
    const float width = text || own.display == Display::kInline
                            ? std::min(own.wish, std::max(own.content, 1.0F))
                            : own.outer;
    layout_.set_box(n, {own.x, own.y, width, own.tall});
    const bool blank = text && trim(doc_.text(n)).empty();
    layout_.set_visible(n, !own.hidden && !blank && width > 0 && own.tall > 0 && own.x + width > 0);
  }

  const Document& doc_;
  const EstimateOptions& options_;
  StyleSheets sheets_;
  Layout layout_;
  std::vector<Flow> flow_;
  bool quirks_ = false;
  std::vector<Declaration> declared_;
  std::vector<NodeId> line_;
};

}  // namespace

Layout estimate_layout(const Document& doc, const EstimateOptions& options) {
  return Estimator(doc, options).run();
}

}  // namespace weft::render
