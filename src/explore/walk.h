// A walk through a site with nobody watching: from its address to the pages that hold records, by links,
// search forms and pagination, the most promising first.
//
//   Walk walk("https://homes.example/", read, records, options);
//   while (walk.step()) log(walk.steps().back());
//
// What is done is decided by rules before any model: GET alone, same site, no link or form that could
// change something (WordMatch on [forbidden], why_not_sent), few requests. Every step says why it was
// taken and what it brought; next_action() shows what would come, without doing it.
// Nothing here fetches: `read` does, and obeys robots.txt and delays.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "model/page.h"

namespace weft::explore {

enum class ActionKind : uint8_t { kOpen, kFollow, kSubmit, kNext };
std::span<const std::string_view> names_of(ActionKind);

struct WalkAction {
  ActionKind kind = ActionKind::kOpen;
  std::string url;     // What is fetched, by GET.
  std::string from;    // The page it was found on.
  std::string reason;  // "link 'Used cars': words of the domain".
  double score = 0;    // The probability that it reaches records, by cost.
  uint32_t depth = 0;  // Steps from the start.
};

struct WalkStep {
  WalkAction action;
  int status = 0;       // 0: no answer.
  size_t records = 0;   // On the page.
  size_t fresh = 0;     // Of them, not seen before.
  std::string outcome;  // "12 records, 12 new", "status 404", …
};

struct WalkOptions {
  size_t max_fetches = 200;
  size_t max_before_records = 50;  // Fetches before the first page with records.
  size_t max_submissions = 20;
  uint32_t max_depth = 5;
  size_t least_records = 3;        // A page with fewer is no result page.
  double least_new = 0.5;          // Of a page that goes on a list.
  std::vector<std::string> words;  // What the domain calls its things, plain: "car", "vehicle".
  std::vector<std::string> terms;  // To fill in where a form needs words.
};

class Walk {
 public:
  using PageReader = std::function<Result<model::Page>(const std::string& url)>;
  // Texts of the records of a page that is a result page; none for others.
  using RecordReader = std::function<std::vector<std::string>(const model::Page&)>;
  // Gets every page that brought new records.
  using ResultSink = std::function<void(model::Page page, const WalkStep& step)>;

  Walk(const std::string& url, PageReader read, RecordReader records, ResultSink sink,
       WalkOptions options);

  // Does what is most promising; false when nothing is left or a budget is spent (ended()).
  bool step();
  // What step() would do; nothing at the end.
  [[nodiscard]] std::optional<WalkAction> next_action() const;

  [[nodiscard]] const std::vector<WalkStep>& steps() const { return steps_; }
  [[nodiscard]] const std::string& ended() const { return ended_; }
  [[nodiscard]] size_t records() const { return known_.size(); }
  // What was left alone, and why: forms and links that must not be touched.
  [[nodiscard]] const std::vector<std::string>& refused() const { return refused_; }

 private:
  struct MaskOutcome {
    double tries = 0;
    double hits = 0;
  };

  void offer(ActionKind kind, const std::string& url, const std::string& from, std::string reason,
             double probability, uint32_t depth);
  [[nodiscard]] size_t best() const;
  [[nodiscard]] double score_now(const WalkAction& action) const;
  void offer_links(const model::Page& page, uint32_t depth);
  void offer_forms(const model::Page& page, uint32_t depth);
  void offer_next(const model::Page& page, uint32_t depth);
  [[nodiscard]] double link_probability(std::string_view words, std::string_view address,
                                        std::string& why) const;
  void refuse(std::string what);
  bool end(std::string why);

  PageReader read_;
  RecordReader read_records_;
  ResultSink sink_;
  WalkOptions options_;
  std::string site_;
  std::vector<WalkAction> queue_;
  std::set<std::string> offered_;                // Addresses, once each.
  std::set<std::string> forms_;                  // Actions of forms, once each.
  std::map<std::string, MaskOutcome> outcomes_;  // By what addresses of one kind share.
  std::unordered_set<uint64_t> known_;           // Records.
  std::vector<WalkStep> steps_;
  std::vector<std::string> refused_;
  std::set<std::string> refused_once_;
  std::string ended_;
  size_t submissions_ = 0;
  size_t result_pages_ = 0;
};

// Why a link must not be followed; empty if it may. `words` is its text and title, plain.
std::string why_not_followed(std::string_view words, std::string_view url, std::string_view site);

}  // namespace weft::explore
