#include "induce/active/prediction.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "induce/broom/broom_wrapper.h"
#include "induce/combine/agreement.h"
#include "induce/combine/vote_wrapper.h"
#include "induce/consistency.h"
#include "induce/page/page_tree_wrapper.h"
#include "induce/rules_wrapper.h"

namespace weft::induce {
namespace {

using Pages = std::vector<const model::Page*>;

std::vector<PagePrediction> predict_brooms(const BroomWrapper& wrapper, const Pages& pages) {
  std::vector<PagePrediction> out;
  for (const model::Page* page : pages) {
    PagePrediction one{page->id, 0, 0, 0, ""};
    double distance = 0;
    for (const auto& found : wrapper.find_records(page->document, wrapper.brooms().options.theta)) {
      ++one.records;
      one.perfect += found.perfect ? 1 : 0;
      distance = std::max(distance, found.distance);
    }
    const double missing = 1 - std::min(1.0, one.perfect / wrapper.brooms().records_per_page);
    if (missing > 0 || one.perfect < one.records) {
      one.doubt = 1 + missing + distance;
      one.reason = one.records == 0 ? "no record was found"
                                    : fmt::format("{} of {} records match imperfectly",
                                                  one.records - one.perfect, one.records);
    } else {
      one.doubt = 0;
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<PagePrediction> predict_rules(const RulesWrapper& wrapper, const Pages& pages,
                                          const Pages& all,
                                          const std::vector<model::Label>& labels) {
  std::vector<PagePrediction> out;
  const auto consistency = check_consistency(wrapper.rules(), all, labels);
  for (const model::Page* page : pages) {
    const auto it = std::find_if(consistency.begin(), consistency.end(),
                                 [&](const PageConsistency& c) { return c.page == page->id; });
    PagePrediction one{page->id, 0, 0, 0, ""};
    one.records = static_cast<double>(wrapper.apply(*page).records.size());
    if (it == consistency.end() || it->doubts.empty()) {
      one.perfect = one.records;
      one.doubt = one.records == 0 ? 1 : 0;
    } else {
      const double sure = it->attributes == 0 ? 0
                                              : 1 - static_cast<double>(it->doubtful) /
                                                        static_cast<double>(it->attributes);
      one.perfect = one.records * sure;
      one.doubt = static_cast<double>(it->doubts.size());
      one.reason = it->doubts[0].attribute + ": " + it->doubts[0].message;
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<PagePrediction> predict_page_trees(const PageTreeWrapper& wrapper, const Pages& pages) {
  std::vector<PagePrediction> out;
  for (const model::Page* page : pages) {
    PagePrediction one{page->id, 0, 0, 0, ""};
    one.records = static_cast<double>(wrapper.apply(*page).records.size());
    one.doubt = wrapper.select(page->document).distance;
    if (one.doubt == 0) one.perfect = one.records;
    if (one.doubt > 0) one.reason = fmt::format("at distance {:.2f} from its template", one.doubt);
    out.push_back(std::move(one));
  }
  return out;
}

// The wrappers that vote need not be perfect, only of one mind.
std::vector<PagePrediction> predict_vote(const VoteWrapper& wrapper, const Pages& pages) {
  std::vector<const model::Wrapper*> voters;
  for (const Voter& voter : wrapper.voters()) voters.push_back(voter.wrapper.get());
  std::vector<PagePrediction> out;
  const auto agreement = check_agreement(voters, pages);
  for (size_t p = 0; p < pages.size(); ++p) {
    PagePrediction one{pages[p]->id, 0, 0, 0, ""};
    one.records = static_cast<double>(wrapper.apply(*pages[p]).records.size());
    one.perfect = one.records * agreement[p].agreement;
    one.doubt = one.records == 0 ? 1 : 1 - agreement[p].agreement;
    if (!agreement[p].disagreements.empty())
      one.reason = "the wrappers differ on " + agreement[p].disagreements[0].attribute;
    out.push_back(std::move(one));
  }
  return out;
}

double records_per_page(const std::vector<model::Label>& labels) {
  std::set<std::pair<std::string, std::string>> records;
  std::set<std::string> pages;
  for (const model::Label& label : labels) {
    records.insert({label.page, label.record.substr(0, label.record.find('/'))});
    pages.insert(label.page);
  }
  return pages.empty() ? 1
                       : static_cast<double>(records.size()) / static_cast<double>(pages.size());
}

}  // namespace

const PagePrediction* Prediction::worst() const {
  const PagePrediction* worst = nullptr;
  for (const PagePrediction& page : pages) {
    if (page.doubt > 0 && (worst == nullptr || page.doubt > worst->doubt)) worst = &page;
  }
  return worst;
}

Prediction predict(const model::Wrapper& wrapper, const Pages& pages,
                   const std::vector<model::Label>& labels) {
  std::set<std::string> labelled;
  for (const model::Label& label : labels) labelled.insert(label.page);
  Pages rest;
  for (const model::Page* page : pages) {
    if (!labelled.contains(page->id)) rest.push_back(page);
  }
  Prediction out;
  out.records_per_page = records_per_page(labels);
  if (const auto* brooms = dynamic_cast<const BroomWrapper*>(&wrapper)) {
    out.pages = predict_brooms(*brooms, rest);
  } else if (const auto* rules = dynamic_cast<const RulesWrapper*>(&wrapper)) {
    out.pages = predict_rules(*rules, rest, pages, labels);
  } else if (const auto* trees = dynamic_cast<const PageTreeWrapper*>(&wrapper)) {
    out.pages = predict_page_trees(*trees, rest);
  } else if (const auto* vote = dynamic_cast<const VoteWrapper*>(&wrapper)) {
    out.pages = predict_vote(*vote, rest);
  }
  double records = 0, perfect = 0;
  for (const PagePrediction& page : out.pages) records += page.records, perfect += page.perfect;
  const double expected = static_cast<double>(out.pages.size()) * out.records_per_page;
  out.recall = expected > 0 ? std::min(1.0, perfect / expected) : 1;
  out.precision = records > 0 ? perfect / records : 1;
  return out;
}

}  // namespace weft::induce
