// Any bytes as compiled terms: an error, or a matcher that finds in a text without leaving it, and soon ends; a text as a
// gazetteer: what it compiles to finds each of its terms.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/domain.h"
#include "annotate/terms.h"
#include "base/check.h"

namespace {

using namespace weft;

std::vector<annotate::TermHit> find(std::string_view bytes, std::string_view text) {
  // At a multiple of eight, as a mapped file is.
  std::vector<uint64_t> aligned(bytes.size() / 8 + 1);
  bytes.copy(reinterpret_cast<char*>(aligned.data()), bytes.size());
  const auto compiled = annotate::TermMatcher::over(
      {reinterpret_cast<const char*>(aligned.data()), bytes.size()}, nullptr);
  std::vector<annotate::TermHit> hits;
  if (!compiled.ok()) return hits;
  annotate::TextWords words;
  words.cut(text);
  compiled->find(words, hits);
  (void)compiled->contains(words, 0);
  for (const annotate::TermHit& hit : hits)
    WEFT_CHECK(hit.span.begin < hit.span.end && hit.span.end <= text.size());
  return hits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  (void)find(input, "what is new in new york");
  // Damaged in one place that the input chooses.
  std::string damaged = *annotate::compile_gazetteer("new york\nyork\nwhat is new\n", "towns");
  for (size_t i = 0; i + 2 < size && i < 30; i += 3)
    damaged[(input[i] * 256U + static_cast<uint8_t>(input[i + 1])) % damaged.size()] = input[i + 2];
  (void)find(damaged, input);
  const std::string compiled = *annotate::compile_gazetteer(input, "terms");
  for (const std::string& term : annotate::gazetteer_terms(input)) {
    annotate::TextWords words;
    words.cut(term);
    // Marks that part things end every match, those of a term, too.
    const auto parted = [](const auto& word) { return !word.joined; };
    const auto all = words.words();
    if (!all.empty() && all.size() <= 16 && std::none_of(all.begin() + 1, all.end(), parted))
      WEFT_CHECK(!find(compiled, term).empty());
  }
  return 0;
}
