// People of a page, whether it is about one or lists many.
#pragma once

#include <vector>

#include "model/page.h"
#include "read/person.h"

namespace weft::site {

// What a page says of people. One person, unless the page lists several: then the list goes to the miner first, and each of its
// records with a name is one.
struct PeopleOnPage {
  read::Person page;                 // All of it read as one person's.
  std::vector<read::Person> listed;  // Of a list; else empty.
};

// The layout is the page's own, or estimated where it has none.
PeopleOnPage people_on_page(const model::Page& page,
                            read::PersonMethod method = read::PersonMethod::kWeft);

// The people of a list, whatever the page looks like.
std::vector<read::Person> listed_people(
    const model::Page& page, const dom::Layout& layout,
    const read::PersonModel& model = read::shipped_person_model());

}  // namespace weft::site
