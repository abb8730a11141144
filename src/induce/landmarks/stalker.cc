// The embedded catalog tree from labels, and the rules of its nodes.
//
//   record 0: street, area_code          page ── list of records ─┬─ street
//   record 1: street, area_code                                   └─ area_code
//
//   1  Labels become runs of tokens. A value that is only known as text takes the place that other
//      pages have it at, too.
//   2  Several records on a page, nested sets and attributes of several values are lists. A list
//      reaches from the first to the last child of the smallest element around its items; an item
//      is the inside of its child, or of its run of children.
//   3  Each node gets a start rule, read from the beginning of its parent, and an end rule, read
//      from its end (DEVIATION: that of a single value on from its start); lists get such rules for their items. A labelled parent without the node is an
//      example in which nothing is to be found.
//
// Tested by landmarks_test.cc.

#include "induce/landmarks/stalker.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include <fmt/format.h>

#include "dom/path.h"
#include "induce/label_places.h"
#include "wrap/landmarks/landmarks_wrapper.h"

namespace weft::induce {
namespace {

using dom::NodeId;
using model::Occurrence;
using wrap::CatalogNode;

struct TokenRun {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// A parent in which nodes are looked for, with its labels: a page, or an item of a list.
struct Scope {
  const TokenIndex* page = nullptr;
  TokenRun run;
  std::vector<const PlacedLabel*> labels;
};

// The items of one list in one scope.
struct ItemList {
  const Scope* scope = nullptr;
  TokenRun run;
  std::vector<Scope> items;
};

// Step 1: the tokens of a labelled place; an attribute's value is found behind its tag.
std::optional<TokenRun> run_of(const TokenIndex& page, const Occurrence& place) {
  const wrap::TokenStream& stream = page.stream();
  const auto& tokens = stream.tokens();
  TokenRun run{stream.first_of(place.node), stream.end_of(place.node)};
  if (run.begin == run.end) return std::nullopt;
  if (!place.attribute.empty()) return TokenRun{run.begin + 1, run.begin + 1};
  const auto is_tag = [&](uint32_t i) { return (tokens[i].classes & wrap::kHtmlTag) != 0; };
  while (run.begin < run.end && is_tag(run.begin)) ++run.begin;
  while (run.begin < run.end && is_tag(run.end - 1)) --run.end;
  if (place.span) {
    if (!stream.document().is_text(place.node)) return std::nullopt;
    while (run.begin < run.end && tokens[run.begin].begin < place.span->begin) ++run.begin;
    while (run.begin < run.end && tokens[run.end - 1].end > place.span->end) --run.end;
    // A value that begins or ends within a word has no landmark.
    if (run.begin == run.end || tokens[run.begin].begin != place.span->begin ||
        tokens[run.end - 1].end != place.span->end)
      return std::nullopt;
  }
  if (run.begin == run.end) return std::nullopt;
  return run;
}

class CatalogLearner {
 public:
  CatalogLearner(const model::InducerInput& input, const Places& places,
                 const StalkerOptions& options)
      : input_(input), places_(places), options_(options) {
    for (const model::Page* page : input.pages)
      pages_.emplace_back(wrap::TokenStream(page->document));
    problems_ = places.problems;
  }

  std::vector<CatalogNode> learn() {
    std::vector<Scope> scopes;
    bool several = false;
    for (uint32_t p = 0; p < pages_.size(); ++p) {
      Scope scope{&pages_[p], {0, pages_[p].stream().size()}, {}};
      std::set<std::string> records;
      for (const PlacedLabel& label : places_.labels) {
        if (label.page != p || label.value.occurrences.empty()) continue;
        scope.labels.push_back(&label);
        records.insert(outer_record(label.record));
      }
      several |= records.size() > 1;
      if (!scope.labels.empty()) {
        scopes.push_back(std::move(scope));
      } else {
        others_.push_back(scope);
      }
    }
    if (!several) return learn_tuple(scopes, others_, "", 1);
    std::vector<CatalogNode> roots;
    if (auto list = learn_set("", scopes, others_, "", 0)) roots.push_back(std::move(*list));
    return roots;
  }

  std::vector<std::string>& problems() { return problems_; }

 private:
  // The nodes of tuples, which `scopes` are. `prefix` begins the names of their attributes; the
  // first `depth` parts of a label's record name the tuple.
  std::vector<CatalogNode> learn_tuple(const std::vector<Scope>& scopes,
                                       const std::vector<Scope>& others, const std::string& prefix,
                                       size_t depth) {
    std::vector<std::string> names;
    for (const Scope& scope : scopes) {
      for (const PlacedLabel* label : scope.labels) {
        if (!label->attribute.starts_with(prefix)) continue;
        const std::string rest = label->attribute.substr(prefix.size());
        const std::string name = rest.substr(0, rest.find('.') + (rest.find('.') < rest.size()));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    std::vector<CatalogNode> nodes;
    for (const std::string& name : names) {
      std::optional<CatalogNode> node =
          name.ends_with('.')
              ? learn_set(name.substr(0, name.size() - 1), scopes, others, prefix + name, depth)
              : learn_attribute(name, scopes, others, prefix);
      if (node) nodes.push_back(std::move(*node));
    }
    return nodes;
  }

  // --- attributes ---

  struct AttributePlaces {
    bool list = false;
    std::string source;
    // By scope: runs in page order; none: the scope has no such value.
    std::vector<std::optional<std::vector<std::pair<TokenRun, NodeId>>>> runs;
  };

  // One place for each value; values at alike places of one scope are a list, others are renderings
  // of one value, of which one is learned.
  AttributePlaces places_of(const std::string& attribute, const std::vector<Scope>& scopes) {
    std::vector<const dom::Document*> documents;
    std::vector<std::vector<Occurrence>> values;
    std::vector<size_t> scope_of;
    for (size_t s = 0; s < scopes.size(); ++s) {
      for (const PlacedLabel* label : scopes[s].labels) {
        if (label->attribute != attribute) continue;
        documents.push_back(&scopes[s].page->stream().document());
        values.push_back(label->value.occurrences);
        scope_of.push_back(s);
      }
    }
    const std::vector<size_t> chosen = model::choose_consistent(documents, values);
    AttributePlaces out;
    out.runs.resize(scopes.size(), std::vector<std::pair<TokenRun, NodeId>>());
    std::map<std::pair<size_t, std::string>, size_t> at_path;
    std::map<std::string, size_t> of_path;
    for (size_t v = 0; v < values.size(); ++v) {
      const std::string path = dom::tag_path(*documents[v], values[v][chosen[v]].node);
      out.list |= ++at_path[{scope_of[v], path}] > 1;
      ++of_path[path];
    }
    if (input_.schema != nullptr) {
      const model::Attribute* known = input_.schema->find_path(attribute);
      out.list |= known != nullptr && known->set;
    }
    // The commonest path is that of the rendering to learn.
    const auto commonest = std::max_element(of_path.begin(), of_path.end(),
                                            [](auto& a, auto& b) { return a.second < b.second; });
    for (size_t v = 0; v < values.size(); ++v) {
      const Occurrence& place = values[v][chosen[v]];
      auto& runs = out.runs[scope_of[v]];
      const auto run = run_of(*scopes[scope_of[v]].page, place);
      if (!run) {
        if (runs && runs->empty()) runs.reset();
        continue;
      }
      if (!runs) runs.emplace();
      if (out.source.empty()) out.source = place.attribute;
      const bool common = dom::tag_path(*documents[v], place.node) == commonest->first;
      if (!out.list && !runs->empty()) {
        if (common) runs->front() = {*run, place.node};
      } else {
        runs->push_back({*run, place.node});
      }
    }
    for (auto& runs : out.runs) {
      if (runs)
        std::sort(runs->begin(), runs->end(),
                  [](const auto& a, const auto& b) { return a.first.begin < b.first.begin; });
    }
    return out;
  }

  std::optional<CatalogNode> learn_attribute(const std::string& name,
                                             const std::vector<Scope>& scopes,
                                             const std::vector<Scope>& others,
                                             const std::string& prefix) {
    const AttributePlaces places = places_of(prefix + name, scopes);
    if (places.list) {
      std::vector<ItemList> lists;
      for (size_t s = 0; s < scopes.size(); ++s) {
        if (!places.runs[s] || places.runs[s]->empty()) continue;
        std::vector<std::vector<NodeId>> nodes;
        for (const auto& [run, node] : *places.runs[s]) nodes.push_back({node});
        auto list = list_around(scopes[s], nodes);
        if (!list) continue;
        for (size_t i = 0; i < list->items.size(); ++i)
          list->items[i].run = (*places.runs[s])[i].first;
        lists.push_back(std::move(*list));
      }
      if (!lists.empty()) {
        CatalogNode node{.name = name, .source = places.source, .list = true};
        if (learn_list_rules(prefix + name, lists, others, node)) return node;
      }
    }
    CatalogNode node{.name = name, .source = places.source, .end_from_start = options_.until};
    RuleSample start, end{.backward = !options_.until, .ends = options_.until};
    for (size_t s = 0; s < scopes.size(); ++s) {
      const TokenRun& run = scopes[s].run;
      if (!places.runs[s]) continue;
      LandmarkExample example{scopes[s].page, run.begin, run.end, std::nullopt};
      if (!places.runs[s]->empty()) {
        const TokenRun& value = places.runs[s]->front().first;
        example.target = value.begin - run.begin;
        if (end.backward) {
          end.examples.push_back({example.page, run.begin, run.end, run.end - value.end});
        } else {
          end.examples.push_back({example.page, value.begin, run.end, value.end - value.begin});
        }
      }
      start.examples.push_back(example);
    }
    add_others(others, start);
    if (!learn_into(prefix + name, start, node.start)) return std::nullopt;
    if (!node.source.empty()) return node;
    if (end.backward) {
      add_others(others, end);
    } else {
      for (const LandmarkExample& other : start.others) {
        const auto tokens =
            std::span(other.page->stream().tokens()).subspan(other.begin, other.end - other.begin);
        if (const auto found = run(node.start, wrap::TokenView(tokens, false)))
          end.others.push_back(
              {other.page, other.begin + found->position, other.end, std::nullopt});
      }
    }
    if (!learn_into(prefix + name, end, node.end)) return std::nullopt;
    return node;
  }

  // --- lists ---

  // A list of tuples: nested sets, and the records of a page.
  std::optional<CatalogNode> learn_set(const std::string& name, const std::vector<Scope>& scopes,
                                       const std::vector<Scope>& others, const std::string& prefix,
                                       size_t depth) {
    std::vector<ItemList> lists;
    for (const Scope& scope : scopes) {
      std::map<std::string, std::vector<const PlacedLabel*>> items;
      std::vector<std::string> order;
      for (const PlacedLabel* label : scope.labels) {
        if (!label->attribute.starts_with(prefix)) continue;
        auto& labels = items[record_part(label->record, depth)];
        if (labels.empty()) order.push_back(record_part(label->record, depth));
        labels.push_back(label);
      }
      std::vector<std::vector<NodeId>> nodes;
      for (const std::string& item : order) {
        nodes.emplace_back();
        for (const PlacedLabel* label : items[item])
          nodes.back().push_back(label->value.occurrences.front().node);
      }
      auto list = list_around(scope, nodes);
      if (!list) continue;
      for (size_t i = 0; i < order.size(); ++i) list->items[i].labels = items[order[i]];
      std::sort(list->items.begin(), list->items.end(),
                [](const Scope& a, const Scope& b) { return a.run.begin < b.run.begin; });
      lists.push_back(std::move(*list));
    }
    if (lists.empty()) {
      problems_.push_back(fmt::format("{}: no page shows two items beside each other",
                                      name.empty() ? "records" : name));
      return std::nullopt;
    }
    CatalogNode node{.name = name, .list = true};
    if (!learn_list_rules(name.empty() ? "records" : name, lists, others, node))
      return std::nullopt;
    std::vector<Scope> items;
    for (const ItemList& list : lists)
      items.insert(items.end(), list.items.begin(), list.items.end());
    node.children = learn_tuple(items, {}, prefix, depth + 1);
    if (node.children.empty()) return std::nullopt;
    return node;
  }

  static std::string record_part(const std::string& record, size_t depth) {
    size_t end = record.find('/');
    for (size_t d = 0; d < depth && end != std::string::npos; ++d) end = record.find('/', end + 1);
    return record.substr(0, end);
  }

  // Step 2. Nothing if there is one item alone, or two share a child.
  static std::optional<ItemList> list_around(const Scope& scope,
                                             const std::vector<std::vector<NodeId>>& items) {
    if (items.size() < 2) return std::nullopt;
    const wrap::TokenStream& stream = scope.page->stream();
    const dom::Document& doc = stream.document();
    NodeId around = items[0][0];
    for (const auto& nodes : items) {
      for (const NodeId n : nodes) around = doc.lowest_common_ancestor(around, n);
    }
    const auto child_of = [&](NodeId n) {
      while (n != around && doc.parent(n) != around) n = doc.parent(n);
      return n;
    };
    ItemList list{&scope, {UINT32_MAX, 0}, {}};
    std::set<std::pair<NodeId, NodeId>> taken;
    for (const auto& nodes : items) {
      NodeId first = child_of(nodes[0]), last = first;
      for (const NodeId n : nodes) {
        first = std::min(first, child_of(n));
        last = std::max(last, child_of(n));
      }
      const uint32_t first_tag = doc.is_element(first) ? 1 : 0;
      const uint32_t last_tag = doc.is_element(last) ? 1 : 0;
      taken.insert({first, last});
      list.items.push_back(
          {scope.page, {stream.first_of(first) + first_tag, stream.end_of(last) - last_tag}, {}});
      // A text in the list has its neighbours for landmarks.
      list.run.begin = std::min(list.run.begin, stream.first_of(first) - (1 - first_tag));
      list.run.end = std::max(list.run.end, stream.end_of(last) + (1 - last_tag));
    }
    if (taken.size() < items.size() && doc.is_element(around)) return std::nullopt;
    list.run.begin = std::max(list.run.begin, scope.run.begin);
    list.run.end = std::min(list.run.end, scope.run.end);
    return list;
  }

  // Step 3 for the list and its items.
  bool learn_list_rules(const std::string& name, const std::vector<ItemList>& lists,
                        const std::vector<Scope>& others, CatalogNode& node) {
    RuleSample start, end{.backward = true}, item_start, item_end{.backward = true};
    for (const ItemList& list : lists) {
      const Scope& scope = *list.scope;
      start.examples.push_back(
          {scope.page, scope.run.begin, scope.run.end, list.run.begin - scope.run.begin});
      end.examples.push_back(
          {scope.page, scope.run.begin, scope.run.end, scope.run.end - list.run.end});
      uint32_t from = list.run.begin, to = list.run.end;
      for (const Scope& item : list.items) {
        item_start.examples.push_back({scope.page, from, list.run.end, item.run.begin - from});
        from = item.run.begin;
      }
      item_start.examples.push_back({scope.page, from, list.run.end, std::nullopt});
      for (auto item = list.items.rbegin(); item != list.items.rend(); ++item) {
        item_end.examples.push_back({scope.page, list.run.begin, to, to - item->run.end});
        to = item->run.end;
      }
      item_end.examples.push_back({scope.page, list.run.begin, to, std::nullopt});
    }
    add_others(others, start);
    add_others(others, end);
    return learn_into(name, start, node.start) && learn_into(name, end, node.end) &&
           learn_into(name, item_start, node.item_start) &&
           (!node.source.empty() || learn_into(name, item_end, node.item_end));
  }

  static void add_others(const std::vector<Scope>& others, RuleSample& sample) {
    for (const Scope& other : others)
      sample.others.push_back({other.page, other.run.begin, other.run.end, std::nullopt});
  }

  // False when there is no rule at all.
  bool learn_into(const std::string& name, const RuleSample& sample, wrap::LandmarkRule& rule) {
    LearnedRule learned = learn_rule(sample, options_);
    if (learned.uncovered > 0) {
      problems_.push_back(fmt::format(
          "{}: no landmarks tell the {} of {} of {} examples from other places", name,
          sample.backward ? "end" : "beginning", learned.uncovered, sample.examples.size()));
    }
    rule = std::move(learned.rule);
    return !rule.disjuncts.empty();
  }

  const model::InducerInput& input_;
  const Places& places_;
  const StalkerOptions& options_;
  std::deque<TokenIndex> pages_;
  std::vector<Scope> others_;  // Unlabelled pages.
  std::vector<std::string> problems_;
};

}  // namespace

Result<model::Induced> learn_landmarks(const model::InducerInput& input,
                                       const StalkerOptions& options) {
  if (input.labels.empty())
    return Error{ErrorCode::kInvalidArgument, "no labels: label at least one page"};
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  CatalogLearner learner(input, places, options);
  std::vector<CatalogNode> roots = learner.learn();
  if (roots.empty()) {
    return Error{ErrorCode::kNotFound, learner.problems().empty()
                                           ? "no label could be found on its page"
                                           : learner.problems().front()};
  }
  return model::Induced{std::make_unique<wrap::LandmarksWrapper>(std::move(roots)),
                        std::move(learner.problems())};
}

}  // namespace weft::induce
