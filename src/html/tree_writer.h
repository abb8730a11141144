// TreeWriter: puts nodes into the columns of a Storage, in document order as long as that is
// possible.
//
// Ordered mode. On nearly all pages tree construction only ever appends to the right edge of the
// tree, so the order of creation is document order and a node is complete when the edge moves up
// past it:
//
//   html ─ body ─ ul ─ li ─ #text      append to ul: li and #text are complete, end[] = size
//
// Linked mode. The first insertion elsewhere (foster parenting, the adoption agency, content that
// goes back to <head>) makes child and sibling links of all nodes in one pass; they are kept up to
// date from then on, and finish() puts the columns into document order, in one pass again.
//
// Text that is appended to a text node with which it is not contiguous is noted down and joined in
// finish(), so that no order of insertions copies a text more than once.
#pragma once

#include <cstdint>
#include <vector>

#include "dom/storage.h"

namespace weft::html {

inline constexpr uint32_t kNoRow = UINT32_MAX;

// Where a node goes: last child of `parent`, or in front of its child `before`.
struct Place {
  uint32_t parent = 0;
  uint32_t before = kNoRow;
};

// The columns that a caller decides about.
struct Row {
  dom::NodeKind kind = dom::NodeKind::kElement;
  dom::Namespace name_space = dom::Namespace::kHtml;
  uint8_t may_have = 0;  // dom/kind_byte.h
  dom::Atom name = dom::kNoAtom;
  uint32_t payload = 0;
  uint32_t payload_size = 0;
  uint32_t source_begin = 0;
  uint32_t source_end = 0;
};

class TreeWriter {
 public:
  // Begins a tree: the document node, row 0. REQUIRES: storage is clear.
  void start(dom::Storage& storage);

  [[nodiscard]] uint32_t size() const { return storage_->size; }

  // Adds a node as the last child of `parent`, and returns its row.
  uint32_t append(uint32_t parent, const Row& row) {
    if (!linked_) [[likely]] {
      if (move_edge(parent)) [[likely]]
        return add(parent, row);
      make_links();
    }
    return append_linked(parent, row);
  }
  uint32_t insert(Place place, const Row& row) {
    if (place.before == kNoRow) [[likely]]
      return append(place.parent, row);
    return insert_before(place, row);
  }

  // Adds text, to the text node in front of the place if there is one. `row.kind` is kText.
  void insert_text(Place place, const Row& row) {
    // At the right edge, a text in front of the place is what was written last.
    const uint32_t last = storage_->size - 1;
    const bool after_text = dom::kind_of(storage_->kind[last]) == dom::NodeKind::kText &&
                            storage_->parent[last] == place.parent;
    if (!linked_ && place.before == kNoRow && !after_text && move_edge(place.parent)) [[likely]] {
      add(place.parent, row);
    } else {
      insert_text_slowly(place, row);
    }
  }

  // --- for the adoption agency and frameset: these switch to linked mode ---
  // A node without a parent, for move().
  uint32_t create_detached(const Row& row);
  // Takes a node, with what is below it, to another place.
  void move(uint32_t node, Place place);
  void move_children(uint32_t from, uint32_t to);
  // Takes a node and what is below it out of the tree.
  void detach(uint32_t node);

  // The node after n in document order within the subtree of `top`; kNoRow at its end.
  uint32_t next_in_order(uint32_t n, uint32_t top);
  // Gives `to` a copy of the children of `from` instead of its own, if that is at most `max_nodes`
  // nodes. REQUIRES: join_text() was called; `to` is not below `from`.
  void replace_children_by_copy(uint32_t to, uint32_t from, uint64_t max_nodes);

  // Joins the text that was appended piece by piece. finish() does this too.
  void join_text(const char* source);

  // Whether an element on the list of active formatting elements is still open: a bit of its kind
  // column.
  void set_open(uint32_t node) { storage_->kind[node] |= kOpenBit; }
  void set_closed(uint32_t node) { storage_->kind[node] &= static_cast<uint8_t>(~kOpenBit); }
  [[nodiscard]] bool is_open(uint32_t node) const { return (storage_->kind[node] & kOpenBit) != 0; }

  // The columns are complete, in document order, and hold at most `max_nodes` nodes.
  void finish(const char* source, uint32_t max_nodes);

 private:
  static constexpr uint8_t kOpenBit = 0x80;  // while parsing, of elements
  static constexpr uint8_t kPiecesBit =
      0x80;  // while parsing, of text nodes: has entries in pieces_

  struct Links {
    uint32_t first_child = kNoRow;
    uint32_t last_child = kNoRow;
    uint32_t next = kNoRow;
    uint32_t previous = kNoRow;
  };
  struct Piece {
    uint32_t node;
    dom::StringRef text;
  };

  // Completes the nodes at the right edge below `parent`; false if `parent` is not on the edge.
  bool move_edge(uint32_t parent) {
    dom::Storage& s = *storage_;
    const uint32_t size = s.size;
    uint32_t edge = edge_;
    const uint32_t depth = s.depth[parent];
    while (s.depth[edge] > depth) {
      s.end[edge] = size;
      edge = s.parent[edge];
    }
    edge_ = edge;
    return edge == parent;
  }

  uint32_t add(uint32_t parent, const Row& row) {
    dom::Storage& s = *storage_;
    const uint32_t n = s.size;
    if (n == s.capacity) [[unlikely]]
      s.reserve_nodes(n + 1);
    s.size = n + 1;
    s.parent[n] = parent;
    s.depth[n] = s.depth[parent] + 1;
    s.name[n] = row.name;
    s.payload[n] = row.payload;
    s.payload_size[n] = row.payload_size;
    s.source_begin[n] = row.source_begin;
    s.source_end[n] = row.source_end;
    s.kind[n] = dom::kind_byte(row.kind, row.name_space, row.may_have);
    edge_ = n;
    return n;
  }

  uint32_t append_linked(uint32_t parent, const Row& row);
  uint32_t insert_before(Place place, const Row& row);
  void insert_text_slowly(Place place, const Row& row);
  [[nodiscard]] uint32_t text_before(Place place);
  void merge_text(uint32_t node, const Row& row);
  void make_links();
  void link(uint32_t node, Place place);
  void unlink(uint32_t node);
  void put_in_document_order();
  template <typename T>
  void permute(dom::Column<T>& column);
  void truncate(uint32_t max_nodes);

  dom::Storage* storage_ = nullptr;
  uint32_t edge_ = 0;  // Ordered mode: the deepest node of the right edge that can take children.
  bool linked_ = false;
  std::vector<Links> links_;
  std::vector<Piece> pieces_;
  // Rows that stay side by side: `length` rows from `from` on go to `to`.
  struct Run {
    uint32_t from;
    uint32_t to;
    uint32_t length;
  };
  std::vector<Run> runs_;
  std::vector<uint32_t> new_row_;  // Old row to new row.
  std::vector<uint32_t> scratch_;
};

}  // namespace weft::html
