// weft template: the columns that pages of one template share, nobody asked first.

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/pointers.h"
#include "cli/column_report.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "model/wrapper.h"
#include "site/drawn_pages.h"
#include "site/template_site.h"
#include "templates/column_table.h"
#include "templates/templates.h"

namespace weft::cli::template_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string group;
  std::string template_name;
  std::string method = "weft";
  std::string wrapper;
  std::string site;
  std::string browser = render::BrowserOptions().program;
  bool draw = false;
  bool force = false;
};

// Pages of one template, as they are given.
Result<ExitCode> find_one(Context& context, const Options& options,
                          const templates::TemplateMethod& method,
                          const std::vector<model::Page>& pages) {
  WEFT_ASSIGN(const templates::PageTemplate found, method(pointers_to(pages)));
  for (const std::string& problem : found.problems) context.note(problem);
  if (site::are_of_several_templates(pointers_to(pages))) {
    context.note(
        "the pages look like several templates: 'weft group' tells them apart, and --site groups "
        "them first");
  }
  const auto table = templates::column_table(*found.wrapper, found.schema, pointers_to(pages));
  context.print({{"pages", pages.size()}, {"columns", columns_as_json(found.schema, table)}},
                columns_as_tree(found.schema, table, pages.size()));
  if (!options.wrapper.empty()) {
    WEFT_TRY(write_file(options.wrapper,
                        model::save_wrapper(*found.wrapper, found.schema).dump(1) + "\n"));
  }
  return ExitCode::kGood;
}

// Pages of a site: grouped first, each template put into the bundle.
Result<ExitCode> find_site(Context& context, const Options& options,
                           const templates::TemplateMethod& method,
                           std::vector<model::Page> pages) {
  WEFT_ASSIGN(const site::FoundTemplates all, site::find_templates(std::move(pages), method));
  for (const std::string& problem : all.problems) context.note(problem);
  WEFT_TRY(site::put_in_bundle(options.site, all, options.force));
  Json json = Json::array();
  std::string text;
  for (const site::FoundTemplate& one : all.templates) {
    const auto table =
        templates::column_table(*one.found.wrapper, one.found.schema, pointers_to(one.pages));
    json.push_back({{"template", one.page_template.name},
                    {"pages", one.pages.size()},
                    {"columns", columns_as_json(one.found.schema, table)}});
    text += fmt::format("{}, {} pages\n{}", one.page_template.name, one.pages.size(),
                        columns_as_tree(one.found.schema, table, one.pages.size()));
  }
  context.print({{"templates", std::move(json)}}, text);
  context.note(fmt::format("'weft label --columns --site {}' names columns", options.site));
  return ExitCode::kGood;
}

// The method, which compares pictures of the pages if that is wanted; then the pages are as they were drawn.
Result<templates::TemplateMethod> method_for(Context& context, const Options& options,
                                             std::vector<model::Page>& pages) {
  if (!options.draw) return templates::find_template_method(options.method);
  render::BrowserPool pool({.browser = {.program = options.browser}}, context.log());
  site::DrawnPages drawn(pool);
  WEFT_ASSIGN(templates::TemplateMethod method,
              templates::find_template_method(options.method, drawn.look()));
  for (const model::Page& page : pages) {
    if (const Status added = drawn.add(page); !added.ok()) return added.error().in(page.id);
  }
  pages = std::move(drawn.pages());
  return method;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const PageChoice choice,
              choose_inputs(options.inputs, options.group, options.template_name));
  size_t unreadable = 0;
  std::vector<model::Page> pages = read_pages(context, choice, unreadable);
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages to compare"};
  WEFT_ASSIGN(const templates::TemplateMethod method, method_for(context, options, pages));
  WEFT_ASSIGN(const ExitCode code, options.site.empty()
                                       ? find_one(context, options, method, pages)
                                       : find_site(context, options, method, std::move(pages)));
  return unreadable > 0 ? ExitCode::kPartial : code;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs,
             "Pages of one template, or of a site with --site: files, directories, …; with --group "
             "where to find them");
  take.value("--group FILE", options.group,
             "Take the pages of a template in the output of 'weft group --json'");
  take.value("--template ID", options.template_name, "Which template of --group (default: t1)");
  take.value("--method", options.method, "How to find the template")
      .show_default()
      .one_of(templates::template_methods());
  take.value("--wrapper", options.wrapper, "Write a wrapper for all pages of the template")
      .excludes("--site");
  take.value("--site DIR", options.site,
             "Group the pages first and put the columns of each template into this site bundle, "
             "for 'weft label --columns' to name");
  take.flag(
      "--render", options.draw,
      "With --method fivatech2: draw the pages in a browser, without scripts; parts that look "
      "alike on all of them are template, and boxes help to tell what is of one kind");
  take.value("--browser PROGRAM", options.browser, "The Chromium to use").show_default();
  take.flag("--force", options.force, "With --site: replace rules that the templates have");
}

}  // namespace
}  // namespace weft::cli::template_verb

const weft::cli::Verb weft::cli::kTemplate{
    "template", "Find the columns that pages of one template share",
    "  weft template site/products/\n"
    "  weft template site/products/ --wrapper products.json\n"
    "  weft template results.html   # one page will do if it has a list\n"
    "  weft extract --wrapper products.json site/products/ -o products.csv\n"
    "  weft template --method fivatech2 --render site/products/\n"
    "  weft template site/ --site shop.site && weft label --columns --site shop.site",
    prepare<template_verb::declare, template_verb::run>};
