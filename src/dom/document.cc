#include "dom/document.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace weft::dom {

Source Source::own(std::string_view bytes) {
  std::unique_ptr<char[]> copy(new char[bytes.size() + 1]);
  if (!bytes.empty()) std::memcpy(copy.get(), bytes.data(), bytes.size());
  copy[bytes.size()] = '\0';
  return own(std::move(copy), bytes.size());
}

Source Source::own(std::unique_ptr<char[]> bytes, size_t size) {
  Source source;
  source.data_ = bytes.get();
  source.size_ = size;
  source.owned_ = std::move(bytes);
  return source;
}

Source Source::borrow(std::string_view bytes) {
  Source source;
  source.data_ = bytes.data();
  source.size_ = bytes.size();
  return source;
}

Document::Document() {
  storage_.reserve_nodes(1);
  storage_.size = 1;
  storage_.parent[0] = index(kNoNode);
  storage_.end[0] = 1;
  storage_.depth[0] = 0;
  storage_.name[0] = kNoAtom;
  storage_.kind[0] = static_cast<uint8_t>(NodeKind::kDocument);
  storage_.payload[0] = 0;
  storage_.payload_size[0] = 0;
  storage_.source_begin[0] = 0;
  storage_.source_end[0] = 0;
}

Document::Document(Storage storage, Source source)
    : storage_(std::move(storage)), source_(std::move(source)) {
  WEFT_CHECK(storage_.size > 0);
  std::sort(storage_.unknown_names.begin(), storage_.unknown_names.end(),
            [](const auto& a, const auto& b) { return a.atom < b.atom; });
}

NodeId Document::document_element() const {
  for (const NodeId n : children(kRoot)) {
    if (is_element(n)) return n;
  }
  return kNoNode;
}

std::string_view Document::spelling(Atom atom) const {
  if (is_known(atom)) return known_name(atom);
  const auto& names = storage_.unknown_names;
  const auto it =
      std::lower_bound(names.begin(), names.end(), atom,
                       [](const auto& name, Atom wanted) { return name.atom < wanted; });
  return it != names.end() && it->atom == atom ? string(it->text.offset, it->text.length)
                                               : std::string_view();
}

NodeId Document::last_child(NodeId n) const {
  if (subtree_size(n) == 1) return kNoNode;
  NodeId child = NodeId{index(end(n)) - 1};
  while (parent(child) != n) child = parent(child);
  return child;
}

NodeId Document::previous_sibling(NodeId n) const {
  if (n == kRoot || index(n) == index(parent(n)) + 1) return kNoNode;
  NodeId sibling = NodeId{index(n) - 1};
  while (parent(sibling) != parent(n)) sibling = parent(sibling);
  return sibling;
}

NodeId Document::lowest_common_ancestor(NodeId a, NodeId b) const {
  while (!contains(a, b)) a = parent(a);
  return a;
}

std::string_view Document::text(NodeId n) const {
  switch (kind(n)) {
    case NodeKind::kText:
    case NodeKind::kComment:
      return string(storage_.payload[index(n)], storage_.payload_size[index(n)]);
    case NodeKind::kDoctype:
      return spelling(name(n));
    default:
      return {};
  }
}

DoctypeIds Document::doctype_ids(NodeId n) const {
  if (kind(n) != NodeKind::kDoctype || storage_.payload_size[index(n)] != 2) return {};
  const AttributeEntry* entries = storage_.attributes.data() + storage_.payload[index(n)];
  return {string(entries[0].value.offset, entries[0].value.length),
          string(entries[1].value.offset, entries[1].value.length)};
}

Attribute Document::attribute_at(NodeId n, uint32_t i) const {
  const AttributeEntry& entry = storage_.attributes[storage_.payload[index(n)] + i];
  return {entry.name, spelling(entry.name), string(entry.value.offset, entry.value.length)};
}

std::optional<std::string_view> Document::attribute(NodeId n, Atom name) const {
  const uint32_t count = attribute_count(n);
  if (count == 0) return std::nullopt;
  const AttributeEntry* entries = storage_.attributes.data() + storage_.payload[index(n)];
  for (uint32_t i = 0; i < count; ++i) {
    if (entries[i].name == name) return string(entries[i].value.offset, entries[i].value.length);
  }
  return std::nullopt;
}

size_t Document::memory_bytes() const {
  constexpr size_t kPerNode = 8 * sizeof(uint32_t) + sizeof(uint8_t);
  return size() * kPerNode + storage_.attribute_count * sizeof(AttributeEntry) +
         storage_.arena.size() + storage_.unknown_names.size() * sizeof(Storage::UnknownName);
}

}  // namespace weft::dom
