// weft template: the columns that pages of one template share, nobody asked first.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/shortened.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "model/wrapper.h"
#include "templates/templates.h"

namespace weft::cli::template_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string method = "weft";
  std::string wrapper;
};

constexpr size_t kExamples = 3;        // Of a column.
constexpr size_t kExampleLength = 40;  // Characters.

// By dotted name: how many pages have it, and the first different values.
struct ColumnExamples {
  size_t pages = 0;
  std::vector<std::string> texts;
};
using Examples = std::map<std::string, ColumnExamples>;

void add_examples(const model::Record& record, const std::string& prefix, Examples& examples) {
  for (const model::Record::Field& field : record.fields) {
    ColumnExamples& column = examples[prefix + field.name];
    ++column.pages;
    const auto add = [&](const model::Value& value) {
      if (value.kind == model::Value::Kind::kRecord)
        return add_examples(value.record[0], prefix + field.name + ".", examples);
      const bool known =
          std::find(column.texts.begin(), column.texts.end(), value.text) != column.texts.end();
      if (!known && column.texts.size() < kExamples) column.texts.push_back(value.text);
    };
    if (field.value.kind != model::Value::Kind::kList) add(field.value);
    for (const model::Value& item : field.value.items) add(item);
  }
}

// One line an attribute, nested ones indented:
//   price           20 of 20  $5 · $7 · $12
//   offers { }
//     seller ?       7 of 20  …
void write_schema(const std::vector<model::Attribute>& attributes, const std::string& prefix,
                  size_t pages, const Examples& examples, std::string& out) {
  const size_t depth = static_cast<size_t>(std::count(prefix.begin(), prefix.end(), '.'));
  for (const model::Attribute& attribute : attributes) {
    std::string name = std::string(2 * depth, ' ') + attribute.name;
    if (attribute.set) name += " { }";
    if (attribute.optional) name += " ?";
    if (!attribute.alternative_group.empty()) name += " | " + attribute.alternative_group;
    const auto it = examples.find(prefix + attribute.name);
    out += fmt::format("{:<32}", name);
    if (attribute.attributes.empty() && it != examples.end()) {
      out += fmt::format(" {:>4} of {:<4}", it->second.pages, pages);
      for (size_t i = 0; i < it->second.texts.size(); ++i)
        out += (i == 0 ? " " : " · ") + shortened(it->second.texts[i], kExampleLength);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
    write_schema(attribute.attributes, prefix + attribute.name + ".", pages, examples, out);
  }
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const templates::TemplateMethod method,
              templates::find_template_method(options.method));
  size_t unreadable = 0;
  const std::vector<model::Page> pages = read_pages(context, {options.inputs, {}}, unreadable);
  std::vector<const model::Page*> given;
  for (const model::Page& page : pages) given.push_back(&page);
  WEFT_ASSIGN(const templates::PageTemplate found, method(given));
  for (const std::string& problem : found.problems) context.note(problem);

  Examples examples;
  for (const model::Page& page : pages) {
    for (const model::Record& record : found.wrapper->apply(page).records)
      add_examples(record, "", examples);
  }
  std::string schema;
  write_schema(found.schema.attributes, "", pages.size(), examples, schema);
  context.out.write(schema);
  if (!options.wrapper.empty()) {
    WEFT_TRY(write_file(options.wrapper,
                        model::save_wrapper(*found.wrapper, found.schema).dump(1) + "\n"));
  }
  return unreadable > 0 ? ExitCode::kPartial : ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Pages of one template: files, directories, …").required();
  take.value("--method", options.method, "How to find the template")
      .show_default()
      .one_of(templates::template_methods());
  take.value("--wrapper", options.wrapper, "Write a wrapper for all pages of the template");
}

}  // namespace
}  // namespace weft::cli::template_verb

const weft::cli::Verb weft::cli::kTemplate{
    "template", "Find the columns that pages of one template share",
    "  weft template site/products/\n"
    "  weft template site/products/ --wrapper products.json\n"
    "  weft template results.html --method fivatech   # lists, options; one page will do\n"
    "  weft extract --wrapper products.json site/products/ -o products.csv",
    prepare<template_verb::declare, template_verb::run>};
