#include "induce/active/prediction.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "induce/combine/label_fit.h"
#include "induce/rules/consistency.h"
#include "wrap/rules/rules_wrapper.h"
#include "wrap/straight/straight_pages.h"
#include "wrap/straight/straight_wrapper.h"
#include "wrap/tree/broom_wrapper.h"
#include "wrap/tree/page_tree_wrapper.h"
#include "wrap/tree/vote_wrapper.h"

namespace weft::induce {
namespace {

// Votes nobody need look at.
constexpr double kSurePrediction = 0.9;
// Nine chances in ten, one-sided, of the normal distribution.
constexpr double kBoundZ = 1.2816;

using Pages = std::vector<const model::Page*>;

// How many records a page holds, by its size: what it is smaller than the labelled pages, in
// records. Never less than it is known to hold, never more than the labelled pages do.
class ExpectedRecords {
 public:
  ExpectedRecords(const model::InducerInput& input, const Places& places,
                  const std::vector<PageRecords>& labelled, PredictionMethod method) {
    double records = 0, between = 0, strides = 0;
    for (const PageRecords& page : labelled) records += static_cast<double>(page.records.size());
    per_page_ = labelled.empty() ? 1 : records / static_cast<double>(labelled.size());
    by_size_ = method == PredictionMethod::kWeft;
    std::map<uint32_t, std::map<std::string, dom::NodeId>> starts;  // page, record
    for (const PlacedLabel& label : places.labels) {
      if (label.value.occurrences.empty()) continue;
      const dom::NodeId node = label.value.occurrences.front().node;
      dom::NodeId& start =
          starts[label.page].try_emplace(outer_record(label.record), node).first->second;
      start = std::min(start, node);
    }
    for (const auto& [page, of_page] : starts) {
      page_size_ += size_of(*input.pages[page]) / static_cast<double>(starts.size());
      const auto [first, last] =
          std::minmax_element(of_page.begin(), of_page.end(),
                              [](const auto& a, const auto& b) { return a.second < b.second; });
      between += static_cast<double>(dom::index(last->second) - dom::index(first->second));
      strides += static_cast<double>(of_page.size() - 1);
    }
    if (strides > 0) record_size_ = between / strides;
  }

  [[nodiscard]] double per_page() const { return per_page_; }

  [[nodiscard]] double on(const model::Page& page, double found) const {
    if (!by_size_) return per_page_;
    double expected = per_page_;
    if (record_size_ > 0) expected -= (page_size_ - size_of(page)) / record_size_;
    return std::max({1.0, found, std::min(per_page_, expected)});
  }

 private:
  static double size_of(const model::Page& page) {
    return static_cast<double>(page.document.size());
  }

  double per_page_ = 1;
  double page_size_ = 0;    // Nodes of a labelled page.
  double record_size_ = 0;  // Nodes from one record to the next; 0: unknown.
  bool by_size_ = true;
};

void judge_broom(const wrap::BroomWrapper& wrapper, const model::Page& page,
                 PredictionMethod method, PagePrediction& one) {
  size_t imperfect = 0;
  for (const auto& found : wrapper.find_records(page.document, wrapper.brooms().options.theta)) {
    const bool perfect = wrapper.is_perfect(found);
    ++one.records;
    one.right += method == PredictionMethod::kWeft ? found.share : perfect ? 1 : 0;
    if (perfect) continue;
    ++imperfect;
    one.doubt = std::max(one.doubt, 1 + found.distance);
  }
  if (imperfect > 0)
    one.reason = fmt::format("{} of {} records match imperfectly", imperfect, one.records);
}

void judge_page_tree(const wrap::PageTreeWrapper& wrapper, const model::Page& page,
                     PredictionMethod method, PagePrediction& one) {
  one.records = static_cast<double>(wrapper.apply(page).records.size());
  const wrap::PageTreeWrapper::Selected selected = wrapper.select(page.document);
  const double perfect = selected.distance == 0 ? 1 : 0;
  one.right = one.records * (method == PredictionMethod::kWeft ? selected.share : perfect);
  one.doubt = selected.distance;
  if (one.doubt > 0) one.reason = fmt::format("at distance {:.2f} from its template", one.doubt);
}

void judge_rules(const PageConsistency& consistency, PagePrediction& one) {
  if (consistency.doubts.empty()) {
    one.right = one.records;
    return;
  }
  const double sure = consistency.attributes == 0
                          ? 0
                          : 1 - static_cast<double>(consistency.doubtful) /
                                    static_cast<double>(consistency.attributes);
  one.right = one.records * sure;
  one.doubt = static_cast<double>(consistency.doubts.size());
  one.reason = consistency.doubts[0].attribute + ": " + consistency.doubts[0].message;
}

double confidence_of(const model::Value& value) {
  return value.items.empty() ? value.confidence : confidence_of(value.items[0]);
}

// Votes set the confidence of every value by who agrees: where they differ, or all miss records, a
// label teaches most.
void doubt_votes(const wrap::VoteWrapper& wrapper, const model::Page& page, PagePrediction& one) {
  one.doubt = one.records < one.expected ? 1 - one.records / one.expected : 0;
  if (one.doubt == 0) one.reason.clear();
  double least = kSurePrediction;
  for (const model::Record& record : wrapper.apply(page).records) {
    for (const model::Record::Field& field : record.fields) {
      const double confidence = confidence_of(field.value);
      one.doubt += std::max(0.0, kSurePrediction - confidence);
      if (confidence >= least) continue;
      least = confidence;
      one.reason = "the wrappers differ on " + field.name;
    }
  }
}

// Those who vote do no worse together than the best of them.
Prediction predict_vote(const wrap::VoteWrapper& wrapper, const Pages& pages,
                        const std::vector<model::Label>& labels, PredictionMethod method) {
  Prediction best;
  best.recall = -1;
  for (const wrap::Voter& voter : wrapper.voters()) {
    Prediction one = predict(*voter.wrapper, pages, labels, method);
    if (one.recall > best.recall) best = std::move(one);
  }
  for (PagePrediction& one : best.pages) {
    const auto page = std::find_if(pages.begin(), pages.end(),
                                   [&](const model::Page* p) { return p->id == one.page; });
    doubt_votes(wrapper, **page, one);
  }
  return best;
}

void sum_up(double fit, Prediction& out) {
  double records = 0, right = 0, expected = 0;
  for (PagePrediction& page : out.pages) {
    page.right *= fit;
    records += page.records, right += page.right, expected += page.expected;
  }
  out.recall = expected > 0 ? std::min(1.0, right / expected) : 1;
  out.precision = records > 0 ? right / records : 1;
}

}  // namespace

const PagePrediction* Prediction::worst(
    const std::function<bool(const std::string& page)>& wanted) const {
  const PagePrediction* worst = nullptr;
  for (const PagePrediction& page : pages) {
    if (page.doubt > 0 && (worst == nullptr || page.doubt > worst->doubt) && wanted(page.page))
      worst = &page;
  }
  return worst;
}

Prediction predict(const model::Wrapper& wrapper, const Pages& pages,
                   const std::vector<model::Label>& labels, PredictionMethod method,
                   const std::vector<size_t>& records) {
  if (const auto* vote = dynamic_cast<const wrap::VoteWrapper*>(&wrapper))
    return predict_vote(*vote, pages, labels, method);
  if (const auto* straight = dynamic_cast<const wrap::StraightWrapper*>(&wrapper)) {
    const wrap::StraightPages seen(pages);
    return predict(straight->inner(), seen.pages(), seen.labels(labels), method, records);
  }
  const model::InducerInput input{.pages = pages, .labels = labels};
  const auto placed = place_labels(pages, labels);
  const Places places = placed.ok() ? *placed : Places();
  const std::vector<PageRecords> labelled = labelled_records(labels);
  const ExpectedRecords expected(input, places, labelled, method);
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(&wrapper);
  Prediction out;
  if (rules != nullptr) out.consistency = check_consistency(rules->rules(), pages, labels);
  out.records_per_page = expected.per_page();
  for (size_t p = 0; p < pages.size(); ++p) {
    const model::Page& page = *pages[p];
    if (std::any_of(labelled.begin(), labelled.end(),
                    [&](const PageRecords& one) { return one.page == page.id; }))
      continue;
    PagePrediction one;
    one.page = page.id;
    if (const auto* brooms = dynamic_cast<const wrap::BroomWrapper*>(&wrapper)) {
      judge_broom(*brooms, page, method, one);
    } else if (rules != nullptr) {
      one.records =
          static_cast<double>(records.empty() ? rules->apply(page).records.size() : records[p]);
      judge_rules(out.consistency[p], one);
    } else if (const auto* trees = dynamic_cast<const wrap::PageTreeWrapper*>(&wrapper)) {
      judge_page_tree(*trees, page, method, one);
    }
    one.expected = expected.on(page, one.records);
    if (one.records == 0) one.reason = "no record was found";
    if (one.records == 0 || one.right < one.expected)
      one.doubt += 1 - std::min(1.0, one.right / one.expected);
    out.pages.push_back(std::move(one));
  }
  sum_up(method == PredictionMethod::kWeft ? mean_share(label_fit(input, places, wrapper)) : 1,
         out);
  return out;
}

RecallBound bound_recall(const Prediction& prediction, const std::map<std::string, size_t>& seen) {
  RecallBound bound;
  if (seen.empty()) return bound;
  const auto least = std::min_element(
      seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  bound.attribute = least->first;
  bound.pages = least->second;
  const double n = static_cast<double>(prediction.pages.size());
  double alike = 1;  // No page is left to be wrong about.
  if (n > 0) {
    const double p = prediction.recall, z = kBoundZ;
    const double spread = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    alike = std::max(0.0, (p + z * z / (2 * n) - spread) / (1 + z * z / n));
  }
  bound.recall = n == 0 ? 1 : alike * (1 - std::exp2(-static_cast<double>(bound.pages)));
  return bound;
}

}  // namespace weft::induce
