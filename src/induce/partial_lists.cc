#include "induce/partial_lists.h"

#include <map>
#include <set>

namespace weft::induce {

std::vector<PartialList> partial_lists(const model::Wrapper& wrapper,
                                       const std::vector<const model::Page*>& pages,
                                       const std::vector<model::Label>& labels) {
  std::map<std::string, std::set<std::string>> records;  // By page.
  for (const model::Label& label : labels) {
    // "0/2" is an item within record 0.
    records[label.page].insert(label.record.substr(0, label.record.find('/')));
  }
  std::vector<PartialList> lists;
  for (const model::Page* page : pages) {
    const auto labelled = records.find(page->id);
    if (labelled == records.end() || labelled->second.size() < 2) continue;
    const size_t count = labelled->second.size();
    const size_t found = wrapper.apply(*page).records.size();
    if (found >= 2 * count || 2 * found <= count) lists.push_back({page->id, count, found});
  }
  return lists;
}

}  // namespace weft::induce
