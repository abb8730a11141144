// See told_values.h. Properties are matched to attributes by their words: recipeYield is "recipe yield", which ends with the name of `yield`;
// so is ratingValue, less its "value". Tested by told_values_test.cc.

#include "site/told_values.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "base/strings.h"
#include "dom/text.h"
#include "model/locate.h"
#include "read/structured_data.h"
#include "value/normalize.h"

namespace weft::site {
namespace {

constexpr double kToldConfidence = 0.7;  // Of an annotation that others made.
constexpr size_t kMaxTold = 1000;        // Values a page.

// "recipeYield" or "recipe_yield" as "recipe yield".
std::string property_words(std::string_view name) {
  if (const size_t cut = name.find_last_of("/#:"); cut != std::string_view::npos)
    name.remove_prefix(cut + 1);
  std::string words;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool upper = name[i] >= 'A' && name[i] <= 'Z';
    if (upper && i != 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z')) words += ' ';
    words += name[i] == '_' || name[i] == '-' ? ' ' : ascii_lower(name[i]);
  }
  if (words.ends_with(" value")) words.resize(words.size() - std::string_view(" value").size());
  return words;
}

// By its name or a label; the end of the words is enough where nothing fits better.
std::optional<uint32_t> attribute_of(const annotate::Domain& domain, std::string_view property) {
  const std::string words = property_words(property);
  std::optional<uint32_t> end;
  for (uint32_t a = 0; a < domain.attributes.size(); ++a) {
    const std::string name = property_words(domain.attributes[a].name);
    if (words == name) return a;
    const bool named = std::any_of(
        domain.attributes[a].labels.begin(), domain.attributes[a].labels.end(),
        [&](const std::string& label) { return equals_ignoring_ascii_case(label, words); });
    if (!end && (named || words.ends_with(" " + name))) end = a;
  }
  return end;
}

// A price in structured data is a bare number, so its form is not asked for.
bool within_bounds(const annotate::AttributeKnowledge& attribute, const std::string& value) {
  const auto number = value::normalize_number(value);
  if (!number) return true;
  const double amount = std::strtod(number->c_str(), nullptr);
  return (!attribute.least || amount >= *attribute.least) &&
         (!attribute.most || amount <= *attribute.most);
}

// The texts of a value: each of a list, each property of something nested.
void add_values(const annotate::Domain& domain, std::string_view property, const Json& value,
                std::vector<domain::Told>& told, int depth) {
  if (told.size() >= kMaxTold || depth > 4) return;
  if (value.is_array()) {
    for (const Json* item : value.children()) add_values(domain, property, *item, told, depth + 1);
    return;
  }
  const auto attribute = attribute_of(domain, property);
  const std::string text = read::text_value(value);
  if (attribute && !text.empty()) told.push_back({*attribute, text});
  if (!value.is_object() || depth > 2) return;
  const Json& nested = value["properties"].is_object() ? value["properties"] : value;
  for (const auto& [name, member] : nested.items()) {
    if (!name.starts_with('@') && name != "name" && name != "type" && name != "id")
      add_values(domain, name, member, told, depth + 1);
  }
}

}  // namespace

std::vector<domain::Told> told_by_structured_data(const model::Page& page,
                                                  const annotate::Domain& domain) {
  const read::StructuredData data = read::structured_data(page.document, page.url);
  std::vector<std::vector<domain::Told>> things;
  for (const std::vector<Json>* source : {&data.json_ld, &data.microdata, &data.rdfa}) {
    for (const Json& top : *source) {
      for (const Json* object : read::objects_in(top)) {
        const std::vector<std::string> types = read::types_of(*object);
        if (std::find(types.begin(), types.end(), domain.record) == types.end()) continue;
        const Json& members =
            (*object)["properties"].is_object() ? (*object)["properties"] : *object;
        std::vector<domain::Told> told;
        for (const auto& [name, member] : members.items()) {
          if (!name.starts_with('@')) add_values(domain, name, member, told, 0);
        }
        if (!told.empty() && std::find(things.begin(), things.end(), told) == things.end())
          things.push_back(std::move(told));
      }
    }
    if (!things.empty()) break;  // The same thing said in another way adds nothing.
  }
  return things.size() == 1 ? std::move(things[0]) : std::vector<domain::Told>();
}

std::vector<domain::Told> told_by_labels(const std::vector<model::Label>& labels,
                                         const annotate::Domain& domain) {
  std::vector<domain::Told> told;
  for (const model::Label& label : labels) {
    if (const auto attribute = domain.find(label.attribute))
      told.push_back({static_cast<uint32_t>(*attribute), label.value});
  }
  return told;
}

std::vector<domain::Told> reconciled(std::vector<domain::Told> told, const model::Page& page,
                                     const annotate::Recognizer& recognizer) {
  const auto& attributes = recognizer.domain().attributes;
  // Values of each attribute, as they compare; and of each group its attributes.
  std::map<uint32_t, std::set<std::string>> different;
  std::map<std::string, std::set<uint32_t>> groups;
  for (const domain::Told& one : told) {
    different[one.attribute].insert(domain::comparable(attributes[one.attribute], one.value));
    if (!attributes[one.attribute].group.empty())
      groups[attributes[one.attribute].group].insert(one.attribute);
  }
  std::map<uint32_t, std::set<std::string>> on_page;
  const auto stands = [&](const domain::Told& one) {
    auto [it, fresh] = on_page.try_emplace(one.attribute);
    if (fresh) {
      const dom::Document& doc = page.document;
      std::vector<annotate::Span> spans;
      for (const dom::NodeId n : doc.nodes()) {
        if (!doc.is_text(n) || dom::is_unread(doc.name(doc.parent(n)))) continue;
        const std::string text = normalize_space(doc.text(n));
        if (text.empty()) continue;
        it->second.insert(domain::comparable(attributes[one.attribute], text));
        spans.clear();
        recognizer.find_instances(one.attribute, text, spans);
        for (const annotate::Span span : spans)
          it->second.insert(
              domain::comparable(attributes[one.attribute],
                                 std::string_view(text).substr(span.begin, span.end - span.begin)));
      }
    }
    return it->second.contains(domain::comparable(attributes[one.attribute], one.value)) ||
           !model::locate(page.document, one.value, {.max_occurrences = 1}).empty();
  };
  std::erase_if(told, [&](const domain::Told& one) {
    const annotate::AttributeKnowledge& attribute = attributes[one.attribute];
    if (!attribute.set && different[one.attribute].size() > 1) return true;
    if (!attribute.group.empty() && groups[attribute.group].size() > 1) return true;
    if (!within_bounds(attribute, one.value)) return true;
    return !stands(one);
  });
  return told;
}

std::vector<annotate::Annotation> annotations_of(const std::vector<domain::Told>& told,
                                                 const dom::Document& doc) {
  std::vector<annotate::Annotation> annotations;
  for (const domain::Told& one : told) {
    for (const model::Occurrence& found : model::locate(doc, one.value, {.max_occurrences = 4})) {
      const std::string text = dom::normalized_text(doc, found.node);
      const auto length = static_cast<uint32_t>(text.size());
      const model::TextSpan span = found.span.value_or(model::TextSpan{0, length});
      annotations.push_back({one.attribute,
                             false,
                             found.node,
                             dom::kNoAtom,
                             text.substr(span.begin, span.end - span.begin),
                             {span.begin, span.end},
                             kToldConfidence});
    }
  }
  return annotations;
}

}  // namespace weft::site
