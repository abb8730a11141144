// Phone numbers into E.164, where the text or the country says enough.

#include "base/strings.h"
#include "value/fold.h"
#include "value/normalize.h"

namespace weft::value {
namespace {

struct Plan {
  std::string_view country;
  std::string_view calling_code;
  std::string_view trunk;  // Dialled inside the country, not part of the number.
};

constexpr Plan kPlans[] = {
    {"US", "1", "1"},   {"CA", "1", "1"},   {"GB", "44", "0"},  {"IE", "353", "0"},
    {"DE", "49", "0"},  {"AT", "43", "0"},  {"CH", "41", "0"},  {"FR", "33", "0"},
    {"BE", "32", "0"},  {"NL", "31", "0"},  {"LU", "352", ""},  {"ES", "34", ""},
    {"PT", "351", ""},  {"IT", "39", ""},   {"GR", "30", ""},   {"SE", "46", "0"},
    {"NO", "47", ""},   {"DK", "45", ""},   {"FI", "358", "0"}, {"IS", "354", ""},
    {"PL", "48", ""},   {"CZ", "420", ""},  {"SK", "421", "0"}, {"HU", "36", "06"},
    {"RO", "40", "0"},  {"BG", "359", "0"}, {"HR", "385", "0"}, {"SI", "386", "0"},
    {"RS", "381", "0"}, {"TR", "90", "0"},  {"RU", "7", "8"},   {"UA", "380", "0"},
    {"IL", "972", "0"}, {"AU", "61", "0"},  {"NZ", "64", "0"},  {"JP", "81", "0"},
    {"KR", "82", "0"},  {"CN", "86", "0"},  {"IN", "91", "0"},  {"BR", "55", "0"},
    {"MX", "52", ""},   {"AR", "54", "0"},  {"ZA", "27", "0"},  {"SG", "65", ""},
    {"HK", "852", ""},
};

const Plan* plan_of(std::string_view country) {
  for (const Plan& plan : kPlans) {
    if (plan.country == country) return &plan;
  }
  return nullptr;
}

// E.164 allows fifteen digits; numbers with an area code have seven and more.
constexpr size_t kMinDigits = 7;
constexpr size_t kMinNationalDigits = 6;
constexpr size_t kMaxDigits = 15;

// The longest run of digits and what stands between them, without an extension; "(0)" is dropped.
std::string dialled(std::string_view text) {
  for (const std::string_view extension : {"ext", "durchwahl", "x", "#"}) {
    const size_t at = text.find(extension);
    if (at != std::string_view::npos && at > kMinDigits) text = text.substr(0, at);
  }
  std::string best;
  for (size_t at = 0; at < text.size();) {
    std::string run;
    while (at < text.size()) {
      const char c = text[at];
      if (text.substr(at).starts_with("(0)")) {
        at += 3;
        continue;
      }
      const bool plus = c == '+' && run.empty();
      if (is_ascii_digit(c) || plus)
        run += c;
      else if (std::string_view(" -./()").find(c) == std::string_view::npos)
        break;
      ++at;
    }
    if (run.size() > best.size()) best = run;
    ++at;
  }
  return best;
}

}  // namespace

std::optional<std::string> normalize_phone(std::string_view raw, const NormalizeContext& context) {
  std::string text = fold_text(raw);
  if (text.starts_with("tel:")) text.erase(0, 4);
  std::string digits = dialled(text);
  if (digits.starts_with("00")) digits.replace(0, 2, "+");
  if (!digits.starts_with('+')) {
    const Plan* plan = plan_of(context.country);
    if (plan == nullptr || digits.size() < kMinNationalDigits) return std::nullopt;
    const bool trunk = !plan->trunk.empty() && digits.starts_with(plan->trunk);
    const bool american = plan->calling_code == "1";
    if (american && digits.size() != (trunk ? 11u : 10u)) return std::nullopt;
    digits = "+" + std::string(plan->calling_code) + digits.substr(trunk ? plan->trunk.size() : 0);
  }
  const size_t count = digits.size() - 1;
  if (count < kMinDigits || count > kMaxDigits || digits[1] == '0') return std::nullopt;
  return digits;
}

}  // namespace weft::value
