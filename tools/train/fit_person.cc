// weft_fit_person: fits the fields of people (share/models/person-*.model) and measures them by block, as [Zheng] 7.4.2 does.
//
//   build/weft_fit_person            three folds of whole sites: precision, recall and F1 of every field
//   build/weft_fit_person --emit     fits to all pages and writes share/models, and apps/eval/models without fold 0
//
// Data: `people`, contacts and homepages, with estimated layouts, and practice homepages, which alone have names and pictures of
// the person whose page it is (eval/people_training.h).

#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "eval/data.h"
#include "eval/people_training.h"

namespace weft {
namespace {

using eval::PeopleExample;
using eval::PeopleSource;

constexpr uint64_t kPracticeSeed = 1;  // `weft eval people --method practice` uses others.
constexpr uint32_t kPracticePages = 150;

void print(const std::string& name, const eval::FieldCounts& counts) {
  std::printf("%s\n", name.c_str());
  for (size_t i = 0; i < read::kPersonFields; ++i) {
    if (counts[i].truth == 0) continue;
    std::printf("  %-12s %6lu true  precision %.3f  recall %.3f  F1 %.3f\n",
                std::string(name_of(static_cast<read::PersonField>(i))).c_str(),
                static_cast<unsigned long>(counts[i].truth), counts[i].precision(),
                counts[i].recall(), counts[i].f1());
  }
  std::printf("  mean F1 %.4f\n", eval::mean_f1(counts));
}

void write(const std::string& folder, const read::PersonModel& model, const std::string& about) {
  const auto open = [&](std::string_view name) {
    return std::ofstream(fmt::format("{}/person-{}.model", folder, name));
  };
  for (size_t i = 0; i < read::kPersonFields; ++i)
    open(name_of(static_cast<read::PersonField>(i))) << ml::write_forest(model.fields[i], about);
  open("first") << ml::write_forest(model.first, about);
  open("second") << ml::write_forest(model.second, about);
  open("relations") << ml::write_token_table(model.relations.values(), read::kPersonFields, about);
}

// Adds what every method says of a page to its counts.
void judge(const PeopleExample& one, const read::PersonModel& model,
           const std::vector<ml::Forest>& blind, std::map<std::string, eval::FieldCounts>& counts) {
  const std::string part = one.source == PeopleSource::kHomepages  ? "homepages, "
                           : one.source == PeopleSource::kContacts ? "contacts, "
                                                                   : "practice, ";
  const auto add = [&](const char* method, const eval::PeopleView& view,
                       const read::FieldScores& scores, const auto& label) {
    std::vector<std::optional<read::PersonField>> found;
    for (const auto& block : scores) found.push_back(label(block));
    eval::count_fields(one, view, found, counts[part + method]);
  };
  const auto likeliest = [](const auto& block) { return read::likeliest(block, 0); };
  const read::FieldScores scores = read::scores_of(one.leaves.rows, model.fields);
  add("Predict", one.leaves, scores, read::predict);
  add("Predict'", one.leaves, read::with_relations(one.leaves.page, scores, model.relations),
      read::predict);
  add("content alone", one.leaves, read::scores_of(eval::content_rows(one.leaves), blind),
      read::predict);
  add("Weft", one.pieces, read::probabilities_of(one.pieces.page, one.pieces.rows, model),
      likeliest);
}

int run(int argc, char** argv) {
  const bool emit = argc > 1 && std::strcmp(argv[1], "--emit") == 0;
  const auto folder = eval::find_data_set("people");
  if (!folder) {
    std::fprintf(stderr, "weft_fit_person: `people` not found; set WEFT_DATA\n");
    return 1;
  }
  auto pages = eval::import_contacts(*folder);
  const auto homepages = eval::import_homepages(*folder);
  if (!pages.ok() || !homepages.ok()) {
    std::fprintf(stderr, "weft_fit_person: %s\n",
                 (pages.ok() ? homepages.error() : pages.error()).message.c_str());
    return 1;
  }
  pages->insert(pages->end(), homepages->begin(), homepages->end());
  eval::PeopleExamples examples = eval::people_examples(*pages);
  for (auto& one : eval::practice_people(kPracticeSeed, kPracticePages))
    examples.push_back(std::move(one));
  std::map<std::string, eval::FieldCounts> counts;
  for (size_t fold = 0; fold < eval::kPeopleFolds; ++fold) {
    eval::PeopleSample training;
    for (const auto& one : examples) {
      if (eval::people_fold(one->site) != fold) training.push_back(one.get());
    }
    const read::PersonModel model = eval::fit_person(training);
    const std::vector<ml::Forest> blind = eval::fit_fields(training, false);
    for (const auto& one : examples) {
      if (eval::people_fold(one->site) == fold) judge(*one, model, blind, counts);
    }
    if (emit && fold == 0)
      write("apps/eval/models", model, "fields of people; weft_fit_person, without fold 0");
  }
  for (const auto& [name, one] : counts) print(name, one);
  if (emit) {
    eval::PeopleSample all;
    for (const auto& one : examples) all.push_back(one.get());
    write("share/models", eval::fit_person(all), "fields of people; weft_fit_person");
  }
  return 0;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }
