// Forest: a sum of decision trees, which is what boosting makes. Predicts; learns nothing itself.
//
// A split sends a row left if its column is at most the threshold (or not a number), else right; what the
// leaves say is added up, tree by tree, to the bias of an output. The trees take turns: tree t adds to
// output t % outputs. The sums are made probabilities as the forest's link says.
//
//   Result<Forest> forest = read_forest(text);
//   forest->predict(rows, stride, probabilities);       // Any number of rows, no allocation.
//
// Threads: const once made; any number of concurrent readers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::ml {

enum class Link {
  kNone,      // The sums as they are.
  kLogistic,  // One output, a probability.
  kSoftmax,   // As many outputs as classes; probabilities that sum to 1.
};
std::span<const std::string_view> names_of(Link);

// A tree while it is made: a split has two children after it, a leaf none.
struct TreeNode {
  uint32_t column = 0;
  float threshold = 0;
  uint32_t left = 0;   // 0 for a leaf.
  uint32_t right = 0;  // 0 for a leaf.
  float value = 0;     // Of a leaf.
};
using Tree = std::vector<TreeNode>;  // The root first; children after their parent.

struct ForestLimits {
  size_t columns = 4096;
  size_t outputs = 256;
  size_t trees = 100'000;
  size_t nodes = 4'000'000;  // Of all trees.
  size_t depth = 64;         // Of a tree.
};

// Rows side by side: tile after tile, in a tile column after column, of each column kTileRows rows. The last tile is filled up.
inline constexpr size_t kTileRows = 8;
inline size_t tile_count(size_t rows) { return (rows + kTileRows - 1) / kTileRows; }

// OPTIMIZATION: rows that many trees have found hopeless are left alone: where the sums of all rows of a tile are below the
// bound after so many trees, or after as many more, they stand.
struct EarlyExit {
  size_t trees = SIZE_MAX;
  float below = 0;  // Before the link.
};

class Forest {
 public:
  Forest(std::vector<std::string> columns, Link link, std::vector<float> bias);

  // REQUIRES: tree is well formed, its columns are this forest's, its depth within ForestLimits.
  void add(const Tree& tree);

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] Link link() const { return link_; }
  [[nodiscard]] size_t outputs() const { return bias_.size(); }
  [[nodiscard]] size_t trees() const { return trees_.size(); }

  // For rows r = 0, 1, …: reads values[r * stride, … + columns), writes out[r * outputs(), …).
  // As many rows as `out` has room for. REQUIRES: stride >= columns().size() and `values` holds them.
  void predict(std::span<const float> values, size_t stride, std::span<float> out) const;
  // The same for rows in tiles, tile_count(out.size() / outputs()) of them.
  void predict_tiles(std::span<const float> tiles, std::span<float> out,
                     const EarlyExit& exit = {}) const;
  // One row, one output. REQUIRES: outputs() == 1.
  [[nodiscard]] float predict(std::span<const float> row) const;

  // The text of the model file (docs/formats/model.md). read_forest(write_forest(f)) predicts as f does.
  friend std::string write_forest(const Forest& forest, std::string_view about);

 private:
  // Eight bytes, so that a tree of 31 leaves is eight cache lines. A leaf is its own child and sends every row
  // there: a walk of `depth` steps needs no test for having arrived.
  struct Node {
    float threshold;
    uint16_t column;
    uint16_t child;  // The left one, counted from the tree's first node; the right one follows it.
  };
  // What all nodes of a level of a symmetric tree ask.
  struct Question {
    float threshold;
    uint32_t column;
  };
  struct TreeSpan {
    uint32_t first;   // Of nodes_, or of questions_.
    uint32_t values;  // Of its nodes, or of its 2^depth leaves.
    uint32_t depth;
    bool symmetric;
  };

  // What trees [first, end) say of `rows` rows, side by side in a tile or `stride` apart; of a tile, `lanes` rows are compared at once.
  template <size_t rows, bool tile, size_t lanes>
  [[gnu::always_inline]] inline void add_sums(const float* values, size_t stride, size_t first,
                                              size_t end, float* sums) const;
  template <size_t lanes>
  [[gnu::always_inline]] static inline void answer_for_tile(
      std::span<const Question> questions, const float* tile,
      std::array<uint32_t, kTileRows>& leaves);
  void add_tile_sums(const float* tile, size_t first, size_t end, float* sums) const;
  void add_tile_sums_wide(const float* tile, size_t first, size_t end, float* sums) const;
  // For `rows` rows, the bias.
  void begin_sums(std::span<float> sums) const;
  bool add_symmetric(const Tree& tree);
  void write_tree(const TreeSpan& tree, std::string& out) const;
  void apply_link(std::span<float> out) const;

  std::vector<std::string> columns_;
  Link link_;
  std::vector<float> bias_;
  std::vector<Node> nodes_;
  std::vector<Question> questions_;
  std::vector<float> values_;  // Of leaves.
  std::vector<TreeSpan> trees_;
};

std::string write_forest(const Forest& forest, std::string_view about);
// Fails with kInvalidArgument, naming the line, or kUnsupported for a later version, or kLimitExceeded.
Result<Forest> read_forest(std::string_view text);

}  // namespace weft::ml
