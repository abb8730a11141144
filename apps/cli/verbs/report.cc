// weft report: what a crawl has found, per host, per country and over time ([Zheng] 3.4).

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "cli/crawl_report_view.h"
#include "cli/crawl_store.h"
#include "cli/option_range.h"
#include "cli/text_table.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

struct Options {
  std::string crawl;
  std::string html;
  crawl::ReportOptions report;
};

Status write_html(const Options& options, const crawl::CrawlReport& report) {
  std::string title = "Crawl " + options.crawl;
  if (options.crawl.find("://") != std::string::npos) title = "Crawl";  // Addresses hold passwords.
  if (!options.report.host.empty()) title += ", " + options.report.host;
  if (!options.report.country.empty()) title += ", " + options.report.country;
  WEFT_ASSIGN(Output file, Output::open(options.html));
  file.write(crawl_report_html(report, title));
  return file.commit();
}

ExitCode run(Context& context, const Options& options) {
  auto metadata = open_crawl_metadata(options.crawl);
  if (!metadata.ok()) return context.fail(metadata.error());
  const auto report = crawl_report(**metadata, options.report);
  if (!report.ok()) return context.fail(report.error());
  if (report->total.visits == 0) {
    context.note("no visits are recorded");
    return ExitCode::kNothing;
  }
  if (!options.html.empty()) {
    const Status written = write_html(options, *report);
    if (!written.ok()) return context.fail(written.error());
  }
  if (options.html.empty() || context.options.json)
    context.out.write(context.options.json ? crawl_report_json(*report)
                                           : crawl_report_text(*report, terminal_width()));
  return ExitCode::kGood;
}

const Verb kReport({.order = 14,
                    .name = "report",
                    .summary = "Report what a crawl has found: per host, per country, over time",
                    .examples = "  weft report crawl/\n"
                                "  weft report crawl/ --html crawl.html\n"
                                "  weft report postgres://db.example/crawl --country DE --json",
                    .declare = [](CLI::App& app) {
                      auto options = std::make_shared<Options>();
                      app.add_option("CRAWL", options->crawl,
                                     "A crawl's directory, its metadata file, or postgres://…")
                          ->required();
                      app.add_option("--html", options->html, "Write a page with charts into FILE")
                          ->type_name("FILE");
                      app.add_option("--host", options->report.host, "This host alone");
                      app.add_option("--country", options->report.country,
                                     "This country alone, two letters, by top-level domain");
                      app.add_option("--hosts", options->report.max_hosts, "How many hosts to list")
                          ->capture_default_str()
                          ->check(in_range(0, kMaxCount));
                      return [options](Context& context) { return run(context, *options); };
                    }});

}  // namespace
}  // namespace weft::cli
