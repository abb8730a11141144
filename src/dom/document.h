// The page as the rest of Weft sees it: an immutable tree in one block of columns.
//
// Nodes are stored in document order, so a NodeId is also a position and the subtree of n is
// exactly the ids [n, end(n)). Ancestor tests are O(1), subtree scans are plain loops, and an
// algorithm keeps its results in its own NodeMap<T> rather than inside the nodes. Node 0 is the
// document itself; its children are the doctype, comments and the root element.
//
//   for (NodeId n : doc.descendants(doc.root()))
//     if (doc.name(n) == atoms::kA) use(doc.attribute(n, atoms::kHref));
//
// The contents of <template> are its ordinary children.
//
// Ownership: the Document owns every byte it hands out (unless its source was borrowed).
//            A NodeId or string_view taken from it is valid exactly as long as the Document is
//            neither destroyed nor assigned to.
//            Moving a Document keeps them valid.
// Threads:   const once built; any number of concurrent readers.
// Recursion: none. Depth comes from the web and is hostile; loop over ids.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "dom/atom.h"
#include "dom/storage.h"

namespace weft::dom {

// Position of a node in document order. The document node is 0.
enum class NodeId : uint32_t {};
inline constexpr NodeId kNoNode{UINT32_MAX};
inline constexpr NodeId kRoot{0};

constexpr uint32_t index(NodeId n) { return static_cast<uint32_t>(n); }
constexpr NodeId next(NodeId n) { return NodeId{index(n) + 1}; }

// One attribute of an element.
struct Attribute {
  Atom name;
  std::string_view name_text;
  std::string_view value;
};

// The identifiers of a doctype; empty if it has none.
struct DoctypeIds {
  std::string_view public_id;
  std::string_view system_id;
};

// Bytes [begin, end) of the source. Empty for nodes that the parser made up (an implied <tbody>).
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// The bytes a document was parsed from, held or borrowed.
class Source {
 public:
  Source() = default;
  // Copies.
  static Source own(std::string_view bytes);
  // Takes over a buffer of `size` bytes.
  static Source own(std::unique_ptr<char[]> bytes, size_t size);
  // REQUIRES: `bytes` outlives every Document made from it.
  static Source borrow(std::string_view bytes);

  [[nodiscard]] std::string_view view() const { return {data_, size_}; }
  // Leaves out the first `count` bytes (a byte order mark), without a copy. REQUIRES: count <=
  // view().size().
  void remove_prefix(size_t count) {
    data_ += count;
    size_ -= count;
  }

 private:
  std::unique_ptr<char[]> owned_;
  const char* data_ = "";
  size_t size_ = 0;
};

class Document {
 public:
  // An empty document: the document node alone.
  Document();
  // REQUIRES: `storage` holds a tree in document order, its strings within `source` and its arena.
  Document(Storage storage, Source source);

  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  // Number of nodes, at least 1. REQUIRES everywhere below: index(n) < size().
  [[nodiscard]] uint32_t size() const { return storage_.size; }
  [[nodiscard]] NodeId root() const { return kRoot; }
  // The <html> element; kNoNode in a document without elements.
  [[nodiscard]] NodeId document_element() const;

  [[nodiscard]] NodeKind kind(NodeId n) const { return kind_of(storage_.kind[index(n)]); }
  [[nodiscard]] bool is_element(NodeId n) const { return kind(n) == NodeKind::kElement; }
  [[nodiscard]] bool is_text(NodeId n) const { return kind(n) == NodeKind::kText; }
  // Of a text: false promises HTML white space alone, true nothing.
  [[nodiscard]] bool may_be_visible(NodeId text) const {
    return (storage_.kind[index(text)] & kMayBeVisible) != 0;
  }
  [[nodiscard]] Namespace name_space(NodeId n) const {
    return namespace_of(storage_.kind[index(n)]);
  }

  // The element's name; kNoAtom for text, comments and the document.
  [[nodiscard]] Atom name(NodeId n) const { return storage_.name[index(n)]; }
  [[nodiscard]] std::string_view name_text(NodeId n) const { return spelling(name(n)); }
  // The spelling of a name that occurs in this document, or of any known one; else empty.
  [[nodiscard]] std::string_view spelling(Atom atom) const;

  // --- structure ---
  [[nodiscard]] NodeId parent(NodeId n) const {
    return NodeId{storage_.parent[index(n)]};
  }  // kNoNode for 0
  [[nodiscard]] uint32_t depth(NodeId n) const { return storage_.depth[index(n)]; }
  // One past the last node of the subtree of n.
  [[nodiscard]] NodeId end(NodeId n) const { return NodeId{storage_.end[index(n)]}; }
  // Nodes in the subtree of n, n included.
  [[nodiscard]] uint32_t subtree_size(NodeId n) const { return storage_.end[index(n)] - index(n); }
  // True if a is n or an ancestor of n. O(1).
  [[nodiscard]] bool contains(NodeId a, NodeId n) const {
    return index(n) - index(a) < subtree_size(a);
  }
  // O(1); kNoNode if there is none.
  [[nodiscard]] NodeId first_child(NodeId n) const {
    return subtree_size(n) > 1 ? next(n) : kNoNode;
  }
  [[nodiscard]] NodeId next_sibling(NodeId n) const {
    const NodeId after = end(n);
    return index(after) < size() && parent(after) == parent(n) ? after : kNoNode;
  }
  // O(depth of the subtree passed over); kNoNode if there is none.
  [[nodiscard]] NodeId last_child(NodeId n) const;
  [[nodiscard]] NodeId previous_sibling(NodeId n) const;
  // The deepest node that contains both. O(depth).
  [[nodiscard]] NodeId lowest_common_ancestor(NodeId a, NodeId b) const;

  // --- content ---
  // The characters of a text node or comment; the name of a doctype; empty for others.
  [[nodiscard]] std::string_view text(NodeId n) const;
  [[nodiscard]] DoctypeIds doctype_ids(NodeId n) const;
  [[nodiscard]] uint32_t attribute_count(NodeId n) const {
    return is_element(n) ? storage_.payload_size[index(n)] : 0;
  }
  // REQUIRES: i < attribute_count(n).
  [[nodiscard]] Attribute attribute_at(NodeId n, uint32_t i) const;
  // The value, or nothing if n has no such attribute. O(attributes of n).
  [[nodiscard]] std::optional<std::string_view> attribute(NodeId n, Atom name) const;

  // --- source ---
  [[nodiscard]] std::string_view source() const { return source_.view(); }
  [[nodiscard]] SourceRange source_range(NodeId n) const {
    return {storage_.source_begin[index(n)], storage_.source_end[index(n)]};
  }
  // The bytes of that range: the node as it was written. Empty for nodes that the parser made up.
  [[nodiscard]] std::string_view source_text(NodeId n) const {
    const SourceRange range = source_range(n);
    return source().substr(range.begin, range.end - range.begin);
  }

  // --- iteration, without allocation: for (NodeId n : doc.children(x)) ---
  class IdRange;
  class ChildRange;
  class AncestorRange;
  [[nodiscard]] IdRange nodes() const;                // every node, in document order
  [[nodiscard]] IdRange descendants(NodeId n) const;  // the subtree of n without n
  [[nodiscard]] IdRange subtree(NodeId n) const;      // n and its descendants
  [[nodiscard]] ChildRange children(NodeId n) const;
  [[nodiscard]] AncestorRange ancestors(NodeId n) const;  // parent first, the document node last

  // The raw columns, for tight loops over all nodes.
  [[nodiscard]] const Storage& storage() const { return storage_; }
  // Memory held by the tree, without the source.
  [[nodiscard]] size_t memory_bytes() const;
  // Gives the columns back for the next page; leaves this document unusable except for assignment.
  [[nodiscard]] Storage release_storage() && { return std::move(storage_); }

 private:
  [[nodiscard]] std::string_view string(uint32_t offset, uint32_t length) const {
    return (offset & kArenaBit) == 0
               ? std::string_view(source_.view().data() + offset, length)
               : std::string_view(storage_.arena.data() + (offset & ~kArenaBit), length);
  }

  Storage storage_;
  Source source_;
};

// Consecutive ids.
class Document::IdRange {
 public:
  class Iterator {
   public:
    explicit Iterator(NodeId n) : n_(n) {}
    NodeId operator*() const { return n_; }
    Iterator& operator++() {
      n_ = next(n_);
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    NodeId n_;
  };
  IdRange(NodeId begin, NodeId end) : begin_(begin), end_(end) {}
  [[nodiscard]] Iterator begin() const { return Iterator(begin_); }
  [[nodiscard]] Iterator end() const { return Iterator(end_); }

 private:
  NodeId begin_;
  NodeId end_;
};

class Document::ChildRange {
 public:
  class Iterator {
   public:
    Iterator(const Document* doc, NodeId n) : doc_(doc), n_(n) {}
    NodeId operator*() const { return n_; }
    Iterator& operator++() {
      n_ = doc_->end(n_);
      return *this;
    }
    bool operator==(const Iterator& other) const { return n_ == other.n_; }

   private:
    const Document* doc_;
    NodeId n_;
  };
  ChildRange(const Document* doc, NodeId n) : doc_(doc), n_(n) {}
  [[nodiscard]] Iterator begin() const { return {doc_, next(n_)}; }
  [[nodiscard]] Iterator end() const { return {doc_, doc_->end(n_)}; }

 private:
  const Document* doc_;
  NodeId n_;
};

class Document::AncestorRange {
 public:
  class Iterator {
   public:
    Iterator(const Document* doc, NodeId n) : doc_(doc), n_(n) {}
    NodeId operator*() const { return n_; }
    Iterator& operator++() {
      n_ = doc_->parent(n_);
      return *this;
    }
    bool operator==(const Iterator& other) const { return n_ == other.n_; }

   private:
    const Document* doc_;
    NodeId n_;
  };
  AncestorRange(const Document* doc, NodeId n) : doc_(doc), n_(n) {}
  [[nodiscard]] Iterator begin() const { return {doc_, doc_->parent(n_)}; }
  [[nodiscard]] Iterator end() const { return {doc_, kNoNode}; }

 private:
  const Document* doc_;
  NodeId n_;
};

inline Document::IdRange Document::nodes() const { return {kRoot, NodeId{size()}}; }
inline Document::IdRange Document::descendants(NodeId n) const { return {next(n), end(n)}; }
inline Document::IdRange Document::subtree(NodeId n) const { return {n, end(n)}; }
inline Document::ChildRange Document::children(NodeId n) const { return {this, n}; }
inline Document::AncestorRange Document::ancestors(NodeId n) const { return {this, n}; }

}  // namespace weft::dom
