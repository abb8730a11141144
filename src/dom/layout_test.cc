#include "dom/layout.h"

#include "gtest/gtest.h"

namespace weft::dom {
namespace {

Layout sample() {
  Layout layout(5);
  const Style heading{.font_size = 32, .font_weight = 700, .align = TextAlign::kCenter};
  layout.set_box(NodeId{0}, {0, 0, 1366, 900});
  layout.set_box(NodeId{3}, {8.5F, 16, 640, 37.5F});
  for (const uint32_t i : {0U, 3U, 4U}) layout.set_visible(NodeId{i}, true);
  layout.set_style(NodeId{3}, heading);
  layout.set_style(NodeId{4}, heading);
  return layout;
}

TEST(LayoutTest, StylesAreStoredOnce) {
  const Layout layout = sample();
  EXPECT_EQ(layout.styles().size(), 2u);  // The initial one, and the heading's.
  EXPECT_EQ(layout.style_number(NodeId{3}), layout.style_number(NodeId{4}));
  EXPECT_EQ(layout.style(NodeId{3}).font_size, 32);
  EXPECT_EQ(layout.style(NodeId{1}), Style());
  EXPECT_FALSE(layout.visible(NodeId{1}));
}

TEST(LayoutTest, WhatIsWrittenIsReadAgain) {
  const Layout layout = sample();
  const std::string text = write_layout(layout);
  const auto read = read_layout(text);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, layout);
  EXPECT_EQ(write_layout(*read), text);
}

TEST(LayoutTest, WhatDoesNotFitTogetherIsRefused) {
  const std::string head = R"({"weft":"layout","version":1,"boxes":[[0,0,1,1]],)";
  for (const char* rest :
       {R"("styles":[{"size":16}],"style":[1]})", R"("styles":[{"size":16}],"style":[0,0]})",
        R"("styles":[{"size":-1}],"style":[0]})",
        R"("styles":[{"size":16}],"style":[0],"hidden":[1,1]})",
        R"("styles":[{"size":16}],"style":[0],"hidden":[0]})"}) {
    EXPECT_FALSE(read_layout(head + rest).ok()) << rest;
  }
  EXPECT_TRUE(read_layout(head + R"("styles":[{"size":16}],"style":[0]})").ok());
}

TEST(LayoutTest, AnEmptyBoxAddsNothing) {
  const Box a{10, 10, 20, 5};
  EXPECT_EQ(united(a, Box()), a);
  EXPECT_EQ(united(a, {0, 20, 5, 5}), (Box{0, 10, 30, 15}));
}

}  // namespace
}  // namespace weft::dom
