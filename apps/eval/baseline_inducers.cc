#include "eval/baseline_inducers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/json.h"
#include "dom/class_tokens.h"
#include "dom/path.h"
#include "dom/text.h"
#include "value/words.h"

namespace weft::eval {
namespace {

using dom::Document;
using dom::NodeId;

// Finds one node on a page; kNoNode if it is not there.
using Locator = std::function<NodeId(const Document&)>;
using MakeLocator = Locator (*)(const Document& doc, NodeId node);

// --- absolute XPath ---

Locator absolute_xpath(const Document& doc, NodeId node) {
  return [path = dom::indexed_path(doc, node)](const Document& page) {
    return dom::resolve_indexed_path(page, path).value_or(dom::kNoNode);
  };
}

// --- id and classes ---

std::vector<std::string> classes_of(const Document& doc, NodeId n) {
  std::vector<std::string> classes;
  for (const std::string_view token : dom::class_tokens(doc, n)) classes.emplace_back(token);
  return classes;
}

// One compound selector, tag.class.class, and which of the siblings that match it.
struct SelectorStep {
  std::string tag;
  std::vector<std::string> classes;
  size_t position = 0;

  [[nodiscard]] bool matches(const Document& doc, NodeId n) const {
    if (doc.name_text(n) != tag) return false;
    return std::all_of(classes.begin(), classes.end(),
                       [&](const std::string& one) { return dom::has_class(doc, n, one); });
  }
};

SelectorStep selector_step(const Document& doc, NodeId n) {
  SelectorStep step{std::string(doc.name_text(n)), classes_of(doc, n), 0};
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    step.position += doc.is_element(sibling) && step.matches(doc, sibling) ? 1 : 0;
  }
  return step;
}

NodeId follow(const Document& doc, NodeId from, const std::vector<SelectorStep>& steps) {
  for (const SelectorStep& step : steps) {
    size_t left = step.position;
    NodeId next = dom::kNoNode;
    for (const NodeId child : doc.children(from)) {
      if (!doc.is_element(child) || !step.matches(doc, child)) continue;
      if (left-- == 0) {
        next = child;
        break;
      }
    }
    if (next == dom::kNoNode) return next;
    from = next;
  }
  return from;
}

Locator id_and_classes(const Document& doc, NodeId node) {
  std::vector<SelectorStep> steps;
  std::string id;
  for (NodeId n = node; n != dom::kNoNode && doc.is_element(n); n = doc.parent(n)) {
    id = doc.attribute(n, dom::atoms::kId).value_or("");
    if (!id.empty()) break;
    steps.insert(steps.begin(), selector_step(doc, n));
  }
  return [steps, id](const Document& page) {
    if (id.empty()) return follow(page, page.root(), steps);
    for (const NodeId n : page.nodes()) {
      if (page.attribute(n, dom::atoms::kId) == id) return follow(page, n, steps);
    }
    return dom::kNoNode;
  };
}

// --- similarity ---

struct Portrait {
  std::string tag;
  std::set<std::string> attributes;
  std::set<std::string> path;
  std::string parent;
  std::set<std::string> neighbours;
  std::vector<value::Word> words;
};

std::string short_name(const Document& doc, NodeId n) {
  return fmt::format("{}.{}", doc.name_text(n), doc.attribute(n, dom::atoms::kClass).value_or(""));
}

Portrait portrait_of(const Document& doc, NodeId n) {
  Portrait portrait;
  portrait.tag = doc.name_text(n);
  for (uint32_t i = 0; i < doc.attribute_count(n); ++i) {
    const dom::Attribute attribute = doc.attribute_at(n, i);
    portrait.attributes.insert(fmt::format("{}={}", attribute.name_text, attribute.value));
  }
  for (const NodeId a : doc.ancestors(n)) {
    if (doc.is_element(a)) portrait.path.insert(std::string(doc.name_text(a)));
  }
  const NodeId parent = doc.parent(n);
  if (parent == dom::kNoNode) return portrait;
  portrait.parent = doc.is_element(parent) ? short_name(doc, parent) : "";
  for (const NodeId sibling : doc.children(parent)) {
    if (doc.is_element(sibling)) portrait.neighbours.insert(short_name(doc, sibling));
    if (portrait.neighbours.size() > 20) break;
  }
  if (doc.subtree_size(n) < 50) portrait.words = value::words_of(dom::normalized_text(doc, n));
  return portrait;
}

double shared(const std::set<std::string>& a, const std::set<std::string>& b) {
  if (a.empty() && b.empty()) return 1;
  size_t both = 0;
  for (const std::string& one : a) both += b.contains(one) ? 1 : 0;
  return static_cast<double>(both) / static_cast<double>(a.size() + b.size() - both);
}

double likeness(const Portrait& a, const Portrait& b) {
  return (a.tag == b.tag ? 1 : 0) + shared(a.attributes, b.attributes) + shared(a.path, b.path) +
         (a.parent == b.parent ? 1 : 0) + shared(a.neighbours, b.neighbours) +
         value::word_overlap(a.words, b.words);
}

Locator similarity(const Document& doc, NodeId node) {
  return [wanted = portrait_of(doc, node)](const Document& page) {
    NodeId best = dom::kNoNode;
    double most = 0;
    for (const NodeId n : page.nodes()) {
      // Another tag would need all the rest to be alike; looking at one tag is enough and quick.
      if (!page.is_element(n) || page.name_text(n) != wanted.tag) continue;
      const double here = likeness(wanted, portrait_of(page, n));
      if (here > most) most = here, best = n;
    }
    return best;
  };
}

// --- wrapper ---

class LocatorWrapper final : public model::Wrapper {
 public:
  explicit LocatorWrapper(std::map<std::string, std::vector<Locator>> rules)
      : rules_(std::move(rules)) {}

  [[nodiscard]] std::string_view kind() const override { return "baseline"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override {
    model::Extraction extraction;
    model::Record record;
    for (const auto& [attribute, locators] : rules_) {
      std::vector<model::Value> values;
      for (const Locator& locate : locators) {
        const NodeId n = locate(page.document);
        if (n == dom::kNoNode) continue;
        values.push_back(model::Value::leaf(dom::normalized_text(page.document, n)));
      }
      if (!values.empty()) record.set(attribute, model::Value::list(std::move(values)));
    }
    extraction.records.push_back(std::move(record));
    return extraction;
  }
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page&, NodeId) const override {
    return {};
  }
  [[nodiscard]] Json to_json() const override { return {}; }

 private:
  std::map<std::string, std::vector<Locator>> rules_;
};

bool is_in_head(const Document& doc, NodeId n) {
  for (const NodeId a : doc.ancestors(n)) {
    if (doc.name(a) == dom::atoms::kHead) return true;
  }
  return false;
}

// The element of a label; kNoNode for one that points nowhere.
NodeId element_of(const Document& doc, const model::Label& label) {
  const NodeId n = dom::resolve_indexed_path(doc, label.path).value_or(dom::kNoNode);
  if (n == dom::kNoNode || is_in_head(doc, n)) return dom::kNoNode;
  return doc.is_text(n) ? doc.parent(n) : n;
}

Result<model::Induced> induce(const model::InducerInput& input, MakeLocator make) {
  std::map<std::string, std::vector<Locator>> rules;
  std::set<std::pair<std::string, std::string>> done;  // One place is enough for a value.
  for (const model::Page* page : input.pages) {
    for (const model::Label& label : input.labels) {
      if (label.page != page->id || done.contains({label.attribute, label.value})) continue;
      const NodeId n = element_of(page->document, label);
      if (n == dom::kNoNode) continue;
      done.insert({label.attribute, label.value});
      rules[label.attribute].push_back(make(page->document, n));
    }
    if (!rules.empty()) break;
  }
  if (rules.empty()) return Error{ErrorCode::kNotFound, "no label could be found on its page"};
  return model::Induced{std::make_unique<LocatorWrapper>(std::move(rules)), {}};
}

}  // namespace

Result<model::Inducer> baseline_inducer(std::string_view name) {
  const std::map<std::string_view, MakeLocator> makers = {{"absolute-xpath", &absolute_xpath},
                                                          {"id-class", &id_and_classes},
                                                          {"similarity", &similarity}};
  const auto found = makers.find(name);
  if (found == makers.end())
    return Error{ErrorCode::kInvalidArgument, fmt::format("no baseline '{}'", name)};
  return model::Inducer(
      [make = found->second](const model::InducerInput& input) { return induce(input, make); });
}

}  // namespace weft::eval
