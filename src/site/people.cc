#include "site/people.h"

#include <algorithm>

#include "mine/mine.h"
#include "render/estimate.h"

namespace weft::site {
namespace {

constexpr size_t kLeastListed = 5;  // People that make a list of a page on which nobody was found.

}  // namespace

std::vector<read::Person> listed_people(const model::Page& page, const dom::Layout& layout,
                                        const read::PersonModel& model) {
  // The region with the most people: staff pages list their menus, too.
  std::vector<read::Person> best;
  for (const mine::Region& region : mine::mine(page.document, {.columns = false})) {
    std::vector<read::NodeRange> records;
    for (const mine::RecordSpan& record : region.records)
      records.push_back({record.begin, record.end});
    std::vector<read::Person> people = read::read_people(page, layout, records, model);
    if (people.size() > best.size()) best = std::move(people);
  }
  return best;
}

PeopleOnPage people_on_page(const model::Page& page, read::PersonMethod method) {
  const dom::Layout layout = page.layout ? *page.layout : render::estimate_layout(page.document);
  PeopleOnPage people;
  people.page = read::read_person(page, layout, method);
  using Kind = read::PersonPageKind;
  if (people.page.kind != Kind::kList && people.page.kind != Kind::kNobody) return people;
  people.listed = listed_people(page, layout);
  if (people.page.kind == Kind::kNobody && people.listed.size() < kLeastListed)
    people.listed.clear();
  if (!people.listed.empty()) people.page.kind = Kind::kList;
  return people;
}

}  // namespace weft::site
