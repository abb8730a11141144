#include "domain/choice.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "html/parser.h"

namespace weft::domain {
namespace {

annotate::Recognizer books() {
  const auto text = annotate::shipped_domain("books");
  return annotate::Recognizer(*annotate::parse_domain(*text, "books", annotate::shipped_domain));
}

constexpr const char* kTitles[] = {"The Silent River",  "A History of Salt", "Winter Notes",
                                   "Seven Small Kings", "Glass and Iron",    "The Last Orchard"};
constexpr const char* kAuthors[] = {"Anna Keller", "Mark Kurlan", "Rosa Diaz",
                                    "Ian McDow",   "Paul Stone",  "Jane Elm"};

model::Page book(int i) {
  model::Page page;
  page.id = std::to_string(i);
  page.document =
      html::parse(
          fmt::format(
              "<title>{0} - Corner Bookshop</title><div class=menu>Home</div><h1>{0}</h1>"
              "<table><tr><td>Author:</td><td>{1}</td></tr>"
              "<tr><td>Publisher:</td><td>Press {2}</td></tr>"
              "<tr><td>Published:</td><td>May {2}, 2010</td></tr></table>"
              "<p class=was>RRP: <b>£{3}.00</b></p><p class=price>£{2}.50</p>"
              "<ul class=reviews><li>By <i>reader{2}</i></li><li>By <i>other{2}</i></li></ul>",
              kTitles[i], kAuthors[i], i + 1, i + 10))
          .document;
  return page;
}

struct Chosen {
  std::string values;
  double confidence;
};

std::map<std::string, Chosen> choose(const std::vector<model::Page>& pages,
                                     const annotate::Recognizer& recognizer,
                                     const ChoiceParameters& parameters = {}) {
  std::vector<const model::Page*> pointers;
  for (const model::Page& page : pages) pointers.push_back(&page);
  const SiteColumns site = find_columns(pointers);
  const Evidence evidence = weigh_columns(site, recognizer);
  std::map<std::string, Chosen> chosen;
  for (const Choice& choice :
       choose_columns(site, recognizer, evidence, shipped_weights(), parameters)) {
    if (choice.column < 0) continue;
    Chosen& one = chosen[recognizer.domain().attributes[choice.attribute].name];
    one.confidence = choice.confidence;
    for (size_t p = 0; p < 2; ++p) {
      const int32_t n = choice.nodes[p];
      one.values += n < 0 ? "-" : site.strings.text(site.nodes[static_cast<size_t>(n)].value);
      one.values += '|';
    }
  }
  return chosen;
}

std::map<std::string, Chosen> choose() {
  std::vector<model::Page> pages;
  for (int i = 0; i < 6; ++i) pages.push_back(book(i));
  return choose(pages, books());
}

// Six pages of one body; {0} is a number that differs from page to page.
std::map<std::string, Chosen> choose_from(const char* body, const char* domain,
                                          const ChoiceParameters& parameters = {}) {
  std::vector<model::Page> pages;
  for (int i = 0; i < 6; ++i) {
    pages.emplace_back().id = std::to_string(i);
    pages.back().document = html::parse(fmt::format(fmt::runtime(body), i + 1)).document;
  }
  return choose(
      pages,
      annotate::Recognizer(*annotate::parse_domain(domain, "things", annotate::shipped_domain)),
      parameters);
}

TEST(ChoiceTest, AValueIsNotMoreThanWhatItIsAtMost) {
  constexpr const char* kBody =
      "<p class=cost>£2{0}</p><p class=cost-b>£3{0}</p><p class=cost-c>£1{0}</p>";
  const std::string domain =
      "[attributes.high]\ntype = 'money'\nlabels = 'cost'\n[attributes.low]\ntype = 'money'\n"
      "labels = 'cost'\n";
  EXPECT_EQ(choose_from(kBody, domain.c_str()).at("low").values, "£31|£32|");
  EXPECT_EQ(choose_from(kBody, (domain + "at_most = 'high'\n").c_str()).at("low").values,
            "£11|£12|");
}

TEST(ChoiceTest, WhatOccursTogetherStandsTogether) {
  constexpr const char* kBody =
      "<p>3{0}</p><ul><li>a<li>b<li>c<li>d<li>e<li>f<li>g<li>h</ul><p>Beds: 1{0}</p><p>2{0}</p>";
  EXPECT_EQ(choose_from(kBody,
                        "[attributes.beds]\ntype = 'number'\nlabels = 'beds'\n"
                        "[attributes.baths]\ntype = 'number'\ntogether = 'beds'\n",
                        {.beside = 5})
                .at("baths")
                .values,
            "21|22|");
}

TEST(ChoiceTest, TakesTheColumnsThatTheDomainDescribes) {
  const auto chosen = choose();
  EXPECT_EQ(chosen.at("title").values, "The Silent River|A History of Salt|");
  EXPECT_EQ(chosen.at("author").values, "Anna Keller|Mark Kurlan|");
  EXPECT_EQ(chosen.at("publisher").values, "Press 1|Press 2|");
  EXPECT_EQ(chosen.at("publication_date").values, "May 1, 2010|May 2, 2010|");
  EXPECT_EQ(chosen.at("price").values, "£1.50|£2.50|");
}

TEST(ChoiceTest, WhatThePagesDoNotHaveIsUnsure) {
  const auto chosen = choose();
  EXPECT_LT(chosen.at("isbn_13").confidence, kDefaultFloor);
  EXPECT_GT(chosen.at("title").confidence, kDefaultFloor);
  EXPECT_GT(chosen.at("author").confidence, kDefaultFloor);
}

TEST(ChoiceTest, NoPagesGiveNoColumns) {
  const annotate::Recognizer recognizer = books();
  const SiteColumns site = find_columns({});
  for (const Choice& choice : choose_columns(site, recognizer, weigh_columns(site, recognizer)))
    EXPECT_EQ(choice.column, -1);
}

}  // namespace
}  // namespace weft::domain
