// Range pruner, [Vertex] III-C.4. Tested by range_pruner_test.cc.
//   0. Weft: if texts have several lines and every value is whole lines: as 1, in lines.
//   1. If every value starts and ends between words: for each end of the value try its
//      offset in words from the beginning, then from the end; keep what is equal in all
//      examples and gives back their values.
//   2. DEVIATION: otherwise take the longest text common to all examples directly left of
//      the value and directly right of it, without numbers, shortened until each value comes
//      out.

#include "induce/rules/range_pruner.h"

#include <algorithm>

#include "base/strings.h"

namespace weft::induce {
namespace {

using wrap::one_line;
using wrap::RangeBoundary;
using wrap::TextRange;

std::string_view value_of(const RangeExample& example) {
  return std::string_view(example.text)
      .substr(example.span.begin, example.span.end - example.span.begin);
}

bool gives_values(const TextRange& range, const std::vector<RangeExample>& examples) {
  return std::all_of(examples.begin(), examples.end(), [&](const RangeExample& example) {
    return apply_range(range, example.text) == one_line(value_of(example));
  });
}

// Offsets in words or in lines that give every value.
std::optional<TextRange> learn_offsets(const std::vector<RangeExample>& examples,
                                       TextRange::Kind kind) {
  const char separator = kind == TextRange::Kind::kLines ? '\n' : ' ';
  const RangeExample& first = examples.front();
  const auto before = static_cast<uint32_t>(
      std::count(first.text.begin(), first.text.begin() + first.span.begin, separator));
  const uint32_t inside = wrap::count_parts(value_of(first), separator);
  const uint32_t total = wrap::count_parts(first.text, separator);
  const RangeBoundary begins[] = {{before, false}, {total - before, true}};
  const RangeBoundary ends[] = {{before + inside, false}, {total - before - inside, true}};
  // A value of as many of them as in the first example only if nothing else fits: try ends that
  // differ first.
  const std::pair<int, int> order[] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
  for (const auto& [b, e] : order) {
    const TextRange range{kind, begins[b], ends[e], {}, {}};
    if (gives_values(range, examples)) return range;
  }
  return std::nullopt;
}

// Whether a value is some of its text's lines.
bool is_whole_lines(const RangeExample& example) {
  const auto [begin, end] = std::pair(example.span.begin, example.span.end);
  return example.text.find('\n') != std::string::npos &&
         (begin == 0 || example.text[begin - 1] == '\n') &&
         (end == example.text.size() || example.text[end] == '\n');
}

std::optional<TextRange> learn_delimiters(const std::vector<RangeExample>& examples) {
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
  // Numbers that a few labels share beside their values vary: "Phone: 555".
  constexpr std::string_view kDigits = "0123456789";
  const std::string_view fixed_left = left.substr(left.find_last_of(kDigits) + 1);
  const std::string_view fixed_right = right.substr(0, right.find_first_of(kDigits));
  if (!trim(fixed_left).empty()) left = fixed_left;
  if (!trim(fixed_right).empty()) right = fixed_right;
  for (std::string_view l = left;; l.remove_prefix(1)) {
    for (std::string_view r = right;; r.remove_suffix(1)) {
      const TextRange range{TextRange::Kind::kDelimiters, {}, {}, std::string(l), std::string(r)};
      if (gives_values(range, examples)) return range;
      if (r.empty()) break;
    }
    if (l.empty()) return std::nullopt;
  }
}

}  // namespace

std::optional<TextRange> learn_range(const std::vector<RangeExample>& examples) {
  if (examples.empty()) return std::nullopt;
  if (std::all_of(examples.begin(), examples.end(), is_whole_lines)) {
    if (auto lines = learn_offsets(examples, TextRange::Kind::kLines)) return lines;
  }
  std::vector<RangeExample> flat = examples;
  for (RangeExample& example : flat) example.text = one_line(example.text);
  if (auto words = learn_offsets(flat, TextRange::Kind::kWords)) return words;
  return learn_delimiters(flat);
}

}  // namespace weft::induce
