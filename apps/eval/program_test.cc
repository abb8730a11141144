// weft-eval as people run it, itself and through `weft eval`.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

using ::testing::HasSubstr;

struct Ran {
  int code = 0;
  std::string output;  // Both streams.
};

// Programs lie beside this test.
Ran run(const std::string& command) {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::FILE* pipe = popen((folder.string() + "/" + command + " 2>&1").c_str(), "r");
  Ran ran;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) ran.output += static_cast<char>(c);
  ran.code = WEXITSTATUS(pclose(pipe));
  return ran;
}

TEST(EvalProgramTest, ListsItsTasks) {
  const Ran listed = run("weft-eval list");
  EXPECT_EQ(listed.code, 0);
  EXPECT_THAT(listed.output, HasSubstr("  swde "));
}

TEST(EvalProgramTest, IsWhatTheVerbRuns) {
  const Ran listed = run("weft eval list --json");
  EXPECT_EQ(listed.code, 0);
  EXPECT_EQ(listed.output, run("weft-eval list --json").output);
  EXPECT_EQ(run("weft eval nonsense").code, 2);
}

TEST(EvalProgramTest, NamesAFloorsFileThatIsNone) {
  const std::string bad =
      (std::filesystem::temp_directory_path() / ("weft-floors-" + std::to_string(getpid())))
          .string();
  for (const char* content : {"", "{\"a\":", "[7]", "null", "\x01\x02\x80"}) {
    std::ofstream(bad) << content;
    const Ran refused = run("weft-eval all --floors " + bad);
    EXPECT_EQ(refused.code, 2) << refused.output;
    EXPECT_THAT(refused.output, HasSubstr(bad));
  }
  std::filesystem::remove(bad);
}

}  // namespace
}  // namespace weft::eval
