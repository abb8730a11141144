// The whole way without a label. See auto_site.h.
//
//   1. Pages are grouped into templates; a few pages are one template, less those that are lists.
//   2. Some pages of each are read as result pages (domain_records.h). Where most show a list of the
//      domain's things, it becomes labels and a wrapper (learn_list.h). Where most of what is found in
//      step 3 is in most of its records, the template is one of lists.
//   3. On a sample of the others columns are made, weighed and chosen by the domain. A template shows
//      the domain if its subject and another attribute are found, or several characteristic ones are.
//      Others are left alone: help pages, articles.
//   4. The chosen texts of a few pages, those with most attributes, become labels (source: ontology)
//      that an inducer learns from. A column is right or wrong as a whole, so that comparing labels
//      page by page (induce/combine/noisy_labels.h) gains nothing; AMBER's, chosen page by page, need it.
//   5. The wrapper runs on all pages: how many it covers, how often it says what the column said. A
//      rule that contradicts its column is not kept.
//   6. A page like no others is of the template whose rules find most of its attributes on it; else it
//      may be a list; else it is counted.
//   7. What is unsure becomes a question.
//
// Without a domain each that ships is tried on the templates as in step 3, without learning: what is found
// of it speaks for it, what every record should have and is not found against it. Where none fits so,
// lists are tried: detail pages have lists of related things, too, which look like things of many domains.
//
// Tested by auto_site_test.cc; measured by `weft-eval domain --method rules` and `--method guess`.

#include "site/auto_site.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/pointers.h"
#include "induce/inducers.h"
#include "site/auto_steps.h"
#include "site/bundle.h"
#include "site/grouping.h"
#include "site/learn.h"
#include "templates/templates.h"

namespace weft::site {
namespace {

constexpr size_t kFewPages = 12;     // So many are taken as one template.
constexpr size_t kColumnPages = 12;  // Of a template, that columns without a domain are found on…
constexpr size_t kFitPages = 20;     // …and that domains are tried on…
constexpr size_t kFitTemplates = 4;  // …of so many templates.
constexpr double kLeastRead = 0.6;   // Of a template's attributes that show a page to be of it.
constexpr double kMissing = 0.5;     // Against a domain: each attribute that should be there.
constexpr double kSure = 0.8;        // Nothing to ask above.
constexpr double kHopeless = 0.05;   // Nothing to ask below.
constexpr double kCharacteristicWorth = 2;  // Of a question about what tells the domain.

// --- 1. templates ---

void move_pages(const GroupedPages& group, std::vector<model::Page>& from, AutoTemplate& to) {
  to.page_template = group.page_template;
  for (const size_t p : group.pages) to.pages.push_back(std::move(from[p]));
}

// A few pages: lists by template, the rest together.
std::vector<AutoTemplate> few_templates(std::vector<model::Page> pages, const ListReader& reader) {
  std::vector<AutoTemplate> templates;
  AutoTemplate rest;
  const std::vector<GroupedPages> groups = group_pages(pointers_to(pages), 1);
  std::set<size_t> grouped;
  for (const GroupedPages& group : groups) grouped.insert(group.pages.begin(), group.pages.end());
  for (size_t p = 0; p < pages.size(); ++p) {
    if (!grouped.contains(p)) rest.pages.push_back(std::move(pages[p]));
  }
  for (const GroupedPages& group : groups) {
    AutoTemplate one;
    move_pages(group, pages, one);
    if (const auto list = as_lists(one.pages, reader); list && enough_in_most(*list, reader)) {
      templates.push_back(std::move(one));
      continue;
    }
    for (model::Page& page : one.pages) rest.pages.push_back(std::move(page));
  }
  rest.page_template = {.name = "page", .size = rest.pages.size()};
  if (!rest.pages.empty()) templates.push_back(std::move(rest));
  return templates;
}

struct SplitPages {
  std::vector<AutoTemplate> templates;  // The largest first.
  std::vector<model::Page> left;        // Like no others.
};

SplitPages split_pages(std::vector<model::Page> pages, const ListReader& reader) {
  const std::vector<GroupedPages> groups = group_pages(pointers_to(pages), kLeastPages);
  if (pages.size() <= kFewPages || groups.empty())
    return {few_templates(std::move(pages), reader), {}};
  SplitPages split;
  std::set<size_t> grouped;
  for (const GroupedPages& group : groups) {
    grouped.insert(group.pages.begin(), group.pages.end());
    move_pages(group, pages, split.templates.emplace_back());
  }
  for (size_t p = 0; p < pages.size(); ++p) {
    if (!grouped.contains(p)) split.left.push_back(std::move(pages[p]));
  }
  std::stable_sort(
      split.templates.begin(), split.templates.end(),
      [](const AutoTemplate& a, const AutoTemplate& b) { return a.pages.size() > b.pages.size(); });
  return split;
}

// --- 6. pages in no template ---

std::set<std::string> names_read(const AutoTemplate& one, const model::Page& page) {
  std::set<std::string> names;
  for (const model::Record& record : one.wrapper->apply(page).records) {
    for (const model::Record::Field& field : record.fields) names.insert(field.name);
  }
  return names;
}

// Of what pages of the template usually have, how much its rules find on one more.
double share_read(const AutoTemplate& one, const model::Page& page) {
  const std::set<std::string> names = names_read(one, page);
  double usual = 0;
  double here = 0;
  for (const AutoAttribute& attribute : one.attributes) {
    if (!attribute.found) continue;
    usual += attribute.coverage;
    if (names.contains(attribute.name)) here += attribute.coverage;
  }
  return usual == 0 ? 0 : here / usual;
}

void adopt(AutoTemplate& one, model::Page page) {
  const std::set<std::string> names = names_read(one, page);
  const auto before = static_cast<double>(one.pages.size());
  for (AutoAttribute& attribute : one.attributes)
    attribute.coverage =
        (attribute.coverage * before + (names.contains(attribute.name) ? 1 : 0)) / (before + 1);
  one.records += one.wrapper->apply(page).records.size();
  one.pages.push_back(std::move(page));
}

// Detail pages go where rules read them; lists are templates of their own; the rest is counted.
Status place_left(AutoSite& site, std::vector<model::Page> left,
                  const std::function<Status(AutoTemplate&)>& learn) {
  std::vector<model::Page> unread;
  for (model::Page& page : left) {
    AutoTemplate* best = nullptr;
    double most = kLeastRead;
    for (AutoTemplate& one : site.templates) {
      if (one.kind != AutoKind::kDetail) continue;
      const double share = share_read(one, page);
      if (share < most || (best != nullptr && share == most)) continue;
      most = share;
      best = &one;
    }
    if (best != nullptr)
      adopt(*best, std::move(page));
    else
      unread.push_back(std::move(page));
  }
  site.ungrouped = unread.size();
  for (const GroupedPages& group : group_pages(pointers_to(unread), 1)) {
    if (group.pages.empty()) continue;
    AutoTemplate one;
    move_pages(group, unread, one);
    one.page_template.name = fmt::format("t{}", site.templates.size() + 1);
    WEFT_TRY(learn(one));
    if (one.kind != AutoKind::kList) continue;
    site.ungrouped -= one.pages.size();
    site.templates.push_back(std::move(one));
  }
  return {};
}

// 7. The most valuable first.
void find_questions(AutoSite& site, const annotate::Domain& domain) {
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    for (const AutoAttribute& attribute : one.attributes) {
      if (attribute.confidence < kHopeless || (attribute.found && attribute.confidence >= kSure))
        continue;
      const auto number = domain.find(attribute.name);
      const bool characteristic = number && (domain.attributes[*number].characteristic ||
                                             domain.attributes[*number].mandatory);
      site.questions.push_back({one.page_template.name, attribute,
                                static_cast<double>(one.pages.size()) * (1 - attribute.confidence) *
                                    attribute.confidence *
                                    (characteristic ? kCharacteristicWorth : 1)});
    }
  }
  std::stable_sort(site.questions.begin(), site.questions.end(),
                   [](const AutoQuestion& a, const AutoQuestion& b) { return a.worth > b.worth; });
}

// The attributes found on any template, those of the domain in its order, then others.
void gather_schema(AutoSite& site, const model::Schema& all) {
  std::set<std::string> found;
  std::set<std::string> sets;
  for (const AutoTemplate& one : site.templates) {
    for (const model::Attribute& attribute : one.schema.attributes) {
      found.insert(attribute.name);
      if (attribute.set) sets.insert(attribute.name);
    }
  }
  site.schema = {.name = all.name};
  for (model::Attribute attribute : all.attributes) {
    attribute.set = sets.contains(attribute.name);
    if (found.erase(attribute.name) != 0) site.schema.attributes.push_back(std::move(attribute));
  }
  for (const AutoTemplate& one : site.templates) {
    for (const model::Attribute& attribute : one.schema.attributes) {
      if (found.erase(attribute.name) != 0) site.schema.attributes.push_back(attribute);
    }
  }
}

Result<AutoSite> learn_templates(AutoSite site, std::vector<model::Page> left,
                                 const annotate::Recognizer& recognizer,
                                 const AutoOptions& options) {
  const model::Schema all = schema_of(recognizer.domain());
  const auto learn = [&](AutoTemplate& one) {
    return learn_template(one, recognizer, all, options);
  };
  for (AutoTemplate& one : site.templates) WEFT_TRY(learn(one));
  WEFT_TRY(place_left(site, std::move(left), learn));
  gather_schema(site, all);
  find_questions(site, recognizer.domain());
  return site;
}

// --- no domain ---

double weight_of(const annotate::AttributeKnowledge& attribute) {
  return attribute.characteristic ? 2 : attribute.mandatory || attribute.subject ? 1 : 0.5;
}

// A template that domains are tried on.
struct Looked {
  const AutoTemplate* one;
  bool list;
  domain::SiteColumns columns;
};

// What is found of a domain less what is missing, on the template that shows most of it, read as pages
// of one record each or as lists.
double fit_of(const std::vector<Looked>& templates, const annotate::Domain& domain, bool as_list,
              const AutoOptions& options) {
  const annotate::Recognizer recognizer(domain);
  double best = 0;
  for (const Looked& looked : templates) {
    std::vector<double> found(domain.attributes.size());
    if (as_list && !looked.list) continue;
    if (as_list) {
      const Lists lists = find_lists(looked.one->pages, reader_of(recognizer));
      for (size_t l = 0; lists.most() && l < lists.regions.size(); ++l) {
        for (const mine::Column& column : lists.regions[l].columns) {
          if (const auto number = domain.find(column.name))
            found[*number] += 1 / static_cast<double>(lists.looked_at);
        }
      }
    } else if (looked.one->pages.size() >= kLeastPages) {
      for (const domain::Choice& choice : domain::choose_columns(
               looked.columns, recognizer, domain::weigh_columns(looked.columns, recognizer),
               *options.weights)) {
        if (choice.column >= 0 && choice.confidence >= options.floor)
          found[choice.attribute] = choice.confidence;
      }
    }
    double score = 0;
    for (size_t a = 0; a < found.size(); ++a) {
      const annotate::AttributeKnowledge& attribute = domain.attributes[a];
      if (attribute.subject) continue;  // Every page has a title.
      score += weight_of(attribute) * found[a];
      if (found[a] == 0 && (attribute.characteristic || attribute.mandatory)) score -= kMissing;
    }
    best = std::max(best, score);
  }
  return best;
}

// Pages of one template that nobody knows anything of: what varies, under names from the pages.
void learn_columns(AutoTemplate& one) {
  if (one.pages.size() < kLeastPages) return;
  auto found = templates::find_key_columns(sample_pages(one.pages, kColumnPages));
  if (!found.ok()) {
    one.problems.push_back(found.error().message);
    return;
  }
  one.kind = AutoKind::kDetail;
  one.wrapper = std::move(found->wrapper);
  one.schema = std::move(found->schema);
  one.problems = std::move(found->problems);
  std::map<std::string, AutoAttribute> described;
  for (const model::Page& page : one.pages) {
    for (const model::Record& record : one.wrapper->apply(page).records) {
      ++one.records;
      for (const model::Record::Field& field : record.fields) {
        AutoAttribute& attribute = described[field.name];
        attribute.coverage += 1 / static_cast<double>(one.pages.size());
        if (!attribute.value.empty()) continue;
        attribute.page = page.id;
        attribute.value = field.value.text;
      }
    }
  }
  for (const model::Attribute& attribute : one.schema.attributes) {
    const auto it = described.find(attribute.name);
    if (it == described.end()) continue;
    it->second.name = attribute.name;
    it->second.found = true;
    one.attributes.push_back(it->second);
  }
}

}  // namespace

bool AutoSite::found_any() const {
  return std::any_of(templates.begin(), templates.end(),
                     [](const AutoTemplate& one) { return one.wrapper != nullptr; });
}

model::Schema schema_of(const annotate::Domain& domain) {
  model::Schema schema{.name = domain.record};
  for (const annotate::AttributeKnowledge& attribute : domain.attributes) {
    schema.attributes.push_back({.name = attribute.name,
                                 .type = annotate::value_type_of(attribute.type),
                                 .mandatory = attribute.mandatory,
                                 .pivot = attribute.pivot,
                                 .characteristic = attribute.characteristic,
                                 .alternative_group = attribute.group});
  }
  return schema;
}

Result<AutoSite> learn_by_domain(std::vector<model::Page> pages, annotate::Domain domain,
                                 const AutoOptions& options) {
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages to learn from"};
  WEFT_TRY(induce::find_inducer(options.inducer));
  const annotate::Recognizer recognizer(std::move(domain));
  AutoSite site{.domain = recognizer.domain().name};
  SplitPages split = split_pages(std::move(pages), reader_of(recognizer));
  site.templates = std::move(split.templates);
  return learn_templates(std::move(site), std::move(split.left), recognizer, options);
}

Result<AutoSite> learn_without_domain(std::vector<model::Page> pages,
                                      const std::vector<annotate::Domain>& domains,
                                      const AutoOptions& options) {
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages to learn from"};
  WEFT_TRY(induce::find_inducer(options.inducer));
  AutoSite site;
  SplitPages split = split_pages(std::move(pages), plain_reader());
  site.templates = std::move(split.templates);
  std::vector<Looked> looked;
  for (AutoTemplate& one : site.templates) {
    if (looked.size() == kFitTemplates) break;
    const auto list = as_lists(one.pages, plain_reader());
    looked.push_back({&one, list && enough_in_most(*list, plain_reader()),
                      domain::find_columns(sample_pages(one.pages, kFitPages))});
  }
  const auto fits = [&] { return !site.fits.empty() && site.fits[0].score >= kLeastFit; };
  for (const bool as_list : {false, true}) {
    if (fits()) break;
    site.fits.clear();
    for (const annotate::Domain& domain : domains)
      site.fits.push_back({domain.name, fit_of(looked, domain, as_list, options)});
    std::stable_sort(site.fits.begin(), site.fits.end(),
                     [](const DomainFit& a, const DomainFit& b) { return a.score > b.score; });
  }
  if (fits()) {
    const auto best = std::find_if(domains.begin(), domains.end(), [&](const auto& domain) {
      return domain.name == site.fits[0].name;
    });
    site.domain = best->name;
    return learn_templates(std::move(site), std::move(split.left), annotate::Recognizer(*best),
                           options);
  }
  const auto learn = [](AutoTemplate& one) -> Status {
    auto list = as_lists(one.pages, plain_reader());
    if (list && enough_in_most(*list, plain_reader()))
      become(one, std::move(*list));
    else
      learn_columns(one);
    return {};
  };
  for (AutoTemplate& one : site.templates) WEFT_TRY(learn(one));
  WEFT_TRY(place_left(site, std::move(split.left), learn));
  gather_schema(site, {});
  return site;
}

Status put_in_bundle(const std::string& directory, const AutoSite& site) {
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    {
      WEFT_ASSIGN(Bundle bundle, Bundle::open(directory, Bundle::Mode::kCreate));
      WEFT_TRY(bundle.put_template(one.page_template));
    }
    WEFT_TRY(
        put_in_site(directory, one.page_template.name, *one.wrapper,
                    fmt::format("learned by a domain from {} labels of its own", one.labels.size()),
                    site.schema, one.pages));
  }
  return {};
}

}  // namespace weft::site
