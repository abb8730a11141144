// weft eval swde: rules learned from k labelled pages a site, judged on the others ([Vertex] III-C;
// SWDE).
//
// For each site: all pages are parsed; choose_pages orders them by what is worth labelling; the
// first k get labels from the truth (values located on the page, every occurrence); a few of the
// others serve as unlabelled sample, without their truth; the wrapper runs on all pages that were
// not labelled.

#include <algorithm>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "eval/chart.h"
#include "eval/metrics/swde.h"
#include "eval/metrics/text.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/active/prediction.h"
#include "induce/broom/broom_inducer.h"
#include "induce/page/page_tree_inducer.h"
#include "induce/rules/learner.h"
#include "model/inducer.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::eval {
namespace {

// "curve" is that of rules, "curve-broom" that of the inducer broom.
const std::string kCurve = "curve";
const std::vector<unsigned> kCurveLabels = {1, 2, 3, 5, 10};

bool is_label_curve(const std::string& method) { return method.starts_with(kCurve); }

struct Setting {
  unsigned labels;
  std::string method;
  std::string suffix;      // Of the figures' names, where there are several settings.
  wrap::TreeOptions tree;  // Of page trees.
};

// What a wrapper was predicted to find on the pages that it did not learn from ([Zheng] 10.3), and
// did.
struct SitePrediction {
  std::string site;
  double predicted = 0;
  double actual = 0;
  double templates = 0;  // Of page trees.
};

// What one site and attribute scored.
struct PairResult {
  std::string vertical;
  std::string site;
  std::string attribute;
  SwdeCounts counts;
  std::string rule;
};

void report_page(const LoadedSwdeSite& loaded, uint32_t page, const model::Record& record,
                 PageReport& report) {
  CheckedPage checked{loaded.site.name,
                      loaded.pages[page].id,
                      std::string(loaded.pages[page].document.source()),
                      0,
                      {}};
  size_t right = 0;
  for (const auto& [attribute, truth] : loaded.site.truth) {
    const model::Value* value = record.find(attribute);
    const std::vector<std::string> found = value_texts(value);
    const SwdeCounts counts = compare_swde(found, truth[page]);
    if (counts.pages.found == 0 && counts.pages.truth == 0) continue;
    const Verdict verdict = counts.pages.correct != 0 ? Verdict::kCorrect
                            : found.empty()           ? Verdict::kMissing
                            : truth[page].empty()     ? Verdict::kSpurious
                                                      : Verdict::kWrong;
    right += verdict == Verdict::kCorrect ? 1 : 0;
    const model::Value* shown = value == nullptr       ? nullptr
                                : value->items.empty() ? value
                                                       : &value->items[0];
    checked.checks.push_back({verdict, "0", attribute, found.empty() ? "" : found[0],
                              truth[page].empty() ? "" : truth[page][0],
                              shown == nullptr ? "" : shown->provenance.path, ""});
  }
  checked.score = checked.checks.empty()
                      ? 1
                      : static_cast<double>(right) / static_cast<double>(checked.checks.size());
  if (checked.score < 1 && report.wants(checked.score)) report.add(std::move(checked));
}

std::string describe(const wrap::AttributeRules& attribute) {
  if (attribute.rules.empty()) return "";
  const auto& x = attribute.rules[0].statistics;
  std::string out = fmt::format(
      "{}{} precision={:.2f} support={:.2f} multiple={:.2f} agreement={:.2f} score={:.2f}",
      attribute.list ? "list " : "", wrap::to_xpath(attribute.rules[0]), x.precision, x.support,
      x.multiple, x.agreement, x.score);
  for (const wrap::Rule& rule : attribute.also) out += " also " + wrap::to_xpath(rule);
  return out;
}

induce::LearnOptions options_of(const std::string& method) {
  induce::LearnOptions options;
  if (method == "paper") options.ranking = induce::Ranking::kPaper;
  if (method == "no-disjunctions") options.disjunctions = false;
  if (method == "no-support") options.use_support = false;
  if (method == "no-naive-bayes") options.naive_bayes = false;
  if (method == "no-range-pruner") options.range_pruner = false;
  return options;
}

// The wrapper that a method learns: an inducer of that name, or the variants of rules.
std::unique_ptr<model::Wrapper> learn_wrapper(const model::InducerInput& input,
                                              const Setting& setting) {
  const std::string& method = setting.method;
  if (method == "broom-paper") {
    auto learned = induce::learn_brooms(input, wrap::BroomOptions::paper());
    return learned.ok() ? std::move(learned->wrapper) : nullptr;
  }
  if (method == "page-tree-paper" || method == "sweep" || method.starts_with("stability")) {
    auto learned = induce::learn_page_trees(input, setting.tree);
    return learned.ok() ? std::move(learned->wrapper) : nullptr;
  }
  if (const auto inducer = model::find_inducer(method); inducer.ok()) {
    auto induced = (*inducer)(input);
    return induced.ok() ? std::move(induced->wrapper) : nullptr;
  }
  auto learned =
      induce::learn({.pages = input.pages, .labels = input.labels, .options = options_of(method)});
  return learned.ok() ? std::make_unique<wrap::RulesWrapper>(std::move(learned->rules)) : nullptr;
}

// Predicted on at most this many pages: "less than 100 test pages are enough".
constexpr size_t kTestPages = 100;

void predict_site(const LoadedSwdeSite& loaded, const std::vector<bool>& labelled,
                  const std::vector<model::Label>& labels, const model::Wrapper* wrapper,
                  const std::vector<PairResult>& results, SitePrediction& prediction) {
  prediction.site = loaded.site.name;
  if (wrapper == nullptr) return;
  std::vector<const model::Page*> pages;
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (labelled[p] || pages.size() < kTestPages) pages.push_back(&loaded.pages[p]);
  }
  prediction.predicted = induce::predict(*wrapper, pages, labels).recall;
  std::vector<double> recall;
  for (const PairResult& result : results) {
    if (result.counts.pages.truth != 0) recall.push_back(result.counts.pages.recall());
  }
  prediction.actual = mean(recall);
  if (const auto* trees = dynamic_cast<const wrap::PageTreeWrapper*>(wrapper))
    prediction.templates = static_cast<double>(trees->trees().trees.size());
}

// What a wrapper scored on a site.
struct Evaluated {
  std::vector<PairResult> pairs;
  SitePrediction prediction;
};
using Json = nlohmann::ordered_json;

// By labels and wrapper: thresholds and first pages often lead to the same one.
using Known = std::map<std::pair<unsigned, std::string>, Evaluated>;

Evaluated evaluate(const LoadedSwdeSite& loaded, const Setting& setting, PageReport* report,
                   std::mutex& report_mutex, Known& known) {
  const auto [input, labelled] = sample_swde_site(loaded, setting.labels);
  const std::unique_ptr<model::Wrapper> wrapper = learn_wrapper(input, setting);
  const std::pair key(
      setting.labels,
      wrapper == nullptr ? ""
                         : wrapper->to_json().dump(-1, ' ', false, Json::error_handler_t::replace));
  if (const auto it = known.find(key); it != known.end()) return it->second;
  const auto* rules_wrapper = dynamic_cast<const wrap::RulesWrapper*>(wrapper.get());

  std::vector<PairResult> results;
  for (const auto& [attribute, truth] : loaded.site.truth) {
    results.push_back({loaded.site.vertical, loaded.site.name, attribute, {}, ""});
    if (rules_wrapper == nullptr) continue;
    for (const auto& rules : rules_wrapper->rules().attributes) {
      if (rules.name == attribute) results.back().rule = describe(rules);
    }
  }
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (labelled[p]) continue;
    const model::Extraction extraction =
        wrapper == nullptr ? model::Extraction() : wrapper->apply(loaded.pages[p]);
    const model::Record record =
        extraction.records.empty() ? model::Record{} : extraction.records[0];
    for (PairResult& result : results) {
      result.counts += compare_swde(value_texts(record.find(result.attribute)),
                                    loaded.site.truth.at(result.attribute)[p]);
    }
    if (report != nullptr) {
      const std::lock_guard lock(report_mutex);
      report_page(loaded, p, record, *report);
    }
  }
  Evaluated evaluated;
  predict_site(loaded, labelled, input.labels, wrapper.get(), results, evaluated.prediction);
  // Pairs without any truth say nothing.
  std::erase_if(results, [](const PairResult& result) { return result.counts.pages.truth == 0; });
  evaluated.pairs = std::move(results);
  known[key] = evaluated;
  return evaluated;
}

// Mean over attributes, then sites, then verticals.
struct Means {
  double pages = 0;
  double values = 0;
  double perfect = 0;  // share of sites whose every attribute is entirely right
  double good = 0;     // share of pairs of at least 0.95
};

Means means_of(const std::vector<PairResult>& results) {
  std::map<std::string, std::map<std::string, std::vector<const PairResult*>>> tree;
  for (const PairResult& result : results) tree[result.vertical][result.site].push_back(&result);
  std::vector<double> pages, values, perfect, good;
  for (const auto& [vertical, sites] : tree) {
    std::vector<double> site_pages, site_values;
    for (const auto& [site, pairs] : sites) {
      std::vector<double> p, v;
      for (const PairResult* pair : pairs) {
        p.push_back(pair->counts.pages.f1());
        v.push_back(pair->counts.values.f1());
        good.push_back(p.back() >= 0.95 ? 1 : 0);
      }
      site_pages.push_back(mean(p));
      site_values.push_back(mean(v));
      perfect.push_back(std::all_of(p.begin(), p.end(), [](double f) { return f == 1; }) ? 1 : 0);
    }
    pages.push_back(mean(site_pages));
    values.push_back(mean(site_values));
  }
  return {mean(pages), mean(values), mean(perfect), mean(good)};
}

void add_rows(const std::vector<PairResult>& results, Report& report) {
  std::map<std::string, std::vector<PairResult>> verticals, sites, attributes;
  for (const PairResult& result : results) {
    verticals[result.vertical].push_back(result);
    sites[result.site].push_back(result);
    attributes[result.vertical + " " + result.attribute].push_back(result);
    report.rows.push_back({"pair",
                           result.site + " " + result.attribute,
                           {{"f1", result.counts.pages.f1()},
                            {"precision", result.counts.pages.precision()},
                            {"recall", result.counts.pages.recall()},
                            {"value_f1", result.counts.values.f1()}}});
    report.details["rules"][result.site + " " + result.attribute] = result.rule;
  }
  const auto add = [&](const char* section, const auto& groups) {
    for (const auto& [name, members] : groups) {
      const Means means = means_of(members);
      report.rows.push_back({section, name, {{"f1", means.pages}, {"value_f1", means.values}}});
    }
  };
  add("vertical", verticals);
  add("site", sites);
  add("attribute", attributes);
}

// One setting, or those of a curve: over labelled pages, thresholds ([Zheng] Fig. 8.7, 8.8) or
// first pages (Table 8.2).
std::vector<Setting> settings_of(const TaskContext& context) {
  const unsigned k = context.labels.value_or(5);
  wrap::TreeOptions trees = wrap::TreeOptions::paper();
  if (context.method == "stability-weft") trees = {};
  std::vector<Setting> settings;
  if (is_label_curve(context.method)) {
    const std::string method =
        context.method == kCurve ? kCurve : context.method.substr(kCurve.size() + 1);
    for (const unsigned labels : kCurveLabels)
      settings.push_back({labels, method, fmt::format("_k{}", labels), trees});
  } else if (context.method == "sweep") {
    for (int step = 0; step <= 17; ++step) {
      settings.push_back({k, context.method, fmt::format("_eps{:.2f}", 0.05 * step), trees});
      settings.back().tree.epsilon = 0.05 * step;
    }
  } else if (context.method.starts_with("stability")) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      settings.push_back({k, context.method, fmt::format("_seed{}", seed), trees});
      settings.back().tree.epsilon = 0.2;
      settings.back().tree.seed = seed;
    }
  } else {
    settings.push_back({k, context.method, "", trees});
  }
  return settings;
}

// Predicted against true recall ([Zheng] Fig. 10.7).
void add_predictions(const std::vector<SitePrediction>& sites, const std::string& suffix,
                     Report& report) {
  std::vector<double> predicted, actual, error, templates;
  for (const SitePrediction& site : sites) {
    predicted.push_back(site.predicted);
    actual.push_back(site.actual);
    error.push_back(std::abs(site.predicted - site.actual));
    templates.push_back(site.templates);
  }
  report.figure("predicted_recall" + suffix, mean(predicted));
  report.figure("true_recall" + suffix, mean(actual));
  report.figure("prediction_error" + suffix, mean(error));
  if (mean(templates) > 0) report.figure("templates" + suffix, mean(templates));
}

// What a curve is over.
double x_of(const Setting& setting, const std::string& method, size_t number) {
  if (is_label_curve(method)) return setting.labels;
  return method == "sweep" ? 100 * setting.tree.epsilon : static_cast<double>(number + 1);
}

double figure_of(const Report& report, const std::string& name) {
  for (const Figure& figure : report.figures) {
    if (figure.name == name) return figure.value;
  }
  return 0;
}

// The curve of each figure over the settings.
void draw(const std::vector<Setting>& settings, const std::string& method, Report& report) {
  const bool labels = is_label_curve(method);
  std::vector<ChartSeries> curves;
  const auto add = [&](const std::string& name, const std::string& figure, double unit) {
    curves.push_back({name, {}});
    for (size_t i = 0; i < settings.size(); ++i) {
      curves.back().points.emplace_back(x_of(settings[i], method, i),
                                        figure_of(report, figure + settings[i].suffix) / unit);
    }
  };
  add("F1", "f1", 1);
  if (labels) {
    add("true recall", "true_recall", 1);
    add("predicted recall", "predicted_recall", 1);
  } else {
    add("templates a labelled page", "templates", settings.front().labels);
  }
  set_chart(report, "SWDE, " + method,
            labels              ? "labelled pages a site"
            : method == "sweep" ? "threshold, in hundredths"
                                : "first page",
            "", curves);
}

// Each site, and each of its attributes, under every setting.
void add_curve_rows(const std::vector<Setting>& settings,
                    const std::vector<std::vector<std::vector<PairResult>>>& results,
                    const std::vector<std::vector<SitePrediction>>& predictions, Report& report) {
  for (size_t s = 0; s < predictions.front().size(); ++s) {
    Row row{"site", predictions.front()[s].site, {}};
    for (size_t i = 0; i < settings.size(); ++i) {
      row.figures.push_back({"f1" + settings[i].suffix, means_of(results[i][s]).pages});
      if (predictions[i][s].templates > 0)
        row.figures.push_back({"templates" + settings[i].suffix, predictions[i][s].templates});
    }
    report.rows.push_back(std::move(row));
    for (size_t a = 0; a < results.front()[s].size(); ++a) {
      const PairResult& pair = results.front()[s][a];
      Row attribute{"pair", pair.site + " " + pair.attribute, {}};
      for (size_t i = 0; i < settings.size(); ++i)
        attribute.figures.push_back(
            {"f1" + settings[i].suffix, results[i][s][a].counts.pages.f1()});
      report.rows.push_back(std::move(attribute));
    }
  }
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  const std::vector<Setting> settings = settings_of(context);
  const bool curve = settings.size() > 1;
  std::vector<std::vector<std::vector<PairResult>>> results(
      settings.size());  // setting, site, pair
  for (auto& by_site : results) by_site.resize(sites.size());
  std::vector<std::vector<SitePrediction>> predictions(settings.size(),
                                                       std::vector<SitePrediction>(sites.size()));
  std::mutex report_mutex;
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    Known known;
    for (size_t i = 0; i < settings.size(); ++i) {
      Evaluated evaluated =
          evaluate(loaded, settings[i], i == 0 ? context.pages : nullptr, report_mutex, known);
      results[i][s] = std::move(evaluated.pairs);
      predictions[i][s] = std::move(evaluated.prediction);
    }
  });

  Report report;
  for (size_t i = 0; i < settings.size(); ++i) {
    std::vector<PairResult> pairs;
    for (auto& of_site : results[i]) pairs.insert(pairs.end(), of_site.begin(), of_site.end());
    const Means means = means_of(pairs);
    const std::string& suffix = settings[i].suffix;
    report.figure("f1" + suffix, means.pages);
    report.figure("value_f1" + suffix, means.values);
    report.figure("entirely_correct" + suffix, means.perfect);
    report.figure("pairs_from_0.95" + suffix, means.good);
    add_predictions(predictions[i], suffix, report);
    const bool main = is_label_curve(context.method) ? settings[i].labels == 5 : i == 0;
    if (curve && !main) continue;
    report.score = means.pages;
    report.figure("pairs", static_cast<double>(pairs.size()));
    if (!curve) add_rows(pairs, report);
  }
  if (curve) {
    add_curve_rows(settings, results, predictions, report);
    draw(settings, context.method, report);
  }
  return report;
}

const Task kSwde(
    {.name = "swde",
     .summary = "Rules learned from k labelled pages a site, judged on its other pages",
     .metric = "mean F1 over attributes, sites and verticals",
     .data_sets = {"swde-book", "swde-camera", "swde-job", "swde-restaurant"},
     .methods = {"weft",           "paper",          "curve",           "no-disjunctions",
                 "no-support",     "no-naive-bayes", "no-range-pruner", "rules",
                 "broom",          "broom-paper",    "page-tree",       "page-tree-paper",
                 "vote",           "best",           "sweep",           "stability",
                 "stability-weft", "curve-broom",    "curve-page-tree", "curve-vote"},
     .default_labels = 5,
     .run = run});

}  // namespace
}  // namespace weft::eval
