// weft eval explore-saved: walks over real sites that were saved: three software manuals. None has cars, homes or
// jobs, so whoever asks for these must come back with nothing; and a walk without a domain shows how far
// one gets. Links that leave what was saved count as misses, and cost as much as others.
//
// Score: walks with one of the shipped domains that claim no record.

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "html/parser.h"
#include "site/explore_site.h"
#include "site/input_files.h"

namespace weft::eval::explore_saved_task {
namespace {

constexpr std::string_view kOrigin = "http://manual.example/";
constexpr size_t kMaxFetches = 25;  // Of a walk.

struct SavedWalk {
  std::string manual;
  std::string start;  // Of its folder.
  const annotate::Recognizer* domain = nullptr;
  size_t fetches = 0;
  size_t misses = 0;
  size_t pages = 0;
  size_t records = 0;
};

// A page of the folder; status 404 for what is not there.
model::Page read_saved(const std::filesystem::path& folder, const std::string& url) {
  model::Page page;
  page.id = page.url = url;
  page.status = 404;
  const std::string_view address = std::string_view(url).substr(0, url.find_first_of("?#"));
  if (!address.starts_with(kOrigin)) return page;
  const auto path = (folder / address.substr(kOrigin.size())).lexically_normal();
  if (!path.string().starts_with(folder.string())) return page;
  const auto html = std::filesystem::is_regular_file(path)
                        ? read_file(path)
                        : Result<std::string>(Error{ErrorCode::kNotFound, "no file"});
  if (!html.ok()) return page;
  page.status = 200;
  page.document = html::parse(*html).document;
  return page;
}

void go(SavedWalk& walk, const std::filesystem::path& folder,
        const std::vector<annotate::Recognizer>& shipped) {
  site::ExploreOptions options{.walk = {.max_fetches = kMaxFetches}, .domain = walk.domain};
  for (const annotate::Recognizer& one : shipped) {
    if (walk.domain != nullptr && &one != walk.domain) options.rivals.push_back(&one);
  }
  const auto read = [&](const explore::FormRequest& request) -> Result<model::Page> {
    model::Page page = read_saved(folder, request.url);
    ++walk.fetches;
    walk.misses += page.status == 200 ? 0 : 1;
    return page;
  };
  const site::Explored explored =
      site::explore_site(std::string(kOrigin) + walk.start, read, options);
  walk.pages = explored.results.size();
  for (const model::Extraction& found : site::found_records(explored))
    walk.records += found.records.size();
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(std::vector<annotate::Domain> descriptions, site::read_shipped_domains());
  const std::vector<annotate::Recognizer> shipped(std::move_iterator(descriptions.begin()),
                                                  std::move_iterator(descriptions.end()));
  const std::filesystem::path folder = context.data.at(0);
  std::vector<SavedWalk> walks;
  for (const auto& [manual, start] :
       {std::pair("cppreference", "en/index.html"), std::pair("postgresql", "index.html"),
        std::pair("python", "index.html")}) {
    for (size_t d = 0; d <= shipped.size(); ++d) {
      const annotate::Recognizer* domain = d == 0 ? nullptr : &shipped[d - 1];
      const std::string name =
          fmt::format("{} {}", manual, domain == nullptr ? "" : domain->domain().name);
      if (keeps_site(context, name)) walks.push_back({manual, start, domain});
    }
  }
  for_each_parallel(context, "walking", walks.size(),
                    [&](size_t i) { go(walks[i], folder / walks[i].manual, shipped); });
  Report report;
  size_t with_domain = 0, silent = 0, fetches = 0, misses = 0;
  for (const SavedWalk& walk : walks) {
    fetches += walk.fetches;
    misses += walk.misses;
    with_domain += walk.domain != nullptr ? 1 : 0;
    silent += walk.domain != nullptr && walk.records == 0 ? 1 : 0;
    if (walk.domain != nullptr && walk.records == 0) continue;
    report.row(
        walk.domain == nullptr ? "without a domain" : "wrong claim",
        walk.domain == nullptr ? walk.manual : walk.domain->domain().name + " on " + walk.manual,
        {{"pages", walk.pages}, {"records", walk.records}, {"misses", walk.misses}});
  }
  report.score = share(silent, with_domain);
  report.figure("walks", walks.size());
  report.figure("wrong_claims", with_domain - silent);
  report.figure("misses", share(misses, fetches));
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "explore-saved",
          .summary = "Walks over saved manuals, which have nothing that domains look for",
          .metric = "share of walks with a domain that claim no record",
          .data_sets = {"manuals"},
          .unpack = "tools/fetch-manuals",
          .methods = {"weft"},
          .run = run};
}

}  // namespace weft::eval::explore_saved_task
