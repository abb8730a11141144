// Storage: the raw columns behind a Document. For the code that builds documents (the HTML parser,
// DocumentBuilder); everyone else reads through dom/document.h.
//
// One entry per node in every column, in document order once built. Strings are (offset, length)
// pairs: an offset below kArenaBit counts from the start of the source, the others from the start
// of the character arena. So text that appears verbatim in the source costs nothing.
//
// Reuse: clear() keeps the memory, so one Storage can serve page after page without allocating.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dom/atom.h"
#include "dom/kind_byte.h"

namespace weft::dom {

// A string of a document: see above.
struct StringRef {
  uint32_t offset = 0;
  uint32_t length = 0;
};
inline constexpr uint32_t kArenaBit = 0x80000000U;

struct AttributeEntry {
  Atom name;
  StringRef value;
};

// A growable array of trivially copyable values that never initialises what it has not been given.
template <typename T>
class Column {
 public:
  [[nodiscard]] T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }

  // Makes room for `capacity` values, keeping the first `used`.
  void grow(size_t used, size_t capacity) {
    std::unique_ptr<T[]> bigger(new T[capacity]);
    if (used != 0) std::copy(data_.get(), data_.get() + used, bigger.get());
    data_ = std::move(bigger);
  }

 private:
  std::unique_ptr<T[]> data_;
};

struct Storage {
  // Nodes.
  uint32_t size = 0;
  uint32_t capacity = 0;
  Column<uint32_t> parent;        // UINT32_MAX for the document node
  Column<uint32_t> end;           // one past the last node of the subtree
  Column<uint32_t> depth;         // 0 for the document node
  Column<Atom> name;              // elements and doctypes; kNoAtom otherwise
  Column<uint8_t> kind;           // dom/kind_byte.h
  Column<uint32_t> payload;       // text, comment: string offset; element: first attribute;
                                  //   doctype: two entries that hold its identifiers
  Column<uint32_t> payload_size;  // text, comment: string length; element: number of attributes
  Column<uint32_t> source_begin;  // byte range in the source, from the start tag to past the
  Column<uint32_t> source_end;    //   end tag; empty for nodes the parser made up

  // Attributes, those of one element side by side.
  uint32_t attribute_count = 0;
  uint32_t attribute_capacity = 0;
  Column<AttributeEntry> attributes;

  // Characters that are not verbatim in the source.
  std::string arena;

  // Spellings of unknown names, each once. A Document keeps them sorted by atom.
  struct UnknownName {
    Atom atom;
    StringRef text;
  };
  std::vector<UnknownName> unknown_names;

  void reserve_nodes(uint32_t wanted);
  void reserve_attributes(uint32_t wanted);
  void clear();
};

}  // namespace weft::dom
