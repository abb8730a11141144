// Pages about people: cutting, hidden addresses, the relations of Fig. 7.3, the inter-field model by hand.

#include "read/person.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "html/parser.h"
#include "read/email.h"
#include "read/person_features.h"
#include "read/person_words.h"

namespace weft::read {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A page whose elements carry their boxes: <div data-box="left,top,width,height">; texts stand inside of theirs.
struct Boxed {
  dom::Document doc;
  dom::Layout layout;
};

Boxed boxed(const char* html) {
  Boxed page{html::parse(html).document, {}};
  page.layout = dom::Layout(page.doc);
  const dom::Atom attribute = dom::atom_of("data-box");
  const auto put = [&](dom::NodeId n, const dom::Box& box) {
    page.layout.set_box(n, box);
    page.layout.set_visible(n, true);
  };
  for (const dom::NodeId n : page.doc.nodes()) {
    if (page.doc.name(n) == dom::atoms::kBody) put(n, {0, 0, 1000, 1000});
    const auto box = page.doc.attribute(n, attribute);
    if (!box) continue;
    dom::Box at;
    std::sscanf(std::string(*box).c_str(), "%f,%f,%f,%f", &at.left, &at.top, &at.width, &at.height);
    put(n, at);
    for (const dom::NodeId child : page.doc.children(n)) {
      if (page.doc.is_text(child))
        put(child, {at.left + 1, at.top + 1, at.width - 2, at.height - 2});
    }
  }
  return page;
}

std::vector<std::string> texts_of(const PersonPage& page) {
  std::vector<std::string> texts;
  for (const PersonBlock& block : page.blocks) texts.push_back(block.text);
  return texts;
}

std::vector<std::string> pieces_of(const std::string& text) {
  const Boxed page = boxed(("<body><p data-box='0,0,500,20'>" + text + "</p>").c_str());
  return texts_of(person_blocks(page.doc, page.layout, BlockCut::kPieces, ""));
}

TEST(PersonBlocksTest, CutsTextWhereAnotherFieldBegins) {
  EXPECT_THAT(pieces_of("Ann Lee, Director | 312-867-0110 (fax)"),
              ElementsAre("Ann Lee", "Director", "312-867-0110", "(fax)"));
  EXPECT_THAT(pieces_of("E-mail: ann@uni.example"), ElementsAre("E-mail:", "ann@uni.example"));
  EXPECT_THAT(pieces_of("Acme Inc., 12 Main Street, Austin, TX 78701"),
              ElementsAre("Acme Inc.", "12 Main Street, Austin, TX 78701"));
  EXPECT_THAT(pieces_of("Ann Lee, PhD"), ElementsAre("Ann Lee, PhD"));
}

TEST(PersonBlocksTest, LeavesAreWholeForTheThesis) {
  const Boxed page = boxed("<body><p data-box='0,0,500,20'>Ann Lee, Director | 312-867-0110</p>");
  EXPECT_THAT(texts_of(person_blocks(page.doc, page.layout, BlockCut::kLeaves, "")),
              ElementsAre("Ann Lee, Director | 312-867-0110"));
}

std::string only_email(std::string_view text) {
  const auto found = find_emails(text);
  return found.size() == 1 ? found.front().address : "";
}

TEST(EmailTest, ReadsWhatIsSpelledOut) {
  EXPECT_EQ(only_email("Email: hangli at microsoft dot com"), "hangli@microsoft.com");
  EXPECT_EQ(only_email("ann [at] cs [dot] uni [dot] edu"), "ann@cs.uni.edu");
  EXPECT_EQ(only_email("ann.lee (AT) Uni.Example.edu"), "ann.lee@uni.example.edu");
  EXPECT_EQ(only_email("E-mail: ann at uni.edu"), "ann@uni.edu");
  EXPECT_EQ(only_email("write to ann@uni.edu today"), "ann@uni.edu");
}

TEST(EmailTest, IsNotMisledByProse) {
  EXPECT_THAT(find_emails("meet us at example.org on Monday"), IsEmpty());
  EXPECT_THAT(find_emails("logo@2x.png"), IsEmpty());
}

TEST(EmailTest, ReadsWhatMarkupHides) {
  const auto hidden = [](const char* html, dom::Atom name) -> std::string {
    const dom::Document doc = html::parse(html).document;
    for (const dom::NodeId n : doc.nodes()) {
      if (doc.name(n) == name) return hidden_email(doc, n);
    }
    return "no such element";
  };
  EXPECT_EQ(hidden("<a href='mailto:ann@uni.edu?subject=x'>Write</a>", dom::atoms::kA),
            "ann@uni.edu");
  EXPECT_EQ(hidden("<script>document.write('ann' + '@' + 'uni.edu')</script>", dom::atoms::kScript),
            "ann@uni.edu");
  // The first byte, 0x21, is what the others are xored with.
  EXPECT_EQ(hidden("<a data-cfemail='21404061480f4255'>x</a>", dom::atoms::kA), "aa@i.ct");
}

// The sub-figures of Fig. 7.3, each with A and B, and what R(A, B) is.
struct RelationCase {
  const char* html;
  VisualRelation relation;
};

TEST(VisualRelationTest, AreThoseOfTheFigure) {
  const RelationCase cases[] = {
      // Side by side, and one above the other.
      {"<div data-box='0,0,100,20'>A</div><div data-box='200,0,100,20'>B</div>",
       VisualRelation::kLeft},
      {"<div data-box='0,0,100,20'>A</div><div data-box='0,50,100,20'>B</div>",
       VisualRelation::kAbove},
      // B one level further down.
      {"<div data-box='0,0,100,100'>A</div><div data-box='200,0,100,100'><p "
       "data-box='200,0,90,20'>B</p><p "
       "data-box='200,40,90,20'>C</p></div>",
       VisualRelation::kUpLeft},
      {"<div data-box='200,0,100,100'><p data-box='200,0,90,20'>B</p><p "
       "data-box='200,40,90,20'>C</p></div><div "
       "data-box='400,0,100,100'>A</div>",
       VisualRelation::kUpRight},
      {"<div data-box='0,0,400,20'>A</div><div data-box='0,100,400,100'><p "
       "data-box='0,100,90,20'>B</p><p "
       "data-box='200,100,90,20'>C</p></div>",
       VisualRelation::kUpAbove},
      {"<div data-box='0,0,400,50'><p data-box='0,0,90,20'>B</p><p "
       "data-box='200,0,90,20'>C</p></div><div "
       "data-box='0,100,400,20'>A</div>",
       VisualRelation::kUpBelow},
  };
  for (const RelationCase& one : cases) {
    const Boxed page = boxed((std::string("<body>") + one.html).c_str());
    const PersonPage blocks = person_blocks(page.doc, page.layout, BlockCut::kLeaves, "");
    const RelationTree tree(blocks);
    uint32_t a = 0, b = 0;
    for (uint32_t i = 0; i < blocks.blocks.size(); ++i) {
      if (blocks.blocks[i].text == "A") a = i;
      if (blocks.blocks[i].text == "B") b = i;
    }
    EXPECT_EQ(tree.relation(a, b), one.relation) << one.html;
    EXPECT_EQ(tree.relation(b, a), inverse(one.relation)) << one.html;
    // for_each_related says the same.
    VisualRelation seen = VisualRelation::kNone;
    tree.for_each_related(b, [&](uint32_t other, VisualRelation r) {
      if (other == a) seen = r;
    });
    EXPECT_EQ(seen, one.relation) << one.html;
  }
}

// A name above a position: the model learns that what is below a name is a position, and lifts a doubtful block.
TEST(InterFieldTest, CombinesScoresAsTheThesisSays) {
  const Boxed page =
      boxed("<body><p data-box='0,0,100,20'>Ann Lee</p><p data-box='0,50,100,20'>Reader</p>");
  const PersonPage blocks = person_blocks(page.doc, page.layout, BlockCut::kLeaves, "");
  const std::vector<std::optional<PersonField>> truth = {PersonField::kName,
                                                         PersonField::kPosition};
  RelationProbabilities relations;
  relations.add(RelationTree(blocks), truth);
  // R(name, position) = Above: of the blocks below a name all are positions.
  EXPECT_FLOAT_EQ(relations.of(VisualRelation::kAbove, PersonField::kName, PersonField::kPosition),
                  1);
  EXPECT_FLOAT_EQ(relations.of(VisualRelation::kBelow, PersonField::kPosition, PersonField::kName),
                  1);
  FieldScores scores(2);
  scores[0][static_cast<size_t>(PersonField::kName)] = 0.5F;
  scores[1][static_cast<size_t>(PersonField::kPosition)] = -0.1F;
  EXPECT_EQ(predict(scores[1]), std::nullopt);
  const FieldScores combined = with_relations(blocks, scores, relations);
  // 0.4 × -0.1 + 0.6 × (0.5 × 1)
  EXPECT_FLOAT_EQ(combined[1][static_cast<size_t>(PersonField::kPosition)], 0.26F);
  EXPECT_EQ(predict(combined[1]), PersonField::kPosition);
  // As a table of hundredths, and back.
  const auto read = RelationProbabilities::read(ml::TokenTable(relations.values(), kPersonFields));
  ASSERT_TRUE(read.ok());
  EXPECT_FLOAT_EQ(read->of(VisualRelation::kAbove, PersonField::kName, PersonField::kPosition), 1);
}

TEST(PredictTest, TakesTheLargestPositiveScore) {
  EXPECT_EQ(predict({-0.2F, 0.1F, 0.3F, -1, -1, -1, -1, -1}), PersonField::kAffiliation);
  EXPECT_EQ(predict({-0.2F, -0.1F, -0.3F, -1, -1, -1, -1, -1}), std::nullopt);
}

TEST(PersonFeaturesTest, LabelsBehindNumbersAreTheirs) {
  const Boxed page = boxed(
      "<body><p data-box='0,0,500,20'>202-299-1148 fax</p><p data-box='0,50,500,20'>202-299-1149 "
      "voice, "
      "202-299-1150 fax</p>");
  const PersonPage blocks = person_blocks(page.doc, page.layout, BlockCut::kPieces, "");
  const std::vector<float> rows = person_rows(page.doc, page.layout, blocks);
  ASSERT_EQ(blocks.blocks[2].text, "202-299-1149");
  EXPECT_EQ(rows[2 * kPersonColumns + kConFaxLabel], 0);
  EXPECT_EQ(rows[2 * kPersonColumns + kConPhoneBehind], 1);
}

TEST(PersonTest, LinesOfRightsAreCutAroundTheName) {
  const Boxed page = boxed(
      "<p data-box='0,0,500,20'>© 2012-2014 Acme Ltd. All rights reserved.</p>"
      "<p data-box='0,20,500,20'>Acme</p><p data-box='0,40,500,20'>Bolt Inc</p>");
  const PersonPage blocks = person_blocks(page.doc, page.layout, BlockCut::kPieces, "");
  std::vector<std::string> texts;
  for (const PersonBlock& block : blocks.blocks) texts.push_back(block.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"© 2012-2014", "Acme Ltd.", "All rights reserved.",
                                             "Acme", "Bolt Inc"}));
  EXPECT_TRUE(blocks.blocks[1].holder);
  const std::vector<float> rows = person_rows(page.doc, page.layout, blocks);
  EXPECT_EQ(rows[1 * kPersonColumns + kConHolder], 1);
  EXPECT_EQ(rows[3 * kPersonColumns + kConHolderShare], 1);
  EXPECT_EQ(rows[4 * kPersonColumns + kConHolderShare], 0);
}

// A page that has one block of text or one picture, which the model believes to be the field.
std::string value_as(const char* html, PersonField field) {
  const Boxed page = boxed(html);
  model::Page whole;
  whole.url = "http://acme.example/team";
  whole.document = html::parse(html).document;
  const PersonPage blocks = person_blocks(whole.document, page.layout, BlockCut::kLeaves, "");
  return blocks.blocks.empty() ? "none" : person_value(whole, blocks.blocks[0], field);
}

TEST(PersonTest, ValuesAreWhatIsMeant) {
  const auto affiliation = [](const std::string& text) {
    return value_as(("<p data-box='0,0,500,20'>" + text).c_str(), PersonField::kAffiliation);
  };
  EXPECT_EQ(affiliation("Copyright © 2012-2014 Acme Ltd. All rights reserved."), "Acme Ltd.");
  EXPECT_EQ(affiliation("(c) by Acme"), "Acme");
  EXPECT_EQ(affiliation("Acme © 2014"), "Acme");
  EXPECT_EQ(affiliation("Acme 2000, Inc"), "Acme 2000, Inc");
  const auto picture = [](const std::string& attributes) {
    return value_as(("<img data-box='0,0,99,99' " + attributes + ">").c_str(),
                    PersonField::kPicture);
  };
  EXPECT_EQ(picture("src=a.jpg"), "http://acme.example/a.jpg");
  EXPECT_EQ(picture("src='' data-src=/b.jpg"), "http://acme.example/b.jpg");
  EXPECT_EQ(picture("src=''"), "") << "not the page itself";
}

TEST(PersonTest, ChoosesAmongHomepages) {
  model::Page page;
  page.url = "http://www.uni.example/~lee/";
  page.document = html::parse("<title>Ann Lee's Homepage</title><body>Hello").document;
  Person person;
  person.kind = PersonPageKind::kHomepage;
  person.fields[static_cast<size_t>(PersonField::kName)].push_back({"Ann Lee", dom::kRoot, 1});
  const double right = homepage_evidence(page, person, "Ann Lee").score;
  EXPECT_GE(right, kLeastHomepageScore);
  EXPECT_LT(homepage_evidence(page, person, "Bob Stone").score, kLeastHomepageScore);
}

}  // namespace
}  // namespace weft::read
