// CandidateTable: the nodes of the sample pages that a rule could select, laid out for bit sets.
//
// A *unit* is the place of one record: a whole page, or the subtree of one record of a list page. A
// *candidate* is a node that could hold the value: visible text nodes, or elements, or elements
// with a certain attribute. Each unit's candidates start at a word boundary, so "which candidates
// of this unit does the rule select" is a range of words.
//
// Ownership: borrows the documents; they must outlive it.
// Threads: one at a time; columns and bit sets are made when first asked for.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dom/document.h"
#include "induce/rules/bit_set.h"
#include "induce/rules/page_columns.h"
#include "wrap/rules/rule.h"

namespace weft::induce {

struct Unit {
  uint32_t page = 0;  // which of the sample's documents
  dom::NodeId root = dom::kRoot;
};

// Where a feature finds the value it is about: "the class of the parent".
struct Slot {
  wrap::Axis axis = wrap::Axis::kElement;
  wrap::Test test = wrap::Test::kTag;
  uint8_t level = 0;
  uint8_t offset = 0;
  dom::Atom attribute = dom::kNoAtom;  // kAttribute, kToken: its name
  auto operator<=>(const Slot&) const = default;
};

// How far features reach. Larger is slower and seldom better.
struct Reach {
  uint8_t levels = 9;           // ancestors
  uint8_t sibling_levels = 6;   // ancestors whose siblings are looked at
  uint8_t sibling_offsets = 3;  // siblings on each side
};

// The columns of every page of a sample, shared by all attributes and targets.
class SampleColumns {
 public:
  explicit SampleColumns(std::span<const dom::Document* const> documents);

  [[nodiscard]] const PageColumns& page(uint32_t i) const { return pages_[i]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(pages_.size()); }
  [[nodiscard]] Symbols& symbols() { return symbols_; }
  // The class attributes of all pages that have this word, as a set of symbols with room for each
  // of them. Kept.
  const BitSet& classes_with(Symbol token);

 private:
  [[nodiscard]] std::vector<Symbol> find_classes() const;

  Symbols symbols_;
  std::vector<PageColumns> pages_;
  std::vector<Symbol> classes_;  // Different class attributes, in order; made when first needed.
  std::map<Symbol, BitSet> classes_with_;
};

class CandidateTable {
 public:
  using Candidate = uint32_t;  // position; positions between units belong to nobody

  CandidateTable(SampleColumns& columns, std::vector<Unit> units, wrap::Target target,
                 Reach reach = {});

  [[nodiscard]] const wrap::Target& target() const { return target_; }
  [[nodiscard]] const Reach& reach() const { return reach_; }
  [[nodiscard]] uint32_t units() const { return static_cast<uint32_t>(units_.size()); }
  [[nodiscard]] const Unit& unit(uint32_t u) const { return units_[u]; }
  [[nodiscard]] const dom::Document& document(uint32_t u) const {
    return *columns_->page(units_[u].page).document;
  }
  [[nodiscard]] Symbols& symbols() const { return columns_->symbols(); }

  // Number of positions, padding included: the size of every bit set.
  [[nodiscard]] size_t size() const { return nodes_.size(); }
  [[nodiscard]] size_t first_word(uint32_t u) const { return first_word_[u]; }
  [[nodiscard]] std::span<const uint64_t> words_of(const BitSet& bits, uint32_t u) const {
    return bits.words().subspan(first_word_[u], first_word_[u + 1] - first_word_[u]);
  }

  [[nodiscard]] dom::NodeId node(Candidate c) const { return nodes_[c]; }
  [[nodiscard]] uint32_t unit_of(Candidate c) const { return unit_of_word_[c >> 6]; }
  // The normalised value the candidate would give.
  [[nodiscard]] Symbol value(Candidate c) const { return values_[c]; }
  // The candidate at a node of unit u, or UINT32_MAX.
  [[nodiscard]] Candidate find(uint32_t u, dom::NodeId n) const;
  // The first candidate of unit u and the number of them.
  [[nodiscard]] Candidate first(uint32_t u) const {
    return static_cast<Candidate>(first_word_[u] * 64);
  }
  [[nodiscard]] uint32_t count(uint32_t u) const { return count_[u]; }

  // The ancestor `level` steps up, within the unit; kNoNode beyond it.
  [[nodiscard]] dom::NodeId ancestor(Candidate c, uint32_t level) const;
  // The nearest visible text node before the candidate, or kNoNode.
  [[nodiscard]] dom::NodeId text_before(Candidate c) const {
    return columns_->page(units_[unit_of(c)].page).text_before[index(nodes_[c])];
  }
  // The value of the slot at c; kNoSymbol if nothing. REQUIRES: not an inside anchor.
  [[nodiscard]] Symbol slot_value(Candidate c, const Slot& slot) const;
  // The candidates at which the slot has this value (kToken: this word among others), or, for
  // kNoSymbol, any. Kept: the attributes of a site share most of what surrounds them. REQUIRES: as
  // slot_value.
  const BitSet& with_value(const Slot& slot, Symbol value) const;
  // What with_value() keeps. REQUIRES: nobody holds a result of it.
  void forget_found() { with_value_.clear(); }

 private:
  // OPTIMIZATION: candidates one after the other that share an ancestor are looked at once. The
  // *runs* of a level: the ancestor of each run, or kNoNode, and its first candidate. A run ends
  // where the next one begins; behind those of a unit stands one for the padding.
  struct Runs {
    std::vector<dom::NodeId> nodes;
    std::vector<Candidate> begins;      // One more than nodes.
    std::vector<size_t> first_of_unit;  // One more than units.
  };

  void add_unit(const Unit& unit);
  void add_candidate(const PageColumns& page, dom::NodeId n);
  [[nodiscard]] Symbol value_of(const PageColumns& page, dom::NodeId n) const;
  void find_runs();
  void add_runs(uint32_t u);
  [[nodiscard]] const std::vector<dom::NodeId>& run_nodes(const Slot& slot) const;
  [[nodiscard]] const std::vector<Symbol>& run_values(const Slot& slot) const;
  template <typename F>
  [[nodiscard]] BitSet candidates_where(const Slot& slot, F holds) const;
  [[nodiscard]] BitSet find_with_value(const Slot& slot, Symbol value) const;

  SampleColumns* columns_;
  std::vector<Unit> units_;
  wrap::Target target_;
  dom::Atom attribute_;
  Reach reach_;
  std::vector<dom::NodeId> nodes_;
  std::vector<Symbol> values_;
  std::vector<uint32_t> unit_of_word_;
  std::vector<size_t> first_word_;
  std::vector<uint32_t> count_;
  std::vector<Runs> runs_;  // by level
  // Made when first asked for. Of every run: a sibling of its node, and the value of a slot.
  mutable std::map<std::tuple<uint8_t, bool, uint8_t>, std::vector<dom::NodeId>> siblings_;
  mutable std::map<Slot, std::vector<Symbol>> run_values_;
  mutable std::map<std::pair<Slot, Symbol>, BitSet> with_value_;
};

inline constexpr CandidateTable::Candidate kNoCandidate = UINT32_MAX;

// Evidence: what the labels say about the candidates of a sample, for one attribute.

// One labelled unit. Each value lists its occurrences: the candidates that give it. A label that
// was pointed at has one; a value known only as a string has as many as the unit shows. No values:
// the attribute is absent, or forgotten unless `declined`: then all candidates are negatives ([Vertex]
// III-C.2).
struct LabelledUnit {
  uint32_t unit = 0;
  std::vector<std::vector<CandidateTable::Candidate>> values;
  bool declined = false;
};

struct Evidence {
  std::vector<LabelledUnit> labelled;
  std::vector<uint32_t> unlabelled;  // Units nobody labelled: they only give support.
  // Occurrences, and other candidates of labelled units with the same text, which are neither right
  // nor wrong; of exact labels, not those around one.
  BitSet harmless;
  // All values of a unit are wanted (a list of authors), not any one of them (two renderings of a
  // title).
  bool list = false;
  bool runs = false;     // Of a list: all of its items are wanted, because a schema says "set".
  bool pointed = false;  // Labels name elements: their tags are a part of what was said…
  bool exact = false;    // …and only these very nodes are meant, nothing around them.
};

// Fills Evidence::harmless from the labelled values.
void mark_harmless(const CandidateTable& table, Evidence& evidence);

// True if `bits` selects, in every labelled unit that has values, all of them (list) or one.
bool selects_labels(const Evidence& evidence, const BitSet& bits);

// Candidates of labelled units that `bits` selects and that are not harmless. Units without values
// count if somebody said so.
uint32_t count_false(const CandidateTable& table, const Evidence& evidence, const BitSet& bits);

}  // namespace weft::induce
