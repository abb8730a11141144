// Labelled lists: record wrappers learned from k pages of a site and judged on its others; and how
// much labelling they save.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "eval/list_labels.h"
#include "eval/metrics/record_alignment.h"
#include "eval/metrics/record_set.h"
#include "eval/report.h"
#include "model/inducer.h"
#include "practice/options.h"

namespace weft::eval {

struct ListPage {
  model::Page page;
  std::vector<TruthRow> rows;
};

struct ListSite {
  std::string name;
  std::vector<ListPage> pages;
};

struct ListScore {
  RecordSetScore records;           // Found at all, whatever their fields.
  RecordAlignmentScore attributes;  // [Zheng] 9.5.1.2: records and their attributes.
  double predicted_recall = 0;      // From the pages alone ([Zheng] 10.3.3).
  size_t trees = 0;                 // That the wrapper is made of; 0: of none.
  size_t pages = 0;
};

// Learns from the first `labels` pages and extracts the others. Attributes that no labelled page
// has a place for are not asked for.
ListScore judge_lists(const ListSite& site, const model::Inducer& inducer, unsigned labels);

// A wrapper on the pages without labels among those known.
ListScore judge_wrapper(const ListSite& site, const model::Wrapper* wrapper,
                        const std::vector<model::Label>& known);

// Records as the places of their values, by attribute: what a labelling must get right.
using RecordPlaces = std::set<std::pair<std::string, std::string>>;
std::map<std::string, RecordPlaces> places_by_record(const std::vector<model::Label>& labels);

// A person labels the site's pages in order with wrapper-assisted labelling ([Zheng] 10.4.2,
// experiment I): records that the wrappers predict rightly cost nothing.
struct SavedLabels {
  size_t records = 0;
  size_t by_hand = 0;
  size_t taken_away = 0;  // At the desk: shown, and no records.
  size_t trees = 0;       // Of the wrapper learned from all pages.
  double seconds = 0;     // Of processor time, learning after each record.
};
SavedLabels count_saved(const ListSite& site, const model::Inducer& inducer);
// The same with what the studio offers (saved_at_desk.cc).
SavedLabels count_saved_at_desk(const ListSite& site);
// Of all sites: the score is the share of records that nobody need label. `inducer`: "desk", or the name of one. Fails
// with kInvalidArgument for an unknown one.
Result<Report> report_saved(const std::vector<ListSite>& sites, const std::string& inducer);

// The list pages, or the detail pages, of a practice site, with their truth. Named by domain and
// seed: "cars-1", "cars-1-crossed".
ListSite practice_lists(const practice::Options& options, const Limits& limits = {});
ListSite practice_details(const practice::Options& options, const Limits& limits = {});

}  // namespace weft::eval
