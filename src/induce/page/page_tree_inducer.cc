// Labelled pages as trees, then WPC. Tested by page_tree_test.cc.

#include "induce/page/page_tree_inducer.h"

#include <map>

#include "induce/tree/labelled_tree.h"
#include "induce/tree/wrapper_induction.h"

namespace weft::induce {

Result<LearnedPageTrees> learn_page_trees(const model::InducerInput& input,
                                          const wrap::TreeOptions& options) {
  WEFT_ASSIGN(LabelledNodes labelled, label_nodes(input));
  const std::string whole = "page";  // A page wrapper knows no records.
  std::map<uint32_t, std::vector<LabelledNode>> pages;
  for (LabelledNode& node : labelled.nodes) {
    node.record = whole;
    pages[node.page].push_back(node);
  }
  wrap::PageTrees out;
  out.options = options;
  out.attributes = std::move(labelled.attributes);
  std::vector<wrap::DomTree> trees;
  for (const auto& [p, nodes] : pages) {
    const dom::Document& doc = input.pages[p]->document;
    trees.push_back(copy_region(RecordView(doc, nodes, whole), dom::kRoot, dom::NodeId{1},
                                doc.end(dom::kRoot), options, out.vocabulary));
  }
  for (PageCluster& cluster :
       cluster_pages(trees, template_texts(input, options), options, out.vocabulary))
    out.trees.push_back(std::move(cluster.wrapper));
  return LearnedPageTrees{std::make_unique<wrap::PageTreeWrapper>(std::move(out)),
                          std::move(labelled.problems)};
}

}  // namespace weft::induce
