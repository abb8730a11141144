#include "base/file.h"

#include <filesystem>
#include <memory>

#include "base/mapped_file.h"
#include "base/testing/temp_folder.h"
#include "gtest/gtest.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

class FileTest : public ::testing::Test {
 protected:
  [[nodiscard]] size_t files() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  const TempFolder folder_;
  const std::string directory_ = folder_.path();
  const std::string path_ = folder_ / "f";
};

TEST_F(FileTest, AppearsAtCommit) {
  auto file = AtomicFile::open(path_);
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file->write("hello").ok());
  EXPECT_FALSE(fs::exists(path_));
  ASSERT_TRUE(file->commit().ok());
  EXPECT_EQ(*read_file(path_), "hello");
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, LeavesTheTargetAloneWithoutCommit) {
  ASSERT_TRUE(write_file(path_, "old").ok());
  {
    auto file = AtomicFile::open(path_, AtomicFile::Mode::kAppend);
    ASSERT_TRUE(file->write("new").ok());
  }
  EXPECT_EQ(*read_file(path_), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, AppendsToWhatIsThere) {
  for (const char* text : {"one\n", "two\n"}) {
    auto file = AtomicFile::open(path_, AtomicFile::Mode::kAppend);
    ASSERT_TRUE(file->write(text).ok());
    ASSERT_TRUE(file->commit().ok());
  }
  EXPECT_EQ(*read_file(path_), "one\ntwo\n");
}

TEST_F(FileTest, FollowsALinkAndWritesToWhatIsNoFileDirectly) {
  ASSERT_TRUE(write_file(path_, "old").ok());
  fs::create_symlink(path_, directory_ + "/link");
  ASSERT_TRUE(write_file(directory_ + "/link", "new").ok());
  EXPECT_EQ(*read_file(path_), "new");
  EXPECT_TRUE(fs::is_symlink(directory_ + "/link"));
  ASSERT_TRUE(write_file("/dev/null", "gone").ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(write_file("/dev/full", "too much").error().code, ErrorCode::kIo);
}

TEST_F(FileTest, MapsWhatWasThereWhenItWasMapped) {
  EXPECT_EQ(MappedFile::open(path_).error().code, ErrorCode::kNotFound);
  ASSERT_TRUE(write_file(path_, "").ok());
  EXPECT_EQ((*MappedFile::open(path_))->bytes(), "");
  ASSERT_TRUE(write_file(path_, "first").ok());
  const std::shared_ptr<const MappedFile> first = *MappedFile::open(path_);
  ASSERT_TRUE(write_file(path_, "second, and longer").ok());
  EXPECT_EQ(first->bytes(), "first");
  EXPECT_EQ((*MappedFile::open(path_))->bytes(), "second, and longer");
}

TEST_F(FileTest, SaysWhatIsWrong) {
  EXPECT_EQ(read_file(directory_ + "/absent").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_file(directory_).error().code, ErrorCode::kIo);
  ASSERT_TRUE(write_file(path_, std::string(100, 'x')).ok());
  EXPECT_EQ(read_file(path_, 99).error().code, ErrorCode::kLimitExceeded);
  EXPECT_FALSE(AtomicFile::open(directory_).ok());
  EXPECT_FALSE(AtomicFile::open(directory_ + "/absent/f").ok());
}

}  // namespace
}  // namespace weft
