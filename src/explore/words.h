// Words of the web in some thirty languages: what pages call searching, logging in, the next page.
//
//   concepts_in(plain_words("Kennwort vergessen?"), WordMatch::kStart)   {forgot, password}
//   concepts_in(plain_words("txtUserName"), WordMatch::kInside)            {user}
//
// The lists are share/words/*.words: text that people edit,
//
//   # comment
//   [next]
//   en next, forward
//   de weiter, nächste
//
// a concept in brackets, then a line for each language with its words, parted by commas. Words and
// texts are compared in lower case and without accents. A word of fewer than five letters must be a
// whole word of the text; a longer one may begin one ("suche" finds "suchen"). Scripts without
// spaces (Chinese, Japanese, Thai) match anywhere.
//
// Threads: everything here is const once the lists were read, at the first use.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded_file.h"
#include "base/enum_names.h"
#include "base/result.h"

namespace weft::explore {

// In the order of names_of(Concept), which the lists use.
enum class Concept : uint8_t {
  // clang-format off
  kNext, kPrev, kFirst, kLast, kPage, kMore, kOlder, kNewer,
  kSearch, kLogin, kRegister, kForgot, kNewsletter, kContact, kComment, kCart, kPoll, kSubmit, kSort,
  kEmail, kPassword, kUser, kConfirm, kRemember, kTerms, kFirstName, kLastName, kName, kPhone, kFax,
  kAddress, kCity, kState, kZip, kCountry, kCaptcha, kGender, kBirth, kSubject, kMessage, kUrl,
  kQuantity, kDay, kMonth, kYear, kDate, kCompany, kTimezone, kQuestion, kCategory,
  kNotify, kAmount,
  kForbidden, kAccount, kAny, kResults, kNothingFound, kRequired, kLeast, kMost, kDetails,
  kPurchase,
  // clang-format on
};
inline constexpr size_t kConcepts = 62;
std::span<const std::string_view> names_of(Concept);

// A set of concepts.
class Concepts {
 public:
  void add(Concept one) { bits_ |= uint64_t{1} << static_cast<unsigned>(one); }
  [[nodiscard]] bool has(Concept one) const {
    return (bits_ >> static_cast<unsigned>(one) & 1) != 0;
  }
  [[nodiscard]] bool empty() const { return bits_ == 0; }
  void operator|=(Concepts other) { bits_ |= other.bits_; }
  [[nodiscard]] uint64_t bits() const { return bits_; }

 private:
  uint64_t bits_ = 0;
};

// Lower case, without accents, every run of other characters than letters and digits one space,
// none at the ends. Reads up to `limit` bytes.
std::string plain_words(std::string_view text, size_t limit = 1024);
// The same for names that programs give: parted at "camelCase", too, and between letters and digits.
std::string identifier_words(std::string_view name, size_t limit = 256);
// A number of five digits or more: the number of an account, an article, a telephone; no word.
bool is_long_number(std::string_view word);
// Whether a character is of a script that writes no spaces between words.
bool is_unspaced(char32_t c);

enum class WordMatch {
  kWhole,   // Whole words alone: for rules that must not be too eager.
  kStart,   // Long words may begin a word of the text.
  kInside,  // And stand anywhere in one: for identifiers ("txtusername").
};

// The concepts whose words are in the text. REQUIRES: `plain` as plain_words gives it. O(text).
Concepts concepts_in(std::string_view plain, WordMatch match);
// The same of any text, as if plain_words had been called; fast where there are none. REQUIRES: match is
// not kInside.
Concepts concepts_of_text(std::string_view text, WordMatch match);
bool mentions(std::string_view text, Concept one, WordMatch match = WordMatch::kStart);

std::span<const EmbeddedFile> shipped_words();  // Of share/words.

// Checks the text of a list; fails with kInvalidArgument, naming its line.
Status check_words(std::string_view text);

}  // namespace weft::explore
