// From DOMSnapshot.captureSnapshot to a Document with a Layout.
//
// Idea: a snapshot is columns, as our documents are: parents, names, texts, and for nodes that are
// drawn a box and computed styles. It differs in three ways. Shadow trees and frames are apart from
// where they are seen; nodes stand in it that no page has (::before, the insides of <input>); and
// scripts make trees that no parser makes, which would be others when the page is stored as HTML
// and read again.
//
//   host (#shadow (h3  slot)  "Lamp")     is drawn as     host (h3  slot ("Lamp"))
//
//   S1  columns are read and checked: whatever refers to no node is left out
//   S2  the tree as it is drawn: shadow trees in their hosts, frames behind their <iframe>
//   S3  boxes, styles, visibility of each node; what is inside something transparent or of no size
//       that cuts off its content is not visible
//   S4  the tree is written as HTML twice, once with every element numbered. Both are parsed: what
//       the plain one gives is the document, the numbers say whose layout a node has.
//
// Tested by snapshot_test.cc and, against the browser, by browser_test.cc.

#include "render/snapshot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "base/numbers.h"
#include "base/strings.h"
#include "dom/builder.h"
#include "dom/serialize.h"
#include "html/parser.h"

namespace weft::render {
namespace {

using dom::Box;
using dom::Document;
using dom::Layout;
using dom::NodeId;

enum Wanted : size_t {
  kVisibility,
  kOpacity,
  kFontSize,
  kFontWeight,
  kFontStyle,
  kColor,
  kBackground,
  kTextAlign,
  kOverflowX,
  kOverflowY,
  kWantedCount
};
// In the order of Wanted.
constexpr std::string_view kWantedStyles[] = {
    "visibility", "opacity",          "font-size",  "font-weight", "font-style",
    "color",      "background-color", "text-align", "overflow-x",  "overflow-y"};

// The types of nodes that the DOM standard numbers.
enum DomType : int {
  kElementType = 1,
  kTextType = 3,
  kCommentType = 8,
  kDocumentType = 9,
  kDoctypeType = 10,
  kFragmentType = 11,
};

constexpr uint32_t kNone = UINT32_MAX;
constexpr char kNumberAttribute[] = "weft-number";

// --- S1: the columns of a snapshot ---

class Strings {
 public:
  explicit Strings(const Json& strings) : strings_(strings) {}
  // Of the string with that number; empty if there is none.
  [[nodiscard]] std::string_view at(const Json& number) const {
    if (!number.is_number_integer()) return {};
    const auto i = number.get<int64_t>();
    if (i < 0 || static_cast<size_t>(i) >= strings_.size()) return {};
    const Json& text = strings_[i];
    return text.is_string() ? std::string_view(text.text()) : std::string_view();
  }

 private:
  const Json& strings_;
};

// One drawn node.
struct Drawn {
  Box box;
  const Json* styles = nullptr;
};

struct SnapshotNode {
  uint32_t parent = kNone;
  int type = 0;
  std::string_view name;
  std::string_view value;
  const Json* attributes = nullptr;
  std::string_view
      shadow_type;         // Of the shadow tree that it is in; "user-agent" for the browser's.
  uint32_t frame = kNone;  // The document in it.
  bool pseudo = false;
  uint32_t drawn = kNone;
  uint32_t first_child = kNone, last_child = kNone, next = kNone;
};

struct SnapshotDocument {
  std::vector<SnapshotNode> nodes;
  std::vector<Drawn> drawn;
  double scroll_x = 0, scroll_y = 0;
  double width = 0, height = 0;
  bool cut = false;  // It has more nodes than are kept.
};

double number_at(const Json& array, size_t i) {
  const double value =
      i < array.size() && array.is_array() && array[i].is_number() ? array[i].get<double>() : 0;
  return std::abs(value) < 1e9 ? value : 0;
}

double number_of(const Json& object, std::string_view name) {
  const Json* value = object.find(name);
  return value != nullptr && value->is_number() ? value->get<double>() : 0;
}

// {"index": [3, 9], "value": [0, 1]}: a column in which few nodes have a value.
template <typename Use>
void each_rare(const Json& rare, size_t nodes, Use use) {
  const Json& places = rare["index"];
  const Json& values = rare["value"];
  static const Json kNull;
  for (size_t i = 0; i < (places.is_array() ? places.size() : 0); ++i) {
    if (!places[i].is_number_unsigned()) continue;
    const auto node = places[i].get<uint64_t>();
    if (node < nodes) use(node, values.is_array() && i < values.size() ? values[i] : kNull);
  }
}

SnapshotDocument read_document(const Json& json, const Strings& strings, size_t documents,
                               uint32_t max_nodes) {
  SnapshotDocument doc;
  const Json& nodes = json["nodes"];
  const Json& parents = nodes["parentIndex"];
  const Json& types = nodes["nodeType"];
  const Json& names = nodes["nodeName"];
  const Json& values = nodes["nodeValue"];
  const Json& attributes = nodes["attributes"];
  const size_t count = types.is_array() ? std::min<size_t>(types.size(), max_nodes) : 0;
  doc.cut = types.is_array() && types.size() > count;
  doc.nodes.resize(count);
  for (size_t i = 0; i < count; ++i) {
    SnapshotNode& node = doc.nodes[i];
    node.type = static_cast<int>(number_at(types, i));
    if (names.is_array() && i < names.size()) node.name = strings.at(names[i]);
    if (values.is_array() && i < values.size()) node.value = strings.at(values[i]);
    if (attributes.is_array() && i < attributes.size()) node.attributes = &attributes[i];
    const double parent = i < parents.size() ? number_at(parents, i) : -1;
    if (i == 0 || parent < 0 || parent >= static_cast<double>(i)) continue;
    node.parent = static_cast<uint32_t>(parent);
    SnapshotNode& above = doc.nodes[node.parent];
    const auto n = static_cast<uint32_t>(i);
    if (above.last_child == kNone)
      above.first_child = n;
    else
      doc.nodes[above.last_child].next = n;
    above.last_child = n;
  }
  each_rare(nodes["shadowRootType"], count,
            [&](uint64_t n, const Json& value) { doc.nodes[n].shadow_type = strings.at(value); });
  each_rare(nodes["pseudoType"], count,
            [&](uint64_t n, const Json&) { doc.nodes[n].pseudo = true; });
  each_rare(nodes["contentDocumentIndex"], count, [&](uint64_t n, const Json& value) {
    if (value.is_number_unsigned() && value.get<uint64_t>() < documents)
      doc.nodes[n].frame = value.get<uint32_t>();
  });
  const Json& layout = json["layout"];
  const Json& places = layout["nodeIndex"];
  const Json& bounds = layout["bounds"];
  const Json& styles = layout["styles"];
  for (size_t i = 0; i < (places.is_array() ? places.size() : 0); ++i) {
    if (!places[i].is_number_unsigned() || places[i].get<uint64_t>() >= count) continue;
    SnapshotNode& node = doc.nodes[places[i].get<uint64_t>()];
    Box box;
    if (bounds.is_array() && i < bounds.size()) {
      const auto side = [&](size_t k) { return static_cast<float>(number_at(bounds[i], k)); };
      box = {side(0), side(1), side(2), side(3)};
    }
    if (node.drawn != kNone) {
      Box& whole = doc.drawn[node.drawn].box;
      whole = united(whole, box);
      continue;
    }
    node.drawn = static_cast<uint32_t>(doc.drawn.size());
    doc.drawn.push_back({box, styles.is_array() && i < styles.size() ? &styles[i] : nullptr});
  }
  doc.scroll_x = number_of(json, "scrollOffsetX");
  doc.scroll_y = number_of(json, "scrollOffsetY");
  doc.width = number_of(json, "contentWidth");
  doc.height = number_of(json, "contentHeight");
  return doc;
}

// --- S2: the tree as it is drawn ---

// A node of the drawn tree, in document order.
struct Placed {
  uint32_t document = 0;
  uint32_t node = 0;
  uint32_t parent = 0;  // In the drawn tree.
  float left = 0;       // Where its document begins on the page.
  float top = 0;
  bool frame_root = false;  // Stands for the content of a frame.
};

std::string_view attribute_of(const SnapshotNode& node, std::string_view name,
                              const Strings& strings) {
  if (node.attributes == nullptr) return {};
  for (size_t i = 0; i + 1 < node.attributes->size() && node.attributes->is_array(); i += 2) {
    if (strings.at((*node.attributes)[i]) == name) return strings.at((*node.attributes)[i + 1]);
  }
  return {};
}

class DrawnTree {
 public:
  DrawnTree(const std::vector<SnapshotDocument>& documents, const Strings& strings,
            const SnapshotOptions& options)
      : documents_(documents), strings_(strings), options_(options) {}

  // False if nodes had to be left out.
  bool place() {
    placed_.push_back({});
    push_children(0, 0, 0, {});
    while (!pending_.empty()) {
      if (placed_.size() >= options_.max_nodes) return false;
      const Pending next = pending_.back();
      pending_.pop_back();
      put(next);
    }
    return true;
  }
  [[nodiscard]] const std::vector<Placed>& placed() const { return placed_; }

 private:
  struct Pending {
    Placed place;
    uint32_t host = kNone;  // Whose shadow tree it is in.
  };

  [[nodiscard]] const SnapshotNode& node(uint32_t document, uint32_t n) const {
    return documents_[document].nodes[n];
  }

  // Last first: the stack gives them back in order.
  void push(const std::vector<uint32_t>& nodes, const Placed& like, uint32_t host) {
    for (size_t i = nodes.size(); i-- > 0;) {
      Pending pending{like, host};
      pending.place.node = nodes[i];
      pending_.push_back(pending);
    }
  }

  [[nodiscard]] std::vector<uint32_t> children(uint32_t document, uint32_t n) const {
    std::vector<uint32_t> found;
    for (uint32_t c = node(document, n).first_child; c != kNone; c = node(document, c).next)
      found.push_back(c);
    return found;
  }

  void push_children(uint32_t document, uint32_t n, uint32_t parent, const Placed& like,
                     uint32_t host = kNone) {
    Placed child = like;
    child.document = document;
    child.parent = parent;
    child.frame_root = false;
    uint32_t shadow = kNone;
    std::vector<uint32_t> light;
    for (const uint32_t c : children(document, n)) {
      const SnapshotNode& below = node(document, c);
      if (below.type != kFragmentType || node(document, n).name == "TEMPLATE")
        light.push_back(c);
      else if (below.shadow_type != "user-agent")
        shadow = c;
    }
    if (shadow == kNone) return push(light, child, host);
    // A child is for the first slot of its name. What no slot takes is not drawn, but is part of the
    // page: it follows.
    const std::set<std::string_view> slots = slot_names(document, shadow);
    std::vector<uint32_t> left;
    for (const uint32_t c : light) {
      const std::string_view wanted = attribute_of(node(document, c), "slot", strings_);
      if (slots.contains(wanted))
        slotted_[{document, n, wanted}].push_back(c);
      else
        left.push_back(c);
    }
    push(left, child, host);
    push(children(document, shadow), child, n);
  }

  // The nodes behind the root belong to it as long as their parents do: a snapshot is in document
  // order.
  [[nodiscard]] std::set<std::string_view> slot_names(uint32_t document, uint32_t shadow) const {
    std::set<std::string_view> names;
    const auto& nodes = documents_[document].nodes;
    for (uint32_t i = shadow + 1; i < nodes.size(); ++i) {
      if (nodes[i].parent == kNone || nodes[i].parent < shadow) break;
      if (nodes[i].name == "SLOT") names.insert(attribute_of(nodes[i], "name", strings_));
    }
    return names;
  }

  void put(const Pending& next) {
    const Placed& place = next.place;
    const SnapshotNode& from = node(place.document, place.node);
    if (from.pseudo || from.name.starts_with("::")) return;
    const auto at = static_cast<uint32_t>(placed_.size());
    switch (from.type) {
      case kTextType:
      case kCommentType:
      case kDoctypeType:
        placed_.push_back(place);
        return;
      case kElementType:
        break;
      case kDocumentType:
      case kFragmentType:  // Of a <template>: its nodes are its children.
        push_children(place.document, place.node, place.parent, place, next.host);
        return;
      default:
        return;
    }
    placed_.push_back(place);
    if (from.name == "NOSCRIPT" && options_.scripts) return;
    if (from.name == "SLOT" && next.host != kNone) {
      if (put_slotted(next, at)) return;
    }
    if (from.frame != kNone && from.frame > place.document) {
      push_frame(place, from);
      return;
    }
    push_children(place.document, place.node, at, place, next.host);
  }

  // The children of the host that the slot takes; false if there are none.
  bool put_slotted(const Pending& next, uint32_t at) {
    const Placed& place = next.place;
    const std::string_view name = attribute_of(node(place.document, place.node), "name", strings_);
    const auto taken = slotted_.extract({place.document, next.host, name});
    if (!taken) return false;
    Placed child = place;
    child.parent = at;
    push(taken.mapped(), child, kNone);
    return true;
  }

  // A frame is always a document further on, so that none holds itself.
  void push_frame(const Placed& place, const SnapshotNode& from) {
    const SnapshotDocument& inside = documents_[from.frame];
    if (inside.nodes.empty()) return;
    Placed frame = place;
    frame.frame_root = true;
    if (from.drawn != kNone) {
      const Box& box = documents_[place.document].drawn[from.drawn].box;
      frame.left += box.left - static_cast<float>(inside.scroll_x);
      frame.top += box.top - static_cast<float>(inside.scroll_y);
    }
    const auto at = static_cast<uint32_t>(placed_.size());
    placed_.push_back(frame);
    // What a reader sees is in its body.
    uint32_t body = 0;
    for (uint32_t i = 0; i < inside.nodes.size() && body == 0; ++i) {
      if (inside.nodes[i].name == "BODY") body = i;
    }
    push_children(from.frame, body, at, frame);
  }

  const std::vector<SnapshotDocument>& documents_;
  const Strings& strings_;
  const SnapshotOptions& options_;
  std::vector<Placed> placed_;  // The first is the document node.
  std::vector<Pending> pending_;
  // Children of hosts that wait for their slot: by document, host and slot.
  std::map<std::tuple<uint32_t, uint32_t, std::string_view>, std::vector<uint32_t>> slotted_;
};

// --- S3: what nodes look like ---

double number_in(std::string_view text, double fallback) {
  const double value = leading_number(text, fallback);
  return std::isfinite(value) ? value : fallback;
}

// "rgb(1, 2, 3)", "rgba(1, 2, 3, 0.5)"; nothing if it is transparent or written otherwise.
std::optional<uint32_t> color_of(std::string_view text) {
  if (!text.starts_with("rgb")) return std::nullopt;
  std::array<double, 4> parts = {0, 0, 0, 1};
  size_t count = 0;
  for (size_t i = 0; i < text.size() && count < parts.size();) {
    if (!is_ascii_digit(text[i]) && text[i] != '.') {
      ++i;
      continue;
    }
    const auto [end, error] =
        std::from_chars(text.data() + i, text.data() + text.size(), parts[count]);
    if (error != std::errc()) return std::nullopt;
    ++count;
    i = static_cast<size_t>(end - text.data());
  }
  if (count < 3 || parts[3] < 0.05) return std::nullopt;
  uint32_t color = 0;
  for (size_t i = 0; i < 3; ++i)
    color = color << 8 | static_cast<uint32_t>(std::clamp(parts[i], 0.0, 255.0));
  return color;
}

dom::TextAlign align_of(std::string_view text) {
  if (text.find("center") != std::string_view::npos) return dom::TextAlign::kCenter;
  if (text.find("right") != std::string_view::npos || text == "end") return dom::TextAlign::kRight;
  return text == "justify" ? dom::TextAlign::kJustify : dom::TextAlign::kLeft;
}

class Looks {
 public:
  Looks(const std::vector<SnapshotDocument>& documents, const Strings& strings,
        const std::vector<Placed>& placed)
      : documents_(documents),
        strings_(strings),
        placed_(placed),
        layout_(static_cast<uint32_t>(placed.size())),
        gone_(placed.size(), false) {}

  Layout read() {
    const SnapshotDocument& page = documents_.front();
    layout_.set_box(dom::kRoot,
                    {0, 0, static_cast<float>(page.width), static_cast<float>(page.height)});
    for (uint32_t i = 1; i < placed_.size(); ++i) look(i);
    // What shows something is visible itself.
    for (uint32_t i = layout_.size() - 1; i > 0; --i) {
      if (layout_.visible(NodeId{i})) layout_.set_visible(NodeId{placed_[i].parent}, true);
    }
    return std::move(layout_);
  }

 private:
  void look(uint32_t i) {
    const Placed& place = placed_[i];
    const NodeId n{i};
    const NodeId parent{place.parent};
    gone_[i] = gone_[place.parent];
    layout_.set_style(n, layout_.style(parent));
    const SnapshotDocument& document = documents_[place.document];
    const SnapshotNode& node = document.nodes[place.node];
    if (place.frame_root || node.drawn == kNone) return;
    const Drawn& drawn = document.drawn[node.drawn];
    Box box = drawn.box;
    box.left += place.left;
    box.top += place.top;
    layout_.set_box(n, box);
    const bool text = node.type == kTextType;
    if (!text) layout_.set_style(n, style_of(drawn, layout_.style(parent)));
    const bool cuts =
        style(drawn, kOverflowX) != "visible" || style(drawn, kOverflowY) != "visible";
    // Texts for screen readers alone are in boxes of a pixel; closed parts of a page in lower ones.
    if (!text && cuts && (box.width <= 1 || box.height <= 1)) gone_[i] = true;
    if (number_in(style(drawn, kOpacity), 1) < 0.01) gone_[i] = true;
    const bool shown = style(drawn, kVisibility) == "visible" || drawn.styles == nullptr;
    const bool off_page = box.right() <= 0 || box.bottom() <= 0;
    const bool blank = text && trim(node.value).empty();
    layout_.set_visible(n, shown && !gone_[i] && !off_page && !blank && !box.empty());
  }

  [[nodiscard]] std::string_view style(const Drawn& drawn, Wanted which) const {
    if (drawn.styles == nullptr || !drawn.styles->is_array() || which >= drawn.styles->size())
      return {};
    return strings_.at((*drawn.styles)[static_cast<size_t>(which)]);
  }

  [[nodiscard]] dom::Style style_of(const Drawn& drawn, const dom::Style& parent) const {
    if (drawn.styles == nullptr || drawn.styles->size() < kWantedCount) return parent;
    dom::Style found = parent;
    found.font_size = static_cast<float>(
        std::clamp(number_in(style(drawn, kFontSize), parent.font_size), 0.0, 10'000.0));
    found.font_weight = static_cast<uint16_t>(
        std::clamp(number_in(style(drawn, kFontWeight), parent.font_weight), 1.0, 1000.0));
    const std::string_view slant = style(drawn, kFontStyle);
    found.italic = slant.starts_with("italic") || slant.starts_with("oblique");
    found.align = align_of(style(drawn, kTextAlign));
    found.color = color_of(style(drawn, kColor)).value_or(parent.color);
    found.background = color_of(style(drawn, kBackground)).value_or(parent.background);
    return found;
  }

  const std::vector<SnapshotDocument>& documents_;
  const Strings& strings_;
  const std::vector<Placed>& placed_;
  Layout layout_;
  std::vector<bool> gone_;
};

// --- S4: as HTML, and back ---

// The names of HTML elements come in capitals, those of others as they are written.
bool is_foreign(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

Document build(const std::vector<SnapshotDocument>& documents, const Strings& strings,
               const std::vector<Placed>& placed, bool numbered) {
  dom::DocumentBuilder builder;
  std::vector<uint32_t> open = {0};
  std::vector<dom::Namespace> space(placed.size(), dom::Namespace::kHtml);
  for (uint32_t i = 1; i < placed.size(); ++i) {
    while (open.back() != placed[i].parent) {
      open.pop_back();
      builder.close();
    }
    const SnapshotNode& node = documents[placed[i].document].nodes[placed[i].node];
    if (placed[i].frame_root) {
      builder.open("weft-frame");
      builder.attribute("src", attribute_of(node, "src", strings));
    } else if (node.type == kTextType) {
      builder.text(node.value);
      continue;
    } else if (node.type == kCommentType) {
      builder.comment(node.value);
      continue;
    } else if (node.type == kDoctypeType) {
      builder.doctype(node.name);
      continue;
    } else {
      if (is_foreign(node.name)) {
        space[i] = node.name == "math" ? dom::Namespace::kMathMl
                   : node.name == "svg" || space[placed[i].parent] == dom::Namespace::kHtml
                       ? dom::Namespace::kSvg
                       : space[placed[i].parent];
      }
      builder.open(
          space[i] == dom::Namespace::kHtml ? ascii_lower(node.name) : std::string(node.name),
          space[i]);
      const Json* attributes = node.attributes;
      for (size_t k = 0;
           attributes != nullptr && attributes->is_array() && k + 1 < attributes->size(); k += 2) {
        const std::string_view name = strings.at((*attributes)[k]);
        if (!name.empty()) builder.attribute(name, strings.at((*attributes)[k + 1]));
      }
    }
    if (numbered) builder.attribute(kNumberAttribute, std::to_string(i));
    open.push_back(i);
  }
  return builder.finish();
}

std::string html_of(const Document& doc) {
  return dom::outer_html(doc, dom::kRoot,
                         {.leading_newline = dom::SerializeOptions::LeadingNewline::kKeep});
}

// By node of the parsed page: the element of the drawn tree that it was written for; kNone for texts
// and for what the parser made up. `same` is how many nodes of both parses agree.
std::vector<uint32_t> origins(const Document& numbered, const Document& plain, uint32_t drawn,
                              uint32_t& same) {
  const dom::Atom number = dom::atom_of(kNumberAttribute);
  std::vector<uint32_t> origin(plain.size(), kNone);
  for (same = 0; same < std::min(numbered.size(), plain.size()); ++same) {
    const NodeId n{same};
    if (numbered.kind(n) != plain.kind(n) || numbered.name(n) != plain.name(n) ||
        numbered.depth(n) != plain.depth(n)) {
      break;
    }
    if (!numbered.is_element(n)) continue;
    const uint32_t value = leading_number(numbered.attribute(n, number).value_or(""), kNone);
    if (value < drawn) origin[same] = value;
  }
  return origin;
}

Layout carry_over(const Document& doc, const std::vector<uint32_t>& origin, const Layout& from,
                  const std::vector<Placed>& placed,
                  const std::vector<SnapshotDocument>& documents) {
  // Texts of the drawn tree, by what stands before them: an element, or where they begin.
  std::vector<uint32_t> behind(placed.size(), kNone), first_in(placed.size(), kNone);
  std::vector<uint32_t> next_text(placed.size(), kNone), last(placed.size(), kNone);
  for (uint32_t i = 1; i < placed.size(); ++i) {
    const SnapshotNode& node = documents[placed[i].document].nodes[placed[i].node];
    const uint32_t before = last[placed[i].parent];
    last[placed[i].parent] = i;
    if (placed[i].frame_root || node.type != kTextType) continue;
    if (before == kNone)
      first_in[placed[i].parent] = i;
    else if (documents[placed[before].document].nodes[placed[before].node].type == kTextType)
      next_text[before] = i;
    else
      behind[before] = i;
  }
  Layout layout(doc);
  layout.copy(dom::kRoot, from, dom::kRoot);
  std::vector<uint32_t> last_child(doc.size(), kNone);
  for (uint32_t i = 1; i < doc.size(); ++i) {
    const NodeId n{i};
    const uint32_t parent = dom::index(doc.parent(n));
    const uint32_t before = last_child[parent];
    last_child[parent] = i;
    layout.set_style(n, layout.style(doc.parent(n)));
    if (origin[i] != kNone) {
      layout.copy(n, from, NodeId{origin[i]});
      continue;
    }
    if (!doc.is_text(n)) continue;
    uint32_t text = kNone;
    if (before != kNone)
      text = origin[before] == kNone ? kNone : behind[origin[before]];
    else if (origin[parent] != kNone)
      text = first_in[origin[parent]];
    for (; text != kNone; text = next_text[text]) {  // Side by side, texts are read as one.
      layout.set_box(n, united(layout.box(n), from.box(NodeId{text})));
      if (from.visible(NodeId{text})) layout.set_visible(n, true);
    }
  }
  // What the parser made up is as large as what is in it.
  for (uint32_t i = doc.size() - 1; i > 0; --i) {
    const NodeId n{i};
    if (!doc.is_element(n) || origin[i] != kNone) continue;
    for (const NodeId child : doc.children(n)) {
      layout.set_box(n, united(layout.box(n), layout.box(child)));
      if (layout.visible(child)) layout.set_visible(n, true);
    }
  }
  return layout;
}

}  // namespace

std::span<const std::string_view> snapshot_styles() { return kWantedStyles; }

Result<DrawnPage> read_snapshot(const Json& captured, const SnapshotOptions& options) {
  static_assert(std::size(kWantedStyles) == kWantedCount);
  const Json& list = captured["documents"];
  const Json& texts = captured["strings"];
  if (!list.is_array() || list.empty() || !texts.is_array())
    return Error{ErrorCode::kInvalidArgument, "no snapshot: documents or strings are missing"};
  const Strings strings(texts);
  std::vector<SnapshotDocument> documents;
  for (const Json& document : list)
    documents.push_back(read_document(document, strings, list.size(), options.max_nodes));  // S1
  if (documents.front().nodes.empty())
    return Error{ErrorCode::kInvalidArgument, "no snapshot: a document has no nodes"};

  DrawnPage page;
  DrawnTree tree(documents, strings, options);
  const bool whole = tree.place();  // S2
  const bool cut = std::any_of(documents.begin(), documents.end(),
                               [](const SnapshotDocument& document) { return document.cut; });
  if (!whole || cut) {
    page.diagnostics.push_back(
        {DiagnosticKind::kTruncatedNodes, 0, "the drawn page has more nodes than are kept"});
  }
  const Layout drawn = Looks(documents, strings, tree.placed()).read();               // S3
  page.html = html_of(build(documents, strings, tree.placed(), /*numbered=*/false));  // S4
  const std::string numbered = html_of(build(documents, strings, tree.placed(), true));
  const html::ParseOptions as_utf8{.transport_charset = "utf-8"};
  page.document = html::parse(page.html, as_utf8).document;
  uint32_t same = 0;
  const std::vector<uint32_t> origin =
      origins(html::parse(numbered, as_utf8).document, page.document,
              static_cast<uint32_t>(tree.placed().size()), same);
  if (same < page.document.size()) {
    page.diagnostics.push_back({DiagnosticKind::kOther, 0,
                                "no layout from node " + std::to_string(same) +
                                    " on: the tree is one that no parser makes"});
  }
  page.layout = carry_over(page.document, origin, drawn, tree.placed(), documents);
  return page;
}

}  // namespace weft::render
