#include "eval/structural_edits.h"

#include "dom/path.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

using ::testing::HasSubstr;

class StructuralEditsTest : public ::testing::Test {
 protected:
  // The page after one edit of its first <p>.
  std::string edited(EditKind kind) {
    const auto paths = dom::tag_path_hashes(doc_);
    for (const dom::NodeId n : doc_.nodes()) {
      if (doc_.name(n) != dom::atoms::kP) continue;
      const dom::Document after = apply_edits(doc_, {{paths[n], kind}}, 1);
      return dom::outer_html(after, after.root());
    }
    return "";
  }
  dom::Document doc_ = html::parse("<body><p class=a><b>x</b><i>y</i></p></body>").document;
};

TEST_F(StructuralEditsTest, EachKindDoesWhatItSays) {
  EXPECT_THAT(edited(EditKind::kWrap), HasSubstr("\"><p class=\"a\"><b>x</b><i>y</i></p></div>"));
  EXPECT_THAT(edited(EditKind::kUnwrap), HasSubstr("<body><b>x</b><i>y</i></body>"));
  EXPECT_THAT(edited(EditKind::kReorder), HasSubstr("<p class=\"a\"><i>y</i><b>x</b></p>"));
  EXPECT_THAT(edited(EditKind::kInsert), HasSubstr("</div><p class=\"a\">"));
  EXPECT_THAT(edited(EditKind::kRename), ::testing::Not(HasSubstr("class=\"a\"")));
}

TEST_F(StructuralEditsTest, NoShareIsNoEditAndAllIsAll) {
  const dom::Document* const pages[] = {&doc_};
  EXPECT_TRUE(choose_edits(pages, 0, 1).empty());
  EXPECT_EQ(choose_edits(pages, 1, 1).size(), 3u);
  const dom::Document same = apply_edits(doc_, {}, 1);
  EXPECT_EQ(dom::outer_html(same, same.root()), dom::outer_html(doc_, doc_.root()));
}

}  // namespace
}  // namespace weft::eval
