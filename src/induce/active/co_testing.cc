// The slides' five steps, of which 1 and 2 are a person's:
//
//   1, 2  some pages are labelled
//   3     wrappers are learned from them, one for each view
//   4     both run on the other pages; where they disagree, a label teaches most
//   5     nobody disagrees anywhere: enough is labelled
//
// Tested by active_test.cc; measured by `weft eval active`.

#include "induce/active/co_testing.h"

#include <algorithm>
#include <map>
#include <set>

#include "induce/active/label_session.h"
#include "induce/inducers.h"

namespace weft::induce {
namespace {

// By record and attribute the values, as a set: lists are compared whatever their order.
std::map<std::string, std::map<std::string, std::set<std::string>>> values_by_record(
    const model::Extraction& extraction) {
  std::map<std::string, std::map<std::string, std::set<std::string>>> out;
  // Wrappers number records as they like; on a page of one record it is the first.
  for (size_t r = 0; r < extraction.records.size(); ++r) {
    model::Extraction one{.page = extraction.page};
    one.records.push_back(extraction.records[r]);
    for (const model::Label& label : labels_of(one))
      out[std::to_string(r)][label.attribute].insert(label.value);
  }
  return out;
}

std::string first_of(const std::set<std::string>& values) {
  return values.empty() ? "" : *values.begin();
}

}  // namespace

std::vector<ContendedPage> contended_pages(const model::Wrapper& first,
                                           const model::Wrapper& second,
                                           const std::vector<const model::Page*>& pages,
                                           const std::vector<model::Label>& labels) {
  std::set<std::string> labelled;
  for (const model::Label& label : labels) labelled.insert(label.page);
  std::vector<ContendedPage> out;
  for (const model::Page* page : pages) {
    if (labelled.contains(page->id)) continue;
    auto one = values_by_record(first.apply(*page));
    auto other = values_by_record(second.apply(*page));
    ContendedPage contended{.page = page->id};
    std::map<std::string, std::set<std::string>> attributes;  // By record.
    for (const auto* side : {&one, &other}) {
      for (const auto& [record, values] : *side) {
        for (const auto& [attribute, texts] : values) attributes[record].insert(attribute);
      }
    }
    for (const auto& [record, names] : attributes) {
      for (const std::string& name : names) {
        const auto& a = one[record][name];
        const auto& b = other[record][name];
        if (a == b) continue;
        if (contended.attributes++ > 0) continue;
        contended.attribute = name;
        contended.first = first_of(a);
        contended.second = first_of(b);
      }
    }
    if (contended.attributes > 0) out.push_back(std::move(contended));
  }
  std::stable_sort(out.begin(), out.end(), [](const ContendedPage& a, const ContendedPage& b) {
    return a.attributes > b.attributes;
  });
  return out;
}

Result<std::vector<ContendedPage>> co_test(const model::InducerInput& input,
                                           std::string_view first_view,
                                           std::string_view second_view) {
  WEFT_ASSIGN(const model::Inducer one, find_inducer(first_view));
  WEFT_ASSIGN(const model::Inducer other, find_inducer(second_view));
  WEFT_ASSIGN(const model::Induced first, one(input));
  WEFT_ASSIGN(const model::Induced second, other(input));
  return contended_pages(*first.wrapper, *second.wrapper, input.pages, input.labels);
}

}  // namespace weft::induce
