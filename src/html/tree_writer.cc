// The second half of a page's tree: everything that the ordered mode (in the header, inline)
// cannot do. Take <table><tr><td>x</td></tr>y</table>. "y" has no place in a table and goes in
// front of it, where the rows of the table have been written already:
//
//   rows      0 #document  1 html  2 body  3 table  4 tbody  5 tr  6 td  7 "x"
//   wanted    … body ─┬─ "y"       so "y" becomes row 8, linked before row 3, and finish() gives
//                     └─ table     every node its place: 0 1 2 8 3 4 5 6 7
//
// Links cost 16 bytes a node and one pass, paid only by pages that need them. Nodes that the
// parser took out of the tree again are not met by the last walk, and so vanish.
#include "html/tree_writer.h"

#include <algorithm>

#include "base/check.h"

namespace weft::html {

using dom::NodeKind;
using dom::StringRef;

void TreeWriter::start(dom::Storage& storage) {
  storage_ = &storage;
  linked_ = false;
  pieces_.clear();
  storage.reserve_nodes(1);
  storage.size = 0;
  storage.depth[0] = UINT32_MAX;  // So that the depth of row 0 becomes 0.
  add(0, {.kind = NodeKind::kDocument});
  storage.parent[0] = kNoRow;
}

uint32_t TreeWriter::insert_before(Place place, const Row& row) {
  if (!linked_) make_links();
  const uint32_t node = add(place.parent, row);
  links_.emplace_back();
  link(node, place);
  return node;
}

uint32_t TreeWriter::append_linked(uint32_t parent, const Row& row) {
  const uint32_t node = add(parent, row);
  links_.emplace_back();
  link(node, {parent});
  return node;
}

// --- text ---

void TreeWriter::insert_text_slowly(Place place, const Row& row) {
  const uint32_t node = text_before(place);
  if (node == kNoRow)
    insert(place, row);
  else
    merge_text(node, row);
}

uint32_t TreeWriter::text_before(Place place) {
  const auto is_text = [this](uint32_t n) {
    return n != kNoRow && dom::kind_of(storage_->kind[n]) == NodeKind::kText;
  };
  // At the right edge, what is in front of the place was written last.
  if (!linked_ && place.before == kNoRow && move_edge(place.parent)) {
    const uint32_t last = storage_->size - 1;
    return is_text(last) && storage_->parent[last] == place.parent ? last : kNoRow;
  }
  if (!linked_) make_links();
  const uint32_t n =
      place.before == kNoRow ? links_[place.parent].last_child : links_[place.before].previous;
  return is_text(n) ? n : kNoRow;
}

void TreeWriter::merge_text(uint32_t node, const Row& row) {
  dom::Storage& s = *storage_;
  s.source_end[node] = std::max(s.source_end[node], row.source_end);
  s.kind[node] |= row.may_have;
  const bool has_pieces = (s.kind[node] & kPiecesBit) != 0;
  if (!has_pieces && s.payload[node] + s.payload_size[node] == row.payload) {
    s.payload_size[node] += row.payload_size;
    return;
  }
  s.kind[node] |= kPiecesBit;
  pieces_.push_back({node, {row.payload, row.payload_size}});
}

void TreeWriter::join_text(const char* source) {
  if (pieces_.empty()) return;
  dom::Storage& s = *storage_;
  std::stable_sort(pieces_.begin(), pieces_.end(),
                   [](const Piece& a, const Piece& b) { return a.node < b.node; });
  const auto copy = [&](StringRef text) {
    if ((text.offset & dom::kArenaBit) == 0)
      s.arena.append(source + text.offset, text.length);
    else
      s.arena.append(s.arena, text.offset & ~dom::kArenaBit, text.length);
  };
  for (size_t i = 0; i < pieces_.size();) {
    const uint32_t node = pieces_[i].node;
    const size_t start = s.arena.size();
    copy({s.payload[node], s.payload_size[node]});
    for (; i < pieces_.size() && pieces_[i].node == node; ++i) copy(pieces_[i].text);
    s.payload[node] = static_cast<uint32_t>(start) | dom::kArenaBit;
    s.payload_size[node] = static_cast<uint32_t>(s.arena.size() - start);
  }
  for (const Piece& piece : pieces_) s.kind[piece.node] &= static_cast<uint8_t>(~kPiecesBit);
  pieces_.clear();
}

uint32_t TreeWriter::next_in_order(uint32_t n, uint32_t top) {
  if (!linked_) make_links();
  if (links_[n].first_child != kNoRow) return links_[n].first_child;
  while (n != top && links_[n].next == kNoRow) n = storage_->parent[n];
  return n == top ? kNoRow : links_[n].next;
}

void TreeWriter::replace_children_by_copy(uint32_t to, uint32_t from, uint64_t max_nodes) {
  uint64_t count = 0;
  for (uint32_t n = next_in_order(from, from); n != kNoRow; n = next_in_order(n, from)) ++count;
  if (count > max_nodes) return;
  while (links_[to].first_child != kNoRow) detach(links_[to].first_child);
  const dom::Storage& s = *storage_;
  uint32_t parent = to;  // The copy of `source_parent`.
  uint32_t source_parent = from;
  for (uint32_t n = next_in_order(from, from); n != kNoRow; n = next_in_order(n, from)) {
    for (; source_parent != s.parent[n]; source_parent = s.parent[source_parent])
      parent = s.parent[parent];
    const uint32_t copy = create_detached({.kind = dom::kind_of(s.kind[n]),
                                           .name_space = dom::namespace_of(s.kind[n]),
                                           .may_have = dom::may_have_of(s.kind[n]),
                                           .name = s.name[n],
                                           .payload = s.payload[n],
                                           .payload_size = s.payload_size[n],
                                           .source_begin = s.source_begin[n],
                                           .source_end = s.source_begin[n]});
    move(copy, {parent});
    if (links_[n].first_child != kNoRow) {
      parent = copy;
      source_parent = n;
    }
  }
}

// --- links ---

void TreeWriter::make_links() {
  linked_ = true;
  links_.assign(storage_->size, Links());
  for (uint32_t n = 1; n < storage_->size; ++n) link(n, {storage_->parent[n]});
}

void TreeWriter::link(uint32_t node, Place place) {
  storage_->parent[node] = place.parent;
  Links& parent = links_[place.parent];
  Links& self = links_[node];
  self.next = place.before;
  self.previous = place.before == kNoRow ? parent.last_child : links_[place.before].previous;
  (self.previous == kNoRow ? parent.first_child : links_[self.previous].next) = node;
  (self.next == kNoRow ? parent.last_child : links_[self.next].previous) = node;
}

void TreeWriter::unlink(uint32_t node) {
  Links& self = links_[node];
  if (storage_->parent[node] == kNoRow) return;
  Links& parent = links_[storage_->parent[node]];
  (self.previous == kNoRow ? parent.first_child : links_[self.previous].next) = self.next;
  (self.next == kNoRow ? parent.last_child : links_[self.next].previous) = self.previous;
  self.next = self.previous = kNoRow;
  storage_->parent[node] = kNoRow;
}

uint32_t TreeWriter::create_detached(const Row& row) {
  if (!linked_) make_links();
  const uint32_t node = add(0, row);
  storage_->parent[node] = kNoRow;
  links_.emplace_back();
  return node;
}

void TreeWriter::move(uint32_t node, Place place) {
  if (!linked_) make_links();
  unlink(node);
  link(node, place);
}

void TreeWriter::move_children(uint32_t from, uint32_t to) {
  if (!linked_) make_links();
  for (uint32_t child = links_[from].first_child; child != kNoRow;) {
    const uint32_t next = links_[child].next;
    move(child, {to});
    child = next;
  }
}

void TreeWriter::detach(uint32_t node) {
  if (!linked_) make_links();
  unlink(node);
}

// --- the end ---

void TreeWriter::finish(const char* source, uint32_t max_nodes) {
  dom::Storage& s = *storage_;
  join_text(source);
  if (linked_) {
    put_in_document_order();
  } else {
    move_edge(0);
    s.end[0] = s.size;
  }
  if (s.size > max_nodes) truncate(max_nodes);
}

// Walks the links in document order. Nodes that are no longer in the tree get no new row.
void TreeWriter::put_in_document_order() {
  dom::Storage& s = *storage_;
  runs_.clear();
  new_row_.assign(s.size, 0);
  uint32_t depth = 0;
  uint32_t rows = 0;
  for (uint32_t n = 0; n != kNoRow;) {
    new_row_[n] = rows;
    if (!runs_.empty() && runs_.back().from + runs_.back().length == n)
      ++runs_.back().length;
    else
      runs_.push_back({n, rows, 1});
    ++rows;
    s.depth[n] = depth;
    if (links_[n].first_child != kNoRow) {
      n = links_[n].first_child;
      ++depth;
      continue;
    }
    s.end[n] = rows;
    while (n != 0 && links_[n].next == kNoRow) {
      n = s.parent[n];
      --depth;
      s.end[n] = rows;
    }
    n = n == 0 ? kNoRow : links_[n].next;
  }
  for (uint32_t n = 1; n < s.size; ++n)
    s.parent[n] = s.parent[n] == kNoRow ? kNoRow : new_row_[s.parent[n]];
  permute(s.parent);
  permute(s.end);
  permute(s.depth);
  permute(s.name);
  permute(s.kind);
  permute(s.payload);
  permute(s.payload_size);
  permute(s.source_begin);
  permute(s.source_end);
  s.size = rows;
}

// The first run, from row 0 on, stays where it is.
template <typename T>
void TreeWriter::permute(dom::Column<T>& column) {
  const uint32_t first = runs_.front().length;
  const uint32_t rows = runs_.back().to + runs_.back().length;
  scratch_.resize(rows - first);
  T* const to = reinterpret_cast<T*>(scratch_.data());
  for (size_t i = 1; i < runs_.size(); ++i) {
    const Run& run = runs_[i];
    const T* from = column.data() + run.from;
    std::copy(from, from + run.length, to + (run.to - first));
  }
  std::copy(to, to + (rows - first), column.data() + first);
}

// A prefix of document order is a tree.
void TreeWriter::truncate(uint32_t max_nodes) {
  dom::Storage& s = *storage_;
  s.size = std::max<uint32_t>(max_nodes, 1);
  for (uint32_t n = 0; n < s.size; ++n) s.end[n] = std::min(s.end[n], s.size);
}

}  // namespace weft::html
