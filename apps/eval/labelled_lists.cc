#include "eval/labelled_lists.h"

#include <algorithm>
#include <set>

#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

using model::Label;

std::vector<const model::Page*> pointers(const ListSite& site) {
  std::vector<const model::Page*> out;
  for (const ListPage& page : site.pages) out.push_back(&page.page);
  return out;
}

void flatten(const model::Value& value, const std::string& name, FlatRecord& out) {
  if (value.kind == model::Value::Kind::kLeaf) out.emplace_back(name, comparable_value(value.text));
  for (const model::Value& item : value.items) flatten(item, name, out);
}

FlatRecord flat(const model::Record& record) {
  FlatRecord out;
  for (const auto& field : record.fields) flatten(field.value, field.name, out);
  return out;
}

std::string joined(const FlatRecord& record) {
  std::string text;
  for (const auto& [name, value] : record) text += value + " ";
  return text;
}

// The rows with what was asked for.
std::vector<FlatRecord> truth_of(const ListPage& page, const std::set<std::string>& attributes) {
  std::vector<FlatRecord> out;
  for (const TruthRow& row : page.rows) {
    FlatRecord record;
    for (const TruthCell& cell : row) {
      if (attributes.contains(cell.attribute) && !comparable_value(cell.value).empty())
        record.emplace_back(cell.attribute, comparable_value(cell.value));
    }
    if (!record.empty()) out.push_back(std::move(record));
  }
  return out;
}

// Records as the places of their values: what a labelling must get right.
using Places = std::set<std::pair<std::string, std::string>>;

std::string text_place(std::string path) {
  const size_t at = path.rfind("/text()");
  return at == std::string::npos ? path : path.substr(0, at);
}

std::map<std::string, Places> places_by_record(const std::vector<Label>& labels) {
  std::map<std::string, Places> records;
  for (const Label& label : labels)
    records[label.record].insert({label.attribute, text_place(label.path)});
  return records;
}

std::set<Places> predicted_records(const model::Wrapper* wrapper, const model::Page& page) {
  std::set<Places> out;
  if (wrapper == nullptr) return out;
  for (const model::Record& record : wrapper->apply(page).records) {
    Places places;
    for (const auto& field : record.fields) {
      if (field.value.kind == model::Value::Kind::kLeaf)
        places.insert({field.name, text_place(field.value.provenance.path)});
      for (const model::Value& item : field.value.items)
        places.insert({field.name, text_place(item.provenance.path)});
    }
    out.insert(std::move(places));
  }
  return out;
}

std::unique_ptr<model::Wrapper> learn(const model::Inducer& inducer, const ListSite& site,
                                      const std::vector<Label>& labels) {
  if (labels.empty()) return nullptr;
  auto induced = inducer({.pages = pointers(site), .labels = labels});
  return induced.ok() ? std::move(induced->wrapper) : nullptr;
}

}  // namespace

Result<ListScore> judge_lists(const ListSite& site, const std::string& inducer, unsigned labels) {
  WEFT_ASSIGN(const model::Inducer learner, model::find_inducer(inducer));
  std::vector<Label> known;
  std::set<std::string> attributes;
  for (size_t p = 0; p < std::min<size_t>(labels, site.pages.size()); ++p) {
    for (Label& label : label_rows(site.pages[p].page, site.pages[p].rows)) {
      attributes.insert(label.attribute);
      known.push_back(std::move(label));
    }
  }
  const auto wrapper = learn(learner, site, known);
  ListScore score;
  for (size_t p = labels; p < site.pages.size(); ++p) {
    const std::vector<FlatRecord> truth = truth_of(site.pages[p], attributes);
    std::vector<FlatRecord> found;
    if (wrapper != nullptr) {
      for (const model::Record& record : wrapper->apply(site.pages[p].page).records)
        found.push_back(flat(record));
    }
    std::vector<std::string> texts;
    for (const FlatRecord& record : found) texts.push_back(joined(record));
    std::vector<TruthRecord> true_texts;
    for (const FlatRecord& record : truth)
      true_texts.push_back({joined(record), record.front().second});
    score.records.add(match_record_set(texts, true_texts));
    score.attributes.add(align_records(found, truth), found.size(), truth.size());
    ++score.pages;
  }
  return score;
}

SavedLabels count_saved(const ListSite& site, const std::string& inducer) {
  SavedLabels saved;
  const auto learner = model::find_inducer(inducer);
  if (!learner.ok()) return saved;
  std::vector<Label> known;
  std::unique_ptr<model::Wrapper> wrapper;
  for (const ListPage& page : site.pages) {
    const std::vector<Label> all = label_rows(page.page, page.rows);
    std::map<std::string, Places> open = places_by_record(all);
    saved.records += open.size();
    while (!open.empty()) {
      const std::set<Places> predicted = predicted_records(wrapper.get(), page.page);
      std::erase_if(open, [&](const auto& record) { return predicted.contains(record.second); });
      if (open.empty()) break;
      // The first record that is not predicted is labelled by hand, and everything learned again.
      const std::string record = open.begin()->first;
      open.erase(open.begin());
      ++saved.by_hand;
      std::copy_if(all.begin(), all.end(), std::back_inserter(known),
                   [&](const Label& label) { return label.record == record; });
      wrapper = learn(*learner, site, known);
    }
    std::erase_if(known, [&](const Label& label) { return label.page == page.page.id; });
    known.insert(known.end(), all.begin(), all.end());
    wrapper = learn(*learner, site, known);
  }
  return saved;
}

}  // namespace weft::eval
