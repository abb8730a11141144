// <selectedcontent>: the button of a <select> shows a copy of the selected option (4.10.10.5 of the
// standard, which the parser triggers when it closes an <option>). Done once, at the end of the
// page.

#include <algorithm>

#include "html/tree_builder.h"

namespace weft::html {
namespace {

namespace a = dom::atoms;

bool is_html(const dom::Storage& storage, uint32_t node, dom::Atom name) {
  return storage.name[node] == name &&
         dom::namespace_of(storage.kind[node]) == dom::Namespace::kHtml;
}

bool has_attribute(const dom::Storage& storage, uint32_t node, dom::Atom name) {
  const dom::AttributeEntry* entry = storage.attributes.data() + storage.payload[node];
  for (uint32_t i = 0; i < storage.payload_size[node]; ++i) {
    if (entry[i].name == name) return true;
  }
  return false;
}

}  // namespace

// The <select> whose content `node` shows; kNoRow inside an <option> or when several options may be
// selected.
uint32_t TreeBuilder::select_of_selected_content(uint32_t node) const {
  for (uint32_t n = storage_.parent[node]; n != kNoRow; n = storage_.parent[n]) {
    if (is_html(storage_, n, a::kOption) || is_html(storage_, n, a::kSelectedcontent))
      return kNoRow;
    if (is_html(storage_, n, a::kSelect))
      return has_attribute(storage_, n, a::kMultiple) ? kNoRow : n;
  }
  return kNoRow;
}

// The last one marked as selected, else the first that is not disabled.
uint32_t TreeBuilder::selected_option(uint32_t select) {
  uint32_t first = kNoRow;
  uint32_t marked = kNoRow;
  for (uint32_t n = writer_.next_in_order(select, select); n != kNoRow;
       n = writer_.next_in_order(n, select)) {
    if (!is_html(storage_, n, a::kOption)) continue;
    if (has_attribute(storage_, n, a::kSelected)) marked = n;
    if (first == kNoRow && !has_attribute(storage_, n, a::kDisabled)) first = n;
  }
  return marked != kNoRow ? marked : first;
}

void TreeBuilder::fill_selected_contents() {
  if (selected_contents_.empty()) return;
  writer_.join_text(source_.data());
  std::vector<uint32_t> done;
  for (const uint32_t node : selected_contents_) {
    const uint32_t select = select_of_selected_content(node);
    if (select == kNoRow || std::find(done.begin(), done.end(), select) != done.end()) continue;
    done.push_back(select);
    const uint32_t option = selected_option(select);
    if (option != kNoRow) writer_.replace_children_by_copy(node, option, reopen_budget_);
  }
}

}  // namespace weft::html
