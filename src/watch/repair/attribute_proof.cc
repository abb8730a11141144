#include "watch/repair/attribute_proof.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "watch/health/fields.h"
#include "watch/page_values.h"
#include "watch/repair/proof.h"
#include "watch/repair/value_candidates.h"
#include "watch/words.h"

namespace weft::watch {
namespace {

constexpr size_t kShortValue = 4;           // Bytes.
constexpr double kLeastLearnedRight = 0.9;  // Of the pages learned from.

// As the rule gives them behind its guard.
std::vector<std::string> extract(const model::Wrapper& rule, const ValueGuard& guard,
                                 const model::Page& page, const std::string& attribute) {
  std::vector<std::string> found = all_texts(rule.apply(page), attribute);
  guard.filter(found);
  return found;
}

// The known values; an edited one as the page writes it now.
std::vector<std::string> expected(const KnownPage& page) {
  std::vector<std::string> values;
  for (const Recalled& one : page.recalled)
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

}  // namespace

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
  if (about_.in_column) return gives_column(page, found);
  return agreement(expected(page), found, model::ValueType::kText) >=
         (page.recalled.size() == 1 ? 1.0 : about_.options.least_agreement);
}

// Nearly all that is known to stand there, and no more values than there were.
bool AttributeProof::gives_column(const KnownPage& page,
                                  const std::vector<std::string>& found) const {
  std::vector<std::string> wanted;
  for (const Recalled& one : page.recalled) {
    if (!one.occurrences.empty()) wanted.push_back(one.spelling);
  }
  const auto longer = static_cast<double>(std::max(wanted.size(), found.size()));
  const double shared = longer * agreement(wanted, found, model::ValueType::kText);
  return shared >= about_.options.proof.least_reproduced * static_cast<double>(wanted.size()) &&
         20 * found.size() <= 21 * page.values.size() + 20;
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
  if (static_cast<double>(learned_right) <
          kLeastLearnedRight * static_cast<double>(lesson_.size()) ||
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
    if (has_nearer_number(about_.searches[i], about_.health, page.values.front(),
                          found_[i].front()))
      ++nearer;
  }
  return nearer >= 2 && 4 * nearer >= changed;
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
    disagree += agreement(found_[i], found, about_.health.type) < 1 ? 1 : 0;
  }
  if (disagree == 0) return "";
  result.runner_up = static_cast<double>(right) / static_cast<double>(result.located);
  if (result.runner_up + about_.options.margin <= 1 || 20 * disagree < pages.size()) return "";
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
        agreement(expected(about_.pages[i]), found_[i], about_.health.type) < 1)
      return false;
  }
  return true;
}

// Most of the pages learned from.
bool AttributeProof::takes_parts() const {
  size_t parts = 0;
  for (size_t i = 0; i < about_.pages.size(); ++i) {
    const std::vector<Recalled>& recalled = about_.pages[i].recalled;
    const bool part = std::any_of(recalled.begin(), recalled.end(), [](const Recalled& one) {
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
      if (page.located && value.size() < kShortValue) return false;
    }
  }
  return true;
}

}  // namespace weft::watch
