// NodeMap<T>: one value per node of a document, owned by whoever computed it.
#pragma once

#include <vector>

#include "dom/document.h"

namespace weft::dom {

template <typename T>
class NodeMap {
 public:
  NodeMap() = default;
  explicit NodeMap(const Document& doc, T initial = T()) : values_(doc.size(), initial) {}

  // REQUIRES: n belongs to the document given to the constructor.
  typename std::vector<T>::reference operator[](NodeId n) { return values_[index(n)]; }
  typename std::vector<T>::const_reference operator[](NodeId n) const { return values_[index(n)]; }
  [[nodiscard]] size_t size() const { return values_.size(); }

 private:
  std::vector<T> values_;
};

}  // namespace weft::dom
