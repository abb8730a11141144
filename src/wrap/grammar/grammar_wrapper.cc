// A page's parse by the grammar, as events, becomes one record: a field is a value, a list of fields is a
// value with items, a list of tuples is nested records.
//
// Tested by grammar_test.cc.

#include "wrap/grammar/grammar_wrapper.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"

namespace weft::wrap {
namespace {

struct GrammarBody {
  std::vector<GrammarNode> nodes;
};
void describe(JsonFields& json, GrammarBody& body) {
  if (!json.reading()) json.note("expression", Grammar{body.nodes}.to_string());
  json.required("nodes", body.nodes);
}

// Whether a node is, or holds, fields; by node.
std::vector<uint32_t> field_counts(const Grammar& grammar) {
  std::vector<uint32_t> counts(grammar.nodes.size(), 0);
  for (size_t i = counts.size(); i-- > 0;) {
    counts[i] = grammar.nodes[i].kind == GrammarKind::kField ? 1 : 0;
    for (const uint32_t child : grammar.nodes[i].children) counts[i] += counts[child];
  }
  return counts;
}

// Events to a record.
class RecordBuilder {
 public:
  RecordBuilder(const Grammar& grammar, const dom::Document& doc, double confidence)
      : grammar_(grammar),
        doc_(doc),
        paths_(doc, dom::NodeId{doc.size()}),
        confidence_(confidence),
        fields_(field_counts(grammar)) {}

  model::Record build(const std::vector<GrammarEvent>& events) {
    records_.emplace_back();
    for (const GrammarEvent& event : events) {
      const GrammarNode& node = grammar_.nodes[event.grammar];
      const bool row =
          node.kind == GrammarKind::kList && !node.name.empty() && fields_[event.grammar] > 0;
      if (event.step == GrammarStep::kEnter && row) {
        records_.emplace_back();
      } else if (event.step == GrammarStep::kLeave && row) {
        model::Record item = std::move(records_.back());
        records_.pop_back();
        if (!item.fields.empty()) add_item(event.grammar, node.name, std::move(item));
      } else if (event.step == GrammarStep::kText && node.kind == GrammarKind::kField &&
                 !node.name.empty()) {
        records_.back().set(
            node.name, model::Value::leaf(normalize_space(doc_.text(event.node)),
                                          {paths_.path(event.node), doc_.source_range(event.node)},
                                          confidence_));
      }
    }
    return std::move(records_[0]);
  }

 private:
  void add_item(uint32_t list, const std::string& name, model::Record item) {
    // A list of single values is a list of values.
    const bool single =
        fields_[list] == 1 && item.fields[0].value.kind == model::Value::Kind::kLeaf;
    model::Value value =
        single ? std::move(item.fields[0].value) : model::Value::nested(std::move(item));
    for (model::Record::Field& field : records_.back().fields) {
      if (field.name == name) return field.value.items.push_back(std::move(value));
    }
    std::vector<model::Value> items;
    items.push_back(std::move(value));
    records_.back().set(name, model::Value::list(std::move(items)));
  }

  const Grammar& grammar_;
  const dom::Document& doc_;
  dom::IndexedPaths paths_;
  double confidence_;
  std::vector<uint32_t> fields_;
  std::vector<model::Record> records_;  // The page's, and those of the lists that are open.
};

}  // namespace

std::vector<bool> nodes_in_lists(const Grammar& grammar, const GrammarParse& parse,
                                 const dom::Document& doc) {
  std::vector<bool> inside(doc.size(), false);
  const std::vector<uint32_t> fields = field_counts(grammar);
  size_t open = 0;
  for (const GrammarEvent& event : parse.events) {
    const GrammarNode& node = grammar.nodes[event.grammar];
    const bool row =
        node.kind == GrammarKind::kList && !node.name.empty() && fields[event.grammar] > 0;
    if (event.step == GrammarStep::kEnter && row) ++open;
    if (event.step == GrammarStep::kLeave && row) --open;
    if (open == 0 || event.node == dom::kNoNode || inside[index(event.node)]) continue;
    for (const dom::NodeId n : doc.subtree(event.node)) inside[index(n)] = true;
  }
  return inside;
}

model::Record GrammarWrapper::read_lists(const dom::Document& doc,
                                         const GrammarParse& parse) const {
  const double conformity = parse.conformity();
  if (conformity < kLeastConformity) return {};
  model::Record record = RecordBuilder(grammar_, doc, conformity).build(parse.events);
  std::erase_if(record.fields, [](const model::Record::Field& field) {
    return field.value.kind != model::Value::Kind::kList;
  });
  return record;
}

model::Extraction GrammarWrapper::apply(const model::Page& page) const {
  model::Extraction extraction;
  extraction.page = page.id;
  const PageView view(page.document);
  const GrammarParse parsed = parse(view);
  if (!parsed.complete) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kLimit, 0, "grammar: elements with too many children were read in part"});
  }
  const double conformity = parsed.conformity();
  if (conformity >= kLeastConformity) {
    model::Record record = RecordBuilder(grammar_, page.document, conformity).build(parsed.events);
    if (!record.fields.empty()) extraction.records.push_back(std::move(record));
  }
  if (conformity < 0.5 || extraction.records.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0,
         fmt::format("the page has {:.0f} % of the template", 100 * conformity)});
  }
  return extraction;
}

std::vector<model::Explanation> GrammarWrapper::explain(const model::Page& page,
                                                        dom::NodeId node) const {
  const PageView view(page.document);
  const GrammarParse parsed = parse(view);
  std::vector<model::Explanation> out;
  for (const GrammarEvent& event : parsed.events) {
    if (event.node == dom::kNoNode || event.step == GrammarStep::kClose ||
        (event.step == GrammarStep::kOpen && event.node != node) ||
        !page.document.contains(node, event.node))
      continue;
    const GrammarNode& at = grammar_.nodes[event.grammar];
    const auto say = [&](const std::string& attribute, std::string why) {
      out.push_back({attribute,
                     !attribute.empty(),
                     fmt::format("{} {} of the grammar", name_of(at.kind), event.grammar),
                     {std::move(why)}});
    };
    if (event.step == GrammarStep::kExtra) {
      out.push_back({"", false, "", {"the grammar has nothing for it"}});
    } else if (at.kind == GrammarKind::kField) {
      say(at.name, "the text at this place of the template differs from page to page");
    } else {
      say("", "it is part of the template");
    }
  }
  return out;
}

Json GrammarWrapper::to_json() const { return write_json(GrammarBody{grammar_.nodes}); }

Result<std::unique_ptr<model::Wrapper>> GrammarWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(GrammarBody read, read_json<GrammarBody>(body, "grammar wrapper"));
  Grammar grammar{std::move(read.nodes)};
  WEFT_TRY(grammar.check());
  return std::unique_ptr<model::Wrapper>(new GrammarWrapper(std::move(grammar)));
}

}  // namespace weft::wrap
