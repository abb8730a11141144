#include "induce/rules/candidate_table.h"

#include <random>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::induce {
namespace {

std::string random_page(std::mt19937& random) {
  std::string html;
  for (int i = 0; i < 60; ++i) {
    const char* const parts[] = {"<div>",          "<div class=a>", "<div class='a b'>",
                                 "</div>",         "<b id=x>1",     "</b>two <br>",
                                 "Price: 3",       "</div>",        "<p>",
                                 "<ul><li>x<li>y", "</ul>",         " "};
    html += parts[random() % std::size(parts)];
  }
  return html;
}

// One way goes up from each candidate, the other looks at runs of them.
TEST(SampleTest, TheCandidatesWithAValueAreThoseWhoseSlotHasIt) {
  std::mt19937 random(3);
  std::vector<dom::Document> documents;
  for (int p = 0; p < 12; ++p) documents.push_back(html::parse(random_page(random)).document);
  std::vector<const dom::Document*> pointers;
  std::vector<Unit> units;
  for (uint32_t p = 0; p < documents.size(); ++p) {
    pointers.push_back(&documents[p]);
    units.push_back({p, p % 2 == 0 ? dom::kRoot : documents[p].document_element()});
  }
  SampleColumns columns(pointers);
  const CandidateTable table(columns, units, wrap::Target{});
  size_t found = 0;
  for (uint8_t level = 0; level <= 6; ++level) {
    for (const Slot& slot : std::vector<Slot>{
             {wrap::Axis::kElement, wrap::Test::kTag, level},
             {wrap::Axis::kElement, wrap::Test::kAttribute, level, 0, dom::atoms::kId},
             {wrap::Axis::kElement, wrap::Test::kAttribute, level, 0, dom::atoms::kClass},
             {wrap::Axis::kPreceding, wrap::Test::kTag, level, 1},
             {wrap::Axis::kPreceding, wrap::Test::kAttribute, level, 3, dom::atoms::kClass},
             {wrap::Axis::kPreceding, wrap::Test::kText, level, 1},
             {wrap::Axis::kFollowing, wrap::Test::kTag, level, 2},
             {wrap::Axis::kFollowing, wrap::Test::kAttribute, level, 1, dom::atoms::kId},
             {wrap::Axis::kLeft, wrap::Test::kWord},
             {wrap::Axis::kInsideLeft, wrap::Test::kPrefix}}) {
      for (uint32_t u = 0; u < table.units(); ++u) {
        if (table.count(u) == 0) continue;
        const Symbol value = table.slot_value(table.first(u) + table.count(u) / 2, slot);
        if (value == kNoSymbol) continue;
        const BitSet& bits = table.with_value(slot, value);
        const BitSet& any = table.with_value(slot, kNoSymbol);
        for (uint32_t other = 0; other < table.units(); ++other) {
          for (uint32_t i = 0; i < table.count(other); ++i) {
            const CandidateTable::Candidate c = table.first(other) + i;
            const Symbol at = table.slot_value(c, slot);
            ASSERT_EQ(bits.test(c), at == value);
            if (slot.test != wrap::Test::kPrefix) {
              ASSERT_EQ(any.test(c), at != kNoSymbol);
            }
          }
        }
        found += count_bits(bits.words());
      }
    }
  }
  EXPECT_GT(found, 1000U);
}

TEST(SampleTest, AClassTokenIsOneWordOfSeveral) {
  const dom::Document doc =
      html::parse("<p class='a b'>1</p><p class=b>2</p><p class=ab>3</p><p>4</p>").document;
  SampleColumns columns(std::vector<const dom::Document*>{&doc});
  const CandidateTable table(columns, {{0, dom::kRoot}}, wrap::Target{});
  const Slot slot{wrap::Axis::kElement, wrap::Test::kToken, 1, 0, dom::atoms::kClass};
  const BitSet& bits = table.with_value(slot, columns.symbols().intern("b"));
  EXPECT_EQ(bits.words()[0], 0b0011U);
}

TEST(BitSetTest, ARangeIsItsBits) {
  for (const auto& [begin, end] : std::vector<std::pair<size_t, size_t>>{
           {0, 0}, {0, 1}, {3, 64}, {63, 65}, {64, 128}, {5, 200}, {199, 200}, {0, 200}}) {
    BitSet range(200), bits(200);
    range.set_range(begin, end);
    for (size_t i = begin; i < end; ++i) bits.set(i);
    EXPECT_EQ(range, bits) << begin << " to " << end;
  }
}

// The cell "f" is labelled; its row says the same, and so does a paragraph elsewhere.
TEST(SampleTest, WhatIsAroundAnExactLabelIsNotMeant) {
  const dom::Document doc =
      html::parse("<table><tr><td>f</td></tr></table><p>f</p><p>g</p>").document;
  const std::vector<const dom::Document*> documents = {&doc};
  SampleColumns columns(documents);
  const CandidateTable table(columns, {Unit{}}, {wrap::Target::Kind::kElement, {}});
  const auto find = [&](const char* tag) {
    for (const dom::NodeId n : doc.nodes()) {
      if (doc.name_text(n) == tag) return table.find(0, n);
    }
    return kNoCandidate;
  };
  Evidence evidence{.labelled = {{0, {{find("td")}}}}};
  mark_harmless(table, evidence);
  EXPECT_TRUE(evidence.harmless.test(find("tr")));
  evidence.exact = true;
  mark_harmless(table, evidence);
  EXPECT_FALSE(evidence.harmless.test(find("tr")));
  EXPECT_TRUE(evidence.harmless.test(find("td")));
  EXPECT_TRUE(evidence.harmless.test(find("p")));
}

}  // namespace
}  // namespace weft::induce
