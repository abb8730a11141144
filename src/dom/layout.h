// Layout: what a page looks like, node by node; columns beside the Document.
//
//   if (layout.visible(n) && layout.style(n).font_size > 20) heading(layout.box(n));
//
// Filled from a browser's snapshot, or estimated without one (render/). A page may have none. Few
// styles are on a page and every node has one, so a style is stored once and nodes hold its number.
// Stored form: docs/formats/layout.md.
//
// Threads: const once filled; any number of concurrent readers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "dom/document.h"

namespace weft {
class JsonFields;
}  // namespace weft

namespace weft::dom {

// In CSS pixels from the upper left corner of the page.
struct Box {
  float left = 0;
  float top = 0;
  float width = 0;
  float height = 0;

  [[nodiscard]] float right() const { return left + width; }
  [[nodiscard]] float bottom() const { return top + height; }
  [[nodiscard]] float area() const { return width * height; }
  [[nodiscard]] bool empty() const { return width <= 0 || height <= 0; }
  bool operator==(const Box&) const = default;
};

// The smallest box around both; the other one if one is empty.
Box united(const Box& a, const Box& b);

enum class TextAlign : uint8_t { kLeft, kCenter, kRight, kJustify };
std::span<const std::string_view> names_of(TextAlign);

struct Style {
  float font_size = 16;        // CSS pixels
  uint16_t font_weight = 400;  // 1 to 1000
  bool italic = false;
  TextAlign align = TextAlign::kLeft;
  uint32_t color = 0;              // 0xRRGGBB
  uint32_t background = 0xFFFFFF;  // 0xRRGGBB: what the node stands on, its own or an ancestor's.
  bool operator==(const Style&) const = default;
};

void describe(JsonFields& json, Style& style);

class Layout {
 public:
  Layout() = default;
  // One entry for each of `nodes` nodes: no box, the initial style, not visible.
  explicit Layout(uint32_t nodes);
  explicit Layout(const Document& doc) : Layout(doc.size()) {}

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(boxes_.size()); }
  // REQUIRES of all below: index(n) < size().
  // Of an element its border box, of a text the box around its lines, of the document node the
  // whole page. Without area where nothing is drawn.
  [[nodiscard]] const Box& box(NodeId n) const { return boxes_[index(n)]; }
  // Of a text, that of the element it stands in.
  [[nodiscard]] const Style& style(NodeId n) const { return styles_[style_of_[index(n)]]; }
  // Whether a person can see it: a text that is painted on the page; an element whose box has area,
  // or in which something is visible. Not what is hidden, transparent, or off the page to the left
  // or above.
  [[nodiscard]] bool visible(NodeId n) const { return visible_[index(n)] != 0; }

  void set_box(NodeId n, const Box& box) { boxes_[index(n)] = box; }
  void set_style(NodeId n, const Style& style) { style_of_[index(n)] = number_of(style); }
  void set_visible(NodeId n, bool visible) { visible_[index(n)] = visible ? 1 : 0; }
  // Takes over box, style and visibility of another layout's node.
  void copy(NodeId n, const Layout& from, NodeId from_node);

  // Each style once.
  [[nodiscard]] std::span<const Style> styles() const { return styles_; }
  [[nodiscard]] uint32_t style_number(NodeId n) const { return style_of_[index(n)]; }

  bool operator==(const Layout& other) const;

 private:
  struct StyleHash {
    size_t operator()(const Style& style) const;
  };
  uint32_t number_of(const Style& style);

  std::vector<Box> boxes_;
  std::vector<uint8_t> visible_;
  std::vector<uint32_t> style_of_;
  std::vector<Style> styles_ = {Style()};
  std::unordered_map<Style, uint32_t, StyleHash> numbers_ = {{Style(), 0}};
};

// The stored form, one JSON text; boxes are rounded to tenths of a pixel.
std::string write_layout(const Layout& layout);
// Fails with kInvalidArgument, naming what is wrong, or kUnsupported for a later version. Whether it
// belongs to a document is the caller's to check: by size().
Result<Layout> read_layout(std::string_view text);

}  // namespace weft::dom
