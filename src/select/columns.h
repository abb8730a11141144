// Columns: the raw arrays of a document as the evaluator's loops read them.
#pragma once

#include <cstdint>
#include <string_view>

#include "dom/document.h"
#include "select/plan.h"

namespace weft::select {

struct Columns {
  explicit Columns(const dom::Document& document)
      : doc(&document),
        name(document.storage().name.data()),
        kind(document.storage().kind.data()),
        size(document.size()) {}

  [[nodiscard]] dom::NodeKind kind_of(uint32_t n) const { return dom::kind_of(kind[n]); }
  [[nodiscard]] bool is_element(uint32_t n) const { return kind_of(n) == dom::NodeKind::kElement; }
  [[nodiscard]] uint32_t parent(uint32_t n) const { return index(doc->parent(dom::NodeId{n})); }
  [[nodiscard]] uint32_t end(uint32_t n) const { return index(doc->end(dom::NodeId{n})); }

  const dom::Document* doc;
  const dom::Atom* name;
  const uint8_t* kind;
  uint32_t size;
};

// Whether node n, on an axis of elements, passes the test.
inline bool matches(const Columns& columns, const PlanTest& test, uint32_t n) {
  if (test.never) return false;
  switch (test.kind) {
    case TestKind::kName: {
      const dom::Atom name = columns.name[n];
      if (name != test.name && name != test.exact) return false;
      break;
    }
    case TestKind::kAnyName:
      break;
    case TestKind::kNode:
      return columns.kind_of(n) != dom::NodeKind::kDoctype;
    case TestKind::kText:
      return columns.kind_of(n) == dom::NodeKind::kText;
    case TestKind::kComment:
      return columns.kind_of(n) == dom::NodeKind::kComment;
    case TestKind::kProcessingInstruction:
      return false;
  }
  return columns.is_element(n) &&
         (test.any_namespace || dom::namespace_of(columns.kind[n]) == test.name_space);
}

// Whether an attribute of this name passes the test.
inline bool matches_attribute(const PlanTest& test, dom::Atom name) {
  if (test.never) return false;
  if (test.kind == TestKind::kName) return name == test.name || name == test.exact;
  return test.kind == TestKind::kAnyName || test.kind == TestKind::kNode;
}

// The first node in [from, to) with either name, or `to`.
uint32_t find_name(const dom::Atom* names, uint32_t from, uint32_t to, dom::Atom name,
                   dom::Atom other);
// The first node in [from, to) of the given kind, or `to`.
uint32_t find_kind(const uint8_t* kinds, uint32_t from, uint32_t to, dom::NodeKind kind);

// The first node in [from, to) that passes the test, or `to`.
inline uint32_t find_match(const Columns& columns, const PlanTest& test, uint32_t from,
                           uint32_t to) {
  while (true) {
    switch (test.kind) {
      case TestKind::kName:
        from = find_name(columns.name, from, to, test.name, test.exact);
        break;
      case TestKind::kAnyName:
        from = find_kind(columns.kind, from, to, dom::NodeKind::kElement);
        break;
      case TestKind::kText:
        from = find_kind(columns.kind, from, to, dom::NodeKind::kText);
        break;
      case TestKind::kComment:
        from = find_kind(columns.kind, from, to, dom::NodeKind::kComment);
        break;
      default:
        break;
    }
    if (from >= to || matches(columns, test, from)) return from < to ? from : to;
    ++from;
  }
}

}  // namespace weft::select
