#include "induce/sample.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::induce {

using dom::kNoNode;
using dom::NodeId;

SampleColumns::SampleColumns(std::span<const dom::Document* const> documents) {
  pages_.reserve(documents.size());
  for (const dom::Document* document : documents)
    pages_.push_back(make_columns(*document, symbols_));
}

Sample::Sample(SampleColumns& columns, std::vector<Unit> units, Target target, Reach reach)
    : columns_(&columns),
      units_(std::move(units)),
      target_(std::move(target)),
      attribute_(target_.attribute.empty() ? dom::kNoAtom : dom::atom_of(target_.attribute)),
      reach_(reach) {
  first_word_.push_back(0);
  for (const Unit& unit : units_) add_unit(unit);
  find_ancestors();
}

void Sample::add_unit(const Unit& unit) {
  const PageColumns& page = columns_->page(unit.page);
  const dom::Document& doc = *page.document;
  const size_t begin = nodes_.size();
  for (const NodeId n : doc.subtree(unit.root)) add_candidate(page, n);
  count_.push_back(static_cast<uint32_t>(nodes_.size() - begin));
  const size_t padded = (nodes_.size() + 63) / 64 * 64;
  nodes_.resize(padded, kNoNode);
  values_.resize(padded, kNoSymbol);
  first_word_.push_back(padded / 64);
  unit_of_word_.resize(padded / 64, static_cast<uint32_t>(count_.size() - 1));
}

void Sample::add_candidate(const PageColumns& page, NodeId n) {
  if (page.document->is_text(n) != (target_.kind == Target::Kind::kText)) return;
  const Symbol value = value_of(page, n);
  if (value == kNoSymbol) return;
  nodes_.push_back(n);
  values_.push_back(value);
}

Symbol Sample::value_of(const PageColumns& page, NodeId n) const {
  const dom::Document& doc = *page.document;
  switch (target_.kind) {
    case Target::Kind::kText:
      return page.text[index(n)];
    case Target::Kind::kAttribute:
      return doc.is_element(n) ? columns_->symbols().intern(
                                     normalize_space(doc.attribute(n, attribute_).value_or("")))
                               : kNoSymbol;
    case Target::Kind::kElement:
      break;
  }
  // Elements with more text than a value could have only stand for pages and sections.
  if (!doc.is_element(n) || doc.subtree_size(n) > 2000) return kNoSymbol;
  if (page.text[index(n)] != kNoSymbol) return page.text[index(n)];
  return columns_->symbols().intern(dom::normalized_text(doc, n));
}

void Sample::find_ancestors() {
  ancestors_.assign(reach_.levels + 1U, {});
  ancestors_[0] = nodes_;
  for (uint32_t level = 1; level <= reach_.levels; ++level) {
    ancestors_[level].assign(nodes_.size(), kNoNode);
    for (size_t c = 0; c < nodes_.size(); ++c) {
      const NodeId below = ancestors_[level - 1][c];
      const Unit& unit = units_[unit_of_word_[c >> 6]];
      if (below == kNoNode || below == unit.root) continue;
      const dom::Document& doc = *columns_->page(unit.page).document;
      const NodeId above = doc.parent(below);
      if (doc.is_element(above)) ancestors_[level][c] = above;
    }
  }
}

Sample::Candidate Sample::find(uint32_t u, NodeId n) const {
  const auto begin = nodes_.begin() + first(u);
  const auto end = begin + count(u);
  const auto it = std::lower_bound(begin, end, n);
  return it != end && *it == n ? static_cast<Candidate>(it - nodes_.begin()) : kNoCandidate;
}

Symbol Sample::sibling_value(const PageColumns& page, NodeId n, FeatureKind kind,
                             uint32_t offset) const {
  const auto& link = is_preceding(kind) ? page.previous_element : page.next_element;
  for (uint32_t i = 0; i < offset; ++i) {
    n = link[index(n)];
    if (n == kNoNode) return kNoSymbol;
  }
  switch (kind) {
    case FeatureKind::kPrecedingTag:
    case FeatureKind::kFollowingTag:
      return static_cast<Symbol>(page.document->name(n));
    case FeatureKind::kPrecedingId:
    case FeatureKind::kFollowingId:
      return page.id[index(n)];
    case FeatureKind::kPrecedingClass:
    case FeatureKind::kFollowingClass:
      return page.class_name[index(n)];
    default:
      return page.text[index(n)];
  }
}

Symbol Sample::slot_value(Candidate c, FeatureKind kind, uint32_t level, uint32_t offset,
                          dom::Atom attribute) const {
  const NodeId n = ancestor(c, level);
  if (n == kNoNode) return kNoSymbol;
  const Unit& unit = units_[unit_of(c)];
  const PageColumns& page = columns_->page(unit.page);
  if (is_preceding(kind) || is_following(kind)) return sibling_value(page, n, kind, offset);
  const auto beside = [&](NodeId text) {
    return text != kNoNode ? page.text[index(text)] : kNoSymbol;
  };
  Symbols& strings = columns_->symbols();
  switch (kind) {
    case FeatureKind::kTag:
      return static_cast<Symbol>(page.document->name(n));
    case FeatureKind::kId:
      return page.id[index(n)];
    case FeatureKind::kClass:
    case FeatureKind::kClassToken:
      return page.class_name[index(n)];
    case FeatureKind::kAttribute:
      return strings.intern(
          page.document->is_element(n) ? page.document->attribute(n, attribute).value_or("") : "");
    case FeatureKind::kLeftText:
      return beside(page.text_before[index(n)]);
    case FeatureKind::kLeftWord:
      return strings.last_word(beside(page.text_before[index(n)]));
    case FeatureKind::kRightText:
      return beside(page.text_at_or_after[index(page.document->end(n))]);
    case FeatureKind::kRightWord:
      return strings.first_word(beside(page.text_at_or_after[index(page.document->end(n))]));
    case FeatureKind::kOwnPrefix:
      return strings.colon_prefix(value(c));
    default:
      return kNoSymbol;
  }
}

}  // namespace weft::induce
