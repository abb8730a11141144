// Page markup: what a page says about itself for machines: JSON-LD and microdata, as flat keys.
//
//   {"name": "Kettle", "offers": {"price": "12.50"}}   json:name → Kettle,
//                                                      json:offers.price → 12.50
//   <b itemprop="price" content="12.50">12.50 €</b>    item:price → 12.50
//
// It is a witness, not the truth: shops leave it out of date. Who uses it compares it with what is
// known first (landmarks.h).
#pragma once

#include <map>
#include <string>

#include "dom/document.h"

namespace weft::watch {

// Keys with different values on the page (the prices of related items) are left out.
using PageMarkup = std::map<std::string, std::string>;

// At most 512 values of at most 64 levels are read; text that is not JSON says nothing.
PageMarkup page_markup(const dom::Document& doc);

}  // namespace weft::watch
