#include "warc/codec.h"

#include "gtest/gtest.h"

namespace weft::warc {
namespace {

std::string sample(size_t size) {
  std::string text;
  while (text.size() < size) text += "line " + std::to_string(text.size() * 7919) + "\n";
  text.resize(size);
  return text;
}

TEST(CodecTest, GivesBackWhatItCompressed) {
  for (const Codec codec : {Codec::kNone, Codec::kGzip, Codec::kZstd}) {
    for (const size_t size : {size_t{1}, size_t{65536}, size_t{1'000'000}}) {
      const std::string text = sample(size);
      std::string packed;
      Compressor compressor(codec);
      for (size_t at = 0; at < size; at += 100'000)
        compressor.write(std::string_view(text).substr(at, 100'000), packed);
      compressor.finish(packed);
      EXPECT_EQ(codec_of_bytes(packed), codec);
      std::string unpacked;
      ASSERT_TRUE(decompress(codec, packed, unpacked).ok());
      EXPECT_EQ(unpacked, text);
    }
  }
}

TEST(CodecTest, ReadsMembersOneAfterTheOther) {
  for (const Codec codec : {Codec::kGzip, Codec::kZstd}) {
    std::string packed;
    Compressor compressor(codec);
    for (const char* text : {"one", "two"}) {
      compressor.write(text, packed);
      compressor.finish(packed);
    }
    std::string_view rest = packed;
    std::string first;
    Decompressor decompressor(codec);
    ASSERT_TRUE(decompressor.read(rest, first, 1000).ok());
    EXPECT_EQ(first, "one");
    EXPECT_TRUE(decompressor.at_boundary());
    std::string all;
    ASSERT_TRUE(decompress(codec, packed, all).ok());
    EXPECT_EQ(all, "onetwo");
  }
}

TEST(CodecTest, NoticesDamageTruncationAndBombs) {
  for (const Codec codec : {Codec::kGzip, Codec::kZstd}) {
    std::string packed;
    Compressor compressor(codec);
    compressor.write(sample(200'000), packed);
    compressor.finish(packed);
    std::string out;
    EXPECT_EQ(decompress(codec, packed.substr(0, packed.size() / 2), out).error().code,
              ErrorCode::kCorruption);
    out.clear();
    EXPECT_EQ(decompress(codec, packed, out, 1000).error().code, ErrorCode::kLimitExceeded);
    std::string damaged = packed;
    for (size_t i = 1000; i < 1100; ++i) damaged[i] = static_cast<char>(~damaged[i]);
    out.clear();
    EXPECT_EQ(decompress(codec, damaged, out).error().code, ErrorCode::kCorruption);
  }
}

}  // namespace
}  // namespace weft::warc
