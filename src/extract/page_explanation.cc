// 1. Match, and say in words what the matcher weighed.
// 2. Extract. The node of each value is asked for the rule that chose it.
// 3. All nodes are asked once; for each attribute the refused node with the fewest reasons against
//    it is the runner-up. Ties go to the node nearest to the chosen one, or to the smaller subtree
//    when nothing was chosen.

#include "extract/page_explanation.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/shortened.h"
#include "dom/path.h"
#include "dom/text.h"

namespace weft::extract {
namespace {

using dom::NodeId;

Witness witness(const model::Page& page, NodeId node, const model::Explanation& explanation) {
  return {dom::indexed_path(page.document, node),
          shortened(dom::normalized_text(page.document, node), kMaxText), explanation.rule,
          explanation.reasons};
}

std::string describe(const model::Template& rule, const model::TemplateCandidate& candidate) {
  if (candidate.fixed == 0)
    return fmt::format("{}: has no signature and fits every page", rule.name);
  return fmt::format("{}: {} of {} signature bytes agree with {}, importance {}", rule.name,
                     candidate.agreeing, candidate.fixed, to_string(rule.signature),
                     candidate.importance);
}

// Step 1.
std::string verdict(const model::TemplateMatch& match,
                    const std::vector<model::Template>& templates, const std::string& url) {
  if (match.kind == model::TemplateMatchKind::kUrl)
    return fmt::format("no template's URL pattern matches {}", url);
  if (!match.found() && match.candidates.empty()) return "the site has no templates";
  if (!match.found())
    return fmt::format("no template is like this page; nearest {}",
                       templates[match.candidates[0].index].name);
  const model::Template& rule = templates[match.index];
  const std::string by_url = rule.url_pattern.empty() || url.empty()
                                 ? std::string("no URL to go by")
                                 : fmt::format("its URL pattern {} matches", rule.url_pattern);
  const std::string by_signature =
      match.kind == model::TemplateMatchKind::kNearest
          ? fmt::format("no signature covers the page, and it is the nearest ({:.0f} %)",
                        100 * match.agreement)
          : std::string("its signature covers the page");
  const size_t covering = static_cast<size_t>(
      std::count_if(match.candidates.begin(), match.candidates.end(),
                    [](const model::TemplateCandidate& c) { return c.covers; }));
  const std::string by_importance =
      covering > 1 ? fmt::format(", and it is the most important of {} that do", covering) : "";
  return fmt::format("template {}: {}; {}{}", rule.name, by_url, by_signature, by_importance);
}

// The node of a value; its provenance may end in /@attribute.
NodeId node_of(const dom::Document& doc, const std::string& path) {
  const auto node = dom::resolve_indexed_path(doc, path.substr(0, path.find("/@")));
  return node.ok() ? *node : dom::kNoNode;
}

const model::Value* first_leaf(const model::Value& value) {
  const model::Value* first = nullptr;
  for_each_leaf(value, [&](const model::Value& leaf) { first = first == nullptr ? &leaf : first; });
  return first;
}

// Refused nodes, the best per attribute (step 3).
class RunnersUp {
 public:
  RunnersUp(const model::Page& page, const model::Wrapper& wrapper,
            const std::map<std::string, NodeId>& chosen)
      : page_(page), chosen_(chosen) {
    // Asked about the document itself, a wrapper names the attributes it looks for.
    for (const model::Explanation& explanation : wrapper.explain(page, dom::kRoot))
      attributes_.insert(explanation.attribute);
    const uint32_t nodes = std::min(page.document.size(), kMaxExplainedNodes);
    for (uint32_t n = 1; n < nodes; ++n) {
      for (const model::Explanation& explanation : wrapper.explain(page, NodeId{n}))
        consider(NodeId{n}, explanation);
    }
  }

  [[nodiscard]] std::optional<Witness> best(const std::string& attribute) const {
    const auto it = best_.find(attribute);
    if (it == best_.end()) return std::nullopt;
    return witness(page_, it->second.node, it->second.explanation);
  }
  [[nodiscard]] const std::set<std::string>& attributes() const { return attributes_; }

 private:
  struct Best {
    std::pair<size_t, uint32_t> cost;
    NodeId node;
    model::Explanation explanation;
  };

  void consider(NodeId node, const model::Explanation& explanation) {
    attributes_.insert(explanation.attribute);
    if (explanation.extracted) return;
    const auto chosen = chosen_.find(explanation.attribute);
    if (chosen != chosen_.end() && chosen->second == node) return;
    const uint32_t distance =
        chosen == chosen_.end() ? page_.document.subtree_size(node) : gap(chosen->second, node);
    const std::pair cost(explanation.reasons.size(), distance);
    const auto it = best_.find(explanation.attribute);
    if (it == best_.end() || cost < it->second.cost)
      best_[explanation.attribute] = {cost, node, explanation};
  }

  static uint32_t gap(NodeId a, NodeId b) {
    return dom::index(a) > dom::index(b) ? dom::index(a) - dom::index(b)
                                         : dom::index(b) - dom::index(a);
  }

  const model::Page& page_;
  const std::map<std::string, NodeId>& chosen_;
  std::map<std::string, Best> best_;
  std::set<std::string> attributes_;
};

Witness chosen_witness(const model::Page& page, const model::Wrapper& wrapper,
                       const std::string& attribute, NodeId node) {
  for (const model::Explanation& explanation : wrapper.explain(page, node)) {
    if (explanation.attribute == attribute && explanation.extracted)
      return witness(page, node, explanation);
  }
  return witness(page, node, {});
}

// The attributes to speak of: the record's, then the schema's, then any that a rule mentions.
std::vector<std::string> attribute_names(const model::Record& record, const model::Schema& schema,
                                         const std::set<std::string>& mentioned) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& field : record.fields) add(field.name);
  for (const auto& attribute : schema.attributes) add(attribute.name);
  for (const auto& name : mentioned) add(name);
  return names;
}

// Steps 2 and 3.
std::vector<AttributeExplanation> explain_values(const SiteExtractor& site, const model::Page& page,
                                                 const model::Wrapper& wrapper,
                                                 const model::Record& record) {
  std::map<std::string, NodeId> chosen;
  for (const auto& field : record.fields) {
    const model::Value* leaf = first_leaf(field.value);
    const NodeId node =
        leaf == nullptr ? dom::kNoNode : node_of(page.document, leaf->provenance.path);
    if (node != dom::kNoNode) chosen[field.name] = node;
  }
  const RunnersUp runners_up(page, wrapper, chosen);
  std::vector<AttributeExplanation> result;
  for (const std::string& name : attribute_names(record, site.schema(), runners_up.attributes())) {
    AttributeExplanation& one = result.emplace_back();
    one.attribute = name;
    const model::Value* value = record.find(name);
    const model::Value* leaf = value == nullptr ? nullptr : first_leaf(*value);
    one.missing = leaf == nullptr;
    if (leaf != nullptr) {
      one.value = shortened(leaf->text, kMaxText);
      one.confidence = leaf->confidence;
    }
    if (chosen.contains(name)) one.chosen = chosen_witness(page, wrapper, name, chosen.at(name));
    one.runner_up = runners_up.best(name);
  }
  return result;
}

}  // namespace

PageExplanation explain_page(const SiteExtractor& site, const model::Page& page) {
  PageExplanation result;
  result.page = page.id;
  result.url = page.url;
  const PageResult extracted = site.extract(page);
  result.match = extracted.match;
  const auto& templates = site.matcher().templates();
  result.verdict = verdict(result.match, templates, page.url);
  for (const model::TemplateCandidate& candidate : result.match.candidates) {
    result.considered.push_back(describe(templates[candidate.index], candidate));
  }
  const model::Wrapper* wrapper = result.match.found() ? site.wrapper(result.match.index) : nullptr;
  if (wrapper == nullptr) return result;
  const model::Record none;
  const auto& records = extracted.extraction.records;
  result.attributes =
      explain_values(site, page, *wrapper, records.empty() ? none : records.front());
  return result;
}

}  // namespace weft::extract
