#include "base/limits.h"

#include <charconv>

#include <fmt/format.h>

namespace weft {
namespace {

Result<uint64_t> parse_count(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view suffix = text.substr(static_cast<size_t>(end - text.data()));
  int shift = -1;
  if (suffix.empty()) shift = 0;
  if (suffix == "K" || suffix == "k") shift = 10;
  if (suffix == "M" || suffix == "m") shift = 20;
  if (suffix == "G" || suffix == "g") shift = 30;
  if (error != std::errc() || shift < 0 || value > (UINT64_MAX >> shift)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("limits: '{}' is not a number like 500, 64K or 10M", text)};
  }
  return value << shift;
}

}  // namespace

Result<Limits> parse_limits(std::string_view text, const Limits& defaults) {
  Limits limits = defaults;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(part.size() == text.size() ? part.size() : part.size() + 1);
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("limits: expected NAME=COUNT, got '{}'", part)};
    }
    const std::string_view name = part.substr(0, equals);
    WEFT_ASSIGN(const uint64_t count, parse_count(part.substr(equals + 1)));
    const auto narrow = static_cast<uint32_t>(count > UINT32_MAX ? UINT32_MAX : count);
    if (name == "bytes") {
      limits.max_bytes = count;
    } else if (name == "nodes") {
      limits.max_nodes = narrow;
    } else if (name == "depth") {
      limits.max_depth = narrow;
    } else if (name == "attributes") {
      limits.max_attributes = narrow;
    } else {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("limits: unknown limit '{}'; there are bytes, nodes, depth, attributes",
                      name)};
    }
  }
  return limits;
}

}  // namespace weft
