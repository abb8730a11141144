// WrapperTree: a page or record with the differences of several taken in ([Zheng] 8.2.2).
//
// An ordered tree of tag nodes, each with a sign, and of parentheses nodes that hold a run
// of siblings to which their sign applies together: dl((dt dd)+). Nodes that carry labels say what
// to extract. Flat columns in preorder; the subtree of i is [i, end). Node 0 is a root that is not
// compared, like that of a DomTree.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/json_fields.h"
#include "dom/atom.h"

namespace weft::wrap {

// Sign: how many consecutive nodes of a page a node of a wrapper stands for ([Zheng] Definition 6).
//
//   1   exactly one            ?   one or none
//   N   exactly N, N >= 2      +   one or more
//                              *   any number, none included

struct Sign {
  enum class Kind : uint8_t { kCount, kOptional, kSome, kAny };
  Kind kind = Kind::kCount;
  uint32_t count = 1;  // kCount: 1 or N; else 1.

  static Sign exactly(uint32_t n) { return {Kind::kCount, n}; }
  [[nodiscard]] bool may_be_absent() const { return kind == Kind::kOptional || kind == Kind::kAny; }
  // One or more, with no bound.
  [[nodiscard]] bool repeats() const { return kind == Kind::kSome || kind == Kind::kAny; }
  bool operator==(const Sign&) const = default;
};

// The sign-inference function I ([Zheng] 8.4.1.3): the sign of a node made of two that were
// aligned. Symmetric.
Sign infer_sign(Sign a, Sign b);
// I(a, NULL): the sign of a node that nothing was aligned with.
Sign infer_sign_alone(Sign a);

// "1", "3", "?", "+", "*".
std::string sign_text(Sign sign);
// Fails with kInvalidArgument for anything else.
Result<Sign> parse_sign(std::string_view text);

// Vocabulary: what the trees of one wrapper share: label sets, class sets, and how texts are
// spelled.
//
// Trees hold small numbers and hashes instead, so that comparing two nodes compares integers.

// What a labelled node gives: an attribute of the record, from the node's text or from one of its
// HTML attributes.
struct NodeLabel {
  std::string attribute;
  std::string source;  // Name of the HTML attribute; empty: the text.
  auto operator<=>(const NodeLabel&) const = default;
};

// Index of a set; 0 is the empty one.
using LabelSet = uint32_t;
using TokenSet = uint32_t;

// Stands for a label set among those of a subtree. None for the empty set.
constexpr uint64_t label_bit(LabelSet set) { return set == 0 ? 0 : uint64_t{1} << (set % 64); }
// Two subtrees are about different things: both are labelled, with nothing in common.
constexpr bool labels_differ(uint64_t a, uint64_t b) { return a != 0 && b != 0 && (a & b) == 0; }

class Vocabulary {
 public:
  Vocabulary();

  LabelSet labels(std::vector<NodeLabel> set);
  [[nodiscard]] const std::vector<NodeLabel>& labels(LabelSet set) const { return labels_[set]; }

  // Tokens as hashes, sorted and unique.
  TokenSet tokens(std::vector<uint32_t> set);
  [[nodiscard]] std::span<const uint32_t> tokens(TokenSet set) const { return tokens_[set]; }
  TokenSet intersect(TokenSet a, TokenSet b);

  // Remembers how a tag, token or text is written.
  dom::Atom add_tag(std::string_view name);
  uint32_t add_token(std::string_view token);
  uint64_t add_text(std::string_view text);
  // Empty when nobody added it. The tag of texts is "#text".
  [[nodiscard]] std::string_view tag_spelling(dom::Atom tag) const;
  [[nodiscard]] std::string_view token_spelling(uint32_t token) const;
  [[nodiscard]] std::string_view text_spelling(uint64_t text) const;

 private:
  std::vector<std::vector<NodeLabel>> labels_;
  std::map<std::vector<NodeLabel>, LabelSet> label_index_;
  std::vector<std::vector<uint32_t>> tokens_;
  std::map<std::vector<uint32_t>, TokenSet> token_index_;
  std::unordered_map<uint32_t, std::string> tag_spelling_;  // Of names dom/ does not know.
  std::unordered_map<uint32_t, std::string> token_spelling_;
  std::unordered_map<uint64_t, std::string> text_spelling_;
};

uint32_t token_hash(std::string_view token);
// Never 0, which means "no text".
uint64_t text_hash(std::string_view normalized);

struct WrapperNode {
  enum class Kind : uint8_t { kTag, kParentheses };
  Kind kind = Kind::kTag;
  bool pruned = false;    // Matches whatever is below.
  bool exclusive = true;  // What it matches belongs to one record ([Zheng] 9.2.2).
  Sign sign;
  dom::Atom tag = dom::kNoAtom;  // kNoAtom: a text.
  LabelSet labels = 0;
  TokenSet tokens = 0;  // Classes that all nodes it was made of share.
  uint64_t text = 0;    // Hash of the text that all of them share; 0: none.
  uint32_t depth = 0;
  uint32_t end = 0;
  uint32_t weight = 0;        // [Zheng] Definition 8.
  uint64_t labels_below = 0;  // A bit for each label set in the subtree; sets may share one.
};

struct WrapperTree {
  std::vector<WrapperNode> nodes;
  uint32_t level = 1;  // Pages or records it was learned from.

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(nodes.size()); }
  [[nodiscard]] bool is_leaf(uint32_t i) const { return nodes[i].end == i + 1; }
  // The weight of the forest below the root ([Zheng] Definition 11).
  [[nodiscard]] uint32_t weight() const;
  // Appends in preorder; `depth` must be set. finish() computes ends and weights.
  void append(WrapperNode node) { nodes.push_back(node); }
  void finish();
};

// "div(h1('Title') (dt dd)+ p?)": the forest as text, for people and tests. Labels follow an equals
// sign: #text=price, a@href=url.
std::string to_text(const WrapperTree& tree, const Vocabulary& vocabulary);

// A flat list of nodes with depths: pages are deep, JSON readers are not.
void describe(JsonFields& json, WrapperTree& tree, Vocabulary& vocabulary);

// TreeOptions: how trees are made, compared and grouped: as in the paper, or as Weft does
// (docs/adr/0021-trees-that-look-at-classes-and-texts.md).

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

void describe(JsonFields& json, TreeOptions& options);

// Costs of an alignment in small units, so that details can be weighed against nodes.
struct CostModel {
  uint32_t node = 4096;        // A node without a partner.
  uint32_t absent = 1;         // An optional node without one: decides between equal alignments.
  uint32_t tokens = 0;         // Matched nodes that share no class.
  uint32_t some_tokens = 0;    // Matched nodes of which one has classes the other lacks.
  uint32_t text = 0;           // Matched nodes of different template text.
  uint32_t absent_label = 0;   // An optional node with labels without one: it is wanted.
  uint32_t unlike = 0;         // A value that is nothing like the labelled ones; others in part.
  bool details_count = false;  // In the distance, too.

  static CostModel of(const TreeOptions& options) {
    CostModel model;
    if (options.attributes) model.tokens = 2560, model.some_tokens = 768;
    if (options.text == TextUse::kTemplate) model.text = 3584;
    model.details_count = model.tokens + model.text > 0;
    if (options.text == TextUse::kAmbiguous) model.text = 2;
    if (options.prune) model.absent_label = 64, model.unlike = 8192;
    return model;
  }
};

}  // namespace weft::wrap
