// Anchors: from a few places of a page to the nodes that rules can select.
//
// A rule is a conjunction, so it can hold only where each of its features does. One of them is
// chosen whose places are few and cheap to find; for all rules together that takes one pass over
// the texts, one over the names and one over the attributes of a page. From each place it is a few
// steps to the nodes that the rule could select, and only these are tested in full:
//
//   rule                                      anchor                      nodes to test
//   left text is "Price:", parent is a <td>   texts that are "Price:"     the nodes up to the next text
//   id of the grandparent is "main"           elements with that id       texts two levels below it
//   the element before the parent is a <th>   <th> elements               texts in the next element
//
// What is found in few places comes first: ids, then texts, then other attributes, then rare names.
// Rules without an anchor (values of any kind, texts that contain a word) are tested on every node.
//
// OPTIMIZATION: most texts and attributes of a page are told apart from all wanted ones without a
// comparison: texts by their first or last two bytes, attributes by name and by their length modulo
// 64.
//
// Tested by matcher_test.cc, which compares rules run from anchors with rules run on every node.

#include "wrap/rules/anchor.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "wrap/rules/folded_text.h"

namespace weft::wrap {
namespace {

using dom::Document;
using dom::NodeId;

std::optional<Anchor> anchor_of(const Feature& feature, Target::Kind target) {
  // What the node's text contains or ends with is no place to start from.
  const bool inside = feature.axis == Axis::kInsideRight || feature.axis == Axis::kInsideLeft;
  if (inside && (feature.axis == Axis::kInsideRight || feature.test == Test::kWord))
    return std::nullopt;
  if (feature.test == Test::kColumn) return std::nullopt;  // Nor is every row of every table.
  // A control character at either end would be taken for white space.
  const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (feature.values.empty() ||
      std::any_of(feature.values.begin(), feature.values.end(), [&](const std::string& value) {
        return value.empty() || is_space(value.front()) || is_space(value.back());
      })) {
    return std::nullopt;
  }
  Anchor anchor{
      .axis = feature.axis, .test = feature.test, .values = feature.values, .level = feature.level};
  if (!feature.attribute.empty()) anchor.attribute = dom::atom_of(feature.attribute);
  if (inside || feature.axis == Axis::kRight) {
    if (target != Target::Kind::kText) return std::nullopt;
    anchor.level = 0;  // of no meaning here
  }
  if (feature.test == Test::kTag) {
    for (const std::string& name : feature.values) anchor.tags.push_back(dom::atom_of(name));
  }
  if (feature.axis == Axis::kPreceding) anchor.siblings = feature.offset;
  if (feature.axis == Axis::kFollowing) anchor.siblings = -static_cast<int>(feature.offset);
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
  else if (anchor.test == Test::kTag)
    kind = is_rare(anchor) ? 3 : 4;
  return std::tuple(kind, anchor.level, std::abs(anchor.siblings));
}

// Which lengths, modulo 64, an attribute may have that meets the anchor.
uint64_t lengths_of(const Anchor& anchor) {
  if (anchor.test == Test::kToken) return ~uint64_t{0};
  uint64_t lengths = 0;
  for (const std::string& value : anchor.values) lengths |= uint64_t{1} << (value.size() % 64);
  return lengths;
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
    if (doc.is_text(n) && !dom::is_blank(doc.text(n))) return n;
  }
  return dom::kRoot;
}

// The elements whose text begins with the text node t, which is not blank, and is one of the
// values.
void add_elements_with_text(const Document& doc, NodeId t, const std::vector<std::string>& values,
                            std::vector<NodeId>& found) {
  const std::string_view text = doc.text(t);
  if (std::none_of(values.begin(), values.end(),
                   [&](const std::string& value) { return folded_is_start_of(text, value); })) {
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

bool text_beside_holds(Axis axis, Test test, std::string_view raw, const std::string& value) {
  if (test != Test::kWord) return folded_equals(raw, value);
  return axis == Axis::kLeft ? folded_ends_in_word(raw, value)
                             : folded_begins_with_word(raw, value);
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

namespace {

// What may be a space other than HTML's is left to the full comparison.
struct PairsOfSpaces {
  BytePairs begins, ends;
};

// OPTIMIZATION: made once; learning builds finders by the thousand.
PairsOfSpaces pairs_of_spaces() {
  PairsOfSpaces pairs;
  for (size_t other = 0; other < 256; ++other) {
    for (const size_t first : {0x0B, 0xC2, 0xE1, 0xE2, 0xE3}) pairs.begins.set(first + 256 * other);
    for (size_t last = 0x80; last < 256; ++last) pairs.ends.set(other + 256 * last);
  }
  return pairs;
}

}  // namespace

AnchorFinder::AnchorFinder(std::vector<Anchor> anchors) : anchors_(std::move(anchors)) {
  for (uint32_t a = 0; a < anchors_.size(); ++a) {
    const Anchor& anchor = anchors_[a];
    for (const dom::Atom tag : anchor.tags) by_tag_.push_back({tag, a});
    if (anchor.attribute != dom::kNoAtom) {
      add_attribute(a);
    } else if (anchor.axis == Axis::kLeft && anchor.test == Test::kWord) {
      by_last_word_.push_back(a);
      for (const std::string& value : anchor.values) add_ending(value);
    } else if (anchor.tags.empty()) {
      by_text_.push_back(a);
      for (const std::string& value : anchor.values) add_beginning(value);
    }
  }
  static const PairsOfSpaces kOther = pairs_of_spaces();
  begins_ |= kOther.begins;
  ends_ |= kOther.ends;
}

void AnchorFinder::add_attribute(uint32_t a) {
  const dom::Atom name = anchors_[a].attribute;
  auto at = std::find_if(by_attribute_.begin(), by_attribute_.end(),
                         [&](const WantedAttribute& wanted) { return wanted.name == name; });
  if (at == by_attribute_.end()) at = by_attribute_.insert(at, WantedAttribute{.name = name});
  at->lengths |= lengths_of(anchors_[a]);
  const bool all_telling =
      std::all_of(by_attribute_.begin(), by_attribute_.end(),
                  [](const WantedAttribute& wanted) { return dom::may_have(wanted.name) != 0; });
  telling_ = all_telling ? telling_ | dom::may_have(name) : 0;
  at->anchors.push_back(a);
}

// A text node may hold the first byte alone, or white space after it.
void AnchorFinder::add_beginning(const std::string& value) {
  for (size_t second = 0; second < 256; ++second) {
    const char pair[] = {value[0], static_cast<char>(second)};
    const bool wanted = value.size() < 2 || value[1] == pair[1] || is_html_space(pair[1]) ||
                        second >= 0x80 || second == 0x0B;
    if (wanted) begins_.set(byte_pair(pair[0], pair[1]));
  }
}

// A word has no white space in it.
void AnchorFinder::add_ending(const std::string& word) {
  for (size_t first = 0; first < 256; ++first) {
    const char pair[] = {static_cast<char>(first), word.back()};
    if (word.size() < 2 || word[word.size() - 2] == pair[0]) ends_.set(byte_pair(pair[0], pair[1]));
  }
}

AnchorFinder::Found AnchorFinder::find(const Document& doc) const {
  Found found(anchors_.size());
  const dom::Storage& columns = doc.storage();
  if (!by_text_.empty() || !by_last_word_.empty()) {
    dom::for_each_block(columns, {dom::NodeKind::kText, dom::kMayBeVisible},
                        [&](const dom::RowBlock& texts) { match_texts(doc, texts, found); });
  }
  if (!by_tag_.empty()) {
    dom::for_each_block(columns, {dom::NodeKind::kElement}, [&](const dom::RowBlock& elements) {
      match_names(columns, elements, found);
    });
  }
  if (!by_attribute_.empty()) {
    dom::for_each_block(
        columns, {dom::NodeKind::kElement, telling_}, [&](const dom::RowBlock& elements) {
          const dom::RowBlock with_attributes(
              elements, [&](uint32_t row) { return columns.payload_size[row] != 0; });
          for (const uint32_t row : with_attributes) match_attributes(doc, NodeId{row}, found);
        });
  }
  return found;
}

void AnchorFinder::match_names(const dom::Storage& columns, const dom::RowBlock& elements,
                               Found& found) const {
  for (const WantedTag& wanted : by_tag_) {
    const dom::RowBlock named(elements,
                              [&](uint32_t row) { return columns.name[row] == wanted.name; });
    for (const uint32_t row : named) found[wanted.anchor].push_back(NodeId{row});
  }
}

void AnchorFinder::match_attributes(const Document& doc, NodeId n, Found& found) const {
  const dom::Storage& columns = doc.storage();
  const dom::AttributeEntry* entry = columns.attributes.data() + columns.payload[index(n)];
  const dom::AttributeEntry* end = entry + columns.payload_size[index(n)];
  for (; entry != end; ++entry) {
    for (const WantedAttribute& wanted : by_attribute_) {
      if (wanted.name != entry->name) continue;
      if ((wanted.lengths >> (entry->value.length % 64) & 1) == 0) continue;
      const auto [own, around] = dom::placed_string(doc, entry->value.offset, entry->value.length);
      match_value(wanted, n, own, found);
    }
  }
}

void AnchorFinder::match_value(const WantedAttribute& wanted, NodeId n, std::string_view own,
                               Found& found) const {
  for (const uint32_t a : wanted.anchors) {
    const Anchor& anchor = anchors_[a];
    const bool token = anchor.test == Test::kToken;
    if (std::any_of(anchor.values.begin(), anchor.values.end(), [&](const std::string& value) {
          return token ? dom::has_token(own, value) : own == value;
        })) {
      found[a].push_back(n);
    }
  }
}

void AnchorFinder::match_texts(const Document& doc, const dom::RowBlock& texts,
                               Found& found) const {
  if (!by_text_.empty()) {
    const dom::RowBlock wanted(
        texts, [&](uint32_t row) { return may_begin_with(dom::placed_text(doc, row), begins_); });
    for (const uint32_t row : wanted) match_text(doc, NodeId{row}, found);
  }
  if (!by_last_word_.empty()) {
    const dom::RowBlock wanted(
        texts, [&](uint32_t row) { return may_end_with(dom::placed_text(doc, row), ends_); });
    for (const uint32_t row : wanted) match_last_word(doc, NodeId{row}, found);
  }
}

void AnchorFinder::match_text(const Document& doc, NodeId n, Found& found) const {
  const std::string_view text = skip_blank(dom::placed_text(doc, index(n)));
  if (text.empty() || (text.size() > 1 && !begins_[byte_pair(text[0], text[1])])) return;
  for (const uint32_t a : by_text_) {
    const Anchor& anchor = anchors_[a];
    if (anchor.axis == Axis::kPreceding) {
      add_elements_with_text(doc, n, anchor.values, found[a]);
    } else if (std::any_of(anchor.values.begin(), anchor.values.end(),
                           [&](const std::string& value) {
                             return anchor.axis == Axis::kInsideLeft
                                        ? folded_starts_with(text, value)
                                        : text_beside_holds(anchor.axis, anchor.test, text, value);
                           })) {
      found[a].push_back(n);
    }
  }
}

void AnchorFinder::match_last_word(const Document& doc, NodeId n, Found& found) const {
  const std::string_view text = doc.text(n);
  for (const uint32_t a : by_last_word_) {
    const std::vector<std::string>& values = anchors_[a].values;
    if (std::any_of(values.begin(), values.end(),
                    [&](const std::string& value) { return folded_ends_in_word(text, value); })) {
      found[a].push_back(n);
    }
  }
}

}  // namespace weft::wrap
