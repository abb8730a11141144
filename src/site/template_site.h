// From pages nobody labelled to a site's table: templates with their columns, then a person who
// names columns ("c7 is the price").
//
//   WEFT_ASSIGN(const auto found, find_templates(std::move(pages), method));
//   WEFT_TRY(put_in_bundle("shop.site", found));              // weft template --site
//   WEFT_ASSIGN(const auto open, open_columns("shop.site", ""));
//   WEFT_TRY(put_names("shop.site", open, {{6, "price"}}));   // weft label --columns
//
// A name makes a label of every text of its column, and labels make rules: one answer a column
// instead of one a value. Verb and evaluation call this, so what ships is what is measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/template.h"
#include "site/learn.h"
#include "site/watch.h"
#include "templates/column_matching.h"
#include "templates/column_table.h"
#include "templates/templates.h"

namespace weft::site {

// --- templates with their columns ---

struct FoundTemplate {
  model::Template page_template;
  std::vector<model::Page> pages;
  templates::PageTemplate found;
};

struct FoundTemplates {
  std::vector<FoundTemplate> templates;  // The largest first.
  // One sentence each: pages like no others, templates without columns.
  std::vector<std::string> problems;
};

// Pages are grouped first; columns are found on at most 20 pages of each template. Fails as the
// method does if no template has columns.
Result<FoundTemplates> find_templates(std::vector<model::Page> pages,
                                      const templates::TemplateMethod& method);

// Whether no template has most of the pages, so that what they have in common says little.
bool are_of_several_templates(const std::vector<const model::Page*>& pages);

// Into the bundle, which is made if there is none, with pages to name columns by and to watch.
// Fails with kInvalidArgument, changing nothing, if the bundle has other rules for one of the
// templates, unless `force`; else as Bundle does.
Status put_in_bundle(const std::string& directory, const FoundTemplates& found, bool force = false);

// --- names ---

// A template of a bundle with its columns on the pages kept of it.
struct OpenColumns {
  std::string template_name;
  std::vector<ReadPage> pages;
  model::Schema schema;                       // Of all templates.
  std::vector<templates::ColumnTexts> table;  // Of the schema; those of others have no texts.

  [[nodiscard]] std::vector<const model::Page*> page_pointers() const;
};

// The template named, or the only one that has columns. Fails with kNotFound if there is none,
// kInvalidArgument if there are several, else as Bundle does.
Result<OpenColumns> open_columns(const std::string& directory, const std::string& template_name,
                                 const Limits& limits = {});

// What the columns of a site are known by that somebody named, or labelled. Fails as Bundle does.
Result<std::vector<templates::ColumnProfile>> known_columns(const std::string& directory,
                                                            const Limits& limits = {});

struct ColumnName {
  size_t column = 0;  // Of the table.
  std::string name;   // Several columns may share one: a page has the first that it has.
};

// The texts of named columns as labels (source: person).
std::vector<model::Label> labels_of_names(const std::vector<templates::ColumnTexts>& table,
                                          const std::vector<ColumnName>& names,
                                          const std::vector<const model::Page*>& pages);

struct NamedColumns {
  uint32_t version = 0;  // Of the template's wrapper.
  std::vector<model::Label> labels;
  std::vector<std::string> problems;  // What the inducer says.
};

// Learns rules from the named columns and puts them into the bundle in the place of the columns; the
// schema has the names, and the journal the labels. Fails with kInvalidArgument without names, else as learning and Bundle do.
Result<NamedColumns> put_names(const std::string& directory, const OpenColumns& open,
                               const std::vector<ColumnName>& names);

}  // namespace weft::site
