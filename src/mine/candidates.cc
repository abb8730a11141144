// Candidate regions by grouping; [RECORDS] advice 2-4, extended.
//
// Idea: a template leaves the same traces on every record it writes: the parent, the tags and
// classes on the way down, its own class. Nodes that agree in such a trace are a candidate.
//
//   <ul class=r> <li class=x>A <li class=x>B <li class=ad>C </ul>  <ol> <li>D <li>E </ol>
//
//   same parent and tag   {A B C} {D E}        tags from the root   {A B C} {D E}
//   … and class           {A B}                tag and class        {A B}
//
// A page has many such sets, most of them menus or parts of records; which one somebody wants is
// for the ranker to say. Steps:
//
//   1. Eligible nodes: content, with at most 70 % of the page's words.
//   2. Group them by six keys: (parent, tag), (parent, tag, class), tag path, tag path and class,
//      class path, (tag, class). Of nested members of the last keep the outermost.
//   3. Add what a key on single nodes cannot say: all children of a parent (two kinds of results
//      under one heading), runs of siblings that begin alike, the content between separators, and a
//      template that occurs at two depths.
//   4. Rows of a table with a header are all of its rows of data (data_tables.h). Of other groups,
//      keep the members that have half of the group's core paths.
//   5. Groups that cover the same words are one candidate, made of the outermost elements that hold
//      them: this folds chains of wrappers.
//
// Tested by candidates_test.cc.

#include "mine/candidates.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "base/hash.h"
#include "base/key_numbers.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

// Set by hand while looking at the pages of `records` and `listings`.
constexpr double kLargestShare = 0.7;     // Of the page's words, in one record: more is the page.
constexpr float kMembershipShare = 0.5F;  // Of the core paths, in a member of the group.
constexpr size_t kUsualCandidates = 256;  // Room is made for so many.

// --- Core paths: the paths from a record down that half of the records share ---
//
// Paths are numbered: if all records stand at one path from the root, or are runs of children of one
// parent, equal paths from the record are equal paths from the root, which PageIndex has numbered
// already. Otherwise hashes of the relative paths are numbered here.
//
//   1. Go through the records; note the different paths of each, and count them over the compared
//      records.
//   2. Paths that half of the compared records have are core.
//   3. By record, count the core paths among those noted.

bool is_single(const dom::Document& doc, RecordSpan record) {
  return doc.end(record.begin) == record.end;
}

struct CoreSummary {
  uint32_t paths = 0;
  uint32_t text_paths = 0;
  std::vector<float> share;  // By record: share of the core paths that it has.
};

// Counts paths in arrays that are cleared by changing a number, so that one page's groups share
// their memory.
class CorePathCounter {
 public:
  explicit CorePathCounter(const PageIndex& page) : page_(page), counters_(page.path_count()) {}

  // `max_records` evenly spread records decide what is core, looking at `max_nodes` of each. The
  // summary is valid until the next call. REQUIRES: records is not empty.
  const CoreSummary& summarize(std::span<const RecordSpan> records, uint32_t max_records,
                               uint32_t max_nodes);

 private:
  struct Counter {
    uint32_t group = 0;        // Of the call that wrote this.
    uint32_t last_record = 0;  // That had this path.
    uint32_t count = 0;
    bool text = false;
  };
  bool summarize_leaves(std::span<const RecordSpan> records);
  [[nodiscard]] bool of_one_path(std::span<const RecordSpan> records) const;
  uint32_t relative_number(RecordSpan record, dom::NodeId n);
  void count_record(RecordSpan record, uint32_t max_nodes, uint32_t number, bool compared,
                    bool absolute);

  const PageIndex& page_;
  KeyNumbers relative_;            // Of relative paths, when absolute ones do not do.
  std::vector<Counter> counters_;  // By number of the path.
  std::vector<uint32_t> found_;    // Numbers of the paths of each record, one record after another.
  std::vector<uint32_t> begin_;    // By record: where its paths begin in found_.
  std::vector<uint32_t> seen_;     // Numbers of all paths of the group.
  uint32_t group_ = 0;
  CoreSummary summary_;
};

bool CorePathCounter::of_one_path(std::span<const RecordSpan> records) const {
  const dom::Document& doc = page_.document();
  const RecordSpan first = records.front();
  const bool single = is_single(doc, first);
  return std::all_of(records.begin(), records.end(), [&](RecordSpan r) {
    if (is_single(doc, r) != single) return false;
    return single ? page_.path_number(r.begin) == page_.path_number(first.begin)
                  : doc.parent(r.begin) == doc.parent(first.begin);
  });
}

// A record of several nodes keeps them apart: its paths begin at their parent.
uint32_t CorePathCounter::relative_number(RecordSpan record, NodeId n) {
  const dom::Document& doc = page_.document();
  const NodeId root = is_single(doc, record) ? record.begin : doc.parent(record.begin);
  return relative_.number(page_.relative_path(root, n));
}

void CorePathCounter::count_record(RecordSpan record, uint32_t max_nodes, uint32_t number,
                                   bool compared, bool absolute) {
  begin_.push_back(static_cast<uint32_t>(found_.size()));
  const NodeId end{std::min(index(record.end), index(record.begin) + max_nodes)};
  for (const PageIndex::Place place : page_.places({record.begin, end})) {
    const uint32_t path = absolute ? place.path_number : relative_number(record, place.node);
    if (path >= counters_.size()) counters_.resize(2 * path + 1);
    Counter& counter = counters_[path];
    if (counter.group != group_) {
      counter = {group_, 0, 0, false};
      seen_.push_back(path);
    }
    if (compared) counter.text |= place.has_text != 0;
    if (counter.last_record == number) continue;
    counter.last_record = number;
    counter.count += compared ? 1 : 0;
    found_.push_back(path);
  }
}

// OPTIMIZATION: records that are one element without content below share the one path there is.
bool CorePathCounter::summarize_leaves(std::span<const RecordSpan> records) {
  bool text = false;
  for (const RecordSpan r : records) {
    const auto places = page_.places(r);
    if (places.size() != 1 || places[0].node != r.begin) return false;
    if (!is_single(page_.document(), r)) return false;
    text |= places[0].has_text != 0;
  }
  summary_.paths = 1;
  summary_.text_paths = text ? 1 : 0;
  summary_.share.assign(records.size(), 1.0F);
  return true;
}

const CoreSummary& CorePathCounter::summarize(std::span<const RecordSpan> records,
                                              uint32_t max_records, uint32_t max_nodes) {
  if (summarize_leaves(records)) return summary_;
  ++group_;
  for (auto* list : {&found_, &begin_, &seen_}) list->clear();
  const bool absolute = of_one_path(records);
  if (!absolute) relative_.clear();
  const size_t step = std::max<size_t>(1, (records.size() + max_records - 1) / max_records);
  const uint32_t compared = static_cast<uint32_t>((records.size() + step - 1) / step);
  for (uint32_t r = 0; r < records.size(); ++r) {
    count_record(records[r], max_nodes, r + 1, r % step == 0, absolute);
  }
  begin_.push_back(static_cast<uint32_t>(found_.size()));
  const auto is_core = [&](uint32_t path) { return 2 * counters_[path].count >= compared; };
  summary_.paths = 0;
  summary_.text_paths = 0;
  for (const uint32_t path : seen_) {
    if (!is_core(path)) continue;
    ++summary_.paths;
    summary_.text_paths += counters_[path].text ? 1 : 0;
  }
  summary_.share.clear();
  for (size_t r = 0; r < records.size(); ++r) {
    const auto has =
        std::count_if(found_.begin() + begin_[r], found_.begin() + begin_[r + 1], is_core);
    summary_.share.push_back(
        summary_.paths == 0 ? 1.0F : static_cast<float>(has) / static_cast<float>(summary_.paths));
  }
  return summary_;
}

class Finder {
 public:
  Finder(const PageIndex& page, const CandidateLimits& limits)
      : page_(page),
        doc_(page.document()),
        limits_(limits),
        core_(page),
        keys_(page.place_count()),
        sets_(page.place_count() / 2),
        seen_(kUsualCandidates) {
    nodes_.reserve(page.place_count());
    candidates_.reserve(kUsualCandidates);
  }

  std::vector<ListCandidate> run() {
    collect_nodes();
    group_by_keys();
    for (const PageIndex::Place place : page_.places(page_.span(dom::kRoot))) {
      if (doc_.subtree_size(place.node) > 3) group_children(place.node);
    }
    keep_largest();
    return std::move(candidates_);
  }

 private:
  // Step 1.
  void collect_nodes() {
    const double largest = kLargestShare * page_.page_tokens();
    for (const PageIndex::Place place : page_.places(page_.span(dom::kRoot))) {
      const NodeId n = place.node;
      if (page_.tokens(page_.span(n)) > largest) continue;
      const dom::Atom name = doc_.name(n);
      if (name == atoms::kBody || name == atoms::kHtml || name == atoms::kBr ||
          name == atoms::kOption)
        continue;
      nodes_.push_back(n);
    }
  }

  // What members of a group have in common; paths and classes alone have numbers already.
  [[nodiscard]] uint64_t key(Grouping grouping, NodeId n) const {
    const uint64_t parent = uint64_t{index(doc_.parent(n))} << 32;
    switch (grouping) {
      case Grouping::kSiblings:
        return parent | static_cast<uint64_t>(doc_.name(n));
      case Grouping::kClassSiblings:
        return parent | page_.signature(n);
      case Grouping::kPathAndClass:
        return uint64_t{page_.path_number(n)} << 32 | page_.signature(n);
      default:
        return page_.class_path(n);
    }
  }

  // Step 2: number the keys, count the members of each, and lay them side by side.
  void group_by_keys() {
    for (const Grouping grouping :
         {Grouping::kSiblings, Grouping::kClassSiblings, Grouping::kPath, Grouping::kPathAndClass,
          Grouping::kClassPath, Grouping::kClass}) {
      number_groups(grouping);
      sorted_nodes_.resize(nodes_.size());
      for (size_t i = 0; i < nodes_.size(); ++i) {
        if (group_of_[i] != kNoGroup) sorted_nodes_[groups_[group_of_[i]].end++] = nodes_[i];
      }
      for (const Group& group : groups_) {
        // A set of nodes that was a group under another key is no other candidate.
        if (group.size < 2 || !sets_.insert(group.set)) continue;
        add_nodes(grouping, std::span(sorted_nodes_).subspan(group.end - group.size, group.size));
      }
    }
  }

  void number_groups(Grouping grouping) {
    const bool by_path = grouping == Grouping::kPath;
    const bool by_class = grouping == Grouping::kClass;
    keys_.clear();
    groups_.assign(by_path ? page_.path_count() : by_class ? page_.signature_count() : 0, {});
    group_of_.assign(nodes_.size(), kNoGroup);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (by_class && !page_.has_class(nodes_[i])) continue;
      const uint32_t g = by_path    ? page_.path_number(nodes_[i])
                         : by_class ? page_.signature(nodes_[i])
                                    : keys_.number(key(grouping, nodes_[i]));
      if (g == groups_.size()) groups_.emplace_back();
      group_of_[i] = g;
      ++groups_[g].size;
      groups_[g].set += mix64(index(nodes_[i]));
    }
    uint32_t begin = 0;
    for (Group& group : groups_) {
      group.end = begin;
      begin += group.size;
    }
  }

  void add_nodes(Grouping grouping, std::span<const NodeId> members) {
    records_.clear();
    for (const NodeId n : members) {
      const RecordSpan span = page_.span(n);
      if (!records_.empty() && index(span.begin) < index(records_.back().end)) continue;  // Nested.
      records_.push_back(span);
    }
    add(grouping);
  }

  // Step 3.
  void group_children(NodeId parent) {
    children_.clear();
    for (const NodeId c : doc_.children(parent)) {
      if (doc_.is_element(c) || (doc_.is_text(c) && page_.tokens(page_.span(c)) > 0))
        children_.push_back(c);
    }
    if (children_.size() < 3) return;
    signatures_.clear();
    for (const NodeId c : children_) {
      signatures_.push_back(signature(c));
    }
    add_separated();
    const bool alike = std::all_of(signatures_.begin(), signatures_.end(),
                                   [&](uint32_t s) { return s == signatures_.front(); });
    if (alike) return;
    sorted_ = signatures_;
    std::sort(sorted_.begin(), sorted_.end());
    const bool repeated = std::adjacent_find(sorted_.begin(), sorted_.end()) != sorted_.end();
    add_mixed();
    if (!repeated) return;
    add_runs();
    add_depths();
  }

  // Tag and class; of text, a number that no element has.
  [[nodiscard]] uint32_t signature(NodeId n) const {
    return doc_.is_element(n) ? page_.signature(n) : UINT32_MAX;
  }

  void add_mixed() {
    records_.clear();
    for (const NodeId c : children_) {
      if (page_.is_content(c)) records_.push_back(page_.span(c));
    }
    add(Grouping::kMixed);
  }

  [[nodiscard]] ptrdiff_t count_of(uint32_t signature) const {
    const auto [from, to] = std::equal_range(sorted_.begin(), sorted_.end(), signature);
    return to - from;
  }

  // Every signature that occurs at least twice may begin a record, which lasts until the next one.
  void add_runs() {
    std::vector<uint32_t> leaders;
    for (size_t i = 0; i < children_.size() && leaders.size() < 6; ++i) {
      if (!page_.is_content(children_[i]) || count_of(signatures_[i]) < 2) continue;
      if (std::find(leaders.begin(), leaders.end(), signatures_[i]) != leaders.end()) continue;
      const bool heading = page_.counts(page_.span(children_[i])).headings != 0;
      const bool optional =
          !heading && std::any_of(leaders.begin(), leaders.end(), [&](uint32_t earlier) {
            return is_optional_beside(signatures_[i], earlier);
          });
      leaders.push_back(signatures_[i]);
      if (!optional) add_runs_of(signatures_[i]);
    }
  }

  // Whether `part` stands at most once behind each `whole`, and not behind every one:
  //
  //   name mail name name mail      mail leads no records: the second would have two names
  //
  // REQUIRES: the first `whole` stands before the first `part`.
  [[nodiscard]] bool is_optional_beside(uint32_t part, uint32_t whole) const {
    size_t parts = 0;   // Behind the last `whole`.
    size_t wholes = 0;  // Behind the last `part`.
    bool begun = false, left_out = false;
    for (const uint32_t s : signatures_) {
      if (s == whole) {
        ++wholes;
        parts = 0;
      } else if (s == part) {
        left_out = left_out || (begun && wholes > 1);
        begun = true;
        wholes = 0;
        if (++parts > 1) return false;
      }
    }
    return left_out;
  }

  void add_runs_of(uint32_t leader) {
    std::vector<size_t> starts;
    for (size_t i = 0; i < signatures_.size(); ++i) {
      if (signatures_[i] == leader) starts.push_back(i);
    }
    size_t longest = 1;
    for (size_t k = 0; k + 1 < starts.size(); ++k)
      longest = std::max(longest, starts[k + 1] - starts[k]);
    if (longest == 1) return;
    records_.clear();
    for (size_t k = 0; k + 1 < starts.size(); ++k) {
      records_.push_back({children_[starts[k]], doc_.end(children_[starts[k + 1] - 1])});
    }
    records_.push_back(
        {children_[starts.back()], doc_.end(children_[end_of_last(starts, longest) - 1])});
    add(Grouping::kRuns);
  }

  // The last record has no successor: it lasts as long as the longest may, and as what follows is
  // known from the others.
  size_t end_of_last(const std::vector<size_t>& starts, size_t longest) {
    keys_.clear();
    for (size_t i = starts.front(); i < starts.back(); ++i) keys_.number(signatures_[i]);
    const size_t last = std::min(starts.back() + longest, children_.size());
    size_t end = starts.back() + 1;
    while (end < last && !keys_.insert(signatures_[end])) ++end;
    return end;
  }

  void add_separated() {
    records_.clear();
    uint32_t separators = 0;
    bool open = false;
    for (const NodeId c : children_) {
      if (doc_.name(c) == atoms::kBr || page_.is_rule(c)) {
        ++separators;
        open = false;
      } else if (open) {
        records_.back().end = doc_.end(c);
      } else {
        records_.push_back(page_.span(c));
        open = true;
      }
    }
    if (separators < 2) return;
    std::erase_if(records_, [&](RecordSpan r) { return page_.tokens(r) + page_.images(r) == 0; });
    add(Grouping::kSeparators);
  }

  // Items, and one child that wraps several of the same: li, li, li(ul(li li li)), li. The inner
  // ones count.
  void add_depths() {
    uint32_t commonest = signatures_.front();
    ptrdiff_t most = 0;
    for (size_t i = 0; i < sorted_.size();) {
      const ptrdiff_t count = count_of(sorted_[i]);
      if (count > most) commonest = sorted_[i];
      most = std::max(most, count);
      i += static_cast<size_t>(count);
    }
    records_.clear();
    bool wrapped = false;
    for (size_t i = 0; i < children_.size(); ++i) {
      if (signatures_[i] == commonest) {
        records_.push_back(page_.span(children_[i]));
      } else {
        wrapped |= add_wrapped(children_[i], commonest);
      }
    }
    if (wrapped) add(Grouping::kDepths);
  }

  bool add_wrapped(NodeId wrapper, uint32_t wanted) {
    const size_t before = records_.size();
    const uint32_t end =
        std::min(index(doc_.end(wrapper)), index(wrapper) + limits_.max_nodes_per_record);
    for (const PageIndex::Place place : page_.places({dom::next(wrapper), NodeId{end}})) {
      if (page_.signature(place.node) != wanted) continue;
      const bool nested =
          records_.size() > before && index(place.node) < index(records_.back().end);
      if (!nested) records_.push_back(page_.span(place.node));
    }
    return records_.size() > before;
  }

  // Steps 4 and 5, for records_. Hidden members leave a group that has visible ones: tabs, menus
  // and dialogs often repeat the page's own template.
  void add(Grouping grouping) {
    const auto visible = [&](RecordSpan r) { return !page_.is_hidden(r.begin); };
    const auto seen = std::count_if(records_.begin(), records_.end(), visible);
    if (seen >= 2 && static_cast<size_t>(seen) < records_.size()) {
      std::erase_if(records_, [&](RecordSpan r) { return !visible(r); });
    }
    if (records_.size() < 2) return;
    lift();
    const bool whole_table = page_.tables().complete(doc_, records_);
    if (records_.size() < 2 || !first_time(records_)) return;
    const CoreSummary& core =
        core_.summarize(records_, limits_.max_compared_records, limits_.max_nodes_per_record);
    kept_.clear();
    double cohesion = 0;
    for (size_t r = 0; r < records_.size(); ++r) {
      if (core.share[r] < kMembershipShare && !whole_table) continue;
      kept_.push_back(records_[r]);
      cohesion += core.share[r];
    }
    if (kept_.size() < 2 || (kept_.size() < records_.size() && !first_time(kept_))) return;
    cohesion /= static_cast<double>(kept_.size());
    candidates_.push_back({grouping, kept_, core.paths, core.text_paths, cohesion, whole_table});
  }

  // Replaces single-node records by the outermost elements that hold the same words, all by as many
  // levels: a wrapper and its only child are one record, seen from outside.
  void lift() {
    constexpr int kMostLevels = 8;
    int levels = kMostLevels;
    for (const RecordSpan r : records_) {
      if (doc_.end(r.begin) != r.end || doc_.name(r.begin) == atoms::kTr) return;
      int above = 0;
      for (NodeId n = r.begin; above < levels; ++above) {
        const NodeId parent = doc_.parent(n);
        if (parent == dom::kNoNode || page_.tokens(page_.span(parent)) != page_.tokens(r)) break;
        if (page_.images(page_.span(parent)) != page_.images(r)) break;
        n = parent;
      }
      levels = std::min(levels, above);
      if (levels == 0) return;
    }
    for (RecordSpan& r : records_) {
      NodeId n = r.begin;
      for (int up = 0; up < levels; ++up) n = doc_.parent(n);
      r = page_.span(n);
    }
  }

  bool first_time(const std::vector<RecordSpan>& records) {
    uint64_t hash = records.size();
    for (const RecordSpan r : records) {
      const uint64_t words = uint64_t{page_.first_token(r.begin)} << 32 | page_.tokens(r);
      hash = hash_combine(hash + page_.images(r), words);
    }
    return seen_.insert(hash);
  }

  void keep_largest() {
    if (candidates_.size() <= limits_.max_candidates) return;
    const auto tokens = [&](const ListCandidate& c) {
      uint64_t sum = 0;
      for (const RecordSpan r : c.records) sum += page_.tokens(r);
      return sum;
    };
    std::vector<std::pair<uint64_t, size_t>> order;
    for (size_t i = 0; i < candidates_.size(); ++i) order.emplace_back(tokens(candidates_[i]), i);
    std::sort(order.begin(), order.end(), [](auto a, auto b) { return a.first > b.first; });
    order.resize(limits_.max_candidates);
    std::vector<ListCandidate> kept;
    for (const auto& [sum, i] : order) kept.push_back(std::move(candidates_[i]));
    candidates_ = std::move(kept);
  }

  const PageIndex& page_;
  const Document& doc_;
  CandidateLimits limits_;
  CorePathCounter core_;
  std::vector<NodeId> nodes_;
  // The groups of one key. Of nodes_: which group, if any. The same nodes, group by group.
  static constexpr uint32_t kNoGroup = UINT32_MAX;
  struct Group {
    uint32_t size = 0;
    uint32_t end = 0;  // In sorted_nodes_.
    uint64_t set = 0;  // Sum of hashes of its members.
  };
  KeyNumbers keys_;
  std::vector<Group> groups_;
  std::vector<uint32_t> group_of_;
  std::vector<NodeId> sorted_nodes_;
  KeyNumbers sets_;  // Sums of all groups so far.

  std::vector<NodeId> children_;      // Of the parent at hand.
  std::vector<uint32_t> signatures_;  // Of children_.
  std::vector<uint32_t> sorted_;      // The same in order of their values.
  std::vector<RecordSpan> records_;   // The group at hand,
  std::vector<RecordSpan> kept_;      // and what is kept of it.
  KeyNumbers seen_;                   // Hashes of the words covered.
  std::vector<ListCandidate> candidates_;
};

}  // namespace

std::span<const std::string_view> names_of(Grouping) {
  static constexpr std::string_view kNames[] = {"siblings",
                                                "siblings of one class",
                                                "one path",
                                                "one path and class",
                                                "one path of classes",
                                                "one class",
                                                "all children",
                                                "runs of siblings",
                                                "separators",
                                                "one template at two depths"};
  return kNames;
}

ListCandidate candidate_of(const PageIndex& page, const std::vector<RecordSpan>& records,
                           const CandidateLimits& limits) {
  CorePathCounter counter(page);
  const CoreSummary& core =
      counter.summarize(records, limits.max_compared_records, limits.max_nodes_per_record);
  const double sum = std::accumulate(core.share.begin(), core.share.end(), 0.0);
  return {Grouping::kSiblings, records, core.paths, core.text_paths,
          sum / static_cast<double>(records.size())};
}

std::vector<ListCandidate> find_candidates(const PageIndex& page, const CandidateLimits& limits) {
  return Finder(page, limits).run();
}

}  // namespace weft::mine
