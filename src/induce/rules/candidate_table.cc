// Candidates as columns. A feature asks the same question of every candidate: what is the class of
// your parent? Neighbours share parents, so the answer is worked out once for each run of
// candidates below one node, and a feature's bit set is filled run by run:
//
//   candidates   a b c d e        runs of level 1   [a b] below <p class=x>, [c d e] below <p>
//   (class, 1, x)                 bits 1 1 0 0 0
//
// Tested by candidate_table_test.cc, which asks each candidate by itself.

#include "induce/rules/candidate_table.h"

#include <algorithm>

#include "base/strings.h"
#include "dom/table_grid.h"
#include "dom/text.h"

namespace weft::induce {

using dom::kNoNode;
using dom::NodeId;
using wrap::Axis;
using wrap::Test;

namespace {

// The value of a feature's slot at one node, its sibling offset apart. REQUIRES: not kPrefix.
Symbol value_at(const PageColumns& page, NodeId n, const Slot& slot, Symbols& symbols) {
  const dom::Document& doc = *page.document;
  const bool left = slot.axis == Axis::kLeft;
  if (left || slot.axis == Axis::kRight) {
    const NodeId beside =
        left ? page.text_before[index(n)] : page.text_at_or_after[index(doc.end(n))];
    const Symbol text = beside != kNoNode ? page.text[index(beside)] : kNoSymbol;
    if (slot.test != Test::kWord) return text;
    return left ? symbols.last_word(text) : symbols.first_word(text);
  }
  if (slot.test == Test::kTag) return static_cast<Symbol>(doc.name(n));
  if (slot.test == Test::kText) return page.text[index(n)];
  if (slot.test == Test::kColumn) {
    const uint32_t column = dom::column_in_row(doc, n);
    return column == 0 ? kNoSymbol : symbols.intern(std::to_string(column));
  }
  if (slot.attribute == dom::atoms::kId) return page.id[index(n)];
  if (slot.attribute == dom::atoms::kClass) return page.class_name[index(n)];
  return symbols.intern(doc.is_element(n) ? doc.attribute(n, slot.attribute).value_or("") : "");
}

// The values of a slot at many nodes; kNoSymbol for kNoNode.
void find_values(const PageColumns& page, std::span<const NodeId> nodes, const Slot& slot,
                 Symbols& symbols, std::span<Symbol> values) {
  const auto fill = [&](auto value) {
    for (size_t i = 0; i < nodes.size(); ++i)
      values[i] = nodes[i] == kNoNode ? kNoSymbol : value(nodes[i]);
  };
  const auto from = [&](const std::vector<Symbol>& column) {
    fill([column = column.data()](NodeId n) { return column[index(n)]; });
  };
  if (slot.attribute == dom::atoms::kId) return from(page.id);
  if (slot.attribute == dom::atoms::kClass) return from(page.class_name);
  fill([&](NodeId n) { return value_at(page, n, slot, symbols); });
}

}  // namespace

SampleColumns::SampleColumns(std::span<const dom::Document* const> documents) {
  pages_.reserve(documents.size());
  for (const dom::Document* document : documents)
    pages_.push_back(make_columns(*document, symbols_));
}

const BitSet& SampleColumns::classes_with(Symbol token) {
  const auto [it, fresh] = classes_with_.try_emplace(token);
  if (!fresh) return it->second;
  if (classes_.empty()) classes_ = find_classes();
  BitSet& found = it->second = BitSet(classes_.back() + 1);
  for (const Symbol name : classes_) {
    const std::vector<Symbol>& tokens = symbols_.tokens(name);
    if (std::find(tokens.begin(), tokens.end(), token) != tokens.end()) found.set(name);
  }
  return found;
}

std::vector<Symbol> SampleColumns::find_classes() const {
  BitSet met(symbols_.size());
  for (const PageColumns& page : pages_) {
    for (const Symbol name : page.class_name) met.set(name);
  }
  std::vector<Symbol> classes;
  for_each_bit(met.words(), 0, [&](size_t name) {
    classes.push_back(static_cast<Symbol>(name));
    return true;
  });
  return classes;
}

CandidateTable::CandidateTable(SampleColumns& columns, std::vector<Unit> units, wrap::Target target,
                               Reach reach)
    : columns_(&columns),
      units_(std::move(units)),
      target_(std::move(target)),
      attribute_(target_.attribute.empty() ? dom::kNoAtom : dom::atom_of(target_.attribute)),
      reach_(reach) {
  first_word_.push_back(0);
  for (const Unit& unit : units_) add_unit(unit);
  find_runs();
}

void CandidateTable::add_unit(const Unit& unit) {
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

void CandidateTable::add_candidate(const PageColumns& page, NodeId n) {
  if (page.document->is_text(n) != (target_.kind == wrap::Target::Kind::kText)) return;
  const Symbol value = value_of(page, n);
  if (value == kNoSymbol) return;
  nodes_.push_back(n);
  values_.push_back(value);
}

Symbol CandidateTable::value_of(const PageColumns& page, NodeId n) const {
  const dom::Document& doc = *page.document;
  switch (target_.kind) {
    case wrap::Target::Kind::kText:
      return page.text[index(n)];
    case wrap::Target::Kind::kAttribute:
      return doc.is_element(n) ? columns_->symbols().intern(
                                     normalize_space(doc.attribute(n, attribute_).value_or("")))
                               : kNoSymbol;
    case wrap::Target::Kind::kElement:
      break;
  }
  // Elements with more text than a value could have only stand for pages and sections.
  if (!doc.is_element(n) || doc.subtree_size(n) > 2000) return kNoSymbol;
  if (page.text[index(n)] != kNoSymbol) return page.text[index(n)];
  return columns_->symbols().intern(dom::normalized_text(doc, n));
}

void CandidateTable::find_runs() {
  runs_.resize(reach_.levels + 1U);
  for (uint32_t u = 0; u < units(); ++u) add_runs(u);
  for (Runs& runs : runs_) {
    runs.begins.push_back(static_cast<Candidate>(size()));
    runs.first_of_unit.push_back(runs.nodes.size());
  }
}

void CandidateTable::add_runs(uint32_t u) {
  for (Runs& runs : runs_) runs.first_of_unit.push_back(runs.nodes.size());
  const dom::Document& doc = document(u);
  const auto add = [](Runs& runs, NodeId n, Candidate begin) {
    runs.nodes.push_back(n);
    runs.begins.push_back(begin);
  };
  for (Candidate c = first(u); c < first(u) + count(u); ++c) {
    NodeId n = nodes_[c];
    for (Runs& runs : runs_) {
      // Those that share an ancestor share the ones above it.
      if (runs.nodes.size() > runs.first_of_unit.back() && runs.nodes.back() == n) break;
      add(runs, n, c);
      if (n != kNoNode) n = n == units_[u].root ? kNoNode : doc.parent(n);
      if (n != kNoNode && !doc.is_element(n)) n = kNoNode;
    }
  }
  for (Runs& runs : runs_) add(runs, kNoNode, first(u) + count(u));
}

NodeId CandidateTable::ancestor(Candidate c, uint32_t level) const {
  const Unit& unit = units_[unit_of(c)];
  const dom::Document& doc = *columns_->page(unit.page).document;
  NodeId n = nodes_[c];
  for (; level > 0; --level) {
    if (n == unit.root) return kNoNode;
    n = doc.parent(n);
    if (!doc.is_element(n)) return kNoNode;
  }
  return n;
}

CandidateTable::Candidate CandidateTable::find(uint32_t u, NodeId n) const {
  const auto begin = nodes_.begin() + first(u);
  const auto end = begin + count(u);
  const auto it = std::lower_bound(begin, end, n);
  return it != end && *it == n ? static_cast<Candidate>(it - nodes_.begin()) : kNoCandidate;
}

Symbol CandidateTable::slot_value(Candidate c, const Slot& slot) const {
  if (slot.test == Test::kPrefix) return symbols().colon_prefix(value(c));
  const PageColumns& page = columns_->page(units_[unit_of(c)].page);
  const auto& link = slot.axis == Axis::kPreceding ? page.previous_element : page.next_element;
  NodeId n = ancestor(c, slot.level);
  for (uint8_t i = 0; i < slot.offset && n != kNoNode; ++i) n = link[index(n)];
  return n == kNoNode ? kNoSymbol : value_at(page, n, slot, symbols());
}

const BitSet& CandidateTable::with_value(const Slot& slot, Symbol value) const {
  const auto [it, fresh] = with_value_.try_emplace({slot, value});
  if (fresh) it->second = find_with_value(slot, value);
  return it->second;
}

// The nodes that the slot looks at, of every run.
const std::vector<NodeId>& CandidateTable::run_nodes(const Slot& slot) const {
  if (slot.offset == 0) return runs_[slot.level].nodes;
  const bool preceding = slot.axis == Axis::kPreceding;
  const auto [it, fresh] = siblings_.try_emplace({slot.level, preceding, slot.offset});
  if (!fresh) return it->second;
  Slot nearer = slot;
  --nearer.offset;
  const std::vector<NodeId>& nodes = run_nodes(nearer);
  const std::vector<size_t>& first_of_unit = runs_[slot.level].first_of_unit;
  it->second.resize(nodes.size());
  for (uint32_t u = 0; u < units(); ++u) {
    const PageColumns& page = columns_->page(units_[u].page);
    const auto& link = preceding ? page.previous_element : page.next_element;
    for (size_t run = first_of_unit[u]; run < first_of_unit[u + 1]; ++run)
      it->second[run] = nodes[run] == kNoNode ? kNoNode : link[index(nodes[run])];
  }
  return it->second;
}

const std::vector<Symbol>& CandidateTable::run_values(const Slot& slot) const {
  const auto [it, fresh] = run_values_.try_emplace(slot);
  if (!fresh) return it->second;
  const std::vector<size_t>& first_of_unit = runs_[slot.level].first_of_unit;
  const std::span<const NodeId> nodes = run_nodes(slot);
  it->second.resize(nodes.size());
  for (uint32_t u = 0; u < units(); ++u) {
    const size_t first = first_of_unit[u];
    const size_t count = first_of_unit[u + 1] - first;
    find_values(columns_->page(units_[u].page), nodes.subspan(first, count), slot, symbols(),
                std::span(it->second).subspan(first, count));
  }
  return it->second;
}

template <typename F>
BitSet CandidateTable::candidates_where(const Slot& slot, F holds) const {
  BitSet bits(size());
  const std::vector<Symbol>& values = run_values(slot);
  const std::vector<Candidate>& begins = runs_[slot.level].begins;
  for (size_t run = 0; run < values.size(); ++run) {
    if (!holds(values[run])) continue;
    const Candidate begin = begins[run];
    while (holds(values[run + 1])) ++run;  // The padding has no value.
    bits.set_range(begin, begins[run + 1]);
  }
  return bits;
}

BitSet CandidateTable::find_with_value(const Slot& slot, Symbol value) const {
  if (slot.test == Test::kPrefix) {
    BitSet bits(size());
    for (size_t c = 0; c < size(); ++c) {
      if (symbols().colon_prefix(values_[c]) == value) bits.set(c);
    }
    return bits;
  }
  if (slot.test == Test::kToken) {
    Slot whole = slot;
    whole.test = Test::kAttribute;
    const BitSet& names = columns_->classes_with(value);
    return candidates_where(whole, [&](Symbol name) { return names.test(name); });
  }
  if (value == kNoSymbol)
    return candidates_where(slot, [](Symbol any) { return any != kNoSymbol; });
  return candidates_where(slot, [=](Symbol other) { return other == value; });
}

void mark_harmless(const CandidateTable& table, Evidence& evidence) {
  evidence.harmless = BitSet(table.size());
  for (const LabelledUnit& labelled : evidence.labelled) {
    const dom::Document& doc = table.document(labelled.unit);
    std::vector<CandidateTable::Candidate> labels;
    for (const auto& occurrences : labelled.values)
      labels.insert(labels.end(), occurrences.begin(), occurrences.end());
    const CandidateTable::Candidate first = table.first(labelled.unit);
    const auto end = labels.empty() ? first : first + table.count(labelled.unit);
    for (CandidateTable::Candidate c = first; c < end; ++c) {
      const auto says_the_same = [&](CandidateTable::Candidate label) {
        return table.value(c) == table.value(label) &&
               !(evidence.exact && doc.contains(table.node(c), table.node(label)));
      };
      if (std::any_of(labels.begin(), labels.end(), says_the_same)) evidence.harmless.set(c);
    }
    for (const CandidateTable::Candidate c : labels) evidence.harmless.set(c);
  }
}

bool selects_labels(const Evidence& evidence, const BitSet& bits) {
  const auto selected = [&](const std::vector<CandidateTable::Candidate>& occurrences) {
    return std::any_of(occurrences.begin(), occurrences.end(),
                       [&](CandidateTable::Candidate c) { return bits.test(c); });
  };
  return std::all_of(
      evidence.labelled.begin(), evidence.labelled.end(), [&](const LabelledUnit& labelled) {
        if (labelled.values.empty()) return true;
        return evidence.list
                   ? std::all_of(labelled.values.begin(), labelled.values.end(), selected)
                   : std::any_of(labelled.values.begin(), labelled.values.end(), selected);
      });
}

uint32_t count_false(const CandidateTable& table, const Evidence& evidence, const BitSet& bits) {
  uint32_t count = 0;
  for (const LabelledUnit& labelled : evidence.labelled) {
    if (labelled.values.empty() && !labelled.declined) continue;
    const auto selected = table.words_of(bits, labelled.unit);
    const auto harmless = table.words_of(evidence.harmless, labelled.unit);
    for (size_t i = 0; i < selected.size(); ++i) count += count_bits(selected[i] & ~harmless[i]);
  }
  return count;
}

}  // namespace weft::induce
