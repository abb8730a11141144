// walk(): the nodes of one axis from one node, in the order XPath counts them (backwards for
// reverse axes).
//
// Descendant and following axes are scans over a range of ids; no axis allocates or recurses.
#pragma once

#include <cstdint>

#include "select/columns.h"
#include "select/node_ref.h"

namespace weft::select {

namespace detail {

inline NodeRef node_at(uint32_t n) { return {dom::NodeId{n}, 0}; }

template <typename Visit>
bool scan(const Columns& columns, const PlanTest& test, uint32_t from, uint32_t to,
          uint64_t& visits, Visit&& visit) {
  if (test.never || from >= to) return false;
  visits += (to - from) / 8 + 1;
  for (uint32_t n = find_match(columns, test, from, to); n < to;
       n = find_match(columns, test, n + 1, to)) {
    if (visit(node_at(n))) return true;
  }
  return false;
}

// The children of `parent` from `child` on.
template <typename Visit>
bool walk_children(const Columns& columns, const PlanTest& test, uint32_t parent, uint32_t child,
                   uint64_t& visits, Visit&& visit) {
  const uint32_t end = columns.end(parent);
  for (; child < end; child = columns.end(child)) {
    ++visits;
    if (matches(columns, test, child) && visit(node_at(child))) return true;
  }
  return false;
}

template <typename Visit>
bool walk_ancestors(const Columns& columns, const PlanTest& test, uint32_t n, uint64_t& visits,
                    Visit&& visit) {
  for (; n != index(dom::kNoNode); n = columns.parent(n)) {
    ++visits;
    if (matches(columns, test, n) && visit(node_at(n))) return true;
  }
  return false;
}

template <typename Visit>
bool walk_preceding(const Columns& columns, const PlanTest& test, uint32_t before, uint64_t& visits,
                    Visit&& visit) {
  for (uint32_t n = before; n-- > 0;) {
    ++visits;
    if (columns.end(n) <= before && matches(columns, test, n) && visit(node_at(n))) return true;
  }
  return false;
}

template <typename Visit>
bool walk_preceding_siblings(const Columns& columns, const PlanTest& test, uint32_t n,
                             uint64_t& visits, Visit&& visit) {
  dom::NodeId sibling = columns.doc->previous_sibling(dom::NodeId{n});
  for (; sibling != dom::kNoNode; sibling = columns.doc->previous_sibling(sibling)) {
    ++visits;
    if (matches(columns, test, index(sibling)) && visit(node_at(index(sibling)))) return true;
  }
  return false;
}

template <typename Visit>
bool walk_attributes(const Columns& columns, const PlanTest& test, dom::NodeId element,
                     uint64_t& visits, Visit&& visit) {
  const uint32_t count = columns.doc->attribute_count(element);
  if (count == 0) return false;
  visits += count;
  const dom::Storage& storage = columns.doc->storage();
  const dom::AttributeEntry* entries = storage.attributes.data() + storage.payload[index(element)];
  for (uint32_t i = 0; i < count; ++i) {
    if (matches_attribute(test, entries[i].name) && visit(NodeRef::attribute(element, i)))
      return true;
  }
  return false;
}

// From an attribute node: its element is its parent, it has no children and no siblings.
template <typename Visit>
bool walk_from_attribute(const Columns& columns, Axis axis, const PlanTest& test, NodeRef from,
                         uint64_t& visits, Visit&& visit) {
  const uint32_t owner = index(from.node);
  const bool or_self =
      axis == Axis::kSelf || axis == Axis::kAncestorOrSelf || axis == Axis::kDescendantOrSelf;
  if (or_self && test.kind == TestKind::kNode && visit(from)) return true;
  switch (axis) {
    case Axis::kParent:
      return matches(columns, test, owner) && visit(node_at(owner));
    case Axis::kAncestor:
    case Axis::kAncestorOrSelf:
      return walk_ancestors(columns, test, owner, visits, visit);
    case Axis::kFollowing:
      return scan(columns, test, owner + 1, columns.size, visits, visit);
    case Axis::kPreceding:
      return walk_preceding(columns, test, owner, visits, visit);
    default:
      return false;
  }
}

}  // namespace detail

// Calls visit(NodeRef) until it returns true; returns whether it did. Adds what was looked at to
// `visits`.
template <typename Visit>
bool walk(const Columns& columns, Axis axis, const PlanTest& test, NodeRef from, uint64_t& visits,
          Visit&& visit) {
  if (from.is_attribute())
    return detail::walk_from_attribute(columns, axis, test, from, visits, visit);
  const uint32_t n = index(from.node);
  ++visits;
  switch (axis) {
    case Axis::kSelf:
      return matches(columns, test, n) && visit(from);
    case Axis::kChild:
      return detail::walk_children(columns, test, n, n + 1, visits, visit);
    case Axis::kDescendant:
      return detail::scan(columns, test, n + 1, columns.end(n), visits, visit);
    case Axis::kDescendantOrSelf:
      return detail::scan(columns, test, n, columns.end(n), visits, visit);
    case Axis::kAttribute:
      return detail::walk_attributes(columns, test, from.node, visits, visit);
    case Axis::kParent: {
      const uint32_t parent = columns.parent(n);
      return parent != index(dom::kNoNode) && matches(columns, test, parent) &&
             visit(detail::node_at(parent));
    }
    case Axis::kAncestor:
      return detail::walk_ancestors(columns, test, columns.parent(n), visits, visit);
    case Axis::kAncestorOrSelf:
      return detail::walk_ancestors(columns, test, n, visits, visit);
    case Axis::kFollowing:
      return detail::scan(columns, test, columns.end(n), columns.size, visits, visit);
    case Axis::kPreceding:
      return detail::walk_preceding(columns, test, n, visits, visit);
    case Axis::kFollowingSibling:
      return n != 0 &&
             detail::walk_children(columns, test, columns.parent(n), columns.end(n), visits, visit);
    case Axis::kPrecedingSibling:
      return detail::walk_preceding_siblings(columns, test, n, visits, visit);
    case Axis::kNamespace:
      return false;
  }
  return false;
}

}  // namespace weft::select
