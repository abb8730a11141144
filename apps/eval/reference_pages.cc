#include "eval/reference_pages.h"

#include <algorithm>

#include "dom/path.h"
#include "dom/text.h"
#include "select/query.h"

namespace weft::eval {

std::vector<std::vector<dom::NodeId>> nodes_of(const ReferenceLayout& layout,
                                               const dom::Document& doc) {
  const auto find = [&](const char* at, select::NodeRef from) {
    return *select::Query::xpath(at)->select(doc, {.node = from});
  };
  const select::NodeSet records =
      layout.records == nullptr ? select::NodeSet{select::NodeRef{}} : find(layout.records, {});
  std::vector<std::vector<dom::NodeId>> nodes;
  for (const select::NodeRef record : records) {
    std::vector<dom::NodeId>& of_record = nodes.emplace_back();
    for (const ReferencePlace& place : layout.places) {
      const select::NodeSet found = find(place.at, record);
      of_record.push_back(found.empty() ? dom::kNoNode : found.front().node);
    }
  }
  return nodes;
}

std::vector<model::Label> labels_of(const ReferenceLayout& layout, const model::Page& page) {
  std::vector<model::Label> labels;
  const auto nodes = nodes_of(layout, page.document);
  for (size_t r = 0; r < nodes.size(); ++r) {
    for (size_t a = 0; a < layout.places.size(); ++a) {
      model::Label label{
          .page = page.id, .record = std::to_string(r), .attribute = layout.places[a].attribute};
      if (nodes[r][a] != dom::kNoNode) {
        label.path = dom::indexed_path(page.document, nodes[r][a]);
        label.value = dom::value_text(page.document, nodes[r][a]);
      } else if (layout.records != nullptr) {
        continue;  // Only pages are said to lack something.
      }
      labels.push_back(std::move(label));
    }
  }
  return labels;
}

void ReferenceCounts::add(const ReferenceCounts& other) {
  for (size_t a = 0; a < right.size(); ++a) right[a] += other.right[a];
  records += other.records;
  whole += other.whole;
}

void ReferenceCounts::add(const ReferenceLayout& layout, const model::Wrapper& wrapper,
                          const model::Page& page) {
  const auto nodes = nodes_of(layout, page.document);
  const std::vector<model::Record> found = wrapper.apply(page).records;
  records += std::max(nodes.size(), found.size());
  for (size_t r = 0; r < nodes.size(); ++r) {
    size_t here = 0;
    for (size_t a = 0; a < layout.places.size(); ++a) {
      const model::Value* value =
          r < found.size() ? found[r].find(layout.places[a].attribute) : nullptr;
      const std::string wanted =
          nodes[r][a] == dom::kNoNode ? "" : dom::value_text(page.document, nodes[r][a]);
      if ((value == nullptr ? "" : value->text) != wanted) continue;
      ++here;
      ++right[a];
    }
    whole += here == layout.places.size() ? 1 : 0;
  }
}

}  // namespace weft::eval
