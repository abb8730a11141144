// Candidate regions by grouping; [RECORDS] advice 2-4, extended. Steps:
//
//   1. Eligible nodes: content, with at most 70 % of the page's words.
//   2. Group them by six keys: (parent, tag), (parent, tag, class), tag path, tag path and class,
//   class path,
//      (tag, class). Of nested members of the last keep the outermost.
//   3. Add what a key on single nodes cannot say: all children of a parent (two kinds of results
//   under one
//      heading), runs of siblings that begin alike, the content between separators, and a template
//      that occurs at two depths.
//   4. Keep the members that have half of the group's core paths.
//   5. Groups that cover the same words are one candidate, made of the outermost elements that hold
//   them: this
//      folds chains of wrappers.
//
// Tested by candidates_test.cc.

#include "mine/candidates.h"

#include <algorithm>
#include <unordered_set>

#include "base/hash.h"
#include "mine/core_paths.h"

namespace weft::mine {
namespace {

using dom::Document;
using dom::index;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr double kLargestShare = 0.7;
constexpr float kMembershipShare = 0.5F;

class Finder {
 public:
  Finder(const PageIndex& page, const CandidateLimits& limits)
      : page_(page), doc_(page.document()), limits_(limits), core_(page) {}

  std::vector<Candidate> run() {
    collect_nodes();
    group_by_keys();
    const uint32_t end = std::min(doc_.size(), limits_.max_nodes);
    for (uint32_t i = 1; i < end; ++i) {
      if (page_.is_content(NodeId{i}) && doc_.subtree_size(NodeId{i}) > 3)
        group_children(NodeId{i});
    }
    keep_largest();
    return std::move(candidates_);
  }

 private:
  struct Keyed {
    uint64_t key;
    NodeId node;
  };

  // Step 1.
  void collect_nodes() {
    const uint32_t end = std::min(doc_.size(), limits_.max_nodes);
    const double largest = kLargestShare * page_.page_tokens();
    for (uint32_t i = 1; i < end; ++i) {
      const NodeId n{i};
      if (!page_.is_content(n) || page_.tokens(page_.span(n)) > largest) continue;
      const dom::Atom name = doc_.name(n);
      if (name == atoms::kBody || name == atoms::kHtml || name == atoms::kBr ||
          name == atoms::kOption)
        continue;
      nodes_.push_back(n);
    }
  }

  [[nodiscard]] uint64_t key(Grouping grouping, NodeId n) const {
    const uint64_t tag = static_cast<uint64_t>(doc_.name(n));
    const uint64_t parent = index(doc_.parent(n));
    switch (grouping) {
      case Grouping::kSiblings:
        return hash_combine(parent, tag);
      case Grouping::kClassSiblings:
        return hash_combine(hash_combine(parent, tag), page_.class_hash(n));
      case Grouping::kPath:
        return page_.path(n);
      case Grouping::kPathAndClass:
        return hash_combine(page_.path(n), page_.class_hash(n));
      case Grouping::kClassPath:
        return page_.class_path(n);
      default:
        return page_.class_hash(n) == 0 ? 0 : hash_combine(tag, page_.class_hash(n));
    }
  }

  // Step 2.
  void group_by_keys() {
    std::vector<Keyed> keyed(nodes_.size());
    for (const Grouping grouping :
         {Grouping::kSiblings, Grouping::kClassSiblings, Grouping::kPath, Grouping::kPathAndClass,
          Grouping::kClassPath, Grouping::kClass}) {
      for (size_t i = 0; i < nodes_.size(); ++i) keyed[i] = {key(grouping, nodes_[i]), nodes_[i]};
      std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) {
        return a.key != b.key ? a.key < b.key : index(a.node) < index(b.node);
      });
      for (size_t begin = 0; begin < keyed.size();) {
        size_t end = begin + 1;
        while (end < keyed.size() && keyed[end].key == keyed[begin].key) ++end;
        if (end - begin >= 2 && keyed[begin].key != 0)
          add_nodes(grouping, {&keyed[begin], end - begin});
        begin = end;
      }
    }
  }

  void add_nodes(Grouping grouping, std::span<const Keyed> members) {
    std::vector<RecordSpan> records;
    for (const Keyed& member : members) {
      const RecordSpan span = page_.span(member.node);
      if (!records.empty() && index(span.begin) < index(records.back().end)) continue;  // Nested.
      records.push_back(span);
    }
    add(grouping, std::move(records));
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
      signatures_.push_back(hash_combine(static_cast<uint64_t>(doc_.name(c)), page_.class_hash(c)));
    }
    const bool alike = std::all_of(signatures_.begin(), signatures_.end(),
                                   [&](uint64_t s) { return s == signatures_.front(); });
    if (alike) return;
    sorted_ = signatures_;
    std::sort(sorted_.begin(), sorted_.end());
    const bool repeated = std::adjacent_find(sorted_.begin(), sorted_.end()) != sorted_.end();
    add_mixed();
    add_separated();
    if (!repeated) return;
    add_runs();
    add_depths();
  }

  void add_mixed() {
    std::vector<RecordSpan> records;
    for (const NodeId c : children_) {
      if (page_.is_content(c)) records.push_back(page_.span(c));
    }
    add(Grouping::kMixed, std::move(records));
  }

  [[nodiscard]] ptrdiff_t count_of(uint64_t signature) const {
    const auto [from, to] = std::equal_range(sorted_.begin(), sorted_.end(), signature);
    return to - from;
  }

  // Every signature that occurs at least twice may begin a record, which lasts until the next one.
  void add_runs() {
    std::vector<uint64_t> leaders;
    for (size_t i = 0; i < children_.size() && leaders.size() < 6; ++i) {
      if (!page_.is_content(children_[i]) || count_of(signatures_[i]) < 2) continue;
      if (std::find(leaders.begin(), leaders.end(), signatures_[i]) != leaders.end()) continue;
      leaders.push_back(signatures_[i]);
      add_runs_of(signatures_[i]);
    }
  }

  void add_runs_of(uint64_t leader) {
    std::vector<size_t> starts;
    for (size_t i = 0; i < signatures_.size(); ++i) {
      if (signatures_[i] == leader) starts.push_back(i);
    }
    size_t longest = 1;
    for (size_t k = 0; k + 1 < starts.size(); ++k)
      longest = std::max(longest, starts[k + 1] - starts[k]);
    if (longest == 1) return;
    std::unordered_set<uint64_t> known;
    for (size_t i = starts.front(); i < starts.back(); ++i) known.insert(signatures_[i]);
    std::vector<RecordSpan> records;
    for (size_t k = 0; k < starts.size(); ++k) {
      size_t last =
          k + 1 < starts.size() ? starts[k + 1] : std::min(starts[k] + longest, children_.size());
      if (k + 1 == starts.size()) {
        size_t end = starts[k] + 1;
        while (end < last && known.contains(signatures_[end])) ++end;
        last = end;
      }
      records.push_back({children_[starts[k]], doc_.end(children_[last - 1])});
    }
    add(Grouping::kRuns, std::move(records));
  }

  void add_separated() {
    std::vector<RecordSpan> records;
    uint32_t separators = 0;
    bool open = false;
    for (const NodeId c : children_) {
      const dom::Atom name = doc_.name(c);
      if (name == atoms::kHr || name == atoms::kBr) {
        ++separators;
        open = false;
      } else if (open) {
        records.back().end = doc_.end(c);
      } else {
        records.push_back(page_.span(c));
        open = true;
      }
    }
    if (separators < 2) return;
    std::erase_if(records, [&](RecordSpan r) { return page_.tokens(r) + page_.images(r) == 0; });
    add(Grouping::kSeparators, std::move(records));
  }

  // Items, and one child that wraps several of the same: li, li, li(ul(li li li)), li. The inner
  // ones count.
  void add_depths() {
    uint64_t commonest = signatures_.front();
    ptrdiff_t most = 0;
    for (size_t i = 0; i < sorted_.size();) {
      const ptrdiff_t count = count_of(sorted_[i]);
      if (count > most) commonest = sorted_[i];
      most = std::max(most, count);
      i += static_cast<size_t>(count);
    }
    std::vector<RecordSpan> records;
    bool wrapped = false;
    for (size_t i = 0; i < children_.size(); ++i) {
      if (signatures_[i] == commonest) {
        records.push_back(page_.span(children_[i]));
      } else {
        wrapped |= add_wrapped(children_[i], commonest, records);
      }
    }
    if (wrapped) add(Grouping::kDepths, std::move(records));
  }

  bool add_wrapped(NodeId wrapper, uint64_t signature, std::vector<RecordSpan>& records) {
    const size_t before = records.size();
    const uint32_t end =
        std::min(index(doc_.end(wrapper)), index(wrapper) + limits_.max_nodes_per_record);
    for (uint32_t i = index(wrapper) + 1; i < end;) {
      const NodeId n{i};
      const bool same =
          doc_.is_element(n) && page_.is_content(n) &&
          hash_combine(static_cast<uint64_t>(doc_.name(n)), page_.class_hash(n)) == signature;
      if (same) records.push_back(page_.span(n));
      i = same ? index(doc_.end(n)) : i + 1;
    }
    return records.size() > before;
  }

  // Steps 4 and 5. Hidden members leave a group that has visible ones: tabs, menus and dialogs
  // often repeat the page's own template.
  void add(Grouping grouping, std::vector<RecordSpan> records) {
    const auto visible = [&](RecordSpan r) { return !page_.is_hidden(r.begin); };
    if (std::count_if(records.begin(), records.end(), visible) >= 2) {
      std::erase_if(records, [&](RecordSpan r) { return !visible(r); });
    }
    if (records.size() < 2) return;
    lift(records);
    if (!first_time(records)) return;
    CoreSummary core =
        core_.summarize(records, limits_.max_compared_records, limits_.max_nodes_per_record);
    std::vector<RecordSpan> kept;
    double cohesion = 0;
    for (size_t r = 0; r < records.size(); ++r) {
      if (core.share[r] < kMembershipShare) continue;
      kept.push_back(records[r]);
      cohesion += core.share[r];
    }
    if (kept.size() < 2 || (kept.size() < records.size() && !first_time(kept))) return;
    cohesion /= static_cast<double>(kept.size());
    candidates_.push_back({grouping, std::move(kept), core.paths, core.text_paths, cohesion});
  }

  // Replaces single-node records by the outermost elements that hold the same words, all by as many
  // levels: a wrapper and its only child are one record, seen from outside.
  void lift(std::vector<RecordSpan>& records) {
    constexpr int kMostLevels = 8;
    int levels = kMostLevels;
    for (const RecordSpan r : records) {
      if (doc_.end(r.begin) != r.end) return;
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
    for (RecordSpan& r : records) {
      NodeId n = r.begin;
      for (int up = 0; up < levels; ++up) n = doc_.parent(n);
      r = page_.span(n);
    }
  }

  bool first_time(const std::vector<RecordSpan>& records) {
    uint64_t hash = records.size();
    for (const RecordSpan r : records) {
      hash = hash_combine(hash, page_.first_token(r.begin));
      hash = hash_combine(hash, (uint64_t{page_.tokens(r)} << 32) | page_.images(r));
    }
    return seen_.insert(hash).second;
  }

  void keep_largest() {
    if (candidates_.size() <= limits_.max_candidates) return;
    const auto tokens = [&](const Candidate& c) {
      uint64_t sum = 0;
      for (const RecordSpan r : c.records) sum += page_.tokens(r);
      return sum;
    };
    std::vector<std::pair<uint64_t, size_t>> order;
    for (size_t i = 0; i < candidates_.size(); ++i) order.emplace_back(tokens(candidates_[i]), i);
    std::sort(order.begin(), order.end(), [](auto a, auto b) { return a.first > b.first; });
    order.resize(limits_.max_candidates);
    std::vector<Candidate> kept;
    for (const auto& [sum, i] : order) kept.push_back(std::move(candidates_[i]));
    candidates_ = std::move(kept);
  }

  const PageIndex& page_;
  const Document& doc_;
  CandidateLimits limits_;
  CorePathCounter core_;
  std::vector<NodeId> nodes_;
  std::vector<NodeId> children_;       // Of the parent at hand.
  std::vector<uint64_t> signatures_;   // Of children_: tag and class.
  std::vector<uint64_t> sorted_;       // The same in order of their values.
  std::unordered_set<uint64_t> seen_;  // Hashes of the words covered.
  std::vector<Candidate> candidates_;
};

}  // namespace

const char* grouping_name(Grouping grouping) {
  switch (grouping) {
    case Grouping::kSiblings:
      return "siblings";
    case Grouping::kClassSiblings:
      return "siblings of one class";
    case Grouping::kPath:
      return "one path";
    case Grouping::kPathAndClass:
      return "one path and class";
    case Grouping::kClassPath:
      return "one path of classes";
    case Grouping::kClass:
      return "one class";
    case Grouping::kMixed:
      return "all children";
    case Grouping::kRuns:
      return "runs of siblings";
    case Grouping::kSeparators:
      return "separators";
    case Grouping::kDepths:
      return "one template at two depths";
  }
  return "";
}

std::vector<Candidate> find_candidates(const PageIndex& page, const CandidateLimits& limits,
                                       Diagnostics* diagnostics) {
  if (diagnostics != nullptr && page.document().size() > limits.max_nodes) {
    diagnostics->push_back(
        {DiagnosticKind::kLimit, 0,
         "mining looked at the first " + std::to_string(limits.max_nodes) + " nodes only"});
  }
  return Finder(page, limits).run();
}

}  // namespace weft::mine
