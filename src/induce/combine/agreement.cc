#include "induce/combine/agreement.h"

#include <algorithm>
#include <set>

namespace weft::induce {
namespace {

using model::Record;

std::set<std::string> attributes_of(const std::vector<const Record*>& row) {
  std::set<std::string> names;
  for (const Record* record : row) {
    if (record == nullptr) continue;
    for (const Record::Field& field : record->fields) names.insert(field.name);
  }
  return names;
}

}  // namespace

std::vector<PageAgreement> check_agreement(const std::vector<const model::Wrapper*>& wrappers,
                                           const std::vector<const model::Page*>& pages) {
  std::vector<PageAgreement> out;
  for (const model::Page* page : pages) {
    PageAgreement agreement{page->id, 1, {}};
    std::vector<model::Extraction> extractions;
    for (const model::Wrapper* wrapper : wrappers) extractions.push_back(wrapper->apply(*page));
    size_t values = 0;
    for (const auto& row : wrap::side_by_side(extractions)) {
      for (const std::string& attribute : attributes_of(row)) {
        Disagreement said{attribute, {}};
        for (const Record* record : row)
          said.values.push_back(
              wrap::value_key(record == nullptr ? nullptr : record->find(attribute)));
        ++values;
        if (std::any_of(said.values.begin(), said.values.end(),
                        [&](const std::string& v) { return v != said.values[0]; }))
          agreement.disagreements.push_back(std::move(said));
      }
    }
    if (values != 0) {
      agreement.agreement =
          1 - static_cast<double>(agreement.disagreements.size()) / static_cast<double>(values);
    }
    out.push_back(std::move(agreement));
  }
  return out;
}

const PageAgreement* most_contended(const std::vector<PageAgreement>& pages,
                                    const std::vector<std::string>& labelled) {
  const PageAgreement* worst = nullptr;
  for (const PageAgreement& page : pages) {
    if (page.disagreements.empty()) continue;
    if (std::find(labelled.begin(), labelled.end(), page.page) != labelled.end()) continue;
    if (worst == nullptr || page.agreement < worst->agreement) worst = &page;
  }
  return worst;
}

}  // namespace weft::induce
