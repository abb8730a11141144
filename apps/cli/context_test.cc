// The log; and what -o FILE leaves when a run fails, finds nothing, or writes to something that is no
// file.

#include "cli/context.h"

#include <filesystem>

#include "base/json.h"
#include "cli/testing/program_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

TEST(OutputTest, AFileStaysAsItWasWithoutCommit) {
  const std::string path = ::testing::TempDir() + "/weft_output_test";
  ASSERT_TRUE(write_file(path, "old").ok());
  {
    auto output = Output::open(path);
    ASSERT_TRUE(output.ok());
    output->write("new");
  }
  EXPECT_EQ(*read_file(path), "old");
  auto output = Output::open(path);
  output->write("new");
  ASSERT_TRUE(output->commit().ok());
  EXPECT_EQ(*read_file(path), "new");
  fs::remove(path);
}

TEST(OutputTest, AFullDiskIsReportedByCommit) {
  auto output = Output::open("/dev/full");
  ASSERT_TRUE(output.ok());
  output->write("text");
  const Status done = output->commit();
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message, HasSubstr("cannot write /dev/full"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(ContextTest, LogsOneObjectPerEvent) {
  const std::string path = ::testing::TempDir() + "/weft_context_test.log";
  fs::remove(path);
  Context context;
  ASSERT_TRUE(context.open_log(path).ok());
  context.log().event(LogLevel::kWarning, "crawl", "fetched",
                      {{"url", "http://a/\"x\""}, {"status", "404"}});
  const std::string text = *read_file(path);
  ASSERT_EQ(text.find('\n'), text.size() - 1);
  const auto event = *parse_json(text);
  EXPECT_EQ(event["level"], "warning");
  EXPECT_EQ(event["stage"], "crawl");
  EXPECT_EQ(event["event"], "fetched");
  EXPECT_EQ(event["url"], "http://a/\"x\"");
  EXPECT_EQ(event["time"].get<std::string>().size(),
            std::string("2026-11-15T23:04:05.678Z").size());
}

class NothingFoundTest : public ProgramFixture {
 protected:
  // Teaches w.json the text of the page; returns another page, on which it finds nothing.
  std::string learn_and_miss(const std::string& page) {
    const std::string labels =
        write("l.jsonl", R"({"page":"a.html","attribute":"text","value":"One sentence."})");
    EXPECT_EQ(run({"learn", "--labels", labels, page, "-o", path("w.json")}), 0) << errors_;
    return write("other.html", "<ul><li>x</ul>");
  }

  // Runs with -o on a file that holds an earlier result, and expects it there afterwards.
  void expect_kept(std::vector<std::string> arguments, int code) {
    const std::string verb = arguments.front();
    const std::string earlier = write("earlier", "what an earlier run found\n");
    arguments.insert(arguments.end(), {"-o", earlier});
    EXPECT_EQ(run(arguments), code) << verb << ": " << errors_;
    EXPECT_EQ(read("earlier"), "what an earlier run found\n") << verb;
    EXPECT_THAT(errors_, HasSubstr("earlier")) << verb;
  }
};

TEST_F(NothingFoundTest, KeepsAnEarlierFileWhateverTheVerb) {
  const std::string page = write("a.html", "<title>T</title><p>One sentence.</p>");
  const std::string other = learn_and_miss(page);
  fs::create_directory(path("empty"));

  expect_kept({"select", "h1", page}, 5);
  expect_kept({"select", "-e", "title=h1", page}, 5);
  expect_kept({"mine", page}, 5);
  expect_kept({"group", path("empty")}, 5);
  expect_kept({"sample", path("empty")}, 5);
  expect_kept({"extract", "--wrapper", path("w.json"), other}, 3);
  EXPECT_FALSE(fs::exists(path("earlier.manifest.json")));
}

TEST_F(NothingFoundTest, ForceWritesTheEmptyOutputAllTheSame) {
  const std::string other = learn_and_miss(write("a.html", "<p>One sentence.</p>"));
  write("r.jsonl", "{}\n");
  EXPECT_EQ(run({"extract", "--wrapper", path("w.json"), other, "--force", "-o", path("r.jsonl")}),
            3);
  EXPECT_EQ(read("r.jsonl"), "");
  EXPECT_THAT(read("r.jsonl.manifest.json"), HasSubstr("\"records\": 0"));
}

}  // namespace
}  // namespace weft::cli
