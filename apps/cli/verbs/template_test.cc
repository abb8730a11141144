// weft template as a person runs it.

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"
#include "render/browser.h"

namespace weft::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class TemplateVerbTest : public ProgramFixture {
 protected:
  // Runs weft label --columns with these commands.
  int name_columns(const std::string& commands, const std::vector<std::string>& options) {
    std::vector<std::string> command = {"label", "--columns", "-o", path("labels.jsonl")};
    command.insert(command.end(), options.begin(), options.end());
    return run_typing(commands, command);
  }
};

TEST_F(TemplateVerbTest, PrintsColumnsWithExamplesAndWritesAWrapper) {
  std::vector<std::string> command = {"template"};
  for (const char* n : {"1", "2", "3", "4"}) {
    command.push_back(
        write(std::string("p") + n + ".html",
              std::string("<h1>Lamp ") + n + "</h1><table><tr><th>Price<td>$" + n + "0</table>"));
  }
  command.insert(command.end(), {"--wrapper", path("t.json"), "-o", path("schema.txt")});
  EXPECT_EQ(run(command), 0) << errors_;
  EXPECT_THAT(read("schema.txt"), HasSubstr("price"));
  EXPECT_THAT(read("schema.txt"), HasSubstr("money      4 of 4   $10 · $20 · $30"));
  EXPECT_EQ(run({"extract", "--wrapper", path("t.json"), path("p2.html"), "-o", path("r.jsonl")}),
            0)
      << errors_;
  EXPECT_THAT(read("r.jsonl"), HasSubstr("\"text\":\"$20\""));
}

TEST_F(TemplateVerbTest, GrammarsHaveListsAndOptionsAndReadOtherPages) {
  const std::string one = write(
      "1.html", "<h1>Ann</h1><ul><li><b>Tea</b><i>$5</i></li><li><b>Oil</b></li></ul><p>End</p>");
  const std::string two =
      write("2.html",
            "<h1>Bob</h1><ul><li><b>Ink</b><i>$7</i></li><li><b>Pen</b><i>$9</i></li>"
            "<li><b>Cup</b><i>$3</i></li></ul><p>End</p>");
  for (const char* method : {"weft", "roadrunner", "fivatech", "fivatech2"}) {
    EXPECT_EQ(run({"template", one, two, "--method", method, "--wrapper", path("g.json"), "-o",
                   path("schema.txt")}),
              0)
        << errors_;
    EXPECT_THAT(read("schema.txt"), HasSubstr("{ }")) << method;
    EXPECT_EQ(run({"extract", "--wrapper", path("g.json"), two, "-o", path("g.jsonl"), "--force"}),
              0)
        << errors_;
    EXPECT_THAT(read("g.jsonl"), HasSubstr("\"title\":\"Bob\"")) << method;
    EXPECT_THAT(read("g.jsonl"), HasSubstr("Cup")) << method;
  }
}

// Two shops with other markup; names given in one are proposed in the other.
TEST_F(TemplateVerbTest, ColumnsOfASiteAreNamedAndTheirNamesProposedOnTheNext) {
  for (int i = 1; i <= 14; ++i) {
    write(fmt::format("a/{:02}.html", i),
          fmt::format("<title>Lamp {0} - A</title><h1>Lamp {0}</h1><p>In stock: <i>{2}</i></p>"
                      "<p>Price: <b>${1}.50</b></p>",
                      i, 10 + 7 * i, 3 * i));
    write(fmt::format("b/{:02}.html", i),
          fmt::format("<title>Chair {0} | B</title><h2>Chair {0}</h2>"
                      "<table><tr><th>Our price<td>${1}.99</table>",
                      i, 20 + 9 * i));
  }
  ASSERT_EQ(run({"template", path("a"), "--site", path("a.site"), "-o", path("a.txt")}), 0)
      << errors_;
  EXPECT_THAT(read("a.txt"), HasSubstr("$17.50 · $24.50"));
  EXPECT_THAT(errors_, HasSubstr("weft label --columns"));
  ASSERT_EQ(name_columns("price = cost\ntitle = name\nend\n", {"--site", path("a.site")}), 0)
      << errors_;
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("\"attribute\":\"cost\""));
  ASSERT_EQ(run({"extract", "--site", path("a.site"), path("a/03.html"), "-o", path("a.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("a.jsonl"), HasSubstr("\"name\":\"Lamp 3\""));
  EXPECT_THAT(read("a.jsonl"), HasSubstr("31.50"));
  EXPECT_THAT(read("a.jsonl"), Not(HasSubstr("stock")));
  // Rules that somebody made are not replaced by columns that nobody named.
  EXPECT_NE(run({"template", path("a"), "--site", path("a.site")}), 0);
  EXPECT_THAT(errors_, HasSubstr("--force"));

  ASSERT_EQ(run({"template", path("b"), "--site", path("b.site"), "-o", path("b.txt")}), 0)
      << errors_;
  ASSERT_EQ(name_columns("ok\n", {"--site", path("b.site"), "--like", path("a.site")}), 0)
      << errors_;
  ASSERT_EQ(run({"extract", "--site", path("b.site"), path("b/03.html"), "-o", path("b.jsonl")}), 0)
      << errors_;
  EXPECT_THAT(read("b.jsonl"), HasSubstr("\"name\":\"Chair 3\""));
  EXPECT_THAT(read("b.jsonl"), HasSubstr("47.99"));
}

TEST_F(TemplateVerbTest, SaysWhichColumnsThereAreToName) {
  EXPECT_NE(name_columns("end\n", {"--site", path("none.site")}), 0);
  for (int i = 1; i <= 4; ++i)
    write(fmt::format("a/{}.html", i), fmt::format("<h1>Lamp {0}</h1><p>${0}</p>", i));
  ASSERT_EQ(run({"template", path("a"), "--site", path("a.site"), "-o", path("a.txt")}), 0);
  EXPECT_EQ(
      name_columns("c9 = price\nwhat\nc1 = none\nc1 = !!\nshow\n", {"--site", path("a.site")}), 5);
  EXPECT_THAT(errors_, HasSubstr("there is no column c9"));
  EXPECT_THAT(errors_, HasSubstr("'what' is no command"));
  EXPECT_THAT(errors_, HasSubstr("c1 has no name"));
  EXPECT_THAT(errors_, HasSubstr("letters or digits"));
  EXPECT_THAT(errors_, HasSubstr("the site stays as it is"));
}

// A template is a wrapper like others to every verb, whichever method found it.
TEST_F(TemplateVerbTest, EveryKindOfTemplateGoesThroughEveryVerb) {
  std::vector<std::string> pages;
  for (int i = 1; i <= 14; ++i) {
    std::string html =
        fmt::format("<title>Lamp {0}</title><h1>Lamp {0}</h1><div class=facts>", i * i);
    html += fmt::format("<p>Price: <b>${}.50</b></p></div><ul class=offers>", 10 + 7 * i);
    for (int k = 0; k <= i % 3; ++k)
      html += fmt::format("<li><b>Shop {0}</b><i>{1} days</i></li>", 100 * i + k, 17 * i + k);
    pages.push_back(write(fmt::format("a/{:02}.html", i), html + "</ul><p>Imprint</p>"));
    write(fmt::format("new/{:02}.html", i),
          fmt::format("<main><section><h2>A lamp</h2><table><tr><td>No {0}<td>{0} pieces</table>"
                      "<dl><dt>Ask<dd>us</dl></section></main>",
                      i * i));
  }
  for (const char* method : {"weft", "fivatech2", "fivatech", "roadrunner", "net"}) {
    SCOPED_TRACE(method);
    const std::string site = path(std::string(method) + ".site");
    const std::string wrapper = path(std::string(method) + ".json");
    ASSERT_EQ(run({"template", path("a"), "--method", method, "--wrapper", wrapper, "-o",
                   path("t.txt"), "--force"}),
              0)
        << errors_;
    ASSERT_EQ(run({"template", path("a"), "--method", method, "--site", site, "-o", path("t.txt"),
                   "--force"}),
              0)
        << errors_;
    EXPECT_EQ(run({"extract", "--site", site, pages[2], "-o", path("r.jsonl"), "--force"}), 0)
        << errors_;
    EXPECT_THAT(read("r.jsonl"), HasSubstr("$31.50"));
    EXPECT_EQ(run({"explain", "--site", site, pages[2], "-o", path("e.txt")}), 0) << errors_;
    EXPECT_THAT(read("e.txt"), HasSubstr("$31.50"));
    EXPECT_EQ(run({"site", "check", site, "-o", path("c.txt")}), 0) << errors_;
    EXPECT_EQ(run({"export", "--xpath", wrapper}), 1);
    EXPECT_THAT(errors_, HasSubstr("weft label --columns"));
    EXPECT_EQ(run({"export", "--scrapy", site, "-o", path("s.py")}), 0) << errors_;
    EXPECT_EQ(run({"watch", "--site", site, path("a"), "--dry-run", "-o", path("w.txt")}), 0)
        << errors_ << read("w.txt");
    EXPECT_EQ(run({"watch", "--site", site, path("new"), "--dry-run", "-o", path("w.txt")}), 3)
        << errors_ << read("w.txt");
  }
}

// What nobody sees of a block that is drawn alike is no column.
TEST_F(TemplateVerbTest, ComparesBlocksAsTheyAreDrawn) {
  std::vector<std::string> pages;
  for (int i = 1; i <= 3; ++i) {
    std::string html = fmt::format(
        "<!doctype html><div id=head><h1>Lamp shop</h1><i style='display:none'>visit {}</i></div>"
        "<div id=main><h2>Lamp number {}</h2><ul>",
        i * 7, i);
    for (int k = 0; k < 4 + i; ++k)
      html += fmt::format("<li><b>Part {}{}</b> <em>{}.50</em>", i, k, i * k + 2);
    pages.push_back(write(fmt::format("{}.html", i), html + "</ul></div>"));
  }
  const auto find = [&](std::vector<std::string> options) {
    options.insert(options.begin(), "template");
    options.insert(options.end(), pages.begin(), pages.end());
    return options;
  };
  EXPECT_EQ(run(find({"--render"})), 2);
  EXPECT_THAT(errors_, HasSubstr("fivatech2"));
  EXPECT_EQ(run(find({"--method", "fivatech2", "--render", "--browser", "no-such-browser"})), 1);
  EXPECT_THAT(errors_, HasSubstr("apt-get install"));
  EXPECT_THAT(output_of(find({"--method", "fivatech2"})), HasSubstr("visit 7"));
  if (!render::Browser::launch({}).ok()) GTEST_SKIP() << "no browser is installed";
  const std::string drawn =
      output_of(find({"--method", "fivatech2", "--render", "--wrapper", path("w.json")}));
  EXPECT_THAT(drawn, HasSubstr("Lamp number 1 · Lamp number 2"));
  EXPECT_THAT(drawn, Not(HasSubstr("visit 7")));
  ASSERT_EQ(run({"extract", "--wrapper", path("w.json"), pages[0], "-o", path("r.jsonl")}), 0);
  EXPECT_THAT(read("r.jsonl"), HasSubstr("Part 13"));
}

TEST_F(TemplateVerbTest, GivesTheTreeAsJson) {
  std::vector<std::string> command = {"template", "--json", "-o", path("t.json")};
  for (const char* n : {"1", "2", "3", "4"})
    command.push_back(write(std::string(n) + ".html", std::string("<p>Price: <b>$") + n + "</b>"));
  ASSERT_EQ(run(command), 0) << errors_;
  EXPECT_THAT(read("t.json"), HasSubstr("\"type\":\"money\""));
  EXPECT_THAT(read("t.json"), HasSubstr("\"pages\":4"));
}

// What is no template, by every method: an error that says why, or a result that leaves it out.
class BadPagesTest : public TemplateVerbTest {
 protected:
  // Runs all methods; gives the exit codes that differ, once each.
  std::set<int> run_all(const std::vector<std::string>& pages) {
    std::set<int> codes;
    said_.clear();
    for (const char* method : {"weft", "fivatech2", "fivatech", "roadrunner", "net"}) {
      std::vector<std::string> command = {"template", "--method",    method,
                                          "-o",       path("t.txt"), "--force"};
      command.insert(command.end(), pages.begin(), pages.end());
      codes.insert(run(command));
      said_ += fmt::format("{}: {}", method, errors_);
    }
    return codes;
  }
  std::string product(int n) {
    return write(fmt::format("ok{}.html", n),
                 fmt::format("<h1>Lamp {0}</h1><p>Price: <b>${0}0</b></p>", n));
  }
  // How often they said it.
  [[nodiscard]] int times_said(std::string_view text) const {
    int times = 0;
    for (size_t at = said_.find(text); at != std::string::npos; at = said_.find(text, at + 1))
      ++times;
    return times;
  }
  std::string said_;
};

TEST_F(BadPagesTest, OnePageWithoutASetIsTooFew) {
  EXPECT_THAT(run_all({write("p.html", "<h1>Lamp</h1><p>Good</p>")}), ElementsAre(2)) << said_;
  EXPECT_EQ(times_said("give at least two"), 5) << said_;
}

TEST_F(BadPagesTest, EqualPagesHaveNoColumns) {
  EXPECT_THAT(run_all({write("1.html", "<h1>Lamp</h1>"), write("2.html", "<h1>Lamp</h1>")}),
              ElementsAre(1));
  EXPECT_EQ(times_said("the pages are equal"), 5) << said_;
}

TEST_F(BadPagesTest, PagesOfDifferentTemplatesAreSaidToBe) {
  const std::string list = write("1.html", "<div class=x><ul><li>a<li>b<li>c</ul></div>");
  const std::string form = write("2.html", "<form><input name=q></form><address>Here</address>");
  run_all({product(1), list, form});
  EXPECT_EQ(times_said("weft group"), 5) << said_;
  EXPECT_THAT(run_all({product(1), product(2), product(3), product(4), list}), ElementsAre(0));
  EXPECT_EQ(times_said("weft group"), 0) << said_;
}

TEST_F(BadPagesTest, EmptyAndBinaryPagesAreLeftOut) {
  const std::string empty = write("empty.html", "");
  std::string bytes;
  for (int i = 0; i < 3'000; ++i) bytes += static_cast<char>(i * 37 % 251);
  const std::string binary = write("binary.html", bytes);
  EXPECT_THAT(run_all({empty}), ElementsAre(1));
  EXPECT_EQ(times_said("nothing to read"), 5) << said_;
  EXPECT_THAT(run_all({binary}), ElementsAre(1));
  EXPECT_EQ(times_said("binary data"), 5) << said_;
  EXPECT_THAT(run_all({empty, product(1), binary, product(2), product(3)}), ElementsAre(0));
  EXPECT_EQ(times_said("nothing to read"), 5) << said_;
  EXPECT_EQ(times_said("binary data"), 5) << said_;
  EXPECT_THAT(read("t.txt"), HasSubstr("3 of 5"));
}

TEST_F(BadPagesTest, AHundredThousandRowsAreReadInBoundedTime) {
  const auto page = [&](const std::string& name, int rows) {
    std::string html = "<h1>" + name + "</h1><table>";
    for (int i = 0; i < rows; ++i)
      html += fmt::format("<tr><td>{0} {1}<td>${1}.{2}0</tr>", name, i, name.size());
    return write(name + ".html", html + "</table>");
  };
  const std::string one = page("lamp", 100'000);
  const std::string other = page("chair", 60'000);
  ASSERT_EQ(run({"template", one, other, "-o", path("t.txt"), "--wrapper", path("w.json")}), 0)
      << errors_;
  EXPECT_THAT(read("t.txt"), HasSubstr("lamp 0 · lamp 1"));
  EXPECT_THAT(errors_, HasSubstr("long lists were cut"));
  ASSERT_EQ(run({"extract", "--wrapper", path("w.json"), one, "-o", path("r.jsonl")}), 0);
  EXPECT_THAT(read("r.jsonl"), HasSubstr("lamp 99999"));
}

// Landmark rules meet the same pages.
TEST_F(BadPagesTest, LandmarkRulesSayWhatTheyCannotLearnFrom) {
  const auto learn = [&](const std::string& page, const std::string& value) {
    write("l.jsonl",
          fmt::format(R"({{"page":"{}","attribute":"price","value":"{}"}})", page, value));
    return run({"learn", "--inducer", "stalker", "--labels", path("l.jsonl"), page, "-o",
                path("w.json"), "--force"});
  };
  EXPECT_EQ(learn(write("empty.html", ""), "$10"), 1);
  EXPECT_THAT(errors_, HasSubstr("empty.html"));
  EXPECT_EQ(learn(write("binary.html", std::string(3'000, '\1')), "$10"), 1);
  EXPECT_THAT(errors_, HasSubstr("binary.html"));
  ASSERT_EQ(learn(product(1), "$10"), 0) << errors_;
  // Pages of another template, and such as are none, give no record.
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), write("other.html", "<ul><li>a</ul>"),
                 path("empty.html"), path("binary.html"), "-o", path("r.jsonl")}),
            3);
  EXPECT_THAT(errors_, HasSubstr("no record"));
}

}  // namespace
}  // namespace weft::cli
