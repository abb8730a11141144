#include "mine/candidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dom/path.h"
#include "html/parser.h"
#include "mine/features.h"
#include "mine/ranker.h"

namespace weft::mine {
namespace {

using dom::index;
using dom::NodeId;

// A page of a few nested elements with words, the same for the same seed.
std::string random_page(uint32_t seed) {
  std::mt19937 random(seed);
  constexpr const char* kTags[] = {"div", "p", "ul", "span", "b", "li"};
  std::string html = "<body>";
  std::vector<const char*> open;
  for (int i = 0; i < 60; ++i) {
    const uint32_t what = random() % 10;
    if (what < 5 && open.size() < 6) {
      const char* tag = kTags[random() % std::size(kTags)];
      html +=
          std::string("<") + tag +
          (random() % 2 == 0 ? " class=c" + std::string(1, static_cast<char>('a' + random() % 3))
                             : "") +
          ">";
      open.push_back(tag);
    } else if (what < 7 && !open.empty()) {
      html += std::string("</") + open.back() + ">";
      open.pop_back();
    } else {
      html += "word" + std::to_string(random() % 5) + " ";
    }
  }
  return html;
}

// Core paths as they are defined, with paths as strings.
struct Definition {
  uint32_t paths = 0, text_paths = 0;
  std::vector<float> share;

  Definition(const PageIndex& page, const std::vector<RecordSpan>& records) {
    const dom::Document& doc = page.document();
    std::map<std::string, std::pair<size_t, bool>> counts;
    std::vector<std::set<std::string>> found;
    for (const RecordSpan record : records) {
      const bool single = doc.end(record.begin) == record.end;
      const NodeId root = single ? record.begin : doc.parent(record.begin);
      std::set<std::string> own;
      for (NodeId n = record.begin; n != record.end; n = dom::next(n)) {
        if (!page.is_content(n)) continue;
        std::string path;
        for (NodeId up = n; up != root; up = doc.parent(up))
          path += std::string(doc.name_text(up)) + "/";
        bool text = doc.name(n) == dom::atoms::kImg;
        for (const NodeId c : doc.children(n))
          text |= doc.is_text(c) && page.tokens(page.span(c)) > 0;
        counts[path].second |= text;
        own.insert(path);
      }
      for (const std::string& path : own) ++counts[path].first;
      found.push_back(own);
    }
    const auto is_core = [&](const std::string& path) {
      return 2 * counts[path].first >= records.size();
    };
    for (const auto& [path, count] : counts) {
      if (!is_core(path)) continue;
      ++paths;
      text_paths += count.second ? 1 : 0;
    }
    for (const auto& own : found) {
      const auto has = std::count_if(own.begin(), own.end(), is_core);
      share.push_back(paths == 0 ? 1.0F : static_cast<float>(has) / static_cast<float>(paths));
    }
  }
};

TEST(CorePathsTest, EqualTheirDefinitionForRecordsOfEveryKind) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const dom::Document doc = html::parse(random_page(seed)).document;
    const PageIndex page(doc);
    std::vector<RecordSpan> siblings, pairs, anywhere;
    for (const NodeId n : doc.nodes()) {
      if (!doc.is_element(n)) continue;
      if (doc.name(n) == dom::atoms::kDiv) anywhere.push_back(page.span(n));
      siblings.clear();
      pairs.clear();
      for (const NodeId c : doc.children(n)) {
        siblings.push_back(page.span(c));
        if (const NodeId next = doc.next_sibling(c); next != dom::kNoNode)
          pairs.push_back({c, doc.end(next)});
      }
      for (const auto* records : {&siblings, &pairs, &anywhere}) {
        if (records->empty()) continue;
        const Definition expected(page, *records);
        const ListCandidate core = candidate_of(
            page, *records, {.max_nodes_per_record = 1'000, .max_compared_records = 1'000});
        const double share = std::accumulate(expected.share.begin(), expected.share.end(), 0.0);
        ASSERT_EQ(core.core_paths, expected.paths) << "seed " << seed;
        ASSERT_EQ(core.core_text_paths, expected.text_paths) << "seed " << seed;
        ASSERT_DOUBLE_EQ(core.cohesion, share / static_cast<double>(records->size()));
      }
    }
  }
}

TEST(CandidatesTest, AreDisjointSpansInDocumentOrder) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const dom::Document doc = html::parse(random_page(seed)).document;
    const PageIndex page(doc);
    for (const ListCandidate& candidate : find_candidates(page)) {
      ASSERT_GE(candidate.records.size(), 2U);
      for (size_t r = 1; r < candidate.records.size(); ++r) {
        ASSERT_LE(index(candidate.records[r - 1].end), index(candidate.records[r].begin));
      }
    }
  }
}

TEST(CandidatesTest, NoSetOfWordsIsFoundTwice) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const dom::Document doc = html::parse(random_page(seed)).document;
    const PageIndex page(doc);
    std::set<std::vector<std::pair<uint32_t, uint32_t>>> covered;
    for (const ListCandidate& candidate : find_candidates(page)) {
      std::vector<std::pair<uint32_t, uint32_t>> words;
      for (const RecordSpan r : candidate.records)
        words.emplace_back(page.first_token(r.begin), page.tokens(r));
      EXPECT_TRUE(covered.insert(words).second) << "seed " << seed;
    }
  }
}

TEST(FeaturesTest, ASecondLookNeverRaisesTheScoreBeyondItsBound) {
  const RankerModel& ranker = default_ranker();
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const dom::Document doc = html::parse(random_page(seed)).document;
    const PageIndex page(doc);
    FeatureExtractor extractor(page);
    for (const ListCandidate& candidate : find_candidates(page)) {
      FeatureVector f = extractor.first_look(candidate);
      const double bound = ranker.score(f) + ranker.second_look_gain();
      extractor.second_look(candidate, f);
      EXPECT_LE(ranker.score(f), bound + 1e-9);
      EXPECT_EQ(f, extractor.extract(candidate));
    }
  }
}

}  // namespace
}  // namespace weft::mine
