#include "mine/name_words.h"

#include <array>

#include "base/hash.h"
#include "base/strings.h"

namespace weft::mine {
namespace {

constexpr std::array kNavigationWords = std::to_array<std::string_view>(
    {"nav",        "navigation", "navbar",     "menu",        "footer",
     "header",     "sidebar",    "breadcrumb", "pagination",  "pager",
     "paging",     "page",       "filter",     "facet",       "refine",
     "refinement", "sort",       "sorting",    "social",      "share",
     "sharing",    "related",    "recommend",  "recommended", "recommendation",
     "promo",      "promotion",  "ad",         "advert",      "banner",
     "widget",     "tag",        "cloud",      "cookie",      "login",
     "toolbar",    "tab",        "dropdown",   "carousel",    "slider",
     "comment",    "trending",   "popular",    "language",    "country",
     "option",     "categorie",  "category",   "aside",       "rail",
     "right",      "left",       "suggestion", "suggest",     "autocomplete",
     "modal",      "popup",      "topbar",     "bottom",      "sub",
     "subnav",     "mega",       "megamenu",   "link",        "skip",
     "history",    "cart",       "account",    "alert",       "legal",
     "sponsored",  "thumbnail"});
constexpr std::array kResultWords = std::to_array<std::string_view>(
    {"result",   "search", "item",    "list",      "listing", "product",  "record",  "entry",
     "entrie",   "post",   "article", "card",      "grid",    "hit",      "content", "feed",
     "story",    "storie", "catalog", "catalogue", "job",     "offer",    "thread",  "serp",
     "row",      "tile",   "main",    "video",     "book",    "document", "news",    "event",
     "question", "topic",  "view",    "organic",   "stream",  "media",    "archive", "directory"});
constexpr std::array kContentWords = std::to_array<std::string_view>(
    {"content", "main", "result", "primary", "center", "centre", "middle", "body"});

// The lists as one table. Words are numbers here: their letters, the first one highest. All are
// shorter than 16 letters.
class NameWords {
 public:
  struct Word {
    uint64_t high = 0, low = 0;
    constexpr void push(char c) {
      high = high << 8 | low >> 56;
      low = low << 8 | static_cast<uint8_t>(c);
    }
    constexpr void pop() {
      low = low >> 8 | high << 56;
      high >>= 8;
    }
    [[nodiscard]] char last() const { return static_cast<char>(low); }
    constexpr bool operator==(const Word&) const = default;
  };

  constexpr NameWords() {
    for (const std::string_view word : kNavigationWords) add(word, kNavigationName);
    for (const std::string_view word : kResultWords) add(word, kResultName);
    for (const std::string_view word : kContentWords) add(word, kContentName);
  }
  [[nodiscard]] uint8_t meaning(Word word) const { return slots_[slot(word)].meaning; }

 private:
  struct Slot {
    Word word;
    uint8_t meaning = 0;
  };
  [[nodiscard]] constexpr size_t slot(Word word) const {
    size_t at = mix64(word.low + word.high * 31) % slots_.size();
    while (slots_[at].meaning != 0 && slots_[at].word != word) at = (at + 1) % slots_.size();
    return at;
  }
  constexpr void add(std::string_view text, uint8_t meaning) {
    Word word;
    for (const char c : text) word.push(c);
    Slot& found = slots_[slot(word)];
    found.word = word;
    found.meaning |= meaning;
  }
  std::array<Slot, 512> slots_{};
};

}  // namespace

uint8_t name_meaning(std::string_view name) {
  static constexpr NameWords kWords;
  uint8_t meaning = 0;
  NameWords::Word word;
  size_t length = 0;
  const auto flush = [&] {
    if (length > 3 && word.last() == 's') word.pop();
    if (length > 0 && length <= 16) meaning |= kWords.meaning(word);
    word = {};
    length = 0;
  };
  bool was_upper = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!is_ascii_alpha(c)) {
      if (length > 0) flush();
      was_upper = false;
      continue;
    }
    const bool upper = c <= 'Z';
    if (upper && !was_upper && length > 0) flush();
    was_upper = upper;
    word.push(ascii_lower(c));
    ++length;
  }
  if (length > 0) flush();
  return meaning;
}

}  // namespace weft::mine
