// From pages and a domain to a site's rules, with no label: result pages and detail pages alike.
//
//   WEFT_ASSIGN(AutoSite site, learn_by_domain(std::move(pages), domain));
//   WEFT_ASSIGN(JoinedRecords records, extract_joined(site));
//   WEFT_TRY(put_in_bundle("shop.site", site));   // an ordinary bundle: extract and watch go on
//
// Without a domain the one of those that ship is taken that the pages fit, if any.
//
// Verb, evaluation and other front ends call this, so what ships is what is measured.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "annotate/domain.h"
#include "base/result.h"
#include "domain/choice.h"
#include "domain/value_models.h"
#include "induce/combine/noisy_labels.h"
#include "model/extraction.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "model/wrapper.h"

namespace weft::site {

// How the attributes of detail pages are found.
enum class AutoMethod : uint8_t {
  kWeft,   // Columns over all pages (domain/choice.h).
  kAmber,  // [Amber] chapter 6.
};

struct AutoOptions {
  AutoMethod method = AutoMethod::kWeft;
  double floor = domain::kDefaultFloor;  // Columns less sure are not found.
  size_t sample = 50;                    // Pages of a template that columns are chosen on…
  size_t labelled = 10;                  // …and of these how many are labelled for the inducer.
  std::string inducer = "rules";
  const domain::ColumnWeights* weights = &domain::shipped_weights();
  // What sites taught; and, if it has a name, where this one is remembered, too: its largest template of detail pages.
  domain::ValueModels* models = nullptr;
  std::string remember_as;
  // Annotates a page beside the domain; its structured data always does (told_values.h).
  std::function<Result<std::vector<model::Label>>(const model::Page&)> annotator = nullptr;
};

// What the pages of a template hold.
enum class AutoKind : uint8_t {
  kOther,   // Nothing that was looked for.
  kDetail,  // One record a page.
  kList,    // Many.
};

// What became of an attribute on the pages of one template.
struct AutoAttribute {
  std::string name;
  double confidence = 0;  // Of the choice.
  bool found = false;     // At least as sure as the floor, and a rule was learned.
  double coverage = 0;    // Share of the pages, of lists: records, with a value by the rule.
  double agreement = 0;   // Share of the sample on which rule and choice say the same.
  std::string page;       // An example, and the value chosen there…
  std::string value;
  std::string other;  // …and what the next best column has there; empty if nothing.
};

struct AutoTemplate {
  model::Template page_template;
  AutoKind kind = AutoKind::kOther;
  std::vector<model::Page> pages;
  size_t records = 0;                             // On all of them.
  std::vector<AutoAttribute> attributes;          // Those with any column, in the domain's order.
  std::vector<model::Label> labels;               // Learned from; source: ontology, put in: miner.
  std::vector<induce::DoubtedLabel> wrong;        // AMBER's labels that the rules contradict.
  std::shared_ptr<const model::Wrapper> wrapper;  // Null for kOther.
  model::Schema schema;                           // Of what the wrapper gives.
  std::vector<std::string> problems;              // What the inducer says.
};

// Something a person could answer in a second, and what it is about.
struct AutoQuestion {
  std::string template_name;
  AutoAttribute attribute;
  double worth = 0;  // Values that a right answer would gain or set right, about.
};

// How well a domain that ships fits the pages.
struct DomainFit {
  std::string name;
  double score = 0;  // What is found of it, less what is missing; below kLeastFit: it does not fit.
};
inline constexpr double kLeastFit = 2;

struct AutoSite {
  std::string domain;                   // By which it was read; empty: by none.
  std::vector<DomainFit> fits;          // Where no domain was given: the best first.
  std::vector<AutoTemplate> templates;  // The largest first.
  size_t ungrouped = 0;                 // Pages in no template.
  model::Schema schema;                 // Of the attributes found anywhere.
  std::vector<AutoQuestion> questions;  // The most worth first.

  // Whether any template shows something of the domain.
  [[nodiscard]] bool found_any() const;
};

// The attributes as a schema: types, and which must be there.
model::Schema schema_of(const annotate::Domain& domain);

// Fails with kInvalidArgument for an unknown inducer, with kNotFound without pages.
Result<AutoSite> learn_by_domain(std::vector<model::Page> pages, annotate::Domain domain,
                                 const AutoOptions& options = {});

// By the domain of `domains` that fits best. Where none does, lists are mined and the columns of like
// pages found, under names from the pages. Fails as learn_by_domain() does.
Result<AutoSite> learn_without_domain(std::vector<model::Page> pages,
                                      const std::vector<annotate::Domain>& domains,
                                      const AutoOptions& options = {});

// What the rules give on the pages they were learned from, page by page, normalised by the schema.
Result<std::vector<model::Extraction>> extract_all(const AutoSite& site);

// The same, one record a thing: a record of a list is joined with that of the detail page it leads
// to, which has the say where both have a value.
struct JoinedRecords {
  std::vector<model::Extraction> extractions;  // Of pages with a record left.
  size_t listed = 0;                           // Different things that lists lead to or show…
  size_t joined = 0;                           // …and those of them with a detail page.
  size_t details = 0;                          // Records of detail pages.
  size_t compared = 0;                         // Values that both have…
  size_t same = 0;                             // …and that are the same.
};
Result<JoinedRecords> extract_joined(const AutoSite& site);

// Templates with rules go into the bundle, which is made if there is none, with pages to watch them
// by. Fails as Bundle does.
Status put_in_bundle(const std::string& directory, const AutoSite& site);

}  // namespace weft::site
