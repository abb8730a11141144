// What a person asks of a page with several lists: "name, phone".
//
//   const auto wishes = wishes_of("first name, last name, phone");
//   take_wished(wishes, regions);         the list that fits best is now first, names split
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mine/region.h"

namespace weft::mine {

// One thing asked for, as words in lower case.
struct Wish {
  std::vector<std::string> words;
};

// Names separated by commas; "first_name" and "firstName" are two words, as "first name" is.
std::vector<Wish> wishes_of(std::string_view names);
std::vector<Wish> wishes_of(const model::Schema& schema);

// How well the columns of a region fit, in [0, 1]: 1 if each wish has a column of its own by name.
double fit(const std::vector<Wish>& wishes, const Region& region);

// Puts the region that fits best first; of equals the surer one. Where first and last names are
// wished for and it has whole names only, it gets a column of each.
void take_wished(const std::vector<Wish>& wishes, std::vector<Region>& regions);

}  // namespace weft::mine
