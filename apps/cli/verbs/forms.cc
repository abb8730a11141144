// weft forms: the forms of pages: what they are for, what their fields ask for, and what would be sent.

#include <fmt/format.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "explore/form_filling.h"
#include "explore/form_types.h"
#include "report/text_table.h"

namespace weft::cli::forms_verb {
namespace {

using explore::Field;
using explore::Form;
using explore::TypedForm;

struct Options {
  std::vector<std::string> inputs;
  bool fill = false;
  bool allow_post = false;
  std::vector<std::string> terms;
};

// What --fill shows of a form.
struct Requests {
  std::string why_not;  // Not empty: it would not be sent.
  std::vector<explore::FormRequest> requests;
};

Requests requests_of(const Form& form, const TypedForm& typed, const model::Page& page,
                     const Options& options) {
  const std::string& url = page.url;
  Requests made;
  made.why_not = why_not_sent(form, typed, url, {.allow_post = options.allow_post});
  if (!made.why_not.empty()) return made;
  for (const explore::Filling& filling :
       fillings(form, typed, field_values(form, page.document, {.terms = options.terms}))) {
    auto request = make_request(form, url, filling);
    if (request.ok()) made.requests.push_back(std::move(*request));
  }
  if (made.requests.empty()) made.why_not = "a required field has no value; give one with --term";
  return made;
}

Json json_of(const Field& field, const std::string& type, float confidence) {
  Json labels = Json::array();
  for (const explore::FieldLabel& label : field.labels)
    labels.push_back(Json{{"scope", std::string(name_of(label.scope))}, {"text", label.text}});
  Json json = {{"name", field.name},
               {"type", field.type},
               {"asks_for", type},
               {"p", confidence},
               {"label", std::string(field.label())},
               {"labels", labels}};
  if (!field.segment.empty()) json.append("segment", Json(field.segment));
  if (!field.value.empty()) json.append("value", Json(field.value));
  if (field.required) json.append("required", Json(true));
  if (!field.options.empty()) {
    Json options = Json::array();
    for (const explore::FieldOption& option : field.options)
      options.push_back(Json{{"value", option.value}, {"text", option.text}});
    json.append("options", std::move(options));
  }
  return json;
}

Json json_of(const std::string& page, const Form& form, const TypedForm& typed) {
  Json fields = Json::array();
  for (size_t i = 0; i < form.fields.size(); ++i) {
    if (form.fields[i].is_visible())
      fields.push_back(json_of(form.fields[i], typed.fields[i], typed.field_confidence[i]));
  }
  return {{"page", page},
          {"type", std::string(name_of(typed.type))},
          {"p", typed.confidence},
          {"method", form.method},
          {"action", form.action},
          {"element", form.has_element},
          {"heading", form.heading},
          {"fields", std::move(fields)}};
}

std::string text_of(const Form& form, const TypedForm& typed, size_t number,
                    const Context& context) {
  std::string text = fmt::format("form {}: {} ({:.2f}), {} {}{}\n", number, name_of(typed.type),
                                 typed.confidence, form.method == "post" ? "POST" : "GET",
                                 form.action.empty() ? "the page itself" : form.action,
                                 form.has_element ? "" : ", without a form element");
  report::TextTable table{{"field", "kind", "asks for", "p", "label", "by"}, {}};
  for (size_t i = 0; i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    if (!field.is_visible()) continue;
    table.rows.push_back(
        {field.name.empty() ? field.id : field.name, field.type, typed.fields[i],
         typed.fields[i].empty() ? "" : fmt::format("{:.2f}", typed.field_confidence[i]),
         field.is_button() ? field.value : std::string(field.label()),
         field.labels.empty() ? "" : std::string(name_of(field.labels[0].scope))});
  }
  return text + report::render(
                    table, {.width = report::terminal_width(), .color = context.color_stdout()});
}

std::string show(const model::Page& page, const Context& context, const Options& options) {
  const std::vector<Form> forms =
      explore::find_forms(page.document, page.layout ? &*page.layout : nullptr);
  const std::vector<TypedForm> typed =
      explore::FormTypes::shipped().type_forms(page.document, page.url, forms);
  std::string text = context.options.json || forms.empty() ? "" : page.id + "\n";
  for (size_t f = 0; f < forms.size(); ++f) {
    const Requests made =
        options.fill ? requests_of(forms[f], typed[f], page, options) : Requests();
    if (context.options.json) {
      Json json = json_of(page.id, forms[f], typed[f]);
      if (!made.why_not.empty()) json.append("not_sent", Json(made.why_not));
      Json requests = Json::array();
      for (const explore::FormRequest& request : made.requests)
        requests.push_back(
            Json{{"method", request.method}, {"url", request.url}, {"body", request.body}});
      if (options.fill) json.append("requests", std::move(requests));
      text += json.dump() + "\n";
      continue;
    }
    text += text_of(forms[f], typed[f], f + 1, context);
    if (!made.why_not.empty()) text += "  would not be sent: " + made.why_not + "\n";
    for (const explore::FormRequest& request : made.requests) {
      text += fmt::format("  {} {}{}{}\n", request.method, request.url,
                          request.body.empty() ? "" : "  ", request.body);
    }
    text += "\n";
  }
  return text;
}

ExitCode run(Context& context, const Options& options) {
  PageSource source(options.inputs, source_options(context));
  size_t found = 0;
  const PageLoopStats stats =
      for_each_page(context, source, [&](unsigned, const model::Page& page) -> Result<InOrder> {
        return InOrder([&context, &found, text = show(page, context, options)] {
          found += text.empty() ? 0 : 1;
          context.out.write(text);
        });
      });
  const ExitCode code = stats.exit_code();
  if (code == ExitCode::kGood && found == 0) {
    context.note("no forms");
    return ExitCode::kNothing;
  }
  return code;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.flag("--fill", options.fill,
            "Show the requests that filling in would send, or why it must not be; sends nothing");
  take.value("--term WORD", options.terms, "A word to fill in; several may be given")
      .needs("--fill");
  take.flag("--allow-post", options.allow_post, "Also forms that post, if they are searches")
      .needs("--fill");
}

}  // namespace
}  // namespace weft::cli::forms_verb

const weft::cli::Verb weft::cli::kForms{
    "forms", "Show the forms of pages: what for, what each field asks, by which label",
    "  weft forms page.html\n"
    "  weft forms --json https://example.com/ | jq '.fields[].asks_for'\n"
    "  weft forms --fill --term London page.html     what would be sent",
    prepare<forms_verb::declare, forms_verb::run>};
