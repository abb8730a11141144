// What a page says about how to read its values: its address, its language, and the currency that a
// plain "$" or "kr" means there. One reading for mining and extraction, so that both give the same.
#pragma once

#include <string>

#include "model/page.h"
#include "model/schema.h"
#include "value/normalize.h"

namespace weft::model {

// Owns what it found; the page's URL must outlive it.
class PageContext {
 public:
  enum class Prices : uint8_t { kNone, kSome };

  // Looking for the currency reads the whole page and is done only where there are prices.
  PageContext(const Page& page, Prices prices);

  // For the values of a cell; `values` is the caller's.
  [[nodiscard]] value::NormalizeContext get() const {
    return {.base_url = base_url_, .language = language_, .currency = currency_};
  }

 private:
  std::string_view base_url_;
  std::string language_;
  std::string currency_;
};

// kSome if any attribute, nested ones included, is of the type money.
PageContext::Prices prices_in(const Schema& schema);

}  // namespace weft::model
