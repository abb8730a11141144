#include "site/template_site.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/pointers.h"
#include "dom/path.h"
#include "dom/text.h"
#include "site/bundle.h"
#include "site/grouping.h"
#include "site/watch_memory.h"

namespace weft::site {
namespace {

constexpr size_t kColumnPages = 20;     // Of a template; more say nothing new.
constexpr size_t kLeastOfTemplate = 3;  // Pages: of two, what differs may be chance.

std::vector<const model::Page*> some_pages(const std::vector<model::Page>& pages) {
  std::vector<const model::Page*> out;
  const size_t count = std::min(pages.size(), kColumnPages);
  for (size_t i = 0; i < count; ++i) out.push_back(&pages[i * pages.size() / count]);
  return out;
}

// Whether a wrapper's columns are a template's, which nobody named.
bool is_nameless(std::string_view kind) { return kind == "columns" || kind == "grammar"; }

// Attributes of several templates in one schema; what two of them type differently is text.
void add_attributes(const std::vector<model::Attribute>& attributes, model::Schema& schema) {
  for (const model::Attribute& attribute : attributes) {
    const auto it = std::find_if(schema.attributes.begin(), schema.attributes.end(),
                                 [&](const auto& other) { return other.name == attribute.name; });
    if (it == schema.attributes.end()) {
      schema.attributes.push_back(attribute);
    } else if (it->type != attribute.type) {
      it->type = model::ValueType::kText;
      it->whole = false;
    }
  }
}

}  // namespace

Result<FoundTemplates> find_templates(std::vector<model::Page> pages,
                                      const templates::TemplateMethod& method) {
  FoundTemplates out;
  size_t ungrouped = 0;
  Error first_error;
  for (TemplatePages& group : split_by_template(std::move(pages), kLeastOfTemplate, ungrouped)) {
    auto found = method(some_pages(group.pages));
    if (!found.ok()) {
      if (out.problems.empty()) first_error = found.error();
      out.problems.push_back(
          fmt::format("{}: {}", group.page_template.name, found.error().message));
      continue;
    }
    for (const std::string& problem : found->problems)
      out.problems.push_back(fmt::format("{}: {}", group.page_template.name, problem));
    out.templates.push_back(
        {std::move(group.page_template), std::move(group.pages), std::move(*found)});
  }
  if (out.templates.empty()) return first_error;
  if (ungrouped > 0) out.problems.push_back(fmt::format("{} pages are like no others", ungrouped));
  return out;
}

bool are_of_several_templates(const std::vector<const model::Page*>& pages) {
  size_t largest = 1;
  for (const GroupedPages& group : group_pages(pages))
    largest = std::max(largest, group.pages.size());
  return pages.size() > 1 && 2 * largest <= pages.size();
}

Status put_in_bundle(const std::string& directory, const FoundTemplates& found, bool force) {
  model::Schema schema;
  {
    WEFT_ASSIGN(Bundle bundle, Bundle::open(directory, Bundle::Mode::kCreate));
    for (const FoundTemplate& one : found.templates) {
      const auto before = bundle.wrapper(one.page_template.name);
      if (before.ok() && !is_nameless((*before)->kind()) && !force) {
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("{} has rules for template {} already: --force replaces them",
                                 directory, one.page_template.name)};
      }
    }
    WEFT_ASSIGN(const auto known, bundle.schema());
    if (known) schema = *known;
    for (const FoundTemplate& one : found.templates) {
      add_attributes(one.found.schema.attributes, schema);
      WEFT_TRY(bundle.put_template(one.page_template));
    }
  }
  for (const FoundTemplate& one : found.templates) {
    WEFT_TRY(put_in_site(directory, one.page_template.name, *one.found.wrapper,
                         "columns that nobody named", schema, one.pages));
  }
  return {};
}

std::vector<const model::Page*> OpenColumns::page_pointers() const {
  std::vector<const model::Page*> out;
  for (const ReadPage& read : pages) out.push_back(read.page.get());
  return out;
}

Result<OpenColumns> open_columns(const std::string& directory, const std::string& template_name,
                                 const Limits& limits) {
  WEFT_ASSIGN(const Bundle bundle, Bundle::open(directory, Bundle::Mode::kRead));
  WEFT_ASSIGN(const auto schema, bundle.schema());
  WEFT_ASSIGN(const auto watched, load_watched(bundle, limits));
  const WatchedTemplate* chosen = nullptr;
  std::vector<std::string> others;
  for (const WatchedTemplate& one : watched) {
    const bool wanted = template_name.empty() ? is_nameless(one.wrapper->kind())
                                              : one.page_template.name == template_name;
    if (!wanted) continue;
    if (chosen == nullptr) chosen = &one;
    others.push_back(one.page_template.name);
  }
  if (chosen == nullptr) {
    return Error{
        ErrorCode::kNotFound,
        template_name.empty()
            ? fmt::format("{} has no columns to name: 'weft template --site' finds them", directory)
            : fmt::format("{} has no template {} with columns", directory, template_name)};
  }
  if (others.size() > 1) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} has columns of several templates: say --template NAME, one of {}",
                             directory, fmt::join(others, ", "))};
  }
  OpenColumns open{.template_name = chosen->page_template.name, .pages = chosen->bellwethers};
  if (schema) open.schema = *schema;
  open.table = templates::column_table(*chosen->wrapper, open.schema, open.page_pointers());
  return open;
}

Result<std::vector<templates::ColumnProfile>> known_columns(const std::string& directory,
                                                            const Limits& limits) {
  WEFT_ASSIGN(const Bundle bundle, Bundle::open(directory, Bundle::Mode::kRead));
  WEFT_ASSIGN(const auto schema, bundle.schema());
  WEFT_ASSIGN(const auto watched, load_watched(bundle, limits));
  std::vector<templates::ColumnProfile> out;
  for (const WatchedTemplate& one : watched) {
    if (is_nameless(one.wrapper->kind())) continue;
    std::vector<const model::Page*> pages;
    for (const ReadPage& read : one.bellwethers) pages.push_back(read.page.get());
    auto table = templates::column_table(*one.wrapper, schema.value_or(model::Schema()), pages);
    std::erase_if(table, [](const auto& column) { return column.texts.empty(); });
    for (templates::ColumnProfile& profile : templates::profile_columns(table, pages))
      out.push_back(std::move(profile));
  }
  return out;
}

std::vector<model::Label> labels_of_names(const std::vector<templates::ColumnTexts>& table,
                                          const std::vector<ColumnName>& names,
                                          const std::vector<const model::Page*>& pages) {
  std::vector<model::Label> out;
  std::set<std::pair<uint32_t, std::string>> filled;  // By earlier columns.
  for (const ColumnName& named : names) {
    std::set<std::pair<uint32_t, std::string>> here;
    for (const templates::ColumnText& text : table[named.column].texts) {
      if (filled.contains({text.page, named.name})) continue;
      here.insert({text.page, named.name});
      model::Label label{.page = pages[text.page]->id,
                         .attribute = named.name,
                         .path = text.path,
                         .value = text.text};
      const dom::Document& doc = pages[text.page]->document;
      if (const auto node = dom::resolve_indexed_path(doc, text.path); node.ok()) {
        // A column may give a part of a text: "Knopf" of "Publisher: Knopf".
        const std::string whole = dom::normalized_text(doc, *node);
        const size_t begin = whole == text.text ? std::string::npos : whole.rfind(text.text);
        if (begin != std::string::npos) {
          label.span = {static_cast<uint32_t>(begin),
                        static_cast<uint32_t>(begin + text.text.size())};
        }
      }
      out.push_back(std::move(label));
    }
    filled.merge(here);
  }
  return out;
}

Result<NamedColumns> put_names(const std::string& directory, const OpenColumns& open,
                               const std::vector<ColumnName>& names) {
  if (names.empty()) return Error{ErrorCode::kInvalidArgument, "no column is named"};
  NamedColumns out;
  out.labels = labels_of_names(open.table, names, open.page_pointers());
  model::Schema schema = open.schema;  // What other templates have stays.
  std::erase_if(schema.attributes, [&](const model::Attribute& attribute) {
    return std::any_of(open.table.begin(), open.table.end(), [&](const auto& column) {
      return !column.texts.empty() &&
             (column.name == attribute.name || column.name.starts_with(attribute.name + "."));
    });
  });
  std::vector<model::Attribute> named;
  for (const ColumnName& one : names) {
    const templates::ColumnTexts& column = open.table[one.column];
    const bool several = column.texts.size() > column.pages;
    named.push_back({.name = one.name,
                     .type = column.type,
                     .set = several,
                     .whole = column.type != model::ValueType::kText});
  }
  add_attributes(named, schema);
  WEFT_ASSIGN(const Learned learned,
              learn({.pages = open.page_pointers(), .labels = out.labels, .schema = &schema}));
  out.problems = learned.induced.problems;
  WEFT_ASSIGN(Bundle bundle, Bundle::open(directory, Bundle::Mode::kWrite));
  WEFT_TRY(bundle.put_schema(schema));
  WEFT_TRY(bundle.put_labels(open.template_name, out.labels));
  WEFT_ASSIGN(out.version, bundle.put_wrapper(open.template_name, *learned.induced.wrapper,
                                              fmt::format("{} columns named", names.size())));
  std::vector<const ReadPage*> pages = pointers_to(open.pages);
  WEFT_TRY(put_memory(bundle, open.template_name, pages));
  return out;
}

}  // namespace weft::site
