#include "mine/record_shape.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"

namespace weft::mine {
namespace {

using ::testing::ElementsAre;

std::string item(const std::string& name) {
  return "<h3>" + name + "</h3><div>facts of " + name + "</div><div></div><hr>";
}

struct TestPage {
  explicit TestPage(const std::string& body)
      : document(html::parse("<body>" + body).document), index(document) {}

  // The children of the body from the first-th to the last-th.
  [[nodiscard]] RecordSpan children(size_t first, size_t last) const {
    std::vector<dom::NodeId> all;
    for (const dom::NodeId n : document.nodes()) {
      if (document.name(n) == dom::atoms::kBody)
        for (const dom::NodeId c : document.children(n)) all.push_back(c);
    }
    return {all[first], document.end(all[last])};
  }
  [[nodiscard]] std::vector<std::string> texts(const RecordShape& shape) const {
    std::vector<std::string> texts;
    for (const RecordSpan record : records_of_shape(index, shape))
      texts.push_back(record_text(document, record));
    return texts;
  }

  dom::Document document;
  PageIndex index;
};

TEST(RecordShapeTest, RunsBeginWithTheLetterThatMakesAllOfThemWhole) {
  const TestPage page("<p>head</p>" + item("A") + item("B") + "<p>advert</p>" + item("C") +
                      "<p>foot</p>");
  // Between rules: the head goes with the first record, the advert with the last.
  const RecordShape shape =
      shape_of(page.index, {page.children(0, 3), page.children(5, 7), page.children(9, 12)});
  EXPECT_EQ(shape.kind, RecordShape::Kind::kRuns);
  EXPECT_THAT(page.texts(shape), ElementsAre("A facts of A", "B facts of B", "C facts of C"));
  // From facts to the next title: each title goes with the record before.
  const RecordShape shifted =
      shape_of(page.index, {page.children(2, 5), page.children(6, 10), page.children(11, 13)});
  EXPECT_THAT(page.texts(shifted), ElementsAre("A facts of A", "B facts of B", "C facts of C"));
}

TEST(RecordShapeTest, AnotherPageMayHaveASingleRun) {
  const TestPage page(item("A") + item("B") + item("C"));
  const RecordShape shape =
      shape_of(page.index, {page.children(0, 3), page.children(4, 7), page.children(8, 11)});
  const TestPage last("<p>head</p>" + item("Z") + "<p>foot</p><div>pages</div>");
  EXPECT_THAT(last.texts(shape), ElementsAre("Z facts of Z"));
}

TEST(RecordShapeTest, ElementsAreKnownByTheirPathAndWhatMostOfThemHold) {
  const std::string menu = "<ul><li>Home<li>About</ul>";
  const TestPage page(menu + "<ul><li><b>A</b> <i>1</i><li><b>B</b> <i>2</i></ul>");
  std::vector<RecordSpan> records;
  for (const dom::NodeId n : page.document.nodes()) {
    if (page.document.name(n) == dom::atoms::kB)
      records.push_back(page.index.span(page.document.parent(n)));
  }
  const RecordShape shape = shape_of(page.index, records);
  EXPECT_EQ(shape.kind, RecordShape::Kind::kElements);
  const TestPage other(menu + "<ul><li><b>C</b> <i>3</i></ul>");
  EXPECT_THAT(other.texts(shape), ElementsAre("C 3"));
}

TEST(RecordShapeTest, UnlikeRecordsHaveNone) {
  const TestPage page("<p>a</p><ul><li>b</ul><div>c</div>");
  EXPECT_EQ(
      shape_of(page.index, {page.children(0, 0), page.children(1, 1), page.children(2, 2)}).kind,
      RecordShape::Kind::kNone);
  EXPECT_TRUE(records_of_shape(page.index, {}).empty());
}

}  // namespace
}  // namespace weft::mine
