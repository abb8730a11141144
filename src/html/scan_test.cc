// Scans with either width of blocks against a plain loop: every distance of a hit, every byte before
// it, every end of the input within three blocks.

#include "html/scan.h"

#include <string>

#include <gtest/gtest.h>

namespace weft::html {
namespace {

struct Answer {
  size_t position;
  bool visible;
  bool operator==(const Answer&) const = default;
};

template <char... kBytes>
Answer plain(const std::string& text) {
  Answer answer{0, false};
  for (const char c : text) {
    if (((c == kBytes) || ...)) break;
    answer.visible |= c != ' ' && c != '\t' && c != '\n';
    ++answer.position;
  }
  return answer;
}

template <char... kBytes>
void expect_same(const std::string& text) {
  const Answer expected = plain<kBytes...>(text);
  const char* begin = text.data();
  const char* end = begin + text.size();
  for (const Blocks blocks : {Blocks::kSixteen, kWidestBlocks}) {
    bool visible = false;
    const auto position =
        static_cast<size_t>(find_any<kBytes...>(begin, end, visible, blocks) - begin);
    ASSERT_EQ((Answer{position, visible}), expected) << ::testing::PrintToString(text);
    ASSERT_EQ(find_any<kBytes...>(begin, end, blocks), begin + expected.position);
  }
}

TEST(ScanTest, BothWidthsFindWhatAPlainLoopFinds) {
  for (size_t size = 0; size <= 100; ++size) {
    for (size_t at = 0; at < size; ++at) {
      for (const char hit : {'<', '&', '\r', '\0', '"', 'x'}) {
        std::string text(size, ' ');
        text[at] = hit;
        expect_same<'<', '&', '\r', '\0'>(text);
        expect_same<'"', '&', '\r', '\0'>(text);
      }
    }
  }
}

TEST(ScanTest, NoOtherByteIsTakenForOneOfTheSet) {
  for (int byte = 0; byte < 256; ++byte) {
    for (const size_t at : {0, 1, 15, 16, 31, 32, 63}) {
      std::string text(80, '\n');
      text[at] = static_cast<char>(byte);
      text[at + 3] = '<';
      expect_same<'<', '&', '\r', '\0'>(text);
      expect_same<'\'', '&', '\r', '\0'>(text);
      expect_same<'-', '\r', '\0'>(text);  // Two share their lower bits.
    }
  }
}

}  // namespace
}  // namespace weft::html
