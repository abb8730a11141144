// GrammarWrapper: the wrapper of kind "grammar": the template of whole pages. Made by
// `weft template`. Format: docs/formats/grammar-wrapper.md.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "model/wrapper.h"
#include "wrap/grammar/grammar.h"

namespace weft::wrap {

// By node of the page: whether it stands in an item of a list that has a name and fields.
std::vector<bool> nodes_in_lists(const Grammar& grammar, const GrammarParse& parse,
                                 const dom::Document& doc);

class GrammarWrapper final : public model::Wrapper {
 public:
  // REQUIRES: `grammar` passes check().
  explicit GrammarWrapper(Grammar grammar) : grammar_(std::move(grammar)), matcher_(grammar_) {}

  [[nodiscard]] std::string_view kind() const override { return "grammar"; }
  // One record a page: fields by name, a list as values or as nested records. A page that has less
  // than kLeastConformity of the grammar gives none.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  // Fails with kInvalidArgument for what to_json did not write.
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const Grammar& grammar() const { return grammar_; }
  // The fields of its lists alone, of a page that it parsed so; none if the page has less than
  // kLeastConformity of the grammar.
  [[nodiscard]] model::Record read_lists(const dom::Document& doc, const GrammarParse& parse) const;
  [[nodiscard]] GrammarParse parse(const PageView& view) const { return matcher_.parse(view); }

  static constexpr double kLeastConformity = 0.3;

 private:
  const Grammar grammar_;
  GrammarMatcher matcher_;
};

}  // namespace weft::wrap
