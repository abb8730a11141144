#include "induce/rules/rule_search.h"

#include <memory>
#include <random>

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/rules/candidate_kinds.h"

namespace weft::induce {
namespace {

// A few random pages with the value "x" labelled on the first two.
struct Fixture {
  std::vector<dom::Document> documents;
  std::unique_ptr<SampleColumns> columns;
  std::unique_ptr<CandidateTable> table;
  Evidence evidence;
  std::vector<EvaluatedFeature> features;
};

std::string random_page(std::mt19937& random, bool labelled) {
  std::string html;
  const int rows = 3 + static_cast<int>(random() % 4);
  const int target = static_cast<int>(random() % 3);
  for (int i = 0; i < rows; ++i) {
    const bool is_target = i == target;
    html += fmt::format(
        "<div class=c{}><b id=i{}>{}</b><span class='s{}'>{}</span></div>", random() % 2,
        is_target ? 0 : random() % 3, is_target ? "L" : fmt::format("l{}", random() % 3),
        is_target ? 0 : random() % 2,
        is_target && labelled ? std::string("x") : fmt::format("v{}", random() % 100));
  }
  return html;
}

std::unique_ptr<Fixture> make_fixture(uint32_t seed, size_t max_features) {
  std::mt19937 random(seed);
  auto fixture = std::make_unique<Fixture>();
  for (int p = 0; p < 6; ++p)
    fixture->documents.push_back(html::parse(random_page(random, p < 2)).document);
  std::vector<const dom::Document*> documents;
  std::vector<Unit> units;
  for (uint32_t p = 0; p < 6; ++p) {
    documents.push_back(&fixture->documents[p]);
    units.push_back({p, dom::kRoot});
  }
  fixture->columns = std::make_unique<SampleColumns>(documents);
  fixture->table =
      std::make_unique<CandidateTable>(*fixture->columns, units, wrap::Target{}, Reach{3, 1, 1});
  const CandidateTable& table = *fixture->table;
  for (uint32_t u = 0; u < 6; ++u) {
    if (u >= 2) {
      fixture->evidence.unlabelled.push_back(u);
      continue;
    }
    for (CandidateTable::Candidate c = table.first(u); c < table.first(u) + table.count(u); ++c) {
      if (table.symbols().text(table.value(c)) == "x")
        fixture->evidence.labelled.push_back({u, {{c}}});
    }
  }
  mark_harmless(table, fixture->evidence);
  GenerationOptions options;
  options.paper = true;
  fixture->features = generate_features(table, fixture->evidence, options);
  if (fixture->features.size() > max_features) fixture->features.resize(max_features);
  return fixture;
}

struct Best {
  bool exists = false;
  uint32_t distance = 0;
  double support = 0;
};

// The slow twin: every conjunction of up to three features, by properties 1 to 4 of [Vertex]
// III-C.2.
Best best_of_all(const Fixture& fixture) {
  Best best;
  const auto n = static_cast<uint32_t>(fixture.features.size());
  const auto consider = [&](const std::vector<uint32_t>& set) {
    BitSet bits = fixture.features[set[0]].bits;
    uint32_t distance = 0;
    for (const uint32_t f : set) {
      bits &= fixture.features[f].bits;
      distance = std::max<uint32_t>(distance, fixture.features[f].feature.level);
    }
    if (!selects_labels(fixture.evidence, bits) ||
        count_false(*fixture.table, fixture.evidence, bits) != 0)
      return;
    double support = 0;
    for (const uint32_t u : fixture.evidence.unlabelled) {
      const uint32_t count = count_bits(fixture.table->words_of(bits, u));
      if (count > 1) return;
      support += count / static_cast<double>(fixture.evidence.unlabelled.size());
    }
    if (!best.exists || distance < best.distance ||
        (distance == best.distance && support > best.support)) {
      best = {true, distance, support};
    }
  };
  for (uint32_t a = 0; a < n; ++a) {
    consider({a});
    for (uint32_t b = a + 1; b < n; ++b) {
      consider({a, b});
      for (uint32_t c = b + 1; c < n; ++c) consider({a, b, c});
    }
  }
  return best;
}

TEST(RuleSearchTest, Algorithm3FindsTheBestOfAllConjunctions) {
  SearchOptions options;
  options.max_features = 3;
  uint32_t with_answer = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    const auto fixture = make_fixture(seed, 40);
    const Best best = best_of_all(*fixture);
    const auto found = search_paper(*fixture->table, fixture->evidence, fixture->features, options);
    if (!best.exists) continue;
    ++with_answer;
    ASSERT_EQ(found.size(), 1U) << seed;
    EXPECT_EQ(found[0].statistics.precision, 1) << seed;
    EXPECT_EQ(found[0].statistics.distance, best.distance) << seed;
    EXPECT_NEAR(found[0].statistics.support, best.support, 1e-9) << seed;
  }
  EXPECT_GT(with_answer, 20U);
}

// Two rules select the same candidates if and only if they select the same kinds.
TEST(RuleSearchTest, KindsTellTheSameSetsApartAsCandidates) {
  size_t equal = 0;
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    const auto fixture = make_fixture(seed, 100);
    const auto& features = fixture->features;
    std::vector<uint32_t> used;
    for (uint32_t f = 0; f < features.size(); ++f) used.push_back(f);
    const CandidateKinds kinds(*fixture->table, fixture->evidence, features, used);
    for (uint32_t a = 1; a < used.size(); ++a) {
      for (uint32_t b = 1; b < used.size(); ++b) {
        const BitSet left = features[a - 1].bits & features[b].bits;
        const BitSet right = features[a].bits & features[b - 1].bits;
        const BitSet left_kinds = kinds.bits(a - 1) & kinds.bits(b);
        const BitSet right_kinds = kinds.bits(a) & kinds.bits(b - 1);
        ASSERT_EQ(left == right, left_kinds == right_kinds) << seed;
        ASSERT_EQ(selects_labels(fixture->evidence, left),
                  selects_labels(kinds.evidence(), left_kinds));
        equal += left == right ? 1 : 0;
      }
    }
  }
  EXPECT_GT(equal, 100U);
}

TEST(RuleSearchTest, RankedAnswersArePreciseAndInOrderOfScore) {
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const auto fixture = make_fixture(seed, 200);
    SearchOptions options;
    options.use_support = false;  // Without step 5, which may lift an optional rule.
    const auto found = search_ranked(*fixture->table, fixture->evidence, fixture->features,
                                     wrap::ValueProfile(), options);
    ASSERT_FALSE(found.empty()) << seed;
    for (size_t i = 0; i < found.size() && found[0].statistics.precision == 1; ++i) {
      EXPECT_TRUE(selects_labels(fixture->evidence, found[i].bits));
      EXPECT_EQ(count_false(*fixture->table, fixture->evidence, found[i].bits), 0U);
      if (i > 0) {
        EXPECT_LE(found[i].statistics.score, found[i - 1].statistics.score + 0.02);
      }
    }
  }
}

}  // namespace
}  // namespace weft::induce
