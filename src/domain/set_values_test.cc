#include "domain/set_values.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "dom/text.h"
#include "html/parser.h"

namespace weft::domain {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

annotate::Recognizer recipes() {
  return annotate::Recognizer(*annotate::parse_domain(*annotate::shipped_domain("recipes"),
                                                      "recipes", annotate::shipped_domain));
}

// The texts of an attribute's items, if it is more likely than not.
std::vector<std::string> items(const std::string& html, const std::string& attribute) {
  const annotate::Recognizer recognizer = recipes();
  const dom::Document doc = html::parse(html).document;
  std::vector<std::string> texts;
  for (const SetValues& set : find_set_values(doc, recognizer, recognizer.annotate(doc))) {
    if (recognizer.domain().attributes[set.attribute].name != attribute || set.confidence < 0.5)
      continue;
    for (const dom::NodeId item : set.items) texts.push_back(dom::normalized_text(doc, item));
  }
  return texts;
}

constexpr const char* kCake =
    "<nav><ul><li><a href=/i>Ingredients</a><li><a href=/m>Method</a></ul></nav><h1>Cake</h1>"
    "<h2>Ingredients</h2><h3>For the cake</h3><ul><li>2 cups <b>flour</b><li>a pinch of salt</ul>"
    "<h3>For the icing</h3><ul><li>1 cup sugar<li>2 tbsp water</ul>"
    "<h2>Method</h2><ol><li>Mix everything well.<li>Bake it for an hour.</ol>"
    "<h2>Notes</h2><ol><li>It keeps for days.<li>It freezes, too.</ol>";

TEST(SetValuesTest, ItemsOfTheListsUnderALabelAreTheValues) {
  EXPECT_THAT(items(kCake, "ingredient"),
              ElementsAre("2 cups flour", "a pinch of salt", "1 cup sugar", "2 tbsp water"));
}

TEST(SetValuesTest, AHeadingOfTheSameLevelEndsThem) {
  EXPECT_THAT(items(kCake, "instruction"),
              ElementsAre("Mix everything well.", "Bake it for an hour."));
}

TEST(SetValuesTest, FormAloneIsEnoughAndMenusAreNot) {
  EXPECT_THAT(items("<p>Cake</p><div><p>2 cups flour</p><p>1 cup sugar</p></div>", "ingredient"),
              ElementsAre("2 cups flour", "1 cup sugar"));
  EXPECT_THAT(items("<h2>Ingredients</h2><nav><ul><li><a href=/>Home page</a>"
                    "<li><a href=/b>All recipes</a></ul></nav>",
                    "ingredient"),
              IsEmpty());
}

TEST(SetValuesTest, APageWithoutListsHasNone) {
  EXPECT_THAT(items("<p>", "ingredient"), IsEmpty());
  EXPECT_THAT(items("", "ingredient"), IsEmpty());
}

}  // namespace
}  // namespace weft::domain
