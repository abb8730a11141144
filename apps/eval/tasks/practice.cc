// weft eval practice: list pages of practice sites, plain and crossed, from k labelled pages. Needs
// no data set. With --method saved: how many records a person must label with assistance from
// brooms or, saved-page-tree, from page trees.

#include <cmath>

#include "eval/labelled_lists.h"
#include "eval/practice_site.h"
#include "eval/task.h"
#include "practice/domain.h"

namespace weft::eval {
namespace {

constexpr uint64_t kSeeds[] = {1, 2, 3, 4};

Result<Report> run(const TaskContext& context) {
  Report report;
  std::vector<double> sites[2];
  std::vector<double> predicted, actual, difference;  // Recall ([Zheng] Fig. 10.7).
  SavedLabels saved;
  size_t position = 0;
  const bool count = context.method.starts_with("saved");
  const std::string assistant = context.method == "saved" ? "broom" : "page-tree";
  context.progress->begin("learning sites", 2 * std::size(kSeeds) * std::size(practice::kDomains));
  for (const bool cross : {false, true}) {
    for (const practice::Domain domain : practice::kDomains) {
      for (const uint64_t seed : kSeeds) {
        const ListSite site =
            practice_lists({.domain = domain, .seed = seed, .crossed = cross}, context.limits);
        context.progress->advance(1);
        if (!keeps_site(context, site.name, position++)) continue;
        if (count) {
          const SavedLabels one = count_saved(site, assistant);
          saved.records += one.records, saved.by_hand += one.by_hand;
          report.rows.push_back({"site",
                                 site.name,
                                 {{"records", static_cast<double>(one.records)},
                                  {"by_hand", static_cast<double>(one.by_hand)}}});
          continue;
        }
        WEFT_ASSIGN(const ListScore score,
                    judge_lists(site, context.method, context.labels.value_or(1)));
        sites[cross ? 1 : 0].push_back(score.attributes.f1());
        predicted.push_back(score.predicted_recall);
        actual.push_back(score.attributes.recall());
        difference.push_back(std::abs(predicted.back() - actual.back()));
        report.rows.push_back({"site",
                               site.name,
                               {{"f1", score.attributes.f1()},
                                {"record_f1", score.records.micro_f1()},
                                {"predicted_recall", score.predicted_recall},
                                {"true_recall", score.attributes.recall()}}});
      }
    }
  }
  context.progress->end();
  if (count) {
    report.score = saved.records == 0 ? 0
                                      : 1 - static_cast<double>(saved.by_hand) /
                                                static_cast<double>(saved.records);
    report.figure("records", static_cast<double>(saved.records));
    report.figure("by_hand", static_cast<double>(saved.by_hand));
    return report;
  }
  report.score = (mean(sites[0]) + mean(sites[1])) / 2;
  report.figure("plain_f1", mean(sites[0]));
  report.figure("crossed_f1", mean(sites[1]));
  report.figure("predicted_recall", mean(predicted));
  report.figure("true_recall", mean(actual));
  report.figure("prediction_error", mean(difference));
  return report;
}

const Task kPractice({.name = "practice",
                      .summary = "List pages of practice sites, plain and crossed, from labels",
                      .metric = "mean F1 of records and attributes ([Zheng] 9.5.1.2) over sites",
                      .data_sets = {},
                      .methods = {"broom", "rules", "page-tree", "vote", "best", "saved",
                                  "saved-page-tree"},
                      .default_labels = 1,
                      .run = run});

}  // namespace
}  // namespace weft::eval
