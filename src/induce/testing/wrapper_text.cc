#include "induce/testing/wrapper_text.h"

#include <cctype>
#include <functional>
#include <string>

#include "base/check.h"
#include "dom/class_tokens.h"

namespace weft::induce::testing {
namespace {

class Parser {
 public:
  Parser(std::string_view text, wrap::Vocabulary& vocabulary)
      : text_(text), vocabulary_(vocabulary) {}

  wrap::WrapperTree run() {
    tree_.append({});
    list(1);
    WEFT_CHECK(at_ == text_.size());
    tree_.finish();
    return std::move(tree_);
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string word() {
    std::string out;
    while (std::isalpha(static_cast<unsigned char>(peek())) || peek() == '#') out += text_[at_++];
    return out;
  }

  wrap::Sign sign() {
    std::string out;
    if (peek() == '?' || peek() == '+' || peek() == '*') out += text_[at_++];
    while (std::isdigit(static_cast<unsigned char>(peek()))) out += text_[at_++];
    return out.empty() ? wrap::Sign() : *wrap::parse_sign(out);
  }

  void list(uint32_t depth) {
    while (peek() != '\0' && peek() != ')') {
      if (peek() == ' ') {
        ++at_;
        continue;
      }
      item(depth);
    }
  }

  void item(uint32_t depth) {
    const size_t id = tree_.nodes.size();
    wrap::WrapperNode node;
    node.depth = depth;
    if (peek() == '(') {
      node.kind = wrap::WrapperNode::Kind::kParentheses;
    } else {
      node.tag = vocabulary_.add_tag(word());
    }
    if (peek() == '=') {
      ++at_;
      node.labels = vocabulary_.labels(std::vector<wrap::NodeLabel>{{word(), ""}});
    }
    tree_.append(node);
    if (peek() == '(') {
      ++at_;
      list(depth + 1);
      WEFT_CHECK(peek() == ')');
      ++at_;
    }
    tree_.nodes[id].sign = sign();
  }

  std::string_view text_;
  wrap::Vocabulary& vocabulary_;
  size_t at_ = 0;
  wrap::WrapperTree tree_;
};

using Continue =
    std::function<bool(uint32_t)>;  // Given the next page sibling, does the rest match?

class Acceptor {
 public:
  Acceptor(const wrap::WrapperTree& wrapper, const wrap::DomTree& tree) : w_(wrapper), d_(tree) {}

  // Wrapper siblings [n, n_end) against page siblings from d to d_end.
  bool list(uint32_t n, uint32_t n_end, uint32_t d, uint32_t d_end, const Continue& rest) {
    if (n == n_end) return rest(d);
    const wrap::WrapperNode& node = w_.nodes[n];
    const Continue after = [&](uint32_t at) { return list(node.end, n_end, at, d_end, rest); };
    if (node.sign.may_be_absent() && after(d)) return true;
    return times(n, node.sign.count, d, d_end, after);
  }

  // Reads node n `count` times, or more where it repeats.
  bool times(uint32_t n, uint32_t count, uint32_t d, uint32_t d_end, const Continue& rest) {
    return once(n, d, d_end, [&](uint32_t at) {
      if (at == d) return false;  // An empty round gains nothing.
      if (count > 1) return times(n, count - 1, at, d_end, rest);
      return rest(at) || (w_.nodes[n].sign.repeats() && times(n, 1, at, d_end, rest));
    });
  }

  bool once(uint32_t n, uint32_t d, uint32_t d_end, const Continue& rest) {
    const wrap::WrapperNode& node = w_.nodes[n];
    if (node.kind == wrap::WrapperNode::Kind::kParentheses)
      return list(n + 1, node.end, d, d_end, rest);
    if (d == d_end || d_.tag(d) != node.tag || w_.is_leaf(n) != d_.is_leaf(d)) return false;
    const uint32_t end = d_.end(d);
    return list(n + 1, node.end, d + 1, end, [&](uint32_t at) { return at == end; }) && rest(end);
  }

 private:
  const wrap::WrapperTree& w_;
  const wrap::DomTree& d_;
};

}  // namespace

wrap::WrapperTree wrapper(std::string_view text, wrap::Vocabulary& vocabulary) {
  return Parser(text, vocabulary).run();
}

wrap::DomTree labelled(const dom::Document& doc, wrap::Vocabulary& vocabulary) {
  wrap::DomTree tree(doc);
  tree.append(dom::kRoot, 0);
  for (const dom::NodeId n : doc.descendants(dom::kRoot)) {
    wrap::DomTree::Traits traits;
    for (const std::string_view token : dom::class_tokens(doc, n)) {
      if (token.starts_with("is-"))
        traits.labels =
            vocabulary.labels(std::vector<wrap::NodeLabel>{{std::string(token.substr(3)), ""}});
    }
    tree.append(n, doc.depth(n), traits);
  }
  tree.finish();
  return tree;
}

bool accepts(const wrap::WrapperTree& wrapper, const wrap::DomTree& tree) {
  Acceptor acceptor(wrapper, tree);
  return acceptor.list(1, wrapper.size(), 1, tree.size(),
                       [&](uint32_t at) { return at == tree.size(); });
}

}  // namespace weft::induce::testing
