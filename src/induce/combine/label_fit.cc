#include "induce/combine/label_fit.h"

#include <algorithm>

#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

using model::InducerInput;
using model::Label;

const model::Page* find_page(const InducerInput& input, const std::string& id) {
  const auto it = std::find_if(input.pages.begin(), input.pages.end(),
                               [&](const model::Page* page) { return page->id == id; });
  return it == input.pages.end() ? nullptr : *it;
}

void collect_texts(const model::Value& value, std::set<std::string>& out) {
  if (!value.text.empty()) out.insert(value.text);
  for (const model::Value& item : value.items) collect_texts(item, out);
}

// The labels as an extraction: all values are lists, dotted names stay as they are.
model::Extraction truth_of(const InducerInput& input, const Places& places,
                           const PageRecords& page) {
  std::map<std::string, std::map<std::string, std::vector<model::Value>>> records;
  for (const PlacedLabel& label : places.labels) {
    const std::string record = outer_record(label.record);
    if (input.pages[label.page]->id != page.page || !page.records.contains(record)) continue;
    records[record][label.attribute].push_back(model::Value::leaf(label.value.value));
  }
  model::Extraction truth;
  for (auto& [name, fields] : records) {
    truth.records.emplace_back();
    for (auto& [attribute, values] : fields)
      truth.records.back().set(attribute, model::Value::list(std::move(values)));
  }
  return truth;
}

// How alike two sets are (Dice), 1 when both are empty.
double likeness(const std::set<std::string>& a, const std::set<std::string>& b) {
  size_t both = 0;
  for (const std::string& text : a) both += b.contains(text) ? 1 : 0;
  const size_t all = a.size() + b.size();
  return all == 0 ? 1 : 2 * static_cast<double>(both) / static_cast<double>(all);
}

}  // namespace

double mean_share(const Tallies& tallies) {
  double sum = 0;
  for (const auto& [attribute, tally] : tallies) sum += tally.share();
  return tallies.empty() ? 1 : sum / static_cast<double>(tallies.size());
}

bool PageRecords::holds(const Label& label) const {
  return label.page == page && records.contains(outer_record(label.record));
}

std::vector<PageRecords> labelled_records(const std::vector<Label>& labels) {
  std::vector<PageRecords> pages;
  for (const Label& label : labels) {
    auto it = std::find_if(pages.begin(), pages.end(),
                           [&](const PageRecords& page) { return page.page == label.page; });
    if (it == pages.end()) it = pages.insert(pages.end(), {label.page, {}});
    it->records.insert(outer_record(label.record));
  }
  return pages;
}

std::set<std::string> texts_of(const model::Record* record, const std::string& attribute) {
  std::set<std::string> out;
  if (record == nullptr) return out;
  const size_t dot = attribute.find('.');
  const model::Value* value = record->find(attribute.substr(0, dot));
  if (value == nullptr) return out;
  if (dot == std::string::npos) {
    collect_texts(*value, out);
    return out;
  }
  for (const model::Value& item : value->items) {
    for (const model::Record& nested : item.record)
      out.merge(texts_of(&nested, attribute.substr(dot + 1)));
  }
  return out;
}

void tally_page(const InducerInput& input, const Places& places, const PageRecords& records,
                const model::Wrapper& wrapper, Tallies& tallies) {
  const model::Page* page = find_page(input, records.page);
  if (page == nullptr) return;
  const std::vector<model::Extraction> both = {truth_of(input, places, records),
                                               wrapper.apply(*page)};
  const auto rows = wrap::side_by_side(both);
  std::set<std::string> attributes;
  for (const Label& label : input.labels) attributes.insert(label.attribute);
  for (const std::string& attribute : attributes) {
    double right = 0;
    for (const auto& row : rows) {
      if (row[0] == nullptr) continue;
      std::set<std::string> wanted;
      if (const model::Value* value = row[0]->find(attribute); value != nullptr)
        collect_texts(*value, wanted);
      right += likeness(wanted, texts_of(row[1], attribute));
    }
    ++tallies[attribute].seen;
    tallies[attribute].right += right / static_cast<double>(records.records.size());
  }
}

Tallies label_fit(const InducerInput& input, const Places& places, const model::Wrapper& wrapper) {
  Tallies tallies;
  for (const PageRecords& page : labelled_records(input.labels))
    tally_page(input, places, page, wrapper, tallies);
  return tallies;
}

}  // namespace weft::induce
