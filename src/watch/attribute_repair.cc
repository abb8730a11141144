// One attribute relearned: steps 2 to 5 of repair.h; step 1 is known_pages.h. Tested by
// repair_test.cc and landmarks_test.cc.

#include "watch/attribute_repair.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "watch/fields.h"
#include "watch/known_pages.h"
#include "watch/list_column.h"
#include "watch/page_values.h"
#include "watch/proof.h"
#include "watch/recall.h"
#include "watch/words.h"

namespace weft::watch {
namespace {

constexpr size_t kShortValue = 4;  // Bytes.
constexpr size_t kMaxCounterexamples = 4;
constexpr double kLeastList = 4;      // Values a page, to be completed by where they stand.
constexpr double kLeastListed = 0.4;  // Of a list, to be taken for it.

class AttributeRepairer {
 public:
  AttributeRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                    const std::vector<LandmarkPage>& then_and_now, const RepairOptions& options,
                    const std::string& attribute)
      : input_(input), searches_(searches), then_and_now_(then_and_now), options_(options) {
    result_.attribute = attribute;
    const AttributeHealth* health = input.health->find(attribute);
    if (health != nullptr) health_ = *health;
    health_.name = attribute;
  }

  AttributeRepair run() {
    pages_ = recall_pages(input_, searches_, health_, options_);
    for (const KnownPage& known : pages_) {
      result_.known += known.values.empty() ? 0 : 1;
      result_.located += known.located ? 1 : 0;
    }
    const bool usable = repair_by_values();
    if (usable && result_.state == RepairState::kAccepted) return std::move(result_);
    AttributeRepair by_values = result_;
    if (is_list() && repair_by_column()) return std::move(result_);
    if (health_.constant || health_.set) return by_values;
    if (repair_by_landmarks()) return std::move(result_);
    by_values.reason += "; by what stands around it: " + result_.reason;
    return by_values;
  }

 private:
  bool repair_by_values() {
    if (result_.located == 0) return fail("none of its known values is on the new pages");
    if (!tells_pages_apart())
      return fail("all its known values are the same, so no place can be told from another");
    if (!health_.constant && 3 * result_.located < result_.known)
      return fail(
          fmt::format("on only {} of {} pages its value is as it was, too few to prove a rule",
                      result_.located, result_.known));
    choose_pages();
    if (attempt("")) return true;
    const std::string reason = result_.reason;
    find_parts();
    for (const std::string& place_class : place_classes(pages_, searches_, health_.name)) {
      if (attempt(place_class)) return true;
    }
    return fail(reason);
  }

  // Pages give a list of its values.
  [[nodiscard]] bool is_list() const { return health_.count.mean >= kLeastList; }

  // Of lists of which a part has changed, the other values are found by where they stand.
  bool repair_by_column() {
    std::vector<ListOnPage> lists;
    for (size_t i = 0; i < pages_.size(); ++i) {
      locate_values(searches_[i], health_, options_, kLeastListed, pages_[i]);
      lists.push_back({&searches_[i], {}, {}});
      if (pages_[i].located) lists.back().known = pages_[i].recalled;
    }
    if (!complete_lists(lists)) return fail("its values stand in no column of the new pages");
    result_.located = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].located) continue;
      pages_[i].recalled = std::move(lists[i].known);
      pages_[i].others = std::move(lists[i].others);
      pages_[i].located = found_share(pages_[i].recalled) >= kLeastListed;
      result_.located += pages_[i].located ? 1 : 0;
    }
    choose_pages();
    in_column_ = true;
    const bool done = attempt("");
    in_column_ = false;
    for (KnownPage& known : pages_) known.others.clear();
    return done && result_.state == RepairState::kAccepted;
  }

  // What landmarks lead to stands in for the known values from here on.
  bool repair_by_landmarks() {
    const Placement placed = place_by_landmarks(then_and_now_, health_, *input_.health);
    if (placed.landmarks.empty()) return fail(placed.reason);
    if (is_taken(placed)) return fail("what stands in its place is another attribute's");
    result_.located = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      KnownPage& known = pages_[i];
      known.located = known.complete = placed.places[i].node != dom::kNoNode && !is_absent(known) &&
                                       may_be_its_value(placed.texts[i]);
      if (!known.located) continue;
      known.recalled = {{placed.texts[i], placed.texts[i], {placed.places[i]}, true}};
      ++result_.located;
    }
    choose_pages();
    if (!attempt("")) return false;
    if (result_.state != RepairState::kAccepted || !values_stay_alike())
      return fail("what the rule gives has changed too much to be its values");
    result_.reason += fmt::format("; found {}", fmt::join(placed.landmarks, ", "));
    return true;
  }

  // Known not to be there. What must be there was overlooked instead.
  [[nodiscard]] bool is_absent(const KnownPage& known) const {
    return known.judged && known.values.empty() && !health_.mandatory;
  }

  // Numbers may be written otherwise; a word that never was in a value is not known to be part of
  // one: "CHF 880.000More".
  [[nodiscard]] bool may_be_its_value(const std::string& text) const {
    return health_.guard.lets_pass(text) || (number_in(text) && health_.guard.knows_words_of(text));
  }

  // What the rule gives on all pages, beside what is known of them.
  [[nodiscard]] bool values_stay_alike() const {
    std::vector<std::string> then, now;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].values.size() != 1 || found_[i].empty()) continue;
      then.push_back(pages_[i].values.front());
      now.push_back(found_[i].front());
    }
    return stay_alike(health_, then, now);
  }

  // Whether places are another attribute's: what stands there is known as its value.
  [[nodiscard]] bool is_taken(const Placement& placed) const {
    size_t all = 0, taken = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (placed.places[i].node == dom::kNoNode) continue;
      ++all;
      if (then_and_now_[i].known == nullptr) continue;
      for (const auto& [name, values] : *then_and_now_[i].known) {
        if (name == health_.name || values.size() != 1) continue;
        if (same_value(values.front(), placed.texts[i], health_.type) &&
            texts(*then_and_now_[i].known, health_.name) != values) {
          ++taken;
          break;
        }
      }
    }
    return 20 * taken > all;
  }

  // Values that stand whole somewhere may stand as parts where they belong: "Colour: red" beside a
  // filter "red".
  void find_parts() {
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].located)
        pages_[i].recalled = recall(searches_[i], pages_[i].values, health_.type,
                                    {.least_overlap = 2, .also_parts = true});
    }
  }

  // Steps 2 to 5 with the places of one class, or with all of them.
  bool attempt(const std::string& place_class) {
    found_.clear();
    learn_guard();
    result_.wrapper = learn(labels_of_chosen([&](size_t, const model::Label& label) {
      return place_class.empty() || place_class_of(label.path) == place_class;
    }));
    if (result_.wrapper == nullptr) return fail("no rule could be learned from the values found");
    if (health_.constant) learn_translation();
    return verify() && beats_runner_up() && passes_field_test() && accept(place_class.empty());
  }

  // What the rule will be put in force behind: values as they were known to look, or as two pages
  // write known ones now.
  void learn_guard() {
    result_.guard = health_.guard;
    std::set<std::string> once;
    for (const KnownPage& known : pages_) {
      std::set<std::string> own;
      for (const Recalled& one : known.recalled) {
        if (known.located && !one.spelling.empty()) own.insert(value_shape(one.spelling));
      }
      for (const std::string& shape : own) {
        if (!once.insert(shape).second) result_.guard.add(shape);
      }
    }
  }

  // Words of a short list that were translated: where every known word has become one word, and no
  // two the same, on two pages or more each, the new words are its values, too.
  void learn_translation() {
    std::map<std::string, std::map<std::string, size_t>> now_by_then, then_by_now;
    for (const KnownPage& known : pages_) {
      const auto found = all_texts(result_.wrapper->apply(*known.page), health_.name);
      if (known.values.size() != 1 || found.size() != 1) continue;
      ++now_by_then[known.values.front()][found.front()];
      ++then_by_now[found.front()][known.values.front()];
    }
    const auto is_one_to_one = [](const auto& words) {
      return words.size() > 1 && std::all_of(words.begin(), words.end(), [](const auto& word) {
               return word.second.size() == 1 && word.second.begin()->second > 1;
             });
    };
    if (!is_one_to_one(now_by_then) || !is_one_to_one(then_by_now)) return;
    for (const auto& [now, then] : then_by_now) result_.guard.add(now);
  }

  // As the rule gives them behind its guard.
  [[nodiscard]] std::vector<std::string> extract(const model::Wrapper& wrapper,
                                                 const model::Page& page) const {
    std::vector<std::string> found = all_texts(wrapper.apply(page), health_.name);
    result_.guard.filter(found);
    return found;
  }

  [[nodiscard]] bool tells_pages_apart() const {
    std::set<std::vector<std::string>> different;
    for (const KnownPage& known : pages_) {
      if (known.located) different.insert(known.values);
    }
    return different.size() > 1 || result_.located < 3;
  }

  // Complete pages teach best; at least a third is kept for proof.
  void choose_pages() {
    std::vector<size_t> order;
    for (const bool complete : {true, false}) {
      for (size_t i = 0; i < pages_.size(); ++i) {
        if (pages_[i].located && pages_[i].complete == complete) order.push_back(i);
      }
    }
    size_t count = order.size();
    if (count > 2) count = std::min(options_.max_learn, (count + 1) / 2);
    chosen_.assign(pages_.size(), false);
    taught_.assign(pages_.size(), false);
    for (size_t k = 0; k < count; ++k) chosen_[order[k]] = true;
    result_.learned = count;
  }

  // Pages known not to have the attribute teach as much, but need some label to count as labelled:
  // that of the key attribute. Every other one of them is kept for proof.
  void add_counterexamples(std::vector<model::Label>& labels) {
    const std::string key = input_.health->key_attribute();
    if (key.empty() || key == health_.name) return;
    const model::ValueType type = input_.health->find(key)->type;
    std::vector<model::Label> more;
    size_t seen = 0, used = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const bool absent = is_absent(pages_[i]);
      if (!chosen_[i] && (!absent || seen++ % 2 == 1 || used == kMaxCounterexamples)) continue;
      const auto known = recall(searches_[i], known_values(input_.pages[i], key), type);
      if (known.empty() || found_share(known) < 1) continue;
      for (model::Label& label : labels_of(searches_[i], pages_[i].page->id, "0", key, known))
        more.push_back(std::move(label));
      if (absent) taught_[i] = true, ++used;
    }
    if (used != 0) labels.insert(labels.end(), more.begin(), more.end());
  }

  // Labels on the chosen pages that `keep` takes: a predicate on page and label.
  template <typename Keep>
  std::vector<model::Label> labels_of_chosen(const Keep& keep) {
    std::vector<model::Label> labels;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!chosen_[i]) continue;
      for (model::Label& label :
           labels_of(searches_[i], pages_[i].page->id, "0", health_.name, pages_[i].recalled)) {
        if (keep(i, label)) labels.push_back(std::move(label));
      }
      for (model::Label& label :
           labels_of(searches_[i], pages_[i].page->id, "0", health_.name, pages_[i].others)) {
        if (keep(i, label)) labels.push_back(std::move(label));
      }
    }
    if (!labels.empty()) add_counterexamples(labels);
    return labels;
  }

  // Step 2.
  std::shared_ptr<const model::Wrapper> learn(std::vector<model::Label> labels) const {
    if (labels.empty()) return nullptr;
    model::InducerInput learning{.labels = std::move(labels), .schema = input_.schema};
    for (const KnownPage& known : pages_) learning.pages.push_back(known.page);
    auto induced = input_.inducer(learning);
    if (!induced.ok()) return nullptr;
    return std::shared_ptr<const model::Wrapper>(std::move(induced->wrapper));
  }

  // The known values; an edited one as the page writes it now.
  static std::vector<std::string> expected(const KnownPage& known) {
    std::vector<std::string> values;
    for (const Recalled& one : known.recalled)
      values.push_back(one.occurrences.empty() ? one.value : one.spelling);
    return values;
  }

  [[nodiscard]] bool gives_known(const KnownPage& known,
                                 const std::vector<std::string>& found) const {
    if (in_column_) return gives_column(known, found);
    return agreement(expected(known), found, model::ValueType::kText) >=
           (known.recalled.size() == 1 ? 1.0 : options_.least_agreement);
  }

  // Nearly all that is known to stand there, and no more values than there were.
  [[nodiscard]] bool gives_column(const KnownPage& known,
                                  const std::vector<std::string>& found) const {
    std::vector<std::string> wanted;
    for (const Recalled& one : known.recalled) {
      if (!one.occurrences.empty()) wanted.push_back(one.spelling);
    }
    const auto longer = static_cast<double>(std::max(wanted.size(), found.size()));
    const double shared = longer * agreement(wanted, found, model::ValueType::kText);
    return shared >= options_.proof.least_reproduced * static_cast<double>(wanted.size()) &&
           20 * found.size() <= 21 * known.values.size() + 20;
  }

  // Step 3.
  bool verify() {
    uint64_t learned_right = 0;
    bool learned_absent = true;
    Proof proof;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const KnownPage& known = pages_[i];
      found_.push_back(extract(*result_.wrapper, *known.page));
      if (known.located) {
        const bool right = gives_known(known, found_[i]);
        learned_right += chosen_[i] && right ? 1 : 0;
        if (!chosen_[i]) proof.add_known(right);
      } else if (is_absent(known)) {
        if (!taught_[i])
          proof.add_absent(found_[i].empty());
        else
          learned_absent &= found_[i].empty();
      } else if (health_.entities > 0) {
        proof.add_other(known.values, found_[i], health_);
      }
    }
    result_.held_out = proof.known();
    result_.reproduced = proof.reproduced();
    if (static_cast<double>(learned_right) < 0.9 * static_cast<double>(result_.learned) ||
        !learned_absent)
      return fail("the rule does not even give the values it was learned from");
    const std::string objection = proof.objection(options_.proof, "pages");
    if (!objection.empty()) return fail(objection);
    return !others_are_nearer() ||
           fail("on pages where it changed, other numbers are nearer to it");
  }

  // The price before a reduction is the price on all pages without one. Where the known number has
  // changed, what the rule gives must be near it, as such numbers on the page go.
  [[nodiscard]] bool others_are_nearer() const {
    if (health_.constant) return false;
    size_t changed = 0, nearer = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].located || pages_[i].values.size() != 1 || found_[i].size() != 1) continue;
      ++changed;
      nearer +=
          has_nearer_number(searches_[i], health_, pages_[i].values.front(), found_[i].front()) ? 1
                                                                                                : 0;
    }
    return nearer >= 2 && 4 * nearer >= changed;
  }

  // Step 4: the places the rule did not take, learned by themselves.
  bool beats_runner_up() {
    std::vector<std::set<std::string>> taken(pages_.size());
    for (size_t i = 0; i < pages_.size(); ++i) {
      for (const model::Record& record : result_.wrapper->apply(*pages_[i].page).records) {
        for (const auto& field : record.fields) {
          taken[i].insert(field.value.provenance.path);
          for (const model::Value& item : field.value.items) taken[i].insert(item.provenance.path);
        }
      }
    }
    const auto rival = learn(labels_of_chosen(
        [&](size_t page, const model::Label& label) { return !taken[page].contains(label.path); }));
    if (rival == nullptr) return true;
    uint64_t right = 0, disagree = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const auto found = extract(*rival, *pages_[i].page);
      right += pages_[i].located && gives_known(pages_[i], found) ? 1 : 0;
      disagree += agreement(found_[i], found, health_.type) < 1 ? 1 : 0;
    }
    if (disagree == 0) return true;
    result_.runner_up = static_cast<double>(right) / static_cast<double>(result_.located);
    if (result_.runner_up + options_.margin <= 1 || 20 * disagree < pages_.size()) return true;
    return fail(
        fmt::format("another place gives {:.0f} % of the known values too, and differs on "
                    "{} pages",
                    100 * result_.runner_up, disagree));
  }

  // Step 5. What was verified to be the known value, edited or written otherwise, counts as it;
  // that values look like the attribute's has been verified, too.
  bool passes_field_test() {
    Comparison comparison;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].judged) continue;
      Pairing pair{{pages_[i].page->id, "0", {}}, {pages_[i].page->id, "0", {}}};
      const bool as_known = pages_[i].located && gives_known(pages_[i], found_[i]);
      const std::vector<std::string>& then =
          health_.constant && as_known ? found_[i] : pages_[i].values;
      if (!then.empty()) pair.before.values[health_.name] = then;
      if (!found_[i].empty()) pair.now.values[health_.name] = found_[i];
      comparison.now.push_back(pair.now);
      comparison.pairs.push_back(std::move(pair));
    }
    const AttributeVerdict verdict = test_field(health_, comparison, {.fit_drop = 1});
    if (verdict.health != Health::kBroken) return true;
    return fail("the new rule fails the field test: " + verdict.evidence.front());
  }

  // A rule for places that had to be singled out is no more than a guess until it is proved.
  bool accept(bool all_places) {
    const bool proved = result_.held_out >= options_.min_held_out;
    if (!proved && !all_places && !gives_exactly())
      return fail("some of its values differ, and there are too few pages to prove the others on");
    if (takes_parts() && !shows_where_parts_end())
      return fail(
          "it takes parts of texts, and values of one word or of several are not on the pages");
    if (!proved && !says_enough())
      return fail("its known values are too short to be told from other text on a single page");
    result_.state = proved ? RepairState::kAccepted : RepairState::kProvisional;
    const uint64_t wrong = result_.held_out - result_.reproduced;
    result_.reason = fmt::format("learned from {} pages, right on ", result_.learned);
    if (!proved)
      result_.reason += fmt::format("them; {} pages to prove it on are too few", result_.held_out);
    else if (wrong == 0)
      result_.reason += fmt::format("all {} others", result_.held_out);
    else
      result_.reason += fmt::format("all but {} of {} others", wrong, result_.held_out);
    return true;
  }

  [[nodiscard]] bool takes_parts() const {
    size_t parts = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      parts += chosen_[i] && std::any_of(pages_[i].recalled.begin(), pages_[i].recalled.end(),
                                         [](const Recalled& one) {
                                           return !one.occurrences.empty() &&
                                                  one.occurrences.front().span.has_value();
                                         })
                   ? 1
                   : 0;
    }
    return 2 * parts > result_.learned;
  }

  // "Renault Clio": that the model is one word is wrong for "Peugeot 308 SW". Where values of one
  // word and of several are known, both must have come out right.
  [[nodiscard]] bool shows_where_parts_end() const {
    bool one = health_.several_words == 1, several = health_.several_words == 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].located || !gives_known(pages_[i], found_[i])) continue;
      for (const std::string& value : found_[i])
        (words_of(value).size() > 1 ? several : one) = true;
    }
    return one && several;
  }

  // All values of the pages learned from, not only most of a list.
  [[nodiscard]] bool gives_exactly() const {
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (chosen_[i] && agreement(expected(pages_[i]), found_[i], health_.type) < 1) return false;
    }
    return true;
  }

  // A number of one digit stands everywhere; without proof on other pages it shows nothing.
  [[nodiscard]] bool says_enough() const {
    for (const KnownPage& known : pages_) {
      for (const std::string& value : known.values) {
        if (known.located && value.size() < kShortValue) return false;
      }
    }
    return true;
  }

  bool fail(std::string reason) {
    result_.state = RepairState::kRejected;
    result_.reason = std::move(reason);
    return false;
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const std::vector<LandmarkPage>& then_and_now_;
  const RepairOptions& options_;
  AttributeHealth health_;
  AttributeRepair result_;
  std::vector<KnownPage> pages_;
  std::vector<bool> chosen_;                     // Learned from.
  bool in_column_ = false;                       // Lists were completed.
  std::vector<bool> taught_;                     // Learned from as a page without the attribute.
  std::vector<std::vector<std::string>> found_;  // By the new rule, on every page.
};

}  // namespace

AttributeRepair repair_attribute(const RepairInput& input, const std::vector<ValueSearch>& searches,
                                 const std::vector<LandmarkPage>& then_and_now,
                                 const RepairOptions& options, const std::string& attribute) {
  return AttributeRepairer(input, searches, then_and_now, options, attribute).run();
}

}  // namespace weft::watch
