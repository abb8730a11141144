#include "store/sqlite.h"

#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"

namespace weft::store {
namespace {

class DatabaseTest : public ::testing::Test {
 protected:
  const TempFolder folder_;
  const std::string directory_ = folder_.path();
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
