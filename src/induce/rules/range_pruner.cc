// Range pruner, [Vertex] III-C.4. Tested by range_pruner_test.cc.
//   1. If every value starts and ends between words: for each end of the value try its
//      offset in words from the beginning, then from the end; keep what is equal in all
//      examples and gives back their values.
//   2. DEVIATION: otherwise take the longest text common to all examples directly left of
//      the value and directly right of it, shortened until each value comes out.

#include "induce/rules/range_pruner.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace weft::induce {
namespace {

uint32_t count_words(std::string_view text) {
  if (text.empty()) return 0;
  return static_cast<uint32_t>(std::count(text.begin(), text.end(), ' ')) + 1;
}

std::string_view value_of(const RangeExample& example) {
  return std::string_view(example.text)
      .substr(example.span.begin, example.span.end - example.span.begin);
}

bool gives_values(const TextRange& range, const std::vector<RangeExample>& examples) {
  return std::all_of(examples.begin(), examples.end(), [&](const RangeExample& example) {
    return apply_range(range, example.text) == value_of(example);
  });
}

// Words wholly before the value, and words from its start on.
uint32_t words_before(const RangeExample& example) {
  return static_cast<uint32_t>(
      std::count(example.text.begin(), example.text.begin() + example.span.begin, ' '));
}

std::optional<TextRange> learn_words(const std::vector<RangeExample>& examples) {
  const RangeExample& first = examples.front();
  const uint32_t before = words_before(first);
  const uint32_t inside = count_words(value_of(first));
  const uint32_t total = count_words(first.text);
  const WordBoundary begins[] = {{before, false}, {total - before, true}};
  const WordBoundary ends[] = {{before + inside, false}, {total - before - inside, true}};
  // A value of as many words as in the first example only if nothing else fits: try ends that
  // differ first.
  const std::pair<int, int> order[] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
  for (const auto& [b, e] : order) {
    const TextRange range{TextRange::Kind::kWords, begins[b], ends[e], {}, {}};
    if (gives_values(range, examples)) return range;
  }
  return std::nullopt;
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
  for (std::string_view l = left;; l.remove_prefix(1)) {
    for (std::string_view r = right;; r.remove_suffix(1)) {
      const TextRange range{TextRange::Kind::kDelimiters, {}, {}, std::string(l), std::string(r)};
      if (gives_values(range, examples)) return range;
      if (r.empty()) break;
    }
    if (l.empty()) return std::nullopt;
  }
}

// Byte offset of the boundary, or npos.
size_t place(const WordBoundary& boundary, std::string_view text, bool is_end) {
  const uint32_t total = count_words(text);
  if (boundary.offset > total) return std::string_view::npos;
  const uint32_t words = boundary.from_end ? total - boundary.offset : boundary.offset;
  if (words == 0) return 0;
  if (words == total) return text.size();
  size_t at = 0;
  for (uint32_t i = 0; i < words; ++i) at = text.find(' ', at) + 1;
  return is_end ? at - 1 : at;
}

}  // namespace

std::optional<TextRange> learn_range(const std::vector<RangeExample>& examples) {
  if (examples.empty()) return std::nullopt;
  if (auto words = learn_words(examples)) return words;
  return learn_delimiters(examples);
}

std::string_view apply_range(const TextRange& range, std::string_view text) {
  if (range.kind == TextRange::Kind::kWords) {
    const size_t begin = place(range.begin, text, false);
    const size_t end = place(range.end, text, true);
    if (begin == std::string_view::npos || end == std::string_view::npos || begin >= end) return {};
    return text.substr(begin, end - begin);
  }
  const size_t left = text.find(range.left);
  if (left == std::string_view::npos) return {};
  text.remove_prefix(left + range.left.size());
  if (range.right.empty()) return text;
  const size_t right = text.find(range.right);
  return right == std::string_view::npos ? std::string_view() : text.substr(0, right);
}

nlohmann::ordered_json to_json(const TextRange& range) {
  if (range.kind == TextRange::Kind::kDelimiters)
    return {{"left", range.left}, {"right", range.right}};
  const auto boundary = [](const WordBoundary& b) {
    return nlohmann::ordered_json{{"words", b.offset}, {"from", b.from_end ? "end" : "beginning"}};
  };
  return {{"begin", boundary(range.begin)}, {"end", boundary(range.end)}};
}

Result<TextRange> text_range_from_json(const nlohmann::ordered_json& json) {
  const Error bad{ErrorCode::kInvalidArgument, "rules wrapper: not a text range: " + json.dump()};
  if (!json.is_object()) return bad;
  TextRange range;
  if (json.contains("left") && json.contains("right")) {
    if (!json["left"].is_string() || !json["right"].is_string()) return bad;
    return TextRange{TextRange::Kind::kDelimiters,
                     {},
                     {},
                     json["left"].get<std::string>(),
                     json["right"].get<std::string>()};
  }
  for (const char* key : {"begin", "end"}) {
    if (!json.contains(key) || !json[key].is_object()) return bad;
    const auto& boundary = json[key];
    if (!boundary.contains("words") || !boundary["words"].is_number_unsigned() ||
        !boundary.contains("from"))
      return bad;
    WordBoundary& out = *key == 'b' ? range.begin : range.end;
    out = {boundary["words"].get<uint32_t>(), boundary["from"] == "end"};
  }
  return range;
}

}  // namespace weft::induce
