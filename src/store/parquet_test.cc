#include "store/parquet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "warc/codec.h"

namespace weft::store {
namespace {

using testing::HasSubstr;

class File {
 public:
  ParquetWriter::Sink sink() {
    return [this](std::string_view bytes) -> Status {
      bytes_ += bytes;
      return {};
    };
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] uint32_t word(size_t at) const {
    uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  [[nodiscard]] std::string footer() const {
    return bytes_.substr(bytes_.size() - 8 - word(bytes_.size() - 8), word(bytes_.size() - 8));
  }
  // The pages, unpacked: zstd frames begin with their magic number.
  [[nodiscard]] std::vector<std::string> pages() const {
    std::vector<std::string> all;
    const std::string magic = "\x28\xb5\x2f\xfd";
    for (size_t at = bytes_.find(magic); at != std::string::npos; at = bytes_.find(magic, at + 1)) {
      warc::Decompressor decompressor(warc::Codec::kZstd);
      std::string_view rest = std::string_view(bytes_).substr(at);
      std::string& page = all.emplace_back();
      EXPECT_TRUE(decompressor.read(rest, page, 1 << 20).ok());
    }
    return all;
  }

 private:
  std::string bytes_;
};

TEST(ParquetTest, ChunksHoldLevelsAndValues) {
  File file;
  ParquetWriter writer(file.sink(),
                       {{"title"}, {"price", ParquetType::kNumber}, {"tags", ParquetType::kTexts}});
  writer.add_text(0, "Oak");
  writer.add_number(1, 12.5);
  writer.add_texts(2, {"a", "bc"});
  ASSERT_TRUE(writer.end_row().ok());
  ASSERT_TRUE(writer.end_row().ok());  // All null.
  writer.add_text(0, "");
  writer.add_texts(2, {});
  ASSERT_TRUE(writer.end_row().ok());
  ASSERT_TRUE(writer.finish().ok());

  EXPECT_EQ(file.bytes().substr(0, 4), "PAR1");
  EXPECT_EQ(file.bytes().substr(file.bytes().size() - 4), "PAR1");
  const std::vector<std::string> pages = file.pages();
  ASSERT_EQ(pages.size(), 3U);
  using std::string_literals::operator""s;
  // Six bytes of runs: one 1, one 0, one 1; then "Oak" and "".
  EXPECT_EQ(pages[0], "\6\0\0\0\2\1\2\0\2\1\3\0\0\0Oak\0\0\0\0"s);
  EXPECT_EQ(pages[1].substr(0, 8), "\4\0\0\0\2\1\4\0"s);
  double price = 0;
  std::memcpy(&price, pages[1].data() + 8, 8);
  EXPECT_EQ(price, 12.5);
  // Repetitions 0 1 0 0, definitions 2 2 0 1, then "a" and "bc".
  EXPECT_EQ(pages[2], "\6\0\0\0\2\0\2\1\4\0"s + "\6\0\0\0\4\2\2\0\2\1"s + "\1\0\0\0a\2\0\0\0bc"s);
}

TEST(ParquetTest, TheFooterNamesColumnsAndProgram) {
  File file;
  ParquetWriter writer(file.sink(), {{"title"}, {"tags", ParquetType::kTexts}});
  writer.add_text(0, "x");
  ASSERT_TRUE(writer.end_row().ok());
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_THAT(file.footer(), HasSubstr("title"));
  EXPECT_THAT(file.footer(), HasSubstr("element"));
  EXPECT_THAT(file.footer(), HasSubstr("weft version"));
}

TEST(ParquetTest, AnEmptyTableIsAFile) {
  File file;
  ParquetWriter writer(file.sink(), {{"title"}});
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(file.bytes().substr(0, 4), "PAR1");
  EXPECT_TRUE(file.pages().empty());
}

TEST(ParquetTest, ManyRowsMakeSeveralGroups) {
  File file;
  ParquetWriter writer(file.sink(), {{"text"}});
  const std::string text(1 << 20, 'x');
  for (int row = 0; row < 130; ++row) {
    writer.add_text(0, text);
    ASSERT_TRUE(writer.end_row().ok());
  }
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(file.pages().size(), 3U);
}

}  // namespace
}  // namespace weft::store
