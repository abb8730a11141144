#include "base/markup.h"

#include "gtest/gtest.h"

namespace weft {
namespace {

TEST(MarkupTest, EscapesWhatEndsTextOrAttributes) {
  EXPECT_EQ(escape_markup("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; 'd'");
  EXPECT_EQ(escape_markup(""), "");
  EXPECT_EQ(escape_markup("&lt;"), "&amp;lt;");
}

}  // namespace
}  // namespace weft
