// weft eval noisy: rules from labels of which some are wrong or missing, on SWDE.
//
// Each labelled value is spoiled with a certain chance: the label goes, or says another text of its page (every other time
// the value of another attribute, else any visible text). Half of the spoiled labels are missing, half wrong; those of the
// "tool" are all wrong, as from a program that always answers. Judged on pages that nobody labelled, and by whether the wrong
// labels are named.
//
//   setting    pages    spoiled
//   clean      10       none
//   10 20 40   10       10, 20, 40 % wrong or missing
//   tool       5        20 % wrong
//
// Methods: "weft" learns from noisy labels (induce/combine/noisy_labels.h) in the setting 20, "tool"
// in the one of its name, "curve" in all; "plain" takes every label as true, in all.

#include <map>
#include <random>
#include <set>

#include "base/hash.h"
#include "base/strings.h"
#include "dom/text.h"
#include "eval/metrics/counts.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "induce/combine/noisy_labels.h"
#include "induce/inducers.h"

namespace weft::eval::noisy_task {
namespace {

struct Setting {
  const char* name;
  unsigned labels;
  double spoiled;
  double wrong;  // Of the spoiled.
};
constexpr Setting kSettings[] = {{"clean", 10, 0, 0},
                                 {"10", 10, 0.1, 0.5},
                                 {"20", 10, 0.2, 0.5},
                                 {"40", 10, 0.4, 0.5},
                                 {"tool", 5, 0.2, 1}};

// The setting whose F1 is a method's score.
std::string_view main_setting(std::string_view method) { return method == "tool" ? "tool" : "20"; }

std::vector<Setting> settings_of(std::string_view method) {
  std::vector<Setting> settings(std::begin(kSettings), std::end(kSettings));
  if (method == "weft" || method == "tool")
    std::erase_if(settings,
                  [&](const Setting& setting) { return setting.name != main_setting(method); });
  return settings;
}

// A value that a label says: page and attribute, and what is said there.
using Saying = std::tuple<std::string, std::string, std::string>;

struct Spoiled {
  std::vector<model::Label> labels;
  std::set<Saying> wrong;
};

std::vector<std::string> visible_texts(const dom::Document& doc) {
  std::vector<std::string> texts;
  for (const dom::NodeId n : doc.nodes()) {
    if (!dom::is_visible_text(doc, n)) continue;
    std::string text = normalize_space(doc.text(n));
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

// Another text of the page than these values.
std::string other_text(const std::set<std::string>& values, const std::vector<std::string>& others,
                       const dom::Document& doc, std::mt19937_64& random) {
  constexpr int kTries = 20;
  const std::vector<std::string> texts =
      !others.empty() && random() % 2 == 0 ? others : visible_texts(doc);
  for (int i = 0; i < kTries && !texts.empty(); ++i) {
    const std::string& text = texts[random() % texts.size()];
    if (!values.contains(text)) return text;
  }
  return "";
}

Spoiled spoil(const SwdeSample& sample, const Setting& setting, std::mt19937_64& random) {
  std::map<std::string, const model::Page*> pages;
  for (const model::Page* page : sample.input.pages) pages[page->id] = page;
  std::map<std::pair<std::string, std::string>, std::vector<model::Label>> by_value;
  std::map<std::string, std::map<std::string, std::set<std::string>>> values;  // Page, attribute.
  for (const model::Label& label : sample.input.labels) {
    by_value[{label.page, label.attribute}].push_back(label);
    values[label.page][label.attribute].insert(label.value);
  }
  std::uniform_real_distribution<double> chance(0, 1);
  Spoiled out;
  for (auto& [where, labels] : by_value) {
    const auto& [page, attribute] = where;
    if (chance(random) >= setting.spoiled) {
      for (model::Label& label : labels) {
        label.source = model::LabelSource::kTool;
        out.labels.push_back(std::move(label));
      }
      continue;
    }
    if (chance(random) >= setting.wrong) continue;
    std::vector<std::string> others;
    for (const auto& [name, texts] : values[page]) {
      if (name != attribute) others.insert(others.end(), texts.begin(), texts.end());
    }
    const std::string text =
        other_text(values[page][attribute], others, pages[page]->document, random);
    if (text.empty()) continue;
    out.wrong.insert({page, attribute, text});
    out.labels.push_back(
        {.page = page, .attribute = attribute, .value = text, .source = model::LabelSource::kTool});
  }
  return out;
}

struct SiteResult {
  double f1 = 0;
  Counts named;  // Wrong labels.
};

SiteResult judge(const LoadedSwdeSite& loaded, const Setting& setting, const std::string& method,
                 unsigned seed) {
  SwdeSample sample = sample_swde_site(loaded, setting.labels);
  std::mt19937_64 random(hash_bytes(loaded.site.name) + seed);
  Spoiled spoiled = spoil(sample, setting, random);
  sample.input.labels = std::move(spoiled.labels);
  SiteResult result;
  result.named.truth = spoiled.wrong.size();
  const model::Inducer inducer = &induce::induce_rules;
  if (method == "plain") {
    const auto induced = inducer(sample.input);
    if (induced.ok())
      result.f1 = mean_swde_f1(loaded.site, loaded.pages, sample.labelled, *induced->wrapper);
    return result;
  }
  const auto learned = induce::learn_from_noisy(inducer, sample.input);
  if (!learned.ok()) return result;
  result.f1 = mean_swde_f1(loaded.site, loaded.pages, sample.labelled, *learned->induced.wrapper);
  std::set<Saying> named;
  for (const induce::DoubtedLabel& doubted : learned->wrong)
    named.insert({doubted.label.page, doubted.label.attribute, doubted.label.value});
  result.named.found = named.size();
  for (const Saying& saying : named) result.named.correct += spoiled.wrong.contains(saying) ? 1 : 0;
  return result;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  const std::vector<Setting> settings = settings_of(context.method);
  std::vector<std::vector<SiteResult>> results(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    for (const Setting& setting : settings)
      results[s].push_back(judge(loaded, setting, context.method, context.seed));
  });
  Report report;
  for (size_t i = 0; i < settings.size(); ++i) {
    std::map<std::string, std::vector<double>> verticals;
    Counts named;
    for (size_t s = 0; s < sites.size(); ++s) {
      verticals[sites[s].vertical].push_back(results[s][i].f1);
      named += results[s][i].named;
    }
    std::vector<double> means;
    for (const auto& [vertical, values] : verticals) means.push_back(mean(values));
    const std::string name = settings[i].name;
    report.figure("f1_" + name, mean(means));
    if (name == main_setting(context.method)) report.score = mean(means);
    if (context.method == "plain" || named.truth == 0) continue;
    report.figure("named_precision_" + name, named.precision());
    report.figure("named_recall_" + name, named.recall());
  }
  for (size_t s = 0; s < sites.size(); ++s) {
    Figures figures;
    for (size_t i = 0; i < settings.size(); ++i)
      figures.emplace_back(std::string("f1_") + settings[i].name, results[s][i].f1);
    report.row("site", sites[s].name, std::move(figures));
  }
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "noisy",
          .summary = "Rules from labels of which some are wrong or missing, and which those are",
          .metric =
              "mean F1 over attributes, sites and verticals; ten pages, a fifth of the labels "
              "wrong or missing (tool: five pages, a fifth wrong)",
          .data_sets = kSwdeSets,
          .methods = {"weft", "tool", "plain", "curve"},
          .run = run};
}

}  // namespace weft::eval::noisy_task
