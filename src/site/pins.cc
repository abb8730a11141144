#include "site/pins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/pointers.h"
#include "site/watch_memory.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

using wrap::AttributeRules;
using wrap::RecordRules;
using wrap::Rule;
using wrap::RulesWrapper;

void collect_pins(const RecordRules& rules, const std::string& prefix,
                  std::map<std::string, Rule>& pins) {
  for (const AttributeRules& attribute : rules.attributes) {
    if (attribute.pinned) pins.emplace(prefix + attribute.name, *attribute.pinned);
  }
  for (const RecordRules& set : rules.nested) collect_pins(set, prefix + set.name + ".", pins);
}

std::map<std::string, Rule> pins_of(const model::Wrapper& wrapper) {
  std::map<std::string, Rule> pins;
  if (const auto* rules = dynamic_cast<const RulesWrapper*>(&wrapper))
    collect_pins(rules->rules(), "", pins);
  return pins;
}

// The attribute's rules, which are made if the page's own records lack them; null for a set of records
// that is not there.
AttributeRules* attribute_for(RecordRules& rules, const std::string& name) {
  if (AttributeRules* found = find_attribute(rules, name)) return found;
  if (name.find('.') != std::string::npos) return nullptr;
  rules.attributes.push_back({.name = name});
  return &rules.attributes.back();
}

bool is_set(const std::optional<model::Schema>& schema, const std::string& name) {
  return schema &&
         std::any_of(schema->attributes.begin(), schema->attributes.end(),
                     [&](const model::Attribute& one) { return one.name == name && one.set; });
}

// What `text` says: the number of a learned rule, or a query.
Result<Rule> rule_for(const AttributeRules& attribute, bool in_record, const std::string& text) {
  if (const auto number = parse_number<size_t>(text)) {
    if (*number >= 1 && *number <= attribute.rules.size()) return attribute.rules[*number - 1];
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} has {} learned rules; weft site rules lists them", attribute.name,
                             attribute.rules.size())};
  }
  if (in_record && text.starts_with('/')) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("a rule of a record begins at the record: .{} instead of {}", text, text)};
  }
  return wrap::rule_of_query(text);
}

// The template's wrapper as rules; rules of nothing if there is no wrapper yet.
Result<std::unique_ptr<model::Wrapper>> rules_in(const Bundle& bundle,
                                                 const std::string& template_name) {
  WEFT_ASSIGN(const model::Template one, bundle.find_template(template_name));
  if (one.wrapper_version == 0)
    return std::unique_ptr<model::Wrapper>(std::make_unique<RulesWrapper>(RecordRules{}));
  WEFT_ASSIGN(auto wrapper, bundle.wrapper(template_name));
  if (dynamic_cast<const RulesWrapper*>(wrapper.get()) == nullptr) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("the wrapper of {} is of kind '{}'; only rules can be pinned: weft "
                             "learn --inducer rules",
                             template_name, wrapper->kind())};
  }
  return wrapper;
}

bool finds_any(const model::Wrapper& wrapper, std::span<const ReadPage> pages,
               const std::string& attribute) {
  return std::any_of(pages.begin(), pages.end(), [&](const ReadPage& page) {
    for (const watch::Seen& seen : watch::seen_on(wrapper.apply(*page.page))) {
      if (!watch::texts(seen.values, attribute).empty()) return true;
    }
    return false;
  });
}

// A version with these rules, and what the bellwethers say by it.
Result<uint32_t> put_rules(Bundle& bundle, const std::string& template_name,
                           const RulesWrapper& wrapper, const std::vector<ReadPage>& bellwethers,
                           const std::string& note) {
  WEFT_ASSIGN(const uint32_t version,
              bundle.put_wrapper(template_name, wrapper, note, Pins::kAsGiven));
  if (bellwethers.empty()) return version;
  std::vector<const ReadPage*> pages = pointers_to(bellwethers);
  WEFT_TRY(put_memory(bundle, template_name, pages, pages.size()));
  return version;
}

}  // namespace

std::set<std::string> pinned_attributes(const model::Wrapper& wrapper) {
  std::set<std::string> names;
  for (const auto& [name, rule] : pins_of(wrapper)) names.insert(name);
  return names;
}

Result<std::unique_ptr<model::Wrapper>> with_pins_of(const model::Wrapper& before,
                                                     const model::Wrapper& learned) {
  const std::map<std::string, Rule> pins = pins_of(before);
  if (pins.empty()) return std::unique_ptr<model::Wrapper>();
  const auto* rules = dynamic_cast<const RulesWrapper*>(&learned);
  if (rules == nullptr) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("rules are pinned ({}), which a wrapper of kind '{}' cannot hold; weft "
                    "site unpin takes them back",
                    fmt::join(pinned_attributes(before), ", "), learned.kind())};
  }
  RecordRules all = rules->rules();
  for (const auto& [name, rule] : pins) {
    AttributeRules* attribute = attribute_for(all, name);
    if (attribute == nullptr) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("{} is pinned, but what was learned has no such set of records; weft "
                      "site unpin takes it back",
                      name)};
    }
    attribute->pinned = rule;
  }
  return std::unique_ptr<model::Wrapper>(
      std::make_unique<RulesWrapper>(std::move(all), rules->user_patterns()));
}

Result<uint32_t> pin_rule(Bundle& bundle, const std::string& template_name,
                          const std::string& attribute, const std::string& rule) {
  WEFT_ASSIGN(const auto wrapper, rules_in(bundle, template_name));
  const auto& before = static_cast<const RulesWrapper&>(*wrapper);
  RecordRules rules = before.rules();
  AttributeRules* pinned = attribute_for(rules, attribute);
  if (pinned == nullptr)
    return Error{ErrorCode::kNotFound, fmt::format("there is no set of records for {}", attribute)};
  WEFT_ASSIGN(const auto schema, bundle.schema());
  if (pinned->rules.empty()) pinned->list = is_set(schema, attribute);
  const bool in_record = rules.record || attribute.find('.') != std::string::npos;
  WEFT_ASSIGN(pinned->pinned, rule_for(*pinned, in_record, rule));
  const RulesWrapper after(std::move(rules), before.user_patterns());
  WEFT_ASSIGN(const std::vector<ReadPage> pages, load_bellwethers(bundle, template_name));
  if (!pages.empty() && !finds_any(after, pages, attribute)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} finds nothing on the {} pages by which {} is watched; try it with "
                             "weft select",
                             rule, pages.size(), template_name)};
  }
  return put_rules(bundle, template_name, after, pages,
                   fmt::format("{} pinned: {}", attribute, rule));
}

Result<uint32_t> unpin_rule(Bundle& bundle, const std::string& template_name,
                            const std::string& attribute) {
  WEFT_ASSIGN(const auto wrapper, rules_in(bundle, template_name));
  const auto& before = static_cast<const RulesWrapper&>(*wrapper);
  RecordRules rules = before.rules();
  AttributeRules* pinned = find_attribute(rules, attribute);
  if (pinned == nullptr || !pinned->pinned) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} of {} is not pinned; weft site rules shows what is", attribute,
                             template_name)};
  }
  pinned->pinned.reset();
  WEFT_ASSIGN(const std::vector<ReadPage> pages, load_bellwethers(bundle, template_name));
  return put_rules(bundle, template_name, RulesWrapper(std::move(rules), before.user_patterns()),
                   pages, fmt::format("{} no longer pinned", attribute));
}

}  // namespace weft::site
