#include "induce/sample.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::induce {

using dom::kNoNode;
using dom::NodeId;

namespace {

// The value of a feature's slot at one node; see SampleColumns::values.
Symbol value_at(const PageColumns& page, NodeId n, FeatureKind kind, dom::Atom attribute,
                Symbols& symbols) {
  const auto text_of = [&](NodeId text) {
    return text != kNoNode ? page.text[index(text)] : kNoSymbol;
  };
  const dom::Document& doc = *page.document;
  switch (kind) {
    case FeatureKind::kTag:
    case FeatureKind::kPrecedingTag:
    case FeatureKind::kFollowingTag:
      return static_cast<Symbol>(doc.name(n));
    case FeatureKind::kId:
    case FeatureKind::kPrecedingId:
    case FeatureKind::kFollowingId:
      return page.id[index(n)];
    case FeatureKind::kClass:
    case FeatureKind::kClassToken:
    case FeatureKind::kPrecedingClass:
    case FeatureKind::kFollowingClass:
      return page.class_name[index(n)];
    case FeatureKind::kPrecedingText:
      return page.text[index(n)];
    case FeatureKind::kAttribute:
      return symbols.intern(doc.is_element(n) ? doc.attribute(n, attribute).value_or("") : "");
    case FeatureKind::kLeftText:
      return text_of(page.text_before[index(n)]);
    case FeatureKind::kLeftWord:
      return symbols.last_word(text_of(page.text_before[index(n)]));
    case FeatureKind::kRightText:
      return text_of(page.text_at_or_after[index(doc.end(n))]);
    case FeatureKind::kRightWord:
      return symbols.first_word(text_of(page.text_at_or_after[index(doc.end(n))]));
    default:
      return kNoSymbol;
  }
}

}  // namespace

SampleColumns::SampleColumns(std::span<const dom::Document* const> documents) : starts_{0} {
  pages_.reserve(documents.size());
  for (const dom::Document* document : documents) {
    pages_.push_back(make_columns(*document, symbols_));
    starts_.push_back(starts_.back() + document->size());
  }
  link_siblings(&PageColumns::previous_element, previous_);
  link_siblings(&PageColumns::next_element, next_);
}

void SampleColumns::link_siblings(std::vector<NodeId> PageColumns::*sibling,
                                  std::vector<Place>& links) {
  links.reserve(starts_.back());
  for (uint32_t p = 0; p < size(); ++p) {
    for (const NodeId n : pages_[p].*sibling)
      links.push_back(n == kNoNode ? nowhere() : place(p, n));
  }
}

const std::vector<Symbol>& SampleColumns::values(FeatureKind kind, uint32_t offset,
                                                 dom::Atom attribute) {
  if (kind == FeatureKind::kClassToken) kind = FeatureKind::kClass;
  std::vector<Symbol>& column = values_[{kind, offset, attribute}];
  if (!column.empty()) return column;
  column.reserve(nowhere() + 1);
  if (offset == 0) {
    for (const PageColumns& page : pages_) {
      for (const NodeId n : page.document->nodes())
        column.push_back(value_at(page, n, kind, attribute, symbols_));
    }
  } else {
    // One sibling further is the neighbour's value of the column before.
    const std::vector<Symbol>& nearer = values(kind, offset - 1, attribute);
    for (const Place next : is_preceding(kind) ? previous_ : next_) column.push_back(nearer[next]);
  }
  column.push_back(kNoSymbol);
  return column;
}

BitSet SampleColumns::classes_with(Symbol token) {
  if (classes_.empty()) {
    std::vector<Symbol> classes = values(FeatureKind::kClass, 0, dom::kNoAtom);
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    for (const Symbol name : classes) {
      for (const Symbol word : symbols_.tokens(name)) classes_[word].push_back(name);
    }
  }
  BitSet found(symbols_.size());
  for (const Symbol name : classes_[token]) found.set(name);
  return found;
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
  places_.assign(reach_.levels + 1U,
                 std::vector<SampleColumns::Place>(nodes_.size(), columns_->nowhere()));
  for (uint32_t u = 0; u < units(); ++u) {
    const Unit& unit = units_[u];
    const dom::Document& doc = *columns_->page(unit.page).document;
    for (Candidate c = first(u); c < first(u) + count(u); ++c) {
      NodeId n = nodes_[c];
      places_[0][c] = columns_->place(unit.page, n);
      for (uint32_t level = 1; level <= reach_.levels && n != unit.root; ++level) {
        n = doc.parent(n);
        if (!doc.is_element(n)) break;
        places_[level][c] = columns_->place(unit.page, n);
      }
    }
  }
}

Sample::Candidate Sample::find(uint32_t u, NodeId n) const {
  const auto begin = nodes_.begin() + first(u);
  const auto end = begin + count(u);
  const auto it = std::lower_bound(begin, end, n);
  return it != end && *it == n ? static_cast<Candidate>(it - nodes_.begin()) : kNoCandidate;
}

Symbol Sample::slot_value(Candidate c, const Slot& slot) const {
  if (slot.kind == FeatureKind::kOwnPrefix) return symbols().colon_prefix(value(c));
  const PageColumns& page = columns_->page(units_[unit_of(c)].page);
  const auto& link = is_preceding(slot.kind) ? page.previous_element : page.next_element;
  NodeId n = ancestor(c, slot.level);
  for (uint8_t i = 0; i < slot.offset && n != kNoNode; ++i) n = link[index(n)];
  return n == kNoNode ? kNoSymbol : value_at(page, n, slot.kind, slot.attribute, symbols());
}

const BitSet& Sample::with_value(const Slot& slot, Symbol value) const {
  const auto [it, fresh] = with_value_.try_emplace({slot, value});
  if (fresh) it->second = find_with_value(slot, value);
  return it->second;
}

// A word of the set at a time, without a branch.
template <typename F>
BitSet Sample::candidates_where(F holds) const {
  BitSet bits(size());
  for (size_t w = 0; w < bits.words().size(); ++w) {
    uint64_t word = 0;
    for (size_t i = 0; i < 64; ++i) word |= uint64_t{holds(w * 64 + i)} << i;
    bits.words()[w] = word;
  }
  return bits;
}

BitSet Sample::find_with_value(const Slot& slot, Symbol value) const {
  if (slot.kind == FeatureKind::kOwnPrefix) {
    return candidates_where([&](size_t c) { return symbols().colon_prefix(values_[c]) == value; });
  }
  const Symbol* column = columns_->values(slot.kind, slot.offset, slot.attribute).data();
  const SampleColumns::Place* places = places_[slot.level].data();
  if (slot.kind == FeatureKind::kClassToken) {
    const BitSet classes = columns_->classes_with(value);
    return candidates_where([=, &classes](size_t c) { return classes.test(column[places[c]]); });
  }
  if (value == kNoSymbol)
    return candidates_where([=](size_t c) { return column[places[c]] != kNoSymbol; });
  return candidates_where([=](size_t c) { return column[places[c]] == value; });
}

}  // namespace weft::induce
