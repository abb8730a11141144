// weft export: a wrapper in forms that other programs run.

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/verb.h"
#include "site/input_files.h"
#include "wrap/rules/export.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::cli::export_verb {
namespace {

using wrap::ExportForm;

// clang-format off
constexpr struct { const char* flag; ExportForm form; const char* description; } kForms[] = {
    {"--xslt", ExportForm::kXslt, "XSLT 1.0, for any processor"},
    {"--xpath", ExportForm::kXPath, "One XPath 1.0 expression per attribute"},
    {"--parsel", ExportForm::kParsel, "A Python function for Scrapy and parsel"},
    {"--crawl4ai", ExportForm::kCrawl4ai, "The JSON of Crawl4AI's XPath strategy, which reads whole elements"},
};
// clang-format on

struct Options {
  std::string wrapper;
  std::string form;  // Its flag.
};

ExportForm form_of(const Options& options) {
  return std::find_if(std::begin(kForms), std::end(kForms),
                      [&](const auto& one) { return one.flag == options.form; })
      ->form;
}

std::string text_of(const wrap::RulesWrapper& wrapper, ExportForm form) {
  switch (form) {
    case ExportForm::kXslt:
      return wrap::to_xslt(wrapper.rules());
    case ExportForm::kXPath:
      return wrap::to_xpath_list(wrapper.rules());
    case ExportForm::kParsel:
      return wrap::to_parsel(wrapper.rules(), wrapper.pattern_texts());
    case ExportForm::kCrawl4ai:
      break;
  }
  return wrap::to_crawl4ai(wrapper.rules());
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto wrapper, site::read_wrapper_file(options.wrapper));
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(wrapper.get());
  if (rules == nullptr) {
    return Error{
        ErrorCode::kUnsupported,
        fmt::format("{}: a wrapper of kind '{}' has no XPath; only kind 'rules' can be exported",
                    options.wrapper, wrapper->kind())};
  }
  const ExportForm form = form_of(options);
  const auto losses = wrap::export_losses(rules->rules(), form);
  if (!losses.ok()) return losses.error().in(options.wrapper);
  for (const std::string& loss : *losses) context.complain(loss);
  const auto whole = wrap::read_whole(rules->rules(), form);
  if (!whole.empty()) {
    context.note(fmt::format("{}: read with all else that their elements hold; check on some pages",
                             fmt::join(whole, ", ")));
  }
  context.out.write(text_of(*rules, form));
  return losses->empty() ? ExitCode::kGood : ExitCode::kPartial;
}

void declare(Arguments& take, Options& options) {
  take.value("WRAPPER", options.wrapper, "Wrapper file, or -").required();
  take.group = {.title = "form", .chosen = &options.form};
  for (const auto& one : kForms) take.group->flags.emplace_back(one.flag, one.description);
}

}  // namespace
}  // namespace weft::cli::export_verb

const weft::cli::Verb weft::cli::kExport{
    "export", "Write a wrapper as XSLT, XPath, Python for parsel, or a Crawl4AI schema",
    "  weft export --xslt wrapper.json > wrapper.xsl; weft parse --html page.html | "
    "xsltproc --html wrapper.xsl -\n"
    "  weft export --xpath wrapper.json\n"
    "  weft export --parsel wrapper.json > spider_rules.py\n"
    "Exit code 4: what the form cannot say is left out, and named.",
    prepare<export_verb::declare, export_verb::run>};
