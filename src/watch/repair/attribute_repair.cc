// One attribute of pages that are one record each, relearned in two ways, both held to the same
// proof:
//
//   1. values      where its known values stand now (known_pages.h): at all of their places
//                  together, then at the places of one class after another
//   2. landmarks   for an attribute that may change: by what stands around it (landmarks.h)
//
// Each way leaves pages on which the value is located. Half of them teach a rule (AttributeLesson),
// the others prove it (AttributeProof). An example, five pages that had a price each:
//
//   page   known     on the page now            taught    the new rule gives
//   a      £ 10      £ 10 (twice)               both      £ 10
//   b      £ 12      £ 12                       yes       £ 12
//   c      £ 15      £ 15                       no        £ 15            known, reproduced
//   d      none                                 no                        absent, as it should be
//   e      £ 20      £ 21, and "was £ 25"       no        £ 21            other: looks like a price
//
// One of one page kept for proof came out as known; two are asked for, so this rule is provisional.
//
// Tested by repair_test.cc and landmarks_test.cc.

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "watch/found_values.h"
#include "watch/health/fields.h"
#include "watch/page_values.h"
#include "watch/repair/known_pages.h"
#include "watch/repair/proof.h"
#include "watch/repair/relearn.h"
#include "watch/share.h"
#include "watch/words.h"

namespace weft::watch {
namespace {

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

// As the rule gives them behind its guard.
std::vector<std::string> extract(const model::Wrapper& rule, const value::ValueGuard& guard,
                                 const model::Page& page, const std::string& attribute) {
  std::vector<std::string> found = all_texts(rule.apply(page), attribute);
  guard.filter(found);
  return found;
}

// The known values; an edited one as the page writes it now.
std::vector<std::string> expected(const KnownPage& page) {
  std::vector<std::string> values;
  for (const FoundValue& one : page.places)
    values.push_back(one.occurrences.empty() ? one.value : one.spelling);
  return values;
}

// The paths of all that a rule takes on a page.
std::set<std::string> taken_places(const model::Wrapper& rule, const model::Page& page) {
  std::set<std::string> taken;
  for (const model::Record& record : rule.apply(page).records) {
    for (const auto& field : record.fields) {
      taken.insert(field.value.provenance.path);
      for (const model::Value& item : field.value.items) taken.insert(item.provenance.path);
    }
  }
  return taken;
}

std::string account_of(const AttributeRepair& result) {
  const uint64_t wrong = result.held_out - result.reproduced;
  const std::string account = fmt::format("learned from {} pages, right on ", result.learned);
  if (result.state == RepairState::kProvisional)
    return account + fmt::format("them; {} pages to prove it on are too few", result.held_out);
  if (wrong == 0) return account + fmt::format("all {} others", result.held_out);
  return account + fmt::format("all but {} of {} others", wrong, result.held_out);
}

// Steps 3 to 5 of repair.h: whether a new rule may be put in force.
//
//   3. verify   on the pages it did not see, the rule gives the known values, none where there was
//               none, and elsewhere what looks as values do; where a number changed, no other one
//               on the page is nearer to it
//   4. margin   the places the rule did not take, learned by themselves, do not do as well and yet
//               disagree
//   5. fields   the field test (fields.h)
//   6. weigh    with too few pages to prove it on, what it gives must speak for itself; then it is
//               provisional at most
class AttributeProof {
 public:
  // REQUIRES: both outlive this.
  AttributeProof(const AttributeCase& about, const AttributeLesson& lesson)
      : about_(about), lesson_(lesson) {}

  // Proves the wrapper of `result`, behind the guard there, and leaves state, reason and counts in
  // it. False if it is rejected. `all_places`: the rule was learned from all places at which the
  // known values stand; one for places that had to be singled out is a guess until it is proved.
  bool run(bool all_places, AttributeRepair& result);

  // What the rule gives on every page.
  [[nodiscard]] const std::vector<std::vector<std::string>>& found() const { return found_; }

 private:
  [[nodiscard]] std::string verify(AttributeRepair& result);
  [[nodiscard]] bool others_are_nearer() const;
  [[nodiscard]] std::string compare_with_runner_up(AttributeRepair& result) const;
  [[nodiscard]] std::string test_fields() const;
  [[nodiscard]] std::string weigh(bool all_places, const AttributeRepair& result) const;

  [[nodiscard]] bool gives_known(const KnownPage& page,
                                 const std::vector<std::string>& found) const;
  [[nodiscard]] bool gives_exactly() const;
  [[nodiscard]] bool takes_parts() const;
  [[nodiscard]] bool shows_where_parts_end() const;
  [[nodiscard]] bool says_enough() const;

  const AttributeCase& about_;
  const AttributeLesson& lesson_;
  std::vector<std::vector<std::string>> found_;
};

bool AttributeProof::run(bool all_places, AttributeRepair& result) {
  result.state = RepairState::kRejected;
  result.reason = verify(result);
  if (result.reason.empty()) result.reason = compare_with_runner_up(result);
  if (result.reason.empty()) result.reason = test_fields();
  if (result.reason.empty()) result.reason = weigh(all_places, result);
  if (!result.reason.empty()) return false;
  result.state = result.held_out >= about_.options.min_held_out ? RepairState::kAccepted
                                                                : RepairState::kProvisional;
  result.reason = account_of(result);
  return true;
}

bool AttributeProof::gives_known(const KnownPage& page,
                                 const std::vector<std::string>& found) const {
  return value_overlap(expected(page), found, model::ValueType::kText) >=
         (page.places.size() == 1 ? 1.0 : about_.options.least_agreement);
}

// Step 3.
std::string AttributeProof::verify(AttributeRepair& result) {
  uint64_t learned_right = 0;
  bool learned_absent = true;
  Proof proof;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    found_.push_back(extract(*result.wrapper, result.guard, *page.page, about_.health.name));
    if (page.located) {
      const bool right = gives_known(page, found_[i]);
      learned_right += lesson_.chosen(i) && right ? 1 : 0;
      if (!lesson_.chosen(i)) proof.add_known(right);
    } else if (about_.is_absent(page)) {
      if (!lesson_.is_counterexample(i))
        proof.add_absent(found_[i].empty());
      else
        learned_absent &= found_[i].empty();
    } else if (about_.health.entities > 0) {
      proof.add_other(page.values, found_[i], about_.health);
    }
  }
  result.held_out = proof.known();
  result.reproduced = proof.reproduced();
  if (!reaches(learned_right, about_.options.least_learned_right, lesson_.size()) ||
      !learned_absent)
    return "the rule does not even give the values it was learned from";
  const std::string objection = proof.objection(about_.options.proof, "pages");
  if (!objection.empty()) return objection;
  return others_are_nearer() ? "on pages where it changed, other numbers are nearer to it" : "";
}

// The price before a reduction is the price on all pages without one. Where the known number has
// changed, what the rule gives must be near it, as such numbers on the page go.
bool AttributeProof::others_are_nearer() const {
  if (about_.health.constant) return false;
  size_t changed = 0, nearer = 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    if (page.located || page.values.size() != 1 || found_[i].size() != 1) continue;
    ++changed;
    if (has_nearer_number(about_.searches[i], about_.health, page.values.front(), found_[i].front(),
                          about_.options.landmarks))
      ++nearer;
  }
  return nearer >= about_.options.nearer_pages &&
         reaches(nearer, about_.options.nearer_share, changed);
}

// Step 4.
std::string AttributeProof::compare_with_runner_up(AttributeRepair& result) const {
  const std::vector<KnownPage>& pages = about_.pages;
  std::vector<std::set<std::string>> taken;
  for (const KnownPage& page : pages) taken.push_back(taken_places(*result.wrapper, *page.page));
  const auto rival = lesson_.learn(
      [&](size_t page, const model::Label& label) { return !taken[page].contains(label.path); });
  if (rival == nullptr) return "";
  uint64_t right = 0, disagree = 0;
  for (size_t i = 0; i < pages.size(); ++i) {
    const auto found = extract(*rival, result.guard, *pages[i].page, about_.health.name);
    right += pages[i].located && gives_known(pages[i], found) ? 1 : 0;
    disagree += value_overlap(found_[i], found, about_.health.type) < 1 ? 1 : 0;
  }
  if (disagree == 0) return "";
  result.runner_up = static_cast<double>(right) / static_cast<double>(result.located);
  if (result.runner_up + about_.options.margin <= 1 ||
      !reaches(disagree, about_.options.least_disagreeing, pages.size()))
    return "";
  return fmt::format(
      "another place gives {:.0f} % of the known values too, and differs on {} pages",
      100 * result.runner_up, disagree);
}

// Step 5. What was verified to be the known value, edited or written otherwise, counts as it; that
// values look like the attribute's has been verified, too.
std::string AttributeProof::test_fields() const {
  const std::string& name = about_.health.name;
  Comparison comparison;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const KnownPage& page = about_.pages[i];
    if (!page.judged) continue;
    Pairing pair{{page.page->id, "0", {}}, {page.page->id, "0", {}}};
    const bool as_known = page.located && gives_known(page, found_[i]);
    const std::vector<std::string>& then =
        about_.health.constant && as_known ? found_[i] : page.values;
    if (!then.empty()) pair.before.values[name] = then;
    if (!found_[i].empty()) pair.now.values[name] = found_[i];
    comparison.now.push_back(pair.now);
    comparison.pairs.push_back(std::move(pair));
  }
  const AttributeVerdict verdict = test_field(about_.health, comparison, {.fit_drop = 1});
  if (verdict.health != Health::kBroken) return "";
  return "the new rule fails the field test: " + verdict.evidence.front();
}

// Step 6.
std::string AttributeProof::weigh(bool all_places, const AttributeRepair& result) const {
  const bool proved = result.held_out >= about_.options.min_held_out;
  if (!proved && !all_places && !gives_exactly())
    return "some of its values differ, and there are too few pages to prove the others on";
  if (takes_parts() && !shows_where_parts_end())
    return "it takes parts of texts, and values of one word or of several are not on the pages";
  if (!proved && !says_enough())
    return "its known values are too short to be told from other text on a single page";
  return "";
}

// All values of the pages learned from, not only most of a list.
bool AttributeProof::gives_exactly() const {
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    if (lesson_.chosen(i) &&
        value_overlap(expected(about_.pages[i]), found_[i], about_.health.type) < 1)
      return false;
  }
  return true;
}

// Most of the pages learned from.
bool AttributeProof::takes_parts() const {
  size_t parts = 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const std::vector<FoundValue>& places = about_.pages[i].places;
    const bool part = std::any_of(places.begin(), places.end(), [](const FoundValue& one) {
      return !one.occurrences.empty() && one.occurrences.front().span.has_value();
    });
    parts += lesson_.chosen(i) && part ? 1 : 0;
  }
  return 2 * parts > lesson_.size();
}

// "Renault Clio": that the model is one word is wrong for "Peugeot 308 SW". Where values of one
// word and of several are known, both must have come out right.
bool AttributeProof::shows_where_parts_end() const {
  bool one = about_.health.several_words == 1, several = about_.health.several_words == 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    if (!about_.pages[i].located || !gives_known(about_.pages[i], found_[i])) continue;
    for (const std::string& value : found_[i]) (words_of(value).size() > 1 ? several : one) = true;
  }
  return one && several;
}

// A number of one digit stands everywhere; without proof on other pages it shows nothing.
bool AttributeProof::says_enough() const {
  for (const KnownPage& page : about_.pages) {
    for (const std::string& value : page.values) {
      if (page.located && value.size() < about_.options.short_value) return false;
    }
  }
  return true;
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
    for (const KnownPage& known : pages()) {
      result_.known += known.values.empty() ? 0 : 1;
      result_.located += known.located ? 1 : 0;
    }
    const bool usable = repair_by_values();
    if (usable && result_.state == RepairState::kAccepted) return std::move(result_);
    AttributeRepair by_values = result_;
    if (health().constant || health().set) return by_values;
    if (repair_by_landmarks()) return std::move(result_);
    by_values.reason += "; by what stands around it: " + result_.reason;
    return by_values;
  }

 private:
  [[nodiscard]] const AttributeHealth& health() const { return case_.health; }
  [[nodiscard]] std::vector<KnownPage>& pages() { return case_.pages; }
  [[nodiscard]] const std::vector<KnownPage>& pages() const { return case_.pages; }

  bool repair_by_values() {
    if (result_.located == 0) return fail("none of its known values is on the new pages");
    if (!tells_pages_apart())
      return fail("all its known values are the same, so no place can be told from another");
    if (!health().constant &&
        !reaches(result_.located, case_.options.least_unchanged, result_.known))
      return fail(
          fmt::format("on only {} of {} pages its value is as it was, too few to prove a rule",
                      result_.located, result_.known));
    const AttributeLesson lesson(case_);
    if (attempt(lesson, "")) return true;
    const std::string reason = result_.reason;
    find_parts();
    for (const std::string& place_class :
         place_classes(pages(), case_.searches, health().name, case_.options)) {
      if (attempt(lesson, place_class)) return true;
    }
    return fail(reason);
  }

  [[nodiscard]] bool tells_pages_apart() const {
    std::set<std::vector<std::string>> different;
    for (const KnownPage& known : pages()) {
      if (known.located) different.insert(known.values);
    }
    return different.size() > 1 || result_.located < 3;
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

  // What landmarks lead to stands in for the known values from here on.
  bool repair_by_landmarks() {
    const Placement placed =
        place_by_landmarks(then_and_now_, health(), *case_.input.health, case_.options.landmarks);
    if (placed.landmarks.empty()) return fail(placed.reason);
    if (is_taken(placed)) return fail("what stands in its place is another attribute's");
    result_.located = 0;
    for (size_t i = 0; i < pages().size(); ++i) {
      KnownPage& known = pages()[i];
      known.located = known.complete = placed.places[i].node != dom::kNoNode &&
                                       !case_.is_absent(known) && may_be_its_value(placed.texts[i]);
      if (!known.located) continue;
      known.places = {{placed.texts[i], placed.texts[i], {placed.places[i]}, true}};
      ++result_.located;
    }
    const auto found = attempt(AttributeLesson(case_), "");
    if (!found) return false;
    if (result_.state != RepairState::kAccepted || !values_stay_alike(*found))
      return fail("what the rule gives has changed too much to be its values");
    result_.reason += fmt::format("; found {}", fmt::join(placed.landmarks, ", "));
    return true;
  }

  // Whether places are another attribute's: what stands there is known as its value.
  [[nodiscard]] bool is_taken(const Placement& placed) const {
    size_t all = 0, taken = 0;
    for (size_t i = 0; i < pages().size(); ++i) {
      if (placed.places[i].node == dom::kNoNode) continue;
      ++all;
      if (then_and_now_[i].known == nullptr) continue;
      for (const auto& [name, values] : *then_and_now_[i].known) {
        if (name == health().name || values.size() != 1) continue;
        if (same_value(values.front(), placed.texts[i], health().type) &&
            texts(*then_and_now_[i].known, health().name) != values) {
          ++taken;
          break;
        }
      }
    }
    return static_cast<double>(taken) >
           case_.options.landmarks.most_taken * static_cast<double>(all);
  }

  // Numbers may be written otherwise; a word that never was in a value is not known to be part of
  // one: "CHF 880.000More".
  [[nodiscard]] bool may_be_its_value(const std::string& text) const {
    return health().guard.lets_pass(text) ||
           (number_in(text) && health().guard.knows_words_of(text));
  }

  // What the rule gives on all pages, beside what is known of them.
  [[nodiscard]] bool values_stay_alike(const std::vector<std::vector<std::string>>& found) const {
    std::vector<std::string> then, now;
    for (size_t i = 0; i < pages().size(); ++i) {
      if (pages()[i].values.size() != 1 || found[i].empty()) continue;
      then.push_back(pages()[i].values.front());
      now.push_back(found[i].front());
    }
    return stay_alike(health(), then, now, case_.options.landmarks);
  }

  // Learns from the places of one class, or from all of them, and proves what was learned. Returns
  // what the new rule gives on every page; nothing if it is rejected.
  std::optional<std::vector<std::vector<std::string>>> attempt(const AttributeLesson& lesson,
                                                               const std::string& place_class) {
    result_.learned = lesson.size();
    result_.guard = page_guard(health(), pages());
    result_.wrapper = lesson.learn([&](size_t, const model::Label& label) {
      return place_class.empty() || place_class_of(label.path) == place_class;
    });
    if (result_.wrapper == nullptr) {
      fail("no rule could be learned from the values found");
      return std::nullopt;
    }
    if (health().constant) add_translation(*result_.wrapper, health().name, pages(), result_.guard);
    AttributeProof proof(case_, lesson);
    if (!proof.run(place_class.empty(), result_)) return std::nullopt;
    return proof.found();
  }

  bool fail(std::string reason) {
    result_.state = RepairState::kRejected;
    result_.reason = std::move(reason);
    return false;
  }

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
