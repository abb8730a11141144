// From pages and a domain to a site's rules, with no label.
//
//   WEFT_ASSIGN(AutoSite site, learn_by_domain(std::move(pages), domain));
//   WEFT_TRY(put_in_bundle("shop.site", site));   // an ordinary bundle: extract and watch go on
//
// Verb, evaluation and other front ends call this, so what ships is what is measured.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "annotate/domain.h"
#include "base/result.h"
#include "domain/choice.h"
#include "model/extraction.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "model/wrapper.h"

namespace weft::site {

struct AutoOptions {
  double floor = domain::kDefaultFloor;  // Columns less sure are not found.
  size_t sample = 50;                    // Pages of a template that columns are chosen on…
  size_t labelled = 10;                  // …and of these how many are labelled for the inducer.
  std::string inducer = "rules";
};

// What became of an attribute on the pages of one template.
struct AutoAttribute {
  std::string name;
  double confidence = 0;  // Of the choice.
  bool found = false;     // At least as sure as the floor, and a rule was learned.
  double coverage = 0;    // Share of the pages on which the rule gives a value.
  double agreement = 0;   // Share of the sample on which rule and chosen column say the same.
  std::string page;       // An example, and the value chosen there…
  std::string value;
  std::string other;  // …and what the next best column has there; empty if nothing.
};

struct AutoTemplate {
  model::Template page_template;
  std::vector<model::Page> pages;
  std::vector<AutoAttribute> attributes;          // Those with any column, in the domain's order.
  std::vector<model::Label> labels;               // source: ontology.
  std::shared_ptr<const model::Wrapper> wrapper;  // Null: it shows nothing of the domain.
  std::vector<std::string> problems;              // What the inducer says.
};

// Something a person could answer in a second, and what it is about.
struct AutoQuestion {
  std::string template_name;
  AutoAttribute attribute;
  double worth = 0;  // Values that a right answer would gain or set right, about.
};

struct AutoSite {
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

// What the rules give on the pages they were learned from, page by page, normalised by the schema.
Result<std::vector<model::Extraction>> extract_all(const AutoSite& site);

// Templates with rules go into the bundle, which is made if there is none, with pages to watch them
// by. Fails as Bundle does.
Status put_in_bundle(const std::string& directory, const AutoSite& site);

}  // namespace weft::site
