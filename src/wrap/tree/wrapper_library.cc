#include "wrap/tree/wrapper_library.h"

#include <algorithm>

namespace weft::wrap {

void WrapperLibrary::add(const std::vector<dom::Atom>& path, uint32_t broom) {
  uint32_t at = 0;
  for (const dom::Atom tag : path) {
    const auto& children = nodes_[at].children;
    const auto it = std::find_if(children.begin(), children.end(),
                                 [&](uint32_t c) { return nodes_[c].tag == tag; });
    if (it != children.end()) {
      at = *it;
      continue;
    }
    const auto fresh = static_cast<uint32_t>(nodes_.size());
    nodes_[at].children.push_back(fresh);
    nodes_.push_back({tag, {}, {}});
    at = fresh;
  }
  nodes_[at].brooms.push_back(broom);
}

}  // namespace weft::wrap
