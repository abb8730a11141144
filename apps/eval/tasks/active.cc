// weft eval active: how many pages somebody labels until the rules are good enough, by who chooses the
// pages: chance, the labelling session ([Zheng] ch. 10: the page handled worst), or co-testing ([Liu]:
// a page on which two wrappers disagree).
//
// For each SWDE site all begin with the same page, and label kMaxPages at most; the rules are judged on
// pages that none of them may label.

#include <algorithm>
#include <map>

#include "eval/metrics/counts.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/active/co_testing.h"
#include "induce/active/prediction.h"
#include "site/learn.h"

namespace weft::eval::active_task {
namespace {

constexpr size_t kPool = 40;    // Pages to choose from.
constexpr size_t kJudged = 60;  // Others.
constexpr size_t kMaxPages = 4;
constexpr double kGoal = 0.98;

enum Choice : uint8_t { kRandom, kWorst, kContended };
constexpr const char* kChoiceNames[] = {"random", "session", "co-testing"};

struct Course {
  std::vector<double> f1;  // After each page.
  bool ended = false;      // The method asked for no more.
  // Pages until the goal was reached, or all.
  [[nodiscard]] double pages_to_goal() const {
    const auto reached = std::find_if(f1.begin(), f1.end(), [](double x) { return x >= kGoal; });
    return static_cast<double>(std::min<size_t>(
        kMaxPages + 1,
        static_cast<size_t>(reached - f1.begin()) + 1 + (reached == f1.end() ? kMaxPages : 0)));
  }
};

// The page of the pool to label next; the pool's size for none.
size_t choose(Choice choice, const model::InducerInput& input, const model::Wrapper& wrapper,
              const std::vector<bool>& labelled, size_t step) {
  const size_t none = labelled.size();
  std::string wanted;
  if (choice == kRandom) {
    size_t p = (step * 7919 + 13) % none;  // The same pages for everybody, in no order.
    while (labelled[p]) p = (p + 1) % none;
    return p;
  }
  if (choice == kWorst) {
    const auto prediction = induce::predict(wrapper, input.pages, input.labels);
    const auto* worst = prediction.worst([](const std::string&) { return true; });
    if (worst != nullptr) wanted = worst->page;
  } else {
    const auto contended = induce::co_test(input);
    if (contended.ok() && !contended->empty()) wanted = contended->front().page;
  }
  for (size_t p = 0; p < none; ++p) {
    if (!labelled[p] && input.pages[p]->id == wanted) return p;
  }
  return none;
}

Course label_site(const LoadedSwdeSite& loaded, Choice choice) {
  Course course;
  std::vector<uint32_t> pool, judged;
  for (size_t i = 0; i < loaded.order.size() && pool.size() < kPool; ++i)
    pool.push_back(loaded.order[i]);
  for (size_t i = pool.size(); i < loaded.order.size() && judged.size() < kJudged; ++i)
    judged.push_back(loaded.order[i]);
  model::InducerInput input;
  for (const uint32_t p : pool) input.pages.push_back(&loaded.pages[p]);
  std::vector<bool> labelled(pool.size(), false);
  for (size_t next = 0; course.f1.size() < kMaxPages;) {
    labelled[next] = true;
    for (model::Label& label : swde_labels(loaded.site, loaded.pages[pool[next]], pool[next]))
      input.labels.push_back(std::move(label));
    const auto learned = site::learn(input);
    if (!learned.ok()) {
      next = std::min(next + 1, pool.size() - 1);
      course.f1.push_back(0);
      continue;
    }
    std::vector<bool> not_judged(loaded.pages.size(), true);
    for (const uint32_t p : judged) not_judged[p] = false;
    course.f1.push_back(
        mean_swde_f1(loaded.site, loaded.pages, not_judged, *learned->induced.wrapper));
    // Chance never says that it is enough; whoever knows the truth does.
    if (choice == kRandom && course.f1.back() >= kGoal) break;
    next = choose(choice, input, *learned->induced.wrapper, labelled, course.f1.size());
    course.ended = next == pool.size();
    if (course.ended) break;
  }
  return course;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  std::vector<std::map<size_t, Course>> courses(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    for (const Choice choice : {kRandom, kWorst, kContended})
      courses[s][choice] = label_site(loaded, choice);
  });
  Report report;
  for (const Choice choice : {kRandom, kWorst, kContended}) {
    std::vector<double> pages, reached, last, labelled, ended;
    for (const auto& of_site : courses) {
      const Course& course = of_site.at(choice);
      pages.push_back(course.pages_to_goal());
      reached.push_back(pages.back() <= kMaxPages ? 1 : 0);
      last.push_back(course.f1.empty() ? 0 : course.f1.back());
      labelled.push_back(static_cast<double>(course.f1.size()));
      ended.push_back(course.ended ? 1 : 0);
    }
    report.row("choice", kChoiceNames[choice],
               {{"pages_to_0.98", mean(pages)},
                {"sites_at_0.98", mean(reached)},
                {"pages_labelled", mean(labelled)},
                {"asked_for_no_more", mean(ended)},
                {"f1_in_the_end", mean(last)}});
    if (choice == kContended) report.score = mean(last);
  }
  report.figures = report.rows.back().figures;
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "active",
          .summary = "Pages to label until the rules are good, by who chooses them",
          .metric = "mean F1 over sites when co-testing asks for no more, or after four pages",
          .data_sets = kSwdeSets,
          .run = run};
}

}  // namespace weft::eval::active_task
