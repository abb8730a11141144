// Layout: what a page looks like, node by node; a side table beside the Document.
//
// Filled by render/ from a browser, or estimated without one. A page may have none.
#pragma once

#include <cstdint>

#include "dom/node_map.h"

namespace weft::dom {

struct Box {
  float left = 0;
  float top = 0;
  float width = 0;
  float height = 0;
};

struct NodeLayout {
  Box box;
  float font_size = 0;         // CSS pixels
  uint16_t font_weight = 400;  // 100 to 900
  bool italic = false;
  bool visible = false;  // Painted somewhere: not display:none, not hidden, not of zero size.
  uint32_t color = 0;    // 0xRRGGBB
  uint32_t background = 0xFFFFFF;  // 0xRRGGBB
};

using Layout = NodeMap<NodeLayout>;

}  // namespace weft::dom
