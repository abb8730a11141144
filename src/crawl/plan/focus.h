// Focused crawling: which links lead to relevant documents, learned from sites crawled before.
// [Zheng] chapter 5.
//
// A relevant document is surrounded by telling words: "publications", "papers". Training credits
// the words of every page from which a relevant document is reached within d hops; a crawl fetches
// first what is reached by words with much credit, its own and those on the way to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "crawl/plan/site_log.h"

namespace weft::crawl {

// Signals: the words of an anchor text or a URL, without stop words, stemmed. [Zheng] 5.2.1.
// Threads: one thread at a time (the stemmer keeps state).
class SignalReader {
 public:
  // `language`: Snowball's English stemmer, and stop words of English, German, French, Spanish, Italian,
  // Portuguese and Dutch. `language` names another stemmer ("german"…); an unknown one leaves words
  // unstemmed.
  explicit SignalReader(std::string_view language = "english");
  ~SignalReader();
  SignalReader(SignalReader&&) noexcept;
  SignalReader& operator=(SignalReader&&) noexcept;

  // Distinct signals of a text, in order of appearance; at most 32. Words of one letter and numbers
  // are no signals.
  [[nodiscard]] std::vector<std::string> of_text(std::string_view utf8) const;
  // The same of a URL's path and query, percent-decoded, split at punctuation and changes of case.
  [[nodiscard]] std::vector<std::string> of_url(std::string_view url) const;

 private:
  struct Stemmer;
  std::unique_ptr<Stemmer> stemmer_;
};

struct FocusModel {
  std::string language = "english";                 // of its words: see SignalReader
  RelevanceRules relevant;                          // what it was taught to look for, but for lists
  uint32_t hops = 3;                                // k of (5.1): ancestors that count
  double alpha = 0.3;                               // α of (5.1): how much they count
  std::unordered_map<std::string, double> weights;  // S+, words of anchors, Algorithm 6
  // Weft's own, for words of anchors and URLs: log-odds that a page reached by them leads to
  // relevant documents.
  std::unordered_map<std::string, double> anchor_odds;
  std::unordered_map<std::string, double> url_odds;

  [[nodiscard]] std::string to_json() const;
  static Result<FocusModel> from_json(std::string_view text);
};

struct FocusTraining {
  uint32_t depth = 4;  // d of Algorithm 6
  std::string language = "english";
};

// Trains on sites of one kind. REQUIRES: every log is finished.
FocusModel train_focus(const std::vector<const SiteLog*>& sites, const FocusTraining& options = {});

}  // namespace weft::crawl
