// Weft's rule search: Apriori as in Algorithm 3 (apriori_search.cc), but what a rule does on unlabelled
// pages decides between precise rules, and the kind of its features between those. Tested by
// rule_search_test.cc; why: docs/adr/0017.
//
// With one labelled page nearly every neighbour is a perfect anchor at distance 0, so distance
// says little and support says much: the right rule finds one value of the same sort on every
// other page. Say "$5" is labelled here, and other pages look alike, some without the <i>:
//
//   <b>Price:</b> <span class=p>$5</span> <i>new</i>
//
//   left text is "Price:"      a value on every page, all of them prices   score 1.0 - 0
//   parent has class "p"       the same, but classes change more often     score 1.0 - 0.03
//   right text is "new"        silent on pages that say "used"             score 0.6 - 0.2
//
//   1. C_1 = features that select all labels, one for each distinct bit set (the cheapest).
//   2. Rules without a false selection on labelled pages are answers, and are scored (RuleJudge);
//      so are those whose first selection is right on all of them and of one kind with the labels on
//      nearly all others ("the first of its kind"), which is the proof that they find nothing else where
//      there is no value:
//      score = (support - multiple) x agreement - cost_weight x cost - penalties.
//   3. The beam: the most promising rules that select too much, somewhere; joined with C_1
//      they give C_k+1.
//   4. After max_features rounds the answers are sorted by score in steps, distance, number
//      of features, and a fixed feature order, so that equal input gives equal output.
//   5. Optional attributes: a rule that takes whatever stands beside a fixed text finds
//      something on every page. If a rule hardly more costly agrees with it where it speaks,
//      and where it is silent the other's values look unlike the labels, those pages have no
//      such attribute.
//   6. Lists of which all is wanted: a heading stands before the first part of a list alone, and a
//      <span> around the steps of the labelled page. If a rule hardly more costly finds all that the
//      best one does, and more items that are written like those, it is better.
// OPTIMIZATION: most joins give a set met before. Which sets are equal is seen on kinds of
// candidates; only new ones are looked at on the sample.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "base/hash.h"
#include "induce/rules/bit_set.h"
#include "induce/rules/candidate_kinds.h"
#include "induce/rules/rule_search.h"
#include "wrap/rules/value_profile.h"

namespace weft::induce {
namespace {

// What decides between rules. Chosen on the SWDE sites, one labelled page each; docs/adr/0017 has
// what leaving each part out costs. Features have costs of their own (wrap::feature_cost).
struct RankingWeights {
  double cost_weight = 0.1;      // What a unit of a rule's cost takes from its score.
  double score_step = 0.02;      // Scores this near are equal; then distance decides.
  double constant_share = 0.97;  // One and the same value on this share of the units,
  size_t constant_units = 10;    // of at least so many, is a menu,
  double constant_penalty = 1;   // and costs as much as all support can give.
  double repeat_weight = 0.1;    // Labels all differ: what values that never do would cost.
  double absent_penalty = 0.3;   // A value where labelled pages have none: the labels may forget.
  double refuted = 1;            // Values on most such pages: more than support can make up for.
  double good_agreement = 0.95;  // Rules whose values look like the labels are not extended.
  double other_tag = 0.5;  // How much of a likeness is left in another element than was pointed at.
  double first_cost = 1;   // Of "the first of its kind", added to the cost of the features.
  double max_other_kind = 0.02;  // Share of pages on which it may be of another kind.
  double false_weight = 0.1;     // What a doubling of false selections takes from a rule's promise.
  // Of lists: how much the labelled ends say of what its ends are like; all items say the rest. One
  // labelled list has one first item, which may begin with a figure by chance.
  double end_weight = 0.5;
  // Limits of the search.
  size_t max_singles = 250;  // Single features.
  double max_cost = 12;      // Of a rule.
  // Step 5: when a rule with less support is preferred because the attribute is optional.
  size_t max_optional = 200;          // Rules looked at.
  double min_optional_support = 0.2;  // At least this share of the pages has the attribute.
  double optional_extra_cost = 0.5;   // The rule may cost this much more than the best.
  uint32_t min_silent = 2;            // Pages with, and pages without a value.
  double optional_gap = 0.1;          // So much less alike are the best rule's values without.
  // Step 6: a rule that finds more of a list may cost this much more than the best.
  double longer_extra_cost = 0.5;
};
constexpr RankingWeights kRanking;

constexpr uint8_t kKindLevels = 2;  // Elements that make two candidates be of one kind.
constexpr uint64_t kNoSet = 0;      // The hash of the empty set, and "there is none".

// What a word of a set adds to the set's hash; nothing if it is empty, so that a hash can be had
// from the other words alone.
uint64_t word_hash(size_t at, uint64_t word) {
  const uint64_t product = word * ((at * 0x9e3779b97f4a7c15ULL) | 1);
  return (product ^ (product >> 32)) * 0xd6e8feb86659fd93ULL;
}

uint64_t hash_of(const BitSet& bits) {
  uint64_t hash = 0;
  for (size_t at = 0; at < bits.words().size(); ++at) hash += word_hash(at, bits.words()[at]);
  return hash;
}

// The hashes of the sets met so far, each with the rule whose joins met it last: a table of a power
// of two, at most half full.
class SetsSeen {
 public:
  enum class Met { kNever, kBefore, kByThisRule };

  // Whether the set was met; from now on it has been, by `rule`.
  Met meet(uint64_t hash, uint32_t rule) {
    if (2 * (size_ + 1) > table_.size()) grow();
    Entry& entry = find(hash);
    if (entry.hash == hash) {
      if (entry.rule == rule) return Met::kByThisRule;
      entry.rule = rule;
      return Met::kBefore;
    }
    entry = {hash, rule};
    ++size_;
    return Met::kNever;
  }
  [[nodiscard]] bool contains(uint64_t hash) { return find(hash).hash == hash; }

 private:
  struct Entry {
    uint64_t hash = kNoSet;  // kNoSet: a free place
    uint32_t rule = 0;
  };

  Entry& find(uint64_t hash) {
    size_t at = hash >> shift_;
    while (table_[at].hash != kNoSet && table_[at].hash != hash)
      at = (at + 1) & (table_.size() - 1);
    return table_[at];
  }
  void grow() {
    std::vector<Entry> old(2 * table_.size());
    old.swap(table_);
    --shift_;
    for (const Entry& entry : old) {
      if (entry.hash != kNoSet) find(entry.hash) = entry;
    }
  }

  int shift_ = 64 - 11;
  std::vector<Entry> table_ = std::vector<Entry>(size_t{1} << 11);
  size_t size_ = 0;
};

// What a precise rule is worth, by what it does where nobody labelled anything. Borrows all it is
// given. Without `use_support` (for the ablation) unlabelled units do not count.
class RuleJudge {
 public:
  RuleJudge(const CandidateTable& table, const Evidence& evidence,
            const wrap::ValueProfile& profile, bool use_support)
      : table_(table),
        evidence_(evidence),
        profile_(profile),
        use_support_(use_support),
        likeness_(table.size(), kUnknown),
        labels_differ_(labels_differ()) {
    if (evidence.list) add_ends();
    if (evidence.runs) of_labelled_kind_ = of_labelled_kind();
  }

  // Share of unlabelled units in which something is selected; 1 if there are none.
  [[nodiscard]] double reach(const BitSet& bits) const {
    if (evidence_.unlabelled.empty()) return 1;
    uint32_t hit = 0;
    for (const uint32_t u : evidence_.unlabelled) hit += any_bit(table_.words_of(bits, u)) ? 1 : 0;
    return static_cast<double>(hit) / static_cast<double>(evidence_.unlabelled.size());
  }

  // Statistics of a rule whose features cost `cost` in all and whose farthest is at `distance`; not
  // its precision, which is left at 0. `only_first`: it takes the first node that it selects.
  wrap::RuleStatistics judge(const BitSet& bits, double cost, uint32_t distance,
                             bool only_first = false) {
    uint32_t several = 0;
    double agreement = 0;
    given_.clear();
    for (const uint32_t u : evidence_.unlabelled) {
      const Selection selection = select(bits, u);
      if (selection.first == kNoCandidate) continue;
      several += selection.several ? 1 : 0;
      agreement += evidence_.list ? likeness_of_list(bits, u, selection.first)
                                  : likeness_of(selection.first);
      given_.push_back(table_.value(selection.first));
    }
    const auto total = static_cast<double>(std::max<size_t>(evidence_.unlabelled.size(), 1));
    const auto hit = static_cast<double>(given_.size());
    wrap::RuleStatistics x{.distance = distance, .cost = cost};
    x.support = hit / total;
    x.multiple = evidence_.list || only_first ? 0 : several / total;
    x.agreement = given_.empty() ? 1.0 : agreement / hit;
    const double evidence = use_support_ ? (x.support - x.multiple) * x.agreement : 0;
    x.score = evidence - kRanking.cost_weight * x.cost - sameness_penalty() - absent_penalty(bits);
    return x;
  }

  // Whether the first node selected in each labelled unit is a label of it, and in nearly every
  // other one of the same kind as some label.
  [[nodiscard]] bool is_first_of_its_kind(const BitSet& bits) const {
    std::vector<CandidateTable::Candidate> labels;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      const CandidateTable::Candidate first = select(bits, labelled.unit).first;
      if (labelled.values.empty() ? first != kNoCandidate
                                  : first == kNoCandidate || !evidence_.harmless.test(first))
        return false;
      if (first != kNoCandidate) labels.push_back(first);
    }
    const auto others =
        std::count_if(evidence_.unlabelled.begin(), evidence_.unlabelled.end(), [&](uint32_t unit) {
          const CandidateTable::Candidate first = select(bits, unit).first;
          return first != kNoCandidate &&
                 std::none_of(labels.begin(), labels.end(), [&](CandidateTable::Candidate label) {
                   return is_of_one_kind(first, label);
                 });
        });
    return static_cast<double>(others) <=
           kRanking.max_other_kind * static_cast<double>(evidence_.unlabelled.size());
  }

  // Whether a rule gives what the best rule gives wherever it gives anything, and is silent where
  // the best rule's values are of another sort: pages without an optional attribute.
  bool explains_absence(const BitSet& rule, const BitSet& best) {
    uint32_t both = 0, silent = 0;
    double like = 0, silent_like = 0;
    for (const uint32_t u : evidence_.unlabelled) {
      const Selection theirs = select(best, u);
      if (theirs.first == kNoCandidate) continue;
      const double agreement = likeness_of(theirs.first);
      const Selection ours = select(rule, u);
      if (ours.first == kNoCandidate) {
        ++silent;
        silent_like += agreement;
      } else {
        if (table_.value(ours.first) != table_.value(theirs.first)) return false;
        ++both;
        like += agreement;
      }
    }
    return silent >= kRanking.min_silent && both >= kRanking.min_silent &&
           silent_like / silent + kRanking.optional_gap <= like / both;
  }

  // Whether a rule gives all that the best rule gives, and more of the same: further items with the
  // tags and classes of those that hold what the best rule gives, each of them one value and no word
  // more. (Steps in a <span> of their <li> on the labelled page, and some without it on others.)
  [[nodiscard]] bool goes_on(const BitSet& rule, const BitSet& best) const {
    bool more = false;
    for (const uint32_t u : evidence_.unlabelled) {
      const dom::Document& doc = table_.document(u);
      const std::vector<CandidateTable::Candidate> theirs = all_of(best, u);
      std::set<uint64_t> known;
      std::vector<CandidateTable::Candidate> further;
      auto next = theirs.begin();
      for (const CandidateTable::Candidate ours : all_of(rule, u)) {
        if (next == theirs.end() || !doc.contains(table_.node(ours), table_.node(*next))) {
          further.push_back(ours);
          continue;
        }
        if (table_.value(ours) != table_.value(*next++)) return false;
        known.insert(writing_of(ours));
      }
      if (next != theirs.end()) return false;
      for (const CandidateTable::Candidate c : further) {
        if (!known.contains(writing_of(c))) return false;
        more = true;
      }
    }
    return more;
  }

 private:
  static constexpr double kUnknown = -1;

  // The same tags, its own and that around it, and where the label has classes there, one of them.
  [[nodiscard]] bool is_of_one_kind(CandidateTable::Candidate a,
                                    CandidateTable::Candidate label) const {
    bool has_class = false;
    bool shares_class = false;
    for (uint8_t level = 0; level < kKindLevels; ++level) {
      const Slot tag{.level = level};
      const Slot name{
          .test = wrap::Test::kAttribute, .level = level, .attribute = dom::atoms::kClass};
      if (table_.slot_value(a, tag) != table_.slot_value(label, tag)) return false;
      const Symbol ours = table_.slot_value(a, name), theirs = table_.slot_value(label, name);
      has_class |= theirs != kNoSymbol;
      shares_class |= theirs != kNoSymbol && ours != kNoSymbol && shares_token(ours, theirs);
    }
    return !has_class || shares_class;
  }

  [[nodiscard]] bool shares_token(Symbol a, Symbol b) const {
    const std::vector<Symbol>& tokens = table_.symbols().tokens(a);
    const std::vector<Symbol>& others = table_.symbols().tokens(b);
    return std::any_of(tokens.begin(), tokens.end(), [&](Symbol token) {
      return std::find(others.begin(), others.end(), token) != others.end();
    });
  }

  // Tags and classes of a candidate and of what is around it.
  [[nodiscard]] uint64_t writing_of(CandidateTable::Candidate c) const {
    uint64_t writing = 0;
    for (uint8_t level = 0; level < 3; ++level) {
      const Slot tag{.level = level};
      const Slot name{
          .test = wrap::Test::kAttribute, .level = level, .attribute = dom::atoms::kClass};
      writing = hash_combine(writing, table_.slot_value(c, tag));
      writing = hash_combine(writing, table_.slot_value(c, name));
    }
    return writing;
  }

  [[nodiscard]] std::vector<CandidateTable::Candidate> all_of(const BitSet& bits,
                                                              uint32_t u) const {
    std::vector<CandidateTable::Candidate> all;
    for_each_bit(table_.words_of(bits, u), table_.first_word(u), [&](size_t c) {
      all.push_back(static_cast<CandidateTable::Candidate>(c));
      return true;
    });
    return all;
  }

  struct Selection {
    CandidateTable::Candidate first = kNoCandidate;
    bool several = false;  // different texts
  };

  [[nodiscard]] Selection select(const BitSet& bits, uint32_t u) const {
    Selection selection;
    for_each_bit(table_.words_of(bits, u), table_.first_word(u), [&](size_t at) {
      const auto c = static_cast<CandidateTable::Candidate>(at);
      if (selection.first == kNoCandidate) {
        selection.first = c;
      } else {
        selection.several = table_.value(c) != table_.value(selection.first);
      }
      return !selection.several;
    });
    return selection;
  }

  // How like the labels the value is; an element of another sort than those that were pointed at is less so.
  double likeness_of(CandidateTable::Candidate c) {
    if (likeness_[c] == kUnknown) {
      likeness_[c] = profile_.likeness(table_.symbols().text(table_.value(c)));
      if (evidence_.pointed && !has_labelled_tag(c)) likeness_[c] *= kRanking.other_tag;
    }
    return likeness_[c];
  }

  [[nodiscard]] bool has_labelled_tag(CandidateTable::Candidate c) const {
    const Symbol tag = table_.slot_value(c, {});
    for (const LabelledUnit& unit : evidence_.labelled) {
      for (const auto& occurrences : unit.values) {
        for (const CandidateTable::Candidate label : occurrences) {
          if (table_.slot_value(label, {}) == tag) return true;
        }
      }
    }
    return false;
  }

  // How like a labelled list a rule's list is: how like the labelled ends, and labelled items at all,
  // its first and its last are, for what runs over into a neighbour shows at the ends; and where a
  // run of items is wanted, the share of them that stand in such elements. Rows of a table on pages
  // without the list are none of its items.
  double likeness_of_list(const BitSet& bits, uint32_t u, CandidateTable::Candidate first) const {
    CandidateTable::Candidate last = first;
    size_t items = 0, of_kind = 0;
    for_each_bit(table_.words_of(bits, u), table_.first_word(u), [&](size_t at) {
      last = static_cast<CandidateTable::Candidate>(at);
      ++items;
      of_kind += !evidence_.runs || of_labelled_kind_.test(at) ? 1 : 0;
      return true;
    });
    const auto text = [&](CandidateTable::Candidate c) {
      return table_.symbols().text(table_.value(c));
    };
    const double ends =
        kRanking.end_weight * (first_.likeness(text(first)) + last_.likeness(text(last))) +
        (1 - kRanking.end_weight) * (items_.likeness(text(first)) + items_.likeness(text(last)));
    return ends / 2 * static_cast<double>(of_kind) / static_cast<double>(items);
  }

  // The candidates with the tags of some labelled one, its own (of a text: of its parent) and that
  // around it.
  [[nodiscard]] BitSet of_labelled_kind() const {
    const Slot own_tag{.level = table_.target().kind == wrap::Target::Kind::kText ? uint8_t{1}
                                                                                  : uint8_t{0}};
    const Slot tag_around{.level = static_cast<uint8_t>(own_tag.level + 1)};
    BitSet all(table_.size());
    std::set<std::pair<Symbol, Symbol>> kinds;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      for (const auto& occurrences : labelled.values) {
        for (const CandidateTable::Candidate c : occurrences)
          kinds.emplace(table_.slot_value(c, own_tag), table_.slot_value(c, tag_around));
      }
    }
    for (const auto& [own, around] : kinds) {
      BitSet of_kind = table_.with_value(own_tag, own);
      of_kind &= table_.with_value(tag_around, around);
      all |= of_kind;
    }
    return all;
  }

  void add_ends() {
    for (const LabelledUnit& labelled : evidence_.labelled) {
      if (labelled.values.empty()) continue;
      first_.add(table_.symbols().text(table_.value(labelled.values.front().front())));
      last_.add(table_.symbols().text(table_.value(labelled.values.back().front())));
      for (const auto& item : labelled.values)
        items_.add(table_.symbols().text(table_.value(item.front())));
    }
  }

  // Whether no two labelled units have the same value.
  [[nodiscard]] bool labels_differ() const {
    std::vector<Symbol> values;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      if (!labelled.values.empty()) values.push_back(table_.value(labelled.values.front().front()));
    }
    std::sort(values.begin(), values.end());
    return values.size() > 1 && std::adjacent_find(values.begin(), values.end()) == values.end();
  }

  // One and the same value on nearly all units is a menu. Labels that all differ speak against
  // values that are often the same, too.
  double sameness_penalty() {
    if (given_.size() < kRanking.constant_units) return 0;
    std::sort(given_.begin(), given_.end());
    size_t most = 0, pairs = 0;
    for (auto run = given_.begin(); run != given_.end();) {
      const auto end = std::upper_bound(run, given_.end(), *run);
      const auto length = static_cast<size_t>(end - run);
      most = std::max(most, length);
      pairs += length * (length - 1);
      run = end;
    }
    const auto size = static_cast<double>(given_.size());
    const bool constant = static_cast<double>(most) > kRanking.constant_share * size;
    const double repeated = static_cast<double>(pairs) / (size * (size - 1));
    return (constant ? kRanking.constant_penalty : 0) +
           (labels_differ_ ? kRanking.repeat_weight * repeated : 0);
  }

  // Selecting something in a labelled unit that has no such attribute. One may be a value that the
  // labels forgot; several, and most of those units, refute the rule.
  [[nodiscard]] double absent_penalty(const BitSet& bits) const {
    uint32_t wrong = 0, absent = 0;
    for (const LabelledUnit& labelled : evidence_.labelled) {
      if (!labelled.values.empty()) continue;
      ++absent;
      const auto selected = table_.words_of(bits, labelled.unit);
      const auto harmless = table_.words_of(evidence_.harmless, labelled.unit);
      for (size_t i = 0; i < selected.size(); ++i) {
        if ((selected[i] & ~harmless[i]) == 0) continue;
        ++wrong;
        break;
      }
    }
    if (wrong == 0) return 0;
    const double forgotten =
        kRanking.absent_penalty * wrong / static_cast<double>(evidence_.labelled.size());
    return wrong > 1 && 2 * wrong > absent ? forgotten + kRanking.refuted : forgotten;
  }

  const CandidateTable& table_;
  const Evidence& evidence_;
  const wrap::ValueProfile& profile_;
  bool use_support_;
  std::vector<double> likeness_;  // by candidate, once asked for
  wrap::ValueProfile first_;      // of labelled lists
  wrap::ValueProfile last_;
  wrap::ValueProfile items_;  // all of them
  BitSet of_labelled_kind_;   // for runs
  bool labels_differ_;
  std::vector<Symbol> given_;  // by the rule that is judged, of each unlabelled unit
};

// A rule of the search. What it selects is worked out again from its features when needed: few of
// the rules looked at are.
struct Conjunction {
  std::vector<uint32_t> features;
  double cost = 0;
  double promise = 0;
  uint32_t parent = 0;  // the rule that it extends: its place in the beam before
};

class RankedSearch {
 public:
  RankedSearch(const CandidateTable& table, const Evidence& evidence,
               const std::vector<EvaluatedFeature>& features, const wrap::ValueProfile& profile,
               const SearchOptions& options)
      : table_(table),
        evidence_(evidence),
        features_(features),
        options_(options),
        singles_(make_singles(features)),
        kinds_(table, evidence, features, singles_),
        judge_(table, evidence, profile, options.use_support),
        may_be_first_(is_one_a_page(table, evidence)),
        joined_(kinds_.size()),
        pairs_(features.size()) {
    for (const uint32_t f : singles_) seen_.meet(hash_of(kinds_.bits(f)), 0);
  }

  std::vector<FoundRule> run() {
    std::vector<Conjunction> beam;
    for (const uint32_t f : singles_) consider({{f}, features_[f].cost}, features_[f].bits, beam);
    std::vector<std::vector<uint32_t>> useful = {singles_};  // per rule of the beam before
    for (uint32_t size = 2; size <= options_.max_features && !beam.empty(); ++size) {
      cut(beam, options_.beam);
      std::vector<Conjunction> next;
      std::vector<std::vector<uint32_t>> useful_next;
      for (const Conjunction& left : beam) {
        const auto place = static_cast<uint32_t>(useful_next.size());
        useful_next.push_back(extend(left, useful[left.parent], place, next));
      }
      beam = std::move(next);
      useful = std::move(useful_next);
    }
    return answers();
  }

 private:
  // Step 1.
  static std::vector<uint32_t> make_singles(const std::vector<EvaluatedFeature>& features) {
    std::vector<uint32_t> order(features.size());
    for (uint32_t f = 0; f < order.size(); ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return std::pair(features[a].cost, features[a].feature.level) <
             std::pair(features[b].cost, features[b].feature.level);
    });
    SetsSeen seen;
    std::vector<uint32_t> singles;
    for (const uint32_t f : order) {
      if (singles.size() == kRanking.max_singles) break;
      if (seen.meet(hash_of(features[f].bits), 0) == SetsSeen::Met::kNever) singles.push_back(f);
    }
    return singles;
  }

  // What the rule selects of the sample.
  [[nodiscard]] BitSet bits_of(const std::vector<uint32_t>& features) const {
    BitSet bits = features_[features[0]].bits;
    for (size_t i = 1; i < features.size(); ++i) bits &= features_[features[i]].bits;
    return bits;
  }

  // The same of an answer, its position applied.
  [[nodiscard]] BitSet selected_by(const FoundRule& rule) const {
    BitSet all = bits_of(rule.features);
    if (rule.position == 0) return all;
    BitSet first(table_.size());
    for (uint32_t u = 0; u < table_.units(); ++u) {
      for_each_bit(table_.words_of(all, u), table_.first_word(u), [&](size_t at) {
        first.set(at);
        return false;
      });
    }
    return first;
  }

  // Joins `left` with each of `rights`, single features by cost. Returns those that may give the
  // rules made from it something new. OPTIMIZATION: a feature that holds wherever left does, that
  // loses a label, or that selects the same of left's candidates as a cheaper one, does so in
  // every extension of left.
  std::vector<uint32_t> extend(const Conjunction& left, const std::vector<uint32_t>& rights,
                               uint32_t place, std::vector<Conjunction>& next) {
    const BitSet bits = bits_of(left.features);
    const uint64_t left_hash = prepare_joins(left);
    ++rule_;
    std::vector<uint32_t> useful;
    for (const uint32_t right : rights) {
      const double cost = left.cost + features_[right].cost;
      if (cost > kRanking.max_cost) break;
      const uint64_t hash = join(left, right);
      if (hash == left_hash || hash == kNoSet) continue;
      const SetsSeen::Met met = seen_.meet(hash, rule_);
      if (met == SetsSeen::Met::kByThisRule) continue;
      useful.push_back(right);
      if (met != SetsSeen::Met::kNever) continue;
      selected_ = bits;
      selected_ &= features_[right].bits;
      consider({with(left.features, right), cost, 0, place}, selected_, next);
    }
    return useful;
  }

  static std::vector<uint32_t> with(std::vector<uint32_t> features, uint32_t one) {
    features.insert(std::upper_bound(features.begin(), features.end(), one), one);
    return features;
  }

  // Returns the hash of the kinds that the rule selects.
  uint64_t prepare_joins(const Conjunction& left) {
    left_ = kinds_.bits(left.features[0]);
    for (size_t i = 1; i < left.features.size(); ++i) left_ &= kinds_.bits(left.features[i]);
    if (left.features.size() == 1) pairs_[left.features[0]].assign(features_.size(), kNoSet);
    return hash_of(left_);
  }

  // The hash of the kinds that `left` and `right` both select; kNoSet if that misses a label. A
  // pair of single features is looked at once. REQUIRES: prepare_joins(left).
  uint64_t join(const Conjunction& left, uint32_t right) {
    if (left.features.size() > 1) return intersect(kinds_.bits(right));
    const uint32_t first = left.features[0];
    const std::vector<uint64_t>& known = pairs_[right];
    return pairs_[first][right] =
               known.empty() || right == first ? intersect(kinds_.bits(right)) : known[first];
  }

  uint64_t intersect(const BitSet& right) {
    uint64_t hash = 0;
    for (size_t at = 0; at < left_.words().size(); ++at) {
      const uint64_t word = left_.words()[at] & right.words()[at];
      joined_.words()[at] = word;
      hash += word_hash(at, word);
    }
    return seen_.contains(hash) || selects_labels(kinds_.evidence(), joined_) ? hash : kNoSet;
  }

  // Step 2, and whether the rule, which selects `bits`, is worth extending.
  void consider(Conjunction candidate, const BitSet& bits, std::vector<Conjunction>& beam) {
    const uint32_t false_selections = count_false(table_, evidence_, bits);
    candidate.promise = judge_.reach(bits) - kRanking.cost_weight * candidate.cost -
                        kRanking.false_weight * std::log2(1.0 + false_selections);
    if (false_selections == 0) {
      wrap::RuleStatistics statistics =
          judge_.judge(bits, candidate.cost, distance(candidate.features));
      statistics.precision = 1;
      candidate.promise -= statistics.multiple;
      const bool improvable =
          statistics.multiple > 0 || statistics.agreement < kRanking.good_agreement;
      found_.push_back({candidate.features, {}, statistics});
      if (!improvable) return;
    } else {
      if (may_be_first_ && judge_.is_first_of_its_kind(bits)) add_first(candidate, bits);
      if (found_.empty()) remember_if_most_precise(candidate, bits);
    }
    beam.push_back(std::move(candidate));
  }

  // What is first in a record is often optional, and what is first of several values says nothing
  // of the others: "the first" is for pages with one value each.
  static bool is_one_a_page(const CandidateTable& table, const Evidence& evidence) {
    return !evidence.list && evidence.labelled.size() > 1 &&
           std::all_of(evidence.labelled.begin(), evidence.labelled.end(),
                       [&](const LabelledUnit& labelled) {
                         return labelled.values.size() <= 1 &&
                                table.unit(labelled.unit).root == dom::kRoot;
                       });
  }

  // Step 2 for "the first of its kind": the first cell of the first declaration.
  void add_first(const Conjunction& candidate, const BitSet& bits) {
    wrap::RuleStatistics statistics = judge_.judge(bits, candidate.cost + kRanking.first_cost,
                                                   distance(candidate.features), true);
    statistics.precision = 1;
    found_.push_back({candidate.features, {}, statistics, 1});
  }

  [[nodiscard]] uint32_t distance(const std::vector<uint32_t>& features) const {
    uint32_t distance = 0;
    for (const uint32_t f : features)
      distance = std::max<uint32_t>(distance, features_[f].feature.level);
    return distance;
  }

  void remember_if_most_precise(const Conjunction& candidate, const BitSet& bits) {
    const double precision = precision_of(table_, evidence_, bits);
    if (!most_precise_.features.empty() && precision <= max_precision_) return;
    max_precision_ = precision;
    most_precise_ = candidate;
  }

  // Step 3.
  static void cut(std::vector<Conjunction>& beam, size_t limit) {
    std::stable_sort(beam.begin(), beam.end(), [](const Conjunction& a, const Conjunction& b) {
      return a.promise > b.promise;
    });
    if (beam.size() > limit) beam.resize(limit);
  }

  // Step 4.
  std::vector<FoundRule> answers() {
    if (found_.empty()) return most_precise();
    const auto key = [](const FoundRule& rule) {
      return std::tuple(-std::floor(rule.statistics.score / kRanking.score_step + 0.5),
                        rule.statistics.distance, rule.features.size());
    };
    const size_t looked_at =
        std::min(found_.size(), std::max<size_t>(kRanking.max_optional, options_.keep));
    std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(looked_at),
                      found_.end(), [&](const FoundRule& a, const FoundRule& b) {
                        const auto key_a = key(a), key_b = key(b);
                        return key_a != key_b ? key_a < key_b : a.features < b.features;
                      });
    found_.resize(looked_at);
    if (options_.use_support) {
      prefer_optional();
      if (evidence_.runs) prefer_longer();
    }
    for (FoundRule& rule : found_) rule.bits = selected_by(rule);
    if (found_.size() > options_.keep) keep_other_places();
    return std::move(found_);
  }

  // Of the rules kept the better half are the best, the others the best of other places: rules
  // that select the same of the sample's candidates fail together.
  void keep_other_places() {
    std::vector<FoundRule> kept;
    const auto keep = [&](FoundRule& rule) { kept.push_back(std::move(rule)); };
    const size_t best = options_.keep - options_.keep / 2;
    std::vector<FoundRule> behind;
    for (FoundRule& rule : found_) {
      const bool is_new =
          kept.size() < best || std::none_of(kept.begin(), kept.end(), [&](const FoundRule& other) {
            return selects_some_label_of(other, rule);
          });
      if (is_new && kept.size() < options_.keep) {
        keep(rule);
      } else {
        behind.push_back(std::move(rule));
      }
    }
    for (FoundRule& rule : behind) {
      if (kept.size() < options_.keep) keep(rule);
    }
    found_ = std::move(kept);
  }

  // Whether two rules select a common node of a labelled unit.
  [[nodiscard]] bool selects_some_label_of(const FoundRule& a, const FoundRule& b) const {
    return std::any_of(evidence_.labelled.begin(), evidence_.labelled.end(),
                       [&](const LabelledUnit& labelled) {
                         const auto x = table_.words_of(a.bits, labelled.unit);
                         const auto y = table_.words_of(b.bits, labelled.unit);
                         for (size_t i = 0; i < x.size(); ++i) {
                           if ((x[i] & y[i]) != 0) return true;
                         }
                         return false;
                       });
  }

  // Step 5.
  void prefer_optional() {
    const size_t end = std::min(found_.size(), kRanking.max_optional);
    const BitSet best = selected_by(found_[0]);
    for (size_t i = 1; i < end; ++i) {
      const wrap::RuleStatistics& rule = found_[i].statistics;
      if (rule.cost > found_[0].statistics.cost + kRanking.optional_extra_cost ||
          rule.support < kRanking.min_optional_support || rule.multiple > 0 ||
          !judge_.explains_absence(selected_by(found_[i]), best)) {
        continue;
      }
      std::rotate(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(i),
                  found_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
  }

  // Step 6.
  void prefer_longer() {
    const BitSet best = bits_of(found_[0].features);
    for (size_t i = 1; i < found_.size(); ++i) {
      if (found_[i].statistics.cost > found_[0].statistics.cost + kRanking.longer_extra_cost ||
          !judge_.goes_on(bits_of(found_[i].features), best))
        continue;
      std::rotate(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(i),
                  found_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
  }

  // No rule is precise: the one that is most so, for a position or a classifier to finish.
  std::vector<FoundRule> most_precise() {
    const std::vector<uint32_t>& features = most_precise_.features;
    if (features.empty()) return {};
    FoundRule rule{features, bits_of(features), {}};
    rule.statistics = judge_.judge(rule.bits, most_precise_.cost, distance(features));
    rule.statistics.precision = max_precision_;
    return {std::move(rule)};
  }

  const CandidateTable& table_;
  const Evidence& evidence_;
  const std::vector<EvaluatedFeature>& features_;
  const SearchOptions& options_;
  std::vector<uint32_t> singles_;
  CandidateKinds kinds_;
  RuleJudge judge_;
  bool may_be_first_;
  SetsSeen seen_;
  BitSet left_;                               // kinds that the rule of prepare_joins() selects
  BitSet joined_;                             // scratch of intersect()
  BitSet selected_;                           // scratch of extend()
  std::vector<std::vector<uint64_t>> pairs_;  // by single features, once joined with all: the hash
  uint32_t rule_ = 0;                         // number of the rule whose joins are looked at
  std::vector<FoundRule> found_;
  Conjunction most_precise_;  // as long as nothing is found
  double max_precision_ = 0;
};

}  // namespace

std::vector<FoundRule> search_ranked(const CandidateTable& table, const Evidence& evidence,
                                     const std::vector<EvaluatedFeature>& features,
                                     const wrap::ValueProfile& profile,
                                     const SearchOptions& options) {
  return RankedSearch(table, evidence, features, profile, options).run();
}

}  // namespace weft::induce
