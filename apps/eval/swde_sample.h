// SWDE sites as a user would have them: pages parsed, in the order in which they are worth
// labelling, and from them what a method learns from: k labelled pages and a few unlabelled ones.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "eval/import/swde.h"
#include "eval/task.h"
#include "model/inducer.h"
#include "model/page.h"
#include "model/record.h"
#include "model/wrapper.h"

namespace weft::eval {

struct LoadedSwdeSite {
  SwdeSite site;
  std::vector<model::Page> pages;
  std::vector<uint32_t> order;  // In which to label: by group::choose_pages, then the others.
};

// A page that cannot be read is an empty one.
LoadedSwdeSite load_swde_site(SwdeSite site, const Limits& limits);

// The truth of a page as labels: every occurrence of every value.
std::vector<model::Label> swde_labels(const SwdeSite& site, const model::Page& page, size_t number);

// What to learn from: `labelled` pages, or the first `labels` of the order, with labels, then up to
// 25 others, spread evenly, without. Points into `loaded`.
struct SwdeSample {
  model::InducerInput input;
  std::vector<bool> labelled;  // By page: not to be judged on.
};
SwdeSample sample_swde_site(const LoadedSwdeSite& loaded, unsigned labels);
SwdeSample sample_swde_site(const LoadedSwdeSite& loaded, std::span<const uint32_t> labelled);

// Pages that nobody should choose to label: their values of one attribute share how they begin or
// end, a word, or their length, as at most half of the values do. For each of these biases the
// first pages of the largest such group; none where no group has `labels` pages.
struct BiasedChoice {
  std::string bias;  // "prefix", "suffix", "word", "length"
  std::vector<uint32_t> pages;
};
std::vector<BiasedChoice> biased_choices(const LoadedSwdeSite& loaded, const std::string& attribute,
                                         unsigned labels);

// The first record that the wrapper gives; an empty one when it gives none, or there is no wrapper.
model::Record first_record(const model::Wrapper* wrapper, const model::Page& page);

// By attribute: the first records that the wrapper (null: none) gives on a page, against the truth; added up over pages.
using AttributeCounts = std::map<std::string, Counts>;
void add_page_counts(const SwdeSite& site, size_t page_number, const model::Page& page,
                     const model::Wrapper* wrapper, AttributeCounts& counts);

// The mean over attributes of the F1 on pages that were not labelled. REQUIRES: `pages` are the
// site's, as they are or changed.
double mean_swde_f1(const SwdeSite& site, const std::vector<model::Page>& pages,
                    const std::vector<bool>& labelled, const model::Wrapper& wrapper);

// The sites of all the context's directories that --only and --sites keep.
Result<std::vector<SwdeSite>> read_swde_sites(const TaskContext& context);

// Loads each site and calls `work` with its number, on the context's workers; work() must be safe
// to call from several threads at once.
void for_each_swde_site(const TaskContext& context, const std::vector<SwdeSite>& sites,
                        const std::function<void(size_t, const LoadedSwdeSite&)>& work);

}  // namespace weft::eval
