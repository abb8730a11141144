#include "watch/repair/repair.h"

#include <algorithm>
#include <map>
#include <set>

#include "value/words.h"
#include "watch/page_values.h"
#include "watch/repair/landmarks.h"
#include "watch/repair/relearn.h"

namespace weft::watch {
namespace {

// The page on which the fewest of the missing attributes are settled, so that its labels say most.
void choose_page_to_ask(const RepairInput& input, Repair& repair) {
  for (const AttributeRepair& attribute : repair.attributes) {
    if (attribute.state == RepairState::kRejected)
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

// Where the values of a page stand: path and text, with the attributes that take it.
using Claims = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

void add_claim(const std::string& name, const model::Value& value, Claims& claims) {
  const std::string& path = value.provenance.path;
  if (value.kind == model::Value::Kind::kLeaf && !path.empty())
    claims[{path.substr(0, path.rfind("/text()")), value.text}].push_back(name);
  for (const model::Value& item : value.items) add_claim(name, item, claims);
}

Claims claims_on(const model::Wrapper& wrapper, const model::Page& page) {
  Claims claims;
  for (const model::Record& record : wrapper.apply(page).records) {
    for (const auto& field : record.fields) add_claim(field.name, field.value, claims);
  }
  return claims;
}

bool was_known(const model::Extraction& golden, const std::string& attribute,
               const std::string& text) {
  for (const Seen& seen : seen_on(golden)) {
    for (const std::string& value : texts(seen.values, attribute)) {
      if (value::same_words(value, text)) return true;
    }
  }
  return false;
}

// One text is not two attributes' value, unless it was so before. A repaired attribute that takes
// another's text where its own is missing (the price for the price before) gives way to the one
// whose value it is known to be; if nobody knows, to one that holds or is seldomer missing.
bool gives_way(const RepairInput& input, const Repair& repair, const model::Extraction& golden,
               const std::string& text, const std::string& one, const std::string& other) {
  if (one == other || repair.find(one) == nullptr || was_known(golden, one, text)) return false;
  if (was_known(golden, other, text) || repair.find(other) == nullptr) return true;
  const AttributeHealth* own = input.health->find(one);
  const AttributeHealth* others = input.health->find(other);
  return own == nullptr || others == nullptr || own->presence <= others->presence;
}

std::set<std::string> find_usurpers(const RepairInput& input, const Repair& repair) {
  std::set<std::string> usurpers;
  for (const RepairPage& page : input.pages) {
    if (page.golden == nullptr) continue;
    for (const auto& [place, names] : claims_on(*repair.wrapper, *page.page)) {
      for (const std::string& one : names) {
        for (const std::string& other : names) {
          if (gives_way(input, repair, *page.golden, place.second, one, other))
            usurpers.insert(one);
        }
      }
    }
  }
  return usurpers;
}

// The pages of a repair as landmarks look at them.
class PagesThenAndNow {
 public:
  PagesThenAndNow(const RepairInput& input, const std::vector<ValueSearch>& now)
      : known_(input.pages.size()) {
    for (size_t i = 0; i < input.pages.size(); ++i) {
      const RepairPage& page = input.pages[i];
      if (page.golden != nullptr) {
        const std::vector<Seen> seen = seen_on(*page.golden);
        if (!seen.empty()) known_[i] = seen.front().values;
      }
      if (page.before != nullptr)
        before_.push_back(std::make_unique<ValueSearch>(page.before->document));
      all_.push_back({page.before == nullptr ? nullptr : before_.back().get(), &now[i],
                      page.golden == nullptr ? nullptr : &known_[i]});
    }
  }

  [[nodiscard]] const std::vector<ThenAndNow>& all() const { return all_; }

 private:
  std::vector<Values> known_;
  std::vector<std::unique_ptr<ValueSearch>> before_;
  std::vector<ThenAndNow> all_;
};

// Rules that hold, and those that were accepted, in the order in which the attributes were; null if
// there are none of these. Of a wrapper that is replaced whole, rules that give what it gives stand in
// for those that are kept.
std::unique_ptr<model::Wrapper> put_together(const RepairInput& input, const Repair& repair) {
  if (repair.accepted() == 0) return nullptr;
  wrap::RecordRules rules;
  std::map<std::string, std::string> patterns;
  const wrap::RulesWrapper* old = page_rules(input.wrapper.get());
  if (old != nullptr) {
    std::vector<std::string> kept;
    for (const AttributeHealth& health : input.health->attributes()) {
      const AttributeRepair* done = repair.find(health.name);
      if (done == nullptr || done->state == RepairState::kKept) kept.push_back(health.name);
    }
    rules = guarded_rules(*old, kept, {});
    patterns = old->user_patterns();
  }
  for (const AttributeRepair& done : repair.attributes) {
    if (done.wrapper == nullptr || done.state == RepairState::kRejected ||
        (done.state == RepairState::kKept && old != nullptr))
      continue;
    const wrap::RulesWrapper& learned = *page_rules(done.wrapper.get());
    wrap::RecordRules own =
        guarded_rules(learned, {done.attribute}, {{done.attribute, done.guard}});
    for (wrap::AttributeRules& one : own.attributes) rules.attributes.push_back(std::move(one));
    patterns.insert(learned.user_patterns().begin(), learned.user_patterns().end());
  }
  if (old != nullptr) {
    const auto place = [&](const wrap::AttributeRules& one) {
      const auto& before = old->rules().attributes;
      return std::find_if(before.begin(), before.end(),
                          [&](const wrap::AttributeRules& a) { return a.name == one.name; }) -
             before.begin();
    };
    std::stable_sort(rules.attributes.begin(), rules.attributes.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
  }
  return std::make_unique<wrap::RulesWrapper>(std::move(rules), std::move(patterns));
}

void withdraw_usurpers(const RepairInput& input, Repair& repair) {
  const std::set<std::string> usurpers = find_usurpers(input, repair);
  if (usurpers.empty()) return;
  for (AttributeRepair& one : repair.attributes) {
    if (!usurpers.contains(one.attribute)) continue;
    one.state = RepairState::kRejected;
    one.reason = "what it takes on some pages is another attribute's value";
  }
  repair.wrapper = put_together(input, repair);
}

}  // namespace

std::span<const std::string_view> names_of(RepairState) {
  static constexpr std::string_view kNames[] = {"kept", "accepted", "rejected"};
  return kNames;
}

size_t Repair::accepted() const {
  return static_cast<size_t>(std::count_if(
      attributes.begin(), attributes.end(),
      [](const AttributeRepair& attribute) { return attribute.state == RepairState::kAccepted; }));
}

std::vector<std::string> Repair::kept() const {
  std::vector<std::string> names;
  for (const AttributeRepair& one : attributes) {
    if (one.state == RepairState::kKept) names.push_back(one.attribute);
  }
  return names;
}

const AttributeRepair* Repair::find(std::string_view attribute) const {
  for (const AttributeRepair& repair : attributes) {
    if (repair.attribute == attribute) return &repair;
  }
  return nullptr;
}

const wrap::RulesWrapper* page_rules(const model::Wrapper* wrapper) {
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(wrapper);
  return rules == nullptr || rules->rules().record || rules->rules().grouping ? nullptr : rules;
}

wrap::RecordRules guarded_rules(const wrap::RulesWrapper& wrapper,
                                const std::vector<std::string>& attributes,
                                const std::map<std::string, value::ValueGuard>& guards) {
  wrap::RecordRules rules = wrapper.rules();
  std::erase_if(rules.attributes,
                [&](const wrap::AttributeRules& one) { return !is_among(attributes, one.name); });
  std::erase_if(rules.nested, [&](const wrap::RecordRules& set) {
    return std::none_of(attributes.begin(), attributes.end(),
                        [&](const std::string& name) { return name.starts_with(set.name + "."); });
  });
  for (wrap::AttributeRules& one : rules.attributes) {
    if (const auto guard = guards.find(one.name); guard != guards.end()) one.guard = guard->second;
  }
  return rules;
}

bool is_among(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Repair repair(const RepairInput& asked, const RepairOptions& options) {
  RepairInput input = asked;
  // Rules cannot stand beside a wrapper of another kind: it is replaced whole.
  if (!input.attributes.empty() && input.wrapper != nullptr &&
      page_rules(input.wrapper.get()) == nullptr) {
    input.attributes.clear();
    for (const AttributeHealth& health : input.health->attributes())
      input.attributes.push_back(health.name);
  }
  std::vector<ValueSearch> searches;
  searches.reserve(input.pages.size());
  for (const RepairPage& page : input.pages) searches.emplace_back(page.page->document);
  Repair out;
  if (input.health->many_records()) {
    out = repair_records(asked, searches, options);
    choose_page_to_ask(input, out);
    return out;
  }
  const PagesThenAndNow pages(input, searches);
  for (const std::string& attribute : input.attributes)
    out.attributes.push_back(repair_attribute(input, searches, pages.all(), options, attribute));
  out.wrapper = put_together(input, out);
  if (out.wrapper != nullptr) withdraw_usurpers(input, out);
  choose_page_to_ask(input, out);
  return out;
}

}  // namespace weft::watch
