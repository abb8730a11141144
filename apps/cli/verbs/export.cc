// weft export: a wrapper in forms that other programs run.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json.h"
#include "base/strings.h"
#include "cli/verb.h"
#include "site/bundle.h"
#include "site/input_files.h"
#include "url/url.h"
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

constexpr const char* kScrapy = "--scrapy";

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

// A spider that follows the links of the site's hosts and extracts by the bundle's rules, through the
// Python package (weft.scrapy).
Result<std::string> scrapy_spider(const std::string& directory) {
  WEFT_ASSIGN(const site::Bundle bundle, site::Bundle::open(directory, site::Bundle::Mode::kRead));
  WEFT_ASSIGN(const std::vector<site::Sample> samples, bundle.samples());
  std::set<std::string> hosts;
  std::set<std::string> starts;
  for (const site::Sample& sample : samples) {
    const auto url = url::Url::parse(sample.url);
    if (!url.ok() || !url->host) continue;
    hosts.insert(*url->host);
    starts.insert(url->origin() + "/");
  }
  const std::filesystem::path path = std::filesystem::weakly_canonical(directory);
  std::string name;
  for (const char c : path.stem().string())
    name += is_ascii_alpha(c) || is_ascii_digit(c) ? ascii_lower(c) : '_';
  if (name.empty() || is_ascii_digit(name.front())) name.insert(0, "site_");
  const auto list = [](const auto& all) { return Json(all).dump(); };
  return fmt::format(R"(# Extracts {0} by its rules. Run:
#
#     pip install weft_extract-*.whl scrapy
#     scrapy runspider {0}_spider.py -O {0}.jsonl
#
# Pages that lack mandatory values go to a feed of their own with -s WEFT_UNHEALTHY_FEED=unhealthy.jsonl; rules that no
# longer hold are learned again at the end with -s WEFT_REPAIR=True.
from weft.scrapy import WeftSpider


class SiteSpider(WeftSpider):
    name = {1}
    site = {2}
    allowed_domains = {3}
    start_urls = {4}
)",
                     name, Json(name).dump(), Json(path.string()).dump(), list(hosts),
                     list(starts));
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (options.form == kScrapy) {
    WEFT_ASSIGN(const std::string spider, scrapy_spider(options.wrapper));
    context.out.write(spider);
    return ExitCode::kGood;
  }
  WEFT_ASSIGN(const auto wrapper, site::read_wrapper_file(options.wrapper));
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(wrapper.get());
  if (rules == nullptr) {
    const bool nameless = wrapper->kind() == "columns" || wrapper->kind() == "grammar";
    return Error{ErrorCode::kUnsupported,
                 fmt::format("{}: a wrapper of kind '{}' has no XPath; {}, or a site bundle of any "
                             "kind with {}",
                             options.wrapper, wrapper->kind(),
                             nameless ? "name its columns ('weft template --site', 'weft label "
                                        "--columns') and export the rules that this makes"
                                      : "export rules ('weft learn --inducer rules')",
                             kScrapy)};
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
  take.value("WRAPPER", options.wrapper, "Wrapper file, or -; for Scrapy a site bundle").required();
  take.group = {.title = "form", .chosen = &options.form, .option = "--to"};
  for (const auto& one : kForms) take.group->flags.emplace_back(one.flag, one.description);
  take.group->flags.emplace_back(kScrapy, "A spider for Scrapy that runs a site's rules");
}

}  // namespace
}  // namespace weft::cli::export_verb

const weft::cli::Verb weft::cli::kExport{
    "export",
    "Write a wrapper as XSLT, XPath, Python for parsel, a Crawl4AI schema, or a Scrapy spider",
    "  weft export --xslt wrapper.json > wrapper.xsl; weft parse --html page.html | "
    "xsltproc --html wrapper.xsl -\n"
    "  weft export --xpath wrapper.json\n"
    "  weft export --parsel wrapper.json > spider_rules.py\n"
    "  weft export --to scrapy shop.site > shop_spider.py\n"
    "Exit code 4: what the form cannot say is left out, and named.",
    prepare<export_verb::declare, export_verb::run>};
