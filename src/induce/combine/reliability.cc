// The weight of an inducer for an attribute is a product:
//   1. on labelled pages: the share of records it gets right when the page (of a single page, every
//      third record) is left out of learning. This is smoothed by two such pages on which it does
//      as well as its kind does in general and as it gives back the labels it learned from, so that
//      one page alone does not condemn anybody;
//   2. on unlabelled pages: how often the others say the same of the same record; to differ from
//      one who is right by step 1 costs more than to differ from one who is not;
//   3. on unlabelled pages: whether it finds about as many records with the attribute as the labels
//      lead one to expect.
// Tested by combine_test.cc.

#include "induce/combine/reliability.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "induce/combine/label_fit.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

using model::InducerInput;
using model::Label;

// Each fold learns anew: these bound the time of learning, not what is found.
constexpr size_t kMaxFolds = 5;
constexpr size_t kRecordFolds = 3;
constexpr size_t kMaxUnlabelled = 25;
constexpr double kPriorWeight = 2;  // Labelled pages that the prior is worth.

// What to leave out in turn: pages or, of a single one, every third of its records.
std::vector<PageRecords> folds_of(const InducerInput& input) {
  std::vector<PageRecords> folds = labelled_records(input.labels);
  if (folds.size() > kMaxFolds) folds.resize(kMaxFolds);
  if (folds.size() != 1) return folds;
  const PageRecords whole = folds.front();
  if (whole.records.size() < kRecordFolds) return {};
  folds.assign(kRecordFolds, {whole.page, {}});
  size_t next = 0;
  for (const std::string& record : whole.records)
    folds[next++ % kRecordFolds].records.insert(record);
  return folds;
}

// Step 1: one fold left out at a time.
Tallies cross_validate(const model::Inducer& inducer, const InducerInput& input,
                       const Places& places) {
  Tallies tallies;
  for (const PageRecords& fold : folds_of(input)) {
    InducerInput rest = input;
    std::erase_if(rest.labels, [&](const Label& label) { return fold.holds(label); });
    const auto induced = inducer(rest);
    if (induced.ok()) tally_page(input, places, fold, *induced->wrapper, tallies);
  }
  return tallies;
}

std::vector<const model::Page*> unlabelled_pages(const InducerInput& input) {
  std::set<std::string> labelled;
  for (const Label& label : input.labels) labelled.insert(label.page);
  std::vector<const model::Page*> pages;
  for (const model::Page* page : input.pages) {
    if (!labelled.contains(page->id) && pages.size() < kMaxUnlabelled) pages.push_back(page);
  }
  return pages;
}

using Rows = std::vector<std::vector<const model::Record*>>;

// The share of records that two members give the same values of an attribute, of those that either
// gives some; 1 when there are none.
double share_alike(const Rows& rows, size_t member, size_t other, const std::string& attribute) {
  double alike = 0, all = 0;
  for (const auto& row : rows) {
    const auto own = texts_of(row[member], attribute), others = texts_of(row[other], attribute);
    if (own.empty() && others.empty()) continue;
    ++all;
    alike += own == others ? 1 : 0;
  }
  return all == 0 ? 1 : alike / all;
}

// The records that a member gives some value of an attribute.
double records_with(const Rows& rows, size_t member, const std::string& attribute) {
  return static_cast<double>(std::count_if(rows.begin(), rows.end(), [&](const auto& row) {
    return !texts_of(row[member], attribute).empty();
  }));
}

double records_per_page(const InducerInput& input) {
  const std::vector<PageRecords> pages = labelled_records(input.labels);
  double records = 0;
  for (const PageRecords& page : pages) records += static_cast<double>(page.records.size());
  return records / static_cast<double>(pages.size());
}

// Steps 2 and 3, as factors of the weights.
void weigh_by_unlabelled(const InducerInput& input, const std::vector<std::string>& attributes,
                         Candidates& out) {
  const auto pages = unlabelled_pages(input);
  if (pages.empty()) return;
  std::vector<std::vector<model::Extraction>> said(pages.size());  // page, member
  std::vector<Rows> rows;
  for (size_t p = 0; p < pages.size(); ++p) {
    for (const Candidate& member : out.members) said[p].push_back(member.wrapper->apply(*pages[p]));
    rows.push_back(wrap::side_by_side(said[p]));
  }
  const auto count = static_cast<double>(pages.size());
  const double records = count * records_per_page(input);
  for (const std::string& attribute : attributes) {
    std::vector<double> factor;
    for (size_t m = 0; m < out.members.size(); ++m) {
      double differing = 0, found = 0;
      for (const Rows& of_page : rows) {
        found += records_with(of_page, m, attribute);
        for (size_t other = 0; other < out.members.size(); ++other) {
          if (other == m) continue;
          differing += out.members[other].weight[attribute] *
                       (1 - share_alike(of_page, m, other, attribute));
        }
      }
      const double others = std::max(1.0, static_cast<double>(out.members.size() - 1));
      factor.push_back(1 - 0.5 * differing / (count * others));
      if (const double expected = out.share[attribute]; expected > 0)
        factor.back() *= 0.5 + 0.5 * std::min(1.0, found / (records * expected));
    }
    for (size_t m = 0; m < out.members.size(); ++m) out.members[m].weight[attribute] *= factor[m];
  }
}

// How many of the labelled records have each attribute.
std::map<std::string, double> shares_of(const InducerInput& input) {
  using RecordSet = std::set<std::pair<std::string, std::string>>;  // page, record
  RecordSet all;
  std::map<std::string, RecordSet> with;
  for (const Label& label : input.labels) {
    const std::pair record(label.page, outer_record(label.record));
    all.insert(record);
    if (!is_decline(label)) with[label.attribute].insert(record);
  }
  std::map<std::string, double> shares;
  for (const auto& [attribute, records] : with)
    shares[attribute] = static_cast<double>(records.size()) / static_cast<double>(all.size());
  return shares;
}

}  // namespace

Result<Candidates> judge_inducers(const std::vector<NamedInducer>& inducers,
                                  const InducerInput& input) {
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  Candidates out;
  out.share = shares_of(input);
  std::vector<std::string> attributes;
  for (const auto& [attribute, share] : out.share) attributes.push_back(attribute);
  std::map<std::string, std::vector<std::string>> problems;
  std::optional<Error> failed;
  for (const auto& [name, inducer, prior] : inducers) {
    auto induced = inducer(input);
    if (!induced.ok()) {
      if (!failed) failed = induced.error();
      out.problems.push_back(fmt::format("{}: {}", name, induced.error().message));
      continue;
    }
    Candidate candidate{name, std::move(induced->wrapper), {}, 0};
    Tallies left_out = cross_validate(inducer, input, places);
    Tallies known = label_fit(input, places, *candidate.wrapper);
    for (const std::string& attribute : attributes) {
      const Tally& tally = left_out[attribute];
      const double expected = prior * known[attribute].share();
      candidate.weight[attribute] =
          (tally.right + expected * kPriorWeight) / (tally.seen + kPriorWeight);
    }
    problems[name] = std::move(induced->problems);
    out.members.push_back(std::move(candidate));
  }
  if (out.members.empty()) return *failed;
  weigh_by_unlabelled(input, attributes, out);
  for (Candidate& member : out.members) {
    for (const auto& [attribute, weight] : member.weight) member.overall += weight;
    member.overall /= static_cast<double>(std::max<size_t>(1, member.weight.size()));
  }
  std::stable_sort(out.members.begin(), out.members.end(),
                   [](const Candidate& a, const Candidate& b) { return a.overall > b.overall; });
  const auto& best = problems[out.members[0].inducer];
  out.problems.insert(out.problems.end(), best.begin(), best.end());
  return out;
}

}  // namespace weft::induce
