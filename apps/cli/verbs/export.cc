// weft export: a wrapper in forms that other programs run.

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/verb.h"
#include "induce/export.h"
#include "induce/rules_wrapper.h"
#include "model/json.h"

namespace weft::cli {
namespace {

struct Options {
  std::string wrapper;
  bool xslt = false;
  bool xpath = false;
  bool parsel = false;
  bool crawl4ai = false;
};

Result<std::unique_ptr<model::Wrapper>> load(const std::string& path) {
  WEFT_ASSIGN(const std::string text, read_file(path == "-" ? "/dev/stdin" : path));
  WEFT_ASSIGN(const model::Json json, model::parse_json(text));
  auto wrapper = model::load_wrapper(json);
  if (!wrapper.ok()) return wrapper.error().in(path);
  return std::move(*wrapper);
}

ExitCode run(Context& context, const Options& options) {
  const auto wrapper = load(options.wrapper);
  if (!wrapper.ok()) return context.fail(wrapper.error());
  const auto* rules = dynamic_cast<const induce::RulesWrapper*>(wrapper->get());
  if (rules == nullptr) {
    return context.fail(
        {ErrorCode::kUnsupported,
         fmt::format("{}: a wrapper of kind '{}' has no XPath; only kind 'rules' can be exported",
                     options.wrapper, (*wrapper)->kind())});
  }
  if (options.xslt) context.out.write(induce::to_xslt(rules->rules()));
  if (options.xpath) context.out.write(induce::to_xpath_list(rules->rules()));
  if (options.parsel) context.out.write(induce::to_parsel(rules->rules(), rules->pattern_texts()));
  if (options.crawl4ai) context.out.write(induce::to_crawl4ai(rules->rules()));
  return ExitCode::kGood;
}

const Verb kExport(
    {.order = 65,
     .name = "export",
     .summary = "Write a wrapper as XSLT, XPath, Python for parsel, or a Crawl4AI schema",
     .examples = "  weft export --xslt wrapper.json > wrapper.xsl; weft parse --html page.html | "
                 "xsltproc --html wrapper.xsl -\n"
                 "  weft export --xpath wrapper.json\n"
                 "  weft export --parsel wrapper.json > spider_rules.py",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option("WRAPPER", options->wrapper, "Wrapper file, or -")->required();
       auto* forms = app.add_option_group("form");
       forms->add_flag("--xslt", options->xslt, "XSLT 1.0, for any processor");
       forms->add_flag("--xpath", options->xpath, "One XPath 1.0 expression per attribute");
       forms->add_flag("--parsel", options->parsel, "A Python function for Scrapy and parsel");
       forms->add_flag("--crawl4ai", options->crawl4ai, "The JSON of Crawl4AI's XPath strategy");
       forms->require_option(1);
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
