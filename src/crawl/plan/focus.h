// Focused crawling: which links lead to relevant documents, learned from sites crawled before.
// [Zheng] chapter 5.
//
// A relevant document is surrounded by telling words: "publications", "papers". Training credits
// the words of every page from which a relevant document is reached within d hops; a crawl fetches
// first what is reached by words with much credit, its own and those on the way to it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "crawl/plan/link_graph.h"
#include "crawl/plan/signals.h"

namespace weft::crawl {

// A site as a crawl saw it, for training and for replaying policies.
class SiteLog {
 public:
  // The vertex of a URL, new or known.
  Vertex page(std::string_view url);
  void add_link(Vertex from, Vertex to, std::string_view anchor);
  void set_relevant(Vertex page) { relevant_[page] = true; }
  // Sorts the links by their source. Call once, after the last link and before what follows.
  void finish();

  struct Link {
    Vertex from;
    Vertex to;
    std::string anchor;
  };
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(urls_.size()); }
  [[nodiscard]] const std::string& url(Vertex v) const { return urls_[v]; }
  [[nodiscard]] bool relevant(Vertex v) const { return relevant_[v]; }
  [[nodiscard]] std::span<const Link> links(Vertex from) const {
    return {links_.data() + offsets_[from], links_.data() + offsets_[from + 1]};
  }
  [[nodiscard]] std::span<const Link> all_links() const { return links_; }

 private:
  std::vector<std::string> urls_;
  std::unordered_map<std::string, Vertex> ids_;
  std::vector<bool> relevant_;
  std::vector<Link> links_;
  std::vector<uint64_t> offsets_;
};

// Reads JSON Lines of pages: {"url": …, "relevant": true, "links": [{"url": …, "text": …}]}. `name`
// is used in errors. Fails with kInvalidArgument, naming the line.
Result<SiteLog> read_site_log(std::string_view text, std::string_view name);

struct FocusModel {
  uint32_t hops = 3;                                // k of (5.1): ancestors that count
  double alpha = 0.3;                               // α of (5.1): how much they count
  std::unordered_map<std::string, double> weights;  // S+, words of anchors, Algorithm 6
  // Weft's own, for words of anchors and URLs: log-odds that a page reached by them leads to
  // relevant documents.
  std::unordered_map<std::string, double> anchor_odds;
  std::unordered_map<std::string, double> url_odds;

  // P(u) of (5.1). `ancestors` are the signals of the pages on the way, the parent first.
  [[nodiscard]] double priority(
      const std::vector<std::string>& signals,
      const std::vector<const std::vector<std::string>*>& ancestors) const;

  [[nodiscard]] std::string to_json() const;
  static Result<FocusModel> from_json(std::string_view text);
};

struct FocusTraining {
  uint32_t depth = 4;  // d of Algorithm 6
};

// What the words of a link are worth by the model: its own part of (5.1). Threads: one at a time.
std::function<double(std::string_view anchor)> anchor_worth(FocusModel model);

// Trains on sites of one kind. REQUIRES: every log is finished.
FocusModel train_focus(const std::vector<const SiteLog*>& sites, const SignalReader& reader,
                       const FocusTraining& options = {});

}  // namespace weft::crawl
