// Range pruner, [Vertex] III-C.4. Tested by range_pruner_test.cc.
//   1. If every value starts and ends between words: for each end of the value try its
//      offset in words from the beginning, then from the end; keep what is equal in all
//      examples and gives back their values.
//   2. DEVIATION: otherwise take the longest text common to all examples directly left of
//      the value and directly right of it, shortened until each value comes out.

#include "induce/rules/range_pruner.h"

#include <algorithm>

namespace weft::induce {
namespace {

std::string_view value_of(const RangeExample& example) {
  return std::string_view(example.text)
      .substr(example.span.begin, example.span.end - example.span.begin);
}

bool gives_values(const wrap::TextRange& range, const std::vector<RangeExample>& examples) {
  return std::all_of(examples.begin(), examples.end(), [&](const RangeExample& example) {
    return apply_range(range, example.text) == value_of(example);
  });
}

// Words wholly before the value, and words from its start on.
uint32_t words_before(const RangeExample& example) {
  return static_cast<uint32_t>(
      std::count(example.text.begin(), example.text.begin() + example.span.begin, ' '));
}

std::optional<wrap::TextRange> learn_words(const std::vector<RangeExample>& examples) {
  const RangeExample& first = examples.front();
  const uint32_t before = words_before(first);
  const uint32_t inside = wrap::count_words(value_of(first));
  const uint32_t total = wrap::count_words(first.text);
  const wrap::WordBoundary begins[] = {{before, false}, {total - before, true}};
  const wrap::WordBoundary ends[] = {{before + inside, false}, {total - before - inside, true}};
  // A value of as many words as in the first example only if nothing else fits: try ends that
  // differ first.
  const std::pair<int, int> order[] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
  for (const auto& [b, e] : order) {
    const wrap::TextRange range{wrap::TextRange::Kind::kWords, begins[b], ends[e], {}, {}};
    if (gives_values(range, examples)) return range;
  }
  return std::nullopt;
}

std::optional<wrap::TextRange> learn_delimiters(const std::vector<RangeExample>& examples) {
  const auto left_of = [](const RangeExample& e) {
    return std::string_view(e.text).substr(0, e.span.begin);
  };
  const auto right_of = [](const RangeExample& e) {
    return std::string_view(e.text).substr(e.span.end);
  };
  std::string_view left = left_of(examples.front());
  std::string_view right = right_of(examples.front());
  for (const RangeExample& example : examples) {
    while (!left_of(example).ends_with(left)) left.remove_prefix(1);
    while (!right_of(example).starts_with(right)) right.remove_suffix(1);
  }
  for (std::string_view l = left;; l.remove_prefix(1)) {
    for (std::string_view r = right;; r.remove_suffix(1)) {
      const wrap::TextRange range{
          wrap::TextRange::Kind::kDelimiters, {}, {}, std::string(l), std::string(r)};
      if (gives_values(range, examples)) return range;
      if (r.empty()) break;
    }
    if (l.empty()) return std::nullopt;
  }
}

}  // namespace

std::optional<wrap::TextRange> learn_range(const std::vector<RangeExample>& examples) {
  if (examples.empty()) return std::nullopt;
  if (auto words = learn_words(examples)) return words;
  return learn_delimiters(examples);
}

}  // namespace weft::induce
