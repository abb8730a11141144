// RegionWrapper: a mined region as a wrapper (kind "region") that runs on other pages of the
// template.
//
// It keeps where records begin (paths of tags and classes from the root) and where their columns
// are (paths from the record). The JSON: docs/formats/region-wrapper.md.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "mine/page_index.h"
#include "mine/region.h"
#include "model/wrapper.h"

namespace weft::mine {

class RegionWrapper : public model::Wrapper {
 public:
  struct ColumnRule {
    std::string name;
    model::ValueType type = model::ValueType::kText;
    std::vector<std::string> paths;  // From the record; any of them.
    double support = 0;              // Share of the records it was learned from that have it.
  };

  // Learns from one page.
  RegionWrapper(const PageIndex& page, const Region& region);

  // Adds what another page of the template showed: further record paths, columns and variants.
  // Columns with a common path are one and keep this wrapper's name.
  void merge(const RegionWrapper& other);

  [[nodiscard]] std::string_view kind() const override { return "region"; }
  // Records are the nodes at a record path that fill at least half of the common columns. When no
  // node has such a path, the last two steps of it suffice.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] nlohmann::ordered_json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const nlohmann::ordered_json& body);

  [[nodiscard]] const std::vector<std::string>& record_paths() const { return record_paths_; }
  [[nodiscard]] const std::vector<ColumnRule>& columns() const { return columns_; }

  // The region this wrapper sees on a page; no records when it does not fit.
  [[nodiscard]] Region find(const PageIndex& page) const;

 private:
  RegionWrapper() = default;
  [[nodiscard]] std::vector<RecordSpan> find_records(const PageIndex& page) const;
  void fill_columns(const PageIndex& page, Region& region) const;

  std::vector<std::string> record_paths_;  // Of the first node of a record.
  uint32_t run_length_ = 1;  // Siblings in the longest record; 1 when records are single nodes.
  std::vector<ColumnRule> columns_;
  double confidence_ = 0;
};

}  // namespace weft::mine
