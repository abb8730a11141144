#include "dom/document.h"

#include "dom/builder.h"
#include "dom/testing/tree.h"
#include "gtest/gtest.h"

namespace weft::dom {
namespace {

using testing::all_trees;
using testing::find;
using testing::tree;

TEST(DocumentTest, ReadsBackWhatWasBuilt) {
  DocumentBuilder b;
  b.doctype("html")
      .open("p")
      .attribute("class", "price")
      .attribute("x-y", "1")
      .text("10 ")
      .comment("c")
      .close();
  const Document doc = b.finish();
  const NodeId p = doc.document_element();
  EXPECT_EQ(doc.name(p), atoms::kP);
  EXPECT_EQ(doc.attribute(p, atoms::kClass), "price");
  EXPECT_EQ(doc.attribute(p, atom_of("x-y")), "1");
  EXPECT_EQ(doc.attribute_at(p, 1).name_text, "x-y");
  EXPECT_EQ(doc.attribute(p, atoms::kId), std::nullopt);
  EXPECT_EQ(doc.text(doc.first_child(p)), "10 ");
  EXPECT_EQ(doc.kind(doc.last_child(p)), NodeKind::kComment);
  EXPECT_EQ(doc.text(doc.first_child(doc.root())), "html");
}

TEST(DocumentTest, MovingADocumentKeepsItsViewsValid) {
  Document first = tree("p('some text that is long enough not to sit inside a small string')");
  const std::string_view text = first.text(NodeId{2});
  const Document second = std::move(first);
  EXPECT_EQ(second.text(NodeId{2}).data(), text.data());
}

// The definitions, by parent pointers alone.
bool contains_by_definition(const Document& doc, NodeId a, NodeId n) {
  while (n != kNoNode && n != a) n = doc.parent(n);
  return n == a;
}

TEST(DocumentTest, NavigationAgreesWithParentPointersOnAllSmallTrees) {
  const auto trees = all_trees(/*max_nodes=*/6, /*tags=*/"a");
  EXPECT_EQ(trees.size(), 1U + 1 + 2 + 5 + 14 + 42);  // Catalan numbers.
  for (const Document& doc : trees) {
    for (const NodeId a : doc.nodes()) {
      std::vector<NodeId> kids;
      for (const NodeId n : doc.nodes()) {
        ASSERT_EQ(doc.contains(a, n), contains_by_definition(doc, a, n));
        if (doc.parent(n) == a) kids.push_back(n);
        const NodeId common = doc.lowest_common_ancestor(a, n);
        ASSERT_TRUE(doc.contains(common, a) && doc.contains(common, n));
        for (const NodeId child : doc.children(common)) {
          ASSERT_FALSE(doc.contains(child, a) && doc.contains(child, n));
        }
      }
      std::vector<NodeId> walked;
      for (const NodeId n : doc.children(a)) walked.push_back(n);
      ASSERT_EQ(walked, kids);
      ASSERT_EQ(doc.first_child(a), kids.empty() ? kNoNode : kids.front());
      ASSERT_EQ(doc.last_child(a), kids.empty() ? kNoNode : kids.back());
      for (size_t i = 0; i < kids.size(); ++i) {
        ASSERT_EQ(doc.previous_sibling(kids[i]), i == 0 ? kNoNode : kids[i - 1]);
        ASSERT_EQ(doc.next_sibling(kids[i]), i + 1 == kids.size() ? kNoNode : kids[i + 1]);
      }
    }
  }
}

TEST(DocumentTest, NavigationSurvivesDeepTrees) {
  constexpr uint32_t kDepth = 200'000;
  const Document deep = testing::chain(kDepth);
  const NodeId last{kDepth};
  EXPECT_EQ(deep.size(), kDepth + 1);
  EXPECT_EQ(deep.depth(last), kDepth);
  EXPECT_TRUE(deep.contains(NodeId{1}, last));
  EXPECT_EQ(deep.lowest_common_ancestor(last, NodeId{7}), NodeId{7});
  EXPECT_EQ(deep.last_child(kRoot), NodeId{1});
  uint32_t ancestors = 0;
  for ([[maybe_unused]] const NodeId n : deep.ancestors(last)) ++ancestors;
  EXPECT_EQ(ancestors, kDepth);
}

TEST(DocumentTest, AnEmptyDocumentHasItsNodeAlone) {
  const Document doc;
  EXPECT_EQ(doc.size(), 1U);
  EXPECT_EQ(doc.document_element(), kNoNode);
  EXPECT_EQ(doc.first_child(kRoot), kNoNode);
  EXPECT_EQ(doc.parent(kRoot), kNoNode);
  EXPECT_EQ(doc.previous_sibling(kRoot), kNoNode);
  EXPECT_EQ(doc.next_sibling(kRoot), kNoNode);
  EXPECT_EQ(doc.attribute(kRoot, atoms::kClass), std::nullopt);
  EXPECT_EQ(doc.source_text(kRoot), "");
}

TEST(DocumentTest, TextAndAttributesAreViewsOfTheSource) {
  // As the parser writes it: <b id=x>hi</b>.
  constexpr std::string_view kSource = "<b id=x>hi</b>";
  DocumentBuilder b;
  Storage storage = b.open("b").attribute("id", "").text("").finish().release_storage();
  storage.attributes[0].value = {6, 1};
  storage.payload[2] = 8;
  storage.payload_size[2] = 2;
  storage.source_begin[1] = 0;
  storage.source_end[1] = 14;
  const Document doc(std::move(storage), Source::borrow(kSource));
  EXPECT_EQ(doc.text(NodeId{2}).data(), kSource.data() + 8);
  EXPECT_EQ(doc.text(NodeId{2}), "hi");
  EXPECT_EQ(doc.attribute(NodeId{1}, atoms::kId), "x");
  EXPECT_EQ(doc.source_text(NodeId{1}), kSource);
  EXPECT_EQ(doc.source_text(NodeId{2}), "");
}

TEST(SourceTest, OwnsOrBorrowsAndDropsAPrefix) {
  const std::string bytes = "\xEF\xBB\xBFxyz";
  Source borrowed = Source::borrow(bytes);
  EXPECT_EQ(borrowed.view().data(), bytes.data());
  Source owned = Source::own(bytes);
  EXPECT_NE(owned.view().data(), bytes.data());
  owned.remove_prefix(3);
  const Source moved = std::move(owned);
  EXPECT_EQ(moved.view(), "xyz");
  EXPECT_EQ(Source().view(), "");
}

TEST(BuilderTest, ClosesWhatIsOpenAndCanBeUsedAgain) {
  DocumentBuilder b;
  b.open("a").open("b").text("x");
  const Document first = b.finish();
  EXPECT_EQ(testing::to_string(first, NodeId{1}), "a(b('x'))");
  const Document second = b.open("c").finish();
  EXPECT_EQ(testing::to_string(second, NodeId{1}), "c");
  EXPECT_EQ(b.finish().size(), 1U);
}

TEST(BuilderTest, KeepsUnknownNamesApartAndSpelled) {
  DocumentBuilder b;
  for (int i = 0; i < 50; ++i)
    b.open("x-" + std::to_string(i)).attribute("data-" + std::to_string(i), "v").close();
  const Document doc = b.finish();
  for (uint32_t i = 0; i < 50; ++i) {
    EXPECT_EQ(doc.name_text(NodeId{i + 1}), "x-" + std::to_string(i));
    EXPECT_EQ(doc.attribute(NodeId{i + 1}, atom_of("data-" + std::to_string(i))), "v");
  }
}

TEST(BuilderDeathTest, AttributesComeBeforeChildren) {
  EXPECT_DEATH(DocumentBuilder().open("a").text("x").attribute("id", "1"), "check failed");
  EXPECT_DEATH(DocumentBuilder().close(), "check failed");
}

TEST(AtomTest, KnownNamesHaveFixedAtomsAndOthersStableOnes) {
  EXPECT_EQ(atom_of("div"), atoms::kDiv);
  EXPECT_EQ(known_name(atoms::kHttpEquiv), "http-equiv");
  EXPECT_TRUE(is_known(atom_of("foreignObject")));
  EXPECT_FALSE(is_known(atom_of("my-element")));
  EXPECT_EQ(atom_of("my-element"), atom_of("my-element"));
  EXPECT_NE(atom_of("my-element"), atom_of("my-elemenu"));
  for (uint32_t i = 1; i < atoms::kCount; ++i) EXPECT_EQ(atom_of(known_name(Atom{i})), Atom{i});
}

TEST(TestingTreeTest, ReadsNamesClassesIdsAndText) {
  const Document doc = tree("ul#x(li.item('one') li.item.last(b 'two'))");
  EXPECT_EQ(doc.attribute(find(doc, "#x"), atoms::kId), "x");
  EXPECT_EQ(testing::to_string(doc, NodeId{1}), "ul(li('one') li(b 'two'))");
  EXPECT_EQ(doc.attribute(testing::children(doc, NodeId{1})[1], atoms::kClass), "item last");
}

}  // namespace
}  // namespace weft::dom
