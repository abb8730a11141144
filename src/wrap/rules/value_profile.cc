#include "wrap/rules/value_profile.h"

#include <algorithm>

#include "base/strings.h"
#include "wrap/rules/folded_text.h"

namespace weft::wrap {

ValueProfile::Traits ValueProfile::traits(std::string_view value) {
  Traits t;
  t.length = value.size();
  for (const char c : value) {
    t.digit |= is_ascii_digit(c);
    t.letter |= is_ascii_alpha(c);
    t.colon |= c == ':';
  }
  t.ellipsis = value.ends_with("...") || value.ends_with("\xE2\x80\xA6");
  if (!value.empty()) {
    const char c = value.front();
    t.first = is_ascii_digit(c) ? '0' : c >= 'a' && c <= 'z' ? 'a' : is_ascii_alpha(c) ? 'A' : c;
  }
  return t;
}

double ValueProfile::similarity(const Traits& a, const Traits& b) {
  double similarity = 1.0;
  if (a.digit != b.digit) similarity -= 0.2;
  if (a.letter != b.letter) similarity -= 0.3;
  if (a.first != b.first) similarity -= 0.15;
  if (a.colon != b.colon) similarity -= 0.15;
  if (a.ellipsis != b.ellipsis) similarity -= 0.3;
  const auto [shorter, longer] = std::minmax(a.length, b.length);
  if (longer > 4 * (shorter + 2)) similarity -= 0.2;
  return std::max(similarity, 0.0);
}

void ValueProfile::add(std::string_view value) {
  if (labelled_.empty()) {
    prefix_ = colon_prefix(value);
  } else if (!prefix_.empty() && colon_prefix(value) != prefix_) {
    prefix_.clear();
  }
  labelled_.push_back(traits(value));
}

double ValueProfile::likeness(std::string_view value) const {
  if (labelled_.size() > 1 && !prefix_.empty() && !value.starts_with(prefix_)) return 0;
  const Traits t = traits(value);
  double best = 0;
  for (const Traits& labelled : labelled_) best = std::max(best, similarity(labelled, t));
  return labelled_.empty() ? 1.0 : best;
}

}  // namespace weft::wrap
