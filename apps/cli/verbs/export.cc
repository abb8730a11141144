// weft export: a wrapper in forms that other programs run.

#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/input_files.h"
#include "cli/verb.h"
#include "wrap/rules/export.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::cli {
namespace {

using wrap::ExportForm;

struct Options {
  std::string wrapper;
  std::optional<ExportForm> form;
};

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

ExitCode run(Context& context, const Options& options) {
  const auto wrapper = read_wrapper_file(options.wrapper);
  if (!wrapper.ok()) return context.fail(wrapper.error());
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(wrapper->get());
  if (rules == nullptr) {
    return context.fail(
        {ErrorCode::kUnsupported,
         fmt::format("{}: a wrapper of kind '{}' has no XPath; only kind 'rules' can be exported",
                     options.wrapper, (*wrapper)->kind())});
  }
  const auto losses = wrap::export_losses(rules->rules(), *options.form);
  if (!losses.ok()) return context.fail(losses.error().in(options.wrapper));
  for (const std::string& loss : *losses) context.complain(loss);
  const auto whole = wrap::read_whole(rules->rules(), *options.form);
  if (!whole.empty()) {
    context.note(fmt::format("{}: read with all else that their elements hold; check on some pages",
                             fmt::join(whole, ", ")));
  }
  context.out.write(text_of(*rules, *options.form));
  return losses->empty() ? ExitCode::kGood : ExitCode::kPartial;
}

const Verb kExport(
    {.order = 65,
     .name = "export",
     .summary = "Write a wrapper as XSLT, XPath, Python for parsel, or a Crawl4AI schema",
     .examples = "  weft export --xslt wrapper.json > wrapper.xsl; weft parse --html page.html | "
                 "xsltproc --html wrapper.xsl -\n"
                 "  weft export --xpath wrapper.json\n"
                 "  weft export --parsel wrapper.json > spider_rules.py\n"
                 "Exit code 4: what the form cannot say is left out, and named.",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option("WRAPPER", options->wrapper, "Wrapper file, or -")->required();
       auto* forms = app.add_option_group("form");
       const auto add = [&](const char* name, ExportForm form, const char* help) {
         forms->add_flag_callback(
             name, [options, form] { options->form = form; }, help);
       };
       add("--xslt", ExportForm::kXslt, "XSLT 1.0, for any processor");
       add("--xpath", ExportForm::kXPath, "One XPath 1.0 expression per attribute");
       add("--parsel", ExportForm::kParsel, "A Python function for Scrapy and parsel");
       add("--crawl4ai", ExportForm::kCrawl4ai,
           "The JSON of Crawl4AI's XPath strategy, which reads whole elements");
       forms->require_option(1);
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
