#include "watch/repair.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "dom/path.h"
#include "watch/page_values.h"
#include "watch/patched_wrapper.h"
#include "watch/recall.h"
#include "watch/record_repair.h"

namespace weft::watch {
namespace {

constexpr size_t kShortValue = 4;  // Bytes.
constexpr size_t kMaxCounterexamples = 4;

// What is known of one attribute on one page, and where it was found.
struct KnownPage {
  const model::Page* page = nullptr;
  bool judged = false;              // Something is known of the page at all.
  std::vector<std::string> values;  // Known ones; none: the page is known not to have it.
  std::vector<Recalled> recalled;
  bool located = false;   // Enough of the values are on the page.
  bool complete = false;  // All of them are, as they were.
};

// The texts of an attribute on a page, as a wrapper extracts them.
std::vector<std::string> extract(const model::Wrapper& wrapper, const model::Page& page,
                                 std::string_view attribute) {
  std::vector<std::string> all;
  for (const Seen& seen : seen_on(wrapper.apply(page))) {
    const auto& own = texts(seen.values, attribute);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

class AttributeRepairer {
 public:
  AttributeRepairer(const RepairInput& input, const std::vector<ValueSearch>& searches,
                    const RepairOptions& options, const std::string& attribute)
      : input_(input), searches_(searches), options_(options) {
    result_.attribute = attribute;
    const AttributeHealth* health = input.health->find(attribute);
    if (health != nullptr) health_ = *health;
    health_.name = attribute;
  }

  AttributeRepair run() {
    recall_values();
    if (result_.located == 0) return reject("none of its known values is on the new pages");
    if (!tells_pages_apart())
      return reject("all its known values are the same, so no place can be told from another");
    choose_pages();
    result_.wrapper = learn(labels_of_chosen({}));
    if (result_.wrapper == nullptr) return reject("no rule could be learned from the values found");
    if (!verify()) return std::move(result_);
    if (!beats_runner_up()) return std::move(result_);
    accept();
    return std::move(result_);
  }

 private:
  // Step 1.
  void recall_values() {
    for (size_t i = 0; i < input_.pages.size(); ++i) {
      KnownPage known;
      known.page = input_.pages[i].page;
      if (const model::Extraction* golden = input_.pages[i].golden) {
        known.judged = !golden->records.empty();
        known.values = known_values(i, health_.name);
      }
      known.recalled = recall(searches_[i], known.values, health_.type,
                              {.least_overlap = health_.constant ? options_.least_overlap : 2});
      const double found = found_share(known.recalled);
      known.located = !known.values.empty() && found >= options_.least_agreement;
      known.complete = known.located && found == 1 &&
                       std::all_of(known.recalled.begin(), known.recalled.end(),
                                   [](const Recalled& one) { return one.exact; });
      result_.known += known.values.empty() ? 0 : 1;
      result_.located += known.located ? 1 : 0;
      pages_.push_back(std::move(known));
    }
  }

  [[nodiscard]] std::vector<std::string> known_values(size_t page,
                                                      std::string_view attribute) const {
    std::vector<std::string> values;
    if (input_.pages[page].golden == nullptr) return values;
    for (const Seen& seen : seen_on(*input_.pages[page].golden)) {
      const auto& own = texts(seen.values, attribute);
      values.insert(values.end(), own.begin(), own.end());
    }
    return values;
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
      const bool absent = pages_[i].judged && pages_[i].values.empty();
      if (!chosen_[i] && (!absent || seen++ % 2 == 1 || used == kMaxCounterexamples)) continue;
      const auto known = recall(searches_[i], known_values(i, key), type);
      if (known.empty() || found_share(known) < 1) continue;
      for (model::Label& label : labels_of(searches_[i], pages_[i].page->id, "0", key, known))
        more.push_back(std::move(label));
      if (absent) taught_[i] = true, ++used;
    }
    if (used != 0) labels.insert(labels.end(), more.begin(), more.end());
  }

  // Labels on the chosen pages, but for places in `without`, by page.
  std::vector<model::Label> labels_of_chosen(const std::vector<std::set<std::string>>& without) {
    std::vector<model::Label> labels;
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!chosen_[i]) continue;
      for (model::Label& label :
           labels_of(searches_[i], pages_[i].page->id, "0", health_.name, pages_[i].recalled)) {
        if (without.empty() || !without[i].contains(label.path)) labels.push_back(std::move(label));
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

  [[nodiscard]] bool gives_known(const KnownPage& known,
                                 const std::vector<std::string>& found) const {
    // An edited value is right where the page has its new form.
    std::vector<std::string> expected;
    for (const Recalled& one : known.recalled)
      expected.push_back(one.occurrences.empty() ? one.value : one.spelling);
    return agreement(expected, found, health_.type) >=
           (expected.size() == 1 ? 1.0 : options_.least_agreement);
  }

  // Step 3.
  bool verify() {
    uint64_t learned_right = 0, other = 0, other_fit = 0, absent = 0, absent_right = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const KnownPage& known = pages_[i];
      found_.push_back(extract(*result_.wrapper, *known.page, health_.name));
      if (known.located) {
        const bool right = gives_known(known, found_[i]);
        learned_right += chosen_[i] && right ? 1 : 0;
        result_.held_out += chosen_[i] ? 0 : 1;
        result_.reproduced += !chosen_[i] && right ? 1 : 0;
      } else if (known.judged && known.values.empty()) {
        absent += taught_[i] ? 0 : 1;
        absent_right += !taught_[i] && found_[i].empty() ? 1 : 0;
      } else {
        ++other;
        other_fit += !found_[i].empty() && health_.fit(found_[i]) >= 0.5 ? 1 : 0;
      }
    }
    const auto share = [](uint64_t part, uint64_t whole) {
      return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    if (share(learned_right, result_.learned) < 0.9)
      return fail("the rule does not even give the values it was learned from");
    if (share(result_.reproduced, result_.held_out) < options_.least_reproduced)
      return fail(fmt::format("of {} pages kept for proof only {} came out as known",
                              result_.held_out, result_.reproduced));
    if (share(absent_right, absent) < options_.least_absent)
      return fail(
          fmt::format("{} of {} pages without a value got one", absent - absent_right, absent));
    if (other >= 2 && health_.entities > 0 && share(other_fit, other) < options_.least_fit)
      return fail(fmt::format("on {} of {} other pages values are missing or look wrong",
                              other - other_fit, other));
    return true;
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
    const auto rival = learn(labels_of_chosen(taken));
    if (rival == nullptr) return true;
    uint64_t right = 0, disagree = 0;
    for (size_t i = 0; i < pages_.size(); ++i) {
      const auto found = extract(*rival, *pages_[i].page, health_.name);
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

  void accept() {
    const bool proved = result_.held_out >= options_.min_held_out;
    if (!proved && !says_enough()) {
      fail("its known values are too short to be told from other text on a single page");
      return;
    }
    result_.state = proved ? RepairState::kAccepted : RepairState::kProvisional;
    result_.reason =
        proved
            ? fmt::format("learned from {} pages, right on all but {} of {} others",
                          result_.learned, result_.held_out - result_.reproduced, result_.held_out)
            : fmt::format(
                  "right on the {} pages it was learned from; {} pages to prove it on "
                  "are too few",
                  result_.learned, result_.held_out);
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

  AttributeRepair reject(std::string reason) {
    fail(std::move(reason));
    return std::move(result_);
  }

  const RepairInput& input_;
  const std::vector<ValueSearch>& searches_;
  const RepairOptions& options_;
  AttributeHealth health_;
  AttributeRepair result_;
  std::vector<KnownPage> pages_;
  std::vector<bool> chosen_;                     // Learned from.
  std::vector<bool> taught_;                     // Learned from as a page without the attribute.
  std::vector<std::vector<std::string>> found_;  // By the new rule, on every page.
};

// The page on which the fewest of the missing attributes are settled, so that its labels say most.
void choose_page_to_ask(const RepairInput& input, Repair& repair) {
  for (const AttributeRepair& attribute : repair.attributes) {
    if (attribute.state != RepairState::kAccepted)
      repair.ask_attributes.push_back(attribute.attribute);
  }
  if (repair.ask_attributes.empty()) return;
  size_t most = 0;
  for (const RepairPage& page : input.pages) {
    size_t known = 0;
    if (page.golden != nullptr) {
      for (const Seen& seen : seen_on(*page.golden)) {
        for (const std::string& name : repair.ask_attributes)
          known += texts(seen.values, name).empty() ? 0 : 1;
      }
    }
    if (!repair.ask_page.empty() && known <= most) continue;
    most = known;
    repair.ask_page = page.page->id;
  }
}

}  // namespace

std::string_view repair_state_name(RepairState state) {
  constexpr std::array<std::string_view, 3> kNames = {"accepted", "provisional", "rejected"};
  return kNames[static_cast<size_t>(state)];
}

size_t Repair::accepted() const {
  return static_cast<size_t>(std::count_if(
      attributes.begin(), attributes.end(),
      [](const AttributeRepair& attribute) { return attribute.state == RepairState::kAccepted; }));
}

const AttributeRepair* Repair::find(std::string_view attribute) const {
  for (const AttributeRepair& repair : attributes) {
    if (repair.attribute == attribute) return &repair;
  }
  return nullptr;
}

Repair repair(const RepairInput& input, const RepairOptions& options) {
  std::vector<ValueSearch> searches;
  searches.reserve(input.pages.size());
  for (const RepairPage& page : input.pages) searches.emplace_back(page.page->document);
  if (input.health->many_records()) return repair_records(input, searches, options);
  Repair out;
  std::vector<Part> parts;
  for (const std::string& attribute : input.attributes) {
    out.attributes.push_back(AttributeRepairer(input, searches, options, attribute).run());
    const AttributeRepair& done = out.attributes.back();
    if (done.state == RepairState::kAccepted) parts.push_back({{attribute}, done.wrapper});
  }
  std::vector<std::string> kept;
  for (const AttributeHealth& health : input.health->attributes()) {
    if (std::find(input.attributes.begin(), input.attributes.end(), health.name) ==
        input.attributes.end())
      kept.push_back(health.name.substr(0, health.name.find('.')));
  }
  if (!parts.empty()) out.wrapper = patch(input.wrapper, kept, std::move(parts));
  choose_page_to_ask(input, out);
  return out;
}

}  // namespace weft::watch
