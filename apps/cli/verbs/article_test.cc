// weft article and weft meta as a person runs them.

#include <gmock/gmock.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kStory =
    "<html lang=en><title>Old mill to reopen - Valley Times</title><meta property=og:title "
    "content='Old mill to reopen'>"
    "<meta property=og:type content=article><meta name=author content='Ann Lee'>"
    "<body><nav class=menu><a href=/>Home</a> <a href=/s>Sport</a></nav><article "
    "class=post><h1>Old mill to reopen</h1>"
    "<p class=byline>By <a rel=author href=/ann>Ann Lee</a><div class=article-body>"
    "<p>The council decided on Tuesday that the old mill by the river will be repaired, after two "
    "years of debate, and opened to "
    "visitors next spring. Members of all parties voted for the plan.</p>"
    "<p>The mill was built in 1790 and ground corn for the whole valley, until the <a "
    "href=/rail>railway</a> brought cheaper "
    "flour from the coast. It stood empty for decades, and its wheel rotted away.</p>"
    "<p>Volunteers have collected more than half of the money that the repair needs. The rest, "
    "according to the mayor, will come "
    "from the region, which wants more guests to stay for a second night.</p></div></article>"
    "<footer class=footer><p>Copyright Valley Times</footer>";

class ArticleVerbTest : public ProgramFixture {
 protected:
  int read_page(const std::string& html, std::vector<std::string> options) {
    options.push_back(write("page.html", html));
    options.insert(options.end(), {"-o", path("out")});
    const int code = run(std::move(options));
    output_ = read("out");
    return code;
  }

  std::string output_;
};

TEST_F(ArticleVerbTest, WritesMarkdownWithWhatIsKnown) {
  EXPECT_EQ(read_page(kStory, {"article"}), 0) << errors_;
  EXPECT_THAT(output_, HasSubstr("title: \"Old mill to reopen\"\nauthor: \"Ann Lee\"\n"));
  EXPECT_THAT(output_, HasSubstr("until the [railway](/rail) brought cheaper"));
  EXPECT_THAT(output_, Not(HasSubstr("Copyright")));
}

TEST_F(ArticleVerbTest, WritesTextHtmlAndJson) {
  EXPECT_EQ(read_page(kStory, {"article", "--part", "body", "--to", "text"}), 0) << errors_;
  EXPECT_THAT(output_, HasSubstr("It stood empty for decades"));
  EXPECT_THAT(output_, Not(HasSubstr("Home")));
  EXPECT_EQ(read_page(kStory, {"article", "--to", "html"}), 0);
  EXPECT_THAT(output_, HasSubstr("<a href=\"/rail\">railway</a>"));
  EXPECT_EQ(read_page(kStory, {"article", "--json"}), 0);
  const auto json = parse_json(output_);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["author"].text_of("value"), "Ann Lee");
  EXPECT_EQ((*json)["blocks"].size(), 3U);
}

TEST_F(ArticleVerbTest, ReadsPagesOfASiteTogether) {
  EXPECT_EQ(read_page(kStory, {"article", "--site", "--to", "text"}), 0) << errors_;
  EXPECT_THAT(output_, HasSubstr("It stood empty for decades"));
}

TEST_F(ArticleVerbTest, SaysThatThereIsNothingAndExitsWithFive) {
  EXPECT_EQ(read_page("<html><script>app()</script></html>", {"article"}), 5);
  EXPECT_EQ(output_, "");
  EXPECT_THAT(errors_, HasSubstr("no main content found"));
}

TEST_F(ArticleVerbTest, ReadsByAVWrapperLearnedFromLabels) {
  const auto page = [](int number) {
    const std::string n = std::to_string(number);
    return "<body><div><a href=/>Home</a> <a href=/s>Sport</a> <a "
           "href=/w>Weather</a></div><h1>Story " +
           n + "</h1><div><p>The council of town " + n +
           " decided on Tuesday that the old mill by the river will be repaired.</p><p>It was "
           "built long ago and ground corn for the whole valley for " +
           n +
           " years.</p></div><div><small>Printed by the press</small> <a href=/c>Contact</a></div>";
  };
  std::string labels;
  std::vector<std::string> learn = {"learn", "--inducer", "v-wrapper", "--labels", path("l.jsonl")};
  for (int i = 0; i < 6; ++i) {
    const std::string name = "p" + std::to_string(i) + ".html";
    learn.push_back(write(name, page(i)));
    for (const auto& [attribute, node] :
         {std::pair{"title", "/html/body/h1"}, {"content", "/html/body/div[2]"}})
      labels += Json({{"page", name}, {"attribute", attribute}, {"path", node}}).dump() + "\n";
  }
  write("l.jsonl", labels);
  learn.insert(learn.end(), {"-o", path("news.json")});
  ASSERT_EQ(run(learn), 0) << errors_;
  EXPECT_EQ(read_page(page(9), {"article", "--model", path("news.json"), "--to", "text"}), 0)
      << errors_;
  EXPECT_THAT(output_, HasSubstr("The council of town 9"));
  EXPECT_THAT(output_, Not(HasSubstr("Printed")));
  EXPECT_NE(read_page(page(9), {"article", "--model", write("no.json", "{}")}), 0);
  EXPECT_THAT(errors_, HasSubstr("weft learn --inducer v-wrapper"));
  write("l.jsonl",
        Json({{"page", "p0.html"}, {"attribute", "price"}, {"path", "/html/body/h1"}}).dump());
  EXPECT_NE(run(learn), 0);
  EXPECT_THAT(errors_, HasSubstr("'title' and 'content'"));
}

TEST_F(ArticleVerbTest, MetaShowsWhatIsThereForMachines) {
  EXPECT_EQ(read_page(kStory, {"meta", "--json"}), 0) << errors_;
  EXPECT_THAT(
      output_,
      HasSubstr("\"opengraph\":{\"og:title\":\"Old mill to reopen\",\"og:type\":\"article\"}"));
  EXPECT_EQ(read_page(std::string(kStory) +
                          "<script type=application/ld+json>{\"@type\": \"NewsArticle\", "
                          "\"headline\": \"Rain expected\"}</script>",
                      {"meta", "--json"}),
            0);
  EXPECT_THAT(output_, HasSubstr("\"contradictions\":[\"title: the page has 'Old mill"));
  EXPECT_EQ(read_page("<script type=application/ld+json>{</script>", {"meta"}), 0);
  EXPECT_THAT(errors_, HasSubstr("JSON-LD that does not parse"));
}

}  // namespace
}  // namespace weft::cli
