// One attribute relearned, in three ways, each held to the same proof:
//
//   1. values      where its known values stand now (known_pages.h): at all of their places
//                  together, then at the places of one class after another
//   2. column      for lists of which a part has changed: where most of the known values stand
//                  (list_column.h)
//   3. landmarks   for an attribute that may change: by what stands around it (landmarks.h)
//
// Each way leaves pages that are located; some of them teach a rule (attribute_lesson.h), the
// others prove it (attribute_proof.h). Tested by repair_test.cc and landmarks_test.cc.

#include "watch/repair/attribute_repair.h"

#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "watch/page_values.h"
#include "watch/recall.h"
#include "watch/repair/attribute_case.h"
#include "watch/repair/attribute_lesson.h"
#include "watch/repair/attribute_proof.h"
#include "watch/repair/list_column.h"
#include "watch/repair/repair_guard.h"

namespace weft::watch {
namespace {

constexpr double kLeastList = 4;      // Values a page, to be completed by where they stand.
constexpr double kLeastListed = 0.4;  // Of a list, to be taken for it.

AttributeHealth health_of(const HealthModel& model, const std::string& attribute) {
  const AttributeHealth* known = model.find(attribute);
  AttributeHealth health = known != nullptr ? *known : AttributeHealth{};
  health.name = attribute;
  return health;
}

class AttributeRepairer {
 public:
  AttributeRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                    const std::vector<LandmarkPage>& then_and_now, const RepairOptions& options,
                    const std::string& attribute)
      : case_{input, searches, options, health_of(*input.health, attribute)},
        then_and_now_(then_and_now) {
    result_.attribute = attribute;
  }

  AttributeRepair run() {
    case_.pages = recall_pages(case_.input, case_.searches, health(), case_.options);
    for (const KnownPage& known : pages()) {
      result_.known += known.values.empty() ? 0 : 1;
      result_.located += known.located ? 1 : 0;
    }
    const bool usable = repair_by_values();
    if (usable && result_.state == RepairState::kAccepted) return std::move(result_);
    AttributeRepair by_values = result_;
    if (is_list() && repair_by_column()) return std::move(result_);
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
    if (!health().constant && 3 * result_.located < result_.known)
      return fail(
          fmt::format("on only {} of {} pages its value is as it was, too few to prove a rule",
                      result_.located, result_.known));
    const AttributeLesson lesson(case_);
    if (attempt(lesson, "")) return true;
    const std::string reason = result_.reason;
    find_parts();
    for (const std::string& place_class : place_classes(pages(), case_.searches, health().name)) {
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
        pages()[i].recalled = recall(case_.searches[i], pages()[i].values, health().type,
                                     {.least_overlap = 2, .also_parts = true});
    }
  }

  // Pages give a list of its values.
  [[nodiscard]] bool is_list() const { return health().count.mean >= kLeastList; }

  // Of lists of which a part has changed, the other values are found by where they stand.
  bool repair_by_column() {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages().size(); ++i) {
      locate_values(case_.searches[i], health(), case_.options, kLeastListed, pages()[i]);
      lists.push_back({&case_.searches[i], {}, {}});
      if (pages()[i].located) lists.back().known = pages()[i].recalled;
    }
    if (!complete_lists(lists)) return fail("its values stand in no column of the new pages");
    result_.located = 0;
    for (size_t i = 0; i < pages().size(); ++i) {
      KnownPage& known = pages()[i];
      if (!known.located) continue;
      known.recalled = std::move(lists[i].known);
      known.others = std::move(lists[i].others);
      known.located = found_share(known.recalled) >= kLeastListed;
      result_.located += known.located ? 1 : 0;
    }
    case_.in_column = true;
    const bool done = attempt(AttributeLesson(case_), "").has_value();
    case_.in_column = false;
    for (KnownPage& known : pages()) known.others.clear();
    return done && result_.state == RepairState::kAccepted;
  }

  // What landmarks lead to stands in for the known values from here on.
  bool repair_by_landmarks() {
    const Placement placed = place_by_landmarks(then_and_now_, health(), *case_.input.health);
    if (placed.landmarks.empty()) return fail(placed.reason);
    if (is_taken(placed)) return fail("what stands in its place is another attribute's");
    result_.located = 0;
    for (size_t i = 0; i < pages().size(); ++i) {
      KnownPage& known = pages()[i];
      known.located = known.complete = placed.places[i].node != dom::kNoNode &&
                                       !case_.is_absent(known) && may_be_its_value(placed.texts[i]);
      if (!known.located) continue;
      known.recalled = {{placed.texts[i], placed.texts[i], {placed.places[i]}, true}};
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
    return 20 * taken > all;
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
    return stay_alike(health(), then, now);
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
  const std::vector<LandmarkPage>& then_and_now_;
  AttributeRepair result_;
};

}  // namespace

AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<LandmarkPage>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute) {
  return AttributeRepairer(input, searches, then_and_now, options, attribute).run();
}

}  // namespace weft::watch
