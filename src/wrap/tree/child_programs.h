// ChildPrograms: the children of a wrapper's nodes as small automata, so that one loop aligns them
// with the children of a page's node, whatever their signs and parentheses.
//
// A program has positions 0..length. Between p and p + 1 stands one child of the wrapper (its
// *slot*): reading a page node moves on, leaving it out costs its weight. A repeated child may be
// read again at p + 1. Parentheses give jumps: over them, at their weight, and back, for nothing;
// steps without a slot at their begin and end keep the jumps of nested parentheses apart.
// Counts are written out: li3 takes three positions of one slot.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

inline constexpr uint32_t kNoSlot = UINT32_MAX;

// What leaving out a child, or parentheses, costs.
struct LeftOut {
  uint32_t weight = 0;    // In nodes.
  uint32_t size = 0;      // Of the subtree; decides between what weighs nothing.
  bool labelled = false;  // Something in it is to be extracted.
};

struct ProgramStep {
  uint32_t slot = kNoSlot;  // kNoSlot: leads on for nothing.
  LeftOut skip;
  bool repeat = false;  // May be read again at the position after it.
};

struct ProgramJump {
  uint32_t from = 0;
  uint32_t to = 0;
  LeftOut cost;
};

struct ChildProgram {
  std::span<const ProgramStep> steps;    // Step p leads from position p to p + 1.
  std::span<const ProgramJump> forward;  // By `to`, ascending.
  std::span<const ProgramJump> back;
  std::span<const uint32_t> slots;  // The wrapper's node of each slot.
};

class ChildPrograms {
 public:
  // Borrows nothing: the tree may go.
  explicit ChildPrograms(const WrapperTree& tree);

  // Of a tag node or the root. Parentheses have none of their own.
  [[nodiscard]] ChildProgram of(uint32_t node) const;

 private:
  struct Ranges {
    uint32_t steps = 0, forward = 0, back = 0, slots = 0;
  };
  std::vector<Ranges> begin_;  // By node, and one past the last.
  std::vector<ProgramStep> steps_;
  std::vector<ProgramJump> forward_;
  std::vector<ProgramJump> back_;
  std::vector<uint32_t> slots_;
};

}  // namespace weft::wrap
