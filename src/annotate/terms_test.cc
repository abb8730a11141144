#include "annotate/terms.h"

#include <random>
#include <string>

#include <gmock/gmock.h>

namespace weft::annotate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> find(const std::vector<std::string>& terms, const std::string& text) {
  TermMatcher matcher;
  for (size_t i = 0; i < terms.size(); ++i) matcher.add(terms[i], static_cast<uint32_t>(i));
  matcher.build();
  std::vector<TermHit> hits;
  matcher.find(text, hits);
  std::vector<std::string> found;
  for (const TermHit& hit : hits)
    found.push_back(text.substr(hit.span.begin, hit.span.end - hit.span.begin));
  return found;
}

TEST(TermMatcherTest, FindsWholeWordsWhateverTheirCaseAndAccents) {
  EXPECT_THAT(find({"New York", "York"}, "in new york."), ElementsAre("new york", "york"));
  EXPECT_THAT(find({"art"}, "party arts"), IsEmpty());
  EXPECT_THAT(find({"Citroën"}, "CITROEN C3"), ElementsAre("CITROEN"));
  EXPECT_THAT(find({"St. Louis", "Mercedes-Benz"}, "St Louis, Mercedes Benz"),
              ElementsAre("St Louis", "Mercedes Benz"));
  EXPECT_THAT(find({"東京"}, "東京都"), ElementsAre("東京"));
}

TEST(TermMatcherTest, MarksThatPartThingsEndAMatch) {
  EXPECT_THAT(find({"new york"}, "what is new | York"), IsEmpty());
  EXPECT_THAT(find({"new york"}, "what is new: York"), IsEmpty());
}

TEST(TermMatcherTest, EmptyTermsAndTextsAreFine) {
  EXPECT_THAT(find({"", "--", "a"}, ""), IsEmpty());
  EXPECT_THAT(find({"", "--"}, "nothing here"), IsEmpty());
}

// The slow twin: every term at every word.
TEST(TermMatcherTest, EqualsLookingForEveryTermAtEveryWord) {
  std::mt19937 random(7);
  const auto words = [&](size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
      text += i == 0 ? "" : " ";
      text += static_cast<char>('a' + random() % 3);
    }
    return text;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> terms;
    for (int t = 0; t < 8; ++t) terms.push_back(words(1 + random() % 4));
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    const std::string text = words(random() % 12);
    std::vector<std::string> expected;
    for (const std::string& term : terms) {
      for (size_t at = text.find(term); at != std::string::npos; at = text.find(term, at + 1)) {
        const size_t end = at + term.size();
        if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' '))
          expected.push_back(term);
      }
    }
    std::vector<std::string> found = find(terms, text);
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found, expected) << text;
  }
}

}  // namespace
}  // namespace weft::annotate
