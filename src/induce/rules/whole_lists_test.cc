// Whole lists: what a schema's "set" promises, from one labelled page.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/learner.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

model::Page recipe(const std::string& id, const std::string& html) {
  return model::html_page("<ul><li>Home<li>Help</ul>" + html + "<p>Imprint</p>", {.id = id});
}

// What is found on the second page after labelling items of the first.
std::vector<std::string> learn_and_extract(const std::string& labelled, const std::string& other,
                                           const std::vector<std::string>& items) {
  const model::Page first = recipe("first", labelled), second = recipe("second", other);
  model::Schema schema{.name = "Recipe", .attributes = {{.name = "item"}}};
  schema.attributes[0].set = true;
  model::InducerInput input{.pages = {&first, &second}, .schema = &schema};
  for (const std::string& item : items)
    input.labels.push_back({.page = "first", .attribute = "item", .value = item});
  const auto learned = learn(input);
  EXPECT_TRUE(learned.ok());
  std::vector<std::string> found;
  const auto extraction = wrap::RulesWrapper(learned->rules).apply(second);
  if (extraction.records.empty()) return found;
  const model::Value* value = extraction.records[0].find("item");
  for (const model::Value& one : value->items) found.push_back(one.text);
  return found;
}

std::string list_of(const std::vector<std::string>& items, const char* name = "food") {
  return fmt::format("<ul class={}><li class=one>{}</ul>", name,
                     fmt::join(items, "<li class=one>"));
}

TEST(WholeLists, GoOnBehindTheirFirstPart) {
  const std::string heading = "<h3>Ingredients</h3>";
  EXPECT_THAT(learn_and_extract(
                  heading + list_of({"2 eggs", "salt"}),
                  heading + list_of({"milk", "flour"}) + "<h4>Sauce</h4>" + list_of({"cream"}),
                  {"2 eggs", "salt"}),
              ElementsAre("milk", "flour", "cream"));
}

TEST(WholeLists, ItemsMayBeWrittenInTwoWays) {
  const auto steps = [](const char* title, const char* step) {
    return fmt::format("<div class=s><h4 class=t>{}</h4><ol><li class=one>{}</ol></div>", title,
                       step);
  };
  EXPECT_THAT(learn_and_extract(steps("Dough", "Mix it.") + steps("Oven", "Bake it."),
                                steps("Rice", "Boil it.") + steps("Plate", "Serve it."),
                                {"Dough", "Mix it.", "Oven", "Bake it."}),
              ElementsAre("Rice", "Boil it.", "Plate", "Serve it."));
}

// "salt" is found in the text above, not in the list, where it stands beside a box.
TEST(WholeLists, ALabelThatWasFoundElsewhereDoesNotSpoilTheOthers) {
  const std::string above = "<p>Do not forget the <b>salt</b>!</p>";
  EXPECT_THAT(
      learn_and_extract(above + list_of({"2 eggs", "flour", "milk", "▢ salt"}),
                        above + list_of({"cream", "▢ sugar"}), {"2 eggs", "flour", "milk", "salt"}),
      ElementsAre("cream", "▢ sugar"));
}

// "salt" is found in another list, of other items with the same tags.
TEST(WholeLists, AreToldByClassesWhereTagsDoNotTellThem) {
  const std::string sauce = list_of({"water", "vinegar", "salt", "oil", "honey"}, "notes");
  const auto food = [](const char* items) { return fmt::format("<ul class=food>{}</ul>", items); };
  EXPECT_THAT(learn_and_extract(food("<li class=item>2 eggs<li class=item>flour<li class=item>milk"
                                     "<li class=item>a pinch") +
                                    sauce,
                                food("<li class=item>cream<li class=item>sugar") + sauce,
                                {"2 eggs", "flour", "milk", "salt"}),
              ElementsAre("cream", "sugar"));
}

// The steps of the first page stand in pictures' captions as well, which other pages do not have.
TEST(WholeLists, AreWhatOtherPagesHaveOfTwoPlaces) {
  const std::string begin = "<h3>Steps</h3>";
  EXPECT_THAT(learn_and_extract(
                  "<div><i>Mix it.</i><i>Bake it.</i></div>" + begin +
                      list_of({"<div>Mix it.</div>", "<div>Bake it.</div>"}) + "<h4>End</h4>",
                  begin + list_of({"<div>Heat it.</div>", "<div>Stir it.</div>"}) + "<h4>End</h4>",
                  {"Mix it.", "Bake it.", "End"}),
              ElementsAre("Heat it.", "Stir it.", "End"));
}

TEST(WholeLists, AreWholeElementsWhereSomeItemsHaveMarksInside) {
  EXPECT_THAT(learn_and_extract(list_of({"2 eggs", "flour"}),
                                list_of({"milk", "<b>dark</b> sugar"}), {"2 eggs", "flour"}),
              ElementsAre("milk", "dark sugar"));
}

// Those with a mark are more like the labels, which say no number.
TEST(WholeLists, HaveItemsWithAndWithoutAMarkAroundThem) {
  const std::string begin = "<ul><li class=item><div class=text>",
                    next = "</div></li><li class=item><div class=text>", end = "</div></li></ul>";
  EXPECT_THAT(
      learn_and_extract(begin + "<span>Mix it.</span>" + next + "<span>Bake it.</span>" + end,
                        begin + "Heat it to 90." + next + "<span>Stir it.</span>" + next +
                            "Serve it for 4." + end,
                        {"Mix it.", "Bake it."}),
      ElementsAre("Heat it to 90.", "Stir it.", "Serve it for 4."));
}

// What stands behind the video on the other page begins as the labelled steps do.
TEST(WholeLists, MayBeginAsAnyOfTheirItems) {
  const std::string video = "<p id=video></p><p></p><p></p>";
  EXPECT_THAT(learn_and_extract(video + list_of({"Mix it.", "Bake it at 180.", "Eat it."}),
                                list_of({"Heat it to 90.", "Stir it.", "Drink it."}) + video +
                                    "<ul><li>Use milk.<li>Use tea.</ul>",
                                {"Mix it.", "Bake it at 180.", "Eat it."}),
              ElementsAre("Heat it to 90.", "Stir it.", "Drink it."));
}

TEST(WholeLists, AreNoneWhereMostOfWhatIsFoundWouldBeSomethingElse) {
  const std::string text = "<div><p>One</p><p>Two</p><p>Three</p><p>Four</p><p>Five</p><p>Six</p>";
  EXPECT_THAT(learn_and_extract(text, text, {"Two", "Six"}), IsEmpty());
}

// Texts are told from headings in elements like theirs, and the heading above says another number elsewhere.
TEST(WholeLists, OfTextsAreOfOneKind) {
  EXPECT_THAT(learn_and_extract(
                  "<h3>For 10</h3>" + list_of({"2 eggs", "flour", "<h5>Filling</h5>", "jam"}),
                  "<h3>For 4</h3>" + list_of({"rice", "salt", "<h5>Sauce</h5>", "milk", "sugar"}),
                  {"2 eggs", "flour", "jam"}),
              ElementsAre("rice", "salt", "milk", "sugar"));
}

// A page without the list has a table of facts at its place.
TEST(WholeLists, TakeNoRowsOfAnotherKind) {
  const std::string title = "<h1>Kettle</h1>", end = "<div class=end>Reviews</div>";
  const std::string facts =
      "<div><p><b>Brand</b><i>Acme</i></p><p><b>Colour</b><i>red</i></p></div>";
  EXPECT_THAT(learn_and_extract(title + "<h3>Features</h3>" + list_of({"Light", "2 years"}) + end,
                                title + facts + end, {"Light", "2 years"}),
              IsEmpty());
}

}  // namespace
}  // namespace weft::induce
