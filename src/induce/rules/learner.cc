// Learning a wrapper: labels are placed, records found, attributes learned one by one. Tested by
// learner_test.cc.
//
// Level by level, from pages to the records of a page to the items of a nested set:
//   1. if a unit of the level has labels of several records, learn where the records are
//      (records.h); the elements that the rule selects are the units of the attributes;
//   2. learn each attribute of the level on these units, and settle which of them a contested value
//      belongs to (claims.h), and which texts are never values (never.h);
//   3. attributes with a dot belong to nested sets: go on with each set, the units being
//      what holds its items.

#include "induce/rules/learner.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "dom/path.h"
#include "induce/label_places.h"
#include "induce/rules/claims.h"
#include "induce/rules/never.h"
#include "induce/rules/records.h"
#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

constexpr int kMaxNesting = 8;
constexpr size_t kMostKnown = 256;  // Rules of attributes that are kept.
// What every labelled record has is required of a record if there are so many of them, and its rule
// finds something on this share of the unlabelled ones.
constexpr size_t kLeastRecords = 3;
constexpr double kLeastSupport = 0.7;

// A label as one level sees it: the unit, the record within it, the attribute's name from this
// level on.
struct LevelLabel {
  uint32_t unit = 0;
  std::string record;
  std::string attribute;
  const PlacedValue* value = nullptr;
  bool certain = false;
};

std::string head(const std::string& text, char separator) {
  return text.substr(0, text.find(separator));
}

std::string tail(const std::string& text, char separator, const std::string& fallback) {
  const size_t at = text.find(separator);
  return at == std::string::npos ? fallback : text.substr(at + 1);
}

// The path of an attribute of the set at `path`; the page's own records have the empty path.
std::string inner_path(const std::string& path, const std::string& name) {
  return path.empty() ? name : fmt::format("{}.{}", path, name);
}

std::vector<const dom::Document*> documents_of(const std::vector<const model::Page*>& pages) {
  std::vector<const dom::Document*> out;
  for (const model::Page* page : pages) out.push_back(&page->document);
  return out;
}

class Learner {
 public:
  Learner(const model::InducerInput& input, const wrap::TypedPatterns& patterns,
          const LearnOptions& options, KeptSample& kept, Learned& learned)
      : input_(input),
        patterns_(patterns),
        options_(options),
        learned_(learned),
        documents_(documents_of(input.pages)),
        kept_(kept),
        pages_(kept.of(input.pages, options.reach)),
        columns_(pages_.columns()) {}

  wrap::RecordRules run(const Places& places) {
    std::vector<LevelLabel> labels;
    for (const PlacedLabel& label : places.labels)
      labels.push_back({label.page, label.record, label.attribute, &label.value, label.certain});
    declined_ = places.declined;
    return learn_level("", pages_.units(), std::move(labels), 0);
  }

 private:
  [[nodiscard]] bool stopped() const { return input_.stop != nullptr && *input_.stop; }
  [[nodiscard]] const model::Page& page(const Unit& unit) const { return *input_.pages[unit.page]; }

  // `path` is the set's name with those around it, for messages and the schema: "offers".
  wrap::RecordRules learn_level(const std::string& path, std::vector<Unit> units,
                                std::vector<LevelLabel> labels, int depth) {
    wrap::RecordRules rules;
    rules.name = path.substr(path.rfind('.') + 1);
    const bool whole_pages = depth == 0 && !has_several_records(labels);
    if (has_several_records(labels)) find_records(path, units, labels, rules);  // Step 1.
    CandidateTables parts(columns_, units, options_.reach);
    CandidateTables& tables = whole_pages ? pages_ : parts;
    std::vector<bool> labelled(units.size(), false);
    for (const LevelLabel& label : labels) labelled[label.unit] = true;
    std::map<std::string, std::vector<LevelLabel>> nested;
    std::vector<std::string> names;
    for (const LevelLabel& label : labels) {
      if (label.attribute.find('.') != std::string::npos && depth < kMaxNesting) {
        nested[head(label.attribute, '.')].push_back({label.unit, tail(label.record, '/', "0"),
                                                      tail(label.attribute, '.', ""), label.value,
                                                      label.certain});
      } else if (std::find(names.begin(), names.end(), label.attribute) == names.end()) {
        names.push_back(label.attribute);
      }
    }
    std::vector<AttributeRequest> requests;
    const uint64_t context = context_of(units);
    for (const std::string& name : names) {  // Step 2.
      if (stopped()) return rules;
      AttributeRequest request = make_request(inner_path(path, name), name);
      for (uint32_t u = 0; u < units.size(); ++u) {
        const bool declined = declined_.contains({units[u].page, inner_path(path, name)});
        if (labelled[u] || declined)
          request.labels.push_back({u, values_of(labels, name, u), declined});
      }
      rules.attributes.push_back(kept_.learn(tables, request, patterns_, options_, context));
      requests.push_back(std::move(request));
    }
    if (options_.ranking == Ranking::kWeft) {
      settle_claims(documents_, units, requests, rules.attributes);
      find_never_values(columns_, units, requests, rules.attributes);
    }
    for (size_t a = 0; a < requests.size(); ++a) check(rules.attributes[a], requests[a], units);
    if ((rules.record || rules.grouping) && options_.ranking == Ranking::kWeft)
      find_required(labels, rules);
    for (auto& [name, inner] : nested) {  // Step 3.
      rules.nested.push_back(
          learn_level(inner_path(path, name), units, std::move(inner), depth + 1));
    }
    return rules;
  }

  // An advert among the records has a title and little else: what every labelled record has is
  // required of a record.
  static void find_required(const std::vector<LevelLabel>& labels, wrap::RecordRules& rules) {
    std::set<std::pair<uint32_t, std::string>> records;
    std::map<std::string, std::set<std::pair<uint32_t, std::string>>> having;
    for (const LevelLabel& label : labels) {
      const std::pair record{label.unit, outer_record(label.record)};
      records.insert(record);
      having[label.attribute].insert(record);
    }
    if (records.size() < kLeastRecords) return;
    for (const wrap::AttributeRules& attribute : rules.attributes) {
      if (!attribute.rules.empty() && having[attribute.name].size() == records.size() &&
          attribute.rules.front().statistics.support >= kLeastSupport)
        rules.required.push_back(attribute.name);
    }
  }

  static bool has_several_records(const std::vector<LevelLabel>& labels) {
    std::map<uint32_t, std::string> first;
    return std::any_of(labels.begin(), labels.end(), [&](const LevelLabel& label) {
      const std::string record = outer_record(label.record);
      return first.try_emplace(label.unit, record).first->second != record;
    });
  }

  // Replaces units by the records found in them, and gives each label its record's unit.
  void find_records(const std::string& path, std::vector<Unit>& units,
                    std::vector<LevelLabel>& labels, wrap::RecordRules& rules) {
    std::map<uint32_t, RecordNodes> nodes;
    for (const LevelLabel& label : labels) {
      if (label.value->occurrences.empty()) continue;
      nodes[label.unit][outer_record(label.record)].push_back(
          label.value->occurrences.front().node);
    }
    const auto elements = elements_of(units, nodes);
    CandidateTables parts(columns_, units, options_.reach);
    CandidateTables& tables = path.empty() ? pages_ : parts;
    if (most_have_elements(nodes, elements))
      rules.record = learn_record_rule(tables, elements, options_);
    if (!rules.record && path.empty()) rules.grouping = learn_grouping(labelled_pages(labels));
    if (rules.grouping) return;
    if (!rules.record) {
      learned_.problems.push_back(fmt::format(
          "{}: the labelled records have no elements of their own that a rule could find; "
          "their values are learned as lists",
          path.empty() ? "records" : path));
      return;
    }
    enter_records(*rules.record, units, labels);
  }

  // A few records with too few values to show that they share their element are no evidence.
  static bool most_have_elements(const std::map<uint32_t, RecordNodes>& nodes,
                                 const std::map<uint32_t, std::vector<dom::NodeId>>& elements) {
    size_t records = 0, found = 0;
    for (const auto& [unit, of_unit] : nodes) records += of_unit.size();
    for (const auto& [unit, of_unit] : elements) found += of_unit.size();
    return 2 * found > records;
  }

  // What a grouping is learned from; nothing where records have nested sets.
  [[nodiscard]] static std::vector<LabelledPage> labelled_pages(
      const std::vector<LevelLabel>& labels) {
    struct Labelled {
      int record = 0;
      bool certain = false;
    };
    std::map<uint32_t, std::map<std::pair<dom::NodeId, std::string>, Labelled>> values;  // unit
    std::map<std::pair<uint32_t, std::string>, int> records;
    for (const LevelLabel& label : labels) {
      if (label.attribute.find('.') != std::string::npos) return {};
      if (label.value->occurrences.empty()) continue;
      const int record =
          records.try_emplace({label.unit, label.record}, records.size()).first->second;
      values[label.unit][{label.value->occurrences.front().node, label.attribute}] = {
          record, label.certain};
    }
    std::vector<LabelledPage> pages;
    for (const auto& [unit, of_unit] : values) {
      LabelledPage& page = pages.emplace_back();
      for (const auto& [place, labelled] : of_unit) {
        page.values.push_back({place.second, place.first});
        page.records.push_back(labelled.record);
        page.certain.push_back(labelled.certain);
      }
    }
    return pages;
  }

  // Units with several labelled records show where one ends; the others follow their example.
  [[nodiscard]] std::map<uint32_t, std::vector<dom::NodeId>> elements_of(
      const std::vector<Unit>& units, const std::map<uint32_t, RecordNodes>& nodes) const {
    std::map<uint32_t, std::vector<dom::NodeId>> elements;
    dom::Atom name = dom::kNoAtom;
    for (const auto& [unit, records] : nodes) {
      if (records.size() < 2) continue;
      const dom::Document& doc = page(units[unit]).document;
      for (const auto& [record, element] : record_elements(doc, units[unit].root, records)) {
        if (element == dom::kNoNode) continue;
        elements[unit].push_back(element);
        name = doc.name(element);
      }
    }
    for (const auto& [unit, records] : nodes) {
      if (records.size() != 1 || name == dom::kNoAtom) continue;
      const dom::NodeId element = record_element_like(page(units[unit]).document, units[unit].root,
                                                      records.begin()->second, name);
      if (element != dom::kNoNode) elements[unit].push_back(element);
    }
    return elements;
  }

  void enter_records(const wrap::Rule& record, std::vector<Unit>& units,
                     std::vector<LevelLabel>& labels) const {
    const wrap::Matcher matcher({&record});
    std::vector<Unit> inner;
    std::vector<LevelLabel> moved;
    for (uint32_t u = 0; u < units.size(); ++u) {
      const dom::Document& doc = page(units[u]).document;
      const size_t begin = inner.size();
      for (const dom::NodeId element : matcher.select_first(doc, units[u].root))
        inner.push_back({units[u].page, element});
      for (const LevelLabel& label : labels) {
        if (label.unit != u || label.value->occurrences.empty()) continue;
        const dom::NodeId n = label.value->occurrences.front().node;
        for (size_t i = begin; i < inner.size(); ++i) {
          if (!doc.contains(inner[i].root, n)) continue;
          moved.push_back(label);
          moved.back().unit = static_cast<uint32_t>(i);
        }
      }
    }
    units = std::move(inner);
    labels = std::move(moved);
  }

  [[nodiscard]] AttributeRequest make_request(const std::string& path,
                                              const std::string& name) const {
    AttributeRequest request;
    request.name = name;
    if (input_.schema != nullptr) {
      const model::Attribute* attribute = input_.schema->find(path);
      request.set = attribute != nullptr && attribute->set;
    }
    if (const auto type = input_.types.find(path); type != input_.types.end())
      request.type = type->second;
    return request;
  }

  // What rules of attributes hang on besides their labels.
  [[nodiscard]] uint64_t context_of(const std::vector<Unit>& units) const {
    uint64_t hash = hash_bytes(input_.variant);
    for (const auto& [name, pattern] : input_.patterns)
      hash = hash_bytes(name + '\n' + pattern, hash);
    for (const Unit& unit : units)
      hash = hash_combine(hash_combine(hash, unit.page), dom::index(unit.root));
    return hash;
  }

  static std::vector<PlacedValue> values_of(const std::vector<LevelLabel>& labels,
                                            const std::string& name, uint32_t unit) {
    std::vector<PlacedValue> values;
    for (const LevelLabel& label : labels) {
      if (label.unit == unit && label.attribute == name) values.push_back(*label.value);
    }
    return values;
  }

  // Says what of the labels the best rule does not explain.
  void check(const wrap::AttributeRules& attribute, const AttributeRequest& request,
             const std::vector<Unit>& units) {
    if (attribute.rules.empty()) {
      learned_.problems.push_back(
          fmt::format("{}: the labelled places have nothing in common", attribute.name));
      return;
    }
    const wrap::Rule& rule = attribute.rules.front();
    if (rule.statistics.precision == 1) return;
    wrap::Rule without = rule;
    without.classifier.reset();
    const wrap::Matcher matcher({&without});
    for (const PlacedUnit& labelled : request.labels) {
      const Unit& unit = units[labelled.unit];
      const dom::Document& doc = page(unit).document;
      if (labelled.declined) check_declined(matcher, rule, attribute.name, unit);
      if (labelled.values.empty() || labelled.values[0].occurrences.empty()) continue;
      for (const dom::NodeId n : matcher.select_first(doc, unit.root)) {
        const std::string text = target_text(rule.target, doc, n);
        if (std::any_of(labelled.values.begin(), labelled.values.end(),
                        [&](const PlacedValue& v) { return v.value == text; })) {
          continue;
        }
        learned_.contradictions.push_back(
            {page(unit).id, attribute.name,
             model::label_path(doc, labelled.values[0].occurrences[0]), dom::indexed_path(doc, n),
             fmt::format("no rule tells the labelled \"{}\" from \"{}\" on all labelled pages",
                         labelled.values[0].value, text)});
        break;
      }
    }
  }

  void check_declined(const wrap::Matcher& matcher, const wrap::Rule& rule,
                      const std::string& attribute, const Unit& unit) {
    const dom::Document& doc = page(unit).document;
    const std::vector<dom::NodeId> found = matcher.select_first(doc, unit.root);
    if (found.empty()) return;
    learned_.contradictions.push_back(
        {page(unit).id, attribute, "none", dom::indexed_path(doc, found[0]),
         fmt::format(
             "no rule tells \"{}\" of a page that is said to have none from labelled values",
             target_text(rule.target, doc, found[0]))});
  }

  const model::InducerInput& input_;
  const wrap::TypedPatterns& patterns_;
  const LearnOptions& options_;
  Learned& learned_;
  std::vector<const dom::Document*> documents_;
  KeptSample& kept_;
  CandidateTables& pages_;
  SampleColumns& columns_;
  std::set<std::pair<uint32_t, std::string>> declined_;  // As in Places.
};

uint64_t hash_of(const AttributeRequest& request, uint64_t context) {
  uint64_t hash =
      hash_bytes(request.name + '\n' + request.type, hash_combine(context, request.set ? 1 : 0));
  for (const PlacedUnit& unit : request.labels) {
    hash = hash_combine(hash_combine(hash, unit.unit), unit.declined ? 1 : 0);
    for (const PlacedValue& value : unit.values) {
      hash = hash_bytes(value.value, hash_combine(hash, value.occurrences.size()));
      for (const model::Occurrence& place : value.occurrences) {
        hash = hash_bytes(place.attribute, hash_combine(hash, dom::index(place.node)));
        if (place.span) hash = hash_combine(hash_combine(hash, place.span->begin), place.span->end);
      }
    }
  }
  return hash;
}

}  // namespace

wrap::AttributeRules KeptSample::learn(CandidateTables& tables, const AttributeRequest& request,
                                       const wrap::TypedPatterns& patterns,
                                       const LearnOptions& options, uint64_t context) {
  const uint64_t key = hash_of(request, context);
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  if (known_.size() >= kMostKnown) known_.clear();
  return known_.emplace(key, learn_attribute(tables, request, patterns, options)).first->second;
}

CandidateTables& KeptSample::of(const std::vector<const model::Page*>& pages, const Reach& reach) {
  if (tables_ != nullptr && pages_ == pages) return *tables_;
  tables_ = nullptr;
  known_.clear();
  columns_ = std::make_unique<SampleColumns>(documents_of(pages));
  std::vector<Unit> units;
  for (uint32_t p = 0; p < pages.size(); ++p) units.push_back({p, dom::kRoot});
  tables_ = std::make_unique<CandidateTables>(*columns_, std::move(units), reach);
  tables_->get({wrap::Target::Kind::kText, {}});  // Nearly every attribute asks for it.
  pages_ = pages;
  return *tables_;
}

Result<Learned> learn(const model::InducerInput& input, const LearnOptions& options) {
  KeptSample kept;
  return learn(input, options, kept);
}

Result<Learned> learn(const model::InducerInput& input, const LearnOptions& options,
                      KeptSample& kept) {
  CandidateTables& pages = kept.of(input.pages, options.reach);  // Without labels, too.
  if (input.labels.empty())
    return Error{ErrorCode::kInvalidArgument, "no labels: label at least one page"};
  WEFT_ASSIGN(Places places, place_labels(input.pages, input.labels));
  if (std::all_of(places.labels.begin(), places.labels.end(),
                  [](const PlacedLabel& label) { return label.value.occurrences.empty(); })) {
    return Error{ErrorCode::kNotFound,
                 "none of the labels could be found on its page: " + places.problems.front()};
  }
  Learned learned;
  learned.problems = places.problems;
  wrap::TypedPatterns patterns;
  for (const auto& [name, pattern] : input.patterns) WEFT_TRY(patterns.add(name, pattern));
  learned.rules = Learner(input, patterns, options, kept, learned).run(places);
  pages.forget_found();
  if (input.stop != nullptr && *input.stop)
    return Error{ErrorCode::kTimeout, "learning was stopped"};
  return learned;
}

}  // namespace weft::induce
