// Weights and the written forms of wrapper trees. Tested by wrapper_tree_test.cc.

#include "wrap/tree/wrapper_tree.h"

#include <algorithm>

#include "base/hash.h"
#include "base/json_fields.h"
#include "base/numbers.h"

namespace weft::wrap {

// The table of [Zheng] 8.4.1.3 says: the new sign allows none if either does, and several if either
// does or the counts differ.

Sign infer_sign(Sign a, Sign b) {
  if (a == b) return a;
  const bool absent = a.may_be_absent() || b.may_be_absent();
  const bool several = a.repeats() || b.repeats() || a.count != b.count;
  if (absent) return {several ? Sign::Kind::kAny : Sign::Kind::kOptional, 1};
  return {Sign::Kind::kSome, 1};
}

Sign infer_sign_alone(Sign a) {
  const bool several = a.repeats() || a.count > 1;
  return {several ? Sign::Kind::kAny : Sign::Kind::kOptional, 1};
}

std::string sign_text(Sign sign) {
  switch (sign.kind) {
    case Sign::Kind::kCount:
      return std::to_string(sign.count);
    case Sign::Kind::kOptional:
      return "?";
    case Sign::Kind::kSome:
      return "+";
    case Sign::Kind::kAny:
      return "*";
  }
  return "1";
}

Result<Sign> parse_sign(std::string_view text) {
  if (text == "?") return Sign{Sign::Kind::kOptional, 1};
  if (text == "+") return Sign{Sign::Kind::kSome, 1};
  if (text == "*") return Sign{Sign::Kind::kAny, 1};
  const auto count = parse_number<uint32_t>(text);
  if (!count || *count == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "a sign is 1, a count, ?, + or *, not \"" + std::string(text) + "\""};
  }
  return Sign::exactly(*count);
}

namespace {

constexpr std::string_view kTextName = "#text";
constexpr std::string_view kParenthesesName = "()";  // In files.

template <typename Set>
uint32_t intern(Set set, std::vector<Set>& sets, std::map<Set, uint32_t>& index) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto [it, fresh] = index.try_emplace(set, static_cast<uint32_t>(sets.size()));
  if (fresh) sets.push_back(std::move(set));
  return it->second;
}

template <typename Map, typename Key>
std::string_view spelling(const Map& map, Key key) {
  const auto it = map.find(key);
  return it == map.end() ? std::string_view() : std::string_view(it->second);
}

}  // namespace

Vocabulary::Vocabulary() {
  labels(std::vector<NodeLabel>());
  tokens(std::vector<uint32_t>());
}

LabelSet Vocabulary::labels(std::vector<NodeLabel> set) {
  return intern(std::move(set), labels_, label_index_);
}

TokenSet Vocabulary::tokens(std::vector<uint32_t> set) {
  return intern(std::move(set), tokens_, token_index_);
}

TokenSet Vocabulary::intersect(TokenSet a, TokenSet b) {
  if (a == b) return a;
  std::vector<uint32_t> common;
  std::set_intersection(tokens_[a].begin(), tokens_[a].end(), tokens_[b].begin(), tokens_[b].end(),
                        std::back_inserter(common));
  return tokens(std::move(common));
}

dom::Atom Vocabulary::add_tag(std::string_view name) {
  if (name == kTextName) return dom::kNoAtom;
  const dom::Atom atom = dom::atom_of(name);
  if (!dom::is_known(atom)) tag_spelling_.try_emplace(static_cast<uint32_t>(atom), name);
  return atom;
}

std::string_view Vocabulary::tag_spelling(dom::Atom tag) const {
  if (tag == dom::kNoAtom) return kTextName;
  return dom::is_known(tag) ? dom::known_name(tag)
                            : spelling(tag_spelling_, static_cast<uint32_t>(tag));
}

uint32_t Vocabulary::add_token(std::string_view token) {
  const uint32_t hash = token_hash(token);
  token_spelling_.try_emplace(hash, token);
  return hash;
}

uint64_t Vocabulary::add_text(std::string_view text) {
  const uint64_t hash = text_hash(text);
  text_spelling_.try_emplace(hash, text);
  return hash;
}

std::string_view Vocabulary::token_spelling(uint32_t token) const {
  return spelling(token_spelling_, token);
}

std::string_view Vocabulary::text_spelling(uint64_t text) const {
  return spelling(text_spelling_, text);
}

uint32_t token_hash(std::string_view token) { return static_cast<uint32_t>(hash_bytes(token)); }

uint64_t text_hash(std::string_view normalized) { return hash_bytes(normalized) | 1; }

namespace {

// Larger weights are cut: costs, in units of CostModel::node, must fit 31 bits.
constexpr uint64_t kMaxWeight = 1U << 18;

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

static void describe(JsonFields& json, NodeLabel& label) {
  json.required("attribute", label.attribute);
  json.optional("source", label.source);
  json.check(!label.attribute.empty(), "attribute", "a name");
}

static void describe(JsonFields& json, WrapperNode& node, Vocabulary& vocabulary) {
  const bool parentheses = node.kind == WrapperNode::Kind::kParentheses;
  std::string tag(parentheses ? kParenthesesName : vocabulary.tag_spelling(node.tag));
  std::string sign = sign_text(node.sign), text(vocabulary.text_spelling(node.text));
  std::vector<NodeLabel> labels = vocabulary.labels(node.labels);
  std::vector<std::string> tokens;
  for (const uint32_t token : vocabulary.tokens(node.tokens))
    tokens.emplace_back(vocabulary.token_spelling(token));
  bool shared = !node.exclusive;
  json.required("depth", node.depth);
  json.required("tag", tag);
  json.optional("sign", sign, "1");
  json.optional("labels", labels);
  json.optional("tokens", tokens);
  json.optional("text", text);
  json.optional("pruned", node.pruned);
  json.optional("shared", shared);
  json.check(!tag.empty(), "tag", "a name");
  if (!json.reading() || !json.ok()) return;
  json.take("sign", node.sign, parse_sign(sign));
  node.exclusive = !shared;
  node.labels = vocabulary.labels(std::move(labels));
  if (tag == kParenthesesName)
    node.kind = WrapperNode::Kind::kParentheses;
  else
    node.tag = vocabulary.add_tag(tag);
  if (!text.empty()) node.text = vocabulary.add_text(text);
  std::vector<uint32_t> hashes;
  for (const std::string& token : tokens) hashes.push_back(vocabulary.add_token(token));
  node.tokens = vocabulary.tokens(std::move(hashes));
}

void describe(JsonFields& json, WrapperTree& tree, Vocabulary& vocabulary) {
  std::vector<WrapperNode> nodes;  // Without the root.
  if (!json.reading()) nodes.assign(tree.nodes.begin() + 1, tree.nodes.end());
  json.field("level", tree.level);
  json.required("nodes", nodes, vocabulary);
  if (!json.reading()) return;
  tree.append({});
  for (const WrapperNode& node : nodes) {
    json.check(node.depth > 0 && node.depth <= tree.nodes.back().depth + 1, "nodes",
               "nodes of which each has a parent");
    tree.append(node);
  }
  tree.finish();
  for (uint32_t i = 1; i < tree.size(); ++i) {
    const bool empty = tree.nodes[i].kind == WrapperNode::Kind::kParentheses && tree.is_leaf(i);
    json.check(!empty, "nodes", "nodes of which parentheses have children");
  }
}

static std::span<const std::string_view> names_of(TextUse) {
  static constexpr std::string_view kNames[] = {"never", "ambiguous", "template"};
  return kNames;
}

void describe(JsonFields& json, TreeOptions& options) {
  json.required("prune", options.prune);
  json.required("attributes", options.attributes);
  json.required("text", options.text);
}

}  // namespace weft::wrap
