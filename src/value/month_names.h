// Names of months and weekdays in European languages. Internal to value/normalize_date.cc.
#pragma once

#include <string_view>

namespace weft::value {

// 1 to 12 for a folded word (fold_text) that is a month's name, declined or not, or an abbreviation
// of at least three letters, with or without its full stop; 0 for any other word.
int month_of(std::string_view word);

// 1 for Sunday to 7 for a folded word that is a day's name, full or short; 0 for any other word and
// where languages disagree.
int weekday_of(std::string_view word);

}  // namespace weft::value
