// weft mine as a person runs it: on pages with a list, with none, and with far too much of one.

#include <algorithm>
#include <functional>

#include <gmock/gmock.h>

#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;

std::string repeat(int count, const std::function<std::string(const std::string&)>& item) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += item(std::to_string(i));
  return text;
}

std::string lamp(const std::string& n) {
  return "<div class=product><h2><a href=/p" + n + ">Lamp number " + n +
         " of brass</a></h2><span class=price>$" + n + ".50</span><p>Made for " + n +
         " rooms with a window</p></div>";
}

class MineVerbTest : public ProgramFixture {
 protected:
  // Mines the page; the exit code. What it wrote is in output_, one line a record.
  int mine(const std::string& html, std::vector<std::string> options = {}) {
    std::filesystem::remove(path("out.jsonl"));
    options.insert(options.begin(), {"mine", write("page.html", html), "-o", path("out.jsonl")});
    const int code = run(std::move(options));
    output_ = read("out.jsonl");
    return code;
  }
  [[nodiscard]] auto records() const { return std::count(output_.begin(), output_.end(), '\n'); }

  std::string output_;
};

TEST_F(MineVerbTest, PrintsTheListOfAPage) {
  EXPECT_EQ(mine("<main>" + repeat(8, lamp) + "</main>"), 0) << errors_;
  EXPECT_EQ(records(), 8);
  EXPECT_THAT(output_, HasSubstr("\"title\":\"Lamp number 3 of brass\""));
}

TEST_F(MineVerbTest, SaysThatThereIsNothingAndExitsWithFive) {
  for (const char* page : {"", "<p>Hello", "<html></html>", "<frameset><frame src=a></frameset>",
                           "<h1>Title</h1><p>One paragraph of text."}) {
    EXPECT_EQ(mine(page), 5) << page;
    EXPECT_EQ(records(), 0);
    EXPECT_THAT(errors_, HasSubstr("no list found"));
  }
}

TEST_F(MineVerbTest, ADomainNamesTheColumns) {
  const auto home = [](const std::string& n) {
    return "<li><h3><a href=/" + n + ">Mill Lane " + n + "</a></h3><p>£" + n + "50,000</p><p>" + n +
           " bedrooms</p><p>2 bathrooms</p></li>";
  };
  const std::string page = "<ul>" + repeat(5, home) + "</ul>";
  for (const std::vector<std::string>& method :
       {std::vector<std::string>{}, {"--method", "amber"}, {"--pivot", "link"}}) {
    std::vector<std::string> options = {"--domain", "property"};
    options.insert(options.end(), method.begin(), method.end());
    EXPECT_EQ(mine(page, options), 0) << errors_;
    EXPECT_EQ(records(), 5);
    EXPECT_THAT(output_, HasSubstr("\"bedrooms\":\"3 bedrooms\""));
  }
  EXPECT_EQ(mine(page, {"--domain", "property", "--method", "mdr"}), 2);
  EXPECT_THAT(errors_, HasSubstr("--domain goes with"));
  EXPECT_EQ(mine(page, {"--domain", "property", "--pivot", "moon"}), 2);
  EXPECT_THAT(errors_, HasSubstr("no pivot moon"));
  EXPECT_EQ(mine("<ul>" + repeat(5, lamp) + "</ul>", {"--domain", "property"}), 5);
}

TEST_F(MineVerbTest, DeptaAlignsTreesOrTagStrings) {
  const std::string page = "<main>" + repeat(8, lamp) + "</main>";
  for (const char* align : {"partial", "star"}) {
    EXPECT_EQ(mine(page, {"--method", "depta", "--align", align}), 0) << errors_;
    EXPECT_EQ(records(), 8);
    EXPECT_THAT(output_, HasSubstr("Lamp number 3 of brass"));
  }
  EXPECT_EQ(mine(page, {"--align", "star"}), 2);
  EXPECT_THAT(errors_, HasSubstr("--method depta"));
}

TEST_F(MineVerbTest, OneRecordIsNoList) { EXPECT_EQ(mine("<main>" + lamp("1") + "</main>"), 5); }

TEST_F(MineVerbTest, CrossedRecordsComeOutAsRecordsLabelsAndAWrapper) {
  std::string band;
  for (const std::string cell :
       {"<img src=/#.jpg>", "<b><a href=/#>Lamp # of brass</a></b>", "$#.50"}) {
    band += "<tr>";
    for (const std::string n : {"1", "2", "3"}) {
      band += "<td>" + std::string(cell).replace(cell.find('#'), 1, n);
    }
  }
  const std::string page = "<table>" + band + band + band + "</table>";
  EXPECT_EQ(mine(page, {"--labels", path("labels.jsonl")}), 0) << errors_;
  EXPECT_EQ(records(), 9);
  EXPECT_THAT(read("labels.jsonl"), HasSubstr("$3.50"));
  EXPECT_EQ(mine(page, {"--wrapper", path("w.json")}), 0) << errors_;
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), write("again.html", page), "-o",
                 path("again.jsonl")}),
            0)
      << errors_;
  const std::string again = read("again.jsonl");
  EXPECT_EQ(std::count(again.begin(), again.end(), '\n'), 9);
}

TEST_F(MineVerbTest, AWrapperFindsTheListOnAnotherPage) {
  EXPECT_EQ(mine("<main>" + repeat(8, lamp) + "</main>", {"--wrapper", path("w.json")}), 0);
  const std::string other = write("other.html", "<main>" + lamp("21") + lamp("22") + "</main>");
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), other, "-o", path("other.jsonl")}), 0);
  EXPECT_THAT(read("other.jsonl"), HasSubstr("Lamp number 22 of brass"));
}

std::string person(const std::string& n) {
  return "<li class=person><b>Ann Owens " + std::string(1, static_cast<char>('A' + std::stoi(n))) +
         "ley</b> <span class=tel>805-948-50" + n + n + "</span> <a href=/people/" + n +
         ">all about this person</a></li>";
}

TEST_F(MineVerbTest, AWrapperGivesTheCellsThatMiningGave) {
  const auto row = [](const std::string& n) {
    return "<tr><td><a href=item" + n + ".html>Item number " + n + "</a></td><td>00" + n +
           "</td><td>1," + n + "00</td><td>2024-01-0" + n + "</td><td>$" + n +
           ".50</td><td>805-948-509" + n + "</td></tr>";
  };
  const std::string page =
      "<html lang=en><base "
      "href=https://shop.example/a/><table><tr><th>Name<th>Code<th>Stock<th>Since<th>"
      "Price<th>Phone</tr>" +
      repeat(9, row) + "</table>";
  EXPECT_EQ(mine(page, {"--no-meta"}), 0) << errors_;
  EXPECT_EQ(run({"mine", path("page.html"), "--wrapper", path("w.json"), "-o", path("mined.csv")}),
            0)
      << errors_;
  EXPECT_EQ(run({"extract", "--no-meta", "--wrapper", path("w.json"), path("page.html"), "-o",
                 path("again.csv")}),
            0)
      << errors_;
  EXPECT_EQ(read("again.csv"), read("mined.csv"));
  EXPECT_THAT(
      output_,
      HasSubstr(
          R"("code":"003","stock":1300,"since":"2024-01-03","price":"$ 3.50","phone":"805-948-5093")"));
  EXPECT_EQ(mine(page, {"--no-meta", "--raw"}), 0) << errors_;
  EXPECT_THAT(output_, HasSubstr(R"("stock":"1,300","since":"2024-01-03","price":"$3.50")"));
}

TEST_F(MineVerbTest, RawTextStandsBesideTypedValues) {
  EXPECT_EQ(mine("<main>" + repeat(8, lamp) + "</main>"), 0) << errors_;
  EXPECT_THAT(output_, HasSubstr(R"("price":"$ 3.50")"));
  EXPECT_THAT(output_, HasSubstr(R"("price":{"text":"$3.50")"));
}

TEST_F(MineVerbTest, WritesAFileForEachRegion) {
  const std::string page =
      "<main><div>" + repeat(8, lamp) + "</div><ul>" + repeat(8, person) + "</ul></main>";
  EXPECT_EQ(run({"mine", "--all", "--min-confidence", "0", write("page.html", page), "-o",
                 path("tables.csv")}),
            0)
      << errors_;
  EXPECT_THAT(read("tables.1.csv"), HasSubstr("Lamp number 3"));
  EXPECT_THAT(read("tables.2.csv"), HasSubstr("805-948-5033"));
  EXPECT_FALSE(std::filesystem::exists(path("tables.csv")));
  EXPECT_EQ(mine(page, {"--all", "--min-confidence", "0"}), 0) << errors_;
  EXPECT_EQ(output_.front(), '[');
}

TEST_F(MineVerbTest, TakesTheRegionThatIsAskedFor) {
  const std::string page =
      "<main><div>" + repeat(8, lamp) + "</div><ul>" + repeat(8, person) + "</ul></main>";
  EXPECT_EQ(mine(page, {"--like", "first name, last name, phone", "--min-confidence", "0"}), 0)
      << errors_;
  EXPECT_EQ(records(), 8);
  EXPECT_THAT(output_, HasSubstr(R"("first_name":"Ann","last_name":"Owens Dley")"));
}

TEST_F(MineVerbTest, APageWithOneRecordIsReadAsTheOthersOfItsTemplateAre) {
  const std::string last = write("last.html", "<main>" + lamp("9") + "</main>");
  EXPECT_EQ(mine("<main>" + repeat(8, lamp) + "</main>", {last}), 0) << errors_;
  EXPECT_EQ(records(), 9);
  EXPECT_THAT(output_, HasSubstr("\"title\":\"Lamp number 9 of brass\""));
}

TEST_F(MineVerbTest, PrintsTenThousandRecords) {
  EXPECT_EQ(mine("<main>" + repeat(10'000, lamp) + "</main>"), 0) << errors_;
  EXPECT_EQ(records(), 10'000);
}

TEST_F(MineVerbTest, PrintsAPageThatIsOneHugeTable) {
  const auto row = [](const std::string& n) {
    return "<tr><td><a href=/t" + n + ">Tower number " + n + "</a></td><td>" + n +
           " m</td><td>Built in the year " + n + "</td></tr>";
  };
  EXPECT_EQ(mine("<table><tr><th>Name</th><th>Height</th><th>Year</th></tr>" + repeat(5'000, row) +
                 "</table>"),
            0)
      << errors_;
  EXPECT_EQ(records(), 5'000);
  EXPECT_THAT(output_, HasSubstr("\"height\":\"77 m\""));
}

TEST_F(MineVerbTest, FindsTheOutermostOfListsNestedFiveDeep) {
  std::function<std::string(int, const std::string&)> level = [&](int depth, const std::string& n) {
    std::string item = "<li class=l" + std::string(1, static_cast<char>('a' + depth)) +
                       "><a href=/x" + n + ">Entry " + n + " of level " + std::to_string(depth) +
                       "</a> with some words";
    if (depth < 4) {
      item += "<ul>" + repeat(2, [&](const std::string& k) { return level(depth + 1, n + k); }) +
              "</ul>";
    }
    return item + "</li>";
  };
  const std::string page =
      "<main><ul>" + repeat(6, [&](const std::string& n) { return level(0, n); }) + "</ul></main>";
  EXPECT_EQ(mine(page, {"--nested", "--min-confidence", "0"}), 0) << errors_;
  EXPECT_GE(records(), 6);
}

TEST_F(MineVerbTest, RowsInsideRecordsComeFlat) {
  const auto maker = [](const std::string& n) {
    return "<div class=maker><h2>Maker number " + n + " of lamps</h2><ul>" +
           repeat(2,
                  [&](const std::string& k) {
                    return "<li class=lamp><b>Lamp " + n + k + " in brass</b> <i>$" + k +
                           ".50</i></li>";
                  }) +
           "</ul></div>";
  };
  ASSERT_EQ(mine("<main>" + repeat(5, maker) + "</main>",
                 {"--method", "net", "--flat", "--min-confidence", "0"}),
            0)
      << errors_;
  EXPECT_EQ(records(), 10);
  EXPECT_THAT(output_, HasSubstr("Lamp 32 in brass"));
  EXPECT_EQ(mine("<main>" + repeat(5, maker) + "</main>",
                 {"--method", "net", "--nested", "--min-confidence", "0"}),
            0);
  EXPECT_EQ(records(), 5);
}

}  // namespace
}  // namespace weft::cli
