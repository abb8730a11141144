// Folding, alignment and induction of wrapper trees: the worked examples of [Zheng] ch. 8, and all
// small trees against a plain matcher.

#include "dom/testing/tree.h"
#include "base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "induce/testing/wrapper_text.h"
#include "induce/tree/wrapper_induction.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::induce {
namespace {

using testing::labelled;
using testing::wrapper;

const wrap::TreeOptions kPaper = wrap::TreeOptions::paper();

std::string folded(const char* text) {
  wrap::Vocabulary vocabulary;
  const dom::Document doc = dom::testing::tree(text);
  return to_text(
      fold(labelled(doc, vocabulary), {},
           {.prune = false, .attributes = false, .text = wrap::TextUse::kNever}, vocabulary),
      vocabulary);
}

double distance(const wrap::WrapperTree& w, const wrap::DomTree& d,
                const wrap::Vocabulary& vocabulary) {
  const wrap::WdAligner aligner(w, vocabulary, kPaper);
  return aligner.align(d).distance(aligner.costs());
}

TEST(Fold, MergesIdenticalNeighbours) {
  EXPECT_EQ(folded("ul(li li li)"), "ul(li3)");
  EXPECT_EQ(folded("ul(li(a) li(a) li(b))"), "ul(li(a)2 li(b))");
  EXPECT_EQ(folded("ul(li p li)"), "ul(li p li)");
}

// Fig. 8.2: subforests go into parentheses, and labels keep nodes apart.
TEST(Fold, PutsIdenticalSubforestsIntoParentheses) {
  EXPECT_EQ(folded("a(b c b c b c d)"), "a((b c)3 d)");
  EXPECT_EQ(folded("a(b(c c) d b(c c) d)"), "a((b(c2) d)2)");
  EXPECT_EQ(folded("a(b b c b b c)"), "a((b2 c)2)");
}

TEST(Fold, RespectsLabels) {
  EXPECT_EQ(folded("a(b b.is-x b.is-x b.is-y)"), "a(b b=x2 b=y)");
  EXPECT_EQ(folded("a(b.is-x c b.is-x c b.is-y c)"), "a((b=x c)2 b=y c)");
}

TEST(WrapperTree, HasTheWeightsOfDefinition8) {
  wrap::Vocabulary v;
  const auto weight = [&](const char* text) { return wrapper(text, v).weight(); };
  EXPECT_EQ(weight("a"), 1U);
  EXPECT_EQ(weight("a(b c)"), 3U);
  EXPECT_EQ(weight("a(b c?)"), 2U);
  EXPECT_EQ(weight("a(b)*"), 0U);
  EXPECT_EQ(weight("a(b c)+"), 3U);
  EXPECT_EQ(weight("a(b c)4"), 12U);
  EXPECT_EQ(weight("(a b2)3"), 9U);
  EXPECT_EQ(weight("(a b)"), 2U);
}

TEST(WrapperTree, SurvivesJson) {
  wrap::Vocabulary v;
  const wrap::WrapperTree tree = wrapper("a(b=x2 (c d*)+ e(f)?)", v);
  wrap::Vocabulary other;
  const auto read = read_json<wrap::WrapperTree>(write_json(tree, v), "tree", other);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_text(*read, other), "a(b=x2 (c d*)+ e(f)?)");
  EXPECT_EQ(read->weight(), tree.weight());
}

TEST(WrapperTree, RefusesOtherJson) {
  for (const char* text : {"[]", "{}", R"({"nodes":[{"depth":2,"tag":"a"}]})",
                           R"({"nodes":[{"depth":1}]})", R"x({"nodes":[{"depth":1,"tag":"()"}]})x",
                           R"({"nodes":[{"depth":1,"tag":"a","sign":"x"}]})",
                           R"({"nodes":[{"depth":1,"tag":"a","labels":[{}]}]})",
                           R"({"nodes":[{"depth":-1,"tag":"a"}]})"}) {
    wrap::Vocabulary v;
    EXPECT_FALSE(read_json<wrap::WrapperTree>(*parse_json(text), "tree", v).ok()) << text;
  }
}

// Fig. 8.3: the alignment costs 2, and D and G become optional.
TEST(Merge, GivesTheWrapperOfFigure83) {
  wrap::Vocabulary v;
  const auto merged =
      merge(wrapper("a(b(f2) (c3 d e*)?)", v), wrapper("a(b(f g+) c3 e)", v), kPaper, v);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->cost, 2U);
  EXPECT_EQ(to_text(merged->tree, v), "a(b(f+ g*) (c3 d? e*)?)");
}

TEST(Merge, PrefersToLeaveOutOptionalParentheses) {
  wrap::Vocabulary v;
  const auto merged = merge(wrapper("a(b (c d e f)?)", v), wrapper("a(b g)", v), kPaper, v);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->cost, 1U);
  EXPECT_EQ(to_text(merged->tree, v), "a(b (c d e f)? g?)");
}

TEST(Merge, JoinsParenthesesOfBothSides) {
  wrap::Vocabulary v;
  const auto merged = merge(wrapper("dl((dt dd)2)", v), wrapper("dl((dt dd)5)", v), kPaper, v);
  EXPECT_EQ(to_text(merged->tree, v), "dl((dt dd)+)");
  EXPECT_EQ(merged->cost, 0U);
}

TEST(Merge, KeepsLabelsApart) {
  wrap::Vocabulary v;
  const auto merged = merge(wrapper("a(p=x p=y)", v), wrapper("a(p=y)", v), kPaper, v);
  EXPECT_EQ(to_text(merged->tree, v), "a(p=x? p=y)");
}

TEST(WdAlignment, LetsRepeatedNodesTakeSeveral) {  // Fig. 8.6
  wrap::Vocabulary v;
  const wrap::WrapperTree w = wrapper("a(b+ (c d)* e2 f?)", v);
  for (const char* text : {"a(b e e)", "a(b b b c d c d e e f)", "a(b c d e e)"}) {
    const dom::Document doc = dom::testing::tree(text);
    EXPECT_EQ(distance(w, wrap::DomTree::of_page(doc), v), 0) << text;
  }
  const dom::Document missing = dom::testing::tree("a(b e)");
  // One of three nodes of a wrapper of weight 4 (a, b, e, e) is missing, none of the page's.
  EXPECT_DOUBLE_EQ(distance(w, wrap::DomTree::of_page(missing), v), (1.0 / 4 + 0) / 2);
  const dom::Document more = dom::testing::tree("a(b x(y) e e)");
  EXPECT_DOUBLE_EQ(distance(w, wrap::DomTree::of_page(more), v), (0 + 2.0 / 6) / 2);
}

TEST(WdAlignment, IsOneWhenNothingMatches) {
  wrap::Vocabulary v;
  const dom::Document doc = dom::testing::tree("x(y)");
  EXPECT_EQ(distance(wrapper("a(b)", v), wrap::DomTree::of_page(doc), v), 1);
}

TEST(WdAlignment, SaysWhoMatchesWhom) {
  wrap::Vocabulary v;
  const wrap::WrapperTree w = wrapper("a(b c=x+)", v);
  const dom::Document doc = dom::testing::tree("a(b c c)");
  const wrap::WdMatch match = wrap::WdAligner(w, v, kPaper).align(wrap::DomTree::of_page(doc));
  using Pair = std::pair<uint32_t, uint32_t>;
  EXPECT_THAT(match.pairs, ::testing::ElementsAre(Pair(1, 1), Pair(2, 2), Pair(3, 3), Pair(3, 4)));
}

// Ψ = 0 exactly for the pages that a wrapper stands for.
// Leaving out c? costs nothing, but so does reading it without its b?: more is matched.
TEST(WdAlignment, ReadsWhatItMayLeaveOut) {
  wrap::Vocabulary v;
  const wrap::WrapperTree w = wrapper("a c(b? d? e)?", v);
  const dom::Document doc = dom::testing::tree("x(a c(e))");
  const wrap::DomTree page = wrap::DomTree::of_page(doc);
  const wrap::WdMatch match = wrap::WdAligner(w, v, kPaper).align(page, {.at = 1, .part = true});
  EXPECT_EQ(match.pairs.size(), 3U);
}

TEST(WdAlignment, IsZeroExactlyForWhatTheWrapperAccepts) {
  wrap::Vocabulary v;
  const auto trees = dom::testing::all_trees(6, "ab");
  for (const char* text : {"a(b+)", "a((a b)2)", "a((a b?)+ a*)", "a(b2 (a (b a)*)?)",
                           "a(a(b*)+ b?)", "a(((a b)+ b)*)"}) {
    const wrap::WrapperTree w = wrapper(text, v);
    size_t accepted = 0;
    for (const dom::Document& doc : trees) {
      const wrap::DomTree tree = wrap::DomTree::of_page(doc);
      const bool expected = testing::accepts(w, tree);
      accepted += expected ? 1 : 0;
      ASSERT_EQ(distance(w, tree, v) == 0, expected)
          << text << " " << dom::testing::to_string(doc, dom::NodeId{1});
    }
    EXPECT_GT(accepted, 0U) << text;
  }
}

// A page that was absorbed stays at distance 0, whatever is absorbed after it.
TEST(Merge, StandsForEverythingItWasMadeOf) {
  const auto trees = dom::testing::all_trees(5, "ab");
  for (size_t first = 0; first < trees.size(); first += 7) {
    wrap::Vocabulary v;
    std::vector<wrap::DomTree> seen;
    wrap::WrapperTree w;
    for (size_t step = 0; step < 5; ++step) {
      seen.push_back(wrap::DomTree::of_page(trees[(first + step * step * 31) % trees.size()]));
      wrap::WrapperTree one = fold(seen.back(), {}, kPaper, v);
      w = step == 0 ? std::move(one) : merge(w, one, kPaper, v)->tree;
      for (const wrap::DomTree& tree : seen) ASSERT_EQ(distance(w, tree, v), 0) << to_text(w, v);
    }
  }
}

TEST(WdAlignment, RepeatedIsTheSameAsFromTheStart) {
  wrap::Vocabulary v;
  const wrap::TreeOptions options;
  for (const char* text : {"a(b=x) c?", "a=x a? b=y", "(a=x b)+", "a=x (b c=y)?"}) {
    const wrap::WrapperTree w = wrapper(text, v);
    const wrap::WdAligner aligner(w, v, options);
    for (const dom::Document& doc : dom::testing::all_trees(5, "abc")) {
      const wrap::DomTree page = wrap::DomTree::of_page(doc);
      std::vector<uint8_t> taken(page.size(), 0);
      const wrap::WdAligner::Request request{.at = 1, .part = true, .taken = &taken};
      wrap::WdAligner::Repeated repeated(aligner, page, request);
      for (int record = 0; record < 4; ++record) {
        const wrap::WdMatch again = repeated.align(), fresh = aligner.align(page, request);
        ASSERT_EQ(again.pairs, fresh.pairs) << text;
        ASSERT_EQ(again.distance(aligner.costs()), fresh.distance(aligner.costs())) << text;
        for (const auto& [at, d] : fresh.pairs) taken[d] = 1;
      }
    }
  }
}

TEST(MatchQuality, IsTheShareOfLabelsThatAreAsBefore) {
  wrap::Vocabulary v;
  const wrap::WrapperTree w = wrapper("a(b=x) c(d=y)? e(f=z)", v);
  const auto share = [&](const char* text) {
    const dom::Document doc = dom::testing::tree(text);
    const wrap::DomTree page = wrap::DomTree::of_page(doc);
    const wrap::WdAligner aligner(w, v, kPaper);
    return wrap::share_as_labelled(aligner, page, aligner.align(page, {.at = 1}));
  };
  EXPECT_DOUBLE_EQ(share("x(a(b) c(d) e(f))"), 1);
  EXPECT_DOUBLE_EQ(share("x(a(b) e(f))"), 1);  // What may be absent is no loss.
  EXPECT_DOUBLE_EQ(share("x(a(b) c(d))"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(share("x(e(f))"), 2.0 / 3);
}

TEST(WdAlignment, AlignsTreesTenThousandDeep) {
  const dom::Document doc = dom::testing::chain(10'000);
  wrap::Vocabulary v;
  const wrap::DomTree tree = wrap::DomTree::of_page(doc);
  const wrap::WrapperTree one = fold(tree, {}, kPaper, v);
  EXPECT_EQ(distance(one, tree, v), 0);
  const auto merged = merge(one, one, kPaper, v);
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->tree.size(), one.size());
  wrap::Vocabulary other;
  EXPECT_TRUE(read_json<wrap::WrapperTree>(write_json(merged->tree, v), "tree", other).ok());
}

TEST(WdAlignment, GivesUpWhereTablesWouldGrowTooLarge) {
  std::string text = "a(";
  for (int i = 0; i < 300; ++i) text += "b(c) b(d) ";
  text.back() = ')';
  const dom::Document doc = dom::testing::tree(text);
  wrap::TreeOptions options = kPaper;
  options.max_cells = 10'000;
  wrap::Vocabulary v;
  const wrap::DomTree tree = wrap::DomTree::of_page(doc);
  const wrap::WrapperTree w = fold(tree, {}, options, v);
  EXPECT_FALSE(merge(wrapper("a(b(c) b(d) b(e))", v), w, {.max_cells = 4}, v));
  const wrap::WrapperTree wide = wrapper(text, v);
  const wrap::WdMatch match = wrap::WdAligner(wide, v, options).align(tree);
  EXPECT_TRUE(match.exceeded_limit);
  EXPECT_TRUE(match.pairs.empty());
}

struct Templates {
  std::vector<dom::Document> documents;
  std::vector<wrap::DomTree> trees;
  Templates() {
    for (const char* text :
         {"a(b c)", "a(b b c)", "a(b c d)", "x(y(z) y(z) y(z) w)", "x(y(z) w)", "x(y(z) y(z) w v)"})
      documents.push_back(dom::testing::tree(text));
    for (const dom::Document& doc : documents) trees.push_back(wrap::DomTree::of_page(doc));
  }
};

TEST(PageClusters, FindsTemplatesAndTheirWrappers) {
  const Templates t;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    wrap::TreeOptions options = kPaper;
    options.seed = seed;
    wrap::Vocabulary v;
    const auto clusters = cluster_pages(t.trees, {}, options, v);
    ASSERT_EQ(clusters.size(), 2U);
    for (const PageCluster& cluster : clusters) {
      EXPECT_EQ(cluster.members.size(), 3U);
      EXPECT_EQ(cluster.wrapper.level, 3U);
      for (const uint32_t member : cluster.members) {
        EXPECT_EQ(cluster.members[0] / 3, member / 3);
        EXPECT_EQ(distance(cluster.wrapper, t.trees[member], v), 0);
      }
    }
  }
}

TEST(PageClusters, HaveAClusterForEachShapeAtThresholdZeroAndOneAtMostAtOne) {
  const Templates t;
  wrap::TreeOptions options = kPaper;
  options.epsilon = 0;
  wrap::Vocabulary v;
  EXPECT_EQ(cluster_pages(t.trees, {}, options, v).size(), 6U);
  options.epsilon = 1;
  EXPECT_EQ(cluster_pages(t.trees, {}, options, v).size(), 2U);  // The roots differ: distance 1.
}

}  // namespace
}  // namespace weft::induce
