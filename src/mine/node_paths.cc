#include "mine/node_paths.h"

#include <unordered_map>

#include <fmt/format.h>

#include "base/hash.h"

namespace weft::mine {

using dom::index;
using dom::NodeId;
using dom::NodeKind;

NodePaths::NodePaths(const dom::Document& doc, NodeId end) : doc_(doc), position_(index(end), 1) {
  std::unordered_map<uint64_t, uint32_t> counts;
  counts.reserve(index(end));
  for (uint32_t i = 1; i < index(end); ++i) {
    const NodeId n{i};
    const uint64_t kind =
        hash_combine(static_cast<uint64_t>(doc.name(n)), static_cast<uint64_t>(doc.kind(n)));
    position_[i] = ++counts[hash_combine(kind, index(doc.parent(n)))];
  }
}

std::string NodePaths::path(NodeId n, dom::Atom attribute) const {
  std::string path;
  if (attribute != dom::kNoAtom) path = "/@" + std::string(doc_.spelling(attribute));
  for (; n != dom::kRoot && n != dom::kNoNode; n = doc_.parent(n)) {
    const std::string_view name = doc_.is_text(n)                      ? "text()"
                                  : doc_.kind(n) == NodeKind::kComment ? "comment()"
                                                                       : doc_.name_text(n);
    path = fmt::format("/{}[{}]{}", name, position_[index(n)], path);
  }
  return path.empty() ? "/" : path;
}

}  // namespace weft::mine
