// weft recrawl: the pages most worth another visit ([Zheng] 3.1, and learned rates of change).

#include <memory>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/verb.h"
#include "crawl/frontier/frontier.h"
#include "crawl/metadata.h"

namespace weft::cli::recrawl_verb {
namespace {

struct Options {
  std::string crawl;
  std::string frontier;
  std::string policy = "learned";
  size_t max = 1000;
};

// Into the submission queue, as pages to visit although they were seen.
Status submit(const std::string& where, const std::vector<crawl::PageToVisit>& pages) {
  WEFT_ASSIGN(const std::unique_ptr<crawl::Frontier> frontier, crawl::open_frontier(where));
  std::vector<crawl::FrontierUrl> urls;
  for (const crawl::PageToVisit& page : pages)
    urls.push_back({.url = page.url, .host = page.host, .priority = page.score, .again = true});
  return frontier->submit(urls);
}

void write_pages(Context& context, const std::vector<crawl::PageToVisit>& pages) {
  if (context.options.json) {
    auto rows = Json::array();
    for (const crawl::PageToVisit& page : pages)
      rows.push_back({{"url", page.url}, {"score", page.score}});
    context.out.write(rows.dump(2) + "\n");
    return;
  }
  for (const crawl::PageToVisit& page : pages)
    context.out.write(fmt::format("{}\t{:.4f}\n", page.url, page.score));
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(auto metadata, crawl::MetadataStore::open_crawl(options.crawl));
  const auto policy = options.policy == "age" ? crawl::RevisitRequest::Policy::kAge
                                              : crawl::RevisitRequest::Policy::kLearned;
  WEFT_ASSIGN(
      const auto pages,
      metadata->pages_to_visit({.max = options.max, .now = crawl::wall_now(), .policy = policy}));
  if (pages.empty()) {
    context.note("no page is due");
    return ExitCode::kNothing;
  }
  if (!options.frontier.empty()) {
    WEFT_TRY(submit(options.frontier, pages));
    context.note(fmt::format("submitted {} pages", pages.size()));
  }
  write_pages(context, pages);
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("CRAWL", options.crawl, "A crawl's directory, its metadata file, or postgres://…")
      .required();
  take.value("-n,--max", options.max, "How many pages at most").show_default().at_least(1);
  take.value("--policy", options.policy,
             "learned: pages that have probably changed; age: parents of documents by the "
             "time since their last visit and the documents found there")
      .show_default()
      .one_of({"learned", "age"});
  take.value("--submit", options.frontier,
             "Also put them into this frontier: a path or postgres://…");
}

}  // namespace
}  // namespace weft::cli::recrawl_verb

const weft::cli::Verb weft::cli::kRecrawl{"recrawl",
                                          "List the pages of a crawl most worth another visit",
                                          "  weft recrawl crawl/ -n 500\n"
                                          "  weft recrawl crawl/ --submit crawl/frontier.sqlite\n"
                                          "  weft recrawl crawl/ --policy age --json",
                                          prepare<recrawl_verb::declare, recrawl_verb::run>};
