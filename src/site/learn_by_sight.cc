#include "site/learn_by_sight.h"

#include <algorithm>

#include "base/pointers.h"
#include "dom/path.h"
#include "read/v_wrapper_training.h"
#include "render/estimate.h"

namespace weft::site {
namespace {

using read::VisualLabel;

// What every node of the page is by its labels.
Result<std::vector<VisualLabel>> labels_of_nodes(const model::Page& page,
                                                 std::span<const model::Label> labels) {
  std::vector<VisualLabel> of(page.document.size(), VisualLabel::kOthers);
  for (const model::Label& label : labels) {
    if (label.page != page.id) continue;
    const bool title = label.attribute == "title";
    if (!title && label.attribute != "content")
      return Error{
          ErrorCode::kInvalidArgument,
          "v-wrapper learns 'title' and 'content'; there is a label of '" + label.attribute + "'"};
    auto node = dom::resolve_indexed_path(page.document, label.path);
    if (!node.ok()) return node.error().in(page.id);
    std::fill(of.begin() + dom::index(*node), of.begin() + dom::index(page.document.end(*node)),
              title ? VisualLabel::kTitle : VisualLabel::kContent);
  }
  return of;
}

}  // namespace

Result<read::VWrapper> learn_by_sight(std::span<const model::Page> pages,
                                      std::span<const model::Label> labels) {
  for (const model::Label& label : labels) {
    if (std::none_of(pages.begin(), pages.end(),
                     [&](const model::Page& page) { return page.id == label.page; }))
      return Error{ErrorCode::kNotFound, "no page " + label.page + ", which has labels"};
  }
  std::vector<read::VisualExample> examples;
  bool content = false;
  for (const model::Page& page : pages) {
    WEFT_ASSIGN(const std::vector<VisualLabel> of, labels_of_nodes(page, labels));
    if (std::all_of(of.begin(), of.end(),
                    [](VisualLabel one) { return one == VisualLabel::kOthers; }))
      continue;
    const auto label = [&](dom::NodeId n) { return of[dom::index(n)]; };
    examples.push_back(
        page.layout
            ? read::visual_example(page.document, *page.layout, label)
            : read::visual_example(page.document, render::estimate_layout(page.document), label));
    const auto& found = examples.back().labels;
    content =
        content || std::find(found.begin(), found.end(), VisualLabel::kContent) != found.end();
  }
  if (!content)
    return Error{ErrorCode::kInvalidArgument,
                 "nothing that is drawn has a label of 'content': label the text of a few pages"};
  std::vector<const read::VisualExample*> all = pointers_to(examples);
  return read::fit_v_wrapper(all);
}

}  // namespace weft::site
