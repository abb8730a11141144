// Learning brooms: Algorithm 7 for each labelled record, then clustering and generalising per tag
// path (page_clusters.h). Tested by broom_inducer_test.cc.

#include "induce/broom/broom_inducer.h"

#include <algorithm>
#include <map>
#include <set>

#include "induce/broom/incremental_update.h"
#include "induce/tree/page_clusters.h"

namespace weft::induce {
namespace {

// Heads of the records of one tag path.
using HeadsByPath = std::map<std::vector<dom::Atom>, std::vector<wrap::DomTree>>;

struct PageLabels {
  std::vector<LabelledNode> nodes;
  std::vector<std::string> records;  // In the order of their first label.
};

std::map<uint32_t, PageLabels> by_page(const LabelledNodes& labelled) {
  std::map<uint32_t, PageLabels> pages;
  for (const LabelledNode& node : labelled.nodes) {
    PageLabels& page = pages[node.page];
    page.nodes.push_back(node);
    if (std::find(page.records.begin(), page.records.end(), node.record) == page.records.end())
      page.records.push_back(node.record);
  }
  return pages;
}

bool has_shared(const wrap::DomTree& head) {
  for (uint32_t i = 1; i < head.size(); ++i) {
    if (!head.traits(i).exclusive) return true;
  }
  return false;
}

}  // namespace

Result<LearnedBrooms> learn_brooms(const model::InducerInput& input,
                                   const wrap::BroomOptions& options) {
  WEFT_ASSIGN(LabelledNodes labelled, label_nodes(input));
  wrap::Brooms brooms;
  brooms.options = options;
  brooms.attributes = std::move(labelled.attributes);
  HeadsByPath heads;
  const std::map<uint32_t, PageLabels> pages = by_page(labelled);
  size_t records = 0;
  bool in_columns = options.columns;
  bool crossed = false;
  for (const auto& [p, page] : pages) {
    for (const std::string& record : page.records) {
      Broom broom =
          extract_broom(input.pages[p]->document, page.nodes, record, options, brooms.vocabulary);
      const std::optional<uint32_t> column = column_of(broom);
      in_columns = in_columns && (column || !has_shared(broom.head));
      crossed = crossed || column;
      heads[broom.path].push_back(std::move(broom.head));
      ++records;
    }
  }
  brooms.columns = in_columns && crossed;
  brooms.records_per_page = static_cast<double>(records) / static_cast<double>(pages.size());
  const TemplateTexts texts = template_texts(input, options.tree);
  for (const auto& [path, trees] : heads) {
    if (options.incremental) {
      std::vector<wrap::WrapperTree> wrappers;
      for (const wrap::DomTree& tree : trees)
        update_wrappers(wrappers, tree, texts, options, brooms.vocabulary);
      for (wrap::WrapperTree& wrapper : wrappers)
        brooms.wrappers.push_back({path, std::move(wrapper)});
      continue;
    }
    for (PageCluster& cluster : cluster_pages(trees, texts, options.tree, brooms.vocabulary))
      brooms.wrappers.push_back({path, std::move(cluster.wrapper)});
  }
  return LearnedBrooms{std::make_unique<wrap::BroomWrapper>(std::move(brooms)),
                       std::move(labelled.problems)};
}

Result<model::Induced> induce_broom(const model::InducerInput& input) {
  WEFT_ASSIGN(LearnedBrooms learned, learn_brooms(input));
  return model::Induced{std::move(learned.wrapper), std::move(learned.problems)};
}

namespace {

const model::InducerKind kBroom("broom", &induce_broom);

}  // namespace
}  // namespace weft::induce
