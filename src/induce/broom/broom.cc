// Algorithm 7 (Broom Extraction); the numbers are its lines, copying subtrees is in
// tree/labelled_tree.cc. Tested by broom_test.cc.
//
// DEVIATION: a boundary node that is labelled itself (one label in all, or a link that is labelled
// with its text) lies in no region; its parent is taken.

#include "induce/broom/broom.h"

#include <algorithm>
#include <map>
#include <set>

#include "induce/tree/labelled_tree.h"
#include "induce/tree/wrapper_induction.h"
#include "wrap/tree/wd_alignment.h"

namespace weft::induce {
namespace {

using dom::NodeId;

NodeId boundary_node(const RecordView& view) {
  const NodeId n = view.common_ancestor();
  return n != dom::kRoot && view.is_labelled(n) ? view.document().parent(n) : n;
}

// The first and one past the last node of the children of the boundary node that hold the record.
std::pair<NodeId, NodeId> record_region(const RecordView& view, NodeId boundary,
                                        const wrap::BroomOptions& options) {
  const dom::Document& doc = view.document();
  if (options.context && !view.inside(dom::kRoot).others)
    return {next(boundary), doc.end(boundary)};
  NodeId first = dom::kNoNode, end = next(boundary);
  for (const NodeId child : doc.children(boundary)) {
    if (!view.inside(child).own) continue;
    if (first == dom::kNoNode) first = child;
    end = doc.end(child);
  }
  return {first == dom::kNoNode ? end : first, end};
}

}  // namespace

Broom extract_broom(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
                    const std::string& record, const wrap::BroomOptions& options,
                    wrap::Vocabulary& vocabulary) {
  const RecordView view(doc, labelled, record);
  const NodeId boundary = boundary_node(view);  // 1
  std::vector<dom::Atom> path;
  for (NodeId n = boundary; n != dom::kRoot; n = doc.parent(n)) {
    vocabulary.add_tag(doc.name_text(n));
    path.push_back(doc.name(n));
  }
  std::reverse(path.begin(), path.end());                            // 2, 3
  const auto [begin, end] = record_region(view, boundary, options);  // 4, 5
  return {boundary, std::move(path),
          copy_region(view, boundary, begin, end, options.tree, vocabulary)};  // 6-8
}

// Algorithm 9; the numbers are its lines.

namespace {

// Lines 17 to 33: wrappers that have come near enough become one with `at`.
void merge_neighbours(std::vector<wrap::WrapperTree>& wrappers, size_t at,
                      const wrap::BroomOptions& options, wrap::Vocabulary& vocabulary) {
  for (bool again = true; again;) {  // 19
    again = false;
    for (size_t i = 0; i < wrappers.size(); ++i) {                               // 21
      if (i == at) continue;                                                     // 22
      auto merged = merge(wrappers[i], wrappers[at], options.tree, vocabulary);  // 23
      if (!merged || merged->distance >= options.merge_theta) continue;          // 24
      wrappers[i] = std::move(merged->tree);                                     // 25
      wrappers.erase(wrappers.begin() + static_cast<std::ptrdiff_t>(at));        // 26, 27
      at = i < at ? i : i - 1;                                                   // 28
      again = true;                                                              // 29
      break;
    }
  }
}

}  // namespace

void update_wrappers(std::vector<wrap::WrapperTree>& wrappers, const wrap::DomTree& record,
                     const TemplateTexts& texts, const wrap::BroomOptions& options,
                     wrap::Vocabulary& vocabulary) {
  wrap::WrapperTree fresh = fold(record, texts, options.tree, vocabulary);
  size_t nearest = wrappers.size();
  double least = 2;                               // 7
  for (size_t i = 0; i < wrappers.size(); ++i) {  // 8-14
    const wrap::WdAligner aligner(wrappers[i], vocabulary, options.tree);
    const wrap::WdMatch match = aligner.align(record);
    const double distance = match.distance(aligner.costs());
    if (!match.exceeded_limit && distance < least) least = distance, nearest = i;
  }
  if (least < options.merge_theta) {  // 15
    if (auto merged = merge(wrappers[nearest], fresh, options.tree, vocabulary)) {
      wrappers[nearest] = std::move(merged->tree);  // 16
      merge_neighbours(wrappers, nearest, options, vocabulary);
      return;
    }
  }
  wrappers.push_back(std::move(fresh));  // 35-37
}

// Learning brooms: Algorithm 7 for each labelled record, then clustering and generalising per tag
// path: all at once (cluster_pages), or record by record (update_wrappers).

namespace {

// Heads of the records of one tag path.
using HeadsByPath = std::map<std::vector<dom::Atom>, std::vector<wrap::DomTree>>;

std::map<uint32_t, std::vector<LabelledNode>> by_page(const LabelledNodes& labelled) {
  std::map<uint32_t, std::vector<LabelledNode>> pages;
  for (const LabelledNode& node : labelled.nodes) pages[node.page].push_back(node);
  return pages;
}

// The brooms of a page's records but those known in part, in the order of their first labels.
std::vector<Broom> brooms_of(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
                             std::set<std::string> partial, const wrap::BroomOptions& options,
                             wrap::Vocabulary& vocabulary) {
  std::vector<Broom> brooms;
  for (const LabelledNode& node : labelled) {
    if (partial.insert(node.record).second)
      brooms.push_back(extract_broom(doc, labelled, node.record, options, vocabulary));
  }
  return brooms;
}

std::set<std::string> partial_records(const model::InducerInput& input, const model::Page& page) {
  std::set<std::string> records;
  for (const auto& [id, record] : input.partial) {
    if (id == page.id) records.insert(record);
  }
  return records;
}

wrap::Brooms begin_brooms(const LabelledNodes& labelled, const RecordCounts& counts,
                          const wrap::BroomOptions& options) {
  wrap::Brooms brooms;
  brooms.options = options;
  brooms.attributes = labelled.attributes;
  brooms.records_per_page = static_cast<double>(counts.records) / static_cast<double>(counts.pages);
  return brooms;
}

}  // namespace

Result<LearnedBrooms> learn_brooms(const model::InducerInput& input,
                                   const wrap::BroomOptions& options) {
  WEFT_ASSIGN(LabelledNodes labelled, label_nodes(input));
  wrap::Vocabulary vocabulary;
  RecordCounts counts;
  HeadsByPath heads;
  for (const auto& [p, nodes] : by_page(labelled)) {
    ++counts.pages;
    for (Broom& broom : brooms_of(input.pages[p]->document, nodes,
                                  partial_records(input, *input.pages[p]), options, vocabulary)) {
      ++counts.records;
      heads[broom.path].push_back(std::move(broom.head));
    }
  }
  wrap::Brooms brooms = begin_brooms(labelled, counts, options);
  const TemplateTexts texts = template_texts(input, options.tree);
  for (const auto& [path, trees] : heads) {
    for (PageCluster& cluster : cluster_pages(trees, texts, options.tree, vocabulary))
      brooms.wrappers.push_back({path, std::move(cluster.wrapper)});
  }
  brooms.vocabulary = std::move(vocabulary);
  return LearnedBrooms{std::make_unique<wrap::BroomWrapper>(std::move(brooms)),
                       std::move(labelled.problems)};
}

Result<LearnedBrooms> BroomUpdates::learn(const model::InducerInput& input) {
  look_at(input);  // First, so that pages of an earlier call are never compared with later ones.
  WEFT_ASSIGN(LabelledNodes labelled, label_nodes(input));
  std::map<uint32_t, std::vector<LabelledNode>> pages = by_page(labelled);
  std::vector<uint32_t> order;  // Pages as their labels came.
  for (const model::Label& label : input.labels) {
    const auto page = std::find_if(pages.begin(), pages.end(), [&](const auto& one) {
      return input.pages[one.first]->id == label.page;
    });
    if (page != pages.end() && std::find(order.begin(), order.end(), page->first) == order.end())
      order.push_back(page->first);
  }
  size_t same = 0;
  const auto partial = [&](size_t i) { return partial_records(input, *input.pages[order[i]]); };
  while (same < std::min(steps_.size(), order.size()) && steps_[same].nodes == pages[order[same]] &&
         steps_[same].partial == partial(same))
    ++same;
  steps_.resize(same);
  for (size_t i = same; i < order.size(); ++i) {
    if (input.stop != nullptr && *input.stop)
      return Error{ErrorCode::kTimeout, "learning was stopped"};
    take(input.pages[order[i]]->document, std::move(pages[order[i]]), partial(i));
  }
  wrap::Brooms brooms = begin_brooms(labelled, steps_.back().counts, options_);
  brooms.vocabulary = vocabulary_;
  for (const auto& [path, wrappers] : steps_.back().wrappers) {
    for (const wrap::WrapperTree& wrapper : wrappers) brooms.wrappers.push_back({path, wrapper});
  }
  return LearnedBrooms{std::make_unique<wrap::BroomWrapper>(std::move(brooms)),
                       std::move(labelled.problems)};
}

// The pages of a sample show which texts are the template's. More of them may come; where others
// have taken their place nothing is known.
void BroomUpdates::look_at(const model::InducerInput& input) {
  if (pages_ == input.pages) return;
  const size_t before = pages_.size();
  if (before > input.pages.size() || !std::equal(pages_.begin(), pages_.end(), input.pages.begin()))
    steps_.clear();
  pages_ = input.pages;
  texts_ = template_texts(input, options_.tree);
}

void BroomUpdates::take(const dom::Document& doc, std::vector<LabelledNode> nodes,
                        std::set<std::string> partial) {
  Step step = steps_.empty() ? Step() : steps_.back();
  step.nodes = std::move(nodes);
  step.partial = std::move(partial);
  ++step.counts.pages;
  step.counts.records += step.partial.size();
  for (const Broom& broom : brooms_of(doc, step.nodes, step.partial, options_, vocabulary_)) {
    ++step.counts.records;
    update_wrappers(step.wrappers[broom.path], broom.head, texts_, options_, vocabulary_);
  }
  steps_.push_back(std::move(step));
}

}  // namespace weft::induce
