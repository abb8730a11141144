#include "annotate/recognizer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "dom/path.h"
#include "dom/text.h"
#include "html/parser.h"

namespace weft::annotate {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

Recognizer cars() {
  return Recognizer(*parse_domain(R"(
[attributes.make]
labels = ["make"]
terms = ["Ford", "Land Rover"]
[attributes.price]
type = "money"
labels = ["price"]
least = 100
)",
                                  "cars", shipped_domain));
}

// "price:instance /html[1]/body[1]/div[1] 300 GBP"
std::vector<std::string> annotate(const std::string& html) {
  const Recognizer recognizer = cars();
  const dom::Document doc = html::parse(html).document;
  std::vector<std::string> out;
  for (const Annotation& a : recognizer.annotate(doc)) {
    out.push_back(fmt::format(
        "{}:{} {}{} {}", recognizer.domain().attributes[a.attribute].name,
        a.label ? "label" : "instance", dom::indexed_path(doc, a.node),
        a.html_attribute == dom::kNoAtom ? "" : "/@" + std::string(doc.spelling(a.html_attribute)),
        a.value));
    if (a.html_attribute != dom::kNoAtom) continue;
    const std::string text = dom::normalized_text(doc, a.node);
    EXPECT_EQ(text.substr(a.span.begin, a.span.end - a.span.begin), a.value);
  }
  return out;
}

TEST(RecognizerTest, LabelAndInstanceAsInTheChapter) {
  EXPECT_THAT(annotate("<div><span>Price:</span> 300<i> GBP</i></div>"),
              ElementsAre("price:instance /html[1]/body[1]/div[1] 300 GBP",
                          "price:label /html[1]/body[1]/div[1]/span[1]/text()[1] Price"));
}

TEST(RecognizerTest, NothingCrossesABlock) {
  EXPECT_THAT(annotate("<div>300</div><div>GBP</div><p>Land<br>Rover</p>"), ElementsAre());
  EXPECT_THAT(annotate("<p>Land <b>Rover</b></p>"),
              ElementsAre("make:instance /html[1]/body[1]/p[1] Land Rover"));
}

TEST(RecognizerTest, ReadsAttributes) {
  EXPECT_THAT(annotate("<img alt='Ford Focus' class='x'><b class=carPrice>?</b>"),
              ElementsAre("make:instance /html[1]/body[1]/img[1]/@alt Ford",
                          "price:label /html[1]/body[1]/b[1]/@class price"));
}

TEST(RecognizerTest, LabelsStandWhereLabelsCan) {
  EXPECT_THAT(annotate("<p>a fair price for all</p>"), ElementsAre());
  EXPECT_THAT(annotate("<p>Price £500</p>"),
              ElementsAre("price:label /html[1]/body[1]/p[1]/text()[1] Price",
                          "price:instance /html[1]/body[1]/p[1]/text()[1] £500"));
}

TEST(RecognizerTest, BoundsRefuse) { EXPECT_THAT(annotate("<p>£5</p>"), ElementsAre()); }

TEST(RecognizerTest, ScriptsAreNotRead) {
  EXPECT_THAT(annotate("<script>Ford</script><p>Ford</p>"),
              ElementsAre("make:instance /html[1]/body[1]/p[1]/text()[1] Ford"));
}

TEST(RecognizerTest, DepthIsNoDanger) {
  std::string html;
  for (int i = 0; i < 20'000; ++i) html += "<div><span>";
  EXPECT_THAT(annotate(html + "Ford"), Contains(::testing::HasSubstr("make:instance")));
}

}  // namespace
}  // namespace weft::annotate
