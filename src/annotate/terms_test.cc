#include "annotate/terms.h"

#include <random>
#include <string>

#include <gmock/gmock.h>

#include "annotate/domain.h"
#include "base/hash.h"

namespace weft::annotate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<TermHit> find(const TermMatcher& matcher, const std::string& text) {
  TextWords words;
  words.cut(text);
  std::vector<TermHit> hits;
  matcher.find(words, hits);
  return hits;
}

std::vector<std::string> find(const std::vector<std::string>& terms, const std::string& text) {
  TermMatcher matcher;
  for (size_t i = 0; i < terms.size(); ++i) matcher.add(terms[i], static_cast<uint32_t>(i));
  matcher.build();
  const std::vector<TermHit> hits = find(matcher, text);
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

TEST(TermMatcherTest, KnowsWhichTextsAreTerms) {
  TermMatcher matcher;
  matcher.add("New York", 3);
  matcher.build();
  const auto contains = [&](std::string_view text, uint32_t tag) {
    TextWords words;
    words.cut(text);
    return matcher.contains(words, tag);
  };
  EXPECT_TRUE(contains("new  york.", 3));
  EXPECT_FALSE(contains("New York", 2));
  EXPECT_FALSE(contains("New", 3));
  EXPECT_FALSE(contains("New York City", 3));
  EXPECT_FALSE(contains("", 3));
}

// --- compiled ---

// Bytes at a multiple of eight.
struct Aligned {
  explicit Aligned(const std::string& bytes)
      : words(bytes.size() / 8 + 1), text(reinterpret_cast<char*>(words.data()), bytes.size()) {
    bytes.copy(reinterpret_cast<char*>(words.data()), bytes.size());
  }
  std::vector<uint64_t> words;
  std::string_view text;
};

TEST(CompiledTermsTest, FindWhatTheirGazetteerHas) {
  const std::string source = "# towns\nNew York\t8000000\nYork\n";
  const Aligned bytes(*compile_gazetteer(source, "towns"));
  const auto compiled = TermMatcher::over(bytes.text, nullptr);
  ASSERT_TRUE(compiled.ok()) << compiled.error().message;
  EXPECT_EQ(compiled->source(), hash_bytes(source));
  EXPECT_EQ(compiled->size(), 2U);
  EXPECT_THAT(find(*compiled, "in new york."),
              ElementsAre(TermHit{{3, 11}, 0}, TermHit{{7, 11}, 0}));
  const Aligned none(*compile_gazetteer("# nothing\n", "towns"));
  const auto empty = TermMatcher::over(none.text, nullptr);
  ASSERT_TRUE(empty.ok());
  EXPECT_THAT(find(*empty, "in new york."), IsEmpty());
}

TEST(CompiledTermsTest, TooManyTermsAreRefused) {
  const std::string source = "# towns\nNew York\nYork\n";
  EXPECT_TRUE(compile_gazetteer(source, "towns.txt", {.max_terms = 2}).ok());
  for (const DomainLimits& limits :
       {DomainLimits{.max_terms = 1}, DomainLimits{.max_term_bytes = 9}}) {
    const auto compiled = compile_gazetteer(source, "towns.txt", limits);
    ASSERT_FALSE(compiled.ok());
    EXPECT_EQ(compiled.error().code, ErrorCode::kLimitExceeded);
    EXPECT_THAT(compiled.error().message, HasSubstr("towns.txt: more than"));
  }
}

TEST(CompiledTermsTest, OtherFilesAreRefused) {
  const std::string good = *compile_gazetteer("New York\n", "towns");
  const auto error_of = [](const std::string& bytes) {
    const Aligned aligned(bytes);
    const auto compiled = TermMatcher::over(aligned.text, nullptr);
    return compiled.ok() ? "" : compiled.error().message;
  };
  EXPECT_EQ(error_of(good), "");
  EXPECT_THAT(error_of(""), HasSubstr("cut short"));
  EXPECT_THAT(error_of(good.substr(0, good.size() - 8)), HasSubstr("cut short"));
  EXPECT_THAT(error_of(good + "more"), HasSubstr("too long"));
  EXPECT_THAT(error_of("New York\n" + good), HasSubstr("begin otherwise"));
  std::string other = good;
  other[8] = 9;
  EXPECT_THAT(error_of(other), HasSubstr("another version"));
  std::string huge = good;
  huge[24 + 7] = '\x7F';
  EXPECT_THAT(error_of(huge), HasSubstr("too long"));
}

}  // namespace
}  // namespace weft::annotate
