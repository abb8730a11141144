#include "explore/words.h"

#include <gtest/gtest.h>

#include "base/split.h"
#include "base/strings.h"

namespace weft::explore {
namespace {

bool finds(std::string_view text, Concept one, WordMatch match = WordMatch::kStart) {
  return concepts_in(plain_words(text), match).has(one);
}

TEST(WordsTest, ShippedListsAreWellFormed) {
  for (const EmbeddedFile& list : shipped_words())
    EXPECT_TRUE(check_words(list.text).ok()) << list.name;
}

TEST(WordsTest, EveryShippedWordIsFoundAloneAndAmongOthers) {
  size_t words = 0;
  for (const EmbeddedFile& list : shipped_words()) {
    std::optional<Concept> about;
    for (std::string_view rest = list.text; !rest.empty();) {
      std::string_view line = trim(take_line(rest));
      if (line.empty() || line.front() == '#') continue;
      if (line.front() == '[') {
        about = enum_named<Concept>(line.substr(1, line.size() - 2));
        continue;
      }
      ASSERT_TRUE(about.has_value()) << line;
      for (line.remove_prefix(3); !line.empty(); ++words) {
        const std::string word(trim(take_until(line, ',')));
        for (const std::string& text : {word, word + " go", word + ": I…", "x " + word + "-9"}) {
          EXPECT_TRUE(finds(text, *about, WordMatch::kWhole)) << text;
          EXPECT_TRUE(mentions(text, *about, WordMatch::kWhole)) << text;
        }
      }
    }
  }
  EXPECT_GT(words, 1000U);
}

TEST(WordsTest, AListSaysWhereItIsWrong) {
  EXPECT_EQ(check_words("[next]\nen next\n[nowhere]\n").error().message,
            "line 3: [nowhere] is no concept");
  EXPECT_FALSE(check_words("en next\n").ok());
  EXPECT_FALSE(check_words("[next]\nenglish next\n").ok());
}

TEST(WordsTest, TextsAreComparedWithoutCaseAndAccents) {
  EXPECT_EQ(plain_words("  Über-UNS & Café "), "uber uns cafe");
  EXPECT_TRUE(finds("Mot de passe oublié ?", Concept::kForgot));
  EXPECT_TRUE(finds("NÄCHSTE SEITE", Concept::kNext));
  EXPECT_TRUE(finds("ＮＥＸＴ", Concept::kNext));
}

TEST(WordsTest, LongWordsMayBeginAWordShortOnesNot) {
  EXPECT_TRUE(finds("suchergebnisse", Concept::kSearch));
  EXPECT_FALSE(finds("nextel", Concept::kNext));
  EXPECT_FALSE(finds("suchergebnisse", Concept::kSearch, WordMatch::kWhole));
}

TEST(WordsTest, IdentifiersArePartedAndSearchedInside) {
  EXPECT_EQ(identifier_words("txtUserName2_id"), "txt user name 2 id");
  EXPECT_TRUE(
      concepts_in(identifier_words("frmusersearch"), WordMatch::kInside).has(Concept::kSearch));
}

TEST(WordsTest, ScriptsWithoutSpacesMatchAnywhere) {
  EXPECT_TRUE(finds("商品検索はこちら", Concept::kSearch));
  EXPECT_TRUE(finds("会員ログイン", Concept::kLogin));
  EXPECT_TRUE(finds("다음페이지로", Concept::kNext));
}

}  // namespace
}  // namespace weft::explore
