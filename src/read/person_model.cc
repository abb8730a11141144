// Fields of blocks: the classifiers of [Zheng] 7.2.3, the inter-field model of 7.3, and Weft's own.
//
//   1. Each field's AdaBoost scores a block: S(b, c_i) in (-1, 1).
//   2. Φ(b, j) is the sum, over blocks b' in a relation r to b and fields i that b' scores for, of S(b', c_i) P(r, i, j).
//      N(b, r) must be {b' : R(b', b) = r}, as P(r, i, j) is of pairs with R(b_1, b_2) = r; the thesis prints it the other way round.
//   3. S'(b, c_i) = α S(b, c_i) + (1 - α) Φ(b, i); the largest that is positive is the field (Fig. 7.1).
//      Where a page follows no pattern, Φ is about 0 and the scores decide, halved alike (7.3.4).
//
// Weft's own is a forest of nine classes that sees the blocks before and behind, and a second one that sees what the first says of
// neighbours and of blocks of the same path (person_features.h): in a list of people, names stand where names stand.
// Tested by person_test.cc.

#include "read/person_model.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/enum_names.h"
#include "base/strings.h"
#include "read/person_features.h"

namespace weft::read {
namespace {

Result<ml::Forest> person_forest(std::span<const EmbeddedFile> files, const std::string& name,
                                 const std::vector<std::string>& columns, size_t outputs) {
  const auto file = std::find_if(files.begin(), files.end(),
                                 [&](const EmbeddedFile& one) { return one.name == name; });
  if (file == files.end()) return Error{ErrorCode::kNotFound, "model '" + name + "' is missing"};
  auto forest = ml::read_forest(file->text);
  if (!forest.ok()) return forest.error().in(name);
  if (forest->columns() != columns || forest->outputs() != outputs)
    return Error{ErrorCode::kInvalidArgument,
                 "model '" + name + "' was fitted to other columns than this program has"};
  return forest;
}

std::string relation_key(size_t relation, size_t field) {
  return fmt::format("{} {}", name_of(static_cast<VisualRelation>(relation)),
                     name_of(static_cast<PersonField>(field)));
}

// Of a forest whose first class is none.
FieldScores class_probabilities(std::span<const float> rows, size_t columns,
                                const ml::Forest& forest) {
  FieldScores scores(rows.size() / columns);
  std::vector<float> all(scores.size() * (kPersonFields + 1));
  forest.predict(rows, columns, all);
  for (size_t b = 0; b < scores.size(); ++b)
    std::copy_n(all.data() + b * (kPersonFields + 1) + 1, kPersonFields, scores[b].begin());
  return scores;
}

// A number that can be dialled, or enough digits with hardly anything else: an extension, a number of a country nobody named.
bool may_be_dialled(const PersonBlock& block) {
  constexpr size_t kLeastDigits = 6;
  if (block.phone) return true;
  size_t digits = 0, letters = 0;
  for (const char c : block.text) {
    digits += is_ascii_digit(c) ? 1 : 0;
    letters += is_ascii_alpha(c) ? 1 : 0;
  }
  return digits >= kLeastDigits && letters < digits &&
         block.text.find_first_of("$,/") == std::string::npos;
}

}  // namespace

void RelationProbabilities::add(const RelationTree& tree,
                                std::span<const std::optional<PersonField>> truth) {
  // Pairs (b_1, b_2), asked from b_2: for_each_related gives R(b_1, b_2).
  for (uint32_t second = 0; second < truth.size(); ++second) {
    tree.for_each_related(second, [&](uint32_t first, VisualRelation r) {
      if (!truth[first]) return;
      Shares& shares = shares_[static_cast<size_t>(r)][static_cast<size_t>(*truth[first])];
      ++shares.all;
      if (truth[second]) ++shares.pairs[static_cast<size_t>(*truth[second])];
      for (size_t j = 0; j < kPersonFields; ++j)
        shares.share[j] = static_cast<float>(shares.pairs[j]) / static_cast<float>(shares.all);
    });
  }
}

float RelationProbabilities::of(VisualRelation r, PersonField i, PersonField j) const {
  return shares_[static_cast<size_t>(r)][static_cast<size_t>(i)].share[static_cast<size_t>(j)];
}

ml::TokenValues RelationProbabilities::values() const {
  ml::TokenValues values;
  for (size_t r = 0; r < kVisualRelations; ++r) {
    for (size_t i = 0; i < kPersonFields; ++i) {
      std::vector<int>& row = values[relation_key(r, i)];
      for (const float share : shares_[r][i].share)
        row.push_back(static_cast<int>(std::lround(100 * share)));
    }
  }
  return values;
}

Result<RelationProbabilities> RelationProbabilities::read(const ml::TokenTable& table) {
  if (table.width() != kPersonFields)
    return Error{ErrorCode::kInvalidArgument, "relations of another number of fields"};
  RelationProbabilities relations;
  for (size_t r = 0; r < kVisualRelations; ++r) {
    for (size_t i = 0; i < kPersonFields; ++i) {
      const int8_t* row = table.find(ml::TokenTable::key(relation_key(r, i)));
      if (row == nullptr) continue;
      for (size_t j = 0; j < kPersonFields; ++j)
        relations.shares_[r][i].share[j] = static_cast<float>(row[j]) / 100;
    }
  }
  return relations;
}

Result<PersonModel> read_person_model(std::span<const EmbeddedFile> files) {
  WEFT_ASSIGN(ml::Forest first,
              person_forest(files, "person-first", wide_column_names(), kPersonFields + 1));
  WEFT_ASSIGN(ml::Forest second,
              person_forest(files, "person-second", second_column_names(), kPersonFields + 1));
  PersonModel model{
      .fields = {}, .relations = {}, .first = std::move(first), .second = std::move(second)};
  for (size_t i = 0; i < kPersonFields; ++i) {
    WEFT_ASSIGN(ml::Forest forest,
                person_forest(files, fmt::format("person-{}", name_of(static_cast<PersonField>(i))),
                              person_column_names(), 1));
    model.fields.push_back(std::move(forest));
  }
  const auto file = std::find_if(files.begin(), files.end(), [](const EmbeddedFile& one) {
    return one.name == "person-relations";
  });
  if (file == files.end())
    return Error{ErrorCode::kNotFound, "model 'person-relations' is missing"};
  auto table = ml::read_token_table(file->text);
  if (!table.ok()) return table.error().in("person-relations");
  WEFT_ASSIGN(model.relations, RelationProbabilities::read(*table));
  return model;
}

const PersonModel& shipped_person_model() {
  static const PersonModel kModel = [] {
    auto model = read_person_model(person_model_files());
    WEFT_CHECK(model.ok());  // It is part of the program.
    return std::move(*model);
  }();
  return kModel;
}

FieldScores scores_of(std::span<const float> rows, std::span<const ml::Forest> fields) {
  FieldScores scores(rows.size() / kPersonColumns);
  std::vector<float> column(scores.size());
  for (size_t i = 0; i < fields.size(); ++i) {
    fields[i].predict(rows, kPersonColumns, column);
    for (size_t b = 0; b < scores.size(); ++b) scores[b][i] = column[b];
  }
  return scores;
}

FieldScores with_relations(const PersonPage& page, const FieldScores& scores,
                           const RelationProbabilities& relations,
                           const InterFieldParameters& parameters) {
  const RelationTree tree(page, parameters.relations);
  FieldScores combined(scores.size());
  for (uint32_t b = 0; b < scores.size(); ++b) {
    std::array<float, kPersonFields> phi = {};
    tree.for_each_related(b, [&](uint32_t other, VisualRelation r) {
      for (size_t i = 0; i < kPersonFields; ++i) {
        const float score = scores[other][i];
        if (score <= 0) continue;
        for (size_t j = 0; j < kPersonFields; ++j)
          phi[j] +=
              score * relations.of(r, static_cast<PersonField>(i), static_cast<PersonField>(j));
      }
    });
    for (size_t j = 0; j < kPersonFields; ++j)
      combined[b][j] = parameters.alpha * scores[b][j] + (1 - parameters.alpha) * phi[j];
  }
  return combined;
}

std::optional<PersonField> predict(const std::array<float, kPersonFields>& scores) {
  std::optional<PersonField> label;
  float most = 0;
  for (size_t i = 0; i < kPersonFields; ++i) {
    if (scores[i] <= most) continue;
    most = scores[i];
    label = static_cast<PersonField>(i);
  }
  return label;
}

FieldScores first_probabilities(std::span<const float> rows, const ml::Forest& first) {
  return class_probabilities(with_neighbours(rows), kWideColumns, first);
}

FieldScores probabilities_of(const PersonPage& page, std::span<const float> rows,
                             const PersonModel& model) {
  FieldScores scores =
      class_probabilities(second_rows(page, rows, first_probabilities(rows, model.first)),
                          kSecondColumns, model.second);
  // What has no such form is none of these, whatever stands around it.
  for (size_t b = 0; b < scores.size(); ++b) {
    const auto field = [&](PersonField which) -> float& {
      return scores[b][static_cast<size_t>(which)];
    };
    if (!may_be_dialled(page.blocks[b])) field(PersonField::kPhone) = field(PersonField::kFax) = 0;
    if (page.blocks[b].email.empty()) field(PersonField::kEmail) = 0;
    if (!page.blocks[b].picture) field(PersonField::kPicture) = 0;
    const float* row = rows.data() + b * kPersonColumns;
    if (row[kConOrganizationLast] > 0 || row[kConDigits] > 0) field(PersonField::kName) = 0;
  }
  return scores;
}

std::optional<PersonField> likeliest(const std::array<float, kPersonFields>& probabilities,
                                     float least) {
  const auto best = std::max_element(probabilities.begin(), probabilities.end());
  float none = 1;
  for (const float one : probabilities) none -= one;
  if (*best < least || *best <= none) return std::nullopt;
  return static_cast<PersonField>(best - probabilities.begin());
}

}  // namespace weft::read
