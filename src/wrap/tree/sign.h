// Sign: how many consecutive nodes of a page a node of a wrapper stands for ([Zheng] Definition 6).
//
//   1   exactly one            ?   one or none
//   N   exactly N, N >= 2      +   one or more
//                              *   any number, none included
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::wrap {

struct Sign {
  enum class Kind : uint8_t { kCount, kOptional, kSome, kAny };
  Kind kind = Kind::kCount;
  uint32_t count = 1;  // kCount: 1 or N; else 1.

  static Sign exactly(uint32_t n) { return {Kind::kCount, n}; }
  [[nodiscard]] bool may_be_absent() const { return kind == Kind::kOptional || kind == Kind::kAny; }
  // One or more, with no bound.
  [[nodiscard]] bool repeats() const { return kind == Kind::kSome || kind == Kind::kAny; }
  bool operator==(const Sign&) const = default;
};

// The sign-inference function I ([Zheng] 8.4.1.3): the sign of a node made of two that were
// aligned. Symmetric.
Sign infer_sign(Sign a, Sign b);
// I(a, NULL): the sign of a node that nothing was aligned with.
Sign infer_sign_alone(Sign a);

// "1", "3", "?", "+", "*".
std::string sign_text(Sign sign);
// Fails with kInvalidArgument for anything else.
Result<Sign> parse_sign(std::string_view text);

}  // namespace weft::wrap
