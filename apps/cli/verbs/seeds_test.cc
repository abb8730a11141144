#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

class SeedsVerbTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("weft-seeds-" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::create_directories(folder_);
    // a leads to two pages, b to one.
    ASSERT_TRUE(write_file(path("links.tsv"), "a\tx\na\ty\nb\tz\n").ok());
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }
  // The seed that is chosen first.
  std::string first_seed(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {path("links.tsv"), "-k", "1", "--hops", "1"});
    CLI::App app;
    std::function<ExitCode(Context&)> verb;
    for (const VerbSpec& spec : registered_verbs())
      if (spec.name == "seeds") verb = spec.declare(app);
    std::reverse(arguments.begin(), arguments.end());  // As CLI11 wants them.
    app.parse(std::move(arguments));
    Context context;
    context.options.quiet = true;
    context.out = std::move(*Output::open(path("output")));
    code_ = verb(context);
    EXPECT_TRUE(context.out.commit().ok());
    const std::string output = *read_file(path("output"));
    return output.substr(0, output.find('\t'));
  }

  ExitCode code_ = ExitCode::kGood;
  fs::path folder_;
};

TEST_F(SeedsVerbTest, ValuesPagesByFacts) {
  EXPECT_EQ(first_seed({}), "a");
  ASSERT_TRUE(write_file(path("facts.tsv"), "z\tclicked\ny\terror\n").ok());
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv")}), "b") << "a clicked page is worth ten";
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv"), "--worth", "clicked=1,error=5"}), "a");
  ASSERT_TRUE(write_file(path("facts.tsv"), "z\tuncrawled=9\n").ok());
  EXPECT_EQ(first_seed({"--facts", path("facts.tsv"), "--worth", "unique=0.5"}), "b");
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
