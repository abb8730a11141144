// Writing out the children of each node. Parentheses nest; loops over them use a stack of frames.
// A list whose counts would take more than kMaxSteps positions keeps its repetitions as "one or
// more".

#include "wrap/tree/child_programs.h"

#include <algorithm>

namespace weft::wrap {
namespace {

constexpr size_t kMaxSteps = 4096;
// Beyond this a subtree's size decides nothing: sizes must stay far below the cost of a node.
constexpr uint32_t kMaxSize = 256;

// Parentheses being written: which, how often still, and where this round began.
struct Frame {
  uint32_t node;
  uint32_t next;  // Child to write next.
  uint32_t rounds_left;
  uint32_t round_begin;
};

LeftOut left_out(const WrapperTree& tree, uint32_t n) {
  const WrapperNode& node = tree.nodes[n];
  return {node.weight / node.sign.count, std::min(kMaxSize, node.end - n), node.labels_below != 0};
}

}  // namespace

ChildPrograms::ChildPrograms(const WrapperTree& tree) {
  begin_.resize(tree.size() + 1);
  std::vector<uint32_t> slot_of(tree.size());
  for (uint32_t n = 0; n < tree.size(); ++n) {
    const auto size32 = [](const auto& v) { return static_cast<uint32_t>(v.size()); };
    begin_[n] = {size32(steps_), size32(forward_), size32(back_), size32(slots_)};
    if (tree.nodes[n].kind == WrapperNode::Kind::kParentheses) continue;
    const uint32_t base = size32(steps_);
    const auto position = [&] { return size32(steps_) - base; };
    // Slots first: the tag nodes reached through parentheses alone.
    for (uint32_t c = n + 1; c < tree.nodes[n].end;) {
      if (tree.nodes[c].kind == WrapperNode::Kind::kParentheses) {
        ++c;
        continue;
      }
      slot_of[c] = size32(slots_) - begin_[n].slots;
      slots_.push_back(c);
      c = tree.nodes[c].end;
    }
    std::vector<Frame> frames = {{n, n + 1, 0, 0}};
    while (!frames.empty()) {
      Frame& frame = frames.back();
      if (frame.next < tree.nodes[frame.node].end) {
        const uint32_t c = frame.next;
        const WrapperNode& child = tree.nodes[c];
        frame.next = child.end;
        const bool fits = position() + uint64_t{child.sign.count} <= kMaxSteps;
        const uint32_t count = fits ? child.sign.count : 1;
        const bool loops = child.sign.repeats() || count != child.sign.count;
        if (child.kind == WrapperNode::Kind::kParentheses) {
          frames.push_back({c, c + 1, count - 1, position()});
          steps_.push_back({});
          continue;
        }
        for (uint32_t i = 0; i < count; ++i)
          steps_.push_back({slot_of[c], left_out(tree, c), loops});
        continue;
      }
      if (frames.size() > 1) {  // A round of parentheses is written.
        const WrapperNode& group = tree.nodes[frame.node];
        const bool cut = frame.rounds_left > 0 && position() >= kMaxSteps;
        if (group.sign.repeats() || cut) back_.push_back({position(), frame.round_begin + 1, {}});
        steps_.push_back({});
        forward_.push_back({frame.round_begin, position(), left_out(tree, frame.node)});
        if (frame.rounds_left > 0 && !cut) {
          --frame.rounds_left;
          frame.next = frame.node + 1;
          frame.round_begin = position();
          steps_.push_back({});
          continue;
        }
      }
      frames.pop_back();
    }
    std::stable_sort(forward_.begin() + begin_[n].forward, forward_.end(),
                     [](const ProgramJump& a, const ProgramJump& b) { return a.to < b.to; });
  }
  begin_[tree.size()] = {static_cast<uint32_t>(steps_.size()),
                         static_cast<uint32_t>(forward_.size()),
                         static_cast<uint32_t>(back_.size()), static_cast<uint32_t>(slots_.size())};
}

ChildProgram ChildPrograms::of(uint32_t node) const {
  const Ranges& a = begin_[node];
  const Ranges& b = begin_[node + 1];
  return {{steps_.data() + a.steps, b.steps - a.steps},
          {forward_.data() + a.forward, b.forward - a.forward},
          {back_.data() + a.back, b.back - a.back},
          {slots_.data() + a.slots, b.slots - a.slots}};
}

}  // namespace weft::wrap
