// GenRecordPattern ([Liu], Generating NFA; docs/papers/liu-ch9.md, G1-G20).
//
// Every new symbol adds a state, so the automaton is a chain q0 -s1-> q1 -s2-> … with empty
// transitions: one back from q_f to q_i is a loop over the symbols i+1..f, one forward from q_c to
// q_i makes the symbols c+1..i optional.
//
//   abcbcabcbbc:  a b c  chain of three;  b: q3 -> q1, loop over bc;  a: q3 -> q0, loop over abc;
//                 b after b: the loop that ends in q3 is reached by skipping c.
//
// Tested by record_pattern_test.cc.

#include "mine/net/record_pattern.h"

#include <algorithm>
#include <unordered_map>

namespace weft::mine {
namespace {

class Automaton {
 public:
  void read(uint32_t symbol) {
    const auto known = state_of_.find(symbol);  // δ(q_i, s) = q_j with i = j - 1.
    if (known == state_of_.end()) {  // G12-G14; only possible from the last state, else skip to it
      make_optional(current_, states());
      pattern_.symbols.push_back(symbol);
      pattern_.optional.push_back(false);
      state_of_[symbol] = states();
      current_ = states();
      return;
    }
    const uint32_t to = known->second;
    const uint32_t from = to - 1;
    if (from > current_) {
      make_optional(current_, from);  // G10, forwards.
    } else if (from < current_) {
      loop_back(from);  // G8-G10, backwards.
    }
    current_ = to;  // G6, G11
  }

  RecordPattern finish() {
    make_optional(current_, states());  // G15-G17
    nest_loops();
    return std::move(pattern_);
  }

 private:
  [[nodiscard]] uint32_t states() const { return static_cast<uint32_t>(pattern_.symbols.size()); }

  void make_optional(uint32_t begin, uint32_t end) {
    for (uint32_t p = begin; p < end; ++p) pattern_.optional[p] = true;
  }

  // An existing way back to `begin` from here or further on is used, passing over what lies
  // between.
  void loop_back(uint32_t begin) {
    uint32_t nearest = UINT32_MAX;
    for (const RecordPattern::Loop& loop : pattern_.loops) {
      if (loop.begin == begin && loop.end >= current_) nearest = std::min(nearest, loop.end);
    }
    if (nearest != UINT32_MAX) {
      make_optional(current_, nearest);
    } else {
      pattern_.loops.push_back({begin, current_});
    }
  }

  // Loops that cross are widened until they nest: a regular expression cannot say otherwise.
  void nest_loops() {
    auto& loops = pattern_.loops;
    bool changed = true;
    while (changed) {
      changed = false;
      for (size_t a = 0; a < loops.size(); ++a) {
        for (size_t b = 0; b < loops.size(); ++b) {
          const bool cross = loops[a].begin < loops[b].begin && loops[b].begin < loops[a].end &&
                             loops[a].end < loops[b].end;
          if (cross) {
            loops[a].end = loops[b].end;
            changed = true;
          }
        }
      }
    }
    std::sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
  }

  RecordPattern pattern_;
  std::unordered_map<uint32_t, uint32_t> state_of_;  // The state a symbol leads to.
  uint32_t current_ = 0;
};

}  // namespace

RecordPattern generate_record_pattern(std::span<const uint32_t> string) {
  Automaton automaton;
  for (const uint32_t symbol : string) automaton.read(symbol);
  return automaton.finish();
}

std::string RecordPattern::to_string(const std::vector<std::string>& names) const {
  std::string text;
  for (uint32_t p = 0; p < symbols.size(); ++p) {
    for (const Loop& loop : loops) text += loop.begin == p ? "(" : "";
    text += names[symbols[p]];
    if (optional[p]) text += "?";
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
      text += loop->end == p + 1 ? ")+" : "";
  }
  return text;
}

std::vector<std::vector<uint32_t>> tuples_of(const RecordPattern& pattern,
                                             std::span<const uint32_t> string) {
  std::unordered_map<uint32_t, uint32_t> position_of;
  for (uint32_t p = 0; p < pattern.symbols.size(); ++p) position_of[pattern.symbols[p]] = p;
  std::vector<std::vector<uint32_t>> rows;
  std::vector<uint32_t> row(pattern.symbols.size(), kNoItem);
  uint32_t next = 0;
  for (uint32_t i = 0; i < string.size(); ++i) {
    const uint32_t p = position_of.at(string[i]);
    if (p < next) {
      rows.push_back(row);
      std::fill(row.begin() + p, row.end(), kNoItem);
    }
    row[p] = i;
    next = p + 1;
  }
  if (!string.empty()) rows.push_back(row);
  return rows;
}

}  // namespace weft::mine
