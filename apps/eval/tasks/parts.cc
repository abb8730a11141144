// weft eval parts: values that are proper parts of a text, learned from k labelled pages and judged on
// the others ([Liu], Stalker: addresses, "by X on DATE").
//
//   (212) 555-0100            area_code = 212          parts of what SWDE says
//   by Ann Lee on 3 May 2020  person = Ann Lee         made-up texts, with parts that come and go
//
//   1  On SWDE: the values of an attribute that a pattern takes apart. The part counts where most
//      pages that have the value have the part, and say different things. Truth and labels are where
//      the value stands.
//   2  Made up: texts by a form, whose parts in brackets are on some pages only.
//   3  The first k pages are labelled (1, 2 and 5; or --labels); 25 others, spread evenly, are given
//      without labels. All others are judged: a value is right if it is the part, to the last sign.

#include <map>
#include <set>

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/strings.h"
#include "dom/text.h"
#include "eval/metrics/counts.h"
#include "eval/swde_sample.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/locate.h"
#include "practice/random.h"
#include "practice/vocabulary.h"

namespace weft::eval::parts_task {
namespace {

constexpr unsigned kLabels[] = {1, 2, 5};
constexpr size_t kUnlabelled = 25;
constexpr size_t kJudged = 200;        // Pages of a site.
constexpr double kLeastShare = 0.6;    // Of the values, that have the part.
constexpr size_t kLeastDifferent = 4;  // Parts of a site.

struct PartOfValue {
  std::string_view attribute;  // Of SWDE.
  std::string_view part;
  const char* pattern;
};

// clang-format off
constexpr PartOfValue kParts[] = {
    {"publication_date", "year",      R"(\b((?:1[5-9]|20)\d\d)\b)"},
    {"publication_date", "month",     R"(\b([A-Z][a-z]+)\b)"},
    {"date_posted",      "day",       R"(^\d\d?/(\d\d?)/)"},
    {"date_posted",      "month",     R"(\b([A-Z][a-z]{2,})\b)"},
    {"author",           "last_name", R"(^[A-Z][\w.]* (?:[A-Z][\w.]* )*([A-Z][\w']+)$)"},
    {"isbn_13",          "group",     R"(^97[89]-?(\d))"},
    {"price",            "amount",    R"((\d[\d,]*\.\d\d))"},
    {"price",            "dollars",   R"((\d[\d,]*)\.\d\d)"},
    {"model",            "megapixel", R"((?i)\b(\d+(?:\.\d+)?)[ -]?(?:mp|mega))"},
    {"model",            "first",     R"(^(\S+) )"},
    {"location",         "city",      R"(^([A-Z][^,]*[^, ]), [A-Z])"},
    {"location",         "state",     R"(, ([A-Z]{2})\b)"},
    {"address",          "zip",       R"(\b(\d{5})$)"},
    {"address",          "state",     R"(, ([A-Z]{2})\b)"},
    {"address",          "number",    R"(^(\d+)\b)"},
    {"address",          "city",      R"(, ([^,\d]+), [A-Z]{2}\b)"},
    {"phone",            "area_code", R"(^\(?(\d{3})\b)"},
    {"phone",            "exchange",  R"(^\(?\d{3}\)?[ .-]*(\d{3})\b)"},
};

// Fields in braces are data; what is in brackets stands on some pages, of "x|y" one.
constexpr std::string_view kForms[] = {
    "by {person} on {day}",
    "Posted {day} by {person}[ in {topic}]",
    "{person}[ and {other}], {day}",
    "Written by {person}[, {city}][ (updated {day})]",
    "{number} {street}, {city}, {state} {zip}[ - {phone}]",
    "{street} {number}, {zip} {city}[ ({topic})]",
    "{street} {number}[, {floor} floor], {city}",
    "{price}[ (was {before})] per {unit}",
    "[Only ]{price}[ – save {before}], {count} in stock",
    "{count} beds, [{baths} baths, ]{area} m²",
    "Call {phone}[ or {fax}] and ask for {person}",
    "{city} to {other_city}[ via {via}], {day}",
    "{count} of {all} people in {city} found this {word}",
    "Ref. {code}|Reference: {code} (new)",
    "{person} ({born}[–{died}])",
    "{day}|{day}, {hour}:{minute}|updated {day}",
};
// clang-format on

// Pages of one template and what they say: truth by attribute and page, empty for none.
struct PartSite {
  std::string name;
  std::vector<const model::Page*> pages;  // In the order in which to label.
  std::map<std::string, std::vector<std::string>> truth;
  std::vector<std::vector<model::Label>> labels;  // By page.
};

void add_label(const model::Page& page, dom::NodeId node, model::TextSpan span,
               const std::string& attribute, const std::string& value,
               std::vector<model::Label>& out) {
  out.push_back({.page = page.id,
                 .attribute = attribute,
                 .path = model::label_path(page.document, {.node = node}),
                 .span = span,
                 .value = value,
                 .source = model::LabelSource::kTruth});
}

// 1. One part of one attribute, if it is one on this site.
void add_part(const LoadedSwdeSite& loaded, const PartOfValue& part, PartSite& out) {
  const auto attribute = loaded.site.truth.find(std::string(part.attribute));
  if (attribute == loaded.site.truth.end()) return;
  const re2::RE2 pattern(part.pattern);
  const std::string name = fmt::format("{}_{}", part.attribute, part.part);
  std::vector<std::string> truth(out.pages.size());
  std::vector<std::vector<model::Label>> labels(out.pages.size());
  std::set<std::string> different;
  size_t with_value = 0;
  size_t with_part = 0;
  for (size_t i = 0; i < out.pages.size(); ++i) {
    const auto& values = attribute->second[loaded.order[i]];
    if (values.empty()) continue;
    ++with_value;
    const std::string value = normalize_space(values[0]);
    re2::StringPiece match;
    if (!re2::RE2::PartialMatch(value, pattern, &match)) continue;
    const auto begin = static_cast<uint32_t>(match.data() - value.data());
    const auto length = static_cast<uint32_t>(match.size());
    const dom::Document& doc = out.pages[i]->document;
    for (const model::Occurrence& at : model::locate(doc, value)) {
      const uint32_t from = begin + (at.span ? at.span->begin : 0);
      if (!doc.is_text(at.node) || dom::value_text(doc, at.node).size() == length) continue;
      truth[i] = match.as_string();
      add_label(*out.pages[i], at.node, {from, from + length}, name, truth[i], labels[i]);
    }
    with_part += labels[i].empty() ? 0 : 1;
    different.insert(truth[i]);
  }
  if (static_cast<double>(with_part) < kLeastShare * static_cast<double>(with_value) ||
      different.size() < kLeastDifferent)
    return;
  out.truth[name] = std::move(truth);
  for (size_t i = 0; i < labels.size(); ++i)
    out.labels[i].insert(out.labels[i].end(), labels[i].begin(), labels[i].end());
}

// 2. The data of a page.
class Filler {
 public:
  Filler(uint64_t seed, size_t form, size_t page)
      : design_(seed, "form", form), random_(hash_combine(seed, form), "page", page) {
    month_first_ = design_.chance(50);
  }

  struct Part {
    std::string field;
    model::TextSpan span;
  };
  struct Filled {
    std::string text;
    std::vector<Part> parts;
  };

  Filled fill(std::string_view form) {
    Filled out;
    while (form.find('|') != std::string_view::npos) {
      const size_t bar = form.find('|');
      form = random_.chance(50) ? form.substr(0, bar) : form.substr(bar + 1);
    }
    bool skipped = false;
    for (std::string_view rest = form; !rest.empty();) {
      const char sign = rest[0];
      rest.remove_prefix(1);
      if (sign == '[') skipped = random_.chance(40);
      if (sign == ']') skipped = false;
      if (sign == '[' || sign == ']') continue;
      if (sign != '{') {
        if (!skipped) out.text += sign;
        continue;
      }
      const std::string_view field = rest.substr(0, rest.find('}'));
      rest.remove_prefix(field.size() + 1);
      if (skipped) continue;
      const auto begin = static_cast<uint32_t>(out.text.size());
      out.text += value(field);
      out.parts.push_back({std::string(field), {begin, static_cast<uint32_t>(out.text.size())}});
    }
    return out;
  }

 private:
  std::string value(std::string_view field) {
    namespace words = practice::vocabulary;
    if (field == "person" || field == "other") return person();
    if (field == "day") return day();
    if (field == "city" || field == "other_city" || field == "via")
      return std::string(random_.pick(words::kCities));
    if (field == "street") return std::string(random_.pick(words::kStreets));
    if (field == "topic") return std::string(random_.pick(words::kTopics));
    if (field == "word" || field == "unit") return std::string(random_.pick(words::kProductNouns));
    if (field == "price" || field == "before")
      return fmt::format("${}.{:02}", random_.between(3, 1900), random_.between(0, 99));
    if (field == "state") {
      constexpr std::string_view kStates[] = {"NY", "IL", "CA", "TX", "OR", "ME"};
      return std::string(random_.pick(kStates));
    }
    if (field == "zip") return fmt::format("{:05}", random_.between(1000, 99999));
    if (field == "phone" || field == "fax")
      return fmt::format("({}) {}-{:04}", random_.between(201, 989), random_.between(200, 999),
                         random_.between(0, 9999));
    if (field == "code")
      return fmt::format("{}-{}", random_.pick(words::kBrands).substr(0, 2),
                         random_.between(10, 9999));
    if (field == "born" || field == "died") return std::to_string(random_.between(1800, 2020));
    if (field == "hour" || field == "minute") return fmt::format("{:02}", random_.between(0, 23));
    return std::to_string(random_.between(1, 400));
  }

  std::string person() {
    namespace words = practice::vocabulary;
    std::string name(random_.pick(words::kFirstNames));
    if (random_.chance(20)) name += fmt::format(" {}.", random_.pick(words::kFirstNames)[0]);
    if (random_.chance(90)) name += fmt::format(" {}", random_.pick(words::kLastNames));
    return name;
  }

  std::string day() {
    const std::string_view month = random_.pick(practice::vocabulary::kMonths)[0];
    return month_first_ ? fmt::format("{} {}, {}", month, random_.between(1, 28),
                                      random_.between(1990, 2024))
                        : fmt::format("{} {} {}", random_.between(1, 28), month,
                                      random_.between(1990, 2024));
  }

  practice::Random design_;
  practice::Random random_;
  bool month_first_ = false;
};

struct MadeUpSite {
  std::vector<model::Page> pages;
  PartSite parts;
};

MadeUpSite make_up(uint64_t seed, size_t form) {
  constexpr size_t kPages = 60;
  MadeUpSite out;
  out.parts.name = fmt::format("made-up {}", kForms[form]);
  out.parts.labels.resize(kPages);
  std::vector<Filler::Filled> filled;
  for (size_t p = 0; p < kPages; ++p) {
    filled.push_back(Filler(seed, form, p).fill(kForms[form]));
    out.pages.push_back(
        model::html_page(fmt::format("<h1>Page {}</h1><p class=first>Read on.</p>"
                                     "<p class=line>{}</p><p>All rights reserved.</p>",
                                     p * 7 % 61, filled[p].text),
                         {.id = std::to_string(p)}));
  }
  for (size_t p = 0; p < kPages; ++p) {
    const model::Page& page = out.pages[p];
    out.parts.pages.push_back(&page);
    const dom::NodeId node = model::locate(page.document, filled[p].text).at(0).node;
    for (const Filler::Part& part : filled[p].parts) {
      auto& truth = out.parts.truth[part.field];
      truth.resize(kPages);
      truth[p] = filled[p].text.substr(part.span.begin, part.span.end - part.span.begin);
      add_label(page, node, part.span, part.field, truth[p], out.parts.labels[p]);
    }
  }
  return out;
}

// 3. By attribute.
std::map<std::string, Counts> judge(const PartSite& site, const model::Inducer& inducer,
                                    unsigned labels) {
  model::InducerInput input;
  const size_t labelled = std::min<size_t>(labels, site.pages.size() / 2);
  const size_t others = site.pages.size() - labelled;
  for (size_t i = 0; i < labelled; ++i) {
    input.pages.push_back(site.pages[i]);
    input.labels.insert(input.labels.end(), site.labels[i].begin(), site.labels[i].end());
  }
  for (size_t i = 0; i < std::min(others, kUnlabelled); ++i)
    input.pages.push_back(site.pages[labelled + i * others / std::min(others, kUnlabelled)]);
  const auto induced = inducer(input);
  std::map<std::string, Counts> counts;
  const size_t step = std::max<size_t>(1, others / kJudged);
  for (size_t i = labelled; i < site.pages.size(); i += step) {
    const model::Record record =
        first_record(induced.ok() ? induced->wrapper.get() : nullptr, *site.pages[i]);
    for (const auto& [attribute, truth] : site.truth) {
      const std::vector<std::string> found = model::leaf_texts(record.find(attribute));
      Counts& count = counts[attribute];
      count.truth += truth[i].empty() ? 0 : 1;
      count.found += found.empty() || found[0].empty() ? 0 : 1;
      count.correct += !found.empty() && !truth[i].empty() && found[0] == truth[i] ? 1 : 0;
    }
  }
  return counts;
}

void judge_all(const PartSite& site, const model::Inducer& inducer,
               const std::vector<unsigned>& labels, std::map<std::string, Figures>& out) {
  for (const unsigned k : labels) {
    for (const auto& [attribute, counts] : judge(site, inducer, k)) {
      if (counts.truth == 0) continue;
      Figures& figures = out[site.name + " " + attribute];
      figures.push_back({fmt::format("f1_k{}", k), counts.f1()});
      figures.push_back(
          {fmt::format("wrong_k{}", k), share(counts.found - counts.correct, counts.found)});
    }
  }
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(context.method));
  WEFT_ASSIGN(const std::vector<SwdeSite> sites, read_swde_sites(context));
  const std::vector<unsigned> labels =
      context.labels ? std::vector<unsigned>{*context.labels}
                     : std::vector<unsigned>(std::begin(kLabels), std::end(kLabels));
  const uint64_t first_seed = 3 * uint64_t{context.seed} + 1;
  constexpr size_t kSeeds = 3;
  std::vector<std::map<std::string, Figures>> real(sites.size()),
      made_up(std::size(kForms) * kSeeds);
  for_each_swde_site(context, sites, [&](size_t s, const LoadedSwdeSite& loaded) {
    PartSite site{.name = loaded.site.name};
    for (const uint32_t p : loaded.order) site.pages.push_back(&loaded.pages[p]);
    site.labels.resize(site.pages.size());
    for (const PartOfValue& part : kParts) add_part(loaded, part, site);
    if (!site.truth.empty()) judge_all(site, inducer, labels, real[s]);
  });
  for_each_parallel(context, "made-up texts", made_up.size(), [&](size_t i) {
    judge_all(make_up(first_seed + i / std::size(kForms), i % std::size(kForms)).parts, inducer,
              labels, made_up[i]);
  });
  Report report;
  std::vector<double> means;
  const auto add = [&](const char* section, const auto& all) {
    std::map<std::string, std::vector<double>> values;
    for (const auto& site : all) {
      for (const auto& [name, figures] : site) {
        report.row(section, name, figures);
        for (const Figure& figure : figures) values[figure.name].push_back(figure.value);
      }
    }
    for (const auto& [figure, of_all] : values) {
      report.figure(fmt::format("{}_{}", section, figure), mean(of_all));
      if (figure.starts_with("f1")) means.push_back(mean(of_all));
    }
    report.figure(fmt::format("{}_pairs", section),
                  values[fmt::format("f1_k{}", labels[0])].size());
  };
  add("swde", real);
  add("made_up", made_up);
  report.score = mean(means);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "parts",
          .summary = "Values inside texts, learned from 1, 2 and 5 labelled pages",
          .metric = "mean F1 over parts of SWDE values and of made-up texts, and over labels",
          .data_sets = kSwdeSets,
          .methods = {"rules", "stalker", "broom", "page-tree"},
          .run = run};
}

}  // namespace weft::eval::parts_task
