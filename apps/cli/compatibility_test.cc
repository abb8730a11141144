// Files of earlier versions are read: tests/compatibility/VERSION holds a site bundle and wrappers of
// every kind as that version wrote them, with the pages and labels that they were learned from.

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>

#include "base/json.h"
#include "cli/testing/program_fixture.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class CompatibilityTest : public ProgramFixture, public ::testing::WithParamInterface<const char*> {
 protected:
  [[nodiscard]] static std::string old(const std::string& name) {
    return std::string("tests/compatibility/") + GetParam() + "/" + name;
  }
  // What the records must be, as JSON lines.
  static constexpr const char* kLast =
      "{\"title\":\"Letters from Oran\",\"author\":\"Lea Marsh\",\"price\":\"8.75 EUR\"}\n";

  void expect_records(const std::string& records) {
    EXPECT_EQ(code_, ExitCode::kGood) << errors_;
    EXPECT_EQ(std::count(records.begin(), records.end(), '\n'), 6);
    EXPECT_THAT(records, ::testing::EndsWith(kLast));
  }
};

TEST_P(CompatibilityTest, WrappersOfEveryKindRun) {
  size_t wrappers = 0;
  for (const auto& entry : fs::directory_iterator(old(""))) {
    if (!entry.path().filename().string().starts_with("wrapper-")) continue;
    SCOPED_TRACE(entry.path());
    ++wrappers;
    expect_records(
        output_of({"extract", "--wrapper", entry.path().string(), "--no-meta", old("pages")}));
  }
  EXPECT_EQ(wrappers, 4U);
}

TEST_P(CompatibilityTest, ASiteBundleIsCheckedExtractedAndWatched) {
  fs::copy(old("book.site"), path("book.site"), fs::copy_options::recursive);
  EXPECT_EQ(run({"site", "check", path("book.site"), "-o", path("check")}), 0) << errors_;
  expect_records(output_of({"extract", "--site", path("book.site"), "--no-meta", old("pages")}));
  EXPECT_THAT(output_of({"watch", "--site", path("book.site"), old("pages")}),
              HasSubstr("healthy  (6 of 6 pages read"));
  EXPECT_EQ(run({"learn", "--labels", old("labels.jsonl"), "--site", path("book.site"),
                 old("pages"), "-o", path("w.json"), "-q"}),
            0)
      << errors_;
}

INSTANTIATE_TEST_SUITE_P(Versions, CompatibilityTest, ::testing::Values("0.1.0"),
                         [](const auto&) { return std::string("v0_1_0"); });

}  // namespace
}  // namespace weft::cli
