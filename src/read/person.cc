// From labelled blocks to a person.
//
//   1. Blocks, their features, their fields (person_model.h).
//   2. The person's name: of the blocks that are names the one that title, e-mail address, size and place speak for. A title such as
//      "Ann Lee's Homepage" names a person that the classifier missed.
//   3. Other fields by confidence. Lines of an address that follow each other are one; e-mail addresses that nobody sees (mailto:,
//      scripts) count where the page shows none.
//   4. What kind of page it is: a list of people, a homepage, or the entrance of a site about one person.
//
// Tested by person_test.cc.

#include "read/person.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "annotate/typed_values.h"
#include "base/enum_names.h"
#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "read/email.h"
#include "read/outline.h"
#include "read/person_features.h"
#include "read/person_words.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMostAddressLines = 8;
constexpr size_t kMostValues = 8;  // Of a field.
constexpr float kHiddenEmail = 0.8F;

struct Labelled {
  PersonPage page;
  std::vector<float> rows;
  std::vector<std::optional<PersonField>> fields;
  std::vector<float> confidence;
  std::vector<float> name;  // How much speaks for each block being a name.
};

Labelled labelled_blocks(const model::Page& page, const dom::Layout& layout, PersonMethod method,
                         const PersonModel& model, float least) {
  Labelled all;
  const bool own = method == PersonMethod::kWeft;
  all.page =
      person_blocks(page.document, layout, own ? BlockCut::kPieces : BlockCut::kLeaves, page.url);
  all.rows = person_rows(page.document, layout, all.page);
  FieldScores scores =
      own ? probabilities_of(all.page, all.rows, model) : scores_of(all.rows, model.fields);
  if (method == PersonMethod::kZheng) scores = with_relations(all.page, scores, model.relations);
  for (const auto& one : scores) {
    all.name.push_back(one[static_cast<size_t>(PersonField::kName)]);
    const std::optional<PersonField> field = own ? likeliest(one, least) : predict(one);
    all.fields.push_back(field);
    all.confidence.push_back(field ? std::min(1.0F, one[static_cast<size_t>(*field)]) : 0);
  }
  return all;
}

}  // namespace

std::string person_value(const model::Page& page, const PersonBlock& block, PersonField field) {
  if (field == PersonField::kPicture) return picture_address(page, block.node);
  if (field == PersonField::kAffiliation) {
    const std::string_view holder = holder_of_rights(block.text);
    return holder.empty() ? block.text : std::string(holder);
  }
  if (field == PersonField::kEmail && !block.email.empty()) return block.email;
  return block.text;
}

namespace {

// 3. Values of the blocks [first, end), by field.
void collect(const model::Page& page, const Labelled& all, size_t first, size_t end,
             Person& person) {
  for (size_t b = first; b < end; ++b) {
    if (!all.fields[b]) continue;
    const PersonField field = *all.fields[b];
    PersonValue value{person_value(page, all.page.blocks[b], field), all.page.blocks[b].node,
                      all.confidence[b]};
    if (field == PersonField::kAddress) {
      size_t lines = 1;
      while (b + 1 < end && lines < kMostAddressLines &&
             all.fields[b + 1] == PersonField::kAddress) {
        ++b;
        ++lines;
        value.value += ", " + all.page.blocks[b].text;
        value.confidence = std::max(value.confidence, all.confidence[b]);
      }
    }
    if (value.value.empty()) continue;
    std::vector<PersonValue>& values = person.fields[static_cast<size_t>(field)];
    const auto same = std::find_if(values.begin(), values.end(), [&](const PersonValue& one) {
      return one.value == value.value;
    });
    if (same == values.end())
      values.push_back(std::move(value));
    else
      same->confidence = std::max(same->confidence, value.confidence);
  }
  for (std::vector<PersonValue>& values : person.fields) {
    std::stable_sort(values.begin(), values.end(), [](const PersonValue& a, const PersonValue& b) {
      return a.confidence > b.confidence;
    });
    if (values.size() > kMostValues) values.resize(kMostValues);
  }
}

// "Ann Lee's Homepage", "Ann Lee - Department of History": the part that is written like a name and begins with one.
std::string name_in_title(std::string_view title) {
  size_t begin = 0;
  while (begin <= title.size()) {
    const size_t end = std::min(title.find_first_of("|:-,(", begin), title.size());
    std::string_view part = trim(title.substr(begin, end - begin));
    for (const std::string_view ending : {"'s", "’s"}) {
      const size_t at = part.find(ending);
      if (at != std::string_view::npos) part = part.substr(0, at);
    }
    const std::vector<std::string> words = plain_words_of(part);
    std::vector<annotate::Span> spans;
    annotate::find_typed(annotate::EntityType::kPerson, part, "", spans);
    const bool whole = !spans.empty() && spans.front().end - spans.front().begin == part.size();
    if (whole && words.size() >= 2 &&
        (is_in(PersonWords::kGiven, words.front()) ||
         is_in(PersonWords::kHonorific, words.front())) &&
        count_of(PersonWords::kOrganization, words) == 0)
      return std::string(part);
    begin = end + 1;
  }
  return "";
}

// 2. Puts the person's own name first.
void choose_name(const dom::Layout& layout, const Labelled& all, const PersonParameters& parameters,
                 Person& person) {
  std::vector<PersonValue>& names = person.fields[static_cast<size_t>(PersonField::kName)];
  const std::string titled = name_in_title(all.page.title);
  const bool known = std::any_of(names.begin(), names.end(), [&](const PersonValue& one) {
    return equals_ignoring_ascii_case(one.value, titled);
  });
  if (!titled.empty() && !known) {
    // Only what the page itself shows: a title may be of another page of the template.
    for (const PersonBlock& block : all.page.blocks) {
      if (block.picture || !equals_ignoring_ascii_case(block.text, titled)) continue;
      names.push_back({block.text, block.node, parameters.sure_name});
      break;
    }
  }
  const auto row_of = [&](NodeId node) -> const float* {
    for (size_t b = 0; b < all.page.blocks.size(); ++b) {
      if (all.page.blocks[b].node == node) return all.rows.data() + b * kPersonColumns;
    }
    return nullptr;
  };
  float largest = 0;
  for (const PersonValue& one : names)
    largest = std::max(largest, layout.style(one.node).font_size);
  std::vector<std::pair<float, PersonValue>> judged;
  for (PersonValue& one : names) {
    const float* row = row_of(one.node);
    float score = one.confidence;
    if (row != nullptr)
      score += parameters.in_title * row[kConTitleShare] + parameters.in_email * row[kConInEmail] -
               parameters.further_down * row[kConPlace];
    if (layout.style(one.node).font_size >= largest) score += parameters.large;
    judged.emplace_back(score, std::move(one));
  }
  std::stable_sort(judged.begin(), judged.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  names.clear();
  for (auto& [score, value] : judged) names.push_back(std::move(value));
}

// E-mail addresses that the page does not show.
void add_hidden_emails(const model::Page& page, Person& person) {
  std::vector<PersonValue>& emails = person.fields[static_cast<size_t>(PersonField::kEmail)];
  if (!emails.empty()) return;
  for (const NodeId n : page.document.nodes()) {
    if (!page.document.is_element(n)) continue;
    std::string address = hidden_email(page.document, n);
    if (address.empty()) continue;
    const bool same = std::any_of(emails.begin(), emails.end(),
                                  [&](const PersonValue& one) { return one.value == address; });
    if (!same && emails.size() < kMostValues)
      emails.push_back({std::move(address), n, kHiddenEmail});
  }
  // Of several, the one that has a word of the name; without one nobody knows whose they are.
  if (emails.size() < 2) return;
  const PersonValue* name = person.best(PersonField::kName);
  std::erase_if(emails, [&](const PersonValue& one) {
    if (name == nullptr) return true;
    const std::string local = ascii_lower(one.value.substr(0, one.value.find('@')));
    const std::vector<std::string> words = plain_words_of(name->value);
    return std::none_of(words.begin(), words.end(), [&](const std::string& word) {
      return word.size() > 2 && local.find(word) != std::string::npos;
    });
  });
}

std::vector<std::string> links_to_parts(const model::Page& page) {
  std::vector<std::string> links;
  for (const NodeId n : page.document.nodes()) {
    if (page.document.name(n) != atoms::kA) continue;
    const std::string_view href = page.document.attribute(n, atoms::kHref).value_or("");
    if (href.empty() || href.front() == '#') continue;
    const std::vector<std::string> words = plain_words_of(dom::normalized_text(page.document, n));
    if (words.empty() || words.size() > 3 || count_of(PersonWords::kPart, words) == 0) continue;
    std::string link = url::resolve(href, page.url);
    if (link.empty()) link = href;
    if (std::find(links.begin(), links.end(), link) == links.end())
      links.push_back(std::move(link));
  }
  return links;
}

// In a list of people names stand where names stand: the path at which most records have a text that is written like one. 0: nowhere.
uint64_t path_of_names(const Labelled& all, std::span<const std::pair<size_t, size_t>> records) {
  constexpr float kLeastShare = 0.5F;  // Of records.
  constexpr float kLeastName = 0.1F;   // Mean of what speaks for it…
  constexpr float kLeastGiven = 0.2F;  // …or share of texts that begin with a given name.
  constexpr float kMostWords = 6;
  struct Place {
    float records = 0, name = 0, given = 0;
    size_t last = SIZE_MAX;  // Record that was counted.
  };
  std::map<uint64_t, Place> places;
  for (size_t r = 0; r < records.size(); ++r) {
    for (size_t b = records[r].first; b < records[r].second; ++b) {
      const float* row = all.rows.data() + b * kPersonColumns;
      const bool like = row[kConPersonForm] > 0 && row[kConWordCount] <= kMostWords &&
                        row[kConWordCount] > 1 && row[kConOrganizations] == 0 &&
                        row[kConRoles] == 0 && row[kConDigits] == 0 && row[kConMenuWords] == 0;
      Place& place = places[all.page.blocks[b].path];
      if (!like || place.last == r) continue;
      place.last = r;
      ++place.records;
      place.name += all.name[b];
      place.given += row[kConGivenNames] > 0 ? 1 : 0;
    }
  }
  uint64_t best = 0;
  float most = 0;
  for (const auto& [path, place] : places) {
    const bool enough = place.records >= kLeastShare * static_cast<float>(records.size());
    const bool named =
        place.name >= kLeastName * place.records || place.given >= kLeastGiven * place.records;
    const float score = place.records + place.name + place.given;
    if (!enough || !named || score <= most) continue;
    most = score;
    best = path;
  }
  return best;
}

// 4.
void judge_page(const model::Page& page, const Labelled& all, const PersonParameters& parameters,
                Person& person) {
  const std::vector<PersonValue>& names = person.fields[static_cast<size_t>(PersonField::kName)];
  size_t fields = 0;
  for (const auto& values : person.fields) fields += values.empty() ? 0 : 1;
  if (names.empty()) return;
  const std::vector<std::string> title = plain_words_of(all.page.title);
  const std::vector<std::string> words = plain_words_of(names.front().value);
  const bool in_title = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.size() > 2 && std::find(title.begin(), title.end(), word) != title.end();
  });
  if (names.size() >= parameters.names_of_list && !in_title) {
    person.kind = PersonPageKind::kList;
    return;
  }
  person.kind = PersonPageKind::kHomepage;
  if (fields - 1 > parameters.few_fields) return;
  std::vector<std::string> links = links_to_parts(page);
  if (links.size() < parameters.part_links) return;
  person.kind = PersonPageKind::kPart;
  person.links = std::move(links);
}

}  // namespace

std::span<const std::string_view> names_of(PersonPageKind) {
  static constexpr std::array<std::string_view, 4> kNames = {"homepage", "part", "list", "nobody"};
  return kNames;
}

std::span<const std::string_view> names_of(PersonMethod) {
  static constexpr std::array<std::string_view, 3> kNames = {"weft", "zheng", "zheng-alone"};
  return kNames;
}

Person read_person(const model::Page& page, const dom::Layout& layout, PersonMethod method,
                   const PersonModel& model, const PersonParameters& parameters) {
  const Labelled all = labelled_blocks(page, layout, method, model, parameters.least);
  Person person;
  collect(page, all, 0, all.page.blocks.size(), person);
  if (method == PersonMethod::kWeft) {
    choose_name(layout, all, parameters, person);
    add_hidden_emails(page, person);
  }
  judge_page(page, all, parameters, person);
  return person;
}

std::vector<Person> read_people(const model::Page& page, const dom::Layout& layout,
                                std::span<const NodeRange> records, const PersonModel& model,
                                const PersonParameters& parameters) {
  const Labelled all = labelled_blocks(page, layout, PersonMethod::kWeft, model, parameters.least);
  std::vector<std::pair<size_t, size_t>> blocks;  // Of each record.
  const auto place = [&](NodeId n) {
    return static_cast<size_t>(
        std::partition_point(all.page.blocks.begin(), all.page.blocks.end(),
                             [&](const PersonBlock& block) { return block.node < n; }) -
        all.page.blocks.begin());
  };
  for (const NodeRange& record : records)
    blocks.emplace_back(place(record.first), place(record.end));
  const uint64_t path = path_of_names(all, blocks);
  std::vector<Person> people;
  for (const auto& [first, end] : blocks) {
    Person person;
    collect(page, all, first, end, person);
    std::vector<PersonValue>& names = person.fields[static_cast<size_t>(PersonField::kName)];
    for (size_t b = first; path != 0 && b < end; ++b) {
      const PersonBlock& block = all.page.blocks[b];
      const float* row = all.rows.data() + b * kPersonColumns;
      if (block.path != path || row[kConPersonForm] == 0 || row[kConRoles] > 0) continue;
      names.insert(names.begin(),
                   {block.text, block.node, std::max(all.confidence[b], parameters.least)});
      break;
    }
    if (names.empty()) continue;
    person.kind = PersonPageKind::kPart;
    people.push_back(std::move(person));
  }
  return people;
}

HomepageEvidence homepage_evidence(const model::Page& page, const Person& person,
                                   std::string_view name) {
  HomepageEvidence evidence;
  const std::vector<std::string> words = plain_words_of(name);
  if (words.empty()) return evidence;
  const auto add = [&](double score, std::string reason) {
    evidence.score += score;
    evidence.reasons.push_back(std::move(reason));
  };
  const auto share_in = [&](std::string_view text) {
    std::vector<std::string> there = plain_words_of(text);
    for (std::string& word : there) {  // "Lee's Homepage"
      if (word.ends_with("'s")) word.resize(word.size() - 2);
      if (word.ends_with("’s")) word.resize(word.size() - 4);
    }
    size_t found = 0;
    for (const std::string& word : words)
      found += std::find(there.begin(), there.end(), word) != there.end() ? 1 : 0;
    return static_cast<double>(found) / static_cast<double>(words.size());
  };
  const std::string& last = words.back();
  std::string title;
  for (const NodeId n : page.document.nodes()) {
    if (page.document.name(n) != atoms::kTitle) continue;
    title = dom::normalized_text(page.document, n);
    break;
  }
  if (const double share = share_in(title); share > 0.5)
    add(2 * share, fmt::format("the title is \"{}\"", title));
  if (const PersonValue* found = person.best(PersonField::kName)) {
    if (const double share = share_in(found->value); share > 0.5)
      add(2 * share, fmt::format("the person on it is {}", found->value));
    else
      add(-2, fmt::format("the person on it is {}", found->value));
  }
  const std::string path = ascii_lower(page.url);
  if (last.size() > 2 && path.find(last) != std::string::npos)
    add(1, "the address has the name in it");
  else if (path.find('~') != std::string::npos)
    add(0.5, "the address is of a person");
  if (const PersonValue* email = person.best(PersonField::kEmail)) {
    const std::string local = ascii_lower(email->value.substr(0, email->value.find('@')));
    if (local.find(last) != std::string::npos)
      add(1, fmt::format("the e-mail address is {}", email->value));
  }
  if (person.kind == PersonPageKind::kHomepage) add(1, "it has the fields of a homepage");
  if (person.kind == PersonPageKind::kPart)
    add(0.5, "it links to the pages of a site about a person");
  if (person.kind == PersonPageKind::kList) add(-2, "it lists several people");
  return evidence;
}

Json person_json(const model::Page& page, const Person& person) {
  Json json = {{"page", page.id}, {"url", page.url}, {"kind", name_of(person.kind)}};
  for (size_t i = 0; i < kPersonFields; ++i) {
    Json values = Json::array();
    for (const PersonValue& one : person.fields[i])
      values.push_back(
          {{"value", one.value},
           {"confidence", std::round(static_cast<double>(one.confidence) * 1000) / 1000},
           {"node", dom::indexed_path(page.document, one.node)}});
    json[std::string(name_of(static_cast<PersonField>(i)))] = std::move(values);
  }
  json["links"] = person.links;
  return json;
}

}  // namespace weft::read
