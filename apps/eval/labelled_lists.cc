// Records are matched to the truth twice: as texts, whatever their fields (record_set.h), and field by field
// (record_alignment.h). What a person need not label is counted by playing one: page after page, a record
// that the wrappers learned so far place exactly as the truth does costs nothing; any other is labelled by
// hand, and the wrapper learned again with it.

#include "eval/labelled_lists.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "dom/path.h"
#include "eval/metrics/text.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/active/prediction.h"
#include "induce/inducers.h"
#include "mine/region.h"
#include "practice/site.h"
#include "wrap/tree/broom_wrapper.h"
#include "wrap/tree/page_tree_wrapper.h"

namespace weft::eval {
namespace {

using model::Label;

std::vector<const model::Page*> pointers(const ListSite& site) {
  std::vector<const model::Page*> out;
  for (const ListPage& page : site.pages) out.push_back(&page.page);
  return out;
}

FlatRecord flat(const model::Record& record) {
  FlatRecord out;
  for (const auto& field : record.fields) {
    model::for_each_leaf(field.value, [&](const model::Value& leaf) {
      out.emplace_back(field.name, comparable_value(leaf.text));
    });
  }
  return out;
}

std::string joined(const FlatRecord& record) {
  std::string text;
  for (const auto& [name, value] : record) text += value + " ";
  return text;
}

// The nodes of each record's values, in page order.
std::vector<std::vector<dom::NodeId>> value_nodes(const dom::Document& doc,
                                                  const std::vector<model::Record>& records) {
  std::vector<std::vector<dom::NodeId>> nodes(records.size());
  for (size_t r = 0; r < records.size(); ++r) {
    model::for_each_leaf(records[r], [&](const model::Value& leaf) {
      const std::string& path = leaf.provenance.path;
      if (const auto n = dom::resolve_indexed_path(doc, path.substr(0, path.find("/@"))); n.ok())
        nodes[r].push_back(*n);
    });
    std::sort(nodes[r].begin(), nodes[r].end());
  }
  return nodes;
}

// What a reader sees from the first value of each record to its last: whole children of the element
// around both, and the values that are attributes. The values alone where records cross.
std::vector<std::string> region_texts(const dom::Document& doc,
                                      const std::vector<model::Record>& records) {
  const auto nodes = value_nodes(doc, records);
  std::vector<std::string> texts;
  for (size_t r = 0; r < records.size(); ++r) {
    const FlatRecord values = flat(records[r]);
    texts.push_back(joined(values));
    if (nodes[r].empty()) continue;
    const dom::NodeId first = nodes[r].front(), last = nodes[r].back();
    const dom::NodeId around = doc.lowest_common_ancestor(first, last);
    std::string text;
    bool crossed = false;
    for (const dom::NodeId child : doc.children(around)) {
      if (doc.end(child) <= first || child >= doc.end(last)) continue;
      text += mine::record_text(doc, {child, doc.end(child)}) + " ";
      crossed = crossed || std::any_of(nodes.begin(), nodes.end(), [&](const auto& other) {
                  const auto inside = std::lower_bound(other.begin(), other.end(), child);
                  return &other != &nodes[r] && inside != other.end() && *inside < doc.end(child);
                });
    }
    if (crossed) continue;
    for (const auto& [name, value] : values) {
      if (text.find(value) == std::string::npos) text += value + " ";
    }
    texts.back() = text;
  }
  return texts;
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

std::string text_place(const std::string& path) {
  const size_t at = path.rfind("/text()");
  return at == std::string::npos ? path : path.substr(0, at);
}

std::set<RecordPlaces> predicted_records(const model::Wrapper* wrapper, const model::Page& page) {
  std::set<RecordPlaces> out;
  if (wrapper == nullptr) return out;
  for (const model::Record& record : wrapper->apply(page).records) {
    RecordPlaces places;
    for (const auto& field : record.fields) {
      model::for_each_leaf(field.value, [&](const model::Value& leaf) {
        places.insert({field.name, text_place(leaf.provenance.path)});
      });
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

size_t trees_of(const model::Wrapper* wrapper) {
  if (const auto* brooms = dynamic_cast<const wrap::BroomWrapper*>(wrapper))
    return brooms->brooms().wrappers.size();
  if (const auto* pages = dynamic_cast<const wrap::PageTreeWrapper*>(wrapper))
    return pages->trees().trees.size();
  return 0;
}

// The pages of a practice site with at least, and at most, so many records.
ListSite practice_pages(const practice::Options& options, const Limits& limits, size_t least,
                        size_t most) {
  ListSite site;
  site.name = fmt::format("{}-{}{}", name_of(options.domain), options.seed,
                          options.crossed ? "-crossed" : "");
  for (const practice::Page& page : practice::generate(options).pages) {
    if (page.records.size() < least || page.records.size() > most) continue;
    ListPage list;
    list.page.id = page.url;
    list.page.document = html::parse(page.html, {.limits = limits}).document;
    for (const practice::TruthRecord& record : page.records) {
      TruthRow row;
      for (const practice::TruthValue& value : record.values)
        row.push_back({value.attribute, value.text, dom::SourceRange{value.begin, value.end}});
      list.rows.push_back(std::move(row));
    }
    site.pages.push_back(std::move(list));
  }
  return site;
}

}  // namespace

std::map<std::string, RecordPlaces> places_by_record(const std::vector<Label>& labels) {
  std::map<std::string, RecordPlaces> records;
  for (const Label& label : labels)
    records[label.record].insert({label.attribute, text_place(label.path)});
  return records;
}

ListScore judge_lists(const ListSite& site, const model::Inducer& inducer, unsigned labels) {
  std::vector<Label> known;
  for (size_t p = 0; p < std::min<size_t>(labels, site.pages.size()); ++p) {
    for (Label& label : label_rows(site.pages[p].page, site.pages[p].rows))
      known.push_back(std::move(label));
  }
  const auto wrapper = learn(inducer, site, known);
  ListScore score = judge_wrapper(site, wrapper.get(), known);
  if (wrapper != nullptr)
    score.predicted_recall = induce::predict(*wrapper, pointers(site), known).recall;
  return score;
}

ListScore judge_wrapper(const ListSite& site, const model::Wrapper* wrapper,
                        const std::vector<Label>& known) {
  ListScore score;
  score.trees = trees_of(wrapper);
  std::set<std::string> attributes, labelled;
  for (const Label& label : known) {
    attributes.insert(label.attribute);
    labelled.insert(label.page);
  }
  for (const ListPage& list : site.pages) {
    const model::Page& page = list.page;
    if (labelled.contains(page.id)) continue;
    const std::vector<FlatRecord> truth = truth_of(list, attributes);
    const std::vector<model::Record> records =
        wrapper == nullptr ? std::vector<model::Record>() : wrapper->apply(page).records;
    std::vector<FlatRecord> found;
    for (const model::Record& record : records) found.push_back(flat(record));
    std::vector<TruthRecord> true_texts;
    for (const FlatRecord& record : truth)
      true_texts.push_back({joined(record), record.front().second});
    score.records.add(match_record_set(region_texts(page.document, records), true_texts));
    score.attributes.add(align_records(found, truth), found.size(), truth.size());
    ++score.pages;
  }
  return score;
}

SavedLabels count_saved(const ListSite& site, const model::Inducer& inducer) {
  SavedLabels saved;
  std::vector<Label> known;
  std::unique_ptr<model::Wrapper> wrapper;
  const auto learn_again = [&] {
    const double begin = cpu_seconds();
    wrapper = learn(inducer, site, known);
    saved.seconds += cpu_seconds() - begin;
  };
  for (const ListPage& page : site.pages) {
    const std::vector<Label> all = label_rows(page.page, page.rows);
    std::map<std::string, RecordPlaces> open = places_by_record(all);
    saved.records += open.size();
    while (!open.empty()) {
      const std::set<RecordPlaces> predicted = predicted_records(wrapper.get(), page.page);
      std::erase_if(open, [&](const auto& record) { return predicted.contains(record.second); });
      if (open.empty()) break;
      // The first record that is not predicted is labelled by hand, and everything learned again.
      const std::string record = open.begin()->first;
      open.erase(open.begin());
      ++saved.by_hand;
      std::copy_if(all.begin(), all.end(), std::back_inserter(known),
                   [&](const Label& label) { return label.record == record; });
      learn_again();
    }
    std::erase_if(known, [&](const Label& label) { return label.page == page.page.id; });
    known.insert(known.end(), all.begin(), all.end());
    learn_again();
  }
  saved.trees = trees_of(wrapper.get());
  return saved;
}

Result<Report> report_saved(const std::vector<ListSite>& sites, const std::string& inducer) {
  Report report;
  SavedLabels all;
  for (const ListSite& site : sites) {
    SavedLabels one;
    if (inducer == "desk") {
      one = count_saved_at_desk(site);
    } else {  // One for each site: it may remember.
      WEFT_ASSIGN(const model::Inducer learner, induce::find_inducer(inducer));
      one = count_saved(site, learner);
    }
    all.records += one.records;
    all.by_hand += one.by_hand;
    all.taken_away += one.taken_away;
    all.trees += one.trees;
    all.seconds += one.seconds;
    report.row("site", site.name,
               {{"records", one.records},
                {"by_hand", one.by_hand},
                {"taken_away", one.taken_away},
                {"trees", one.trees}});
  }
  report.score = 1 - share(all.by_hand + all.taken_away, all.records, 1);
  report.figure("records", all.records);
  report.figure("by_hand", all.by_hand);
  report.figure("taken_away", all.taken_away);
  report.figure("trees", all.trees);
  report.figure("seconds", all.seconds);
  return report;
}

ListSite practice_lists(const practice::Options& options, const Limits& limits) {
  return practice_pages(options, limits, 2, SIZE_MAX);
}

ListSite practice_details(const practice::Options& options, const Limits& limits) {
  return practice_pages(options, limits, 1, 1);
}

}  // namespace weft::eval
