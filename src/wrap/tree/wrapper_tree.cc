// Weights and the written forms of wrapper trees. Tested by wrapper_tree_test.cc.

#include "wrap/tree/wrapper_tree.h"

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "base/json.h"

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
  uint32_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || rest != text.data() + text.size() || count == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "a sign is 1, a count, ?, + or *, not \"" + std::string(text) + "\""};
  }
  return Sign::exactly(count);
}

namespace {

constexpr std::string_view kTextName = "#text";

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

Json labels_json(LabelSet set, const Vocabulary& vocabulary) {
  Json out = Json::array();
  for (const NodeLabel& label : vocabulary.labels(set)) {
    Json one = {{"attribute", label.attribute}};
    if (!label.source.empty()) one["source"] = label.source;
    out.push_back(std::move(one));
  }
  return out;
}

Result<std::string> text_member(const Json& json, const char* key) {
  const auto it = json.find(key);
  if (it == nullptr) return std::string();
  if (!it->is_string()) return bad(std::string(key) + " must be text");
  return it->get<std::string>();
}

Result<bool> flag_member(const Json& json, const char* key) {
  const auto it = json.find(key);
  if (it == nullptr) return false;
  if (!it->is_boolean()) return bad(std::string(key) + " must be true or false");
  return it->get<bool>();
}

Result<LabelSet> labels_from_json(const Json& json, Vocabulary& vocabulary) {
  std::vector<NodeLabel> labels;
  if (!json.is_array()) return bad("labels must be a list");
  for (const Json& one : json) {
    if (!one.is_object()) return bad("a label must be an object");
    NodeLabel label;
    WEFT_ASSIGN(label.attribute, text_member(one, "attribute"));
    WEFT_ASSIGN(label.source, text_member(one, "source"));
    if (label.attribute.empty()) return bad("a label needs an attribute");
    labels.push_back(std::move(label));
  }
  return vocabulary.labels(std::move(labels));
}

Result<TokenSet> tokens_from_json(const Json& json, Vocabulary& vocabulary) {
  std::vector<uint32_t> tokens;
  if (!json.is_array()) return bad("tokens must be a list");
  for (const Json& token : json) {
    if (!token.is_string()) return bad("a token must be text");
    tokens.push_back(vocabulary.add_token(token.get<std::string>()));
  }
  return vocabulary.tokens(std::move(tokens));
}

Result<WrapperNode> node_from_json(const Json& json, Vocabulary& vocabulary) {
  WrapperNode node;
  if (!json.is_object()) return bad("a node must be an object");
  const auto depth = json.find("depth");
  if (depth == nullptr || !depth->is_number_unsigned()) return bad("a node needs a depth");
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

Json to_json(const WrapperTree& tree, const Vocabulary& vocabulary) {
  Json nodes = Json::array();
  for (uint32_t i = 1; i < tree.size(); ++i) {
    const WrapperNode& node = tree.nodes[i];
    const bool parentheses = node.kind == WrapperNode::Kind::kParentheses;
    Json json = {{"depth", node.depth},
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

Result<WrapperTree> wrapper_tree_from_json(const Json& json, Vocabulary& vocabulary) {
  if (!json.is_object() || !json.contains("nodes") || !json["nodes"].is_array())
    return bad("must be an object with nodes");
  WrapperTree tree;
  if (json.contains("level")) {
    if (!json["level"].is_number_unsigned()) return bad("level must be a count");
    tree.level = json["level"].get<uint32_t>();
  }
  tree.append({});
  uint32_t deepest = 0;
  for (const Json& one : json["nodes"]) {
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

namespace {

constexpr const char* kTextUses[] = {"never", "ambiguous", "template"};

}  // namespace

Json to_json(const TreeOptions& options) {
  return {{"prune", options.prune},
          {"attributes", options.attributes},
          {"text", kTextUses[static_cast<size_t>(options.text)]}};
}

Result<TreeOptions> tree_options_from_json(const Json& json) {
  TreeOptions options;
  const auto bad = [] {
    return Error{ErrorCode::kInvalidArgument, "wrapper: options need prune, attributes and text"};
  };
  if (!json.is_object()) return bad();
  for (const char* key : {"prune", "attributes"}) {
    if (!json.contains(key) || !json[key].is_boolean()) return bad();
  }
  if (!json.contains("text") || !json["text"].is_string()) return bad();
  options.prune = json["prune"].get<bool>();
  options.attributes = json["attributes"].get<bool>();
  for (size_t i = 0; i < std::size(kTextUses); ++i) {
    if (json["text"].get<std::string>() != kTextUses[i]) continue;
    options.text = static_cast<TextUse>(i);
    return options;
  }
  return bad();
}

}  // namespace weft::wrap
