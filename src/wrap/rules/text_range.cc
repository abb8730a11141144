// Tested by range_pruner_test.cc.

#include "wrap/rules/text_range.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace weft::wrap {
namespace {

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

uint32_t count_words(std::string_view text) {
  if (text.empty()) return 0;
  return static_cast<uint32_t>(std::count(text.begin(), text.end(), ' ')) + 1;
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

}  // namespace weft::wrap
