// weft eval clicks: how much a person does in `weft studio` until its table is right.
//
// Somebody who knows the truth works at a LabelDesk (src/site/label_desk.h), on SWDE sites and on
// detail pages of made-up sites. A click is an act that reaches the journal:
//   1. opens the page that the desk proposes; compares what it shows with the truth;
//   2. points at every value that is missing or wrong (1), says of several that they are a set (1
//      more), or that the page has none (1); what is right costs nothing;
//   3. finishes the page (1), which accepts what else is predicted;
//   4. stops when the desk says that it is enough, or after kMaxPages.
// The rules are judged on the pages that were not finished, those never sampled included. Pointing
// is at one place for a value, where the pages of the site show it most.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dom/path.h"
#include "eval/list_labels.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/swde.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "html/parser.h"
#include "practice/domain.h"
#include "practice/site.h"
#include "site/label_desk.h"
#include "site/label_place.h"

namespace weft::eval::clicks_task {
namespace {

using model::Label;
using site::Act;
using site::ActKind;

constexpr size_t kMaxPages = 10;
// The goal: two clicks an attribute, naming it not counted, for rules this good.
constexpr double kGoodF1 = 0.98;
constexpr double kClicksAnAttribute = 2;
constexpr uint64_t kSeeds[] = {1, 2, 3};
constexpr size_t kAttributes = 4;  // Of made-up sites.
constexpr size_t kLookedAt = 40;   // Pages that tell where a site shows a value.
constexpr size_t kOneIn = 3;       // Of the SWDE sites, for time; all that --only names.

// Where one may point at on a page: a place for each value of each attribute.
using PagePlaces = std::map<std::string, std::vector<Label>>;

struct Work {
  std::string site;
  double attributes = 0;
  double clicks = 0;
  double pages = 0;
  bool told = false;  // That it is enough.
  double f1 = 0;

  [[nodiscard]] bool good() const {
    return f1 >= kGoodF1 && clicks <= kClicksAnAttribute * attributes;
  }
};

// --- sites ---

// A person sees what stands in the body.
bool is_seen(const Label& label) { return label.path.find("/head[") == std::string::npos; }

// Values of SWDE stand in several places: of each the one whose tags most pages have a value at.
std::vector<PagePlaces> usual_places(const LoadedSwdeSite& loaded) {
  std::vector<PagePlaces> all(loaded.pages.size());
  std::map<std::pair<std::string, std::string>, size_t> pages_with;  // Attribute, tags.
  const auto tags = [&](size_t p, const Label& label) {
    const auto place = site::place_of(loaded.pages[p].document, label);
    return place ? dom::tag_path(loaded.pages[p].document, place->node) : std::string();
  };
  for (size_t i = 0; i < loaded.order.size(); ++i) {
    const uint32_t p = loaded.order[i];
    for (Label& label : swde_labels(loaded.site, loaded.pages[p], p)) {
      if (!is_seen(label)) continue;
      label.record = "0";
      if (i < kLookedAt) ++pages_with[{label.attribute, tags(p, label)}];
      all[p][label.attribute].push_back(std::move(label));
    }
  }
  for (size_t p = 0; p < all.size(); ++p) {
    for (auto& [attribute, places] : all[p]) {
      std::map<std::string, const Label*> best;  // By value.
      for (const Label& label : places) {
        const Label*& known = best[label.value];
        const auto count = [&, of = &attribute](const Label& one) {
          return pages_with[{*of, tags(p, one)}];
        };
        if (known == nullptr || count(label) > count(*known)) known = &label;
      }
      std::vector<Label> kept;
      for (const auto& [value, label] : best) kept.push_back(*label);
      places = std::move(kept);
    }
  }
  return all;
}

// The detail pages of a made-up site with its first attributes, and their places by page.
LoadedSwdeSite practice_details(practice::Domain domain, uint64_t seed, const Limits& limits,
                                std::vector<PagePlaces>& by_page) {
  LoadedSwdeSite made;
  SwdeSite& site = made.site;
  site.name = fmt::format("{}-{}", name_of(domain), seed);
  std::vector<std::string> wanted;
  for (const practice::AttributeSpec& one : practice::attributes_of(domain)) {
    if (wanted.size() < kAttributes && one.kind != practice::FactKind::kImage)
      wanted.emplace_back(one.name);
  }
  for (const practice::Page& page : practice::generate({.domain = domain, .seed = seed}).pages) {
    if (page.template_name != "detail") continue;
    model::Page& parsed =
        made.pages.emplace_back(model::html_page(page.html, {.id = page.url}, limits));
    for (const std::string& name : wanted) site.truth[name].emplace_back();
    TruthRow row;
    for (const practice::TruthValue& value : page.records.front().values) {
      const auto known = site.truth.find(value.attribute);
      if (known == site.truth.end()) continue;
      known->second.back().push_back(value.text);
      row.push_back({value.attribute, value.text, dom::SourceRange{value.begin, value.end}});
    }
    PagePlaces& places = by_page.emplace_back();
    for (Label& label : label_rows(parsed, {row})) {
      label.record = "0";
      places[label.attribute].push_back(std::move(label));
    }
  }
  return made;
}

// --- the person ---

class Person {
 public:
  Person(const LoadedSwdeSite& loaded, std::vector<PagePlaces> places)
      : loaded_(loaded), places_(std::move(places)) {
    std::vector<size_t> all(loaded.pages.size());
    for (size_t p = 0; p < all.size(); ++p) all[p] = p;
    site::DeskInput input;
    for (const size_t p : site::desk_sample(all)) {
      number_[loaded.pages[p].id] = p;
      input.pages.push_back(&loaded.pages[p]);
    }
    desk_ = std::make_unique<site::LabelDesk>(std::move(input));
    for (const auto& [attribute, truth] : loaded.site.truth)
      schema_.attributes.push_back({.name = attribute});
    desk_->update(acts_, schema_);
  }

  Work label() {
    const SwdeSite& site = loaded_.site;
    Work done{.site = site.name, .attributes = static_cast<double>(site.truth.size())};
    std::vector<bool> labelled(loaded_.pages.size());
    while (done.pages < kMaxPages) {
      const site::DeskPage* next = desk_->outlook().next;
      if (next == nullptr) break;
      const size_t p = number_.at(next->page->id);
      correct(p);
      finish(p);
      labelled[p] = true;
      ++done.pages;
      done.told = desk_->outlook().enough;
      if (done.told) break;
    }
    done.clicks = static_cast<double>(acts_.size());
    if (desk_->wrapper() != nullptr)
      done.f1 = mean_swde_f1(site, loaded_.pages, labelled, *desk_->wrapper());
    return done;
  }

 private:
  void act(size_t p, ActKind kind, const std::string& attribute, std::vector<Label> labels) {
    acts_.push_back({.id = std::to_string(acts_.size()),
                     .page = loaded_.pages[p].id,
                     .kind = kind,
                     .record = "0",
                     .attribute = attribute,
                     .labels = std::move(labels)});
    desk_->update(acts_, schema_);
  }

  [[nodiscard]] std::vector<std::string> shown(size_t p, const std::string& attribute) const {
    const auto& records = desk_->find(loaded_.pages[p].id)->found.extraction.records;
    return records.empty() ? std::vector<std::string>()
                           : model::leaf_texts(records[0].find(attribute));
  }

  void correct(size_t p) {
    for (const auto& [attribute, truth] : loaded_.site.truth) {
      const auto found = places_[p].find(attribute);
      const std::vector<Label> places =
          found == places_[p].end() ? std::vector<Label>() : found->second;
      std::vector<std::string> values;
      for (const Label& label : places) values.push_back(label.value);
      const Counts same = compare_swde(shown(p, attribute), values).values;
      if (same.found == same.truth && same.correct == same.truth) continue;
      if (places.empty()) {
        act(p, ActKind::kMissing, attribute, {});
        continue;
      }
      act(p, ActKind::kLabel, attribute, {places[0]});
      if (places.size() > 1) act(p, ActKind::kSet, attribute, places);
    }
  }

  void finish(size_t p) {
    act(p, ActKind::kFinish, "", desk_->predictions(*desk_->find(loaded_.pages[p].id)));
  }

  const LoadedSwdeSite& loaded_;
  std::vector<PagePlaces> places_;
  std::map<std::string, size_t> number_;  // Sampled pages by id.
  model::Schema schema_;
  std::vector<Act> acts_;
  std::unique_ptr<site::LabelDesk> desk_;
};

// --- the report ---

std::vector<Figure> figures_of(const std::vector<Work>& all) {
  std::vector<double> good, f1, clicks, pages, told;
  for (const Work& one : all) {
    good.push_back(one.good() ? 1 : 0);
    f1.push_back(one.f1);
    clicks.push_back(one.clicks * kAttributes / one.attributes);
    pages.push_back(one.pages);
    told.push_back(one.told ? 1 : 0);
  }
  return {{"good", mean(good)},   {"f1", mean(f1)},     {"clicks", mean(clicks)},
          {"pages", mean(pages)}, {"told", mean(told)}, {"sites", all.size()}};
}

Result<Report> run(const TaskContext& context) {
  std::vector<Work> swde, practice;
  WEFT_ASSIGN(std::vector<SwdeSite> sites, read_swde_sites(context));
  if (context.only.empty()) {
    std::vector<SwdeSite> some;
    for (size_t s = 0; s < sites.size(); s += kOneIn) some.push_back(std::move(sites[s]));
    sites = std::move(some);
  }
  swde.resize(sites.size());
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    swde[s] = Person(loaded, usual_places(loaded)).label();
  });
  std::vector<std::pair<practice::Domain, uint64_t>> made_up;
  for (const practice::Domain domain : practice::kDomains) {
    for (const uint64_t seed : kSeeds) made_up.emplace_back(domain, seed + context.seed);
  }
  practice.resize(made_up.size());
  for_each_parallel(context, "labelling made-up sites", made_up.size(), [&](size_t s) {
    std::vector<PagePlaces> places;
    const LoadedSwdeSite made =
        practice_details(made_up[s].first, made_up[s].second, context.limits, places);
    practice[s] = Person(made, std::move(places)).label();
  });
  Report report;
  report.row("set", "swde", figures_of(swde));
  report.row("set", "practice", figures_of(practice));
  std::vector<Work> all = std::move(swde);
  all.insert(all.end(), practice.begin(), practice.end());
  for (const Work& one : all) report.row("site", one.site, figures_of({one}));
  report.figures = figures_of(all);
  report.score = report.figures.front().value;
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "clicks",
          .summary = "Clicks in the studio until its table is right",
          .metric = "share of sites with F1 0.98 or more for at most two clicks an attribute",
          .data_sets = kSwdeSets,
          .run = run};
}

}  // namespace weft::eval::clicks_task
