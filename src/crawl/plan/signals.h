// Signals: the words of an anchor text or a URL, without stop words, stemmed. [Zheng] 5.2.1.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::crawl {

// Threads: one thread at a time (the stemmer keeps state).
class SignalReader {
 public:
  // Snowball's English stemmer, and stop words of English, German, French, Spanish, Italian,
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

}  // namespace weft::crawl
