#include "read/person_words.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/check.h"
#include "base/strings.h"
#include "value/fold.h"

namespace weft::read {

std::span<const EmbeddedFile> person_word_files();

namespace {

constexpr size_t kLongestPhrase = 4;
constexpr size_t kShortWord = 3;  // "Dr." and "St." keep their full stop, "Drive." does not.

using WordSet = std::unordered_set<std::string>;

std::array<WordSet, kPersonWordLists> read_lists(std::string_view text) {
  std::array<WordSet, kPersonWordLists> lists;
  WordSet* list = nullptr;
  while (!text.empty()) {
    std::string_view line = trim(take_line(text));
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      const auto which = enum_named<PersonWords>(line.substr(1, line.size() - 2));
      WEFT_CHECK(which.has_value());  // The file is part of the program.
      list = &lists[static_cast<size_t>(*which)];
      continue;
    }
    WEFT_CHECK(list != nullptr);
    while (!line.empty()) {
      const size_t comma = std::min(line.find(','), line.size());
      list->insert(std::string(trim(line.substr(0, comma))));
      line.remove_prefix(std::min(comma + 1, line.size()));
    }
  }
  return lists;
}

const WordSet& list_of(PersonWords which) {
  static const auto kLists = read_lists(person_word_files().front().text);
  return kLists[static_cast<size_t>(which)];
}

bool parts_words(char32_t c) {
  return c <= ' ' || c == 0xA0 ||
         (c < 0x80 &&
          std::string_view(",;:()[]/|\"").find(static_cast<char>(c)) != std::string_view::npos);
}

}  // namespace

std::span<const std::string_view> names_of(PersonWords) {
  static constexpr std::array<std::string_view, kPersonWordLists> kNames = {
      "given",         "honorific",    "degree",     "role",
      "organization",  "street",       "room",       "state",
      "statecode",     "country",      "phonelabel", "faxlabel",
      "emaillabel",    "addresslabel", "namelabel",  "organizationlabel",
      "positionlabel", "function",     "menu",       "time",
      "portrait",      "decoration",   "part"};
  return kNames;
}

std::vector<std::string> plain_words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto flush = [&] {
    if (word.size() > kShortWord + 1 && word.back() == '.' &&
        std::count(word.begin(), word.end(), '.') == 1)
      word.pop_back();
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (parts_words(c))
      flush();
    else
      append_utf8(word, value::plain_letter(c));
  }
  flush();
  return words;
}

bool is_in(PersonWords list, std::string_view word) {
  return list_of(list).count(std::string(word)) != 0;
}

size_t count_of(PersonWords list, std::span<const std::string> words) {
  const WordSet& set = list_of(list);
  size_t count = 0;
  for (size_t i = 0; i < words.size();) {
    size_t taken = 0;
    std::string phrase;
    for (size_t n = 1; n <= kLongestPhrase && i + n <= words.size(); ++n) {
      if (n > 1) phrase += ' ';
      phrase += words[i + n - 1];
      if (set.count(phrase) != 0) taken = n;
    }
    count += taken > 0 ? 1 : 0;
    i += std::max<size_t>(taken, 1);
  }
  return count;
}

}  // namespace weft::read
