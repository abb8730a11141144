// Pages about people as examples, and models fitted to them: what tools/train/fit_person.cc and `weft eval people` share.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/import/people.h"
#include "eval/metrics/counts.h"
#include "practice/reading.h"
#include "read/person_model.h"

namespace weft::eval {

// A page, cut one way, with its rows and its truth.
struct PeopleView {
  read::PersonPage page;
  std::vector<float> rows;  // read::person_rows
  std::vector<std::optional<read::PersonField>> truth;
};

enum class PeopleSource : uint8_t { kContacts, kHomepages, kPractice };

struct PeopleExample {
  PeopleSource source = PeopleSource::kContacts;
  std::string site;
  bool usual = true;   // Of practice pages: the layout.
  bool emails = true;  // Whether e-mail addresses were marked.
  PeopleView leaves, pieces;
};
using PeopleExamples = std::vector<std::unique_ptr<PeopleExample>>;
using PeopleSample = std::vector<const PeopleExample*>;

// With estimated layouts. Pages whose marks change the tree are left out.
PeopleExamples people_examples(const std::vector<PeoplePage>& pages);
// `count` practice homepages of a seed.
PeopleExamples practice_people(uint64_t seed, uint32_t count);

// Whether blocks whose truth nobody knows: e-mail addresses on pages where none were marked.
bool is_unknown(const PeopleExample& one, const PeopleView& view, size_t block);

// The thesis: one AdaBoost a field, on leaves. Without visual features those columns are 0.
std::vector<ml::Forest> fit_fields(const PeopleSample& examples, bool visual);
// The rows of a view without visual features.
std::vector<float> content_rows(const PeopleView& view);
read::RelationProbabilities fit_relations(const PeopleSample& examples);
// Both looks of Weft's own method.
struct OwnForests {
  ml::Forest first, second;
};
OwnForests fit_own(const PeopleSample& examples);
read::PersonModel fit_person(const PeopleSample& examples);

// Right, found and true values, by field. A value counts once a page, however often the page shows it: who marked them often marked one
// of several.
using FieldCounts = std::array<Counts, read::kPersonFields>;
// Adds what was found on a page. REQUIRES: one field a block of the view.
void count_fields(const PeopleExample& one, const PeopleView& view,
                  const std::vector<std::optional<read::PersonField>>& found, FieldCounts& counts);
// Over the fields that the truth has.
double mean_f1(const FieldCounts& counts);

}  // namespace weft::eval
