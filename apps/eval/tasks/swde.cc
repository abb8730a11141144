// weft eval swde: rules learned from k labelled pages a site, judged on the others ([Vertex] III-C;
// SWDE).
//
// For each site: all pages are parsed; choose_pages orders them by what is worth labelling; the
// first k get labels from the truth (values located on the page, every occurrence); a few of the
// others serve as unlabelled sample, without their truth; the wrapper runs on all pages that were
// not labelled. What is learned from them is the method's (swde_methods.h).

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "base/json.h"
#include "eval/metrics/swde.h"
#include "eval/swde_methods.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/active/prediction.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::eval::swde_task {
namespace {

constexpr size_t kTestPages = 100;  // To predict on: "less than 100 test pages are enough".
constexpr double kGoodPair = 0.95;  // F1 of an attribute of a site that counts as good.
// [Vertex] III-C.5: a rule is valid if on 20 pages nothing is wrong and this share is found.
constexpr size_t kValidPages = 20;
constexpr double kValidRecall = 0.85;

// What one site and attribute scored.
struct Pair {
  std::string vertical;
  std::string site;
  std::string attribute;
  SwdeCounts counts;
  std::string rule;
  Counts few = {};  // On kValidPages of the pages.

  [[nodiscard]] bool valid() const { return few.precision() == 1 && few.recall() > kValidRecall; }
};
using Pairs = std::vector<Pair>;

// What a wrapper scored on a site; and what it was predicted to find on the pages that it did not
// learn from ([Zheng] 10.3).
struct SiteResult {
  Pairs pairs;
  double predicted = 0;
  double actual = 0;
  double templates = 0;  // Of page trees.
};

void report_page(const LoadedSwdeSite& loaded, uint32_t page, const model::Record& record,
                 PageReport& report) {
  CheckedPage checked{loaded.site.name, loaded.pages[page].id,
                      std::string(loaded.pages[page].document.source())};
  size_t right = 0;
  for (const auto& [attribute, truth] : loaded.site.truth) {
    const model::Value* value = record.find(attribute);
    const std::vector<std::string> found = model::leaf_texts(value);
    const SwdeCounts counts = compare_swde(found, truth[page]);
    if (counts.pages.found == 0 && counts.pages.truth == 0) continue;
    const Verdict verdict = counts.pages.correct != 0 ? Verdict::kCorrect
                            : found.empty()           ? Verdict::kMissing
                            : truth[page].empty()     ? Verdict::kSpurious
                                                      : Verdict::kWrong;
    right += verdict == Verdict::kCorrect ? 1 : 0;
    if (value != nullptr && !value->items.empty()) value = &value->items[0];
    checked.checks.push_back({.verdict = verdict,
                              .record = "0",
                              .attribute = attribute,
                              .found = found.empty() ? "" : found[0],
                              .truth = truth[page].empty() ? "" : truth[page][0],
                              .path = value == nullptr ? "" : value->provenance.path});
  }
  checked.score = share(right, checked.checks.size(), 1);
  if (checked.score < 1 && report.wants(checked.score)) report.add(std::move(checked));
}

std::string describe(const model::Wrapper* wrapper, const std::string& name) {
  const auto* rules_wrapper = dynamic_cast<const wrap::RulesWrapper*>(wrapper);
  if (rules_wrapper == nullptr) return "";
  for (const wrap::AttributeRules& attribute : rules_wrapper->rules().attributes) {
    if (attribute.name != name || attribute.rules.empty()) continue;
    const auto& x = attribute.rules[0].statistics;
    std::string out = fmt::format(
        "{}{} precision={:.2f} support={:.2f} multiple={:.2f} agreement={:.2f} score={:.2f}",
        attribute.list ? "list " : "", wrap::to_xpath(attribute.rules[0]), x.precision, x.support,
        x.multiple, x.agreement, x.score);
    for (const wrap::Rule& rule : attribute.also) out += " also " + wrap::to_xpath(rule);
    return out;
  }
  return "";
}

void predict(const LoadedSwdeSite& loaded, const SwdeSample& sample, const model::Wrapper& wrapper,
             SiteResult& result) {
  std::vector<const model::Page*> pages;
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (sample.labelled[p] || pages.size() < kTestPages) pages.push_back(&loaded.pages[p]);
  }
  result.predicted = induce::predict(wrapper, pages, sample.input.labels).recall;
  std::vector<double> recall;
  for (const Pair& pair : result.pairs) recall.push_back(pair.counts.pages.recall());
  result.actual = mean(recall);
  if (const auto* trees = dynamic_cast<const wrap::PageTreeWrapper*>(&wrapper))
    result.templates = static_cast<double>(trees->trees().trees.size());
}

// `report` may be null; it is shared by threads.
SiteResult judge(const LoadedSwdeSite& loaded, const SwdeSample& sample,
                 const model::Wrapper* wrapper, PageReport* report) {
  static std::mutex report_mutex;
  SiteResult result;
  for (const auto& [attribute, truth] : loaded.site.truth)
    result.pairs.push_back(
        {loaded.site.vertical, loaded.site.name, attribute, {}, describe(wrapper, attribute)});
  const size_t stride = std::max<size_t>(1, loaded.pages.size() / kValidPages);
  for (uint32_t p = 0; p < loaded.pages.size(); ++p) {
    if (sample.labelled[p]) continue;
    const model::Record record = first_record(wrapper, loaded.pages[p]);
    for (Pair& pair : result.pairs) {
      const SwdeCounts counts = compare_swde(model::leaf_texts(record.find(pair.attribute)),
                                             loaded.site.truth.at(pair.attribute)[p]);
      pair.counts += counts;
      if (p % stride == 0) pair.few += counts.pages;
    }
    if (report == nullptr) continue;
    const std::lock_guard lock(report_mutex);
    report_page(loaded, p, record, *report);
  }
  // Pairs without any truth say nothing.
  std::erase_if(result.pairs, [](const Pair& pair) { return pair.counts.pages.truth == 0; });
  return result;
}

// The site under every setting. Settings of the same labels often lead to the same wrapper, which
// is judged once.
std::vector<SiteResult> judge_all(const LoadedSwdeSite& loaded,
                                  const std::vector<SwdeSetting>& settings, PageReport* report) {
  std::map<std::pair<unsigned, std::string>, SiteResult> known;
  std::vector<SiteResult> results;
  for (const SwdeSetting& setting : settings) {
    const SwdeSample sample = sample_swde_site(loaded, setting.labels);
    const auto wrapper = learn_swde_wrapper(sample.input, setting);
    const std::pair key(setting.labels, wrapper == nullptr ? "" : dump_json(wrapper->to_json()));
    const auto [it, fresh] = known.try_emplace(key);
    if (fresh) {
      it->second = judge(loaded, sample, wrapper.get(), results.empty() ? report : nullptr);
      if (wrapper != nullptr) predict(loaded, sample, *wrapper, it->second);
    }
    results.push_back(it->second);
  }
  return results;
}

// Mean over attributes, then sites, then verticals.
struct Means {
  double pages = 0;
  double values = 0;
  double perfect = 0;  // share of sites whose every attribute is entirely right
  double good = 0;     // share of pairs of at least kGoodPair
  double valid = 0;    // share of pairs whose rule is valid
};

Means means_of(const Pairs& all) {
  std::map<std::string, std::map<std::string, std::vector<const Pair*>>> tree;
  for (const Pair& pair : all) tree[pair.vertical][pair.site].push_back(&pair);
  std::vector<double> pages, values, perfect, good, valid;
  for (const auto& [vertical, sites] : tree) {
    std::vector<double> site_pages, site_values;
    for (const auto& [site, pairs] : sites) {
      std::vector<double> p, v;
      for (const Pair* pair : pairs) {
        p.push_back(pair->counts.pages.f1());
        v.push_back(pair->counts.values.f1());
        good.push_back(p.back() >= kGoodPair ? 1 : 0);
        valid.push_back(pair->valid() ? 1 : 0);
      }
      site_pages.push_back(mean(p));
      site_values.push_back(mean(v));
      perfect.push_back(std::all_of(p.begin(), p.end(), [](double f) { return f == 1; }) ? 1 : 0);
    }
    pages.push_back(mean(site_pages));
    values.push_back(mean(site_values));
  }
  return {mean(pages), mean(values), mean(perfect), mean(good), mean(valid)};
}

// What all sites scored under one setting; predicted against true recall as [Zheng] Fig. 10.7.
Means add_figures(const Pairs& pairs, const std::vector<std::vector<SiteResult>>& sites, size_t i,
                  const std::string& suffix, Report& report) {
  const Means means = means_of(pairs);
  report.figure("f1" + suffix, means.pages);
  report.figure("value_f1" + suffix, means.values);
  report.figure("entirely_correct" + suffix, means.perfect);
  report.figure("pairs_from_0.95" + suffix, means.good);
  report.figure("valid_rules" + suffix, means.valid);
  std::vector<double> predicted, actual, error, templates;
  for (const auto& site : sites) {
    predicted.push_back(site[i].predicted);
    actual.push_back(site[i].actual);
    error.push_back(std::abs(site[i].predicted - site[i].actual));
    templates.push_back(site[i].templates);
  }
  report.figure("predicted_recall" + suffix, mean(predicted));
  report.figure("true_recall" + suffix, mean(actual));
  report.figure("prediction_error" + suffix, mean(error));
  if (mean(templates) > 0) report.figure("templates" + suffix, mean(templates));
  return means;
}

void add_rows(const Pairs& pairs, Report& report) {
  std::map<std::string, Pairs> verticals, sites, attributes;
  for (const Pair& pair : pairs) {
    const std::string name = pair.site + " " + pair.attribute;
    verticals[pair.vertical].push_back(pair);
    sites[pair.site].push_back(pair);
    attributes[pair.vertical + " " + pair.attribute].push_back(pair);
    report.row("pair", name, rates(pair.counts.pages, {{"value_f1", pair.counts.values.f1()}}));
    report.details["rules"][name] = pair.rule;
  }
  const auto add = [&](const char* section, const auto& groups) {
    for (const auto& [name, members] : groups) {
      const Means means = means_of(members);
      report.row(section, name, {{"f1", means.pages}, {"value_f1", means.values}});
    }
  };
  add("vertical", verticals);
  add("site", sites);
  add("attribute", attributes);
}

// Each vertical under every setting, with the largest fall from fewer labels to more; returns the
// largest of all.
double add_curve_verticals(const std::vector<SwdeSetting>& settings,
                           const std::vector<std::vector<SiteResult>>& results, Report& report) {
  std::map<std::string, Figures> verticals;
  for (size_t i = 0; i < settings.size(); ++i) {
    std::map<std::string, Pairs> pairs;
    for (const auto& of_site : results) {
      for (const Pair& pair : of_site[i].pairs) pairs[pair.vertical].push_back(pair);
    }
    for (const auto& [vertical, members] : pairs)
      verticals[vertical].push_back({"f1" + settings[i].suffix, means_of(members).pages});
  }
  double worst = 0;
  for (auto& [vertical, figures] : verticals) {
    const double fall = largest_fall(figures);
    worst = std::max(worst, fall);
    figures.push_back({"fall", fall});
    report.row("vertical", vertical, std::move(figures));
  }
  report.figure("largest_fall", worst);
  return worst;
}

// Each site, and each of its attributes, under every setting.
void add_curve_rows(const std::vector<SwdeSetting>& settings, const std::vector<SwdeSite>& sites,
                    const std::vector<std::vector<SiteResult>>& results, Report& report) {
  for (size_t s = 0; s < sites.size(); ++s) {
    Row row{"site", sites[s].name, {}};
    std::vector<Row> attributes;
    for (const Pair& pair : results[s].front().pairs)
      attributes.push_back({"pair", pair.site + " " + pair.attribute, {}});
    for (size_t i = 0; i < settings.size(); ++i) {
      const SiteResult& result = results[s][i];
      row.figures.push_back({"f1" + settings[i].suffix, means_of(result.pairs).pages});
      if (result.templates > 0)
        row.figures.push_back({"templates" + settings[i].suffix, result.templates});
      for (size_t a = 0; a < attributes.size(); ++a)
        attributes[a].figures.push_back(
            {"f1" + settings[i].suffix, result.pairs[a].counts.pages.f1()});
    }
    report.rows.push_back(std::move(row));
    report.rows.insert(report.rows.end(), attributes.begin(), attributes.end());
  }
}

// The curve of each figure over the settings.
void draw(const SwdeSettings& settings, const std::string& method, Report& report) {
  std::vector<ChartSeries> curves;
  const auto add = [&](const std::string& name, const std::string& figure, double unit) {
    curves.push_back({name, {}});
    for (const SwdeSetting& setting : settings.all)
      curves.back().points.emplace_back(setting.x,
                                        figure_of(report.figures, figure + setting.suffix) / unit);
  };
  add("F1", "f1", 1);
  if (settings.over_labels) {
    add("true recall", "true_recall", 1);
    add("predicted recall", "predicted_recall", 1);
  } else {
    add("templates a labelled page", "templates", settings.all.front().labels);
  }
  report.chart("SWDE, " + method, settings.x_label, "", curves);
}

// One attribute of a site: learned from the usual pages, and from each biased choice of them.
struct BiasedPair {
  Pair usual;
  Figures biased;  // F1 by the name of the bias.
  Pair worst;      // Of all choices, the usual one among them.
};

std::vector<BiasedPair> judge_biased(const LoadedSwdeSite& loaded, const SwdeSetting& setting) {
  const auto learn_and_judge = [&](const SwdeSample& sample) {
    return judge(loaded, sample, learn_swde_wrapper(sample.input, setting).get(), nullptr).pairs;
  };
  std::vector<BiasedPair> result;
  for (Pair& usual : learn_and_judge(sample_swde_site(loaded, setting.labels))) {
    BiasedPair pair{usual, {}, usual};
    for (const BiasedChoice& choice : biased_choices(loaded, usual.attribute, setting.labels)) {
      for (Pair& one : learn_and_judge(sample_swde_site(loaded, choice.pages))) {
        if (one.attribute != usual.attribute) continue;
        pair.biased.push_back({choice.bias, one.counts.pages.f1()});
        one.rule = choice.bias + ": " + one.rule;
        if (one.counts.pages.f1() < pair.worst.counts.pages.f1()) pair.worst = std::move(one);
      }
    }
    result.push_back(std::move(pair));
  }
  return result;
}

// What a careless choice of pages costs: the score is the F1 of the worst choice of each attribute.
Report run_biased(const TaskContext& context, const std::vector<SwdeSite>& sites,
                  const SwdeSetting& setting) {
  std::vector<std::vector<BiasedPair>> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    results[s] = judge_biased(loaded, setting);
  });
  Report report;
  Pairs usual, worst;
  for (const auto& of_site : results) {
    for (const BiasedPair& pair : of_site) {
      usual.push_back(pair.usual);
      worst.push_back(pair.worst);
      Figures figures = {{"worst", pair.worst.counts.pages.f1()},
                         {"usual", pair.usual.counts.pages.f1()}};
      figures.insert(figures.end(), pair.biased.begin(), pair.biased.end());
      const std::string name = pair.usual.site + " " + pair.usual.attribute;
      report.row("pair", name, std::move(figures));
      report.details["rules"][name] = pair.worst.rule;
    }
  }
  report.score = means_of(worst).pages;
  report.figure("usual_f1", means_of(usual).pages);
  report.figure("loss", means_of(usual).pages - report.score);
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  const SwdeSettings settings = swde_settings(context.method, context.labels.value_or(5));
  if (context.label_choice == "biased")
    return run_biased(context, sites, settings.all[settings.main]);
  const bool curve = settings.all.size() > 1;
  std::vector<std::vector<SiteResult>> results(sites.size());  // By site, then by setting.
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    results[s] = judge_all(loaded, settings.all, context.pages);
  });

  Report report;
  for (size_t i = 0; i < settings.all.size(); ++i) {
    Pairs pairs;
    for (const auto& of_site : results)
      pairs.insert(pairs.end(), of_site[i].pairs.begin(), of_site[i].pairs.end());
    const Means means = add_figures(pairs, results, i, settings.all[i].suffix, report);
    if (i != settings.main) continue;
    report.score = means.pages;
    report.figure("pairs", pairs.size());
    if (!curve) add_rows(pairs, report);
  }
  if (curve) {
    // More labels must never hurt.
    if (settings.over_labels) report.score -= add_curve_verticals(settings.all, results, report);
    add_curve_rows(settings.all, sites, results, report);
    draw(settings, context.method, report);
  }
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "swde",
          .summary = "Rules learned from k labelled pages a site, judged on its other pages",
          .metric = "mean F1 over attributes, sites and verticals",
          .data_sets = kSwdeSets,
          .methods = swde_methods(),
          .default_labels = 5,
          .run = run};
}

}  // namespace weft::eval::swde_task
