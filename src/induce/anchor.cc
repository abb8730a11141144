// Tested by matcher_test.cc, which compares rules run from anchors with rules run on every node.

#include "induce/anchor.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/nodes_of_kind.h"
#include "induce/folded_text.h"
#include "induce/page_columns.h"

namespace weft::induce {
namespace {

using dom::Document;
using dom::NodeId;

Anchor::Kind kind_of(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::kTag:
    case FeatureKind::kPrecedingTag:
    case FeatureKind::kFollowingTag:
      return Anchor::Kind::kTag;
    case FeatureKind::kClassToken:
      return Anchor::Kind::kToken;
    case FeatureKind::kPrecedingText:
      return Anchor::Kind::kElementText;
    case FeatureKind::kLeftText:
      return Anchor::Kind::kLeftText;
    case FeatureKind::kOwnPrefix:
    case FeatureKind::kInsideLeftText:
      return Anchor::Kind::kOwnText;
    default:
      return Anchor::Kind::kAttribute;
  }
}

dom::Atom attribute_of(const Feature& feature) {
  switch (feature.kind) {
    case FeatureKind::kId:
    case FeatureKind::kPrecedingId:
    case FeatureKind::kFollowingId:
      return dom::atoms::kId;
    case FeatureKind::kClass:
    case FeatureKind::kClassToken:
    case FeatureKind::kPrecedingClass:
    case FeatureKind::kFollowingClass:
      return dom::atoms::kClass;
    case FeatureKind::kAttribute:
      return dom::atom_of(feature.attribute);
    default:
      return dom::kNoAtom;
  }
}

std::optional<Anchor> anchor_of(const Feature& feature, Target::Kind target) {
  // A value that begins with a control character would be taken for white space.
  if (feature.values.empty() ||
      std::any_of(feature.values.begin(), feature.values.end(), [](const std::string& value) {
        return value.empty() || static_cast<unsigned char>(value[0]) <= ' ';
      })) {
    return std::nullopt;
  }
  Anchor anchor{.kind = kind_of(feature.kind),
                .attribute = attribute_of(feature),
                .values = feature.values,
                .level = feature.level};
  if (anchor.kind == Anchor::Kind::kAttribute && anchor.attribute == dom::kNoAtom)
    return std::nullopt;
  if (anchor.kind == Anchor::Kind::kOwnText) {
    if (target != Target::Kind::kText) return std::nullopt;
    anchor.level = 0;  // of no meaning for the node's own text
  }
  if (anchor.kind == Anchor::Kind::kTag) {
    for (const std::string& name : feature.values) anchor.tags.push_back(dom::atom_of(name));
  }
  if (is_preceding(feature.kind)) anchor.siblings = feature.offset;
  if (is_following(feature.kind)) anchor.siblings = -static_cast<int>(feature.offset);
  return anchor;
}

// Tags that a page has few of.
bool is_rare(const Anchor& anchor) {
  using namespace dom::atoms;
  constexpr dom::Atom kRare[] = {kH1, kH2, kH3, kH4, kTitle, kDt, kDd, kTh, kEm, kStrong, kB};
  return std::all_of(anchor.tags.begin(), anchor.tags.end(), [&](dom::Atom tag) {
    return std::find(std::begin(kRare), std::end(kRare), tag) != std::end(kRare);
  });
}

// Smaller is better: what is found in few places, near the node.
auto preference(const Anchor& anchor) {
  int kind = 1;  // texts
  if (anchor.attribute == dom::atoms::kId)
    kind = 0;
  else if (anchor.attribute != dom::kNoAtom)
    kind = 2;
  else if (anchor.kind == Anchor::Kind::kTag)
    kind = is_rare(anchor) ? 3 : 4;
  return std::tuple(kind, anchor.level, std::abs(anchor.siblings));
}

size_t bigram(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  return byte(0) + 256U * byte(1);
}

// The high bit of every byte above the space. A byte sets its high bit if it was set, or if adding
// 0x5F carries into it (from 0x21 on).
uint64_t visible_bytes(uint64_t bytes) {
  const uint64_t low = bytes & 0x7F7F7F7F7F7F7F7FULL;
  return ((low + 0x5F5F5F5F5F5F5F5FULL) | bytes) & 0x8080808080808080ULL;
}

// The first byte above the space, eight at a time; the size if there is none.
size_t first_visible(std::string_view text) {
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, 8);
    if (visible_bytes(bytes) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) <= ' ') ++at;
  return at;
}

// How a text begins, as far as that can be told quickly.
struct Beginning {
  enum class Kind { kBlank, kKnown, kUnknown };
  Kind kind;
  size_t bigram;  // Of the first two visible bytes, if kKnown.
};

// OPTIMIZATION: eight bytes at a time, without a branch on the length of the text or where in the
// eight it begins: on real pages those mislead the processor at a higher price than all
// comparisons. May read past the text, up to `readable_end`. Unknown where two visible bytes do not
// lie within eight.
Beginning beginning_of(const char* text, size_t length, const char* readable_end) {
  using Kind = Beginning::Kind;
  if constexpr (std::endian::native != std::endian::little) return {Kind::kUnknown, 0};
  for (; readable_end - text >= 8; text += 8, length -= 8) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, text, 8);
    const size_t here = std::min<size_t>(length, 8);
    const uint64_t inside = here == 0 ? 0 : ~uint64_t{0} >> (64 - 8 * here);
    const uint64_t visible = visible_bytes(bytes) & inside;
    if (visible != 0) {
      const auto first = static_cast<size_t>(std::countr_zero(visible)) / 8;
      return {first + 1 < here ? Kind::kKnown : Kind::kUnknown, (bytes >> (8 * first)) & 0xFFFF};
    }
    if (length <= 8) return {Kind::kBlank, 0};
  }
  return {Kind::kUnknown, 0};
}

// An element of more nodes than this is no label of so many bytes.
size_t max_nodes(size_t bytes) { return bytes + 64; }

size_t longest_of(const std::vector<std::string>& values) {
  size_t longest = 0;
  for (const std::string& value : values) longest = std::max(longest, value.size());
  return longest;
}

// The nearest text before n that is not blank.
NodeId text_before(const Document& doc, NodeId n) {
  while (index(n) > 0) {
    n = NodeId{index(n) - 1};
    if (doc.is_text(n) && !is_blank(doc.text(n))) return n;
  }
  return dom::kRoot;
}

// The elements whose text begins with the text node t and is one of the values.
void add_elements_with_text(const Document& doc, NodeId t, const std::vector<std::string>& values,
                            std::vector<NodeId>& found) {
  const std::string text = normalize_space(doc.text(t));
  if (text.empty() || std::none_of(values.begin(), values.end(), [&](const std::string& value) {
        return value.starts_with(text);
      })) {
    return;
  }
  const size_t longest = longest_of(values);
  const NodeId before = text_before(doc, t);
  for (NodeId a = doc.parent(t); index(a) > index(before) && doc.is_element(a); a = doc.parent(a)) {
    if (doc.subtree_size(a) > max_nodes(longest)) return;
    if (element_text_equals(doc, a, values)) found.push_back(a);
  }
}

}  // namespace

std::optional<Anchor> choose_anchor(const Rule& rule) {
  std::optional<Anchor> best;
  for (const Feature& feature : rule.features) {
    auto anchor = anchor_of(feature, rule.target.kind);
    if (anchor && (!best || preference(*anchor) < preference(*best))) best = std::move(anchor);
  }
  return best;
}

bool element_text_equals(const Document& doc, NodeId element,
                         const std::vector<std::string>& values) {
  const size_t longest = longest_of(values);
  if (doc.subtree_size(element) > max_nodes(longest)) return false;
  std::string text;
  for (const NodeId n : doc.subtree(element)) {
    if (!doc.is_text(n)) continue;
    text += doc.text(n);
    if (text.size() > 2 * longest + 256 && normalize_space(text).size() > longest) return false;
  }
  text = normalize_space(text);
  return std::find(values.begin(), values.end(), text) != values.end();
}

AnchorFinder::AnchorFinder(std::vector<Anchor> anchors) : anchors_(std::move(anchors)) {
  for (uint32_t a = 0; a < anchors_.size(); ++a) {
    const Anchor& anchor = anchors_[a];
    for (const dom::Atom tag : anchor.tags) by_tag_.push_back({tag, a});
    if (anchor.attribute != dom::kNoAtom) {
      by_attribute_.push_back({anchor.attribute, a});
    } else if (anchor.tags.empty()) {
      by_text_.push_back(a);
      for (const std::string& value : anchor.values) {
        for (size_t second = 0; second < 256; ++second) {
          // A text node may hold the first byte alone, or white space after it.
          const char pair[] = {value[0], static_cast<char>(second)};
          const bool wanted = value.size() < 2 || value[1] == pair[1] || is_html_space(pair[1]) ||
                              second >= 0x80 || second == 0x0B;
          if (wanted) begins_.set(bigram({pair, 2}));
        }
      }
    }
  }
  // What may begin a space other than HTML's is left to the full comparison.
  for (const size_t first : {0x0B, 0xC2, 0xE1, 0xE2, 0xE3}) {
    for (size_t second = 0; second < 256; ++second) begins_.set(first + 256 * second);
  }
}

AnchorFinder::Found AnchorFinder::find(const Document& doc) const {
  Found found(anchors_.size());
  if (anchors_.empty()) return found;
  if (!by_text_.empty()) {
    for (const uint32_t n : dom::nodes_of_kind(doc.storage(), dom::NodeKind::kText)) {
      if (may_begin_text(doc, NodeId{n})) match_text(doc, NodeId{n}, found);
    }
  }
  if (!by_tag_.empty() || !by_attribute_.empty()) {
    for (const uint32_t n : dom::nodes_of_kind(doc.storage(), dom::NodeKind::kElement))
      match_element(doc, NodeId{n}, found);
  }
  return found;
}

// False for nearly all texts that no anchor wants.
bool AnchorFinder::may_begin_text(const Document& doc, NodeId n) const {
  const dom::Storage& columns = doc.storage();
  const uint32_t offset = columns.payload[index(n)];
  if (offset >= dom::kArenaBit) return true;
  const std::string_view source = doc.source();
  const Beginning beginning = beginning_of(source.data() + offset, columns.payload_size[index(n)],
                                           source.data() + source.size());
  return beginning.kind == Beginning::Kind::kUnknown ||
         (beginning.kind == Beginning::Kind::kKnown && begins_[beginning.bigram]);
}

void AnchorFinder::match_element(const Document& doc, NodeId n, Found& found) const {
  for (const Wanted& wanted : by_tag_) {
    if (wanted.name == doc.name(n)) found[wanted.anchor].push_back(n);
  }
  if (by_attribute_.empty()) return;
  const dom::Storage& columns = doc.storage();
  const uint32_t first = columns.payload[index(n)];
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    const dom::Atom name = columns.attributes[first + i].name;
    for (const Wanted& wanted : by_attribute_) {
      if (wanted.name != name) continue;
      const Anchor& anchor = anchors_[wanted.anchor];
      const std::string_view own = doc.attribute_at(n, i).value;
      const bool token = anchor.kind == Anchor::Kind::kToken;
      if (std::any_of(anchor.values.begin(), anchor.values.end(), [&](const std::string& value) {
            return token ? dom::has_token(own, value) : own == value;
          })) {
        found[wanted.anchor].push_back(n);
      }
    }
  }
}

void AnchorFinder::match_text(const Document& doc, NodeId n, Found& found) const {
  const std::string_view text = doc.text(n);
  const size_t begin = first_visible(text);
  if (begin == text.size()) return;
  if (begin + 1 < text.size() && !begins_[bigram(text.substr(begin))]) return;
  for (const uint32_t a : by_text_) {
    const std::vector<std::string>& values = anchors_[a].values;
    if (anchors_[a].kind == Anchor::Kind::kElementText) {
      add_elements_with_text(doc, n, values, found[a]);
      continue;
    }
    const bool whole = anchors_[a].kind == Anchor::Kind::kLeftText;
    if (std::any_of(values.begin(), values.end(), [&](const std::string& value) {
          return whole ? folded_equals(text, value) : folded_starts_with(text, value);
        })) {
      found[a].push_back(n);
    }
  }
}

}  // namespace weft::induce
