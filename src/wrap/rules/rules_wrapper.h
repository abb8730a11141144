// RulesWrapper: the wrapper of kind "rules": XPath rules learned from labels ([Vertex] III-C).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "dom/document.h"
#include "model/wrapper.h"
#include "wrap/rules/matcher.h"
#include "wrap/rules/rule.h"
#include "wrap/rules/typed_patterns.h"
#include "wrap/rules/value_profile.h"

namespace weft::wrap {

// Record grouping: which of the values of a page belong to one record, where records have no
// element of their own, but follow one another:
//
//   <h3>A</h3><p>1</p><p>new</p><h3>B</h3><p>2</p>     each begins with its <h3>

// A value of an attribute that was found on a page.
struct PlacedNode {
  std::string attribute;
  dom::NodeId node = dom::kNoNode;
};

// For each of the values, in document order, the number of its record; records are numbered in the
// order in which they begin. -1: of a record that does not begin on the page.
std::vector<int> group_values(const std::vector<PlacedNode>& values,
                              const RecordGrouping& grouping);

class RulesWrapper final : public model::Wrapper {
 public:
  // `user_patterns`: typed patterns by name besides the built-in ones; those that RE2 refuses are
  // left out.
  explicit RulesWrapper(RecordRules rules, std::map<std::string, std::string> user_patterns = {});
  RulesWrapper(const RulesWrapper&) = delete;  // The compiled form points into the rules.
  RulesWrapper& operator=(const RulesWrapper&) = delete;

  [[nodiscard]] std::string_view kind() const override { return "rules"; }
  // One record per page, per element of the record rule, or as the grouping says. A page on which
  // no attribute is found has no records.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const RecordRules& rules() const { return rules_; }
  // Typed patterns by name, besides the built-in ones.
  [[nodiscard]] const std::map<std::string, std::string>& user_patterns() const {
    return user_patterns_;
  }
  // The regular expressions of all typed patterns, by name.
  [[nodiscard]] std::map<std::string, std::string> pattern_texts() const;

  // A value and where it was found.
  struct Found {
    const Rule* rule;
    dom::NodeId node;
    std::string text;
  };

 private:
  // A RecordRules compiled: its record rule, and the best rule of each attribute.
  struct Compiled {
    const RecordRules* rules;
    std::unique_ptr<Matcher> record;
    std::unique_ptr<Matcher> attributes;
    std::vector<ValueProfile> profiles;  // What the values of each attribute look like.
    std::vector<Compiled> nested;
  };
  [[nodiscard]] Compiled compile(const RecordRules& rules) const;
  void extract(const Compiled& compiled, const dom::Document& doc, dom::NodeId root,
               std::vector<model::Record>& records) const;
  // Records without elements of their own: all values of the page, put together.
  void extract_grouped(const Compiled& compiled, const dom::Document& doc, dom::NodeId root,
                       std::vector<model::Record>& records) const;
  // Adds the values of a rule at the nodes it selected: part, type and repetition dealt with.
  // Values that were found before are left out; if `repeated`, only where a node lies in another.
  void add_values(const AttributeRules& attribute, const Rule& rule, const dom::Document& doc,
                  const std::vector<dom::NodeId>& nodes, bool repeated,
                  std::vector<Found>& found) const;
  // The value of an attribute of one record. REQUIRES: some was found.
  static model::Value value_of(const std::vector<Found>& found, bool list, const dom::Document& doc,
                               const ValueProfile& profile);
  void explain_attributes(const RecordRules& rules, const dom::Document& doc, dom::NodeId root,
                          dom::NodeId node, std::vector<model::Explanation>& out) const;

  RecordRules rules_;
  std::map<std::string, std::string> user_patterns_;
  TypedPatterns patterns_;
  Compiled compiled_;
};

}  // namespace weft::wrap
