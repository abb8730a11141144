#include "explore/form_types.h"

#include <gtest/gtest.h>

#include "explore/form_filling.h"
#include "html/parser.h"

namespace weft::explore {
namespace {

struct TypedPage {
  dom::Document doc;
  std::vector<Form> forms;
  std::vector<TypedForm> typed;
};

TypedPage typed_page(std::string_view html) {
  TypedPage page{html::parse(html).document, {}, {}};
  page.forms = find_forms(page.doc);
  page.typed = FormTypes::shipped().type_forms(page.doc, "https://example.com/", page.forms);
  return page;
}

std::vector<Filling> ways_of(const TypedPage& page, std::vector<std::string> terms) {
  return fillings(page.forms[0], page.typed[0],
                  field_values(page.forms[0], page.doc, {.terms = std::move(terms)}));
}

constexpr std::string_view kSearch =
    "<form action=/search><input type=text name=q placeholder='Search'>"
    "<select name=cat><option value=1>Books<option value=''>All categories</select>"
    "<input type=submit value=Search></form>";
constexpr std::string_view kLogin =
    "<form action=/login method=post><label>User name <input name=username></label>"
    "<label>Password <input type=password name=password></label><button>Log in</button></form>";

TEST(FormTypesTest, KnowsSearchAndLogin) {
  const TypedPage search = typed_page(kSearch);
  EXPECT_EQ(search.typed.at(0).type, FormType::kSearch);
  EXPECT_GT(search.typed[0].confidence, 0.9);
  EXPECT_EQ(search.typed[0].fields.at(0), "search query");
  const TypedPage login = typed_page(kLogin);
  EXPECT_EQ(login.typed.at(0).type, FormType::kLogin);
  EXPECT_EQ(login.typed[0].fields.at(0), "username");
  EXPECT_EQ(login.typed[0].fields.at(1), "password");
}

TEST(FormTypesTest, KnowsASearchInAnotherLanguage) {
  const TypedPage page = typed_page(
      "<form action=/haku><input type=text name=hakusana><button>Hae tuotteita</button></form>");
  EXPECT_EQ(page.typed.at(0).type, FormType::kSearch);
}

TEST(FormFillingTest, ASearchIsTriedAsItIsThenWithAnyThenWithTerms) {
  const TypedPage page = typed_page(kSearch);
  const auto ways = ways_of(page, {"new york"});
  ASSERT_EQ(ways.size(), 3U);
  const auto url = [&](size_t i) {
    return make_request(page.forms[0], "https://example.com/x?y=1", ways[i])->url;
  };
  EXPECT_EQ(url(0), "https://example.com/search?q=&cat=1");
  EXPECT_EQ(url(1), "https://example.com/search?q=&cat=");
  EXPECT_EQ(url(2), "https://example.com/search?q=new+york&cat=");
}

TEST(FormFillingTest, ADomainKnowsMoreWordsForAny) {
  const TypedPage page = typed_page(
      "<form action=/search><input type=text name=q placeholder='Search'><select name=make>"
      "<option value=1>Fiat<option value=9>Quelconque</select><input type=submit></form>");
  annotate::Domain cars{.name = "cars", .attributes = {{.name = "make"}}};
  cars.pages.wildcards = {"quelconque"};
  const annotate::Recognizer recognizer(cars);
  const auto ways = fillings(page.forms[0], page.typed[0],
                             field_values(page.forms[0], page.doc, {.domain = &recognizer}));
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[1].at(0).value, "9");
}

TEST(FormFillingTest, ARequiredFieldForWordsIsNeverLeftEmpty) {
  const TypedPage page = typed_page(
      "<form action=/search><input type=search name=q required><button>Search</button></form>");
  EXPECT_TRUE(ways_of(page, {}).empty());
  EXPECT_EQ(ways_of(page, {"a"}).size(), 1U);
}

TEST(FormFillingTest, ChoicesThatMustBeMadeAreAllMade) {
  const TypedPage page = typed_page(
      "<form action=/search><select name=cat required><option value=''>Please choose"
      "<option value=a>A<option value=b>B</select><button>Search</button></form>");
  const auto ways = ways_of(page, {});
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[1][0].value, "b");
  EXPECT_FALSE(parts_results(page.forms[0]));  // One option stands for none.
}

TEST(FormFillingTest, ValuesThatAFieldProposesAreItsOwn) {
  const TypedPage page = typed_page(
      "<form action=/search><input name=q list=l required><datalist id=l><option value=Golf>"
      "<option value=Polo></datalist><button>Search</button></form>");
  const auto ways = ways_of(page, {"other"});
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[0][0].value, "Golf");
  EXPECT_EQ(ways[1][0].reason, "choice");
}

TEST(FormFillingTest, AnAnswerSaysWhatWasMissing) {
  const TypedPage marked =
      typed_page("<form action=/s><input name=a><input name=b aria-invalid=true></form>");
  EXPECT_EQ(missing_fields(marked.forms[0], marked.doc), std::vector<size_t>{1});
  const TypedPage said = typed_page(
      "<p>This field is required</p><form action=/s><input name=a><input name=b></form>");
  EXPECT_EQ(missing_fields(said.forms[0], said.doc), std::vector<size_t>{0});
  const TypedPage fine = typed_page("<form action=/s><input name=a></form>");
  EXPECT_TRUE(missing_fields(fine.forms[0], fine.doc).empty());
}

TEST(FormFillingTest, HardRulesStandBeforeTheModel) {
  const auto why = [](std::string_view html, SendingRules rules = {}) {
    TypedPage page = typed_page(html);
    page.typed.at(0).type = FormType::kSearch;  // Whatever a model says.
    page.typed[0].confidence = 1;
    return why_not_sent(page.forms[0], page.typed[0], "https://example.com/", rules);
  };
  EXPECT_EQ(why(kSearch), "");
  EXPECT_EQ(why(kLogin), "it asks for a password");
  EXPECT_EQ(why("<form><input type=file name=f></form>"), "it sends a file");
  EXPECT_EQ(why("<form><input name=x autocomplete=cc-number></form>"), "it asks for a card");
  EXPECT_EQ(why("<form><input name=email><textarea name=t></textarea></form>"),
            "it sends a message");
  EXPECT_EQ(why("<form method=post><input name=q></form>"), "it posts, and posting is not allowed");
  EXPECT_EQ(why("<form method=post><input name=q></form>", {.allow_post = true}), "");
  EXPECT_EQ(why("<form><input name=q><button>Jetzt kaufen</button></form>"),
            "its button says 'Jetzt kaufen'");
  EXPECT_EQ(why("<form action='https://other.org/s'><input name=q></form>"),
            "it is sent to another site");
}

TEST(FormFillingTest, ADomainNamesFieldsAndTheirBounds) {
  annotate::Domain domain;
  domain.attributes = {{.name = "price", .labels = {"price"}},
                       {.name = "town", .labels = {"location"}}};
  const annotate::Recognizer recognizer(domain);
  const TypedPage page = typed_page(
      "<form><label>Location <input name=l></label><label>Min price <input name=a></label>"
      "<label>Max price <input name=b></label></form>");
  const auto fields = domain_fields(page.forms[0], recognizer);
  EXPECT_EQ(fields[0].attribute, 1U);
  EXPECT_EQ(fields[1].attribute, 0U);
  EXPECT_EQ(fields[1].bound, FieldBound::kLeast);
  EXPECT_EQ(fields[2].bound, FieldBound::kMost);
}

}  // namespace
}  // namespace weft::explore
