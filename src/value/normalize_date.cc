// Dates, times and durations. A text is cut into tokens (numbers, words, single marks); a date is a
// short pattern of tokens, tried at each position, the more certain forms first:
//
//   1. 2024-03-12, 2024/3/12, 2024.03.12; 2024年3月12日; 2024. március 12.
//   2. 12 March 2024, 12. März 2024, 12 de marzo de 2024, 12th of March, 2024, 12-Mar-24; 12 tháng 3, 2024
//   3. March 12, 2024; March 12th 2024
//   4. 12.03.2024, 12/03/2024, 12-03-24
//   5. March 2024, 03/2024; 6. 2024 alone, if the text has nothing else
//
// A time anywhere in the text is added, with its offset.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "value/fold.h"
#include "value/month_names.h"
#include "value/normalize.h"
#include "value/reading.h"

namespace weft::value {
namespace {

struct Token {
  enum class Kind { kNumber, kWord, kMark, kEnd } kind = Kind::kEnd;
  std::string_view text;
  bool spaced = false;  // White space before it.
  size_t at = 0;

  [[nodiscard]] bool is(char mark) const { return kind == Kind::kMark && text[0] == mark; }
  [[nodiscard]] bool is(std::string_view word) const { return kind == Kind::kWord && text == word; }
  // The number, or -1 if it is none or has more digits than asked.
  [[nodiscard]] int number(size_t max_digits) const {
    if (kind != Kind::kNumber || text.size() > max_digits) return -1;
    return leading_number(text, -1);
  }
};

bool is_letter(char c) { return is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80; }

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> tokens;
  bool spaced = false;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      spaced = true;
      ++at;
      continue;
    }
    size_t end = at + 1;
    Token::Kind kind = Token::Kind::kMark;
    if (is_ascii_digit(text[at])) {
      kind = Token::Kind::kNumber;
      while (end < text.size() && is_ascii_digit(text[end])) ++end;
    } else if (is_letter(text[at])) {
      kind = Token::Kind::kWord;
      while (end < text.size() && is_letter(text[end])) ++end;
    }
    tokens.push_back({kind, text.substr(at, end - at), spaced, at});
    spaced = false;
    at = end;
  }
  return tokens;
}

class Cursor {
 public:
  Cursor(const std::vector<Token>& tokens, size_t at) : tokens_(tokens), at_(at) {}
  [[nodiscard]] const Token& peek(size_t ahead = 0) const {
    static const Token kEnd;
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : kEnd;
  }
  // True right after a number: what follows it may not be a date of its own.
  [[nodiscard]] bool after_number() const {
    return at_ > 0 && tokens_[at_ - 1].kind == Token::Kind::kNumber;
  }
  void skip(size_t n = 1) { at_ += n; }
  bool skip_if(char mark) {
    if (!peek().is(mark)) return false;
    skip();
    return true;
  }
  [[nodiscard]] size_t at() const { return at_; }

 private:
  const std::vector<Token>& tokens_;
  size_t at_;
};

struct Date {
  int year = 0;
  int month = 0;  // 0: unknown.
  int day = 0;
  bool guessed = false;  // Another reading is as good: 03/04/2024, 12-Mar-24, 2011/12.
  size_t begin = 0;      // Its tokens.
  size_t end = 0;
};

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

bool is_valid(const Date& date) {
  constexpr std::array<int, 13> kDays = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (date.year < 1000 || date.year > 2999 || date.month < 0 || date.month > 12) return false;
  if (date.month == 2 && date.day == 29) return is_leap(date.year);
  return date.day >= 0 && date.day <= kDays[static_cast<size_t>(date.month)];
}

// Four digits, or two of which 69 to 99 are the twentieth century (as POSIX).
int read_year(const Token& token, bool two_digits_allowed) {
  if (token.kind != Token::Kind::kNumber) return -1;
  if (token.text.size() == 4) return token.number(4);
  if (!two_digits_allowed || token.text.size() != 2) return -1;
  const int year = token.number(2);
  return year >= 69 ? 1900 + year : 2000 + year;
}

using Found = std::optional<Date>;

// 0: not the name of a month.
int month_named(const Token& token) {
  return token.kind == Token::Kind::kWord ? month_of(token.text) : 0;
}

// Form 1.
Found year_first(Cursor cursor) {
  Date date;
  date.year = read_year(cursor.peek(), false);
  const Token& mark = cursor.peek(1);
  const bool ideographic =
      mark.text.starts_with("\xE5\xB9\xB4") || mark.text.starts_with("\xEB\x85\x84");
  if (!mark.is('-') && !mark.is('/') && !mark.is('.') && !ideographic) return std::nullopt;
  date.month = cursor.peek(2).number(2);
  const Token& second = cursor.peek(3);
  const bool same = ideographic ? second.kind == Token::Kind::kWord : second.is(mark.text[0]);
  date.day = same ? cursor.peek(4).number(2) : 0;
  if (same && date.day < 0) date.day = 0;
  if (date.month < 1 || !is_valid(date)) return std::nullopt;
  date.end = cursor.at() + (date.day == 0 ? (ideographic && same ? 4 : 3) : (ideographic ? 6 : 5));
  date.guessed = date.day == 0 && !ideographic &&
                 !(mark.is('-') && cursor.peek(2).text.size() == 2);  // Seasons: 2011/12.
  return date;
}

// Form 1, with the month by its name.
Found year_month_name_day(Cursor cursor) {
  Date date;
  date.year = read_year(cursor.peek(), false);
  if (date.year < 0) return std::nullopt;
  cursor.skip();
  if (!cursor.skip_if('.')) cursor.skip_if('-');
  date.month = month_named(cursor.peek());
  if (date.month == 0) return std::nullopt;
  cursor.skip();
  if (!cursor.skip_if('.')) cursor.skip_if('-');
  date.day = cursor.peek().number(2);
  date.end = cursor.at() + 1;
  // 2021 May 5, 2022: the day belongs to the second.
  const Token& after = cursor.peek(cursor.peek(1).is(',') ? 2 : 1);
  if (date.day < 1 || after.number(4) > 999) return std::nullopt;
  return is_valid(date) ? Found(date) : std::nullopt;
}

void skip_ordinal(Cursor& cursor) {
  for (const std::string_view suffix :
       {"st", "nd", "rd", "th", "er", "re", "e", "\xC2\xBA", "\xC2\xB0"}) {
    if (!cursor.peek().spaced && cursor.peek().is(suffix)) {
      cursor.skip();
      break;
    }
  }
  cursor.skip_if('.');
}

void skip_links(Cursor& cursor) {
  for (;;) {
    const Token& token = cursor.peek();
    const bool link = token.is("de") || token.is("of") || token.is("del") || token.is("d") ||
                      token.is(',') || token.is('.') || token.is('-') || token.is('/') ||
                      token.is('\'');
    if (!link) return;
    cursor.skip();
  }
}

// The date with the year that follows.
Found with_year(const Cursor& cursor, Date date, bool two_digits_allowed) {
  date.year = read_year(cursor.peek(), two_digits_allowed);
  date.guessed |= cursor.peek().text.size() == 2;
  date.end = cursor.at() + 1;
  return is_valid(date) ? Found(date) : std::nullopt;
}

// Form 2.
Found day_month_name(Cursor cursor) {
  Date date;
  date.day = cursor.peek().number(2);
  if (date.day < 1) return std::nullopt;
  cursor.skip();
  skip_ordinal(cursor);
  skip_links(cursor);
  if (cursor.peek().is("tháng")) {  // Vietnamese: "month 3".
    cursor.skip();
    date.month = std::max(0, cursor.peek().number(2));
  } else {
    date.month = month_named(cursor.peek());
  }
  if (date.month == 0) return std::nullopt;
  cursor.skip();
  skip_links(cursor);
  return with_year(cursor, date, true);
}

// Form 3.
Found month_name_day(Cursor cursor) {
  Date date;
  date.month = month_named(cursor.peek());
  if (date.month == 0) return std::nullopt;
  cursor.skip();
  cursor.skip_if('.');
  date.day = cursor.peek().number(2);
  if (date.day < 1) return std::nullopt;
  cursor.skip();
  skip_ordinal(cursor);
  skip_links(cursor);
  return with_year(cursor, date, false);
}

bool is_month_first(const NormalizeContext& context) {
  if (!context.country.empty()) return context.country == "US" || context.country == "PH";
  return context.language.empty() || context.language == "en" || context.language == "en-US";
}

// Whether day or month comes first is known: English alone does not say.
bool says_order(const NormalizeContext& context) {
  return !context.country.empty() || (!context.language.empty() && context.language != "en");
}

// Form 4. Where both readings are days of the year, the mark and the context decide.
Found all_numbers(Cursor cursor, const NormalizeContext& context) {
  const int first = cursor.peek().number(2);
  const Token& mark = cursor.peek(1);
  const int second = cursor.peek(2).number(2);
  const bool marked =
      (mark.is('.') || mark.is('/') || mark.is('-')) && cursor.peek(3).is(mark.text[0]);
  if (!marked || first < 1 || second < 1) return std::nullopt;
  const int year = read_year(cursor.peek(4), true);
  const bool either = first <= 12 && second <= 12 && first != second && !mark.is('.');
  const bool month_first = second > 12 || (first <= 12 && !mark.is('.') && is_month_first(context));
  Date date = month_first ? Date{year, first, second} : Date{year, second, first};
  date.end = cursor.at() + 5;
  date.guessed = (either && !says_order(context)) || cursor.peek(4).text.size() == 2;
  return is_valid(date) ? Found(date) : std::nullopt;
}

// Form 5.
Found month_year(Cursor cursor) {
  Date date;
  if (cursor.after_number()) return std::nullopt;  // 30 February 2024
  const bool named = cursor.peek().kind == Token::Kind::kWord;
  date.month = named ? month_of(cursor.peek().text) : cursor.peek().number(2);
  if (date.month < 1) return std::nullopt;
  cursor.skip();
  if (!named && !cursor.skip_if('/')) return std::nullopt;
  if (named) skip_links(cursor);
  date.guessed = !named;  // An issue: 03/2024.
  return with_year(cursor, date, false);
}

Found find_date(const std::vector<Token>& tokens, const NormalizeContext& context) {
  const auto first = [&](auto form) -> Found {
    for (size_t i = 0; i < tokens.size(); ++i) {
      Found date = form(Cursor(tokens, i));
      if (!date) continue;
      date->begin = i;
      return date;
    }
    return std::nullopt;
  };
  if (Found date = first(year_first)) return date;
  if (Found date = first(day_month_name)) return date;
  if (Found date = first(month_name_day)) return date;
  if (Found date = first(year_month_name_day)) return date;
  if (Found date = first([&](Cursor c) { return all_numbers(c, context); })) return date;
  if (Found date = first(month_year)) return date;
  if (tokens.size() != 1) return std::nullopt;  // Form 6.
  if (tokens[0].kind == Token::Kind::kNumber && tokens[0].text.size() == 8) {
    const auto part = [&](size_t at, size_t n) {
      return Token{Token::Kind::kNumber, tokens[0].text.substr(at, n)};
    };
    Date date{part(0, 4).number(4), part(4, 2).number(2), part(6, 2).number(2)};
    date.guessed = true;
    date.end = 1;
    return date.month > 0 && date.day > 0 && is_valid(date) ? Found(date) : std::nullopt;
  }
  Date year{read_year(tokens[0], false), 0, 0};
  year.end = 1;
  return is_valid(year) ? Found(year) : std::nullopt;
}

// --- times ---

bool is_afternoon(const Token& token) { return token.is("pm") || token.is("p"); }
bool is_morning(const Token& token) { return token.is("am") || token.is("a"); }

// "Z", "+01:00", "+0100", "+01", right after the time.
std::string read_offset(Cursor& cursor) {
  const Token token = cursor.peek();
  if (token.is("z") || token.is("utc") || token.is("gmt")) {
    cursor.skip();
    return "Z";
  }
  if (!token.is('+') && !token.is('-')) return "";
  const Token& hours = cursor.peek(1);
  if (hours.spaced || hours.kind != Token::Kind::kNumber) return "";
  if (hours.text.size() == 4) {
    cursor.skip(2);
    return fmt::format("{}{}:{}", token.text, hours.text.substr(0, 2), hours.text.substr(2));
  }
  if (hours.text.size() != 2) return "";
  const bool minutes = cursor.peek(2).is(':') && cursor.peek(3).text.size() == 2;
  const std::string_view after = minutes ? cursor.peek(3).text : "00";
  cursor.skip(minutes ? 4 : 2);
  return fmt::format("{}{}:{}", token.text, hours.text, after);
}

bool is_hour_word(const Token& token) { return token.is("h") || token.is("uhr"); }

struct Time {
  std::string text;
  size_t begin = 0;  // Its tokens.
  size_t end = 0;
  bool exact = true;     // Nothing is left out: fractions of a second.
  bool guessed = false;  // 3:45 may be minutes and seconds.
};

std::optional<Time> read_time(Cursor cursor) {
  Time time;
  time.begin = cursor.at();
  time.guessed = cursor.peek().text.size() < 2;
  int hour = cursor.peek().number(2);
  if (hour < 0 || hour > 24) return std::nullopt;
  cursor.skip();
  int minute = 0;
  int second = -1;
  const bool colon =
      cursor.peek().is(':') || (cursor.peek().is('.') && is_hour_word(cursor.peek(2)));
  const bool french =
      cursor.peek().is("h") && cursor.peek(1).number(2) >= 0 && !cursor.peek(1).spaced;
  if (colon || french) {
    if (cursor.peek(1).text.size() != 2) return std::nullopt;
    minute = cursor.peek(1).number(2);
    cursor.skip(2);
    if (colon && cursor.peek().is(':') && cursor.peek(1).text.size() == 2) {
      second = cursor.peek(1).number(2);
      cursor.skip(2);
      time.exact = !cursor.peek().is('.') || cursor.peek(1).kind != Token::Kind::kNumber;
      if (!time.exact) cursor.skip(2);
    }
  } else if (!is_morning(cursor.peek()) && !is_afternoon(cursor.peek()) &&
             !cursor.peek().is("uhr")) {
    return std::nullopt;
  }
  const bool half_day = is_morning(cursor.peek()) || is_afternoon(cursor.peek());
  if (half_day && (hour < 1 || hour > 12)) return std::nullopt;
  if (half_day) {
    hour = hour % 12 + (is_afternoon(cursor.peek()) ? 12 : 0);
    cursor.skip();
    if (cursor.skip_if('.') && cursor.peek().is("m")) cursor.skip();  // p.m.
    cursor.skip_if('.');
  }
  if (minute < 0 || minute > 59 || second > 60 || hour > 23) return std::nullopt;
  const bool word = is_hour_word(cursor.peek());
  if (word) cursor.skip();
  time.guessed &= !half_day && !word && !french;
  const std::string offset = half_day ? "" : read_offset(cursor);
  time.text = fmt::format("{:02}:{:02}", hour, minute) +
              (second < 0 ? "" : fmt::format(":{:02}", second)) + offset;
  time.end = cursor.at();
  return time;
}

// ISO's "T" glues date and time into one token run: 12t14:30.
std::optional<Time> find_time(const std::vector<Token>& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool after_mark =
        i > 0 && (tokens[i - 1].is(':') || tokens[i - 1].is('.')) && !tokens[i].spaced;
    if (after_mark) continue;
    if (auto time = read_time(Cursor(tokens, i))) return time;
  }
  return std::nullopt;
}

// Between date and time, and around both.
bool is_joint(const Token& token) {
  return token.is(',') || token.is('.') || token.is('|') || token.is("at") || token.is("um") ||
         token.is("t") || token.is("\xC3\xA0") || token.is("kl");
}

int weekday(const Date& date) {  // 1 for Sunday, as ICU counts; Sakamoto's way.
  constexpr std::array<int, 12> kShift = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  const int year = date.month < 3 ? date.year - 1 : date.year;
  return (year + year / 4 - year / 100 + year / 400 + kShift[static_cast<size_t>(date.month - 1)] +
          date.day) %
             7 +
         1;
}

// Whether date and time are all that the tokens say: what is left over joins them, or is the day of
// the week that the date falls on.
bool covers(const std::vector<Token>& tokens, const Date& date, const std::optional<Time>& time) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i >= date.begin && i < date.end) continue;
    if (time && i >= time->begin && i < time->end) continue;
    const bool day_name = tokens[i].kind == Token::Kind::kWord && date.day != 0 &&
                          weekday_of(tokens[i].text) == weekday(date);
    if (!day_name && !is_joint(tokens[i])) return false;
  }
  return true;
}

}  // namespace

std::optional<Reading> read_date(std::string_view raw, const NormalizeContext& context) {
  const std::string text = fold_text(raw);
  const std::vector<Token> tokens = tokenize(text);
  const Found date = find_date(tokens, context);
  if (!date) return std::nullopt;
  const auto time = date->day == 0 ? std::nullopt : find_time(tokens);
  Reading reading;
  reading.whole = !date->guessed && covers(tokens, *date, time) &&
                  (!time || (time->exact && !time->guessed && time->begin >= date->end));
  reading.text = fmt::format("{:04}", date->year);
  if (date->month != 0) reading.text += fmt::format("-{:02}", date->month);
  if (date->day != 0) reading.text += fmt::format("-{:02}", date->day);
  if (time) reading.text += "T" + time->text;
  return reading;
}

std::optional<Reading> read_time_of_day(std::string_view raw) {
  const std::string text = fold_text(raw);
  const std::vector<Token> tokens = tokenize(text);
  const auto time = find_time(tokens);
  if (!time) return std::nullopt;
  const bool all = time->begin == 0 && time->end == tokens.size();
  return Reading{time->text, all && time->exact && !time->guessed};
}

std::optional<std::string> normalize_date(std::string_view raw, const NormalizeContext& context) {
  auto reading = read_date(raw, context);
  return reading ? std::optional(std::move(reading->text)) : std::nullopt;
}

std::optional<std::string> normalize_time(std::string_view raw) {
  auto reading = read_time_of_day(raw);
  return reading ? std::optional(std::move(reading->text)) : std::nullopt;
}

}  // namespace weft::value
