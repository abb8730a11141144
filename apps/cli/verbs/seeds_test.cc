#include <gtest/gtest.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

class SeedsVerbTest : public ProgramFixture {
 protected:
  void SetUp() override {
    ProgramFixture::SetUp();
    // a leads to two pages, b to one.
    ASSERT_TRUE(write_file(path("links.tsv"), "a\tx\na\ty\nb\tz\n").ok());
  }
  // The seed that is chosen first.
  std::string first_seed(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"seeds", path("links.tsv"), "-k", "1", "--hops", "1"});
    const std::string output = output_of(std::move(arguments));
    return output.substr(0, output.find('\t'));
  }
};

TEST_F(SeedsVerbTest, ValuesPagesByFacts) {
  EXPECT_EQ(first_seed({}), "a");
  ASSERT_TRUE(write_file(path("facts.tsv"), "z\tclicked\ny\terror\n").ok());
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv")}), "b") << "a clicked page is worth ten";
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv"), "--worth", "clicked=1,error=5"}), "a");
  ASSERT_TRUE(write_file(path("facts.tsv"), "z\tuncrawled=9\n").ok());
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv"), "--worth", "unique=0.5"}), "b");
}

// [Zheng] Figs. 1.2 and 1.3: how many components there are of each size. x, y and z lead round in a
// circle; a leads into it, b and c stand by themselves.
TEST_F(SeedsVerbTest, DescribesComponentsBySize) {
  const std::string graph = write("graph.tsv", "x\ty\ny\tz\nz\tx\na\tx\nb\tc\n");
  EXPECT_EQ(output_of({"seeds", graph, "--describe"}),
            "6 pages, 5 links\n\nstrongly_connected: size, components\n1\t3\n3\t1\n\n"
            "connected: size, components\n2\t1\n4\t1\n");
  const auto json = *parse_json(output_of({"seeds", graph, "--describe", "--json"}));
  EXPECT_EQ(json["strongly_connected"][1]["size"], 3);
  EXPECT_EQ(json["strongly_connected"][1]["components"], 1);
  EXPECT_EQ(json["connected"].size(), 2U);
}

TEST_F(SeedsVerbTest, NamesWhatItCannotRead) {
  ASSERT_TRUE(write_file(path("facts.tsv"), "z\tcliked\n").ok());
  first_seed({"--facts", path("facts.tsv")});
  EXPECT_EQ(code_, ExitCode::kUsage);
}

TEST_F(SeedsVerbTest, ValuesAreFiniteNumbers) {
  for (const char* number : {"nan", "inf", "-inf", "3x", ""}) {
    const std::string worth = std::string("page=") + number;
    ASSERT_TRUE(write_file(path("facts.tsv"), "z\tclicked\n").ok());
    first_seed({"--facts", path("facts.tsv"), "--worth", worth});
    EXPECT_EQ(code_, ExitCode::kUsage) << worth;
  }
  ASSERT_TRUE(write_file(path("values.tsv"), "z\tnan\n").ok());
  first_seed({"--values", path("values.tsv")});
  EXPECT_EQ(code_, ExitCode::kUsage);
  ASSERT_TRUE(write_file(path("values.tsv"), "z\t 2.5 \r\n").ok());
  EXPECT_EQ(first_seed({"--values", path("values.tsv")}), "b");
}

TEST_F(SeedsVerbTest, ALineThatEndsInATabHasOneField) {
  ASSERT_TRUE(write_file(path("values.tsv"), "a\t\nz\t4\n").ok());
  EXPECT_EQ(first_seed({"--values", path("values.tsv")}), "b");
  ASSERT_TRUE(write_file(path("links.tsv"), "a\tx\na\t\n").ok());
  first_seed({});
  EXPECT_EQ(code_, ExitCode::kUsage);
}

}  // namespace
}  // namespace weft::cli
