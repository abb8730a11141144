// The models that tell fields of people, and what they say of a page's blocks ([Zheng] 7.2.3, 7.3.2).
//
//   FieldScores scores = scores_of(page, rows, model.fields);                  // S(b, c_i)
//   add_relations(page, model.relations, {}, scores);                          // S'(b, c_i)
//   predict(scores, b)                                                          // Fig. 7.1
//
// Threads: const models, pure functions.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "ml/forest.h"
#include "ml/token_table.h"
#include "read/person_blocks.h"

namespace weft::read {

// By block; of the thesis in (-1, 1), positive: it is that field.
using FieldScores = std::vector<std::array<float, kPersonFields>>;

// P(r, i, j): of the blocks that stand in relation r to a block of field i, the share that are of field j.
class RelationProbabilities {
 public:
  RelationProbabilities() = default;
  // Adds the pairs of a page of which every block's field is known. REQUIRES: one field a block.
  void add(const RelationTree& tree, std::span<const std::optional<PersonField>> truth);

  [[nodiscard]] float of(VisualRelation r, PersonField i, PersonField j) const;
  // As a token table, its keys "left name": the shares of all fields, in hundredths.
  [[nodiscard]] ml::TokenValues values() const;
  static Result<RelationProbabilities> read(const ml::TokenTable& table);

 private:
  struct Shares {
    std::array<uint64_t, kPersonFields> pairs = {};
    uint64_t all = 0;
    std::array<float, kPersonFields> share = {};
  };
  std::array<std::array<Shares, kPersonFields>, kVisualRelations> shares_ = {};
};

struct PersonModel {
  std::vector<ml::Forest> fields;  // The thesis: one AdaBoost a field.
  RelationProbabilities relations;
  ml::Forest first;   // Weft's own: none, then the fields; with neighbours.
  ml::Forest second;  // The same, when every block has been judged once.
};
// "person-FIELD", "person-relations", "person-first", "person-second". Fails as read_article_model.
Result<PersonModel> read_person_model(std::span<const EmbeddedFile> files);
std::span<const EmbeddedFile> person_model_files();  // share/models/person-*.model
const PersonModel& shipped_person_model();

struct InterFieldParameters {
  float alpha = 0.4F;  // The thesis's, "according to experience".
  RelationParameters relations = {};
};

// S(b, c_i) of all blocks. REQUIRES: rows of person_rows().
FieldScores scores_of(std::span<const float> rows, std::span<const ml::Forest> fields);
// S'(b, c_i) = α S(b, c_i) + (1 - α) Φ(b, i).
FieldScores with_relations(const PersonPage& page, const FieldScores& scores,
                           const RelationProbabilities& relations,
                           const InterFieldParameters& parameters = {});
// Fig. 7.1: the field whose score is the largest above 0; none if none is.
std::optional<PersonField> predict(const std::array<float, kPersonFields>& scores);

// Weft's own: probabilities of fields. REQUIRES: rows of person_rows().
FieldScores first_probabilities(std::span<const float> rows, const ml::Forest& first);
FieldScores probabilities_of(const PersonPage& page, std::span<const float> rows,
                             const PersonModel& model);
// The most probable field, if it is more probable than none and than `least`.
std::optional<PersonField> likeliest(const std::array<float, kPersonFields>& probabilities,
                                     float least);

}  // namespace weft::read
