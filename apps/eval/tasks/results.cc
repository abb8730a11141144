// weft eval results: result pages of made-up portals in four domains, with no labels.
//
// The practice site (apps/practice, Options::results) makes list pages as portals do, in many
// designs; shipped domains read them. Three things are judged, as in [Amber] 7.1:
//
//   areas       the root of the main list; and pages without one (home, detail, contact) must give
//               none
//   records     right if all values of one true record stand in it, and none of another
//   attributes  values of the record that a found one shares most with, compared as typed values
//
// The score is the F1 of attributes, which needs the other two. Beside the method itself: its rivals
// on the same pages; noise in the annotations (false ones added, instances dropped, for the pivot and
// for other types apart); and AMBER with each score and threshold taken away. With --sites these are
// left out.
//
// Method "grow" is [Amber] 7.1.4: locations without a form, with a fifth of the terms that the pages have; what
// is found teaches terms, with which the pages are read again, until nothing is new. Rows as in Tables 7.1 and 7.2;
// "first" is the score of the first round, before anything was learned. AMBER learns as the thesis has it, from
// single sites, too.

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/strings.h"
#include "domain/memory.h"
#include "eval/metrics/counts.h"
#include "eval/practice_domains.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "practice/random.h"
#include "practice/site.h"
#include "site/domain_records.h"
#include "site/input_files.h"
#include "value/fold.h"

namespace weft::eval::results_task {
namespace {

constexpr uint64_t kSites = 14;    // Of each domain.
constexpr uint64_t kFewSites = 2;  // …for rivals, noise and what is taken away.
constexpr uint64_t kOtherSeeds = 1000;

struct Scores {
  Counts areas;
  Counts records;
  Counts attributes;
  std::map<std::string, Counts> by_attribute;
  uint64_t stray = 0;  // Values of attributes that the truth does not have.
  Counts control;

  Scores& operator+=(const Scores& other) {
    areas += other.areas;
    records += other.records;
    attributes += other.attributes;
    control += other.control;
    stray += other.stray;
    for (const auto& [name, counts] : other.by_attribute) by_attribute[name] += counts;
    return *this;
  }
};

// --- truth on the page ---

// The deepest node whose source holds a byte.
dom::NodeId node_at(const dom::Document& doc, uint32_t byte) {
  dom::NodeId found = dom::kRoot;
  for (const dom::NodeId n : doc.nodes()) {
    const dom::SourceRange range = doc.source_range(n);
    if (range.begin <= byte && byte < range.end &&
        (doc.is_text(n) || doc.name(n) == dom::atoms::kImg))
      found = n;
  }
  return found;
}

struct TruePage {
  std::vector<std::vector<dom::NodeId>> values;  // By record, sorted.
  std::map<dom::NodeId, size_t> record_of;
  dom::NodeId root = dom::kNoNode;

  TruePage(const dom::Document& doc, const practice::Page& page) {
    for (size_t r = 0; r < page.records.size(); ++r) {
      values.emplace_back();
      for (const practice::TruthValue& value : page.records[r].values) {
        const dom::NodeId n = node_at(doc, value.begin);
        values.back().push_back(n);
        record_of[n] = r;
        root = root == dom::kNoNode ? n : doc.lowest_common_ancestor(root, n);
      }
      std::sort(values.back().begin(), values.back().end());
      values.back().erase(std::unique(values.back().begin(), values.back().end()),
                          values.back().end());
    }
  }
};

dom::NodeId root_of(const dom::Document& doc, const mine::Region& region) {
  dom::NodeId root = region.records.front().begin;
  for (const mine::RecordSpan& record : region.records) {
    root = doc.lowest_common_ancestor(root, record.begin);
    root = doc.lowest_common_ancestor(root, dom::NodeId{dom::index(record.end) - 1});
  }
  return root;
}

// The true record that a found one shares most values with, and whether it is exactly that one.
struct RecordMatch {
  int64_t truth = -1;
  bool exact = false;
};

RecordMatch match_record(const TruePage& truth, const mine::Region& region, size_t r) {
  std::map<size_t, size_t> shared;
  const auto count = [&](const mine::RecordSpan& span) {
    for (auto at = truth.record_of.lower_bound(span.begin);
         at != truth.record_of.end() && at->first < span.end; ++at)
      ++shared[at->second];
  };
  count(region.records[r]);
  if (!region.further.empty()) {
    for (const mine::RecordSpan& span : region.further[r]) count(span);
  }
  RecordMatch match;
  size_t most = 0;
  for (const auto& [record, values] : shared) {
    if (values <= most) continue;
    most = values;
    match.truth = static_cast<int64_t>(record);
  }
  match.exact = shared.size() == 1 && most == truth.values[static_cast<size_t>(match.truth)].size();
  return match;
}

using Method =
    std::function<std::vector<mine::Region>(const dom::Document&, const annotate::Recognizer&)>;

void judge_attributes(const practice::Page& page, const PracticeDomain& domain,
                      const mine::Region& region, const std::vector<RecordMatch>& matches,
                      std::string_view language, Scores& scores) {
  const auto add = [&](std::string_view name, const Counts& counts) {
    scores.attributes += counts;
    scores.by_attribute[fmt::format("{} {}", domain.shipped, name)] += counts;
  };
  std::vector<uint8_t> judged(page.records.size(), 0);
  for (const PracticeAttribute& mapping : domain.attributes) {
    Counts counts;
    for (const practice::TruthRecord& record : page.records)
      counts.truth += record.find(mapping.truth) != nullptr ? 1 : 0;
    for (const mine::Column& column : region.columns) {
      if (column.name != mapping.attribute) continue;
      std::fill(judged.begin(), judged.end(), 0);
      for (size_t r = 0; r < column.cells.size(); ++r) {
        if (column.cells[r].node == dom::kNoNode) continue;
        ++counts.found;
        if (matches[r].truth < 0 || judged[static_cast<size_t>(matches[r].truth)]++ != 0) continue;
        const practice::TruthValue* value =
            page.records[static_cast<size_t>(matches[r].truth)].find(mapping.truth);
        if (value != nullptr && comparable_as(column.type, column.cells[r].text, language) ==
                                    comparable_as(column.type, value->text, language))
          ++counts.correct;
      }
    }
    add(mapping.attribute, counts);
  }
  for (const mine::Column& column : region.columns) {
    const bool known =
        std::any_of(domain.attributes.begin(), domain.attributes.end(),
                    [&](const PracticeAttribute& m) { return m.attribute == column.name; });
    if (known || column.name == "url" || column.name == "link" || column.name == "phone") continue;
    for (const mine::Cell& cell : column.cells) scores.stray += cell.node != dom::kNoNode ? 1 : 0;
  }
}

Scores judge_page(const practice::Page& page, const PracticeDomain& domain,
                  const annotate::Recognizer& recognizer, const Method& method,
                  const Limits& limits) {
  const auto parsed = html::parse(page.html, {.limits = limits});
  const dom::Document& doc = parsed.document;
  const std::vector<mine::Region> regions = method(doc, recognizer);
  Scores scores;
  if (page.template_name != "list" || page.records.size() < 3) {
    if (page.template_name != "list") scores.control = {regions.empty() ? 1U : 0U, 1, 1};
    return scores;
  }
  const TruePage truth(doc, page);
  scores.areas.truth = 1;
  scores.records.truth = page.records.size();
  mine::Region region;
  std::vector<RecordMatch> matches;
  if (!regions.empty()) {
    region = regions.front();
    scores.areas.found = 1;
    scores.areas.correct = root_of(doc, region) == truth.root ? 1 : 0;
    scores.records.found = region.records.size();
    for (size_t r = 0; r < region.records.size(); ++r) {
      matches.push_back(match_record(truth, region, r));
      scores.records.correct += matches.back().exact ? 1 : 0;
    }
  }
  const std::string_view language =
      doc.attribute(doc.document_element(), dom::atoms::kLang).value_or("");
  judge_attributes(page, domain, region, matches, language, scores);
  return scores;
}

// --- noise in annotations ---

struct Noise {
  unsigned added = 0;    // False annotations, percent of those there are.
  unsigned dropped = 0;  // Instances, percent.
  bool pivot = false;    // Of the pivot; else of all other types.
};

std::vector<annotate::Annotation> with_noise(const dom::Document& doc,
                                             const annotate::Recognizer& recognizer,
                                             const Noise& noise) {
  std::vector<annotate::Annotation> annotations = recognizer.annotate(doc);
  const auto& attributes = recognizer.domain().attributes;
  const auto chosen = [&](const annotate::Annotation& a) {
    return attributes[a.attribute].pivot == noise.pivot;
  };
  std::vector<dom::NodeId> texts;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.is_text(n) && !normalize_space(doc.text(n)).empty()) texts.push_back(n);
  }
  practice::Random random(doc.size(), "noise", noise.added + noise.dropped);
  std::vector<annotate::Annotation> noisy;
  for (const annotate::Annotation& a : annotations) {
    if (chosen(a) && !texts.empty()) {
      for (unsigned percent = noise.added; percent > 0;) {
        const unsigned part = std::min(percent, 100U);
        percent -= part;
        if (!random.chance(part)) continue;
        annotate::Annotation added = a;
        added.node = random.pick(texts);
        added.html_attribute = dom::kNoAtom;
        added.value = normalize_space(doc.text(added.node));
        added.span = {0, static_cast<uint32_t>(added.value.size())};
        noisy.push_back(std::move(added));
      }
      if (!a.label && random.chance(noise.dropped)) continue;
    }
    noisy.push_back(a);
  }
  std::stable_sort(noisy.begin(), noisy.end(),
                   [](const auto& a, const auto& b) { return a.node < b.node; });
  return noisy;
}

// --- what is run ---

Method domain_method(site::DomainMethod which, const domain::amber::Parameters& parameters = {},
                     const std::optional<Noise>& noise = std::nullopt,
                     const std::string& pivot = "") {
  return [=](const dom::Document& doc, const annotate::Recognizer& recognizer) {
    site::DomainMineOptions options{.method = which, .amber = parameters};
    if (!pivot.empty()) options.pivot = domain::amber::find_pivot(recognizer, pivot);
    return site::mine_by_domain(
        doc, recognizer, noise ? with_noise(doc, recognizer, *noise) : recognizer.annotate(doc),
        options);
  };
}

Method miner_method(mine::Method which) {
  return [=](const dom::Document& doc, const annotate::Recognizer&) {
    return mine::mine(doc, {.method = which,
                            .max_regions = 1,
                            .min_confidence = mine::kPresentableConfidence,
                            .nested = false});
  };
}

// The miner's first region in which most records hold an instance that is typical of the domain.
Method filtered_method(mine::Method which) {
  return [=](const dom::Document& doc, const annotate::Recognizer& recognizer) {
    std::vector<mine::Region> kept;
    const std::vector<annotate::Annotation> annotations = recognizer.annotate(doc);
    std::set<dom::NodeId> typical;
    for (const annotate::Annotation& a : annotations) {
      if (!a.label && recognizer.domain().attributes[a.attribute].characteristic)
        typical.insert(a.node);
    }
    for (mine::Region& region : mine::mine(
             doc,
             {.method = which, .min_confidence = mine::kPresentableConfidence, .nested = false})) {
      const auto with = static_cast<size_t>(std::count_if(
          region.records.begin(), region.records.end(), [&](const mine::RecordSpan& record) {
            const auto at = typical.lower_bound(record.begin);
            return at != typical.end() && *at < record.end;
          }));
      if (!kept.empty() || 2 * with <= region.records.size()) continue;
      kept.push_back(std::move(region));
    }
    return kept;
  };
}

struct Portal {
  const PracticeDomain* domain;
  const annotate::Recognizer* recognizer;
  practice::Site site;
};

// By portal; of the first few of each domain.
std::vector<Scores> judge_each(const TaskContext& context, const std::string& what,
                               const std::vector<Portal>& portals, uint64_t sites,
                               const Method& method) {
  std::vector<Scores> scores(portals.size());
  for_each_parallel(context, what, portals.size(), [&](size_t p) {
    if (p % kSites >= sites) return;
    for (const practice::Page& page : portals[p].site.pages)
      scores[p] +=
          judge_page(page, *portals[p].domain, *portals[p].recognizer, method, context.limits);
  });
  return scores;
}

Scores sum(const std::vector<Scores>& scores) {
  Scores all;
  for (const Scores& one : scores) all += one;
  return all;
}

Figures figures_of(const Scores& scores) {
  return {{"attributes_f1", scores.attributes.f1()},
          {"records_f1", scores.records.f1()},
          {"areas_f1", scores.areas.f1()},
          {"control", scores.control.recall()}};
}

void add_variants(const TaskContext& context, const std::vector<Portal>& portals,
                  site::DomainMethod method, Report& report) {
  using site::DomainMethod;
  const auto row = [&](const char* section, const std::string& name, const Method& run) {
    report.row(section, name, figures_of(sum(judge_each(context, name, portals, kFewSites, run))));
  };
  row("method", "weft", domain_method(DomainMethod::kWeft));
  row("method", "amber", domain_method(DomainMethod::kAmber));
  row("method", "the miner alone", miner_method(mine::Method::kWeft));
  row("method", "mdr", miner_method(mine::Method::kMdr));
  row("method", "depta", miner_method(mine::Method::kDepta));
  row("method", "the miner, filtered", filtered_method(mine::Method::kWeft));
  row("method", "mdr, filtered", filtered_method(mine::Method::kMdr));
  row("method", "depta, filtered", filtered_method(mine::Method::kDepta));
  for (const char* pivot : {"link", "image"})
    row("pivot", std::string("amber by ") + pivot,
        domain_method(DomainMethod::kAmber, {}, {}, pivot));
  for (const bool pivot : {true, false}) {
    for (const Noise& noise : {Noise{100, 0, pivot}, Noise{300, 0, pivot}, Noise{0, 25, pivot},
                               Noise{0, 50, pivot}, Noise{0, 75, pivot}}) {
      row("noise",
          fmt::format("{} +{} % -{} %", pivot ? "pivot" : "others", noise.added, noise.dropped),
          domain_method(method, {}, noise));
    }
  }
  constexpr std::pair<const char*, domain::amber::Score> kScores[] = {
      {"annotation", domain::amber::kAnnotation},
      {"redundancy", domain::amber::kRedundancy},
      {"label", domain::amber::kLabel},
      {"span", domain::amber::kSpan},
      {"font", domain::amber::kFont}};
  for (const auto& [name, score] : kScores) {
    const domain::amber::Parameters without{
        .scores = static_cast<uint8_t>(domain::amber::kAllScores & ~score)};
    row("taken away", std::string("amber without ") + name,
        domain_method(DomainMethod::kAmber, without));
  }
  row("taken away", "amber keeps everything",
      domain_method(DomainMethod::kAmber, {.keep_support = 0}));
  row("taken away", "amber infers nothing",
      domain_method(DomainMethod::kAmber, {.infer_support = 1}));
}

// --- gazetteers that grow ---

constexpr const char* kGrowing = "location";
constexpr size_t kSeedEvery =
    5;  // Of the true terms, in the order of the alphabet, so many are known.
constexpr size_t kMostRounds = 8;

// Every term of the true values.
std::set<std::string> true_terms(std::span<const Portal> portals) {
  std::set<std::string> terms;
  for (const Portal& portal : portals) {
    for (const practice::Page& page : portal.site.pages) {
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

// One portal read with what is known: its scores, and what it teaches.
Scores read_portal(const Portal& portal, const annotate::Recognizer& recognizer,
                   const Method& method, const Limits& limits,
                   std::vector<model::Extraction>& extractions) {
  Scores scores;
  for (const practice::Page& page : portal.site.pages) {
    const Method kept = [&](const dom::Document& doc, const annotate::Recognizer& with) {
      std::vector<mine::Region> regions = method(doc, with);
      model::Extraction& taught = extractions.emplace_back();
      for (const mine::Region& region : regions) {
        for (const mine::Column& column : region.columns) {
          if (column.name != kGrowing) continue;
          for (const mine::Cell& cell : column.cells)
            taught.records.emplace_back().set(kGrowing, model::Value::leaf(cell.text));
        }
      }
      return regions;
    };
    scores += judge_page(page, *portal.domain, recognizer, kept, limits);
  }
  return scores;
}

// The scores of the attribute, in the first round and the last.
struct Grown {
  Counts first;
  Counts last;
};

// REQUIRES: the portals are of one domain.
Grown grow(const TaskContext& context, std::span<const Portal> portals, const Method& method,
           const domain::MemoryParameters& parameters, const std::string& name, Report& report) {
  const std::set<std::string> truth = true_terms(portals);
  annotate::Domain seed = portals.front().recognizer->domain();
  annotate::AttributeKnowledge& growing = seed.attributes[*seed.find(kGrowing)];
  growing.type = annotate::EntityType::kText;
  growing.pattern.clear();
  growing.terms.clear();
  for (auto it = truth.begin(); it != truth.end(); ++it) {
    if (std::distance(truth.begin(), it) % kSeedEvery == 0) growing.terms.push_back(*it);
  }
  std::set<std::string> known(growing.terms.begin(), growing.terms.end());
  domain::DomainMemory memory;
  Grown grown;
  for (size_t round = 1; round <= kMostRounds; ++round) {
    const annotate::Recognizer recognizer(memory.teach(seed, parameters));
    std::vector<Scores> scores(portals.size());
    std::vector<std::vector<model::Extraction>> extractions(portals.size());
    for_each_parallel(context, name, portals.size(), [&](size_t p) {
      scores[p] = read_portal(portals[p], recognizer, method, context.limits, extractions[p]);
    });
    for (size_t p = 0; p < portals.size(); ++p)
      memory.learn(portals[p].site.origin, extractions[p], seed);
    size_t learned = 0;
    size_t right = 0;
    for (const domain::BelievedTerm& term : memory.believed(kGrowing, parameters)) {
      if (!known.insert(term.term).second) continue;
      ++learned;
      right += truth.contains(term.term) ? 1 : 0;
    }
    const Counts last = sum(scores).by_attribute[fmt::format("{} {}", seed.name, kGrowing)];
    if (round == 1) grown.first = last;
    grown.last = last;
    report.row("round", fmt::format("{} {}", name, round),
               {{"extracted", static_cast<double>(last.found)},
                {"correct", static_cast<double>(last.correct)},
                {"precision", last.precision()},
                {"recall", last.recall()},
                {"learned", static_cast<double>(learned)},
                {"learned_right", static_cast<double>(right)},
                {"known", share(known.size(), truth.size())}});
    if (learned == 0) break;
  }
  return grown;
}

Report run_grow(const TaskContext& context, const std::vector<Portal>& portals) {
  Report report;
  Grown weft;
  Grown amber;
  const auto add = [](Grown& sum, const Grown& some) {
    sum.first += some.first;
    sum.last += some.last;
  };
  for (size_t d = 0; d < practice_domains().size(); ++d) {
    const auto& attributes = practice_domains()[d].attributes;
    if (std::none_of(attributes.begin(), attributes.end(),
                     [](const PracticeAttribute& a) { return a.truth == kGrowing; }))
      continue;
    const auto first = portals.begin() + static_cast<std::ptrdiff_t>(d * kSites);
    const std::span<const Portal> some(first, kSites);
    const std::string name = practice_domains()[d].shipped;
    add(weft,
        grow(context, some, domain_method(site::DomainMethod::kWeft), {}, name + " weft", report));
    add(amber, grow(context, some, domain_method(site::DomainMethod::kAmber), {.least_sites = 1},
                    name + " amber", report));
  }
  report.score = weft.last.f1();
  report.figure("first", weft.first.f1());
  report.figure("amber", amber.last.f1());
  report.figure("amber_first", amber.first.f1());
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const std::vector<annotate::Recognizer> recognizers,
              practice_recognizers(practice_domains().size()));
  std::vector<Portal> portals;
  for (size_t d = 0; d < practice_domains().size(); ++d) {
    for (uint64_t seed = 1; seed <= kSites; ++seed) {
      practice::Options options{.domain = practice_domains()[d].practice,
                                .seed = context.seed * kOtherSeeds + seed,
                                .items = 24};
      options.results = true;
      portals.push_back({&practice_domains()[d], &recognizers[d], practice::generate(options)});
    }
  }
  if (context.method == "grow") return run_grow(context, portals);
  const site::DomainMethod method =
      context.method == "amber" ? site::DomainMethod::kAmber : site::DomainMethod::kWeft;
  const std::vector<Scores> each =
      judge_each(context, "reading result pages", portals, kSites, domain_method(method));
  std::vector<Scores> by_domain(practice_domains().size());
  for (size_t p = 0; p < each.size(); ++p) by_domain[p / kSites] += each[p];
  const Scores all = sum(each);
  Report report;
  report.score = all.attributes.f1();
  report.figure("attribute_precision", all.attributes.precision());
  report.figure("attribute_recall", all.attributes.recall());
  report.figure("records_f1", all.records.f1());
  report.figure("record_precision", all.records.precision());
  report.figure("record_recall", all.records.recall());
  report.figure("areas_f1", all.areas.f1());
  report.figure("control", all.control.recall());
  report.figure("stray_values_a_record", share(all.stray, all.records.found));
  for (size_t d = 0; d < by_domain.size(); ++d)
    report.row("domain", practice_domains()[d].shipped, figures_of(by_domain[d]));
  for (const auto& [name, counts] : all.by_attribute) report.row("attribute", name, rates(counts));
  for (size_t p = 0; p < each.size(); ++p)
    report.row("site", portals[p].site.origin, figures_of(each[p]));
  if (context.max_sites == 0) add_variants(context, portals, method, report);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "results",
          .summary = "Result pages of made-up portals, by a shipped domain, without labels",
          .metric = "F1 of attribute values",
          .data_sets = {},
          .methods = {"weft", "amber", "grow"},
          .run = run};
}

}  // namespace weft::eval::results_task
