#include "group/outline.h"

#include <algorithm>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::group {
namespace {

using dom::Document;
using dom::NodeId;

// A hash of each element's path, filled in document order: a parent is always there before its
// children.
class PathHashes {
 public:
  PathHashes(const Document& doc, PathStyle style) : doc_(doc), style_(style), hashes_(doc.size()) {
    if (style == PathStyle::kIndexed) counts_.resize(doc.size());
  }

  void add(NodeId n) {
    const uint64_t name = static_cast<uint64_t>(doc_.name(n));
    const uint32_t parent = dom::index(doc_.parent(n));
    uint64_t hash = hash_combine(hashes_[parent], name);
    if (style_ == PathStyle::kIndexed) hash = hash_combine(hash, position(parent, name));
    if (style_ == PathStyle::kClasses) {
      if (const auto classes = doc_.attribute(n, dom::atoms::kClass))
        hash = hash_combine(hash, hash_bytes(*classes));
    }
    hashes_[dom::index(n)] = hash;
  }
  [[nodiscard]] uint64_t of(NodeId n) const { return hashes_[dom::index(n)]; }

 private:
  // The place of the next child with this name. Children of one parent have few names.
  uint32_t position(uint32_t parent, uint64_t name) {
    for (auto& [known, count] : counts_[parent]) {
      if (known == name) return ++count;
    }
    counts_[parent].push_back({name, 1});
    return 1;
  }

  const Document& doc_;
  PathStyle style_;
  std::vector<uint64_t> hashes_;
  std::vector<std::vector<std::pair<uint64_t, uint32_t>>> counts_;
};

}  // namespace

PageOutline outline_of(const Document& doc, PathStyle style) {
  PageOutline outline;
  PathHashes paths(doc, style);
  for (uint32_t i = 1; i < doc.size();) {
    const NodeId n{i};
    if (doc.is_element(n) && dom::is_unread(doc.name(n))) {
      i = dom::index(doc.end(n));
      continue;
    }
    if (doc.is_element(n)) paths.add(n);
    if (doc.is_text(n)) {
      const std::string_view text = trim(doc.text(n));
      if (!text.empty()) outline.push_back({paths.of(doc.parent(n)), hash_bytes(text)});
    }
    ++i;
  }
  std::sort(outline.begin(), outline.end());
  outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
  return outline;
}

}  // namespace weft::group
