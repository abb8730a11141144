// weft eval growth: gazetteers that grow on result pages of made-up portals ([Amber] 7.1.4).
//
// Locations of a country of 1,320 places, without a form and without labels, with a fifth (Table 7.1) or a quarter
// (Table 7.2) of the terms that the pages have; what is found teaches terms, with which the pages are read again,
// until nothing is new. The score is the F1 of nodes with a location, as the thesis counts; "exact" wants the value
// as it is written, "first" is the first round, before anything was learned. AMBER learns as the thesis has it, from
// single sites, too; Weft believes what two sites have.

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "dom/text.h"
#include "domain/memory.h"
#include "eval/metrics/counts.h"
#include "eval/practice_domains.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "practice/site.h"
#include "site/domain_records.h"
#include "value/fold.h"

namespace weft::eval::growth_task {
namespace {

constexpr const char* kGrowing = "location";
constexpr uint64_t kGrowingSites = 40;  // Of each domain.
constexpr size_t kMostRounds = 12;
constexpr uint64_t kOtherSeeds = 1000;

// What a page has of the growing attribute, and where.
std::map<dom::NodeId, const practice::TruthValue*> places_of(const dom::Document& doc,
                                                             const practice::Page& page) {
  std::map<dom::NodeId, const practice::TruthValue*> places;
  for (const practice::TruthRecord& record : page.records) {
    if (const practice::TruthValue* value = record.find(kGrowing))
      places[shown_at(doc, value->begin)] = value;
  }
  return places;
}

// Every term of the true values.
std::set<std::string> true_terms(std::span<const practice::Site> portals) {
  std::set<std::string> terms;
  for (const practice::Site& portal : portals) {
    for (const practice::Page& page : portal.pages) {
      for (const practice::TruthRecord& record : page.records) {
        const practice::TruthValue* value = record.find(kGrowing);
        if (value == nullptr) continue;
        for (const std::string& term : domain::split_terms(value->text))
          terms.insert(value::fold_text(term));
      }
    }
  }
  return terms;
}

// Nodes with a value of the growing attribute, as the thesis counts; and values as they are written.
struct Grown {
  Counts nodes;
  Counts exact;
  Grown& operator+=(const Grown& other) {
    nodes += other.nodes;
    exact += other.exact;
    return *this;
  }
};

// One portal read with what is known: what was found of the attribute, and what the records teach: of the attribute
// the whole text, since the parts of it that nobody knows are what is to be learned.
Grown read_portal(const practice::Site& portal, const annotate::Recognizer& recognizer,
                  site::DomainMethod method, const Limits& limits,
                  std::vector<model::Extraction>& extractions) {
  Grown grown;
  for (const practice::Page& page : portal.pages) {
    if (page.template_name != "list") continue;
    const auto parsed = html::parse(page.html, {.limits = limits});
    const dom::Document& doc = parsed.document;
    auto places = places_of(doc, page);
    grown.nodes.truth += places.size();
    grown.exact.truth += places.size();
    model::Extraction& taught = extractions.emplace_back();
    for (const mine::Region& region : site::mine_by_domain(doc, recognizer, {.method = method})) {
      taught.records.resize(region.records.size());
      for (const mine::Column& column : region.columns) {
        for (size_t r = 0; r < column.cells.size(); ++r) {
          const mine::Cell& cell = column.cells[r];
          if (cell.node == dom::kNoNode) continue;
          const bool growing = column.name == kGrowing;
          taught.records[r].set(
              column.name,
              model::Value::leaf(growing ? dom::normalized_text(doc, cell.node) : cell.text));
          if (!growing) continue;
          const auto at = places.lower_bound(cell.node);
          const bool right = at != places.end() && at->first < doc.end(cell.node);
          ++grown.nodes.found;
          ++grown.exact.found;
          if (!right) continue;
          ++grown.nodes.correct;
          grown.exact.correct +=
              value::fold_text(at->second->text) == value::fold_text(cell.text) ? 1 : 0;
          places.erase(at);
        }
      }
    }
  }
  return grown;
}

// The first round and the last.
struct Growth {
  Grown first;
  Grown last;
};

// The portals are of one domain. Of every `seed_every` true terms one is known.
Growth grow(const TaskContext& context, const annotate::Domain& domain,
            std::span<const practice::Site> portals, site::DomainMethod method,
            const domain::MemoryParameters& parameters, size_t seed_every, const std::string& name,
            Report& report) {
  const std::set<std::string> truth = true_terms(portals);
  annotate::Domain seed = domain;
  // Parts of it (town, county) have forms of their own.
  const std::vector<std::string> parts = seed.attributes[*seed.find(kGrowing)].parts;
  std::erase_if(seed.attributes, [&](const annotate::AttributeKnowledge& attribute) {
    return std::find(parts.begin(), parts.end(), attribute.name) != parts.end();
  });
  const size_t number = *seed.find(kGrowing);
  annotate::AttributeKnowledge& growing = seed.attributes[number];
  growing.type = annotate::EntityType::kText;
  growing.labels.clear();
  growing.terms.clear();
  growing.parts.clear();
  for (auto it = truth.begin(); it != truth.end(); ++it) {
    if (std::distance(truth.begin(), it) % static_cast<std::ptrdiff_t>(seed_every) == 0)
      growing.terms.push_back(*it);
  }
  std::set<std::string> known(growing.terms.begin(), growing.terms.end());
  domain::DomainMemory memory;
  Growth growth;
  for (size_t round = 1; round <= kMostRounds; ++round) {
    const annotate::Recognizer recognizer(memory.teach(seed, parameters));
    std::vector<Grown> grown(portals.size());
    std::vector<std::vector<model::Extraction>> extractions(portals.size());
    for_each_parallel(context, name, portals.size(), [&](size_t p) {
      grown[p] = read_portal(portals[p], recognizer, method, context.limits, extractions[p]);
    });
    for (size_t p = 0; p < portals.size(); ++p)
      memory.learn(portals[p].origin, extractions[p], recognizer.domain(), parameters);
    size_t learned = 0;
    size_t right = 0;
    const annotate::Domain wiser = memory.teach(seed, parameters);
    for (const std::string& term : wiser.attributes[number].terms) {
      if (!known.insert(term).second) continue;
      ++learned;
      right += truth.contains(term) ? 1 : 0;
    }
    Grown all;
    for (const Grown& one : grown) all += one;
    if (round == 1) growth.first = all;
    growth.last = all;
    report.row("round", fmt::format("{} {}", name, round),
               {{"extracted", static_cast<double>(all.nodes.found)},
                {"correct", static_cast<double>(all.nodes.correct)},
                {"precision", all.nodes.precision()},
                {"recall", all.nodes.recall()},
                {"exact_f1", all.exact.f1()},
                {"learned", static_cast<double>(learned)},
                {"learned_right", static_cast<double>(right)},
                {"known", share(known.size(), truth.size())}});
    if (learned == 0) break;
  }
  return growth;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<annotate::Recognizer> recognizers,
              practice_recognizers(practice_domains().size()));
  Report report;
  constexpr size_t kSeeds[] = {5, 4};  // 20 % and 25 %.
  Growth weft;
  Growth amber;
  const auto add = [](Growth& sum, const Growth& some) {
    sum.first += some.first;
    sum.last += some.last;
  };
  for (size_t d = 0; d < practice_domains().size(); ++d) {
    const PracticeDomain& domain = practice_domains()[d];
    if (std::none_of(domain.attributes.begin(), domain.attributes.end(),
                     [](const PracticeAttribute& a) { return a.truth == kGrowing; }))
      continue;
    std::vector<practice::Site> portals;
    for (uint64_t seed = 1; seed <= kGrowingSites; ++seed) {
      practice::Options options{
          .domain = domain.practice, .seed = context.seed * kOtherSeeds + seed, .items = 24};
      options.results = true;
      options.country = true;
      portals.push_back(practice::generate(options));
    }
    for (const size_t every : kSeeds) {
      const auto grown_by = [&](site::DomainMethod method, size_t least_sites, const char* name) {
        return grow(context, recognizers[d].domain(), portals, method, {.least_sites = least_sites},
                    every, fmt::format("{} {} {} %", domain.shipped, name, 100 / every), report);
      };
      const Growth own = grown_by(site::DomainMethod::kWeft, 2, "weft");
      if (every != kSeeds[0]) continue;
      const Growth thesis = grown_by(site::DomainMethod::kAmber, 1, "amber");
      add(weft, own);
      add(amber, thesis);
    }
  }
  report.score = weft.last.nodes.f1();
  report.figure("first", weft.first.nodes.f1());
  report.figure("exact", weft.last.exact.f1());
  report.figure("amber", amber.last.nodes.f1());
  report.figure("amber_first", amber.first.nodes.f1());
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "growth",
          .summary = "Gazetteers that grow on result pages of made-up portals, without labels",
          .metric = "F1 of nodes with a location, after the last round",
          .data_sets = {},
          .methods = {"weft"},
          .run = run};
}

}  // namespace weft::eval::growth_task
