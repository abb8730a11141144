// Forests as text: docs/formats/model.md.
//
//   weft-model 1 forest
//   about Main content of pages
//   link logistic
//   bias -0.31
//   columns 2
//   tokens
//   link share
//   trees 1
//   0<=12.5 =-0.1 1<=0.5 =0.2 =0.3
//
// A tree is one line: its nodes in preorder. `0<=12.5` splits on column 0 and is followed by the subtree of the rows
// with at most 12.5, then by that of the others; `=-0.1` is a leaf. A symmetric tree has its questions first, `0<=12.5/1<=0.5`, then all
// leaves. The reader keeps the splits that wait for a child on
// a stack, so a line needs no recursion and no brackets.
//
// Tested by forest_test.cc; fuzzed by model_fuzz.cc.

#include <charconv>
#include <cmath>
#include <optional>

#include "base/enum_names.h"
#include "base/split.h"
#include "ml/forest.h"
#include "ml/model_lines.h"

namespace weft::ml {
namespace {

void append_number(std::string& out, float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  out.append(text, end.ptr);
}

// Reads the trees of a model, one a line.
class TreeReader {
 public:
  TreeReader(const ModelLines& lines, size_t columns) : lines_(lines), columns_(columns) {}

  Result<Tree> read(std::string_view line) {
    Tree tree;
    waiting_.clear();
    if (line.substr(0, line.find(' ')).find('/') != std::string_view::npos)
      return read_symmetric(line);
    while (!line.empty()) {
      const std::string_view token = take_until(line, ' ');
      WEFT_TRY(count(tree.size(), 1));
      if (!tree.empty() && !attach(tree))
        return lines_.wrong("a node after the last leaf of a tree");
      TreeNode& node = tree.emplace_back();
      if (token.starts_with('=')) {
        WEFT_TRY(read_leaf(token, node));
        continue;
      }
      WEFT_TRY(read_split(token, node));
      waiting_.push_back(static_cast<uint32_t>(tree.size() - 1));
      if (waiting_.size() > ForestLimits().depth) return lines_.limit("a tree that is too deep");
    }
    if (tree.empty() || !waiting_.empty())
      return lines_.wrong("a tree that ends before its leaves");
    return tree;
  }

 private:
  // Refuses `more` nodes for a tree of `size` if they are too many.
  Result<void> count(size_t size, size_t more) {
    nodes_ += more;
    if (size + more > UINT16_MAX || nodes_ > ForestLimits().nodes)
      return lines_.limit("more nodes than a model may have");
    return {};
  }

  Result<void> read_leaf(std::string_view token, TreeNode& node) const {
    if (!token.starts_with('=') || !read_number(token.substr(1), node.value))
      return lines_.wrong("'" + std::string(token) + "' where a leaf has a number after '='");
    return {};
  }

  Result<void> read_split(std::string_view token, TreeNode& node) const {
    const size_t sign = token.find("<=");
    if (sign == std::string_view::npos || !read_number(token.substr(0, sign), node.column) ||
        !read_number(token.substr(sign + 2), node.threshold)) {
      return lines_.wrong("'" + std::string(token) +
                          "' where a split is COLUMN<=NUMBER and a leaf =NUMBER");
    }
    if (node.column >= columns_)
      return lines_.wrong("column " + std::to_string(node.column) + " of " +
                          std::to_string(columns_));
    return {};
  }

  // Nodes level by level: the children of node i are 2i + 1 and 2i + 2.
  Result<Tree> read_symmetric(std::string_view line) {
    std::string_view questions = take_until(line, ' ');
    Tree tree;
    for (uint32_t level = 1; !questions.empty(); level *= 2) {
      WEFT_TRY(count(tree.size(), level));
      TreeNode node;
      WEFT_TRY(read_split(take_until(questions, '/'), node));
      for (uint32_t i = 0; i < level; ++i) {
        node.left = static_cast<uint32_t>(2 * tree.size() + 1);
        node.right = node.left + 1;
        tree.push_back(node);
      }
    }
    for (size_t leaves = tree.size() + 1; leaves > 0; --leaves) {
      if (line.empty()) return lines_.wrong("a tree that ends before its leaves");
      WEFT_TRY(count(tree.size(), 1));
      WEFT_TRY(read_leaf(take_until(line, ' '), tree.emplace_back()));
    }
    if (!line.empty()) return lines_.wrong("a node after the last leaf of a tree");
    return tree;
  }

  // Makes the node that comes next a child of the split that waits for one.
  bool attach(Tree& tree) {
    if (waiting_.empty()) return false;
    TreeNode& parent = tree[waiting_.back()];
    const auto next = static_cast<uint32_t>(tree.size());
    if (parent.left == 0) {
      parent.left = next;
    } else {
      parent.right = next;
      waiting_.pop_back();
    }
    return true;
  }

  const ModelLines& lines_;
  size_t columns_;
  size_t nodes_ = 0;
  std::vector<uint32_t> waiting_;
};

}  // namespace

// With a space after each token.
void Forest::write_tree(const TreeSpan& tree, std::string& out) const {
  const auto append_split = [&](uint32_t column, float threshold) {
    append_number(out += std::to_string(column) + "<=", threshold);
  };
  const auto append_leaf = [&](uint32_t which) {
    append_number(out += '=', values_[tree.values + which]);
    out += ' ';
  };
  if (tree.symmetric) {
    for (uint32_t step = 0; step < tree.depth; ++step) {
      append_split(questions_[tree.first + step].column, questions_[tree.first + step].threshold);
      out += step + 1 < tree.depth ? '/' : ' ';
    }
    for (uint32_t leaf = 0; leaf >> tree.depth == 0; ++leaf) append_leaf(leaf);
    return;
  }
  std::vector<uint32_t> stack = {0};
  while (!stack.empty()) {
    const uint32_t at = stack.back();
    stack.pop_back();
    const Node& node = nodes_[tree.first + at];
    if (node.child == at) {
      append_leaf(at);
      continue;
    }
    append_split(node.column, node.threshold);
    out += ' ';
    stack.push_back(node.child + 1U);
    stack.push_back(node.child);
  }
}

std::string write_forest(const Forest& forest, std::string_view about) {
  std::string out = model_header("forest", about);
  out += "link " + std::string(name_of(forest.link_)) + "\nbias";
  for (const float one : forest.bias_) append_number(out += ' ', one);
  out += "\ncolumns " + std::to_string(forest.columns_.size()) + '\n';
  for (const std::string& column : forest.columns_) out += column + '\n';
  out += "trees " + std::to_string(forest.trees_.size()) + '\n';
  for (const Forest::TreeSpan& tree : forest.trees_) {
    forest.write_tree(tree, out);
    out.back() = '\n';
  }
  return out;
}

Result<Forest> read_forest(std::string_view text) {
  ModelLines lines(text);
  WEFT_TRY(lines.header("forest"));
  WEFT_ASSIGN(const std::string_view link_name, lines.field("link"));
  const auto link = enum_named<Link>(link_name);
  if (!link) return lines.wrong("link must be " + one_of(names_of(Link())));
  WEFT_ASSIGN(std::string_view numbers, lines.field("bias"));
  std::vector<float> bias;
  while (!numbers.empty()) {
    if (!read_number(take_until(numbers, ' '), bias.emplace_back()))
      return lines.wrong("bias must be one number for each output");
    if (bias.size() > ForestLimits().outputs) return lines.limit("too many outputs");
  }
  if (bias.empty() || (*link == Link::kLogistic && bias.size() != 1))
    return lines.wrong("bias must be one number for each output");
  WEFT_ASSIGN(const size_t columns, lines.count("columns", ForestLimits().columns));
  std::vector<std::string> names;
  for (size_t c = 0; c < columns; ++c) {
    WEFT_ASSIGN(const std::string_view name, lines.line("the name of a column"));
    names.emplace_back(name);
  }
  WEFT_ASSIGN(const size_t trees, lines.count("trees", ForestLimits().trees));
  if (trees % bias.size() != 0) return lines.wrong("trees must be a multiple of the outputs");
  Forest forest(std::move(names), *link, std::move(bias));
  TreeReader reader(lines, columns);
  for (size_t t = 0; t < trees; ++t) {
    WEFT_ASSIGN(const std::string_view line, lines.line("a tree"));
    WEFT_ASSIGN(const Tree tree, reader.read(line));
    forest.add(tree);
  }
  WEFT_TRY(lines.end());
  return forest;
}

}  // namespace weft::ml
