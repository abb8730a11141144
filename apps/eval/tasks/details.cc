// weft eval details: detail pages of made-up property and car portals, by a shipped domain, with no labels; the protocol of [Amber] 7.3.
//
//   data area    the least element around all true values, for AMBER
//   attributes   compared as typed values; exact, or contained (one holds the other: §7.1.3 reports these apart)
//   objects      by how many of their attributes are wrong or missing: 0, 1, 2, three or more
//
// Methods: "weft" chooses columns over all pages (domain/choice.h), "amber" is chapter 6. Without --sites both are run with 1 to 10
// pages a site, and AMBER without each of its three components and seven features.

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/strings.h"
#include "dom/text.h"
#include "domain/amber/detail_pages.h"
#include "domain/choice.h"
#include "eval/metrics/counts.h"
#include "eval/practice_domains.h"
#include "eval/task.h"
#include "html/parser.h"
#include "practice/site.h"
#include "render/estimate.h"
#include "site/domain_records.h"
#include "site/input_files.h"
#include "url/url.h"

namespace weft::eval::details_task {
namespace {

namespace amber = domain::amber;

constexpr uint64_t kSites = 14;    // Of each domain.
constexpr uint64_t kFewSites = 6;  // …for sizes and what is taken away.
constexpr size_t kPages = 10;      // A site.
constexpr uint64_t kOtherSeeds = 1000;
constexpr size_t kDomains = 2;  // Property and cars, as in the thesis.

struct Portal {
  const PracticeDomain* domain = nullptr;
  const annotate::Recognizer* recognizer = nullptr;
  std::vector<const practice::Page*> truth;
  std::vector<model::Page> pages;
  std::vector<std::map<uint32_t, std::string>> listed;  // By page, what the list says of it.
  std::string language;
};

// A value that was found; by attribute of the domain.
using Values = std::vector<std::string>;

struct Read {
  std::vector<Values> values;      // By page.
  std::vector<dom::NodeId> areas;  // By page; empty where a method has none.
};

using Method = std::function<Read(const Portal&, size_t pages)>;

struct Scores {
  Counts areas;
  Counts attributes;
  Counts contained;
  std::array<uint64_t, 4> objects{};  // By wrong attributes.
  std::map<std::string, Counts> by_attribute;

  Scores& operator+=(const Scores& other) {
    areas += other.areas;
    attributes += other.attributes;
    contained += other.contained;
    for (size_t i = 0; i < objects.size(); ++i) objects[i] += other.objects[i];
    for (const auto& [name, counts] : other.by_attribute) by_attribute[name] += counts;
    return *this;
  }
};

// What the lists say of the things they lead to.
std::map<std::string, std::map<uint32_t, std::string>> read_lists(
    const practice::Site& site, const annotate::Recognizer& recognizer, const Limits& limits) {
  std::map<std::string, std::map<uint32_t, std::string>> listed;
  for (const practice::Page& page : site.pages) {
    if (page.template_name != "list") continue;
    const auto parsed = html::parse(page.html, {.limits = limits});
    for (const mine::Region& region : site::mine_by_domain(
             parsed.document, recognizer, {.method = site::DomainMethod::kAmber})) {
      for (size_t r = 0; r < region.records.size(); ++r) {
        std::map<uint32_t, std::string> said;
        std::string leads_to;
        for (const mine::Column& column : region.columns) {
          const mine::Cell& cell = column.cells[r];
          if (cell.node == dom::kNoNode) continue;
          if (cell.attribute == dom::atoms::kHref) leads_to = url::resolve(cell.text, page.url);
          if (const auto number = recognizer.domain().find(column.name))
            said[static_cast<uint32_t>(*number)] = cell.text;
        }
        if (!leads_to.empty()) listed[leads_to] = std::move(said);
      }
    }
  }
  return listed;
}

Portal make_portal(const practice::Site& site, const PracticeDomain& domain,
                   const annotate::Recognizer& recognizer, const Limits& limits) {
  Portal portal{.domain = &domain, .recognizer = &recognizer};
  const auto listed = read_lists(site, recognizer, limits);
  for (const practice::Page& page : site.pages) {
    if (page.template_name != "detail" || portal.pages.size() == kPages) continue;
    portal.truth.push_back(&page);
    model::Page& parsed = portal.pages.emplace_back(
        model::html_page(page.html, {.id = page.url, .url = page.url}, limits));
    const auto it = listed.find(page.url);
    portal.listed.push_back(it == listed.end() ? std::map<uint32_t, std::string>() : it->second);
    portal.language =
        parsed.document.attribute(parsed.document.document_element(), dom::atoms::kLang)
            .value_or("");
  }
  return portal;
}

// --- methods ---

Method amber_method(amber::DetailParameters parameters, bool layouts = false) {
  return [=](const Portal& portal, size_t count) {
    std::vector<amber::DetailInput> inputs;
    std::vector<dom::Layout> estimated(count);
    for (size_t p = 0; p < count; ++p) {
      const dom::Document& doc = portal.pages[p].document;
      if (layouts) estimated[p] = render::estimate_layout(doc);
      inputs.push_back({&doc, portal.recognizer->annotate(doc), layouts ? &estimated[p] : nullptr,
                        portal.listed[p]});
    }
    Read read;
    for (const amber::DetailPage& page :
         amber::read_detail_pages(inputs, *portal.recognizer, parameters)) {
      read.areas.push_back(page.data_area);
      Values& values = read.values.emplace_back();
      for (const amber::Value& value : page.values)
        values.push_back(value.node == dom::kNoNode ? "" : value.text);
    }
    return read;
  };
}

Read read_columns(const Portal& portal, size_t count) {
  std::vector<const model::Page*> pages;
  for (size_t p = 0; p < count; ++p) pages.push_back(&portal.pages[p]);
  const domain::SiteColumns site = domain::find_columns(pages);
  const auto choices = domain::choose_columns(site, *portal.recognizer,
                                              domain::weigh_columns(site, *portal.recognizer));
  Read read;
  read.values.assign(count, Values(choices.size()));
  for (const domain::Choice& choice : choices) {
    if (choice.column < 0 || choice.confidence < domain::kDefaultFloor) continue;
    for (size_t p = 0; p < count; ++p) {
      if (choice.nodes[p] >= 0)
        read.values[p][choice.attribute] =
            site.strings.text(site.nodes[static_cast<size_t>(choice.nodes[p])].value);
    }
  }
  return read;
}

// --- judging ---

dom::NodeId node_at(const dom::Document& doc, uint32_t byte) {
  dom::NodeId found = dom::kRoot;
  for (const dom::NodeId n : doc.nodes()) {
    const dom::SourceRange range = doc.source_range(n);
    if (range.begin <= byte && byte < range.end) found = n;
  }
  return found;
}

dom::NodeId true_area(const dom::Document& doc, const practice::Page& page) {
  dom::NodeId area = dom::kNoNode;
  for (const practice::TruthValue& value : page.records.front().values) {
    const dom::NodeId n = node_at(doc, value.begin);
    area = area == dom::kNoNode ? n : doc.lowest_common_ancestor(area, n);
  }
  return area;
}

Scores judge(const Portal& portal, const Read& read) {
  Scores scores;
  const annotate::Domain& domain = portal.recognizer->domain();
  for (size_t p = 0; p < read.values.size(); ++p) {
    const practice::TruthRecord& truth = portal.truth[p]->records.front();
    if (!read.areas.empty()) {
      const bool right = read.areas[p] == true_area(portal.pages[p].document, *portal.truth[p]);
      scores.areas += {right ? 1U : 0U, read.areas[p] == dom::kNoNode ? 0U : 1U, 1};
    }
    size_t wrong = 0;
    for (const PracticeAttribute& mapping : portal.domain->attributes) {
      const auto number = domain.find(mapping.attribute);
      if (!number || mapping.truth == "image") continue;  // No text.
      const std::string& found = read.values[p][*number];
      const practice::TruthValue* value = truth.find(mapping.truth);
      const auto type = annotate::value_type_of(domain.attributes[*number].type);
      Counts counts{0, found.empty() ? 0U : 1U, value == nullptr ? 0U : 1U};
      Counts within = counts;
      if (value != nullptr && !found.empty()) {
        const std::string a = comparable_as(type, found, portal.language);
        const std::string b = comparable_as(type, value->text, portal.language);
        counts.correct = a == b ? 1 : 0;
        within.correct = a.find(b) != std::string::npos || b.find(a) != std::string::npos ? 1 : 0;
      }
      wrong += counts.found + counts.truth > 0 && counts.correct == 0 ? 1 : 0;
      scores.attributes += counts;
      scores.contained += within;
      scores.by_attribute[fmt::format("{} {}", portal.domain->shipped, mapping.attribute)] +=
          counts;
    }
    ++scores.objects[std::min<size_t>(wrong, 3)];
  }
  return scores;
}

Scores judge_all(const TaskContext& context, const std::string& what,
                 const std::vector<Portal>& portals, uint64_t sites, size_t pages,
                 const Method& method) {
  std::vector<Scores> scores(portals.size());
  for_each_parallel(context, what, portals.size(), [&](size_t p) {
    if (p % kSites < sites)
      scores[p] = judge(portals[p], method(portals[p], std::min(pages, portals[p].pages.size())));
  });
  Scores all;
  for (const Scores& one : scores) all += one;
  return all;
}

Figures figures_of(const Scores& scores) {
  const uint64_t objects =
      scores.objects[0] + scores.objects[1] + scores.objects[2] + scores.objects[3];
  return {{"attributes_f1", scores.attributes.f1()},
          {"precision", scores.attributes.precision()},
          {"recall", scores.attributes.recall()},
          {"contained_f1", scores.contained.f1()},
          {"areas_f1", scores.areas.f1()},
          {"wrong_0", share(scores.objects[0], objects)},
          {"wrong_1", share(scores.objects[1], objects)},
          {"wrong_2", share(scores.objects[2], objects)},
          {"wrong_3", share(scores.objects[3], objects)}};
}

void add_variants(const TaskContext& context, const std::vector<Portal>& portals, Report& report) {
  const auto row = [&](const char* section, const std::string& name, size_t pages,
                       const Method& method) {
    report.row(section, name,
               figures_of(judge_all(context, name, portals, kFewSites, pages, method)));
  };
  for (const size_t pages : {1, 2, 3, 5, 7, 10})
    row("pages", fmt::format("amber {}", pages), pages, amber_method({}));
  for (const size_t pages : {3, 5, 7, 10})
    row("pages", fmt::format("weft {}", pages), pages, read_columns);
  row("taken away", "no boilerplate removal", kPages, amber_method({.boilerplate = false}));
  row("taken away", "no dynamic lists", kPages, amber_method({.dynamic_lists = false}));
  row("taken away", "no dissimilarity", kPages, amber_method({.dissimilarity = false}));
  constexpr std::pair<const char*, amber::DetailFeature> kFeatures[] = {
      {"dynamic content", amber::kDynamicContent},
      {"result redundancy", amber::kResultRedundancy},
      {"in title", amber::kInTitle},
      {"path support", amber::kPathSupport},
      {"label proximity", amber::kLabelProximity},
      {"context equivalence", amber::kContextEquivalence},
      {"instance redundancy", amber::kInstanceRedundancy}};
  for (const auto& [name, feature] : kFeatures)
    row("taken away", std::string("no ") + name, kPages,
        amber_method({.features = static_cast<uint8_t>(amber::kAllFeatures & ~feature)}));
  row("layout", "estimated", kPages, amber_method({}, true));
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<annotate::Recognizer> recognizers, practice_recognizers(kDomains));
  const uint64_t sites =
      context.max_sites == 0 ? kSites : std::min<uint64_t>(kSites, context.max_sites);
  std::vector<practice::Site> made(kDomains * kSites);
  std::vector<Portal> portals(made.size());
  for_each_parallel(context, "making portals", made.size(), [&](size_t p) {
    if (p % kSites >= sites) return;
    const PracticeDomain& domain = practice_domains()[p / kSites];
    practice::Options options{.domain = domain.practice,
                              .seed = context.seed * kOtherSeeds + p % kSites + 1,
                              .items = 24};
    options.results = true;
    made[p] = practice::generate(options);
    portals[p] = make_portal(made[p], domain, recognizers[p / kSites], context.limits);
  });
  const Scores all = judge_all(context, "reading detail pages", portals, sites, kPages,
                               context.method == "amber" ? amber_method({}) : Method(read_columns));
  Report report;
  report.score = all.attributes.f1();
  for (const Figure& figure : figures_of(all)) report.figure(figure.name, figure.value);
  for (const auto& [name, counts] : all.by_attribute) report.row("attribute", name, rates(counts));
  if (context.max_sites == 0 && context.method == "amber") add_variants(context, portals, report);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "details",
          .summary = "Detail pages of made-up portals, by a shipped domain, without labels",
          .metric = "F1 of attribute values",
          .data_sets = {},
          .methods = {"weft", "amber"},
          .run = run};
}

}  // namespace weft::eval::details_task
