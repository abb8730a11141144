#include "store/sqlite.h"

#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::store {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  DatabaseTest() {
    std::string name = (std::filesystem::temp_directory_path() / "weft-sqlite-XXXXXX").string();
    directory_ = mkdtemp(name.data());
  }
  ~DatabaseTest() override { std::filesystem::remove_all(directory_); }

  std::string directory_;
};

TEST_F(DatabaseTest, SeveralMaySwitchANewFileToWriteAheadModeAtTheSameTime) {
  constexpr int kFiles = 20;
  constexpr int kOpeners = 6;
  for (int file = 0; file < kFiles; ++file) {
    const std::string path = fmt::format("{}/{}.sqlite", directory_, file);
    std::atomic<int> waiting = kOpeners;
    std::vector<Status> ends(kOpeners);
    std::vector<std::thread> openers;
    for (Status& end : ends) {
      openers.emplace_back([&] {
        --waiting;
        while (waiting > 0) std::this_thread::yield();
        auto database = Database::open(path, Database::Mode::kCreate);
        end = database.ok() ? database->use_write_ahead_log() : Status(database.error());
        if (end.ok()) end = database->execute("CREATE TABLE IF NOT EXISTS t (a)");
      });
    }
    for (std::thread& opener : openers) opener.join();
    for (const Status& end : ends) EXPECT_TRUE(end.ok()) << end.error().message;
  }
}

}  // namespace
}  // namespace weft::store
