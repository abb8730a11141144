#include "cli/context.h"

#include "gtest/gtest.h"

namespace weft::cli {
namespace {

TEST(ProgressLineTest, ShowsShareRateAndTimeLeft) {
  EXPECT_EQ(format_progress({"parsing", 5000, 1250, 52'500'000, 2, "", 1.5}, 200),
            "parsing  1,250 / 5,000  [######------------------]  25%  833/s  35.0 MB/s  0:05 left  "
            "2 failed");
}

TEST(ProgressLineTest, WithoutATotalThereIsNoBar) {
  EXPECT_EQ(format_progress({"crawling", 0, 12, 0, 0, "", 3}, 200), "crawling  12  4.0/s");
  EXPECT_EQ(format_progress({"crawling", 0, 12, 0, 0, "2 hosts", 3}, 200),
            "crawling  12  4.0/s  2 hosts");
}

TEST(ProgressLineTest, StartsAndEndsCleanly) {
  EXPECT_EQ(format_progress({"x", 10, 0, 0, 0, "", 0}, 200),
            "x  0 / 10  [------------------------]   0%");
  EXPECT_EQ(format_progress({"x", 10, 10, 0, 0, "", 1}, 200),
            "x  10 / 10  [########################]  100%  10/s");
}

TEST(ProgressLineTest, HoursAreShownAndTheLineFitsTheTerminal) {
  const ProgressState slow{"x", 1'000'000, 1, 0, 0, "", 10};
  EXPECT_NE(format_progress(slow, 200).find("99:59:59 left"), std::string::npos);
  EXPECT_EQ(format_progress(slow, 20).size(), 20U);
}

TEST(TerminalProgressTest, DrawsNothingForAQuickJob) {
  std::FILE* file = std::tmpfile();
  {
    TerminalProgress progress(file);
    progress.begin("parsing", 2);
    progress.advance(2, 100, 0);
    progress.end();
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace weft::cli
