// DecisionTree: C4.5 (Quinlan; Weka's J48): a class by questions about discrete and numeric attributes.
//
//   outlook = sunny     humidity <= 75: play    humidity > 75: stay in
//   outlook = overcast  play
//   outlook = rain      windy = true: stay in   windy = false: play
//
// Unlike the trees of a Forest a discrete question has a branch for every value, and a leaf knows how
// many cases of each class it holds.
//
// Threads: const once made; any number of concurrent readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::ml {

class ModelLines;

struct TreeAttribute {
  std::string name;                 // Without spaces.
  std::vector<std::string> values;  // Discrete: what it can be, without spaces; numeric: none.
  bool operator==(const TreeAttribute&) const = default;
};

// Rows of values: a number, or the position of a discrete value.
struct TreeCases {
  std::vector<TreeAttribute> attributes;
  std::vector<std::string> classes;
  std::vector<float> values;     // Row after row.
  std::vector<uint32_t> labels;  // The class of each row.

  // REQUIRES: as many values as attributes; discrete ones whole and within range; label < classes.
  void add(std::span<const float> row, uint32_t label) {
    values.insert(values.end(), row.begin(), row.end());
    labels.push_back(label);
  }
  [[nodiscard]] float value(size_t row, size_t attribute) const {
    return values[row * attributes.size() + attribute];
  }
};

struct C45Parameters {
  double confidence = 0.25;  // Of pruning: less prunes more. C4.5's and J48's own value.
  uint32_t least_cases = 2;  // In at least two branches of a question.
  uint32_t depth = 60;       // At most.
};

class DecisionTree {
 public:
  // The most frequent class of the leaf that a row comes to, and its share there.
  struct Answer {
    uint32_t label = 0;
    double share = 0;
  };
  // REQUIRES: as many values as attributes().
  [[nodiscard]] Answer classify(std::span<const float> row) const;

  [[nodiscard]] const std::vector<TreeAttribute>& attributes() const { return attributes_; }
  [[nodiscard]] const std::vector<std::string>& classes() const { return classes_; }
  [[nodiscard]] size_t leaves() const;
  // One line a branch, indented, as C4.5 prints it.
  [[nodiscard]] std::string to_string() const;

 private:
  friend class C45;
  friend DecisionTree train_c45(const TreeCases& cases, const C45Parameters& parameters);
  friend std::string write_decision_tree(const DecisionTree& tree, std::string_view about);
  friend Result<DecisionTree> read_decision_tree(std::string_view text);
  struct Node {
    uint32_t attribute = UINT32_MAX;   // None: a leaf.
    float threshold = 0;               // Numeric: at most it goes to the first branch.
    std::vector<uint32_t> branches{};  // By value, or two; after their parent.
    std::vector<uint32_t> counts{};    // Cases by class.
  };
  [[nodiscard]] Result<Node> read_node(std::string_view line, ModelLines& lines,
                                       size_t& branches) const;

  std::vector<TreeAttribute> attributes_;
  std::vector<std::string> classes_;
  std::vector<Node> nodes_;  // In preorder.
};

// Deterministic. REQUIRES: at least one case.
DecisionTree train_c45(const TreeCases& cases, const C45Parameters& parameters = {});

// How much an attribute tells of the class of the cases ([C4.5] 2.2): gain, and gain over split
// information; of a numeric attribute at its best threshold. 0 where nothing is told.
struct AttributeGain {
  double gain = 0;
  double ratio = 0;
  float threshold = 0;
};
AttributeGain attribute_gain(const TreeCases& cases, size_t attribute,
                             const C45Parameters& parameters = {});

// The errors that a leaf with `errors` of `cases` wrong must be expected to make beyond these.
double pessimistic_errors(double cases, double errors, double confidence);

// The model file (docs/formats/model.md). Fails with kInvalidArgument, naming the line, kUnsupported for
// a later version, or kLimitExceeded.
std::string write_decision_tree(const DecisionTree& tree, std::string_view about);
Result<DecisionTree> read_decision_tree(std::string_view text);

}  // namespace weft::ml
