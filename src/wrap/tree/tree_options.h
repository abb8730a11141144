// TreeOptions: how trees are made, compared and grouped: as in the paper, or as Weft does
// (docs/adr/0072-trees-that-look-at-classes-and-texts.md).
#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace weft::wrap {

// When the text of nodes counts in an alignment ([Zheng] 9.4).
enum class TextUse : uint8_t {
  kNever,
  kAmbiguous,  // Where identical neighbouring tags carry different labels; decides between
               // alignments of equal cost.
  kTemplate,   // Wherever the text is the template's own; a mismatch costs.
};

struct TreeOptions {
  // Subtrees without a label become leaves that match whatever is below them.
  bool prune = true;
  // Classes and ids take part: a match of two nodes that share none costs.
  bool attributes = true;
  TextUse text = TextUse::kTemplate;
  // Pages or records nearer than this to a wrapper are joined with it.
  double epsilon = 0.3;
  // Chooses the first page of each template.
  uint64_t seed = 1;
  // Cells of all tables of one alignment, 8 bytes each; more and the two do not match.
  uint64_t max_cells = 32 * 1024 * 1024;

  // What the paper describes.
  static TreeOptions paper() {
    return {.prune = false, .attributes = false, .text = TextUse::kAmbiguous};
  }
};

nlohmann::ordered_json to_json(const TreeOptions& options);
// Fails with kInvalidArgument for what to_json did not write.
Result<TreeOptions> tree_options_from_json(const nlohmann::ordered_json& json);

// Costs of an alignment in small units, so that details can be weighed against nodes.
struct CostModel {
  uint32_t node = 4096;        // A node without a partner.
  uint32_t absent = 1;         // An optional node without one: decides between equal alignments.
  uint32_t tokens = 0;         // Matched nodes that share no class.
  uint32_t some_tokens = 0;    // Matched nodes of which one has classes the other lacks.
  uint32_t text = 0;           // Matched nodes of different template text.
  bool details_count = false;  // In the distance, too.

  static CostModel of(const TreeOptions& options) {
    CostModel model;
    if (options.attributes) model.tokens = 2560, model.some_tokens = 768;
    if (options.text == TextUse::kTemplate) model.text = 3584;
    model.details_count = model.tokens + model.text > 0;
    if (options.text == TextUse::kAmbiguous) model.text = 2;
    return model;
  }
};

}  // namespace weft::wrap
