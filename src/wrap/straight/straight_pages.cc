#include "wrap/straight/straight_pages.h"

#include <algorithm>

#include "dom/path.h"

namespace weft::wrap {
namespace {

// "/html[1]/a[1]" and "/@href" of "/html[1]/a[1]/@href".
std::pair<std::string_view, std::string_view> split_attribute(std::string_view path) {
  const size_t at = path.rfind("/@");
  if (at == std::string_view::npos) return {path, {}};
  return {path.substr(0, at), path.substr(at)};
}

// A path of `from` as one of `to`, whose nodes are found by `place`; as it is where it leads nowhere.
std::string path_in(const dom::Document& from, const dom::Document& to,
                    const std::vector<dom::NodeId>& place, const std::string& path) {
  const auto [node_path, attribute] = split_attribute(path);
  const auto node = dom::resolve_indexed_path(from, node_path);
  if (!node.ok() || place[dom::index(*node)] == dom::kNoNode) return path;
  return dom::indexed_path(to, place[dom::index(*node)]).append(attribute);
}

}  // namespace

std::optional<StraightPage> StraightPage::of(const model::Page& page) {
  auto straight = dom::straighten_crossed(page.document, dom::Crossed::kAsExpected);
  if (!straight) return std::nullopt;
  StraightPage out;
  out.original_ = &page;
  out.page_ = {.id = page.id,
               .url = page.url,
               .status = page.status,
               .content_type = page.content_type,
               .fetched_at = page.fetched_at,
               .document = std::move(straight->document)};
  out.origin_ = std::move(straight->original);
  out.place_.assign(page.document.size(), dom::kNoNode);
  for (uint32_t i = 0; i < out.origin_.size(); ++i)
    out.place_[dom::index(out.origin_[i])] = dom::NodeId{i};
  for (const dom::NodeId row : straight->turned)
    out.place_[dom::index(out.origin_[dom::index(row)])] = dom::kNoNode;
  return out;
}

std::string StraightPage::straight_path(const std::string& path) const {
  return path_in(original_->document, page_.document, place_, path);
}

void StraightPage::take_back(model::Value& value) const {
  if (!value.provenance.path.empty())
    value.provenance.path =
        path_in(page_.document, original_->document, origin_, value.provenance.path);
  for (model::Value& item : value.items) take_back(item);
  for (model::Record& record : value.record) take_back(record);
}

void StraightPage::take_back(model::Record& record) const {
  for (model::Record::Field& field : record.fields) take_back(field.value);
}

StraightPages::StraightPages(const std::vector<const model::Page*>& pages) {
  straight_.reserve(pages.size());  // pages_ points into it.
  for (const model::Page* page : pages) {
    straight_.push_back(StraightPage::of(*page));
    pages_.push_back(straight_.back() ? &straight_.back()->page() : page);
  }
}

const StraightPage* StraightPages::find(const std::string& id) const {
  const auto it = std::find_if(straight_.begin(), straight_.end(),
                               [&](const auto& one) { return one && one->page().id == id; });
  return it == straight_.end() ? nullptr : &**it;
}

std::vector<model::Label> StraightPages::labels(std::vector<model::Label> labels) const {
  for (model::Label& label : labels) {
    const StraightPage* page = label.path.empty() ? nullptr : find(label.page);
    if (page != nullptr) label.path = page->straight_path(label.path);
  }
  return labels;
}

}  // namespace weft::wrap
