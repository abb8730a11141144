// Person: what a page says of the person whose page it is ([Zheng] chapter 7): name, position, affiliation, address, phone, fax,
// e-mail, picture.
//
//   const Person person = read_person(page, layout);
//   person.best(PersonField::kEmail)                      null: not found
//
// Each field has values, the best first, each with its node and a confidence. Two kinds of homepages are told apart (Fig. 1.5): one page
// with all that is to be known, and the entrance of a site about one person, whose facts stand on other pages; those are named.
//
// Threads: const model, pure functions; one page a thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/page.h"
#include "read/person_model.h"

namespace weft::read {

struct PersonValue {
  std::string
      value;  // As the page writes it; e-mail addresses as they are sent to, pictures as absolute URLs.
  dom::NodeId node = dom::kNoNode;
  float confidence = 0;
};

enum class PersonPageKind : uint8_t {
  kHomepage,  // All about a person on one page (type 1).
  kPart,      // One page of a site about a person: the rest stands elsewhere (type 2).
  kList,      // Several people.
  kNobody,    // No person found.
};
std::span<const std::string_view> names_of(PersonPageKind);

struct Person {
  PersonPageKind kind = PersonPageKind::kNobody;
  std::array<std::vector<PersonValue>, kPersonFields> fields;  // The best first.
  std::vector<std::string> links;  // Of type 2: pages with more, absolute where the URL is known.

  // Null: not found.
  [[nodiscard]] const PersonValue* best(PersonField field) const {
    const std::vector<PersonValue>& values = fields[static_cast<size_t>(field)];
    return values.empty() ? nullptr : &values.front();
  }
};

enum class PersonMethod : uint8_t {
  kWeft,       // Pieces of text, two looks.
  kZheng,      // Predict': leaves, AdaBoost, inter-field model.
  kZhengAlone  // Predict: without the inter-field model.
};
std::span<const std::string_view> names_of(PersonMethod);

// How the person's own values are told from others of the page. Chosen by hand on generated homepages and looked over on real
// ones.
struct PersonParameters {
  float least = 0.4F;         // Probability of a value that is given at all.
  float sure_name = 0.75F;    // Of a name that the title of the page says.
  float in_title = 0.5F;      // What is added to a name for its words in the page's title…
  float in_email = 0.25F;     // …in an e-mail address of the page…
  float large = 0.25F;        // …for the largest letters of all names…
  float further_down = 0.3F;  // …and taken away for its place: 0 at the top, all of it at the end.
  size_t names_of_list = 5;   // So many names, none in the title: a list of people.
  // Fields beside the name up to which a page may be the entrance of a site…
  size_t few_fields = 2;
  size_t part_links = 3;  // …if it links to so many pages that such sites have.
};

// REQUIRES: layout.size() == page.document.size().
Person read_person(const model::Page& page, const dom::Layout& layout,
                   PersonMethod method = PersonMethod::kWeft,
                   const PersonModel& model = shipped_person_model(),
                   const PersonParameters& parameters = {});

// What a block says if it is the field: a picture's address, an e-mail address in full, a company without "Copyright ©"; empty for a picture
// without an address. For read_person and tests.
std::string person_value(const model::Page& page, const PersonBlock& block, PersonField field);

// The people of a list: `records` are ranges of nodes [first, end), one a person, as a miner finds them. Records without a name are
// left out.
struct NodeRange {
  dom::NodeId first, end;
};
std::vector<Person> read_people(const model::Page& page, const dom::Layout& layout,
                                std::span<const NodeRange> records,
                                const PersonModel& model = shipped_person_model(),
                                const PersonParameters& parameters = {});

// How likely a page is the homepage of a person of this name, with what speaks for it. Comparable between pages for one name.
struct HomepageEvidence {
  double score = 0;
  std::vector<std::string> reasons;
};
inline constexpr double kLeastHomepageScore = 3;  // Below it, it is somebody else's or nobody's.
HomepageEvidence homepage_evidence(const model::Page& page, const Person& person,
                                   std::string_view name);

// Everything, nodes as indexed paths.
Json person_json(const model::Page& page, const Person& person);

}  // namespace weft::read
