// Reading a page by a grammar.
//
//   grammar  h1 ( p )? ( li )+          page  h1 li li b
//   path     h1 · no p · li · li again · b is extra
//
//   1  The children of every element of the grammar are compiled to a small program: atoms
//      (elements, texts, fields) with jumps for options, lists and choices.
//   2  Of all ways to run it over the children of an element, the cheapest is found: an atom takes a
//      child of its tag, dearer if class, first text or what is below it are other than expected; a
//      child may be extra, an atom missing, both at a price (Viterbi; states are places of the
//      program). Without groups, atoms take as many children one by one wherever that costs less
//      than one extra and one missing: every other way has these. Ways that are, or will be by the
//      numbers of children and atoms left, dearer than a bound are left out, and tried with a higher
//      bound where none is left: pages are mostly as expected, so few places of a program are reached.
//   3  The cheapest way is read off as events; elements on it are entered, with a stack of our own.
//
// Tested by grammar_test.cc.

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "wrap/grammar/grammar.h"

namespace weft::wrap {
namespace {

// Prices. A child taken in the wrong place costs less than one extra and one missing together only
// while most of what is known of it is right.
struct MatchCosts {
  uint32_t extra = 20;
  uint32_t missing = 20;
  uint32_t other_spelling = 12;
  uint32_t other_text = 16;  // The text that it always begins with is not there.
  uint32_t any_text = 1;     // It may begin with any text: where one fits, that goes first.
  // At most: one for each bit that is not below it and always is, or the reverse.
  uint32_t other_sketch = 12;
};
constexpr MatchCosts kCosts;
constexpr uint32_t kNever = UINT32_MAX / 2;
// Ways are looked for that cost so much more than their least, three children extra and missing; then so
// many times as much.
constexpr uint32_t kFirstSlack = 32;
constexpr uint32_t kMoreSlack = 4;
constexpr uint64_t kMaxCells = 8'000'000;       // Of one element's table.
constexpr uint64_t kMaxPageCells = 60'000'000;  // Of a page.

}  // namespace

double GrammarParse::conformity() const {
  return page_nodes + missing == 0 ? 0 : static_cast<double>(matched) / (page_nodes + missing);
}

GrammarMatcher::GrammarMatcher(const Grammar& grammar)
    : grammar_(grammar), atoms_(grammar.nodes.size()), programs_(grammar.nodes.size()) {
  for (uint32_t n = static_cast<uint32_t>(grammar.nodes.size()); n-- > 0;) {
    learn_atom(n);
    if (grammar.nodes[n].kind == GrammarKind::kElement) {
      compile(n);
      count_atoms(programs_[n]);
    }
  }
}

void GrammarMatcher::sketch_children(uint32_t node, bool always, Atom& atom) const {
  for (const uint32_t c : grammar_.nodes[node].children) {
    const GrammarNode& child = grammar_.nodes[c];
    if (child.kind == GrammarKind::kElement || child.kind == GrammarKind::kText ||
        child.kind == GrammarKind::kField) {
      const uint64_t bit = tag_bit(child.kind == GrammarKind::kElement ? child.name : "");
      atom.may.add_child(bit, atoms_[c].may);
      if (always) atom.must.add_child(bit, atoms_[c].must);
    } else {  // Nested at most kMaxGroupDepth deep.
      sketch_children(c, always && child.kind == GrammarKind::kList, atom);
    }
  }
}

void GrammarMatcher::learn_atom(uint32_t n) {
  const GrammarNode& node = grammar_.nodes[n];
  Atom& atom = atoms_[n];
  if (node.kind == GrammarKind::kText) {
    atom.first_text = hash_bytes(node.name);
    atom.must.add_text(atom.first_text);
  }
  if (node.kind != GrammarKind::kElement) return;
  atom.spelling = node.spelling.empty() ? 0 : hash_bytes(node.spelling);
  sketch_children(n, true, atom);
  for (const uint32_t c : node.children) {
    const GrammarKind kind = grammar_.nodes[c].kind;
    if (kind == GrammarKind::kText || kind == GrammarKind::kElement)
      atom.first_text = atoms_[c].first_text;
    if (kind != GrammarKind::kElement || atom.first_text != 0 || atoms_[c].may.tags[0] != 0) break;
  }
}

// Step 1.
void GrammarMatcher::compile(uint32_t element) {
  compile_group(grammar_.nodes[element].children, programs_[element]);
}

void GrammarMatcher::compile_group(const std::vector<uint32_t>& children,
                                   std::vector<Instruction>& program) {
  for (const uint32_t c : children) {
    const auto at = static_cast<uint32_t>(program.size());
    const auto here = [&] { return static_cast<uint32_t>(program.size()); };
    const GrammarNode& node = grammar_.nodes[c];
    switch (node.kind) {
      case GrammarKind::kElement:
        program.push_back({Op::kAtom, c, 0, dom::atom_of(node.name)});
        break;
      case GrammarKind::kText:
      case GrammarKind::kField:
        program.push_back({Op::kAtom, c});
        break;
      case GrammarKind::kOption:
        program.push_back({Op::kSplit, c});
        program.push_back({Op::kBegin, c});
        compile_group(node.children, program);
        program.push_back({Op::kLeave, c});
        program[at].target = here();
        break;
      case GrammarKind::kList:
        program.push_back({Op::kBegin, c});
        compile_group(node.children, program);
        program.push_back({Op::kLeave, c});
        program.push_back({Op::kLoop, c, at});
        break;
      case GrammarKind::kChoice: {
        const auto choice = static_cast<uint32_t>(branches_.size());
        branches_.emplace_back();
        program.push_back({Op::kChoose, c, choice});
        std::vector<uint32_t> ends;
        for (const uint32_t branch : node.children) {
          branches_[choice].push_back(here());
          program.push_back({Op::kBegin, branch});
          compile_group(grammar_.nodes[branch].children, program);
          program.push_back({Op::kLeave, branch});
          ends.push_back(here());
          program.push_back({Op::kJump, branch});
        }
        for (const uint32_t end : ends) program[end].target = here();
        break;
      }
      case GrammarKind::kBranch:
        break;
    }
  }
}

void GrammarMatcher::count_atoms(std::vector<Instruction>& program) const {
  program.push_back({Op::kEnd});
  for (size_t s = program.size() - 1; s-- > 0;) {
    Instruction& at = program[s];
    const uint32_t own = at.op == Op::kAtom ? 1 : 0;
    const bool jumps = at.op == Op::kJump || at.op == Op::kChoose;  // And never goes on.
    at.least = jumps ? UINT32_MAX : own + program[s + 1].least;
    at.most = at.op == Op::kLoop ? kNever : jumps ? 0 : std::min(kNever, own + program[s + 1].most);
    const auto or_at = [&](uint32_t target) {
      at.least = std::min(at.least, program[target].least);
      at.most = std::max(at.most, program[target].most);
    };
    if (at.op == Op::kJump || at.op == Op::kSplit) or_at(at.target);
    if (at.op == Op::kChoose) {
      for (const uint32_t target : branches_[at.target]) or_at(target);
    }
  }
}

// One page.
class GrammarRun {
 public:
  GrammarRun(const GrammarMatcher& matcher, const PageView& view, const std::vector<bool>& entered)
      : matcher_(matcher), view_(view), doc_(view.document()), entered_(entered) {}

  GrammarParse run() {
    parse_.page_nodes = view_.size();
    const dom::NodeId root = view_.root();
    if (root == dom::kNoNode || doc_.name_text(root) != matcher_.grammar_.nodes[0].name)
      return std::move(parse_);
    enter(0, root);
    while (!stack_.empty()) {  // Step 3.
      Frame& frame = stack_.back();
      if (frame.next == frame.events.size()) {
        parse_.events.push_back({GrammarStep::kClose, frame.element, frame.node});
        stack_.pop_back();
        continue;
      }
      const GrammarEvent event = frame.events[frame.next++];
      if (event.step == GrammarStep::kOpen) {
        enter(event.grammar, event.node);
        continue;
      }
      parse_.events.push_back(event);
      parse_.matched += event.step == GrammarStep::kText ? 1 : 0;
      parse_.missing += event.step == GrammarStep::kMissing ? 1 : 0;
    }
    return std::move(parse_);
  }

 private:
  using Op = GrammarMatcher::Op;
  using Instruction = GrammarMatcher::Instruction;
  struct Frame {
    uint32_t element;
    dom::NodeId node;
    std::vector<GrammarEvent> events;
    size_t next = 0;
  };
  // How a state was reached: from `state`, and by taking a child, passing it over, or neither.
  enum class Move : uint8_t { kStay, kTake, kExtra };
  struct Back {
    uint32_t state;
    Move move;
  };

  void enter(uint32_t element, dom::NodeId node) {
    parse_.events.push_back({GrammarStep::kOpen, element, node});
    ++parse_.matched;
    Frame frame{element, node, {}, 0};
    if (entered_.empty() || entered_[element]) {
      frame.events = align(element, view_.children(node));
    } else {
      for (dom::NodeId n = dom::next(node); n < doc_.end(node); n = dom::next(n))
        parse_.matched += view_.keeps(n) ? 1 : 0;
    }
    stack_.push_back(std::move(frame));
  }

  // Of taking child n, whose tag is `tag`: that of texts is kNoAtom.
  [[nodiscard]] uint32_t cost(const Instruction& at, dom::NodeId n, dom::Atom tag) const {
    if (at.tag != tag) return kNever;
    const GrammarMatcher::Atom& atom = matcher_.atoms_[at.node];
    if (tag == dom::kNoAtom) {
      if (atom.first_text == 0) return kCosts.any_text;
      return view_.first_text(n) == atom.first_text ? 0 : kNever;
    }
    uint32_t sum = atom.first_text == 0 ? kCosts.any_text : 0;
    if (atom.spelling != 0 && view_.spelling(n) != atom.spelling) sum += kCosts.other_spelling;
    if (atom.first_text != 0 && view_.first_text(n) != atom.first_text) sum += kCosts.other_text;
    return sum + std::min(kCosts.other_sketch, differences(atom, view_.sketch(n)));
  }

  static uint32_t differences(const GrammarMatcher::Atom& atom, const Sketch& below) {
    uint32_t sum = 0;
    const auto add = [&](uint64_t bits) {
      if (bits != 0) sum += static_cast<uint32_t>(std::popcount(bits));
    };
    const uint32_t levels = std::max(atom.may.levels, below.levels);
    for (uint32_t k = 0; k < levels && sum < kCosts.other_sketch; ++k)
      add((atom.must.tags[k] & ~below.tags[k]) | (below.tags[k] & ~atom.may.tags[k]));
    for (size_t k = 0; k < below.texts.size(); ++k) add(atom.must.texts[k] & ~below.texts[k]);
    return sum;
  }

  bool take_one_by_one(const std::vector<Instruction>& program,
                       const std::vector<dom::NodeId>& children,
                       std::vector<GrammarEvent>& events) const {
    if (program.size() != children.size() + 1) return false;
    uint32_t sum = 0;
    for (size_t i = 0; i < children.size(); ++i) {
      if (program[i].op != Op::kAtom) return false;
      sum += cost(program[i], children[i], doc_.name(children[i]));
      if (sum >= kCosts.extra + kCosts.missing) return false;
      events.push_back(take(program[i].node, children[i]));
    }
    return true;
  }
  [[nodiscard]] GrammarEvent take(uint32_t atom, dom::NodeId n) const {
    const bool is_element = matcher_.grammar_.nodes[atom].kind == GrammarKind::kElement;
    return {is_element ? GrammarStep::kOpen : GrammarStep::kText, atom, n};
  }

  // Step 2: the events of the cheapest way.
  std::vector<GrammarEvent> align(uint32_t element, std::vector<dom::NodeId> children) {
    const std::vector<Instruction>& program = matcher_.programs_[element];
    if (std::vector<GrammarEvent> events; take_one_by_one(program, children, events)) return events;
    const size_t states = program.size();
    const uint64_t most = std::min(kMaxCells, kMaxPageCells - cells_) / states;
    if (children.size() + 1 > most) {
      parse_.complete = false;
      children.resize(most == 0 ? 0 : most - 1);
    }
    cells_ = std::min(kMaxPageCells, cells_ + (children.size() + 1) * states);
    if (back_.size() < (children.size() + 1) * states) back_.resize((children.size() + 1) * states);
    const uint32_t least = cost_left(program[0], children.size());
    uint64_t slack = kFirstSlack;
    while (!find_ways(program, children,
                      static_cast<uint32_t>(std::min<uint64_t>(least + slack, kNever - 1))))
      slack *= kMoreSlack;
    return read_off(program, children);
  }

  // Costs by state; all others than [begin, end) are kNever.
  struct Ways {
    std::vector<uint32_t> cost;
    uint32_t begin = 0;
    uint32_t end = 0;

    void start(size_t states) {
      cost.assign(states, kNever);
      begin = static_cast<uint32_t>(states);
      end = 0;
    }
    void clear() {
      if (begin < end) std::fill(cost.begin() + begin, cost.begin() + end, kNever);
      begin = static_cast<uint32_t>(cost.size());
      end = 0;
    }
    void set(uint32_t state, uint32_t sum) {
      cost[state] = sum;
      begin = std::min(begin, state);
      end = std::max(end, state + 1);
    }
  };

  // At least, with so many children to take from here on.
  static uint32_t cost_left(const Instruction& at, size_t children) {
    const auto left = static_cast<uint32_t>(children);
    return left < at.least  ? (at.least - left) * kCosts.missing
           : left > at.most ? (left - at.most) * kCosts.extra
                            : 0;
  }

  // Fills in how states are reached on ways that cost at most so much; false if there is none.
  bool find_ways(const std::vector<Instruction>& program, const std::vector<dom::NodeId>& children,
                 uint32_t bound) {
    const auto states = static_cast<uint32_t>(program.size());
    now_.start(states);
    then_.start(states);
    now_.set(0, 0);
    relax(program, bound, children.size(), now_, back_.data());
    for (size_t i = 0; i < children.size(); ++i) {
      Back* row = back_.data() + (i + 1) * states;
      const dom::NodeId n = children[i];
      const dom::Atom tag = doc_.name(n);
      const size_t left = children.size() - i - 1;
      for (uint32_t s = now_.begin; s < now_.end; ++s) {
        const uint32_t here = now_.cost[s];
        if (here >= kNever) continue;
        if (here + kCosts.extra < then_.cost[s] &&
            here + kCosts.extra + cost_left(program[s], left) <= bound) {
          then_.set(s, here + kCosts.extra);
          row[s] = {s, Move::kExtra};
        }
        if (program[s].op != Op::kAtom || here + cost_left(program[s + 1], left) > bound) continue;
        const uint32_t sum = here + cost(program[s], n, tag);
        if (sum <= then_.cost[s + 1] && sum < kNever &&
            sum + cost_left(program[s + 1], left) <= bound) {
          then_.set(s + 1, sum);
          row[s + 1] = {s, Move::kTake};
        }
      }
      relax(program, bound, left, then_, row);
      if (then_.end == 0) return false;
      now_.clear();
      std::swap(now_, then_);
    }
    return now_.cost.back() < kNever;
  }

  // Moves that take no child.
  void relax(const std::vector<Instruction>& program, uint32_t bound, size_t left, Ways& ways,
             Back* row) const {
    bool again = true;
    const auto reach = [&](uint32_t from, uint32_t to, uint32_t sum) {
      if (sum >= ways.cost[to] || sum + cost_left(program[to], left) > bound) return;
      ways.set(to, sum);
      row[to] = {from, Move::kStay};
      again |= to < from;
    };
    while (again) {  // Once more for every list left and entered again.
      again = false;
      for (uint32_t s = ways.begin; s < ways.end; ++s) {
        const uint32_t here = ways.cost[s];
        if (here >= kNever) continue;
        const Instruction& at = program[s];
        switch (at.op) {
          case Op::kAtom:
            reach(s, s + 1, here + kCosts.missing);
            break;
          case Op::kSplit:
          case Op::kLoop:
            reach(s, s + 1, here);
            reach(s, at.target, here);
            break;
          case Op::kBegin:
          case Op::kLeave:
            reach(s, s + 1, here);
            break;
          case Op::kChoose:
            for (const uint32_t target : matcher_.branches_[at.target]) reach(s, target, here);
            break;
          case Op::kJump:
            reach(s, at.target, here);
            break;
          case Op::kEnd:
            break;
        }
      }
    }
  }

  std::vector<GrammarEvent> read_off(const std::vector<Instruction>& program,
                                     const std::vector<dom::NodeId>& children) const {
    const size_t states = program.size();
    std::vector<GrammarEvent> events;
    size_t i = children.size();
    auto state = static_cast<uint32_t>(states - 1);
    while (i > 0 || state > 0) {
      const Back& from = back_[i * states + state];
      if (from.move == Move::kExtra) {
        events.push_back({GrammarStep::kExtra, 0, children[i - 1]});
      } else {
        const Instruction& at = program[from.state];
        if (from.move == Move::kTake) {
          events.push_back(take(at.node, children[i - 1]));
        } else if (at.op == Op::kAtom) {
          events.push_back({GrammarStep::kMissing, at.node, dom::kNoNode});
        } else if (at.op == Op::kBegin || at.op == Op::kLeave) {
          events.push_back({at.op == Op::kBegin ? GrammarStep::kEnter : GrammarStep::kLeave,
                            at.node, dom::kNoNode});
        }
      }
      if (from.move != Move::kStay) --i;
      state = from.state;
    }
    std::reverse(events.begin(), events.end());
    return events;
  }

  const GrammarMatcher& matcher_;
  const PageView& view_;
  const dom::Document& doc_;
  const std::vector<bool>& entered_;
  GrammarParse parse_;
  std::vector<Frame> stack_;
  uint64_t cells_ = 0;
  // Of the element at hand: by children taken and state, and before and behind one child.
  std::vector<Back> back_;
  Ways now_;
  Ways then_;
};

GrammarParse GrammarMatcher::parse(const PageView& view, const std::vector<bool>& entered) const {
  return GrammarRun(*this, view, entered).run();
}

}  // namespace weft::wrap
