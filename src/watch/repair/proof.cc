#include "watch/repair/proof.h"

#include <set>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::watch {
namespace {

std::string digits_of(const std::vector<std::string>& values) {
  std::string digits;
  for (const std::string& value : values) {
    for (const char c : value) {
      if (is_ascii_digit(c)) digits += c;
    }
  }
  return digits;
}

}  // namespace

value::ValueGuard widened(value::ValueGuard guard,
                          const std::vector<std::vector<std::string>>& spellings) {
  std::set<std::string> once;
  for (const std::vector<std::string>& witness : spellings) {
    std::set<std::string> own;
    for (const std::string& spelling : witness) own.insert(value::value_shape(spelling));
    for (const std::string& shape : own) {
      if (!once.insert(shape).second) guard.add(shape);
    }
  }
  return guard;
}

void Proof::add_other(const std::vector<std::string>& known, const std::vector<std::string>& found,
                      const AttributeHealth& health, const ProofLimits& limits) {
  const std::string digits = digits_of(known);
  if (health.constant && !found.empty() && !digits.empty() && digits_of(found) != digits)
    add_known(false);
  else
    add(other_, !found.empty() && health.fit(found) >= limits.fits);
}

std::string Proof::objection(const ProofLimits& limits, std::string_view witness) const {
  if (known_.below(limits.least_reproduced))
    return fmt::format("of {} {} kept for proof only {} came out as known", known_.all, witness,
                       known_.right);
  if (absent_.below(limits.least_absent))
    return fmt::format("{} of {} {} without a value got one", absent_.all - absent_.right,
                       absent_.all, witness);
  if (other_.all >= 2 && other_.below(limits.least_fit))
    return fmt::format("on {} of {} other {} values are missing or look wrong",
                       other_.all - other_.right, other_.all, witness);
  return "";
}

}  // namespace weft::watch
