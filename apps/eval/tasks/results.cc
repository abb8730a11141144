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
// for other types apart); other pivots; wrappers of whole pages by RoadRunner; time by stage; and AMBER with each
// score and threshold taken away. With --sites these are left out.

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/strings.h"
#include "dom/text.h"
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
#include "templates/column_table.h"
#include "templates/templates.h"
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
  std::map<std::string, Counts> control_by_kind;  // Home, detail, static pages.

  Scores& operator+=(const Scores& other) {
    areas += other.areas;
    records += other.records;
    attributes += other.attributes;
    control += other.control;
    stray += other.stray;
    for (const auto& [name, counts] : other.by_attribute) by_attribute[name] += counts;
    for (const auto& [kind, counts] : other.control_by_kind) control_by_kind[kind] += counts;
    return *this;
  }
};

// --- truth on the page ---

struct TruePage {
  std::vector<std::vector<dom::NodeId>> values;  // By record, sorted.
  std::map<dom::NodeId, size_t> record_of;
  dom::NodeId root = dom::kNoNode;

  TruePage(const dom::Document& doc, const practice::Page& page) {
    for (size_t r = 0; r < page.records.size(); ++r) {
      values.emplace_back();
      for (const practice::TruthValue& value : page.records[r].values) {
        const dom::NodeId n = shown_at(doc, value.begin);
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
    if (page.template_name != "list") {
      scores.control = {regions.empty() ? 1U : 0U, 1, 1};
      scores.control_by_kind[page.template_name] = scores.control;
    }
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

// Each attribute that every record or many have as the pivot of AMBER (Fig. 7.8).
void add_pivots(const TaskContext& context, const std::vector<Portal>& portals, Report& report) {
  for (size_t d = 0; d < practice_domains().size(); ++d) {
    const annotate::Domain& domain = portals[d * kSites].recognizer->domain();
    for (const PracticeAttribute& one : practice_domains()[d].attributes) {
      if (!domain::amber::find_pivot(*portals[d * kSites].recognizer, one.attribute)) continue;
      const Method by_pivot =
          domain_method(site::DomainMethod::kAmber, {}, {}, std::string(one.attribute));
      const Method method = [&](const dom::Document& doc, const annotate::Recognizer& recognizer) {
        return recognizer.domain().name == domain.name ? by_pivot(doc, recognizer)
                                                       : std::vector<mine::Region>();
      };
      const std::vector<Scores> each =
          judge_each(context, std::string(one.attribute), portals, kFewSites, method);
      Scores scores;
      for (size_t p = d * kSites; p < (d + 1) * kSites; ++p) scores += each[p];
      report.row("pivot", fmt::format("amber, {} by {}", domain.name, one.attribute),
                 figures_of(scores));
    }
  }
}

// --- beside templates of whole pages ---

// Texts that are true values, word for word; and texts in which one stands. Columns with none are dropped, as in
// [Amber] 7.1.3.
struct TextCounts {
  Counts exact;
  Counts contained;
};

TextCounts judge_texts(const std::vector<std::vector<std::string>>& columns,
                       const std::vector<std::string>& truth) {
  TextCounts counts;
  for (const bool exact : {true, false}) {
    Counts& sum = exact ? counts.exact : counts.contained;
    sum.truth = truth.size();
    std::vector<uint8_t> found(truth.size(), 0);
    for (const std::vector<std::string>& texts : columns) {
      uint64_t correct = 0;
      for (const std::string& text : texts) {
        for (size_t t = 0; t < truth.size(); ++t) {
          if (found[t] != 0 ||
              (exact ? text != truth[t] : text.find(truth[t]) == std::string::npos))
            continue;
          found[t] = 1;
          ++correct;
          break;
        }
      }
      sum.correct += correct;
      sum.found += correct == 0 ? 0 : texts.size();
    }
  }
  return counts;
}

// What a wrapper of whole pages, made from the list pages of a portal, gives of its values.
void add_templates(const TaskContext& context, const std::vector<Portal>& portals, Report& report) {
  std::map<std::string, TextCounts> sums;
  const auto add = [&](const std::string& method, const TextCounts& counts) {
    sums[method].exact += counts.exact;
    sums[method].contained += counts.contained;
  };
  for (size_t p = 0; p < portals.size(); ++p) {
    if (p % kSites >= kFewSites) continue;
    std::vector<model::Page> pages;
    std::vector<std::vector<std::string>> truth;
    for (const practice::Page& page : portals[p].site.pages) {
      if (page.template_name != "list" || page.records.size() < 3) continue;
      pages.emplace_back().document = html::parse(page.html, {.limits = context.limits}).document;
      truth.emplace_back();
      for (const practice::TruthRecord& record : page.records) {
        for (const PracticeAttribute& mapping : portals[p].domain->attributes) {
          const std::string_view name = mapping.truth;
          const practice::TruthValue* value = record.find(mapping.truth);
          if (value != nullptr && name != "description" && name != "image")
            truth.back().push_back(value::fold_text(value->text));
        }
      }
    }
    std::vector<const model::Page*> pointers;
    for (const model::Page& page : pages) pointers.push_back(&page);
    std::vector<std::vector<std::vector<std::string>>> by_template(pages.size());
    if (const auto found = templates::find_by_roadrunner(pointers); found.ok()) {
      for (const auto& column : templates::column_table(*found->wrapper, found->schema, pointers)) {
        for (auto& columns : by_template) columns.emplace_back();
        for (const auto& text : column.texts)
          by_template[text.page].back().push_back(value::fold_text(text.text));
      }
    }
    for (size_t i = 0; i < pages.size(); ++i) {
      add("roadrunner", judge_texts(by_template[i], truth[i]));
      for (const auto& [name, which] : {std::pair("weft", site::DomainMethod::kWeft),
                                        std::pair("amber", site::DomainMethod::kAmber)}) {
        std::vector<std::vector<std::string>> columns;
        for (const mine::Region& region :
             domain_method(which)(pages[i].document, *portals[p].recognizer)) {
          for (const mine::Column& column : region.columns) {
            if (column.name == "description" || column.name == "image" || column.name == "url")
              continue;
            columns.emplace_back();
            for (const mine::Cell& cell : column.cells) {
              if (cell.node != dom::kNoNode) columns.back().push_back(value::fold_text(cell.text));
            }
          }
        }
        add(name, judge_texts(columns, truth[i]));
      }
    }
  }
  for (const auto& [method, counts] : sums) {
    report.row("whole pages", method,
               {{"exact_precision", counts.exact.precision()},
                {"exact_recall", counts.exact.recall()},
                {"contained_precision", counts.contained.precision()},
                {"contained_recall", counts.contained.recall()}});
  }
}

// --- time ---

// A result page with so many pivots.
std::string page_of_pivots(size_t pivots) {
  std::string html = "<div id=list>";
  for (size_t i = 0; i < pivots; ++i)
    html += fmt::format(
        "<div><h3><a href=/{0}>Mill Lane {0}</a></h3><p>£{1}50,000</p><p>3 bedrooms</p></div>", i,
        i % 9 + 1);
  return html + "</div>";
}

void add_time(const TaskContext& context, const std::vector<Portal>& portals, Report& report) {
  const auto measure = [&](const std::string& html, const annotate::Recognizer& recognizer,
                           std::map<std::string, double>& seconds) {
    double before = cpu_seconds();
    const auto took = [&](const char* stage) {
      const double now = cpu_seconds();
      seconds[stage] += now - std::exchange(before, now);
    };
    const auto parsed = html::parse(html, {.limits = context.limits});
    took("1 parsing");
    const auto annotations = recognizer.annotate(parsed.document);
    took("2 annotating");
    domain::amber::read_result_page(parsed.document, recognizer, annotations);
    took("3 amber: areas, records, attributes");
    mine::mine(parsed.document);
    took("4 the miner: regions, columns");
    site::mine_by_domain(parsed.document, recognizer, annotations);
    took("5 weft: 3, 4 and typing");
  };
  std::map<std::string, double> seconds;
  uint64_t pages = 0;
  for (size_t p = 0; p < portals.size(); ++p) {
    if (p % kSites >= kFewSites) continue;
    for (const practice::Page& page : portals[p].site.pages) {
      if (page.template_name != "list") continue;
      measure(page.html, *portals[p].recognizer, seconds);
      ++pages;
    }
  }
  const auto add_row = [&](const std::string& name, std::map<std::string, double> took,
                           double per) {
    for (const auto& [stage, sum] : took)
      report.row("time", fmt::format("{}: {}", name, stage),
                 {{"ms", 1000 * sum / per}, {"times_parsing", sum / took["1 parsing"]}});
  };
  add_row("list pages", seconds, static_cast<double>(pages));
  for (const size_t pivots : {1'000, 10'000, 100'000}) {
    std::map<std::string, double> large;
    measure(page_of_pivots(pivots), *portals[0].recognizer, large);
    add_row(fmt::format("{} pivots", pivots), large, 1);
  }
}

// What the thesis gives AMBER and shipped domains do not have: lists of all values of attributes without a form.
void add_full_lists(const TaskContext& context, const std::vector<Portal>& portals,
                    Report& report) {
  Scores weft;
  Scores amber;
  for (size_t d = 0; d < practice_domains().size(); ++d) {
    annotate::Domain full = portals[d * kSites].recognizer->domain();
    std::map<std::string, std::set<std::string>> terms;
    for (size_t p = d * kSites; p < d * kSites + kFewSites; ++p) {
      for (const practice::Page& page : portals[p].site.pages) {
        for (const practice::TruthRecord& record : page.records) {
          for (const PracticeAttribute& mapping : practice_domains()[d].attributes) {
            const auto* value = record.find(mapping.truth);
            if (value != nullptr) terms[std::string(mapping.attribute)].insert(value->text);
          }
        }
      }
    }
    for (annotate::AttributeKnowledge& attribute : full.attributes) {
      const bool listed = attribute.type == annotate::EntityType::kText ||
                          attribute.type == annotate::EntityType::kPlace ||
                          attribute.type == annotate::EntityType::kAddress;
      if (!listed || attribute.subject || attribute.name == "description") continue;
      for (const std::string& term : terms[attribute.name]) attribute.terms.push_back(term);
    }
    const annotate::Recognizer recognizer(std::move(full));
    for (size_t p = d * kSites; p < d * kSites + kFewSites; ++p) {
      for (const practice::Page& page : portals[p].site.pages) {
        weft += judge_page(page, *portals[p].domain, recognizer,
                           domain_method(site::DomainMethod::kWeft), context.limits);
        amber += judge_page(page, *portals[p].domain, recognizer,
                            domain_method(site::DomainMethod::kAmber), context.limits);
      }
    }
  }
  report.row("method", "weft, with lists of all values", figures_of(weft));
  report.row("method", "amber, with lists of all values", figures_of(amber));
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
  add_full_lists(context, portals, report);
  add_pivots(context, portals, report);
  add_templates(context, portals, report);
  add_time(context, portals, report);
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
  for (const auto& [kind, counts] : all.control_by_kind)
    report.row("control", kind, {{"left_alone", counts.recall()}, {"pages", counts.truth}});
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
          .methods = {"weft", "amber"},
          .run = run};
}

}  // namespace weft::eval::results_task
