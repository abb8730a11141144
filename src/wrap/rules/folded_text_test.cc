#include "wrap/rules/folded_text.h"

#include <string>
#include <vector>

#include "base/strings.h"
#include "gtest/gtest.h"

namespace weft::wrap {
namespace {

// All texts of up to `length` parts.
std::vector<std::string> all_texts(size_t length) {
  const std::vector<std::string> parts = {"a", "b", " ", "\n", ":", "\xC2\xA0", "\xC3\xA9"};
  std::vector<std::string> texts = {""};
  for (size_t begin = 0, i = 0; i < length; ++i) {
    const size_t end = texts.size();
    for (; begin < end; ++begin) {
      for (const std::string& part : parts) texts.push_back(texts[begin] + part);
    }
  }
  return texts;
}

TEST(FoldedTextTest, AnswersAsTheNormalisedTextWould) {
  const std::vector<std::string> values = {"a",  "b",          "a b",      "ab",
                                           "a:", "a \xC3\xA9", "\xC3\xA9", "a a"};
  for (const std::string& raw : all_texts(5)) {
    const std::string text = normalize_space(raw);
    for (const std::string& value : values) {
      ASSERT_EQ(folded_equals(raw, value), text == value) << raw << '|' << value;
      ASSERT_EQ(folded_starts_with(raw, value), text.starts_with(value)) << raw << '|' << value;
      ASSERT_EQ(folded_is_start_of(raw, value), value.starts_with(text)) << raw << '|' << value;
      ASSERT_EQ(folded_continues(raw, value), text.starts_with(value) && text != value)
          << raw << '|' << value;
      if (value.find(' ') != std::string::npos) continue;
      ASSERT_EQ(folded_ends_in_word(raw, value), last_word(text) == value) << raw << '|' << value;
      if (value.find(':') != std::string::npos) continue;
      ASSERT_EQ(folded_begins_with_word(raw, value), first_word(text) == value)
          << raw << '|' << value;
    }
  }
}

}  // namespace
}  // namespace weft::wrap
