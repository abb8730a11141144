// Range pruner, [Vertex] III-C.4. Tested by range_pruner_test.cc.
//   0. Weft: if texts have several lines and every value is whole lines: as 1, in lines.
//   1. If every value starts and ends between words: for each end of the value try its
//      offset in words from the beginning, then from the end; keep what is equal in all
//      examples and gives back their values.
//   2. DEVIATION: also the longest text common to all examples directly left of the value and
//      directly right of it, without numbers, shortened until each value comes out.
//   3. Weft: and landmark rules ([Liu], Stalker), from the beginning of the text to the value and
//      on to its end, or from the end of the text the other way.
//   4. Of these the one whose values of other texts are most like the labelled ones; of equals the
//      first.

#include "induce/rules/range_pruner.h"

#include <algorithm>
#include <deque>
#include <set>

#include "base/strings.h"
#include "induce/landmarks/rule_learner.h"

namespace weft::induce {
namespace {

using wrap::one_line;
using wrap::RangeBoundary;
using wrap::TextRange;

std::string_view value_of(const RangeExample& example) {
  return std::string_view(example.text)
      .substr(example.span.begin, example.span.end - example.span.begin);
}

bool gives_values(const TextRange& range, const std::vector<RangeExample>& examples) {
  return std::all_of(examples.begin(), examples.end(), [&](const RangeExample& example) {
    return apply_range(range, example.text) == one_line(value_of(example));
  });
}

// Offsets in words or in lines that give every value.
void learn_offsets(const std::vector<RangeExample>& examples, TextRange::Kind kind,
                   std::vector<TextRange>& out) {
  const char separator = kind == TextRange::Kind::kLines ? '\n' : ' ';
  const RangeExample& first = examples.front();
  const auto before = static_cast<uint32_t>(
      std::count(first.text.begin(), first.text.begin() + first.span.begin, separator));
  const uint32_t inside = wrap::count_parts(value_of(first), separator);
  const uint32_t total = wrap::count_parts(first.text, separator);
  const RangeBoundary begins[] = {{before, false}, {total - before, true}};
  const RangeBoundary ends[] = {{before + inside, false}, {total - before - inside, true}};
  // A value of as many of them as in the first example only if nothing else fits: try ends that
  // differ first.
  const std::pair<int, int> order[] = {{0, 1}, {0, 0}, {1, 1}, {1, 0}};
  for (const auto& [b, e] : order) {
    const TextRange range{.kind = kind, .begin = begins[b], .end = ends[e]};
    if (gives_values(range, examples)) out.push_back(range);
  }
}

// Whether a value is some of its text's lines.
bool is_whole_lines(const RangeExample& example) {
  const auto [begin, end] = std::pair(example.span.begin, example.span.end);
  return example.text.find('\n') != std::string::npos &&
         (begin == 0 || example.text[begin - 1] == '\n') &&
         (end == example.text.size() || example.text[end] == '\n');
}

void learn_delimiters(const std::vector<RangeExample>& examples, std::vector<TextRange>& out) {
  const auto left_of = [](const RangeExample& e) {
    return std::string_view(e.text).substr(0, e.span.begin);
  };
  const auto right_of = [](const RangeExample& e) {
    return std::string_view(e.text).substr(e.span.end);
  };
  std::string_view left = left_of(examples.front());
  std::string_view right = right_of(examples.front());
  for (const RangeExample& example : examples) {
    while (!left_of(example).ends_with(left)) left.remove_prefix(1);
    while (!right_of(example).starts_with(right)) right.remove_suffix(1);
  }
  // Numbers that a few labels share beside their values vary: "Phone: 555".
  constexpr std::string_view kDigits = "0123456789";
  const std::string_view fixed_left = left.substr(left.find_last_of(kDigits) + 1);
  const std::string_view fixed_right = right.substr(0, right.find_first_of(kDigits));
  if (!trim(fixed_left).empty()) left = fixed_left;
  if (!trim(fixed_right).empty()) right = fixed_right;
  for (std::string_view l = left;; l.remove_prefix(1)) {
    for (std::string_view r = right;; r.remove_suffix(1)) {
      const TextRange range{
          .kind = TextRange::Kind::kDelimiters, .left = std::string(l), .right = std::string(r)};
      if (gives_values(range, examples)) return out.push_back(range);
      if (r.empty()) break;
    }
    if (l.empty()) return;
  }
}

// The tokens of a value; nothing if it begins or ends within one.
std::optional<std::pair<uint32_t, uint32_t>> tokens_of(const wrap::TokenStream& stream,
                                                       model::TextSpan span) {
  std::pair<uint32_t, uint32_t> run{0, 0};
  for (uint32_t i = 1; i + 1 < stream.size(); ++i) {
    if (stream.tokens()[i].begin == span.begin) run.first = i;
    if (stream.tokens()[i].end == span.end) run.second = i + 1;
  }
  if (run.first == 0 || run.second <= run.first) return std::nullopt;
  return run;
}

// Step 3.
void learn_landmarks(const std::vector<RangeExample>& examples,
                     const std::vector<std::string>& others, bool backward,
                     std::vector<TextRange>& out) {
  std::deque<TokenIndex> texts;
  RuleSample start{.backward = backward}, stop{.backward = backward, .ends = true};
  // What is left of a text behind the tokens that were passed.
  const auto rest = [&](const TokenIndex& text, uint32_t passed, std::optional<uint32_t> target) {
    const uint32_t size = text.stream().size();
    return LandmarkExample{&text, backward ? 0 : passed, backward ? size - passed : size, target};
  };
  for (const RangeExample& example : examples) {
    const TokenIndex& text = texts.emplace_back(wrap::TokenStream(example.text));
    const auto run = tokens_of(text.stream(), example.span);
    if (!run) return;
    const uint32_t passed = backward ? text.stream().size() - run->second : run->first;
    start.examples.push_back(rest(text, 0, passed));
    stop.examples.push_back(rest(text, passed, run->second - run->first));
  }
  for (const std::string& other : others)
    start.others.push_back(rest(texts.emplace_back(wrap::TokenStream(other)), 0, std::nullopt));
  TextRange range{.kind = TextRange::Kind::kLandmarks, .backward = backward};
  const auto learn = [](const RuleSample& sample, wrap::LandmarkRule& rule) {
    LearnedRule learned = learn_rule(sample, {});
    rule = std::move(learned.rule);
    return learned.uncovered == 0;
  };
  if (!learn(start, range.start)) return;
  for (const LandmarkExample& other : start.others) {
    const auto found = run(range.start, wrap::TokenView(other.page->stream().tokens(), backward));
    if (found) stop.others.push_back(rest(*other.page, found->position, std::nullopt));
  }
  if (learn(stop, range.stop) && gives_values(range, examples)) out.push_back(std::move(range));
}

// What values are made of: kinds of words, and signs.
class ValueLook {
 public:
  void add(std::string_view value) {
    const std::vector<uint64_t> kinds = kinds_of(value);
    if (kinds.empty()) return;
    firsts_.insert(kinds.front());
    lasts_.insert(kinds.back());
    known_.insert(kinds.begin(), kinds.end());
  }
  // 1: it begins and ends as labelled values do, and has nothing that they do not have; 0: none of this.
  [[nodiscard]] double likeness(std::string_view value) const {
    const std::vector<uint64_t> kinds = kinds_of(value);
    if (kinds.empty()) return 0;
    const bool known = std::all_of(kinds.begin(), kinds.end(),
                                   [&](uint64_t kind) { return known_.contains(kind); });
    return ((firsts_.contains(kinds.front()) ? 1 : 0) + (lasts_.contains(kinds.back()) ? 1 : 0) +
            (known ? 1 : 0)) /
           3.0;
  }

 private:
  static std::vector<uint64_t> kinds_of(std::string_view value) {
    const wrap::TokenStream stream(value);
    std::vector<uint64_t> kinds;
    for (uint32_t i = 1; i + 1 < stream.size(); ++i) {
      const wrap::Token& token = stream.tokens()[i];
      kinds.push_back((token.classes & wrap::kPunctuation) != 0 ? token.key : token.classes);
    }
    return kinds;
  }
  std::set<uint64_t> firsts_, lasts_, known_;
};

// Step 4: what a range gains by values of other texts that are like the labelled ones, and loses by
// values that are not.
double agreement(const TextRange& range, const ValueLook& look,
                 const std::vector<std::string>& others) {
  double sum = 0;
  for (const std::string& other : others) {
    const std::string value = apply_range(range, other);
    if (!value.empty()) sum += 2 * look.likeness(value) - 1;
  }
  return sum;
}

}  // namespace

std::optional<TextRange> learn_range(const std::vector<RangeExample>& examples,
                                     const std::vector<std::string>& others) {
  if (examples.empty()) return std::nullopt;
  std::vector<TextRange> ranges;
  if (std::all_of(examples.begin(), examples.end(), is_whole_lines))
    learn_offsets(examples, TextRange::Kind::kLines, ranges);
  std::vector<RangeExample> flat = examples;
  for (RangeExample& example : flat) example.text = one_line(example.text);
  learn_offsets(flat, TextRange::Kind::kWords, ranges);
  learn_delimiters(flat, ranges);
  for (const bool backward : {false, true}) learn_landmarks(flat, others, backward, ranges);
  ValueLook look;
  for (const RangeExample& example : flat) look.add(value_of(example));
  const TextRange* best = nullptr;
  double most = 0;
  for (const TextRange& range : ranges) {
    const double like = agreement(range, look, others);
    if (best == nullptr || like > most) {
      best = &range;
      most = like;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

}  // namespace weft::induce
