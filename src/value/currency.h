// Currencies: what signs, words and codes beside an amount mean.
//
// Some signs are shared: "$" is the dollar of a dozen countries, "kr" the crown of four, "¥" yen and
// yuan. Such a sign stays a sign, unless the context says which of its currencies is meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "value/normalize.h"

namespace weft::value {

struct CurrencySign {
  std::string_view sign;  // As folded text has it (fold_text).
  std::string_view
      name;  // Its ISO 4217 code; for a shared sign what it is called without evidence.
};

// Longer signs before those they contain, codes last.
std::span<const CurrencySign> currency_signs();

// The code, or the sign itself when it is shared and the context does not tell.
std::string_view currency_name(const CurrencySign& sign, const NormalizeContext& context);

// Whether a folded text is a currency and nothing else.
bool is_currency(std::string_view folded);

// Whether an ISO 4217 code is one that a shared sign may mean.
bool has_shared_sign(std::string_view code);

// The currency that shared signs mean on pages in this language, BCP 47, if the language says it:
// "USD" for "en-US", "SEK" for "sv", empty for "en".
std::string_view currency_of_language(std::string_view language);

// Decimals that amounts of the currency have: 2 for most, 0 for yen.
size_t minor_digits(std::string_view name);

}  // namespace weft::value
