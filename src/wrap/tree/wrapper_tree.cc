// Weights and the written forms of wrapper trees. Tested by wrapper_tree_test.cc.

#include "wrap/tree/wrapper_tree.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace weft::wrap {
namespace {

using nlohmann::ordered_json;

// Larger weights are cut: costs, in units of CostModel::node, must fit 31 bits.
constexpr uint64_t kMaxWeight = 1U << 18;

Error bad(const std::string& what) {
  return {ErrorCode::kInvalidArgument, "wrapper tree: " + what};
}

// [Zheng] Definition 8.
uint32_t weight_of(const WrapperNode& node, uint64_t children) {
  if (node.sign.may_be_absent()) return 0;
  const uint64_t one = children + (node.kind == WrapperNode::Kind::kTag ? 1 : 0);
  return static_cast<uint32_t>(std::min(kMaxWeight, one * node.sign.count));
}

std::string node_text(const WrapperNode& node, const Vocabulary& vocabulary) {
  std::string text(vocabulary.tag_spelling(node.tag));
  for (const NodeLabel& label : vocabulary.labels(node.labels)) {
    if (!label.source.empty()) text += "@" + label.source;
    text += "=" + label.attribute;
  }
  if (node.text != 0) text += "'" + std::string(vocabulary.text_spelling(node.text)) + "'";
  return text;
}

std::string suffix(Sign sign) { return sign == Sign() ? "" : sign_text(sign); }

ordered_json labels_json(LabelSet set, const Vocabulary& vocabulary) {
  ordered_json out = ordered_json::array();
  for (const NodeLabel& label : vocabulary.labels(set)) {
    ordered_json one = {{"attribute", label.attribute}};
    if (!label.source.empty()) one["source"] = label.source;
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::string> text_member(const ordered_json& json, const char* key) {
  const auto it = json.find(key);
  if (it == json.end()) return std::string();
  if (!it->is_string()) return bad(std::string(key) + " must be text");
  return it->get<std::string>();
}

Result<bool> flag_member(const ordered_json& json, const char* key) {
  const auto it = json.find(key);
  if (it == json.end()) return false;
  if (!it->is_boolean()) return bad(std::string(key) + " must be true or false");
  return it->get<bool>();
}

Result<LabelSet> labels_from_json(const ordered_json& json, Vocabulary& vocabulary) {
  std::vector<NodeLabel> labels;
  if (!json.is_array()) return bad("labels must be a list");
  for (const ordered_json& one : json) {
    if (!one.is_object()) return bad("a label must be an object");
    NodeLabel label;
    WEFT_ASSIGN(label.attribute, text_member(one, "attribute"));
    WEFT_ASSIGN(label.source, text_member(one, "source"));
    if (label.attribute.empty()) return bad("a label needs an attribute");
    labels.push_back(std::move(label));
  }
  return vocabulary.labels(std::move(labels));
}

Result<TokenSet> tokens_from_json(const ordered_json& json, Vocabulary& vocabulary) {
  std::vector<uint32_t> tokens;
  if (!json.is_array()) return bad("tokens must be a list");
  for (const ordered_json& token : json) {
    if (!token.is_string()) return bad("a token must be text");
    tokens.push_back(vocabulary.add_token(token.get<std::string>()));
  }
  return vocabulary.tokens(std::move(tokens));
}

Result<WrapperNode> node_from_json(const ordered_json& json, Vocabulary& vocabulary) {
  WrapperNode node;
  if (!json.is_object()) return bad("a node must be an object");
  const auto depth = json.find("depth");
  if (depth == json.end() || !depth->is_number_unsigned()) return bad("a node needs a depth");
  node.depth = depth->get<uint32_t>();
  WEFT_ASSIGN(const std::string tag, text_member(json, "tag"));
  if (tag.empty()) return bad("a node needs a tag");
  if (tag == "()") {
    node.kind = WrapperNode::Kind::kParentheses;
  } else {
    node.tag = vocabulary.add_tag(tag);
  }
  WEFT_ASSIGN(const std::string sign, text_member(json, "sign"));
  if (!sign.empty()) {
    WEFT_ASSIGN(node.sign, parse_sign(sign));
  }
  WEFT_ASSIGN(node.pruned, flag_member(json, "pruned"));
  WEFT_ASSIGN(const bool shared, flag_member(json, "shared"));
  node.exclusive = !shared;
  WEFT_ASSIGN(const std::string text, text_member(json, "text"));
  if (!text.empty()) node.text = vocabulary.add_text(text);
  if (json.contains("labels")) {
    WEFT_ASSIGN(node.labels, labels_from_json(json["labels"], vocabulary));
  }
  if (json.contains("tokens")) {
    WEFT_ASSIGN(node.tokens, tokens_from_json(json["tokens"], vocabulary));
  }
  return node;
}

}  // namespace

uint32_t WrapperTree::weight() const {
  uint64_t sum = 0;
  for (uint32_t c = 1; c < size(); c = nodes[c].end) sum += nodes[c].weight;
  return static_cast<uint32_t>(std::min(kMaxWeight, sum));
}

void WrapperTree::finish() {
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < size(); ++i) {
    nodes[i].end = size();
    nodes[i].labels_below = 0;
    while (!open.empty() && nodes[open.back()].depth >= nodes[i].depth) {
      nodes[open.back()].end = i;
      open.pop_back();
    }
    open.push_back(i);
  }
  std::vector<uint64_t> below(size(), 0);  // Sum of the children's weights.
  std::vector<uint32_t> parent(size(), 0);
  for (uint32_t i = 0; i < size(); ++i) {
    for (uint32_t c = i + 1; c < nodes[i].end; c = nodes[c].end) parent[c] = i;
  }
  for (uint32_t i = size(); i-- > 0;) {
    nodes[i].weight = weight_of(nodes[i], below[i]);
    nodes[i].labels_below |= label_bit(nodes[i].labels);
    if (i == 0) break;
    below[parent[i]] = std::min(kMaxWeight, below[parent[i]] + nodes[i].weight);
    nodes[parent[i]].labels_below |= nodes[i].labels_below;
  }
}

std::string to_text(const WrapperTree& tree, const Vocabulary& vocabulary) {
  std::string out;
  std::vector<uint32_t> open;  // Nodes whose bracket is open.
  const auto close_until = [&](uint32_t depth) {
    while (!open.empty() && tree.nodes[open.back()].depth >= depth) {
      out += ")" + suffix(tree.nodes[open.back()].sign);
      open.pop_back();
    }
  };
  for (uint32_t i = 1; i < tree.size(); ++i) {
    const WrapperNode& node = tree.nodes[i];
    const bool first = tree.nodes[i - 1].depth < node.depth;
    close_until(node.depth);
    if (!first) out += ' ';
    if (node.kind == WrapperNode::Kind::kTag) {
      out += node_text(node, vocabulary);
      if (tree.is_leaf(i)) out += suffix(node.sign);
    }
    if (!tree.is_leaf(i)) {
      out += '(';
      open.push_back(i);
    }
  }
  close_until(0);
  return out;
}

ordered_json to_json(const WrapperTree& tree, const Vocabulary& vocabulary) {
  ordered_json nodes = ordered_json::array();
  for (uint32_t i = 1; i < tree.size(); ++i) {
    const WrapperNode& node = tree.nodes[i];
    const bool parentheses = node.kind == WrapperNode::Kind::kParentheses;
    ordered_json json = {
        {"depth", node.depth},
        {"tag", parentheses ? "()" : std::string(vocabulary.tag_spelling(node.tag))}};
    if (node.sign != Sign()) json["sign"] = sign_text(node.sign);
    if (node.labels != 0) json["labels"] = labels_json(node.labels, vocabulary);
    if (node.tokens != 0) {
      for (const uint32_t token : vocabulary.tokens(node.tokens))
        json["tokens"].push_back(vocabulary.token_spelling(token));
    }
    if (node.text != 0) json["text"] = vocabulary.text_spelling(node.text);
    if (node.pruned) json["pruned"] = true;
    if (!node.exclusive) json["shared"] = true;
    nodes.push_back(std::move(json));
  }
  return {{"level", tree.level}, {"nodes", std::move(nodes)}};
}

Result<WrapperTree> wrapper_tree_from_json(const ordered_json& json, Vocabulary& vocabulary) {
  if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array())
    return bad("must be an object with nodes");
  WrapperTree tree;
  if (json.contains("level")) {
    if (!json["level"].is_number_unsigned()) return bad("level must be a count");
    tree.level = json["level"].get<uint32_t>();
  }
  tree.append({});
  uint32_t deepest = 0;
  for (const ordered_json& one : json["nodes"]) {
    WEFT_ASSIGN(const WrapperNode node, node_from_json(one, vocabulary));
    if (node.depth == 0 || node.depth > deepest + 1) return bad("a node's depth has no parent");
    deepest = node.depth;
    tree.append(node);
  }
  tree.finish();
  for (uint32_t i = 1; i < tree.size(); ++i) {
    if (tree.nodes[i].kind == WrapperNode::Kind::kParentheses && tree.is_leaf(i))
      return bad("parentheses need contents");
  }
  return tree;
}

}  // namespace weft::wrap
