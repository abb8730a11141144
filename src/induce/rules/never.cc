// Where "Publisher:" is followed by nothing, the next text is no publisher:
//
//   Publisher: Knopf    Date: 2010       the rule "the text after Publisher:" gives Knopf
//   Publisher: Vintage  Date: 2011       Vintage
//   Publisher:          Date: 2012       Date:, which is never a value
//
// 1. The best rule runs on all pages of the sample.
// 2. A text that follows one of its values, stands on nearly all pages and is no label is never a
//    value.
//
// Tested by pointed_test.cc.

#include "induce/rules/never.h"

#include <algorithm>
#include <map>

#include "wrap/rules/matcher.h"

namespace weft::induce {
namespace {

using dom::NodeId;

// When a text is part of the template.
struct TemplateTextParameters {
  size_t min_units = 5;  // If of at least so many pages
  double share = 0.8;    // this share has it.
};
constexpr TemplateTextParameters kTemplateText;

class NeverValues {
 public:
  NeverValues(SampleColumns& columns, const std::vector<Unit>& units)
      : columns_(columns), units_(units) {
    count_texts();
  }

  void find(const AttributeRequest& request, wrap::AttributeRules& attribute) const {
    if (attribute.rules.empty() || attribute.rules.front().statistics.precision < 1 ||
        attribute.list)
      return;
    const wrap::Matcher matcher({&attribute.rules.front()});  // Step 1.
    std::vector<std::string>& never = attribute.never;
    for (const Unit& unit : units_) {
      const PageColumns& page = columns_.page(unit.page);
      const dom::Document& doc = *page.document;
      const std::vector<NodeId> found = matcher.select_first(doc, unit.root);
      if (found.empty()) continue;
      const NodeId next = page.text_at_or_after[index(doc.end(found.front()))];
      if (next == dom::kNoNode || !doc.contains(unit.root, next)) continue;
      const Symbol text = page.text[index(next)];
      if (!is_template_text(text)) continue;  // Step 2.
      std::string value(columns_.symbols().text(text));
      if (!is_labelled(request, value) &&
          std::find(never.begin(), never.end(), value) == never.end())
        never.push_back(std::move(value));
    }
    std::sort(never.begin(), never.end());
  }

 private:
  // Of pages; records of one page share values as well as texts of the template.
  void count_texts() {
    for (const Unit& unit : units_) {
      if (unit.root != dom::kRoot) return;
      const PageColumns& page = columns_.page(unit.page);
      std::vector<Symbol> texts;
      for (const NodeId n : page.document->subtree(unit.root)) {
        if (page.document->is_text(n) && page.text[index(n)] != kNoSymbol)
          texts.push_back(page.text[index(n)]);
      }
      std::sort(texts.begin(), texts.end());
      texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
      for (const Symbol text : texts) ++units_with_[text];
    }
  }

  [[nodiscard]] bool is_template_text(Symbol text) const {
    const auto it = units_with_.find(text);
    return units_.size() >= kTemplateText.min_units && it != units_with_.end() &&
           static_cast<double>(it->second) >=
               kTemplateText.share * static_cast<double>(units_.size());
  }

  static bool is_labelled(const AttributeRequest& request, const std::string& text) {
    for (const PlacedUnit& unit : request.labels) {
      for (const PlacedValue& value : unit.values) {
        if (value.value == text) return true;
      }
    }
    return false;
  }

  SampleColumns& columns_;
  const std::vector<Unit>& units_;
  std::map<Symbol, size_t> units_with_;  // By text.
};

}  // namespace

void find_never_values(SampleColumns& columns, const std::vector<Unit>& units,
                       const std::vector<AttributeRequest>& requests,
                       std::vector<wrap::AttributeRules>& attributes) {
  const NeverValues never(columns, units);
  for (size_t a = 0; a < attributes.size(); ++a) never.find(requests[a], attributes[a]);
}

}  // namespace weft::induce
