// One attribute of pages that are one record each: every rule that may give it is asked, and the most
// probable answer counts (answers.h).
//
//   1. old        the rule in force, and simple rules that gave what is known of the pages as they
//                 were (place_rules.h)
//   2. values     where the known values stand now (known_pages.h): rules learned from all of these
//                 places, simple rules for them, rules learned from places of one class
//   3. landmarks  for an attribute that may change, if nothing is probable so far: the same for the
//                 places that what stands around it leads to (landmarks.h)
//
// Half of the pages on which values are located teach (AttributeLesson); what the rules give on all
// pages is evidence, that of a single page by the number of its values and words. Where a learned rule
// gives something else than the known value that stands on a page, that page teaches as well.
//
// Tested by repair_test.cc and landmarks_test.cc.

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "watch/found_values.h"
#include "watch/page_values.h"
#include "watch/repair/answers.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/place_rules.h"
#include "watch/repair/relearn.h"
#include "wrap/rules/rule_xpath.h"

namespace weft::watch {
namespace {

constexpr PlaceRuleParameters kPlaces;

// One attribute that no longer holds, and all that is known about it.
struct AttributeCase {
  const RepairInput& input;
  const std::vector<ValueSearch>& searches;  // Of the pages of the input, in order.
  const RepairOptions& options;
  AttributeHealth health;
  std::vector<KnownPage> pages = {};

  // Whether a page is known not to have it. What must be there was overlooked instead.
  [[nodiscard]] bool is_absent(const KnownPage& page) const {
    return page.judged && page.values.empty() && !health.mandatory;
  }
};

// Step 2 of repair.h: which pages teach the new rule, and what.
//
//   1. choose            half of the pages on which the known values were found, complete ones
//                        first; the others are kept for proof
//   2. counterexamples   pages known not to have the attribute teach as much, but need some label
//                        to count as labelled: that of the key attribute. Every other one of them
//                        is kept for proof
//   3. learn             the inducer that made the wrapper, with labels for the places wanted
class AttributeLesson {
 public:
  // Steps 1 and 2. REQUIRES: `about` outlives the lesson, and the same pages stay located.
  explicit AttributeLesson(const AttributeCase& about);

  // Whether page i is learned from: by its values…
  [[nodiscard]] bool chosen(size_t i) const { return chosen_[i]; }
  // …or as one without the attribute.
  [[nodiscard]] bool is_counterexample(size_t i) const { return counterexamples_[i]; }
  [[nodiscard]] size_t size() const { return size_; }  // Chosen pages.
  // Chooses the pages of a located value that `found`, by page, contradicts. False if there is none.
  bool add_contradicted(const std::vector<std::vector<std::string>>& found);

  // Takes a page and a label on it.
  using Keep = std::function<bool(size_t, const model::Label&)>;
  // Step 3, with the labels that `keep` takes. Null when there are none, or no rule for them.
  [[nodiscard]] std::shared_ptr<const model::Wrapper> learn(const Keep& keep) const;

 private:
  void choose_pages();
  void find_counterexamples();
  [[nodiscard]] std::vector<model::Label> labels(const Keep& keep) const;

  const AttributeCase& about_;
  std::vector<bool> chosen_;
  std::vector<bool> counterexamples_;
  size_t size_ = 0;
  std::vector<model::Label> key_labels_;  // On chosen pages and counterexamples, if there are any.
};

AttributeLesson::AttributeLesson(const AttributeCase& about)
    : about_(about),
      chosen_(about.pages.size(), false),
      counterexamples_(about.pages.size(), false) {
  choose_pages();
  find_counterexamples();
}

// Step 1.
void AttributeLesson::choose_pages() {
  std::vector<size_t> order;
  for (const bool complete : {true, false}) {
    for (size_t i = 0; i < about_.pages.size(); ++i) {
      if (about_.pages[i].located && about_.pages[i].complete == complete) order.push_back(i);
    }
  }
  size_ = order.size();
  if (size_ > 2) size_ = std::min(about_.options.max_learn, (size_ + 1) / 2);
  for (size_t k = 0; k < size_; ++k) chosen_[order[k]] = true;
}

// Step 2.
void AttributeLesson::find_counterexamples() {
  const HealthModel& health = *about_.input.health;
  const std::string key = health.key_attribute();
  if (key.empty() || key == about_.health.name) return;
  size_t seen = 0, used = 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    const bool absent = about_.is_absent(page);
    if (!chosen_[i] && (!absent || seen++ % 2 == 1 || used == about_.options.max_counterexamples))
      continue;
    const auto known = find_values(about_.searches[i], known_values(about_.input.pages[i], key),
                                   health.find(key)->type);
    if (known.empty() || found_share(known) < 1) continue;
    for (model::Label& label : labels_of(about_.searches[i], page.page->id, "0", key, known))
      key_labels_.push_back(std::move(label));
    if (absent) counterexamples_[i] = true, ++used;
  }
  if (used == 0) key_labels_.clear();
}

bool AttributeLesson::add_contradicted(const std::vector<std::vector<std::string>>& found) {
  bool some = false;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    if (chosen_[i] || !page.located || !page.complete || found[i].empty()) continue;
    if (edited_overlap(page.values, found[i], about_.health.type) >= kPlaces.least_given) continue;
    some = chosen_[i] = true;
    ++size_;
  }
  return some;
}

std::vector<model::Label> AttributeLesson::labels(const Keep& keep) const {
  std::vector<model::Label> labels;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    if (!chosen_[i]) continue;
    const KnownPage& page = about_.pages[i];
    for (model::Label& label :
         labels_of(about_.searches[i], page.page->id, "0", about_.health.name, page.places)) {
      if (keep(i, label)) labels.push_back(std::move(label));
    }
  }
  if (!labels.empty()) labels.insert(labels.end(), key_labels_.begin(), key_labels_.end());
  return labels;
}

// Step 3.
std::shared_ptr<const model::Wrapper> AttributeLesson::learn(const Keep& keep) const {
  model::InducerInput learning{.labels = labels(keep), .schema = about_.input.schema};
  if (learning.labels.empty()) return nullptr;
  for (const KnownPage& page : about_.pages) learning.pages.push_back(page.page);
  auto induced = about_.input.inducer(learning);
  if (!induced.ok() || page_rules(induced->wrapper.get()) == nullptr) return nullptr;
  return std::shared_ptr<const model::Wrapper>(std::move(induced->wrapper));
}

AttributeHealth health_of(const HealthModel& model, const std::string& attribute) {
  const AttributeHealth* known = model.find(attribute);
  AttributeHealth health = known != nullptr ? *known : AttributeHealth{};
  health.name = attribute;
  return health;
}

class AttributeRepairer {
 public:
  AttributeRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                    const std::vector<ThenAndNow>& then_and_now, const RepairOptions& options,
                    const std::string& attribute)
      : case_{input, searches, options, health_of(*input.health, attribute)},
        then_and_now_(then_and_now) {
    result_.attribute = attribute;
  }

  AttributeRepair run() {
    case_.pages = find_known_pages(case_.input, case_.searches, health(), case_.options);
    result_.guard = page_guard(health(), pages());
    add_wrapper(RuleSource::kMain, case_.input.wrapper, {});
    add_old_rules();
    add_rules_for_located();
    if (decide() || health().constant || health().set) return std::move(result_);
    const AttributeRepair by_values = result_;
    if (!locate_by_landmarks()) return by_values;
    add_rules_for_located();
    if (!decide()) return by_values;
    return std::move(result_);
  }

 private:
  using Texts = std::vector<std::string>;
  struct WantedPage {
    const model::Page* page;
    Texts values;
  };

  [[nodiscard]] const AttributeHealth& health() const { return case_.health; }
  [[nodiscard]] std::vector<KnownPage>& pages() { return case_.pages; }
  [[nodiscard]] const std::vector<KnownPage>& pages() const { return case_.pages; }

  // Step 1. Rules that give exactly what is known of the pages as they were.
  void add_old_rules() {
    std::vector<wrap::Rule> rules;
    std::vector<WantedPage> then;
    for (size_t i = 0; i < pages().size() && then.size() < kPlaces.max_pages; ++i) {
      const model::Page* before = case_.input.pages[i].before;
      if (before == nullptr || pages()[i].values.empty()) continue;
      // Of what may change, the page as it was kept is older than what is known.
      const Texts values = health().constant
                               ? known_values(case_.input.pages[i], health().name)
                               : all_texts(case_.input.wrapper->apply(*before), health().name);
      const ValueSearch search(before->document);
      for (wrap::Rule& rule : rules_for_places(
               search, find_values(search, values, health().type, {.least_overlap = 2})))
        rules.push_back(std::move(rule));
      then.push_back({before, values});
    }
    keep_those_that_give(then, 1, rules);
    add_rules(RuleSource::kOld, rules);
  }

  // Step 2.
  void add_rules_for_located() {
    AttributeLesson lesson(case_);
    if (lesson.size() == 0 || !tells_pages_apart()) return;
    const auto learn = [&](const std::string& place_class) {
      const auto wrapper = lesson.learn([&](size_t, const model::Label& label) {
        return place_class.empty() || place_class_of(label.path) == place_class;
      });
      if (wrapper != nullptr) add_wrapper(RuleSource::kLearned, wrapper, result_.guard);
    };
    const size_t first = candidates_.size();
    learn("");
    if (candidates_.size() > first && lesson.add_contradicted(candidates_[first].found)) {
      learn("");
      if (candidates_.size() > first + 1)  // It knows more than the first, which is wrong.
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(first));
    }
    std::vector<wrap::Rule> rules;
    std::vector<WantedPage> now;
    for (size_t i = 0; i < pages().size() && now.size() < kPlaces.max_pages; ++i) {
      if (!pages()[i].located) continue;
      for (wrap::Rule& rule : rules_for_places(case_.searches[i], pages()[i].places))
        rules.push_back(std::move(rule));
      now.push_back({pages()[i].page, pages()[i].values});
    }
    keep_those_that_give(now, kPlaces.least_given, rules);
    add_rules(RuleSource::kPlace, rules);
    find_parts();
    for (const std::string& place_class :
         place_classes(pages(), case_.searches, health().name, case_.options))
      learn(place_class);
  }

  // Where all known values are the same, no place can be told from another.
  [[nodiscard]] bool tells_pages_apart() const {
    std::set<Texts> different;
    size_t located = 0;
    for (const KnownPage& page : pages()) {
      if (!page.located) continue;
      ++located;
      different.insert(page.values);
    }
    return different.size() > 1 || located < 3;
  }

  // Step 3. What landmarks lead to stands in for the known values from here on.
  bool locate_by_landmarks() {
    const Placement placed =
        place_by_landmarks(then_and_now_, health(), *case_.input.health, case_.options.landmarks);
    if (placed.landmarks.empty()) return false;
    for (size_t i = 0; i < pages().size(); ++i) {
      KnownPage& known = pages()[i];
      known.located = known.complete = placed.places[i].node != dom::kNoNode &&
                                       !case_.is_absent(known) && may_be_its_value(placed.texts[i]);
      if (!known.located) continue;
      known.places = {{placed.texts[i], placed.texts[i], {placed.places[i]}, true}};
      known.values = {placed.texts[i]};
    }
    result_.guard = page_guard(health(), pages());
    return true;
  }

  // Whether some answer is probable enough.
  bool decide() {
    result_.answers = weigh_answers(candidates_, pages(), health());
    result_.state = RepairState::kRejected;
    if (result_.answers.empty()) {
      result_.reason = "no rule gives anything";
      return false;
    }
    const Answer& best = result_.answers.front();
    result_.reason = account_of(best);
    if (best.probability < case_.options.least_probable) return false;
    result_.state = candidates_[best.candidates.front()].source == RuleSource::kMain
                        ? RepairState::kKept
                        : RepairState::kAccepted;
    result_.wrapper = rule_for(best);
    return true;
  }

  // The first that gives the answer as a rule, which can be put together with others.
  [[nodiscard]] std::shared_ptr<const model::Wrapper> rule_for(const Answer& answer) const {
    for (const size_t c : answer.candidates) {
      const Candidate& one = candidates_[c];
      if (one.wrapper == nullptr) return wrapper_of({one.rule});
      if (page_rules(one.wrapper.get()) != nullptr) return one.wrapper;
    }
    return nullptr;
  }

  // What a wrapper gives on the new pages.
  void add_wrapper(RuleSource source, const std::shared_ptr<const model::Wrapper>& wrapper,
                   const value::ValueGuard& guard) {
    Candidate one{.source = source, .wrapper = wrapper};
    for (const KnownPage& page : pages()) {
      Texts& found = one.found.emplace_back(all_texts(wrapper->apply(*page.page), health().name));
      guard.filter(found);
    }
    candidates_.push_back(std::move(one));
  }

  // What simple rules give there.
  void add_rules(RuleSource source, const std::vector<wrap::Rule>& rules) {
    const auto all = wrapper_of(rules);
    const size_t first = candidates_.size();
    for (const wrap::Rule& rule : rules) candidates_.push_back({.source = source, .rule = rule});
    for (const KnownPage& page : pages()) {
      std::vector<Texts> found = run_rules(*all, rules.size(), *page.page);
      for (size_t r = 0; r < rules.size(); ++r) {
        result_.guard.filter(found[r]);
        candidates_[first + r].found.push_back(std::move(found[r]));
      }
    }
  }

  // A wrapper of many rules, each of which gives an attribute of its own; one alone gives ours.
  [[nodiscard]] std::shared_ptr<const model::Wrapper> wrapper_of(
      const std::vector<wrap::Rule>& rules) const {
    const bool list =
        health().set || std::any_of(pages().begin(), pages().end(),
                                    [](const KnownPage& page) { return page.values.size() > 1; });
    wrap::RecordRules all;
    for (const wrap::Rule& rule : rules) {
      all.attributes.push_back(
          {.name = rules.size() == 1 ? health().name : std::to_string(all.attributes.size()),
           .list = list,
           .rules = {rule}});
    }
    return std::make_shared<wrap::RulesWrapper>(std::move(all));
  }
  [[nodiscard]] std::vector<Texts> run_rules(const model::Wrapper& all, size_t count,
                                             const model::Page& page) const {
    std::vector<Texts> found(count);
    for (const Seen& seen : seen_on(all.apply(page))) {
      for (const auto& [name, values] : seen.values)
        found[count == 1 ? 0 : std::stoul(name)] = values;
    }
    return found;
  }

  // Takes out rules that do not give, to this share, what is wanted of the pages.
  void keep_those_that_give(const std::vector<WantedPage>& wanted, double least,
                            std::vector<wrap::Rule>& rules) const {
    const auto all = wrapper_of(rules);
    std::vector<bool> wrong(rules.size(), false);
    for (const WantedPage& one : wanted) {
      const std::vector<Texts> found = run_rules(*all, rules.size(), *one.page);
      for (size_t r = 0; r < rules.size(); ++r)
        wrong[r] = wrong[r] || edited_overlap(one.values, found[r], health().type) < least;
    }
    std::set<std::string> seen;
    std::vector<wrap::Rule> kept;
    for (size_t r = 0; r < rules.size() && kept.size() < kPlaces.max_kept; ++r) {
      if (!wrong[r] && seen.insert(wrap::to_xpath(rules[r])).second)
        kept.push_back(std::move(rules[r]));
    }
    rules = std::move(kept);
  }

  [[nodiscard]] std::string account_of(const Answer& best) const {
    std::map<RuleSource, size_t> by, of;
    for (const size_t c : best.candidates) ++by[candidates_[c].source];
    for (const Candidate& one : candidates_) ++of[one.source];
    size_t known = 0, right = 0;
    for (size_t i = 0; i < pages().size(); ++i) {
      if (pages()[i].values.empty()) continue;
      ++known;
      right += value_overlap(pages()[i].values, best.found[i], health().type) == 1 ? 1 : 0;
    }
    return fmt::format(
        "{:.0f} % probable: as known on {} of {} pages; given by {} of {} old rules, {} of {} new "
        "ones",
        100 * best.probability, right, known, by[RuleSource::kOld], of[RuleSource::kOld],
        by[RuleSource::kPlace] + by[RuleSource::kLearned],
        of[RuleSource::kPlace] + of[RuleSource::kLearned]);
  }

  // Values that stand whole somewhere may stand as parts where they belong: "Colour: red" beside a
  // filter "red".
  void find_parts() {
    for (size_t i = 0; i < pages().size(); ++i) {
      if (pages()[i].located)
        pages()[i].places = find_values(case_.searches[i], pages()[i].values, health().type,
                                        {.least_overlap = 2, .also_parts = true});
    }
  }

  // Numbers may be written otherwise; a word that never was in a value is not known to be part of
  // one: "CHF 880.000More".
  [[nodiscard]] bool may_be_its_value(const std::string& text) const {
    return health().guard.lets_pass(text) ||
           (number_in(text) && health().guard.knows_words_of(text));
  }

  std::vector<Candidate> candidates_;
  AttributeCase case_;
  const std::vector<ThenAndNow>& then_and_now_;
  AttributeRepair result_;
};

}  // namespace

AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<ThenAndNow>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute) {
  return AttributeRepairer(input, searches, then_and_now, options, attribute).run();
}

}  // namespace weft::watch
