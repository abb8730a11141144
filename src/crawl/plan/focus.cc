// Training. Algorithm 6 walks back from every relevant document u along in-links, at most d hops,
// and at each step shares one credit among the words of the page reached. A page is credited once
// per path, so the walk as written takes time exponential in d; but the number of paths of length j
// from v to relevant documents is
//
//   paths_0(v) = 1 if v is relevant
//   paths_{j+1}(v) = sum of paths_j over the pages that v links to, each once
//
// and v's total credit is the sum of paths_j(v) for j = 0 … d: d passes over the links, the same
// result.
//
// Beside it, Weft's own model: the log-odds, smoothed, of "leads to a relevant document within d
// hops" given that a page is reached by a word, for words of anchors and of URLs alike. It does not
// grow with the size of the site, and words that lead everywhere end near zero.
//
// Tested by focus_test.cc against the recursion.

#include "crawl/plan/focus.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json_fields.h"

namespace weft::crawl {

namespace {

constexpr size_t kMaxPageSignals = 64;  // Of the anchors that lead to one page.
constexpr double kWordPrior = 4;        // Pages of the usual kind that a word is credited with.

// The distinct signals of the anchors that lead to each page.
std::vector<std::vector<std::string>> anchor_signals(const SiteLog& site,
                                                     const SignalReader& reader) {
  std::vector<std::vector<std::string>> signals(site.size());
  std::unordered_map<std::string_view, std::vector<std::string>> cache;
  for (const SiteLog::Link& link : site.all_links()) {
    const auto [it, added] = cache.try_emplace(link.anchor);
    if (added) it->second = reader.of_text(link.anchor);
    std::vector<std::string>& own = signals[link.to];
    for (const std::string& signal : it->second) {
      if (own.size() < kMaxPageSignals && std::find(own.begin(), own.end(), signal) == own.end())
        own.push_back(signal);
    }
  }
  return signals;
}

// The sum of paths_j(v), j = 0 … depth.
std::vector<double> path_credits(const SiteLog& site, uint32_t depth) {
  std::vector<double> paths(site.size());
  for (Vertex v = 0; v < site.size(); ++v) paths[v] = site.relevant(v) ? 1 : 0;
  std::vector<double> credits = paths;
  std::vector<double> next(site.size());
  // A page that links to another twice is one page that links to it.
  std::vector<std::pair<Vertex, Vertex>> pairs;
  for (const SiteLog::Link& link : site.all_links()) pairs.emplace_back(link.from, link.to);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (uint32_t hop = 0; hop < depth; ++hop) {
    std::fill(next.begin(), next.end(), 0);
    for (const auto& [from, to] : pairs) next[from] += paths[to];
    paths.swap(next);
    for (Vertex v = 0; v < site.size(); ++v) credits[v] += paths[v];
  }
  return credits;
}

// 1 for a relevant page, halved for every hop between a page and the nearest relevant one, 0 beyond
// `depth`.
std::vector<double> nearness(const SiteLog& site, uint32_t depth) {
  std::vector<double> near(site.size());
  for (Vertex v = 0; v < site.size(); ++v) near[v] = site.relevant(v) ? 1 : 0;
  for (uint32_t hop = 0; hop < depth; ++hop) {
    std::vector<double> next = near;
    for (const SiteLog::Link& link : site.all_links())
      next[link.from] = std::max(next[link.from], near[link.to] / 2);
    near.swap(next);
  }
  return near;
}

// Of one word: pages reached by it, and how near they were to relevant documents, summed.
struct WordCount {
  double pages = 0;
  double near = 0;

  void add(double nearness_of_page) {
    ++pages;
    near += nearness_of_page;
  }
};
using WordCounts = std::unordered_map<std::string, WordCount>;

// log of (share with the word / share of all pages), pulled to 0 where the word is rare.
std::unordered_map<std::string, double> log_odds(const WordCounts& counts, const WordCount& all) {
  const double base = (all.near + 0.5) / (all.pages + 1);
  std::unordered_map<std::string, double> odds;
  for (const auto& [word, count] : counts) {
    if (count.pages < 2) continue;
    odds[word] = std::log((count.near + kWordPrior * base) / (count.pages + kWordPrior) / base);
  }
  return odds;
}

}  // namespace

FocusModel train_focus(const std::vector<const SiteLog*>& sites, const FocusTraining& options) {
  FocusModel model{.language = options.language};
  const SignalReader reader(options.language);
  WordCounts anchor_counts;
  WordCounts url_counts;
  WordCount all;
  for (const SiteLog* site : sites) {
    const auto signals = anchor_signals(*site, reader);
    const auto credits = path_credits(*site, options.depth);
    const auto near = nearness(*site, options.depth);
    for (Vertex v = 0; v < site->size(); ++v) {
      for (const std::string& signal : signals[v]) {
        if (credits[v] > 0)
          model.weights[signal] += credits[v] / static_cast<double>(signals[v].size());
        anchor_counts[signal].add(near[v]);
      }
      for (const std::string& signal : reader.of_url(site->url(v))) url_counts[signal].add(near[v]);
      all.add(near[v]);
    }
  }
  model.anchor_odds = log_odds(anchor_counts, all);
  model.url_odds = log_odds(url_counts, all);
  return model;
}

namespace {

Json sorted_weights(const std::unordered_map<std::string, double>& weights) {
  std::vector<std::pair<std::string, double>> rows(weights.begin(), weights.end());
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Json json = Json::object();
  for (const auto& [word, weight] : rows) json[word] = weight;
  return json;
}

}  // namespace

static void describe(JsonFields& json, FocusModel& model) {
  const auto weights = [&](const char* name, auto& words) {
    json.reading() ? json.field(name, words) : json.note(name, sorted_weights(words));
  };
  json.header("focus", 1);
  json.field("language", model.language);
  json.field("papers", model.relevant.papers);
  json.field("relevant_url", model.relevant.url_pattern);
  json.field("relevant_type", model.relevant.media_type);
  json.field("hops", model.hops);
  json.field("alpha", model.alpha);
  weights("signals", model.weights);
  weights("anchor_odds", model.anchor_odds);
  weights("url_odds", model.url_odds);
}

std::string FocusModel::to_json() const { return write_json(*this).dump(1); }

Result<FocusModel> FocusModel::from_json(std::string_view text) {
  return read_json_text<FocusModel>(text, "focus model");
}

}  // namespace weft::crawl
