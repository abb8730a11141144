// weft eval sight: news by sight ([Zheng] chapter 6) on practice sites, whose blocks are known. Needs no data set.
//
//   sites     Fig. 6.4: F1 on eight sites that the wrapper has not seen, as training sites are added one by one
//   wrappers  Fig. 6.5: site by site, V-Wrapper fitted to the other sites against a page tree learned from labelled pages of the site
//             itself (T-Wrapper), and Weft's own method, which was fitted to other data
//   folds     the thesis's protocol: three folds inside each site; and three folds of whole sites
//
// Layouts are estimated. Measure of (6.1) to (6.3) over leaf blocks, title and content together: the mean of both F1.

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"
#include "dom/text.h"
#include "eval/task.h"
#include "eval/visual_measures.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/record.h"
#include "practice/reading.h"
#include "read/article.h"
#include "render/estimate.h"

namespace weft::eval::sight_task {
namespace {

using read::VisualLabel;

constexpr uint32_t kNewsSites = 16;  // As many as the thesis has.
constexpr uint32_t kNewsPages = 9;   // Of a site.
constexpr uint32_t kTestSites = 8;
constexpr size_t kTreeLabels = 3;  // Pages of a site that its page tree is learned from.
constexpr size_t kSightFolds = 3;

struct NewsPage {
  practice::ReadingPage truth;
  model::Page page;
  read::VisualExample example;
};
using NewsSite = std::vector<NewsPage>;

VisualLabel label_of(const practice::ReadingPage& truth, const dom::Document& doc, dom::NodeId n) {
  if (!doc.is_text(n)) return VisualLabel::kOthers;
  const std::string text = normalize_space(doc.text(n));
  for (const practice::TrueBlock& one : truth.truth) {
    if (one.text == text) return one.label == "title" ? VisualLabel::kTitle : VisualLabel::kContent;
  }
  return VisualLabel::kOthers;
}

std::vector<NewsSite> make_sites(const TaskContext& context) {
  std::vector<NewsSite> sites(kNewsSites);
  for (uint32_t s = 0; s < kNewsSites; ++s) {
    for (uint32_t number = 0; number < kNewsPages; ++number) {
      NewsPage one;
      one.truth = practice::news_page(context.seed + 1, s, number);
      one.page.id = one.page.url = one.truth.url;
      one.page.document = html::parse(one.truth.html).document;
      one.example = read::visual_example(
          one.page.document, render::estimate_layout(one.page.document),
          [&](dom::NodeId n) { return label_of(one.truth, one.page.document, n); });
      sites[s].push_back(std::move(one));
    }
  }
  return sites;
}

struct Both {
  VisualMeasures title, content;
  void add(const read::VisualExample& one, const std::vector<VisualLabel>& found) {
    title.add(one, found, VisualLabel::kTitle);
    content.add(one, found, VisualLabel::kContent);
  }
  [[nodiscard]] double f1() const { return (title.mean_f1() + content.mean_f1()) / 2; }
};

Both judged(const read::VWrapper& wrapper, const NewsSite& site) {
  Both both;
  for (const NewsPage& page : site)
    both.add(page.example, read::visual_labels(page.example.blocks, wrapper));
  return both;
}

// Fig. 6.4.
Report run_sites(const std::vector<NewsSite>& sites) {
  Report report;
  ChartSeries curve{.name = "F1 of unseen sites", .points = {}};
  std::vector<const read::VisualExample*> training;
  for (size_t s = kTestSites; s < sites.size(); ++s) {
    for (const NewsPage& page : sites[s]) training.push_back(&page.example);
    const read::VWrapper wrapper = read::fit_v_wrapper(training);
    Both both;
    for (size_t test = 0; test < kTestSites; ++test) {
      for (const NewsPage& page : sites[test])
        both.add(page.example, read::visual_labels(page.example.blocks, wrapper));
    }
    const auto added = static_cast<double>(s - kTestSites + 1);
    curve.points.emplace_back(added, both.f1());
    report.row(
        "training sites", fmt::format("{}", added),
        {{"f1", both.f1()}, {"title", both.title.mean_f1()}, {"content", both.content.mean_f1()}});
    report.score = both.f1();
  }
  report.chart("Fig. 6.4: V-Wrapper as training sites are added", "sites", "F1", {curve});
  return report;
}

// The leaves of a page that hold one of the texts.
std::vector<VisualLabel> labels_by_text(const NewsPage& page, const std::string& title,
                                        const std::set<std::string>& content) {
  std::vector<VisualLabel> labels(page.example.blocks.size(), VisualLabel::kOthers);
  for (size_t b = 0; b < labels.size(); ++b) {
    const dom::NodeId n = page.example.blocks[b].node;
    if (!page.example.blocks[b].leaf || !page.page.document.is_text(n)) continue;
    const std::string text = normalize_space(page.page.document.text(n));
    if (text == title)
      labels[b] = VisualLabel::kTitle;
    else if (content.count(text) != 0)
      labels[b] = VisualLabel::kContent;
  }
  return labels;
}

// T-Wrapper: a page tree, learned from the first pages of a site, on the others.
Result<Both> judged_tree(const NewsSite& site) {
  model::InducerInput input;
  model::Schema schema;
  schema.attributes.push_back({.name = "title"});
  schema.attributes.push_back({.name = "content", .set = true});
  input.schema = &schema;
  for (size_t p = 0; p < site.size(); ++p) {
    input.pages.push_back(&site[p].page);
    if (p >= kTreeLabels) continue;
    for (size_t b = 0; b < site[p].example.labels.size(); ++b) {
      const VisualLabel label = site[p].example.labels[b];
      if (label == VisualLabel::kOthers) continue;
      const dom::Document& doc = site[p].page.document;
      const dom::NodeId n = site[p].example.blocks[b].node;
      input.labels.push_back({.page = site[p].page.id,
                              .attribute = label == VisualLabel::kTitle ? "title" : "content",
                              .path = dom::indexed_path(doc, n),
                              .span = std::nullopt,
                              .value = normalize_space(doc.text(n)),
                              .source = model::LabelSource::kTruth});
    }
  }
  WEFT_ASSIGN(const model::Induced induced, induce::induce_page_tree(input));
  Both both;
  for (size_t p = kTreeLabels; p < site.size(); ++p) {
    std::string title;
    std::set<std::string> content;
    for (const model::Record& record : induced.wrapper->apply(site[p].page).records) {
      if (const model::Value* found = record.find("title")) title = found->text;
      const std::vector<std::string> found = model::leaf_texts(record.find("content"));
      content.insert(found.begin(), found.end());
    }
    both.add(site[p].example, labels_by_text(site[p], title, content));
  }
  return both;
}

Both judged_own(const NewsSite& site) {
  Both both;
  for (const NewsPage& page : site) {
    const read::Article article = read::read_article(page.page, {.output = read::Output::kBody});
    std::set<std::string> content;
    for (const read::ArticleBlock& block : article.blocks)
      content.insert(read::article_block_text(page.page.document, block));
    both.add(page.example, labels_by_text(page, article.title.value, content));
  }
  return both;
}

// Fig. 6.5.
Result<Report> run_wrappers(const std::vector<NewsSite>& sites) {
  Report report;
  std::vector<double> by_sight, by_tree, own;
  ChartSeries sight{.name = "V-Wrapper", .points = {}}, tree{.name = "T-Wrapper", .points = {}};
  for (size_t s = 0; s < sites.size(); ++s) {
    std::vector<const read::VisualExample*> others;
    for (size_t other = 0; other < sites.size(); ++other) {
      if (other == s) continue;
      for (const NewsPage& page : sites[other]) others.push_back(&page.example);
    }
    by_sight.push_back(judged(read::fit_v_wrapper(others), sites[s]).f1());
    WEFT_ASSIGN(const Both of_tree, judged_tree(sites[s]));
    by_tree.push_back(of_tree.f1());
    own.push_back(judged_own(sites[s]).f1());
    sight.points.emplace_back(static_cast<double>(s + 1), by_sight.back());
    tree.points.emplace_back(static_cast<double>(s + 1), by_tree.back());
    report.row(
        "site", sites[s].front().truth.site,
        {{"v_wrapper", by_sight.back()}, {"t_wrapper", by_tree.back()}, {"weft", own.back()}});
  }
  report.score = mean(by_sight);
  report.figure("t_wrapper", mean(by_tree));
  report.figure("weft", mean(own));
  report.chart("Fig. 6.5: V-Wrapper and T-Wrapper, site by site", "site", "F1", {sight, tree});
  return report;
}

Report run_folds(const std::vector<NewsSite>& sites) {
  Report report;
  for (const bool whole : {false, true}) {
    Both both;
    for (size_t fold = 0; fold < kSightFolds; ++fold) {
      std::vector<const read::VisualExample*> training, tested;
      for (size_t s = 0; s < sites.size(); ++s) {
        for (size_t p = 0; p < sites[s].size(); ++p)
          ((whole ? s : p) % kSightFolds == fold ? tested : training)
              .push_back(&sites[s][p].example);
      }
      const read::VWrapper wrapper = read::fit_v_wrapper(training);
      for (const read::VisualExample* one : tested)
        both.add(*one, read::visual_labels(one->blocks, wrapper));
    }
    if (!whole) report.score = both.f1();
    report.row(
        "folds", whole ? "of whole sites" : "inside each site",
        {{"f1", both.f1()}, {"title", both.title.mean_f1()}, {"content", both.content.mean_f1()}});
  }
  return report;
}

Result<Report> run(const TaskContext& context) {
  const std::vector<NewsSite> sites = make_sites(context);
  if (context.method == "wrappers") return run_wrappers(sites);
  if (context.method == "folds") return run_folds(sites);
  return run_sites(sites);
}

}  // namespace

TaskSpec task() {
  return {.name = "sight",
          .summary = "News by sight on practice sites: Figs. 6.4 and 6.5 of [Zheng]",
          .metric = "mean F1 of title and content over leaf blocks, (6.1) to (6.3)",
          .data_sets = {},
          .methods = {"sites", "wrappers", "folds"},
          .run = run};
}

}  // namespace weft::eval::sight_task
