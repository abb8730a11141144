#include "base/toml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TomlTest, ValuesKnowTheirKindAndLineAndKeepTheOrderOfTheFile) {
  const auto file =
      read_toml("z = 1\na = 2.5\n[host.\"b.example\"]\nwords = ['x', 'y']\nyes = true\n", "f.toml");
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->members.size(), 3U);
  EXPECT_EQ(file->members[0].key, "z");
  EXPECT_EQ(file->members[1].number, 2.5);
  const TomlValue* host = file->find("host")->find("b.example");
  ASSERT_NE(host, nullptr);
  EXPECT_EQ(host->find("words")->line, 4U);
  EXPECT_THAT(*host->find("words")->texts(), ElementsAre("x", "y"));
  EXPECT_TRUE(host->find("yes")->flag);
  EXPECT_EQ(host->find("no"), nullptr);
  EXPECT_FALSE(host->find("yes")->texts().has_value());
}

TEST(TomlTest, MistakesAreNamedByFileAndLine) {
  const auto file = read_toml("a = 1\nb = [\n", "f.toml");
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.error().message, HasSubstr("f.toml, line "));
}

}  // namespace
}  // namespace weft
