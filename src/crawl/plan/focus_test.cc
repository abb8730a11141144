#include "crawl/plan/focus.h"

#include <functional>

#include "base/hash.h"
#include "crawl/plan/document_text.h"
#include "crawl/plan/replay.h"
#include "gtest/gtest.h"

namespace weft::crawl {
namespace {

using Words = std::vector<std::string>;

TEST(SignalsTest, DropsStopWordsAndStems) {
  const SignalReader reader;
  EXPECT_EQ(reader.of_text("The Publications and papers, of 2024: PAPERS!"),
            (Words{"public", "paper"}));
  EXPECT_EQ(reader.of_url("https://h/~joe/myPapers/talk_notes.html?id=3"),
            (Words{"joe", "paper", "talk", "note", "id"}));
  EXPECT_EQ(SignalReader("german").of_text("Veröffentlichungen der Gruppe"),
            (Words{"veroffentlich", "grupp"}));
  EXPECT_EQ(SignalReader("klingon").of_text("papers"), Words{"papers"});
}

// A site in which pages 0 … n-1 link at random, with words that depend on the link.
SiteLog random_site(uint64_t seed, Vertex size) {
  const char* words[] = {"alpha", "beta", "gamma", "delta epsilon", "zeta"};
  SiteLog site;
  for (Vertex v = 0; v < size; ++v) site.page("http://h/" + std::to_string(v));
  for (uint64_t i = 0; i < size * 2; ++i) {
    site.add_link(hash_combine(seed, 3 * i) % size, hash_combine(seed, 3 * i + 1) % size,
                  words[hash_combine(seed, 3 * i + 2) % 5]);
  }
  for (Vertex v = 0; v < size; v += 3) site.set_relevant(v);
  site.finish();
  return site;
}

// Algorithm 6 as written: recursion along in-links.
std::unordered_map<std::string, double> credits_by_definition(const SiteLog& site,
                                                              const SignalReader& reader,
                                                              uint32_t depth) {
  std::unordered_map<std::string, double> weights;
  std::function<void(Vertex, uint32_t)> credit = [&](Vertex u, uint32_t hops) {
    if (hops > depth) return;
    Words signals;
    for (const SiteLog::Link& link : site.all_links()) {
      if (link.to != u) continue;
      for (const std::string& word : reader.of_text(link.anchor)) {
        if (std::find(signals.begin(), signals.end(), word) == signals.end())
          signals.push_back(word);
      }
    }
    for (const std::string& word : signals)
      weights[word] += 1.0 / static_cast<double>(signals.size());
    std::set<Vertex> linking;  // Pages, whatever the number of their links.
    for (const SiteLog::Link& link : site.all_links()) {
      if (link.to == u) linking.insert(link.from);
    }
    for (const Vertex from : linking) credit(from, hops + 1);
  };
  for (Vertex v = 0; v < site.size(); ++v) {
    if (site.relevant(v)) credit(v, 0);
  }
  return weights;
}

TEST(FocusTest, CountingPathsGivesTheCreditsOfTheRecursion) {
  const SignalReader reader;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const SiteLog site = random_site(seed, 9);
    const auto expected = credits_by_definition(site, reader, 3);
    const FocusModel model = train_focus({&site}, {.depth = 3});
    ASSERT_EQ(model.weights.size(), expected.size());
    for (const auto& [word, weight] : expected)
      ASSERT_NEAR(model.weights.at(word), weight, 1e-9) << word;
  }
}

TEST(FocusTest, APageThatLinksTwiceCountsOnce) {
  SiteLog site;
  const Vertex list = site.page("http://h/list");
  const Vertex home = site.page("http://h/");
  const Vertex paper = site.page("http://h/paper");
  site.add_link(home, list, "publications");
  site.add_link(list, paper, "pdf");
  site.add_link(list, paper, "pdf");
  site.set_relevant(paper);
  site.finish();
  const FocusModel model = train_focus({&site}, {.depth = 1});
  EXPECT_EQ(model.weights.at("public"), 1);
}

TEST(FocusTest, TheModelCarriesItsLanguageAndWhatItLooksFor) {
  FocusModel model{.language = "german", .relevant = {.papers = true, .media_type = "text/x"}};
  model.weights["veroffentlich"] = 3;
  const auto read = FocusModel::from_json(model.to_json());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->language, "german");
  EXPECT_TRUE(read->relevant.papers);
  EXPECT_EQ(read->relevant.media_type, "text/x");
  FocusOrder order(CrawlPolicy::kSignals, *read);
  EXPECT_EQ(order.discover({.url = "http://h/", .anchor = "Veröffentlichungen"})->priority, 3);
}

TEST(FocusTest, ModelsSurviveWritingAndReading) {
  const SiteLog site = random_site(4, 12);
  const FocusModel model = train_focus({&site});
  const auto read = FocusModel::from_json(model.to_json());
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->weights, model.weights);
  EXPECT_EQ(read->url_odds, model.url_odds);
  EXPECT_EQ(FocusModel::from_json("{}").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(FocusModel::from_json(R"({"weft":"focus","version":2})").error().code,
            ErrorCode::kUnsupported);
}

// A department: the root links to 30 groups; five of them have publication lists with papers, the
// others news.
SiteLog department(uint64_t seed) {
  SiteLog site;
  const Vertex root = site.page("http://d/");
  for (int group = 0; group < 30; ++group) {
    const std::string base = "http://d/g" + std::to_string(group);
    const Vertex home = site.page(base + "/");
    site.add_link(root, home, "group " + std::to_string(group));
    const bool papers = hash_combine(seed, static_cast<uint64_t>(group)) % 6 == 0;
    const Vertex list = site.page(base + (papers ? "/publications" : "/news"));
    site.add_link(home, list, papers ? "Publications" : "News");
    for (int i = 0; i < 20; ++i) {
      const Vertex leaf = site.page(base + (papers ? "/papers/" : "/news/") + std::to_string(i));
      site.add_link(list, leaf, papers ? "paper (pdf)" : "read more");
      if (papers) site.set_relevant(leaf);
    }
  }
  site.finish();
  return site;
}

TEST(ReplayTest, SignalsFindDocumentsBeforeBreadthFirst) {
  const SiteLog train = department(1);
  const SiteLog test = department(2);
  const FocusModel model = train_focus({&train});
  const auto share = [&](CrawlPolicy policy) {
    return replay(test, 0, policy, model).visited_share_for(0.8);
  };
  EXPECT_LT(share(CrawlPolicy::kSignals), 0.6 * share(CrawlPolicy::kBreadthFirst));
  EXPECT_LE(share(CrawlPolicy::kWeft), share(CrawlPolicy::kSignals));
}

TEST(ReplayTest, EveryPolicyVisitsEverythingOnce) {
  const SiteLog site = random_site(7, 40);
  for (const CrawlPolicy policy :
       {CrawlPolicy::kBreadthFirst, CrawlPolicy::kSignals, CrawlPolicy::kWeft}) {
    const Replay result = replay(site, 0, policy, {});
    EXPECT_EQ(result.reachable, replay(site, 0, CrawlPolicy::kBreadthFirst, {}).reachable);
    EXPECT_EQ(result.visits.size(), result.relevant);
  }
}

TEST(SiteLogTest, NamesTheLineThatIsWrong) {
  EXPECT_TRUE(
      read_site_log(
          R"({"url":"http://h/","relevant":true,"links":[{"url":"http://h/a","text":"x"}]})", "log")
          .ok());
  EXPECT_NE(read_site_log("{\"url\":\"a\"}\n[]\n", "log").error().message.find("log:2"),
            std::string::npos);
}

TEST(PaperClassifierTest, SeparatesPapersFromCurricula) {
  const std::string body(3000, 'x');
  EXPECT_FALSE(
      classify_paper("http://h/~joe/cv.pdf", "abstract" + body + "conclusion references", 8).paper);
  EXPECT_FALSE(classify_paper("http://h/a.pdf", "abstract" + body + "conclusion", 8).paper);
  EXPECT_TRUE(
      classify_paper("http://h/a.pdf", "abstract" + body + "conclusion references", 40).paper);
  EXPECT_FALSE(classify_paper("http://h/a.pdf", body + "references", 40).paper);
  EXPECT_TRUE(classify_paper("http://h/recovery.pdf", body + "references", 8).paper);
}

}  // namespace
}  // namespace weft::crawl
