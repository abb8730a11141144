// weft explain: why a page gave what it gave.

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/rules.h"
#include "cli/verb.h"
#include "extract/page_explanation.h"

namespace weft::cli::explain_verb {
namespace {

struct Options {
  std::string input;
  site::RuleOptions rules;
  std::string attribute;
  std::string page;
};

Json to_json(const extract::Witness& witness) {
  return {{"path", witness.path},
          {"text", witness.text},
          {"rule", witness.rule},
          {"reasons", witness.reasons}};
}

Json to_json(const extract::PageExplanation& explanation) {
  Json attributes = Json::array();
  for (const auto& one : explanation.attributes) {
    Json json = {{"attribute", one.attribute}, {"missing", one.missing}};
    if (!one.missing) {
      json["value"] = one.value;
      json["confidence"] = one.confidence;
      json["chosen"] = to_json(one.chosen);
    }
    if (one.runner_up) json[one.missing ? "nearest_miss" : "runner_up"] = to_json(*one.runner_up);
    attributes.push_back(std::move(json));
  }
  return {{"page", explanation.page},
          {"url", explanation.url},
          {"match", name_of(explanation.match.kind)},
          {"verdict", explanation.verdict},
          {"considered", explanation.considered},
          {"attributes", attributes}};
}

std::string as_text(const extract::Witness& witness, std::string_view title) {
  std::string text = fmt::format("    {:<13} {}\n", title, witness.path);
  if (!witness.text.empty()) text += fmt::format("    {:<13} \"{}\"\n", "", witness.text);
  if (!witness.rule.empty())
    text += fmt::format("    {:<13} {}\n", "rule", without_usual_conditions(witness.rule));
  for (const std::string& reason : witness.reasons)
    text += fmt::format("    {:<13} {}\n", "because", reason);
  return text;
}

std::string as_text(const extract::PageExplanation& explanation) {
  std::string text = fmt::format("{}\n{}\n", explanation.page, explanation.verdict);
  for (const std::string& candidate : explanation.considered)
    text += fmt::format("  {}\n", candidate);
  for (const auto& one : explanation.attributes) {
    if (one.missing) {
      text += fmt::format("\n  {}: missing\n", one.attribute);
    } else {
      text += fmt::format("\n  {}: {}  (confidence {:.3f})\n", one.attribute, one.value,
                          one.confidence);
      text += as_text(one.chosen, "found at");
    }
    const char* other = one.missing ? "nearest miss" : "runner-up";
    text += one.runner_up
                ? as_text(*one.runner_up, other)
                : fmt::format("    {:<13} none: no other node meets part of a rule\n", other);
  }
  return text;
}

Status check_attribute(const extract::PageExplanation& explanation, const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto& one : explanation.attributes) names.push_back(one.attribute);
  if (names.empty() || std::find(names.begin(), names.end(), wanted) != names.end()) return {};
  return Error{ErrorCode::kNotFound,
               fmt::format("no rule for '{}'; there are rules for {}", wanted,
                           fmt::join(std::set(names.begin(), names.end()), ", "))};
}

// The page with this id, or the first one.
std::optional<RawPage> find_page(PageSource& source, const std::string& id) {
  auto raw = source.next();
  while (raw && !id.empty() && raw->id != id) raw = source.next();
  return raw;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto rules, site::RuleBook::load(options.rules));
  PageSource source({options.input}, source_options(context));
  const auto raw = find_page(source, options.page);
  if (!raw) {
    return Error{ErrorCode::kNotFound, options.page.empty()
                                           ? fmt::format("{}: no page in it", options.input)
                                           : fmt::format("{}: no page {} in it; weft pages "
                                                         "lists them",
                                                         options.input, options.page)};
  }
  if (raw->error) return *raw->error;
  if (options.page.empty() && source.next()) {
    context.note(fmt::format("{} holds several pages; the first is explained; --page ID names one",
                             options.input));
  }
  html::Parser parser;
  const model::Page page = parse_page(parser, *raw, context.options.limits);
  WEFT_ASSIGN(const auto site, rules.for_url(page.url));
  if (site == nullptr) {
    return Error{ErrorCode::kNotFound,
                 page.url.empty()
                     ? fmt::format("{} does not say its URL, so that no site of {} is its own; "
                                   "name the site: --site DIR",
                                   page.id, options.rules.sites)
                     : fmt::format("no site of {} is for {}", options.rules.sites, page.url)};
  }
  extract::PageExplanation explanation = extract::explain_page(*site, page);
  if (!options.attribute.empty()) {
    WEFT_TRY(check_attribute(explanation, options.attribute));
    std::erase_if(explanation.attributes,
                  [&](const auto& one) { return one.attribute != options.attribute; });
  }
  context.print(to_json(explanation), as_text(explanation));
  if (explanation.match.found()) return ExitCode::kGood;
  WEFT_TRY(context.out.commit());  // That nothing matched is what was asked for.
  return ExitCode::kNothing;
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("PAGE", options.input, "A file, a URL, or - for standard input; with --page also a WARC file or a directory").required();
  take.value("--page ID", options.page, "Which of the pages there, as records name it");
  // clang-format on
  declare_rules(take, options.rules);
  take.value("--attribute NAME", options.attribute, "Only this one");
}

}  // namespace
}  // namespace weft::cli::explain_verb

const weft::cli::Verb weft::cli::kExplain{
    "explain", "Say why a page gave its values, and why not others",
    "  weft explain --site shop.site https://shop.example/p/17\n"
    "  weft explain --site shop.site crawl/ --page https://shop.example/p/17\n"
    "  weft explain --wrapper shop.json --attribute price page.html",
    prepare<explain_verb::declare, explain_verb::run>};
