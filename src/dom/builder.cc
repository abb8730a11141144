#include "dom/builder.h"

#include "base/check.h"

namespace weft::dom {

DocumentBuilder::DocumentBuilder() {
  open_.push_back(append(NodeKind::kDocument, Namespace::kHtml));
}

uint32_t DocumentBuilder::append(NodeKind kind, Namespace name_space) {
  const uint32_t n = storage_.size;
  storage_.reserve_nodes(n + 1);
  ++storage_.size;
  storage_.parent[n] = open_.empty() ? index(kNoNode) : open_.back();
  storage_.end[n] = n + 1;
  storage_.depth[n] = static_cast<uint32_t>(open_.size());
  storage_.name[n] = kNoAtom;
  storage_.kind[n] = kind_byte(kind, name_space, kind == NodeKind::kText ? kMayBeVisible : 0);
  storage_.payload[n] = 0;
  storage_.payload_size[n] = 0;
  storage_.source_begin[n] = 0;
  storage_.source_end[n] = 0;
  return n;
}

StringRef DocumentBuilder::store(std::string_view text) {
  const StringRef ref{static_cast<uint32_t>(storage_.arena.size()) | kArenaBit,
                      static_cast<uint32_t>(text.size())};
  storage_.arena.append(text);
  return ref;
}

Atom DocumentBuilder::intern(std::string_view name) {
  const Atom atom = atom_of(name);
  if (!is_known(atom) && interned_.insert(atom).second)
    storage_.unknown_names.push_back({atom, store(name)});
  return atom;
}

DocumentBuilder& DocumentBuilder::open(std::string_view name, Namespace name_space) {
  const uint32_t n = append(NodeKind::kElement, name_space);
  storage_.name[n] = intern(name);
  storage_.payload[n] = storage_.attribute_count;
  open_.push_back(n);
  return *this;
}

DocumentBuilder& DocumentBuilder::attribute(std::string_view name, std::string_view value) {
  WEFT_CHECK(open_.back() + 1 == storage_.size && open_.size() > 1);
  storage_.reserve_attributes(storage_.attribute_count + 1);
  const Atom atom = intern(name);
  storage_.attributes[storage_.attribute_count++] = {atom, store(value)};
  storage_.kind[open_.back()] |= may_have(atom);
  ++storage_.payload_size[open_.back()];
  return *this;
}

DocumentBuilder& DocumentBuilder::text(std::string_view text) {
  const uint32_t n = append(NodeKind::kText, Namespace::kHtml);
  const StringRef ref = store(text);
  storage_.payload[n] = ref.offset;
  storage_.payload_size[n] = ref.length;
  return *this;
}

DocumentBuilder& DocumentBuilder::comment(std::string_view text) {
  const uint32_t n = append(NodeKind::kComment, Namespace::kHtml);
  const StringRef ref = store(text);
  storage_.payload[n] = ref.offset;
  storage_.payload_size[n] = ref.length;
  return *this;
}

DocumentBuilder& DocumentBuilder::doctype(std::string_view name) {
  const uint32_t n = append(NodeKind::kDoctype, Namespace::kHtml);
  storage_.name[n] = intern(name);
  return *this;
}

DocumentBuilder& DocumentBuilder::close() {
  WEFT_CHECK(open_.size() > 1);
  storage_.end[open_.back()] = storage_.size;
  open_.pop_back();
  return *this;
}

Document DocumentBuilder::finish() {
  while (open_.size() > 1) close();
  storage_.end[0] = storage_.size;
  Document document(std::move(storage_), Source());
  storage_ = Storage();
  interned_.clear();
  open_.clear();
  open_.push_back(append(NodeKind::kDocument, Namespace::kHtml));
  return document;
}

}  // namespace weft::dom
