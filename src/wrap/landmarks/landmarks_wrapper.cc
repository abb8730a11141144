// The catalog tree on a page.
//
//   1  The start rule reads the parent's tokens from the beginning, the end rule backwards from the
//      end (or on from the start); what lies between is the node. No node where a rule fails or the
//      ends cross.
//   2  A list is broken into items: the item rules are applied again from where they stopped.
//      Beginnings are paired with the ends that follow before the next beginning.
//   3  Leaves become values, tuples records, down the tree.
//
// Tested by src/induce/landmarks/landmarks_test.cc.

#include "wrap/landmarks/landmarks_wrapper.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"

namespace weft::wrap {
namespace {

using model::Record;
using model::Value;

constexpr size_t kMaxItems = 10'000;  // Of one list.

struct TokenSpan {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t examples = 0;  // That the rules were learned from: the fewer of the two.
};

struct FoundValue {
  const CatalogNode* node = nullptr;
  TokenSpan span;
};

class CatalogRun {
 public:
  explicit CatalogRun(const dom::Document& doc) : stream_(doc) {}

  std::vector<Record> records(const std::vector<CatalogNode>& roots) {
    const TokenSpan page{0, stream_.size(), 0};
    std::vector<Record> records;
    if (roots.size() == 1 && roots[0].name.empty()) {
      if (const auto span = find(roots[0], page)) {
        for (const TokenSpan& item : items(roots[0], *span))
          records.push_back(tuple(roots[0].children, item));
      }
    } else {
      records.push_back(tuple(roots, page));
    }
    std::erase_if(records, [](const Record& record) { return record.fields.empty(); });
    for (size_t i = 0; i < records.size(); ++i) records[i].id = std::to_string(i);
    return records;
  }

  [[nodiscard]] const std::vector<FoundValue>& found() const { return found_; }
  // The node whose text or attribute a value is.
  [[nodiscard]] dom::NodeId node_of(const FoundValue& value) const {
    return value.node->source.empty() ? stream_.node_around(value.span.begin, value.span.end)
                                      : stream_.tokens()[value.span.begin].node;
  }

 private:
  [[nodiscard]] TokenView view(const TokenSpan& span, bool backward) const {
    return {std::span(stream_.tokens()).subspan(span.begin, span.end - span.begin), backward};
  }

  // Step 1.
  [[nodiscard]] std::optional<TokenSpan> find(const CatalogNode& node,
                                              const TokenSpan& parent) const {
    const auto start = run(node.start, view(parent, false));
    if (!start) return std::nullopt;
    const uint32_t begin = parent.begin + start->position;
    if (!node.source.empty()) {
      if (begin == 0) return std::nullopt;
      return TokenSpan{begin - 1, begin, start->disjunct->examples};
    }
    const bool on = node.end_from_start;
    const auto end = run(node.end, on ? view({begin, parent.end, 0}, false) : view(parent, true));
    if (!end) return std::nullopt;
    const uint32_t last = on ? begin + end->position : parent.end - end->position;
    if (last <= begin) return std::nullopt;
    return TokenSpan{begin, last, std::min(start->disjunct->examples, end->disjunct->examples)};
  }

  // All positions at which the rule stops, applied again from each.
  static std::vector<RuleMatch> stops(const LandmarkRule& rule, const TokenView& view) {
    std::vector<RuleMatch> out;
    uint32_t from = 0;
    while (out.size() < kMaxItems) {
      const auto match = run(rule, view, from);
      if (!match || match->position >= view.size()) break;
      // SkipUntil may stop where it began.
      from = std::max(match->position, from + 1);
      out.push_back(*match);
    }
    return out;
  }

  // Step 2.
  [[nodiscard]] std::vector<TokenSpan> items(const CatalogNode& node, const TokenSpan& list) const {
    const std::vector<RuleMatch> starts = stops(node.item_start, view(list, false));
    std::vector<RuleMatch> ends;
    if (node.source.empty()) ends = stops(node.item_end, view(list, true));
    std::reverse(ends.begin(), ends.end());
    std::vector<TokenSpan> out;
    size_t e = 0;
    for (size_t s = 0; s < starts.size(); ++s) {
      const uint32_t begin = list.begin + starts[s].position;
      const uint32_t limit = s + 1 < starts.size() ? list.begin + starts[s + 1].position : list.end;
      if (!node.source.empty()) {
        if (begin > 0) out.push_back({begin - 1, begin, starts[s].disjunct->examples});
        continue;
      }
      while (e < ends.size() && list.end - ends[e].position <= begin) ++e;
      if (e == ends.size() || list.end - ends[e].position > limit) continue;
      out.push_back({begin, list.end - ends[e].position,
                     std::min(starts[s].disjunct->examples, ends[e].disjunct->examples)});
    }
    return out;
  }

  // Step 3.
  Record tuple(const std::vector<CatalogNode>& nodes, const TokenSpan& span) {
    Record record;
    for (const CatalogNode& node : nodes) {
      const auto found = find(node, span);
      if (!found) continue;
      if (!node.list) {
        if (auto value = leaf(node, *found)) record.set(node.name, std::move(*value));
        continue;
      }
      std::vector<Value> values;
      for (const TokenSpan& item : items(node, *found)) {
        if (!node.children.empty()) {
          Record inner = tuple(node.children, item);
          if (!inner.fields.empty()) values.push_back(Value::nested(std::move(inner)));
        } else if (auto value = leaf(node, item)) {
          values.push_back(std::move(*value));
        }
      }
      if (!values.empty()) record.set(node.name, Value::list(std::move(values)));
    }
    return record;
  }

  std::optional<Value> leaf(const CatalogNode& node, const TokenSpan& span) {
    const FoundValue value{&node, span};
    const dom::Document& doc = stream_.document();
    const dom::NodeId at = node_of(value);
    std::string path = dom::indexed_path(doc, at);
    std::string text;
    if (node.source.empty()) {
      text = stream_.text(span.begin, span.end);
    } else if (doc.is_element(at)) {
      path += "/@" + node.source;
      text = normalize_space(doc.attribute(at, dom::atom_of(node.source)).value_or(""));
    }
    if (text.empty()) return std::nullopt;
    found_.push_back(value);
    const double examples = span.examples;
    return Value::leaf(std::move(text), {std::move(path), doc.source_range(at)},
                       (examples + 1) / (examples + 2));
  }

  TokenStream stream_;
  std::vector<FoundValue> found_;
};

struct LandmarksBody {
  std::vector<CatalogNode> catalog;
};
void describe(JsonFields& json, LandmarksBody& body) { json.required("catalog", body.catalog); }

}  // namespace

void describe(JsonFields& json, CatalogNode& node) {
  json.optional("name", node.name);
  json.optional("source", node.source);
  json.required("start", node.start);
  json.field("end", node.end);
  json.optional("end_from_start", node.end_from_start);
  json.optional("list", node.list);
  if (json.reading() || node.list) {
    json.field("item_start", node.item_start);
    json.field("item_end", node.item_end);
  }
  json.unless_empty("children", node.children);
}

model::Extraction LandmarksWrapper::apply(const model::Page& page) const {
  model::Extraction extraction;
  extraction.page = page.id;
  extraction.records = CatalogRun(page.document).records(roots_);
  if (extraction.records.empty()) {
    extraction.diagnostics.push_back(
        {DiagnosticKind::kOther, 0, "no landmarks of the wrapper are on this page"});
  }
  return extraction;
}

std::vector<model::Explanation> LandmarksWrapper::explain(const model::Page& page,
                                                          dom::NodeId node) const {
  const dom::Document& doc = page.document;
  CatalogRun catalog(doc);
  (void)catalog.records(roots_);
  std::vector<model::Explanation> out;
  for (const FoundValue& value : catalog.found()) {
    const dom::NodeId at = catalog.node_of(value);
    if (!doc.contains(at, node) && !doc.contains(node, at)) continue;
    const CatalogNode& rules = *value.node;
    const LandmarkRule& start = rules.list ? rules.item_start : rules.start;
    const LandmarkRule& end = rules.list ? rules.item_end : rules.end;
    model::Explanation explanation{rules.name, true, to_string(start), {}};
    explanation.reasons.push_back("the value begins where the start rule stops: " +
                                  to_string(start));
    explanation.reasons.push_back(
        rules.source.empty()
            ? fmt::format("it ends where the end rule, read {}, stops: {}",
                          rules.end_from_start ? "on from there" : "backwards", to_string(end))
            : "it is the attribute " + rules.source + " of the tag before that place");
    explanation.reasons.push_back(
        fmt::format("the rules were learned from {} examples", value.span.examples));
    out.push_back(std::move(explanation));
  }
  return out;
}

Json LandmarksWrapper::to_json() const { return write_json(LandmarksBody{roots_}); }

Result<std::unique_ptr<model::Wrapper>> LandmarksWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(LandmarksBody read, read_json<LandmarksBody>(body, "landmarks wrapper"));
  return std::unique_ptr<model::Wrapper>(new LandmarksWrapper(std::move(read.catalog)));
}

}  // namespace weft::wrap
