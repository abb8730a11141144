#include "html/references.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace weft::html {
namespace {

struct Named {
  std::string_view name;
  char32_t first;
  char32_t second;
};

constexpr Named kNamed[] = {
#define WEFT_REFERENCE(name, first, second) {name, first, second},
#include "html/named_references.inc"
#undef WEFT_REFERENCE
};

// The definition: the longest name of the list that the text begins with.
Reference longest_match(std::string_view text) {
  Reference best;
  for (const Named& entry : kNamed) {
    if (text.substr(1).starts_with(entry.name) && entry.name.size() + 1 > best.length) {
      best = {static_cast<uint32_t>(entry.name.size() + 1), entry.first, entry.second};
    }
  }
  return best;
}

TEST(ReferencesTest, FindsTheLongestNameOfTheList) {
  for (const Named& entry : kNamed) {
    for (const char* after : {"", ";", "x", " ", "=", "1"}) {
      // The name, the name without its last byte, and both followed by something.
      for (size_t cut = 0; cut < 2; ++cut) {
        const std::string text =
            "&" + std::string(entry.name.substr(0, entry.name.size() - cut)) + after;
        const Reference expected = longest_match(text);
        const Reference actual = match_reference(text, ReferencePlace::kText);
        ASSERT_EQ(actual.length, expected.length) << text;
        ASSERT_EQ(actual.first, expected.first) << text;
        ASSERT_EQ(actual.second, expected.second) << text;
      }
    }
  }
}

TEST(ReferencesTest, LeavesLegacyNamesInAttributesAlone) {
  EXPECT_EQ(match_reference("&copy=1", ReferencePlace::kAttribute).length, 0U);
  EXPECT_EQ(match_reference("&copyx", ReferencePlace::kAttribute).length, 0U);
  EXPECT_EQ(match_reference("&copy ", ReferencePlace::kAttribute).length, 5U);
  EXPECT_EQ(match_reference("&copy;=", ReferencePlace::kAttribute).length, 6U);
}

TEST(ReferencesTest, ReadsNumbers) {
  EXPECT_EQ(match_reference("&#x20ac;", ReferencePlace::kText).first, 0x20ACU);
  EXPECT_EQ(match_reference("&#128", ReferencePlace::kText).first, 0x20ACU);
  EXPECT_EQ(match_reference("&#99999999999;", ReferencePlace::kText).first, 0xFFFDU);
  EXPECT_EQ(match_reference("&#x;", ReferencePlace::kText).length, 0U);
  EXPECT_EQ(match_reference("&#", ReferencePlace::kText).length, 0U);
}

}  // namespace
}  // namespace weft::html
