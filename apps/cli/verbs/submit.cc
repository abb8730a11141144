// weft submit: give URLs to a crawl, also while it runs ([Zheng] 3.1: the submission queue).

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/split.h"
#include "cli/verb.h"
#include "crawl/frontier/frontier.h"
#include "crawl/metadata.h"
#include "crawl/url_gate.h"

namespace weft::cli::submit_verb {
namespace {

struct Options {
  std::vector<std::string> urls;
  std::string crawl = "crawl";
  bool again = false;
};

Result<std::vector<std::string>> read_urls(const std::vector<std::string>& given) {
  std::vector<std::string> urls;
  for (const std::string& url : given) {
    if (!url.starts_with('@')) {
      urls.push_back(url);
      continue;
    }
    WEFT_ASSIGN(const std::string text, read_file(url.substr(1)));
    for (const std::string_view line : list_lines(text))
      urls.emplace_back(line.substr(0, line.find('\t')));
  }
  return urls;
}

// Seeds: their hosts are in the scope of the crawl from now on, and they come before what links give.
Result<std::vector<crawl::FrontierUrl>> as_seeds(const std::vector<std::string>& urls, bool again) {
  const crawl::Filters filters = crawl::Filters::defaults();
  crawl::UrlGate gate({.scope = crawl::CrawlScope::kAny}, filters, nullptr);
  std::vector<crawl::FrontierUrl> entries;
  for (const std::string& text : urls) {
    const crawl::Seed seed = crawl::parse_seed(text);
    WEFT_TRY(gate.add_seed(seed.url));
    crawl::FrontierUrl entry;
    if (gate.admit({.url = seed.url, .seed = true, .body = seed.body}, entry) !=
        crawl::Refusal::kNone)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{} is nothing that a crawl fetches", seed.url)};
    entry.again = again;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const std::vector<std::string> urls, read_urls(options.urls));
  WEFT_ASSIGN(const auto entries, as_seeds(urls, options.again));
  const bool server = options.crawl.find("://") != std::string::npos;
  const std::string where = server ? options.crawl : options.crawl + "/frontier.sqlite";
  if (!server && !std::filesystem::exists(where))
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} is no crawl: start one with weft crawl --keep "
                             "--into {}",
                             options.crawl, options.crawl)};
  WEFT_ASSIGN(const auto metadata, crawl::MetadataStore::open_crawl(options.crawl));
  WEFT_TRY(metadata->add_seeds(urls));
  WEFT_ASSIGN(const auto frontier, crawl::open_frontier(where));
  WEFT_TRY(frontier->submit(entries));
  context.note(fmt::format("{} URLs submitted to {}", entries.size(), options.crawl));
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("URL", options.urls, "What to fetch; @FILE for a list, a line each").required();
  take.value("--into", options.crawl, "The crawl's directory, or postgres://…").show_default();
  take.flag("--again", options.again, "Fetch also what was fetched before");
}

}  // namespace
}  // namespace weft::cli::submit_verb

const weft::cli::Verb weft::cli::kSubmit{"submit", "Give URLs to a crawl, also while it runs",
                                         "  weft crawl --keep --into news --contact … &\n"
                                         "  weft submit https://example.com/ --into news\n"
                                         "  weft submit @found.txt --into news --again",
                                         prepare<submit_verb::declare, submit_verb::run>};
