// A text is cut into runs of letters in lower case ("Our Publications" → our, publications), stop
// words go, and Snowball stems the rest (publications → public), so that "publication" and
// "Publications" are one signal. In URLs a change of case begins a word too: /staffPages → staff,
// pages.

#include <libstemmer.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <unordered_set>

#include "base/strings.h"
#include "crawl/plan/focus.h"
#include "url/encode.h"
#include "url/url.h"

namespace weft::crawl {
namespace {

constexpr size_t kMaxSignals = 32;       // Of one text.
constexpr size_t kMaxSignalText = 4096;  // Bytes of a text that are looked at.

// Words that say nothing about where a link leads, in the languages of the reader's contract.
const std::unordered_set<std::string_view>& stop_words() {
  static const std::unordered_set<std::string_view> words = {
      "a",   "about", "all",   "an",    "and",  "any",   "are",   "as",    "at",    "be",   "by",
      "can", "do",    "for",   "from",  "has",  "have",  "here",  "how",   "if",    "in",   "into",
      "is",  "it",    "its",   "more",  "my",   "no",    "not",   "of",    "on",    "or",   "our",
      "s",   "so",    "than",  "that",  "the",  "their", "then",  "there", "these", "they", "this",
      "to",  "up",    "us",    "was",   "we",   "what",  "when",  "which", "who",   "will", "with",
      "you", "your",  "http",  "https", "www",  "html",  "htm",   "php",   "der",   "die",  "das",
      "und", "ein",   "eine",  "einer", "im",   "den",   "dem",   "des",   "von",   "zu",   "mit",
      "auf", "ist",   "nicht", "le",    "la",   "les",   "un",    "une",   "et",    "du",   "de",
      "en",  "au",    "aux",   "pour",  "par",  "sur",   "dans",  "est",   "el",    "los",  "las",
      "una", "y",     "del",   "por",   "para", "con",   "que",   "al",    "il",    "lo",   "gli",
      "uno", "di",    "da",    "per",   "che",  "della", "delle", "nel",   "o",     "os",   "as",
      "um",  "uma",   "do",    "dos",   "das",  "e",     "em",    "het",   "een",   "van",  "voor",
      "met", "op",    "te"};
  return words;
}

enum class Split { kWords, kWordsAndCase };

// Lower-cased runs of letters; in URLs "camelCase" is two words.
std::vector<std::string> words_of(std::string_view utf8, Split split) {
  std::vector<std::string> words;
  std::string word;
  bool last_lower = false;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  utf8 = utf8.substr(0, kMaxSignalText);
  for (size_t at = 0; at < utf8.size();) {
    const auto c = static_cast<UChar32>(next_code_point(utf8, at));
    if (u_isalpha(c) == 0) {
      finish();
      last_lower = false;
      continue;
    }
    if (split == Split::kWordsAndCase && last_lower && u_isupper(c) != 0) finish();
    last_lower = u_islower(c) != 0;
    append_utf8(word, static_cast<char32_t>(u_tolower(c)));
  }
  finish();
  return words;
}

}  // namespace

struct SignalReader::Stemmer {
  sb_stemmer* handle = nullptr;

  ~Stemmer() { sb_stemmer_delete(handle); }

  [[nodiscard]] std::string stem(const std::string& word) const {
    if (handle == nullptr) return word;
    const sb_symbol* stemmed = sb_stemmer_stem(
        handle, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
    if (stemmed == nullptr) return word;
    return {reinterpret_cast<const char*>(stemmed), static_cast<size_t>(sb_stemmer_length(handle))};
  }

  [[nodiscard]] std::vector<std::string> signals(const std::vector<std::string>& words) const {
    std::vector<std::string> out;
    for (const std::string& word : words) {
      if (out.size() == kMaxSignals) break;
      if (word.size() < 2 || stop_words().contains(word)) continue;
      std::string signal = stem(word);
      if (std::find(out.begin(), out.end(), signal) == out.end()) out.push_back(std::move(signal));
    }
    return out;
  }
};

SignalReader::SignalReader(std::string_view language) : stemmer_(std::make_unique<Stemmer>()) {
  stemmer_->handle = sb_stemmer_new(std::string(language).c_str(), nullptr);
}
SignalReader::~SignalReader() = default;
SignalReader::SignalReader(SignalReader&&) noexcept = default;
SignalReader& SignalReader::operator=(SignalReader&&) noexcept = default;

std::vector<std::string> SignalReader::of_text(std::string_view utf8) const {
  return stemmer_->signals(words_of(utf8, Split::kWords));
}

std::vector<std::string> SignalReader::of_url(std::string_view url) const {
  const auto parsed = url::Url::parse(url);
  const std::string path =
      parsed.ok() ? parsed->pathname() + "?" + parsed->query.value_or("") : std::string(url);
  return stemmer_->signals(words_of(url::percent_decode(path), Split::kWordsAndCase));
}

}  // namespace weft::crawl
