// ColumnsWrapper: the wrapper of kind "columns": what a template repeats by its grammar, every other
// column by its key. Made by `weft template`. Format: docs/formats/columns-wrapper.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_fields.h"
#include "model/wrapper.h"
#include "wrap/columns/column_keys.h"
#include "wrap/grammar/grammar_wrapper.h"

namespace weft::wrap {

struct KeyColumn {
  std::string name;
  KeyKind kind = KeyKind::kPath;
  uint64_t key = 0;
  std::string at;    // The key, for people.
  double share = 1;  // Of the sample's pages that have it.
};
void describe(JsonFields& json, KeyColumn& column);

class ColumnsWrapper final : public model::Wrapper {
 public:
  // `lists`: the template of whole pages, of which the lists are read; null for none.
  explicit ColumnsWrapper(std::vector<KeyColumn> columns,
                          std::unique_ptr<const GrammarWrapper> lists = nullptr)
      : columns_(std::move(columns)), lists_(std::move(lists)) {}

  [[nodiscard]] std::string_view kind() const override { return "columns"; }
  // One record a page: of each column the first text, or element, that has its key, without its own label
  // or heading if the column stands on that; and the lists.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  // Fails with kInvalidArgument for what to_json did not write.
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const std::vector<KeyColumn>& columns() const { return columns_; }
  [[nodiscard]] const GrammarWrapper* lists() const { return lists_.get(); }

 private:
  // By column the first of the texts with its key, or of the elements with it.
  struct Found {
    const KeyedText* text = nullptr;
    KeyedBlock block;
  };
  [[nodiscard]] std::vector<Found> find(const PageKeys& page) const;

  std::vector<KeyColumn> columns_;
  std::unique_ptr<const GrammarWrapper> lists_;
};

}  // namespace weft::wrap
