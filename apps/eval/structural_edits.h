// Structural edits: redesigns of real pages, made up and seeded. What web developers do to a
// template, done to every page of it alike:
//
//   wrap     an element around it          unwrap   the element goes, its children stay
//   rename   other class and id            insert   a new block before it
//   reorder  its children, last first
//
// An edit is tied to a tag path, so that it meets the same part of every page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dom/document.h"

namespace weft::eval {

enum class EditKind : uint8_t { kWrap, kUnwrap, kRename, kInsert, kReorder };

struct StructuralEdit {
  uint64_t path = 0;  // dom::tag_path_hashes
  EditKind kind = EditKind::kWrap;
};

// Edits for `share` of the tag paths that at least half of the pages have, below <body>.
// Deterministic. Sorted by path.
std::vector<StructuralEdit> choose_edits(std::span<const dom::Document* const> pages, double share,
                                         uint64_t seed);

// The page after the edits; `seed` decides new names. No recursion.
dom::Document apply_edits(const dom::Document& doc, const std::vector<StructuralEdit>& edits,
                          uint64_t seed);

}  // namespace weft::eval
