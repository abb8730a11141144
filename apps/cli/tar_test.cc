#include "cli/tar.h"

#include "gtest/gtest.h"

namespace weft::cli {
namespace {

TEST(TarTest, WritesAHeaderWithItsChecksum) {
  const std::string entry = tar_entry("site/a.json", "hello");
  ASSERT_EQ(entry.size(), 1024u);
  EXPECT_EQ(entry.substr(0, 11), "site/a.json");
  EXPECT_EQ(entry.substr(124, 11), "00000000005");
  EXPECT_EQ(entry.substr(257, 5), "ustar");
  EXPECT_EQ(entry.substr(512, 5), "hello");
  std::string blank = entry.substr(0, 512);
  const unsigned stated = static_cast<unsigned>(std::stoul(blank.substr(148, 6), nullptr, 8));
  blank.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : blank) sum += static_cast<unsigned char>(c);
  EXPECT_EQ(sum, stated);
}

TEST(TarTest, PadsToBlocks) {
  EXPECT_EQ(tar_entry("a", "").size(), 512u);
  EXPECT_EQ(tar_entry("a", std::string(512, 'x')).size(), 1024u);
  EXPECT_EQ(tar_entry("a", std::string(513, 'x')).size(), 1536u);
  EXPECT_EQ(tar_end().size(), 1024u);
}

}  // namespace
}  // namespace weft::cli
