// RoadRunner ([Liu], The RoadRunner System): a template as a union-free regular expression.
//
//   wrapper  <b>Smith</b>      <ul><li>A</li><li>B</li></ul>
//   sample   <b>Jones</b><img> <ul><li>C</li><li>D</li><li>E</li></ul>
//   result   <b>#text</b>(<img>)?<ul>(<li>#text</li>)+</ul>
//
//   R1  The first page is the wrapper. Every other page, a sample, is read by it token by token; what
//       does not match is a mismatch, and solving it generalises the wrapper.
//   R2  Text against another text: a field.
//   R3  Tags: perhaps a list. The last token before the mismatch ends an item of it. On the sample,
//       and then on the wrapper, the tokens from the mismatch up to the next such token are a
//       candidate; it is confirmed if it matches the portion above the mismatch, mismatches within
//       being solved in turn. The list takes all items before and behind.
//   R4  Else something optional: what has to be skipped on the wrapper, or on the sample, to come to
//       a token at which both agree.
//   R5  No list and no option is delimited by an option. Solutions that break this rule, and
//       mismatches that nothing solves, leave an option on either side and are counted.
//   R6  Where several solutions offer themselves, each is followed to the end of the enclosing
//       element, and the one that leaves the fewest mismatches unsolved is taken; the number of such
//       choices within each other, and of steps in all, is bounded.
//
// The tokens are those of our tree, in which tags are balanced, so candidates are whole elements and
// texts: lists of siblings are read, and elements that agree are entered.
//
// DEVIATION: agreement of elements compares tag and class, ids and the like (wrap/tag_spelling.h);
// with tags alone any <div> of today's pages agrees with any other. A candidate must match the portion
// above in at least half of its tokens. Elements are entered to a depth of kMaxDepth, as deep as this
// file recurses.
//
// Tested by roadrunner_test.cc; measured by `weft eval templates --method roadrunner`.

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "templates/expression.h"
#include "templates/templates.h"
#include "wrap/grammar/page_view.h"

namespace weft::templates {
namespace {

struct RoadRunnerOptions {
  uint32_t max_depth = 200;          // Of elements.
  uint32_t max_choices = 3;          // Within each other, in one list of siblings.
  uint64_t max_steps = 3'000'000;    // Comparisons with choices; then the first solution is taken.
  uint64_t most_steps = 30'000'000;  // Then nothing more is compared.
  size_t max_candidate = 40;         // Siblings of a candidate item.
  size_t max_skip = 200;             // Siblings of an option.
};

using Items = std::vector<uint32_t>;  // Siblings, as expressions.

// A list of siblings of wrapper and sample, merged so far.
struct MergeState {
  size_t i = 0;  // Next on the wrapper
  size_t j = 0;  // and on the sample.
  Items out;
  uint32_t unsolved = 0;
  uint32_t matched = 0;  // Tokens
  uint32_t skipped = 0;  // that became optional.
};

class RoadRunner {
 public:
  explicit RoadRunner(const RoadRunnerOptions& options) : options_(options) {}

  // The whole page; nothing if there is nothing to see on it.
  std::optional<uint32_t> add_page(const dom::Document& doc, uint32_t page) {
    const wrap::PageView view(doc, options_.max_depth);
    if (view.root() == dom::kNoNode) return std::nullopt;
    std::vector<Items> children(doc.size());
    uint32_t last = 0;
    for (uint32_t i = dom::index(doc.end(view.root())); i-- > dom::index(view.root());) {
      const dom::NodeId n{i};
      if (!view.keeps(n)) continue;
      std::reverse(children[i].begin(), children[i].end());
      last = all.add_node(doc, {page, n}, std::move(children[i]));
      if (n != view.root()) children[dom::index(doc.parent(n))].push_back(last);
    }
    return last;
  }

  // R1. Elements of one tag.
  uint32_t merge_element(uint32_t a, uint32_t b, uint32_t& unsolved) {
    if (all.at(a).hash == all.at(b).hash) return a;
    const Items wrapper = all.at(a).children;
    const Items sample = all.at(b).children;
    MergeState merged = merge(wrapper, sample);
    unsolved += merged.unsolved;
    return all.add_element_of(a, b, std::move(merged.out));
  }

  [[nodiscard]] bool exhausted() const { return steps_ > options_.most_steps; }

  Expressions all;

 private:
  [[nodiscard]] bool is(uint32_t e, GrammarKind kind) const { return all.at(e).kind == kind; }
  [[nodiscard]] bool is_text(uint32_t e) const {
    return is(e, GrammarKind::kText) || is(e, GrammarKind::kField);
  }
  [[nodiscard]] uint32_t first_of(uint32_t e) const {
    while (is(e, GrammarKind::kList) || is(e, GrammarKind::kOption)) e = all.at(e).children.front();
    return e;
  }
  [[nodiscard]] uint32_t last_of(uint32_t e) const {
    while (is(e, GrammarKind::kList) || is(e, GrammarKind::kOption)) e = all.at(e).children.back();
    return e;
  }
  // Whether the tokens with which they begin agree.
  [[nodiscard]] bool agree(uint32_t a, uint32_t b) const {
    a = first_of(a);
    b = first_of(b);
    if (is_text(a) || is_text(b)) return is_text(a) && is_text(b);
    const Expression& x = all.at(a);
    const Expression& y = all.at(b);
    return x.name == y.name &&
           (x.spelling == y.spelling || x.spelling.empty() || y.spelling.empty());
  }
  [[nodiscard]] bool ends_alike(uint32_t a, uint32_t b) const {
    return agree(last_of(a), last_of(b));
  }

  MergeState merge(const Items& wrapper, const Items& sample) {
    return solve(wrapper, sample, {}, options_.max_choices);
  }

  MergeState solve(const Items& wrapper, const Items& sample, MergeState state, uint32_t choices) {
    while (state.i < wrapper.size() || state.j < sample.size()) {
      if (++steps_ > options_.most_steps) {  // Both as they are, and an end.
        ++state.unsolved;
        state.out.insert(state.out.end(), wrapper.begin() + static_cast<long>(state.i),
                         wrapper.end());
        break;
      }
      if (advance(wrapper, sample, state)) continue;
      std::vector<MergeState> solutions = solve_mismatch(wrapper, sample, state);
      if (solutions.size() == 1 || choices == 0 || steps_ > options_.max_steps) {
        state = std::move(solutions.front());
        continue;
      }
      std::optional<MergeState> best;  // R6.
      for (MergeState& solution : solutions) {
        MergeState ended = solve(wrapper, sample, std::move(solution), choices - 1);
        if (!best ||
            std::tuple(ended.unsolved, ended.skipped) < std::tuple(best->unsolved, best->skipped))
          best = std::move(ended);
      }
      return *std::move(best);
    }
    return state;
  }

  // Reads on where wrapper and sample agree. False at a mismatch of tags.
  bool advance(const Items& wrapper, const Items& sample, MergeState& state) {
    if (state.i == wrapper.size() || state.j == sample.size()) {
      // Options that are left over are options still.
      const bool left = state.i < wrapper.size() && is(wrapper[state.i], GrammarKind::kOption);
      if (left) state.out.push_back(wrapper[state.i++]);
      return left;
    }
    const uint32_t w = wrapper[state.i];
    const uint32_t s = sample[state.j];
    const bool alike = agree(w, s);
    if (is(w, GrammarKind::kOption)) {
      if (!alike || !take_option(w, sample, state)) state.out.push_back(w);
      ++state.i;
      return true;
    }
    if (is(s, GrammarKind::kOption)) {  // Of the wrapper itself, when two items of it are compared.
      state.out.push_back(s);
      ++state.j;
      return true;
    }
    if (!alike) return false;
    if (is(w, GrammarKind::kList)) return take_items(w, sample, state.j, state, &state.i);
    if (is(s, GrammarKind::kList)) return take_items(s, wrapper, state.i, state, &state.j);
    if (is_text(w)) {  // R2.
      const bool same = all.at(w).hash == all.at(s).hash;
      state.out.push_back(same || is(w, GrammarKind::kField) ? w
                                                             : all.add_field(all.at(w).example));
      ++state.matched;
    } else {
      if (all.at(w).hash == all.at(s).hash) state.matched += all.at(w).tokens;
      state.out.push_back(merge_element(w, s, state.unsolved));
      state.matched += 2;
    }
    ++state.i;
    ++state.j;
    return true;
  }

  // The end of the item that begins at `at`: behind a sibling that ends as the item does. If several
  // siblings of the item itself do, as many are passed, where there are as many.
  std::optional<size_t> item_end(const Items& item, const Items& in, size_t at) const {
    const auto ends = [&](uint32_t e) { return ends_alike(item.back(), e); };
    const auto wanted = std::count_if(item.begin(), item.end(), ends);
    std::optional<size_t> first;
    long seen = 0;
    for (size_t k = at; k < std::min(in.size(), at + options_.max_candidate); ++k) {
      if (!ends(in[k])) continue;
      if (!first) first = k + 1;
      if (++seen == wanted) return k + 1;
    }
    return first;
  }

  // One more item of a list, or the content of an option, taken from `in`.
  bool take_item(Items& item, const Items& in, size_t& at, MergeState& state) {
    if (at == in.size() || !agree(item.front(), in[at])) return false;
    const auto end = item_end(item, in, at);
    if (!end) return false;
    const Items part(in.begin() + static_cast<long>(at), in.begin() + static_cast<long>(*end));
    MergeState merged = merge(item, part);
    if (merged.unsolved > 0 || merged.matched < merged.skipped) return false;
    item = std::move(merged.out);
    state.matched += merged.matched;
    at = *end;
    return true;
  }

  bool take_option(uint32_t option, const Items& sample, MergeState& state) {
    Items content = all.at(option).children;
    if (!take_item(content, sample, state.j, state)) return false;
    state.out.push_back(all.add_group(GrammarKind::kOption, std::move(content)));
    return true;
  }

  // All items of `list` that `in` has from `at` on; `behind` is stepped over the list itself.
  bool take_items(uint32_t list, const Items& in, size_t& at, MergeState& state, size_t* behind) {
    Items item = all.at(list).children;
    if (is(in[at], GrammarKind::kList)) {
      MergeState merged = merge(item, all.at(in[at]).children);
      if (merged.unsolved > 0) return false;
      item = std::move(merged.out);
      ++at;
    } else if (!take_item(item, in, at, state)) {
      return false;
    }
    while (take_item(item, in, at, state)) continue;
    state.out.push_back(all.add_group(GrammarKind::kList, std::move(item)));
    ++*behind;
    return true;
  }

  // R3-R5: the states behind the mismatch, best guess first; at least one.
  std::vector<MergeState> solve_mismatch(const Items& wrapper, const Items& sample,
                                         const MergeState& state) {
    std::vector<MergeState> solutions;
    if (auto found = solve_list(sample, state, &MergeState::j)) solutions.push_back(*found);
    if (auto found = solve_list(wrapper, state, &MergeState::i)) solutions.push_back(*found);
    if (!solutions.empty()) return solutions;
    auto on_wrapper = skip(wrapper, sample, state, &MergeState::i, &MergeState::j);
    auto on_sample = skip(sample, wrapper, state, &MergeState::j, &MergeState::i);
    const bool sample_first =
        on_sample && (!on_wrapper || on_sample->skipped < on_wrapper->skipped);
    if (sample_first) std::swap(on_wrapper, on_sample);
    if (on_wrapper) solutions.push_back(*std::move(on_wrapper));
    if (on_sample) solutions.push_back(*std::move(on_sample));
    if (!solutions.empty()) return solutions;
    MergeState unsolved = state;  // R5: one of each is passed over.
    ++unsolved.unsolved;
    if (unsolved.i < wrapper.size()) add_option(unsolved, {wrapper[unsolved.i++]});
    if (unsolved.j < sample.size()) add_option(unsolved, {sample[unsolved.j++]});
    return {unsolved};
  }

  // R3, the candidate on `in`, which is read at state.*at.
  std::optional<MergeState> solve_list(const Items& in, const MergeState& state,
                                       size_t MergeState::*at) {
    if (state.out.empty() || state.*at == in.size() || is(state.out.back(), GrammarKind::kOption))
      return std::nullopt;
    const auto end = item_end({state.out.back()}, in, state.*at);
    if (!end) return std::nullopt;
    const Items candidate(in.begin() + static_cast<long>(state.*at),
                          in.begin() + static_cast<long>(*end));
    const size_t farthest = 2 * candidate.size() + 2;
    for (size_t q = state.out.size(); q-- > 0 && state.out.size() - q <= farthest;) {
      if (is(state.out[q], GrammarKind::kOption) && q + 1 == state.out.size()) return std::nullopt;
      if (!agree(state.out[q], candidate.front())) continue;
      const Items above(state.out.begin() + static_cast<long>(q), state.out.end());
      MergeState merged = merge(above, candidate);
      if (merged.unsolved > 0 || merged.matched < merged.skipped) continue;
      MergeState next = state;
      next.*at = *end;
      next.out.resize(q);
      Items item = std::move(merged.out);
      if (item.size() == 1 && is(item[0], GrammarKind::kList)) {
        item = all.at(item[0]).children;
      } else {
        take_items_above(item, next.out);
      }
      while (take_item(item, in, next.*at, next)) continue;
      if (!next.out.empty() && is(next.out.back(), GrammarKind::kOption)) ++next.unsolved;  // R5.
      next.out.push_back(all.add_group(GrammarKind::kList, std::move(item)));
      return next;
    }
    return std::nullopt;
  }

  // Items of the list that stand before it.
  void take_items_above(Items& item, Items& out) {
    while (!out.empty() && ends_alike(item.back(), out.back())) {
      size_t q = out.size();
      const size_t farthest = 2 * item.size() + 2;
      bool taken = false;
      while (q-- > 0 && out.size() - q <= farthest && !taken) {
        if (!agree(item.front(), out[q])) continue;
        MergeState merged = merge(item, Items(out.begin() + static_cast<long>(q), out.end()));
        if (merged.unsolved > 0 || merged.matched < merged.skipped) break;
        item = std::move(merged.out);
        out.resize(q);
        taken = true;
      }
      if (!taken) return;
    }
  }

  // R4: what `in` has before it agrees with `other` again is optional.
  std::optional<MergeState> skip(const Items& in, const Items& other, const MergeState& state,
                                 size_t MergeState::*at, size_t MergeState::*at_other) {
    const size_t begin = state.*at;
    if (begin == in.size()) return std::nullopt;
    size_t k = begin;
    if (state.*at_other == other.size()) {
      k = in.size();
    } else {
      const uint32_t wanted = other[state.*at_other];
      do {
        if (++k >= in.size() || k - begin > options_.max_skip) return std::nullopt;
      } while (!agree(in[k], wanted));
    }
    MergeState next = state;
    if (k < in.size() && is(in[k], GrammarKind::kOption)) ++next.unsolved;  // R5.
    add_option(next,
               Items(in.begin() + static_cast<long>(begin), in.begin() + static_cast<long>(k)));
    next.*at = k;
    return next;
  }

  void add_option(MergeState& state, Items items) {
    if (!state.out.empty() && is(state.out.back(), GrammarKind::kOption)) ++state.unsolved;  // R5.
    for (const uint32_t item : items) state.skipped += all.at(item).tokens;
    if (items.size() == 1 && is(items[0], GrammarKind::kOption))
      state.out.push_back(items[0]);
    else
      state.out.push_back(all.add_group(GrammarKind::kOption, std::move(items)));
  }

  const RoadRunnerOptions options_;
  uint64_t steps_ = 0;
};

}  // namespace

Result<PageTemplate> find_by_roadrunner(const std::vector<const model::Page*>& pages) {
  if (pages.size() < 2) {
    return Error{ErrorCode::kInvalidArgument,
                 "roadrunner compares pages: give at least two of one template"};
  }
  RoadRunner runner{RoadRunnerOptions()};
  std::optional<uint32_t> wrapper;
  std::vector<std::string> problems;
  for (uint32_t p = 0; p < pages.size(); ++p) {
    const auto page = runner.add_page(pages[p]->document, p);
    if (!page) {
      problems.push_back(fmt::format("{}: nothing to see on it", pages[p]->id));
      continue;
    }
    if (!wrapper) {
      wrapper = page;
      continue;
    }
    uint32_t unsolved = 0;
    wrapper = runner.merge_element(*wrapper, *page, unsolved);
    if (unsolved > 0)
      problems.push_back(fmt::format("{}: {} mismatches left unsolved", pages[p]->id, unsolved));
  }
  if (!wrapper) return Error{ErrorCode::kNotFound, "there is nothing to see on the pages"};
  if (runner.exhausted())
    problems.emplace_back("the pages differ too much: compared until the budget was spent");
  return template_of(runner.all, *wrapper, views_of(pages), std::move(problems));
}

}  // namespace weft::templates
