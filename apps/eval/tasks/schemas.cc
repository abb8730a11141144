// weft eval schemas: nested templates found again ([Fiva] Table 2), on made-up pages of which the
// template is known to the last tag (apps/practice, nested_pages).
//
// A basic item is found if a column has its texts, all of them and no others, on every page. Recall is
// the share of basic items found, precision the share of columns that are one: a column too many is a
// text of the template taken for data, or data cut in two. Of found items: whether sets are sets, and
// what may be missing is said to be optional.

#include <algorithm>
#include <map>
#include <set>

#include "base/pointers.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "html/parser.h"
#include "practice/nested_pages.h"
#include "templates/column_table.h"
#include "templates/templates.h"

namespace weft::eval::schemas_task {
namespace {

constexpr uint64_t kSeeds = 12;
constexpr size_t kPages = 10;

struct SchemaCounts {
  Counts basics;
  Counts sets;
  Counts options;

  void operator+=(const SchemaCounts& other) {
    basics += other.basics;
    sets += other.sets;
    options += other.options;
  }
};

// What the schema says of each column, in the order of the table.
struct ColumnRole {
  std::string set;  // The innermost set, by its dotted name; empty for none.
  bool optional = false;
};

void add_roles(const std::vector<model::Attribute>& attributes, const std::string& prefix,
               const ColumnRole& around, std::vector<ColumnRole>& out) {
  for (const model::Attribute& attribute : attributes) {
    ColumnRole role = around;
    const std::string name = prefix + attribute.name;
    if (attribute.set) role = {.set = name};
    role.optional = role.optional || (attribute.optional && !attribute.set);
    if (attribute.attributes.empty())
      out.push_back(role);
    else
      add_roles(attribute.attributes, name + ".", role, out);
  }
}

size_t count_sets(const std::vector<model::Attribute>& attributes) {
  size_t sets = 0;
  for (const model::Attribute& attribute : attributes)
    sets += (attribute.set ? 1 : 0) + count_sets(attribute.attributes);
  return sets;
}

SchemaCounts judge(const practice::NestedSite& site, const templates::TemplateMethod& method) {
  SchemaCounts out;
  out.basics.truth = site.basics.size();
  out.sets.truth = site.sets.size();
  for (const practice::NestedBasic& basic : site.basics)
    out.options.truth += basic.optional ? 1 : 0;
  std::vector<model::Page> pages;
  for (const practice::NestedPage& page : site.pages) {
    pages.push_back(model::html_page(page.html, {.id = std::to_string(pages.size())}));
  }
  std::vector<const model::Page*> given = pointers_to(pages);
  const auto found = method(given);
  if (!found.ok()) return out;
  const auto table = templates::column_table(*found->wrapper, found->schema, given);
  std::vector<ColumnRole> roles;
  add_roles(found->schema.attributes, "", {}, roles);
  out.basics.found = table.size();
  out.sets.found = count_sets(found->schema.attributes);
  std::set<size_t> taken;
  std::map<std::string, std::set<std::string>>
      sets_of;  // Truth set -> sets that its basics are in.
  for (size_t b = 0; b < site.basics.size(); ++b) {
    for (size_t c = 0; c < table.size(); ++c) {
      if (taken.contains(c)) continue;
      std::vector<std::vector<std::string>> texts(pages.size());
      for (const templates::ColumnText& text : table[c].texts)
        texts[text.page].push_back(text.text);
      bool same = true;
      for (size_t p = 0; p < pages.size() && same; ++p) same = texts[p] == site.pages[p].texts[b];
      if (!same) continue;
      taken.insert(c);
      ++out.basics.correct;
      if (!site.basics[b].set.empty()) sets_of[site.basics[b].set].insert(roles[c].set);
      if (roles[c].optional) ++out.options.found;
      if (roles[c].optional && site.basics[b].optional) ++out.options.correct;
      break;
    }
  }
  for (const auto& [name, sets] : sets_of)
    out.sets.correct += sets.size() == 1 && !sets.begin()->empty() ? 1 : 0;
  return out;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const templates::TemplateMethod method,
              templates::find_template_method(context.method));
  const size_t kinds = std::size(practice::kNestedKinds);
  std::vector<SchemaCounts> counts(kinds * kSeeds);
  for_each_parallel(context, "schemas", counts.size(), [&](size_t i) {
    counts[i] = judge(practice::nested_pages({.kind = practice::kNestedKinds[i / kSeeds],
                                              .seed = 1 + i % kSeeds + kSeeds * context.seed,
                                              .pages = kPages}),
                      method);
  });
  SchemaCounts all;
  Report report;
  for (size_t k = 0; k < kinds; ++k) {
    SchemaCounts kind;
    for (size_t s = 0; s < kSeeds; ++s) kind += counts[k * kSeeds + s];
    all += kind;
    report.row(
        "kind", practice::kNestedKindNames[k],
        rates(kind.basics, {{"sets_f1", kind.sets.f1()}, {"options_f1", kind.options.f1()}}));
  }
  report.score = all.basics.f1();
  report.figure("precision", all.basics.precision());
  report.figure("recall", all.basics.recall());
  report.figure("sets_f1", all.sets.f1());
  report.figure("options_f1", all.options.f1());
  report.figure("basics", all.basics.truth);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "schemas",
          .summary = "Nested templates of made-up pages: basic items, sets and options",
          .metric = "F1 of basic items",
          .methods = templates::template_methods(),
          .run = run};
}

}  // namespace weft::eval::schemas_task
