// Month names of European languages. Internal to value/normalize_date.cc.
#pragma once

#include <string_view>

namespace weft::value {

// 1 to 12 for a folded word (fold_text) that is a month's name, declined or not, or an abbreviation
// of at least three letters, with or without its full stop; 0 for any other word.
int month_of(std::string_view word);

}  // namespace weft::value
