#include "watch/health/trust.h"

#include <algorithm>

#include "watch/page_values.h"
#include "watch/words.h"

namespace weft::watch {
namespace {

// Pairs of values, each used once, of which one may be an edit of the other; in page order.
size_t count_edited(const std::vector<std::string>& known, const std::vector<std::string>& found,
                    const TrustOptions& options) {
  std::vector<std::vector<Word>> words;
  for (size_t i = 0; i < std::min(found.size(), options.max_edited); ++i)
    words.push_back(words_of(found[i]));
  std::vector<bool> used(words.size(), false);
  size_t pairs = 0;
  for (size_t i = 0; i < std::min(known.size(), options.max_edited); ++i) {
    const std::vector<Word> wanted = words_of(known[i]);
    for (size_t j = 0; j < words.size(); ++j) {
      if (used[j] || word_overlap(wanted, words[j]) < options.least_overlap) continue;
      used[j] = true;
      ++pairs;
      break;
    }
  }
  return pairs;
}

}  // namespace

double edited_overlap(const std::vector<std::string>& known, const std::vector<std::string>& found,
                      model::ValueType type, const TrustOptions& options) {
  const double exact = value_overlap(known, found, type);
  if (exact == 1 || known.empty() || found.empty()) return exact;
  const auto longer = static_cast<double>(std::max(known.size(), found.size()));
  return std::max(exact, static_cast<double>(count_edited(known, found, options)) / longer);
}

bool trusted(const AttributeHealth& health, const std::vector<std::string>& known,
             const std::vector<std::string>& found, const TrustOptions& options) {
  if (found.empty()) return false;
  if (known.empty() || !health.constant) return health.fit(found) >= options.least_fit;
  const double exact = value_overlap(known, found, health.type);
  if (exact >= options.least_agreement) return true;
  // A list of which much is as it was and the rest is edited.
  return exact >= options.least_unchanged &&
         edited_overlap(known, found, health.type, options) >= options.least_edited;
}

}  // namespace weft::watch
