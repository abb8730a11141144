#include "dom/layout.h"

#include <array>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_fields.h"

namespace weft::dom {

Box united(const Box& a, const Box& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  const float left = std::min(a.left, b.left);
  const float top = std::min(a.top, b.top);
  return {left, top, std::max(a.right(), b.right()) - left, std::max(a.bottom(), b.bottom()) - top};
}

std::span<const std::string_view> names_of(TextAlign) {
  static constexpr std::string_view kNames[] = {"left", "center", "right", "justify"};
  return kNames;
}

Layout::Layout(uint32_t nodes) : boxes_(nodes), visible_(nodes, 0), style_of_(nodes, 0) {}

size_t Layout::StyleHash::operator()(const Style& style) const {
  uint64_t hash = std::bit_cast<uint32_t>(style.font_size);
  hash = hash_combine(hash, uint64_t{style.font_weight} << 8 |
                                static_cast<uint64_t>(style.align) << 1 | (style.italic ? 1 : 0));
  return hash_combine(hash, uint64_t{style.color} << 32 | style.background);
}

uint32_t Layout::number_of(const Style& style) {
  const auto [place, added] = numbers_.try_emplace(style, static_cast<uint32_t>(styles_.size()));
  if (added) styles_.push_back(style);
  return place->second;
}

void Layout::copy(NodeId n, const Layout& from, NodeId from_node) {
  set_box(n, from.box(from_node));
  set_style(n, from.style(from_node));
  set_visible(n, from.visible(from_node));
}

bool Layout::operator==(const Layout& other) const {
  if (boxes_ != other.boxes_ || visible_ != other.visible_) return false;
  for (uint32_t i = 0; i < size(); ++i) {
    if (!(style(NodeId{i}) == other.style(NodeId{i}))) return false;
  }
  return true;
}

namespace {

constexpr uint64_t kLayoutVersion = 1;

double tenths(float value) { return std::round(static_cast<double>(value) * 10) / 10; }

}  // namespace

void describe(JsonFields& json, Style& style) {
  double size = tenths(style.font_size);
  json.required("size", size);
  json.check(size >= 0 && size < 1e6, "size", "a size in pixels");
  style.font_size = static_cast<float>(size);
  json.optional("weight", style.font_weight, 400);
  json.optional("italic", style.italic);
  json.optional("align", style.align, TextAlign::kLeft);
  json.optional("color", style.color);
  json.optional("background", style.background, 0xFFFFFF);
}

namespace {

// A layout as its file has it.
struct StoredLayout {
  std::vector<std::array<double, 4>> boxes;
  std::vector<Style> styles;
  std::vector<uint32_t> style;   // By node.
  std::vector<uint32_t> hidden;  // Beginning and length of runs of nodes.
};

void describe(JsonFields& json, StoredLayout& stored) {
  json.header("layout", kLayoutVersion);
  json.required("boxes", stored.boxes);
  json.required("styles", stored.styles);
  json.required("style", stored.style);
  json.field("hidden", stored.hidden);
}

Error bad_layout(std::string_view what) {
  return {ErrorCode::kInvalidArgument, "layout: " + std::string(what)};
}

}  // namespace

std::string write_layout(const Layout& layout) {
  StoredLayout stored;
  stored.styles.assign(layout.styles().begin(), layout.styles().end());
  for (uint32_t i = 0; i < layout.size(); ++i) {
    const NodeId n{i};
    const Box& box = layout.box(n);
    stored.boxes.push_back(
        {tenths(box.left), tenths(box.top), tenths(box.width), tenths(box.height)});
    stored.style.push_back(layout.style_number(n));
    if (layout.visible(n)) continue;
    if (i > 0 && !layout.visible(NodeId{i - 1}))
      ++stored.hidden.back();
    else
      stored.hidden.insert(stored.hidden.end(), {i, 1});
  }
  return dump_json(write_json(stored));
}

Result<Layout> read_layout(std::string_view text) {
  WEFT_ASSIGN(const StoredLayout stored, read_json_text<StoredLayout>(text, "layout"));
  const auto nodes = static_cast<uint32_t>(stored.boxes.size());
  if (stored.style.size() != nodes) return bad_layout("\"style\" and \"boxes\" differ in length");
  if (stored.hidden.size() % 2 != 0) return bad_layout("\"hidden\" must be pairs");
  Layout layout(nodes);
  for (uint32_t i = 0; i < nodes; ++i) {
    const NodeId n{i};
    for (const double side : stored.boxes[i]) {
      if (!(std::abs(side) < 1e9)) return bad_layout("a box is too large");
    }
    const auto& [left, top, width, height] = stored.boxes[i];
    layout.set_box(n, {static_cast<float>(left), static_cast<float>(top), static_cast<float>(width),
                       static_cast<float>(height)});
    if (stored.style[i] >= stored.styles.size()) return bad_layout("a node has no such style");
    layout.set_style(n, stored.styles[stored.style[i]]);
    layout.set_visible(n, true);
  }
  for (size_t run = 0; run < stored.hidden.size(); run += 2) {
    const uint32_t begin = stored.hidden[run];
    const uint32_t length = stored.hidden[run + 1];
    if (begin > nodes || length > nodes - begin) return bad_layout("\"hidden\" names no node");
    for (uint32_t i = begin; i < begin + length; ++i) layout.set_visible(NodeId{i}, false);
  }
  return layout;
}

}  // namespace weft::dom
