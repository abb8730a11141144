// Month names come from ICU (CLDR): the full and the short names of each language, as they stand in
// a date ("12 marca", "24. joulukuuta") and alone ("marzec", "joulukuu"), folded like the text they
// are looked up with, and once more without accents ("aout", "fevrier"). A word is a month if it is
//
//   1. such a name: "mar", "märz", "červenec"
//   2. the beginning of a full name, three characters at least: "febr", "sept"
//   3. a full name in another case, that is with other last letters: "styczniu", "márciusban"
//
// Languages disagree ("listopad" is November in Polish and October in Croatian): the language that
// stands first in kLanguages is right. Within 2 and 3, names that disagree say nothing.
//
// Tested by normalize_test.cc.

#include "value/month_names.h"

#include <algorithm>
#include <map>
#include <string>

#include <unicode/dtfmtsym.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include "value/fold.h"

namespace weft::value {
namespace {

constexpr const char* kLanguages[] = {"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da",
                                      "nb", "fi", "pl", "cs", "sk", "hu", "ro", "tr", "ru",
                                      "uk", "el", "hr", "bg", "id", "ar", "he"};

constexpr size_t kLeastLetters = 3;  // Of an abbreviation.
constexpr size_t kMostEnding = 4;    // Letters that another case puts after the stem,
constexpr size_t kMostLost = 2;      // and that it takes from the name.
constexpr size_t kLeastStem = 4;     // Letters in common with the name.

// What CLDR lacks, and short names that are other words more often: "iPhone 14 Pro 2022".
constexpr std::pair<const char*, int> kExceptions[] = {{"mrz", 3}, {"pro", 0}};

size_t letters_in(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

using Names = std::map<std::string, int, std::less<>>;

std::string folded(const icu::UnicodeString& icu_name) {
  std::string utf8;
  icu_name.toUTF8String(utf8);
  std::string name = fold_text(utf8);
  if (name.ends_with('.')) name.pop_back();
  return name;
}

struct MonthNames {
  Names all;
  Names full;  // 0: languages disagree.

  MonthNames() {
    for (const auto& [name, month] : kExceptions) all.try_emplace(name, month);
    using icu::DateFormatSymbols;
    for (const char* language : kLanguages) {
      UErrorCode status = U_ZERO_ERROR;
      const DateFormatSymbols symbols(icu::Locale(language), status);
      for (const auto context : {DateFormatSymbols::FORMAT, DateFormatSymbols::STANDALONE}) {
        for (const auto width : {DateFormatSymbols::WIDE, DateFormatSymbols::ABBREVIATED}) {
          int32_t count = 0;
          const icu::UnicodeString* names = symbols.getMonths(count, context, width);
          for (int32_t i = 0; i < std::min(count, 12); ++i)
            add(names[i], i + 1, width == DateFormatSymbols::WIDE);
        }
      }
    }
  }

 private:
  void add(const icu::UnicodeString& icu_name, int month, bool is_full) {
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString plain =
        icu::Normalizer2::getNFDInstance(status)->normalize(icu_name, status);
    for (int32_t i = plain.length(); i-- > 0;) {
      if (u_charType(plain[i]) == U_NON_SPACING_MARK) plain.remove(i, 1);
    }
    if (const std::string name = folded(icu_name); letters_in(name) >= kLeastLetters) {
      all.try_emplace(name, month);
      const auto known = is_full ? full.try_emplace(name, month).first : full.end();
      if (is_full && known->second != month) known->second = 0;
    }
    if (is_full) all.try_emplace(folded(plain), month);
  }
};

// Names alone; declined ones are rare beside a date.
Names weekday_names() {
  Names names;
  using icu::DateFormatSymbols;
  for (const char* language : kLanguages) {
    UErrorCode status = U_ZERO_ERROR;
    const DateFormatSymbols symbols(icu::Locale(language), status);
    for (const auto width : {DateFormatSymbols::WIDE, DateFormatSymbols::ABBREVIATED}) {
      int32_t count = 0;
      const icu::UnicodeString* days =
          symbols.getWeekdays(count, DateFormatSymbols::STANDALONE, width);
      for (int32_t i = 1; i < count; ++i) {
        const auto known = names.try_emplace(folded(days[i]), i).first;
        if (known->second != i) known->second = 0;
      }
    }
  }
  return names;
}

// The month that all full names with this beginning are; 0 if there are none or they differ.
// `fits` chooses among them.
template <typename Fits>
int month_of_all(const Names& full, std::string_view beginning, const Fits& fits) {
  int month = 0;
  for (auto it = full.lower_bound(beginning); it != full.end() && it->first.starts_with(beginning);
       ++it) {
    if (!fits(it->first)) continue;
    if (it->second == 0 || (month != 0 && it->second != month)) return 0;
    month = it->second;
  }
  return month;
}

}  // namespace

int month_of(std::string_view word) {
  static const MonthNames kMonths;
  if (word.ends_with('.')) word.remove_suffix(1);
  if (const auto name = kMonths.all.find(word); name != kMonths.all.end()) return name->second;
  if (letters_in(word) < kLeastLetters) return 0;
  const auto any = [](std::string_view) { return true; };
  if (const int month = month_of_all(kMonths.full, word, any)) return month;
  // The longest stem that a full name shares with the word decides.
  for (size_t stem = word.size(); letters_in(word.substr(0, stem)) >= kLeastStem; --stem) {
    if (letters_in(word.substr(stem)) > kMostEnding) return 0;
    const int month = month_of_all(kMonths.full, word.substr(0, stem), [&](std::string_view name) {
      return letters_in(name.substr(stem)) <= kMostLost;
    });
    if (month != 0) return month;
  }
  return 0;
}

int weekday_of(std::string_view word) {
  static const Names kDays = weekday_names();
  const auto name = kDays.find(word);
  return name == kDays.end() ? 0 : name->second;
}

}  // namespace weft::value
