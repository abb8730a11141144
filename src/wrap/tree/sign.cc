// The table of [Zheng] 8.4.1.3 says: the new sign allows none if either does, and several if either
// does or the counts differ. Tested cell by cell in sign_test.cc.

#include "wrap/tree/sign.h"

#include <charconv>

namespace weft::wrap {

Sign infer_sign(Sign a, Sign b) {
  if (a == b) return a;
  const bool absent = a.may_be_absent() || b.may_be_absent();
  const bool several = a.repeats() || b.repeats() || a.count != b.count;
  if (absent) return {several ? Sign::Kind::kAny : Sign::Kind::kOptional, 1};
  return {Sign::Kind::kSome, 1};
}

Sign infer_sign_alone(Sign a) {
  const bool several = a.repeats() || a.count > 1;
  return {several ? Sign::Kind::kAny : Sign::Kind::kOptional, 1};
}

std::string sign_text(Sign sign) {
  switch (sign.kind) {
    case Sign::Kind::kCount:
      return std::to_string(sign.count);
    case Sign::Kind::kOptional:
      return "?";
    case Sign::Kind::kSome:
      return "+";
    case Sign::Kind::kAny:
      return "*";
  }
  return "1";
}

Result<Sign> parse_sign(std::string_view text) {
  if (text == "?") return Sign{Sign::Kind::kOptional, 1};
  if (text == "+") return Sign{Sign::Kind::kSome, 1};
  if (text == "*") return Sign{Sign::Kind::kAny, 1};
  uint32_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || rest != text.data() + text.size() || count == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "a sign is 1, a count, ?, + or *, not \"" + std::string(text) + "\""};
  }
  return Sign::exactly(count);
}

}  // namespace weft::wrap
