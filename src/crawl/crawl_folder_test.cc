#include "crawl/crawl_folder.h"

#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing/temp_folder.h"

namespace weft::crawl {
namespace {

namespace fs = std::filesystem;

class CrawlFolderTest : public ::testing::Test {
 protected:
  const TempFolder folder_;
  const std::string path_ = folder_.path();
};

TEST_F(CrawlFolderTest, AWorkerThatIsJustStartingIsNotTakenForDead) {
  auto first = CrawlFolder::open(path_);
  ASSERT_TRUE(first.ok());
  auto frontier = open_frontier(first->frontier_path());
  ASSERT_TRUE(frontier.ok());
  std::atomic<bool> stop = false;
  const auto start_workers = [&] {
    while (!stop) {
      const auto folder = CrawlFolder::open(path_);
      ASSERT_TRUE(folder.ok()) << folder.error().message;
      EXPECT_TRUE(fs::exists(path_ + "/workers/" + folder->worker() + ".lock"));
    }
  };
  std::vector<std::thread> starting;
  for (int i = 0; i < 3; ++i) starting.emplace_back(start_workers);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(first->release_dead_workers(**frontier).ok());
  stop = true;
  for (std::thread& thread : starting) thread.join();
}

TEST_F(CrawlFolderTest, CountsProcessesAtWork) {
  EXPECT_EQ(CrawlFolder::live_workers(path_), 0U);
  {
    const auto folder = CrawlFolder::open(path_);
    ASSERT_TRUE(folder.ok());
    EXPECT_EQ(CrawlFolder::live_workers(path_), 1U);
  }
  EXPECT_EQ(CrawlFolder::live_workers(path_), 0U);
}

}  // namespace
}  // namespace weft::crawl
