// PageTreeWrapper: the wrapper of kind "page-tree": one wrapper tree per template, whole pages
// ([Zheng] ch. 8). Format: docs/formats/page-tree-wrapper.md.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/wrapper.h"
#include "wrap/tree/record_assembly.h"
#include "wrap/tree/wd_alignment.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

struct PageTrees {
  Vocabulary vocabulary;
  TreeOptions options;
  std::vector<WrapperTree> trees;  // One per template.
  std::vector<AttributeShape> attributes;
  // A page farther than this from every tree is of no known template: nothing is extracted.
  double reject = 0.8;
};

class PageTreeWrapper final : public model::Wrapper {
 public:
  explicit PageTreeWrapper(PageTrees trees);
  PageTreeWrapper(const PageTreeWrapper&) = delete;  // The aligners point into the trees.
  PageTreeWrapper& operator=(const PageTreeWrapper&) = delete;

  [[nodiscard]] std::string_view kind() const override { return "page-tree"; }
  // The tree with the smallest Ψ extracts; of Weft's trees (TreeOptions::prune), what one leaves out
  // of the record counts as well. A new record begins where an attribute that is no list
  // comes again.
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const PageTrees& trees() const { return trees_; }

  // The template of a page ([Zheng] 8.3.2).
  struct Selected {
    size_t tree = 0;
    double distance = 2;            // More than 1: no tree could be aligned.
    double share = 0;               // Of its labels, as on labelled pages (share_as_labelled).
    std::vector<FoundNode> labels;  // In page order.
  };
  [[nodiscard]] Selected select(const dom::Document& doc) const;

 private:
  [[nodiscard]] std::vector<FoundNode> labels_of(size_t tree, const DomTree& page,
                                                 const WdMatch& match) const;

  PageTrees trees_;
  ValueLooks looks_;
  std::vector<std::unique_ptr<WdAligner>> aligners_;
};

}  // namespace weft::wrap
