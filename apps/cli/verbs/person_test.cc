// weft person as a person runs it.

#include <gmock/gmock.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kHome =
    "<html><head><title>Ann Lee's Homepage</title></head><body><table><tr><td><img src=ann.jpg "
    "width=150 height=200 alt='Ann Lee'></td>"
    "<td><h1>Ann Lee</h1><p>Associate Professor</p><p>Department of History</p><p>University of "
    "Leeds</p>"
    "<p>12 Mill Lane</p><p>Leeds, NY 10012</p><p>Phone: (212) 555-0142</p><p>Fax: (212) "
    "555-0199</p>"
    "<p>E-mail: lee at leeds dot edu</p></td></tr></table><h2>Publications</h2><ul><li>Ann Lee, "
    "Bob Stone: Notes on tax history. "
    "Proceedings 2004.</li></ul></body></html>";
constexpr const char* kOther =
    "<html><head><title>Bob Stone</title></head><body><h1>Bob "
    "Stone</h1><p>Lecturer</p><p>University of Leeds</p>"
    "<p>E-mail: stone@leeds.example.edu</p></body></html>";

class PersonVerbTest : public ProgramFixture {};

TEST_F(PersonVerbTest, ShowsTheFieldsOfAHomepage) {
  EXPECT_EQ(run({"person", write("ann.html", kHome), "-o", path("out")}), 0) << errors_;
  const std::string out = read("out");
  EXPECT_THAT(out, HasSubstr("name         Ann Lee"));
  EXPECT_THAT(out, HasSubstr("email        lee@leeds.edu"));
  EXPECT_THAT(out, HasSubstr("fax          (212) 555-0199"));
  EXPECT_THAT(out, HasSubstr("address      12 Mill Lane, Leeds, NY 10012"));
}

TEST_F(PersonVerbTest, ReadsAsTheThesisDoes) {
  EXPECT_EQ(
      run({"person", "--method", "zheng", "--json", write("ann.html", kHome), "-o", path("out")}),
      0)
      << errors_;
  const auto json = parse_json(read("out"));
  ASSERT_TRUE(json.ok());
  EXPECT_EQ((*json)["email"].size(), 1U);
}

TEST_F(PersonVerbTest, ChoosesTheHomepageOfAName) {
  const std::string ann = write("ann.html", kHome), bob = write("bob.html", kOther);
  EXPECT_EQ(run({"person", "--name", "Ann Lee", bob, ann, "-o", path("out")}), 0) << errors_;
  EXPECT_THAT(read("out"), HasSubstr("ann.html"));
  EXPECT_THAT(read("out"), Not(HasSubstr("bob.html")));
  EXPECT_EQ(run({"person", "--name", "Carla Diaz", bob, ann, "-o", path("none")}), 5) << errors_;
  EXPECT_THAT(errors_, HasSubstr("none of 2 pages is the homepage of Carla Diaz"));
}

TEST_F(PersonVerbTest, SaysThatThereIsNobody) {
  EXPECT_EQ(run({"person", write("empty.html", "<p>Nothing to see here</p>"), "-o", path("out")}),
            5);
  EXPECT_THAT(errors_, HasSubstr("no person found"));
}

}  // namespace
}  // namespace weft::cli
