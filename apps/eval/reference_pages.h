// Pages of reference manuals, made up or real, whose truth is given as XPath: the first of several
// declarations, the text below them.
//
//   {"name", "//h1"}, {"declaration", "(//pre)[1]"}      of a page, or of each record of it
#pragma once

#include <string>
#include <vector>

#include "model/label.h"
#include "model/page.h"
#include "model/wrapper.h"

namespace weft::eval {

// Where the values of a page stand.
struct ReferencePlace {
  const char* attribute;
  const char* at;  // The first node that it finds.
};

struct ReferenceLayout {
  const char* name;
  const char* records;  // Null: the page is the record.
  std::vector<ReferencePlace> places;
};

// What a person points at: for every record the node of each attribute, kNoNode where it has none.
std::vector<std::vector<dom::NodeId>> nodes_of(const ReferenceLayout& layout,
                                               const dom::Document& doc);

// The labels of that; of a page that is the record also what it does not have.
std::vector<model::Label> labels_of(const ReferenceLayout& layout, const model::Page& page);

struct ReferenceCounts {
  std::vector<size_t>
      right;           // By attribute: exactly what stands there, or nothing where nothing does.
  size_t records = 0;  // Of the truth and, beyond them, of the wrapper.
  size_t whole = 0;    // With all attributes right.

  explicit ReferenceCounts(const ReferenceLayout& layout) : right(layout.places.size()) {}
  void add(const ReferenceCounts& other);
  void add(const ReferenceLayout& layout, const model::Wrapper& wrapper, const model::Page& page);
};

}  // namespace weft::eval
