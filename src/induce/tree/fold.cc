// Folding repetitions. Tested by tree_test.cc.
//   1. The wrapper's node for each node of the tree, without a sign yet.
//   2. A hash of each subtree, from the leaves up: equal hashes, identical subtrees.
//   3. In every list of siblings, from the left, the repetition that covers most: a period of p
//      siblings r >= 2 times. p = 1 gives a node with sign r, p > 1 parentheses, whose
//      contents are folded in turn.

#include "induce/tree/wrapper_induction.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"
#include "wrap/tree/dom_tree.h"

namespace weft::induce {
namespace {

constexpr double kMinShare = 0.3;  // Of the pages that say a text, for it to be the template's.

}  // namespace

TemplateTexts::TemplateTexts(const std::vector<const dom::Document*>& pages) {
  std::unordered_map<uint64_t, uint32_t> pages_with;
  for (const dom::Document* page : pages) {
    const wrap::DomTree tree = wrap::DomTree::of_page(*page);
    std::unordered_set<uint64_t> seen;
    for (uint32_t i = 1; i < tree.size(); ++i) {
      if (const uint64_t text = tree.text(i); text != 0) seen.insert(text);
    }
    for (const uint64_t text : seen) ++pages_with[text];
  }
  const double least = std::max(2.0, kMinShare * static_cast<double>(pages.size()));
  for (const auto& [text, count] : pages_with) {
    if (count >= least) texts_.insert(text);
  }
}

TemplateTexts template_texts(const model::InducerInput& input, const wrap::TreeOptions& options) {
  if (options.text != wrap::TextUse::kTemplate) return {};
  std::vector<const dom::Document*> documents;
  for (const model::Page* page : input.pages) documents.push_back(&page->document);
  return TemplateTexts(documents);
}

namespace {

// Siblings of one repetition; longer ones are not lists of records.
constexpr size_t kMaxPeriod = 16;

using List = std::vector<uint32_t>;  // Siblings, as nodes of the DomTree.

// Siblings [begin, begin + period), repeated.
struct Repetition {
  size_t period = 1;
  size_t times = 1;
  [[nodiscard]] size_t covers() const { return period * times; }
};

class Folder {
 public:
  Folder(const wrap::DomTree& tree, const TemplateTexts& texts, const wrap::TreeOptions& options,
         wrap::Vocabulary& vocabulary)
      : tree_(tree), texts_(texts), options_(options), vocabulary_(vocabulary) {}

  wrap::WrapperTree run() {
    make_nodes();
    hash_subtrees();
    wrap::WrapperTree out;
    out.append({});
    emit(out);
    out.finish();
    return out;
  }

 private:
  void make_nodes() {  // Step 1.
    nodes_.resize(tree_.size());
    std::vector<uint8_t> ambiguous;
    if (options_.text == wrap::TextUse::kAmbiguous) ambiguous = ambiguous_nodes();
    for (uint32_t i = 1; i < tree_.size(); ++i) {
      const dom::Document& doc = tree_.document();
      const wrap::DomTree::Traits traits = tree_.traits(i);
      wrap::WrapperNode& node = nodes_[i];
      node.tag = tree_.tag(i);
      if (node.tag != wrap::kTextTag) vocabulary_.add_tag(doc.name_text(tree_.origin(i)));
      node.labels = traits.labels;
      node.exclusive = traits.exclusive;
      node.pruned = traits.pruned;
      if (options_.attributes && node.tag != wrap::kTextTag) node.tokens = tokens_of(i);
      if (!tree_.is_leaf(i) || traits.labels != 0) continue;
      const bool wanted = options_.text == wrap::TextUse::kTemplate
                              ? texts_.contains(tree_.text(i))
                              : !ambiguous.empty() && ambiguous[i];
      if (wanted && tree_.text(i) != 0)
        node.text = vocabulary_.add_text(wrap::template_text(doc, tree_.origin(i)));
    }
  }

  wrap::TokenSet tokens_of(uint32_t i) {
    std::vector<uint32_t> tokens;
    for (const std::string& token : wrap::identity_tokens(tree_.document(), tree_.origin(i)))
      tokens.push_back(vocabulary_.add_token(token));
    return vocabulary_.tokens(std::move(tokens));
  }

  // [Zheng] 9.4: "only when two consecutive identical tags happen to have different labels".
  [[nodiscard]] std::vector<uint8_t> ambiguous_nodes() const {
    std::vector<uint64_t> labels_below(tree_.size(), 0);
    for (uint32_t i = tree_.size(); i-- > 0;) {
      uint64_t hash = tree_.traits(i).labels;
      for (uint32_t c = i + 1; c < tree_.end(i); c = tree_.end(c))
        if (labels_below[c] != 0) hash = hash_combine(hash, labels_below[c]);
      labels_below[i] = hash;
    }
    std::vector<uint8_t> marked(tree_.size(), 0);
    const auto mark = [&](uint32_t i) {
      if (!marked[i]) std::fill(marked.begin() + i, marked.begin() + tree_.end(i), uint8_t{1});
    };
    for (uint32_t i = 0; i < tree_.size(); ++i) {
      for (uint32_t c = i + 1; c < tree_.end(i); c = tree_.end(c)) {
        const uint32_t next = tree_.end(c);
        if (next == tree_.end(i) || tree_.tag(c) != tree_.tag(next)) continue;
        if (labels_below[c] != labels_below[next]) mark(c), mark(next);
      }
    }
    return marked;
  }

  void hash_subtrees() {  // Step 2.
    hash_.resize(tree_.size());
    for (uint32_t i = tree_.size(); i-- > 1;) {
      const wrap::WrapperNode& node = nodes_[i];
      uint64_t hash = hash_combine(static_cast<uint64_t>(node.tag), node.text);
      hash = hash_combine(hash, (uint64_t{node.labels} << 32) | node.tokens);
      hash = hash_combine(hash, (node.pruned ? 2U : 0U) + (node.exclusive ? 1U : 0U));
      for (uint32_t c = i + 1; c < tree_.end(i); c = tree_.end(c))
        hash = hash_combine(hash, hash_[c]);
      hash_[i] = hash;
    }
  }

  [[nodiscard]] Repetition longest_at(const List& list, size_t begin) const {
    Repetition best;
    const size_t rest = list.size() - begin;
    for (size_t period = 1; period <= std::min(kMaxPeriod, rest / 2); ++period) {
      size_t same = 0;  // Siblings equal to the one a period before them.
      while (begin + period + same < list.size() &&
             hash_[list[begin + same]] == hash_[list[begin + period + same]])
        ++same;
      const Repetition found{period, same / period + 1};
      if (found.times >= 2 && found.covers() > best.covers()) best = found;
    }
    return best;
  }

  struct Task {
    List contents;  // One sibling: a tag node. Several: the contents of parentheses.
    uint32_t depth = 0;
    wrap::Sign sign;
  };

  // Pushes the pieces of a list of siblings, the first on top.
  void push_pieces(const List& list, uint32_t depth, std::vector<Task>& stack) const {  // Step 3.
    const size_t bottom = stack.size();
    for (size_t i = 0; i < list.size();) {
      const Repetition found = longest_at(list, i);
      const auto begin = list.begin() + static_cast<std::ptrdiff_t>(i);
      stack.push_back({List(begin, begin + static_cast<std::ptrdiff_t>(found.period)), depth,
                       wrap::Sign::exactly(static_cast<uint32_t>(found.times))});
      i += found.covers();
    }
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(bottom), stack.end());
  }

  [[nodiscard]] List children(uint32_t i) const {
    List list;
    for (uint32_t c = i + 1; c < tree_.end(i); c = tree_.end(c)) list.push_back(c);
    return list;
  }

  void emit(wrap::WrapperTree& out) const {
    std::vector<Task> stack;
    push_pieces(children(0), 1, stack);
    while (!stack.empty()) {
      const Task task = std::move(stack.back());
      stack.pop_back();
      const bool tag = task.contents.size() == 1;
      wrap::WrapperNode node = tag ? nodes_[task.contents[0]] : wrap::WrapperNode();
      if (!tag) node.kind = wrap::WrapperNode::Kind::kParentheses;
      node.sign = task.sign;
      node.depth = task.depth;
      out.append(node);
      push_pieces(tag ? children(task.contents[0]) : task.contents, task.depth + 1, stack);
    }
  }

  const wrap::DomTree& tree_;
  const TemplateTexts& texts_;
  const wrap::TreeOptions& options_;
  wrap::Vocabulary& vocabulary_;
  std::vector<wrap::WrapperNode> nodes_;  // By node of the tree.
  std::vector<uint64_t> hash_;
};

}  // namespace

wrap::WrapperTree fold(const wrap::DomTree& tree, const TemplateTexts& texts,
                       const wrap::TreeOptions& options, wrap::Vocabulary& vocabulary) {
  return Folder(tree, texts, options, vocabulary).run();
}

}  // namespace weft::induce
