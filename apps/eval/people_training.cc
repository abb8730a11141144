// Models of fields of people, fitted. Parameters: chosen by hand on `people`, cross-validated by site.

#include "eval/people_training.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/hash.h"
#include "base/strings.h"
#include "html/parser.h"
#include "ml/boosting.h"
#include "read/person_features.h"
#include "render/estimate.h"
#include "url/url.h"

namespace weft::eval {
namespace {

using read::BlockCut;
using read::PersonField;

constexpr double kNoneShare = 0.3;  // Of blocks that are no field; they are weighted up again.
// Fields are rare, and missing one is as bad as making one up.
constexpr float kFieldWeight = 1.5F;
constexpr size_t kInnerFolds = 3;

const ml::BoostingParameters kFirst = {
    .rounds = 90, .rate = 0.1, .tree = {.leaves = 10, .least_rows = 10}};
const ml::BoostingParameters kSecond = {
    .rounds = 80, .rate = 0.08, .tree = {.leaves = 8, .least_rows = 10}};

PeopleView view_of(const dom::Document& doc, const dom::Layout& layout, const std::string& url,
                   BlockCut cut) {
  PeopleView view;
  view.page = read::person_blocks(doc, layout, cut, url);
  view.rows = read::person_rows(doc, layout, view.page);
  return view;
}

bool is_kept(size_t page, size_t block, bool positive) {
  return positive ||
         static_cast<double>(mix64(page * 1'000'003 + block) >> 11) * 0x1.0p-53 < kNoneShare;
}

// What a page shows twenty times says what it says once.
float times_on_page(const PeopleView& view, size_t block) {
  return std::max(1.0F, view.rows[block * read::kPersonColumns + read::kConRepeated]);
}

// Rows of one look, with the truth.
void add_rows(const PeopleExample& one, size_t page, const std::vector<float>& rows, size_t columns,
              ml::Samples& samples) {
  const PeopleView& view = one.pieces;
  for (size_t b = 0; b < view.truth.size(); ++b) {
    const bool any = view.truth[b].has_value();
    if (!is_kept(page, b, any) || is_unknown(one, view, b)) continue;
    samples.add(std::span(rows).subspan(b * columns, columns),
                any ? 1.0F + static_cast<float>(*view.truth[b]) : 0.0F,
                (any ? kFieldWeight : static_cast<float>(1 / kNoneShare)) / times_on_page(view, b));
  }
}

ml::Forest fit_first(const PeopleSample& examples) {
  ml::Samples samples(read::wide_column_names());
  for (size_t p = 0; p < examples.size(); ++p)
    add_rows(*examples[p], p, read::with_neighbours(examples[p]->pieces.rows), read::kWideColumns,
             samples);
  return ml::train_softmax(samples, read::kPersonFields + 1, kFirst);
}

// What the second look learns from must be as good as it will be on new pages: judged by forests that have not seen the site.
ml::Forest fit_second(const PeopleSample& examples) {
  const auto part_of = [](const PeopleExample& one) {
    return hash_bytes(one.site + " inner") % kInnerFolds;
  };
  ml::Samples samples(read::second_column_names());
  for (size_t part = 0; part < kInnerFolds; ++part) {
    PeopleSample others;
    for (const PeopleExample* one : examples) {
      if (part_of(*one) != part) others.push_back(one);
    }
    const ml::Forest first = fit_first(others);
    for (size_t p = 0; p < examples.size(); ++p) {
      const PeopleExample& one = *examples[p];
      if (part_of(one) != part) continue;
      const auto judged = read::first_probabilities(one.pieces.rows, first);
      add_rows(one, p, read::second_rows(one.pieces.page, one.pieces.rows, judged),
               read::kSecondColumns, samples);
    }
  }
  return ml::train_softmax(samples, read::kPersonFields + 1, kSecond);
}

// The field of the practice page's truth that a block shows.
std::vector<std::optional<PersonField>> practice_truth(const dom::Document& doc,
                                                       const read::PersonPage& page,
                                                       const practice::ReadingPage& truth) {
  std::vector<std::optional<PersonField>> fields(page.blocks.size());
  for (size_t b = 0; b < page.blocks.size(); ++b) {
    const read::PersonBlock& block = page.blocks[b];
    const std::string shown =
        block.picture ? std::string(doc.attribute(block.node, dom::atoms::kSrc).value_or(""))
                      : block.text;
    for (const practice::TrueBlock& one : truth.truth) {
      // A leaf may have its label before it: "Phone: 555-1234".
      const bool same =
          shown == one.text ||
          (!block.picture && shown.size() > one.text.size() &&
           shown.compare(shown.size() - one.text.size(), one.text.size(), one.text) == 0 &&
           shown[shown.size() - one.text.size() - 1] == ' ' && 2 * one.text.size() >= shown.size());
      if (same) fields[b] = enum_named<PersonField>(one.label);
    }
  }
  return fields;
}

}  // namespace

PeopleExamples people_examples(const std::vector<PeoplePage>& pages) {
  PeopleExamples examples;
  for (const PeoplePage& page : pages) {
    const dom::Document doc = html::parse(page.html).document;
    const auto marks = field_marks(doc, page);
    if (!marks) continue;
    const dom::Layout layout = render::estimate_layout(doc);
    auto one = std::make_unique<PeopleExample>();
    one->source = page.homepage ? PeopleSource::kHomepages : PeopleSource::kContacts;
    one->site = page.site;
    one->emails = page.emails;
    for (const auto& [view, cut] :
         {std::pair{&one->leaves, BlockCut::kLeaves}, {&one->pieces, BlockCut::kPieces}}) {
      *view = view_of(doc, layout, page.url, cut);
      view->truth = fields_of_blocks(doc, view->page, *marks);
    }
    examples.push_back(std::move(one));
  }
  return examples;
}

PeopleExamples practice_people(uint64_t seed, uint32_t count) {
  PeopleExamples examples;
  for (uint32_t number = 0; number < count; ++number) {
    const practice::ReadingPage page = practice::homepage(seed, number);
    const dom::Document doc = html::parse(page.html).document;
    const dom::Layout layout = render::estimate_layout(doc);
    auto one = std::make_unique<PeopleExample>();
    one->source = PeopleSource::kPractice;
    one->site = page.site;
    one->usual = page.usual;
    for (const auto& [view, cut] :
         {std::pair{&one->leaves, BlockCut::kLeaves}, {&one->pieces, BlockCut::kPieces}}) {
      *view = view_of(doc, layout, page.url, cut);
      view->truth = practice_truth(doc, view->page, page);
    }
    examples.push_back(std::move(one));
  }
  return examples;
}

bool is_unknown(const PeopleExample& one, const PeopleView& view, size_t block) {
  if (!one.emails && !view.page.blocks[block].email.empty()) return true;
  // Nobody marked pictures of business pages, nor names of flat homepages.
  if (one.source == PeopleSource::kContacts) return view.page.blocks[block].picture;
  const float* row = view.rows.data() + block * read::kPersonColumns;
  return one.source == PeopleSource::kHomepages && row[read::kConPersonForm] > 0 &&
         row[read::kConGivenNames] > 0 && !view.truth[block];
}

std::vector<ml::Forest> fit_fields(const PeopleSample& examples, bool visual) {
  std::vector<ml::Samples> samples(read::kPersonFields, ml::Samples(read::person_column_names()));
  for (size_t p = 0; p < examples.size(); ++p) {
    const PeopleView& view = examples[p]->leaves;
    const std::vector<float> rows = visual ? view.rows : content_rows(view);
    for (size_t b = 0; b < view.truth.size(); ++b) {
      const bool any = view.truth[b].has_value();
      if (!is_kept(p, b, any) || is_unknown(*examples[p], view, b)) continue;
      for (size_t i = 0; i < read::kPersonFields; ++i)
        samples[i].add(std::span(rows).subspan(b * read::kPersonColumns, read::kPersonColumns),
                       view.truth[b] == static_cast<PersonField>(i) ? 1.0F : 0.0F,
                       (any ? 1.0F : static_cast<float>(1 / kNoneShare)) / times_on_page(view, b));
    }
  }
  ml::AdaBoostParameters parameters{.rounds = 120};
  parameters.tree = {.leaves = 4, .depth = 3, .least_rows = 10, .l2 = 0};
  std::vector<ml::Forest> forests;
  for (const ml::Samples& one : samples) forests.push_back(ml::train_adaboost(one, parameters));
  return forests;
}

std::vector<float> content_rows(const PeopleView& view) {
  std::vector<float> rows = view.rows;
  for (size_t b = 0; b < view.truth.size(); ++b)
    std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(b * read::kPersonColumns),
                read::kVisualColumns, 0.0F);
  return rows;
}

read::RelationProbabilities fit_relations(const PeopleSample& examples) {
  read::RelationProbabilities relations;
  for (const PeopleExample* one : examples)
    relations.add(read::RelationTree(one->leaves.page), one->leaves.truth);
  return relations;
}

OwnForests fit_own(const PeopleSample& examples) {
  return {fit_first(examples), fit_second(examples)};
}

read::PersonModel fit_person(const PeopleSample& examples) {
  OwnForests own = fit_own(examples);
  return {.fields = fit_fields(examples, true),
          .relations = fit_relations(examples),
          .first = std::move(own.first),
          .second = std::move(own.second)};
}

void count_fields(const PeopleExample& one, const PeopleView& view,
                  const std::vector<std::optional<PersonField>>& found, FieldCounts& counts) {
  std::array<std::set<std::string>, read::kPersonFields> found_values, true_values;
  for (size_t b = 0; b < view.truth.size(); ++b) {
    if (is_unknown(one, view, b)) continue;
    // Pictures have no text that tells them apart.
    const std::string value = view.page.blocks[b].picture ? fmt::format("picture {}", b)
                                                          : ascii_lower(view.page.blocks[b].text);
    if (found[b]) found_values[static_cast<size_t>(*found[b])].insert(value);
    if (view.truth[b]) true_values[static_cast<size_t>(*view.truth[b])].insert(value);
  }
  for (size_t i = 0; i < read::kPersonFields; ++i) {
    counts[i].found += found_values[i].size();
    counts[i].truth += true_values[i].size();
    for (const std::string& value : found_values[i])
      counts[i].correct += true_values[i].count(value);
  }
}

double mean_f1(const FieldCounts& counts) {
  std::vector<double> all;
  for (const Counts& one : counts) {
    if (one.truth > 0) all.push_back(one.f1());
  }
  return mean(all);
}

}  // namespace weft::eval
