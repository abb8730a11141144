#include "studio/domain_view.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "annotate/terms.h"
#include "base/file.h"
#include "domain/memory.h"
#include "html/parser.h"
#include "model/label_file.h"
#include "site/auto_site.h"
#include "site/input_files.h"
#include "studio/json_views.h"
#include "value/fold.h"

namespace weft::studio {
namespace {

using domain::DomainMemory;

// Of a template: as many as columns are chosen on.
constexpr size_t kPagesRead = 50;
// Pages of a template that labels are kept of: enough to learn from, few enough to look through.
constexpr size_t kPagesKept = 5;
constexpr size_t kQuestions = 8;
constexpr size_t kTerms = 200;    // Shown of an attribute.
constexpr size_t kTermPages = 5;  // Shown of a term.

std::string memory_path(const std::string& root, const std::string& domain) {
  return fmt::format("{}/{}.memory.json", root, domain);
}

// Documents cannot be shared with who takes them apart: they are parsed again.
std::vector<model::Page> sample_pages(const StudioSite& site, const Limits& limits, Job& job) {
  std::vector<model::Page> pages;
  html::Parser parser;
  for (const StudioTemplate& one : site.templates()) {
    const size_t count = std::min(one.sample.size(), kPagesRead);
    for (size_t i = 0; i < count && !job.progress.stop; ++i) {
      const model::Page& page = site.pages()[one.sample[i * one.sample.size() / count]];
      site::RawPage raw;
      raw.id = page.id;
      raw.url = page.url;
      raw.status = page.status;
      raw.charset = "utf-8";
      raw.fetched_at = page.fetched_at;
      raw.bytes = std::string(page.document.source());
      pages.push_back(site::parse_page(parser, raw, limits));
      ++job.progress.done;
    }
  }
  return pages;
}

Json attribute_json(const StudioSite& site, const site::AutoAttribute& one) {
  Json json = {{"name", one.name},         {"confidence", one.confidence}, {"found", one.found},
               {"coverage", one.coverage}, {"value", one.value},           {"other", one.other}};
  if (const auto page = site.page_of(one.page)) {
    json["page"] = *page;
    json["on"] = short_name(site.pages()[*page]);
    json["template"] = site.template_of(*page).page_template.name;
  }
  return json;
}

// Terms of an attribute with how sure they are and where they stand.
Json terms_json(const StudioSite& site, const std::vector<model::Extraction>& records,
                const annotate::Domain& domain, DomainMemory memory) {
  memory.learn(site.name(), records, domain);
  std::map<std::pair<std::string, std::string>, std::vector<size_t>> stands;  // Attribute, term.
  for (const model::Extraction& extraction : records) {
    const auto page = site.page_of(extraction.page);
    for (const model::Record& record : extraction.records) {
      for (const model::Record::Field& field : record.fields) {
        for (const std::string& term : domain::split_terms(field.value.text)) {
          auto& pages = stands[{field.name, value::fold_text(term)}];
          if (page && pages.size() < kTermPages && (pages.empty() || pages.back() != *page))
            pages.push_back(*page);
        }
      }
    }
  }
  Json all = Json::array();
  for (const auto& [attribute, terms] : memory.terms()) {
    const auto number = domain.find(attribute);
    if (!number) continue;
    const annotate::AttributeKnowledge& knowledge = domain.attributes[*number];
    std::set<std::string> gazetteer;
    for (const std::string& term : knowledge.terms) gazetteer.insert(value::fold_text(term));
    size_t compiled = 0;
    for (const annotate::CompiledTerms& terms_of : knowledge.gazetteers)
      compiled += terms_of->size();
    annotate::TextWords words;
    struct Shown {
      std::string term;
      double confidence;
      const domain::TermEvidence* evidence;
    };
    std::vector<Shown> shown;
    for (const auto& [term, evidence] : terms)
      shown.push_back({term, DomainMemory::confidence(evidence), &evidence});
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Shown& a, const Shown& b) { return a.confidence > b.confidence; });
    Json items = Json::array();
    for (size_t i = 0; i < std::min(shown.size(), kTerms); ++i) {
      const Shown& one = shown[i];
      words.cut(one.term);
      uint64_t of = 0;
      for (const auto& [name, count] : one.evidence->sites) of += count;
      items.push_back({{"term", one.term},
                       {"confidence", one.confidence},
                       {"records", of},
                       {"sites", one.evidence->sites.size()},
                       {"known", gazetteer.contains(one.term) || knowledge.in_gazetteers(words)},
                       {"state", one.evidence->refused    ? "blacklisted"
                                 : one.evidence->accepted ? "accepted"
                                                          : ""},
                       {"pages", stands[{attribute, one.term}]}});
    }
    all.push_back({{"attribute", attribute},
                   {"gazetteer", gazetteer.size() + compiled},
                   {"found", shown.size()},
                   {"terms", std::move(items)}});
  }
  return all;
}

}  // namespace

Status read_by_domain(StudioSite& site, const std::string& domain, const std::string& root,
                      const Limits& limits, Job& job) {
  std::vector<model::Page> pages = sample_pages(site, limits, job);
  if (job.progress.stop) return {};
  DomainMemory memory;
  Result<site::AutoSite> learned = Error{ErrorCode::kNotFound, ""};
  if (domain.empty()) {
    WEFT_ASSIGN(const auto domains, site::read_shipped_domains());
    learned = site::learn_without_domain(std::move(pages), domains);
  } else {
    WEFT_ASSIGN(annotate::Domain known, site::read_domain(domain));
    WEFT_ASSIGN(memory, site::read_memory(memory_path(root, domain), false));
    learned = site::learn_by_domain(std::move(pages), memory.teach(std::move(known)));
  }
  if (!learned.ok()) return learned.error();
  const site::AutoSite& found = *learned;
  Json fits = Json::array(), templates = Json::array(), questions = Json::array();
  for (const site::DomainFit& fit : found.fits)
    fits.push_back({{"name", fit.name}, {"score", fit.score}});
  Json labels = Json::array();
  for (const site::AutoTemplate& one : found.templates) {
    if (one.kind == site::AutoKind::kOther) continue;
    Json attributes = Json::array();
    for (const site::AutoAttribute& attribute : one.attributes)
      attributes.push_back(attribute_json(site, attribute));
    templates.push_back({{"kind", one.kind == site::AutoKind::kList ? "list" : "detail"},
                         {"pages", one.pages.size()},
                         {"records", one.records},
                         {"attributes", std::move(attributes)}});
    for (const model::Label& label : one.labels) labels.push_back(model::write_labels({label}));
  }
  for (size_t i = 0; i < std::min(found.questions.size(), kQuestions); ++i) {
    Json one = attribute_json(site, found.questions[i].attribute);
    one["worth"] = found.questions[i].worth;
    questions.push_back(std::move(one));
  }
  Json terms = Json::array();
  if (!found.domain.empty()) {
    WEFT_ASSIGN(const annotate::Domain known, site::read_domain(found.domain));
    WEFT_ASSIGN(const auto records, site::extract_all(found));
    WEFT_ASSIGN(memory, site::read_memory(memory_path(root, found.domain), false));
    terms = terms_json(site, records, known, memory);
  }
  job.set_result({{"domain", found.domain},
                  {"fits", std::move(fits)},
                  {"templates", std::move(templates)},
                  {"questions", std::move(questions)},
                  {"terms", std::move(terms)},
                  {"labels", std::move(labels)}});
  return {};
}

Result<size_t> keep_found(StudioSite& site, const Json& found,
                          const std::vector<std::string>& attributes, const std::string& id) {
  // By page, then attribute, in the order found.
  std::map<size_t, std::map<std::string, std::vector<model::Label>>> kept;
  for (const Json& line : found["labels"]) {
    WEFT_ASSIGN(const auto read, model::read_labels(line.text()));
    for (const model::Label& label : read) {
      const auto page = site.page_of(label.page);
      const bool wanted =
          std::find(attributes.begin(), attributes.end(), label.attribute) != attributes.end();
      if (page && wanted && !label.path.empty()) kept[*page][label.attribute].push_back(label);
    }
  }
  std::map<std::string, size_t> pages_of;  // Template -> pages kept of it.
  std::map<std::string, std::vector<site::Act>> acts;
  size_t count = 0;
  for (auto& [page, by_attribute] : kept) {
    const std::string& name = site.template_of(page).page_template.name;
    if (++pages_of[name] > kPagesKept) continue;
    for (auto& [attribute, labels] : by_attribute) {
      WEFT_TRY(site.add_attribute({.name = attribute}));
      count += labels.size();
      acts[name].push_back({.id = fmt::format("{}-{}-{}", id, page, attribute),
                            .template_name = name,
                            .page = site.pages()[page].id,
                            .kind = site::ActKind::kRows,
                            .attribute = attribute,
                            .labels = std::move(labels)});
    }
  }
  for (auto& [name, of_template] : acts) WEFT_TRY(site.act_all(std::move(of_template)));
  return count;
}

Result<std::string> judge_term(const std::string& root, const std::string& domain,
                               const std::string& attribute, const std::string& term,
                               const std::string& verdict) {
  WEFT_ASSIGN(const annotate::Domain known, site::read_domain(domain));
  if (!known.find(attribute))
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} has no attribute '{}'", known.name, attribute)};
  const std::string path = memory_path(root, known.name);
  WEFT_ASSIGN(DomainMemory memory, site::read_memory(path, false));
  memory.domain = known.name;
  std::string option;
  if (verdict == "accept") {
    memory.accept(attribute, term);
    option = "--believe";
  } else if (verdict == "reject") {
    memory.forget(attribute, term);
    option = "--drop";
  } else if (verdict == "blacklist") {
    memory.refuse(attribute, term);
    option = "--refuse";
  } else {
    return Error{ErrorCode::kInvalidArgument, "say accept, reject or blacklist"};
  }
  WEFT_TRY(site::write_memory(path, memory));
  return fmt::format("weft domain prune --memory {}.memory.json --least-sites 1 {} {}", known.name,
                     option, shell_quoted(attribute + "=" + term));
}

}  // namespace weft::studio
