// weft focus: learn from crawled sites which links lead to relevant documents, and replay crawls
// ([Zheng] chapter 5).

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/pointers.h"
#include "base/strings.h"
#include "cli/verb.h"
#include "crawl/plan/replay.h"

namespace weft::cli::focus_verb {
namespace {

struct Options {
  std::string command;
  std::vector<std::string> logs;
  std::string language = "english";
  uint32_t depth = 4;
  crawl::FocusModel parameters;
  std::string model;
  std::string root;
  double share = 0.8;
  crawl::RelevanceRules relevant;
  std::string relevant_urls;
};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// Fills in the URLs of --relevant-urls: one a line, what follows a tab is passed over.
Status read_relevant_urls(Options& options) {
  if (options.relevant_urls.empty()) return {};
  WEFT_ASSIGN(const std::string text, read_file(options.relevant_urls));
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = take_line(rest);
    const std::string_view url = line.substr(0, line.find_first_of("\t\r"));
    if (!url.empty()) options.relevant.urls.emplace(url);
  }
  return {};
}

// A site log as it is, or that of a crawl's folder.
Result<std::vector<crawl::SiteLog>> read_logs(const Options& options) {
  std::vector<crawl::SiteLog> logs;
  for (const std::string& path : options.logs) {
    WEFT_ASSIGN(const std::string text,
                is_folder(path) ? crawl::crawl_site_log(path, options.relevant) : read_file(path));
    WEFT_ASSIGN(crawl::SiteLog log, crawl::read_site_log(text, path));
    logs.push_back(std::move(log));
  }
  return logs;
}

Result<ExitCode> log_site(Context& context, const Options& options) {
  crawl::SiteLogCounts counts;
  const bool folder = options.logs.size() == 1 && is_folder(options.logs[0]);
  WEFT_ASSIGN(const auto log,
              folder ? crawl::crawl_site_log(options.logs[0], options.relevant, &counts)
                     : crawl::warc_site_log(options.logs, options.relevant, &counts));
  if (counts.pages == 0) {
    context.note("these files hold no pages");
    return ExitCode::kNothing;
  }
  context.out.write(log);
  context.note(fmt::format("{} pages, {} links, {} relevant, {} documents unreadable", counts.pages,
                           counts.links, counts.relevant, counts.unreadable));
  return ExitCode::kGood;
}

Result<ExitCode> train(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto logs, read_logs(options));
  std::vector<const crawl::SiteLog*> sites = pointers_to(logs);
  crawl::FocusModel model =
      train_focus(sites, {.depth = options.depth, .language = options.language});
  if (model.weights.empty()) {
    context.complain(
        "no page of these logs is marked relevant, so there is nothing to learn; for folders of "
        "crawls say which are: --papers, --url, --type or --relevant-urls");
    return ExitCode::kNothing;
  }
  model.hops = options.parameters.hops;
  model.alpha = options.parameters.alpha;
  model.relevant = options.relevant;
  context.out.write(model.to_json() + "\n");
  context.note(fmt::format("learned {} signals from {} sites", model.weights.size(), sites.size()));
  return ExitCode::kGood;
}

Result<ExitCode> replay_logs(Context& context, const Options& options) {
  WEFT_ASSIGN(auto logs, read_logs(options));
  WEFT_ASSIGN(const auto text, read_file(options.model));
  const auto model = crawl::FocusModel::from_json(text);
  if (!model.ok()) return model.error().in(options.model);
  Json rows = Json::array();
  if (!context.options.json)
    context.out.write(fmt::format("{:<40} {:>8} {:>9} {:>13} {:>8} {:>8}\n", "site", "urls",
                                  "relevant", "breadth-first", "signals", "weft"));
  for (size_t i = 0; i < logs.size(); ++i) {
    crawl::SiteLog& log = logs[i];
    if (log.size() == 0) continue;
    const crawl::Vertex root = options.root.empty() ? 0 : log.page(options.root);
    log.finish();
    const auto run = [&](crawl::CrawlPolicy policy) { return replay(log, root, policy, *model); };
    const crawl::Replay breadth = run(crawl::CrawlPolicy::kBreadthFirst);
    const double shares[] = {breadth.visited_share_for(options.share),
                             run(crawl::CrawlPolicy::kSignals).visited_share_for(options.share),
                             run(crawl::CrawlPolicy::kWeft).visited_share_for(options.share)};
    if (context.options.json) {
      rows.push_back({{"site", options.logs[i]},
                      {"urls", breadth.reachable},
                      {"relevant", breadth.relevant},
                      {"breadth_first", shares[0]},
                      {"signals", shares[1]},
                      {"weft", shares[2]}});
    } else {
      context.out.write(fmt::format("{:<40} {:>8} {:>9} {:>13.3f} {:>8.3f} {:>8.3f}\n",
                                    options.logs[i], breadth.reachable, breadth.relevant, shares[0],
                                    shares[1], shares[2]));
    }
  }
  if (context.options.json) context.out.write(dump_json_pretty(rows));
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, Options options) {
  WEFT_TRY(read_relevant_urls(options));
  if (options.command == "log") return log_site(context, options);
  if (options.command == "train") return train(context, options);
  if (options.model.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "replay needs --model FILE; make one with 'weft focus train'"};
  return replay_logs(context, options);
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("COMMAND", options.command, "log, train or replay").required().one_of({"log", "train", "replay"});
  take.value("LOG", options.logs, "Site logs, JSON Lines, or folders of crawls; for log: WARC files, or one folder").required();
  take.flag("--papers", options.relevant.papers, "Relevant are PDF and PostScript documents that are academic papers");
  take.value("--url REGEX", options.relevant.url_pattern, "Relevant are URLs that contain this regular expression");
  take.value("--type", options.relevant.media_type, "Relevant are documents of this media type");
  take.value("--relevant-urls FILE", options.relevant_urls, "Relevant are the URLs of FILE, e.g. those with extracted records");
  take.value("--language", options.language, "Snowball stemmer for the words").show_default();
  take.value("--depth", options.depth, "train: hops back from a relevant document that get credit (d)").show_default().at_least(0);
  take.value("--hops", options.parameters.hops, "train: ancestors that count (k)").show_default().at_least(0);
  take.value("--alpha", options.parameters.alpha, "train: how much they count").show_default().range(0, 1);
  take.value("--model FILE", options.model, "replay: a trained model");
  take.value("--root URL", options.root, "replay: URL to start from (default: the first of the log)");
  take.value("--share", options.share, "replay: share of relevant documents to find").show_default().range(0, 1);
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::focus_verb

const weft::cli::Verb weft::cli::kFocus{
    "focus", "Learn which links lead to relevant documents, and replay crawls",
    "  weft focus log --papers crawl/*.warc.gz -o cs1.jsonl\n"
    "  weft focus train cs1.jsonl cs2.jsonl -o papers.focus.json\n"
    "  weft focus replay --model papers.focus.json cs3.jsonl\n"
    "  weft focus train crawl/ --papers -o papers.focus.json   (after weft crawl "
    "--link-log)\n"
    "A log has a page a line: {\"url\": …, \"relevant\": true, \"links\": [{\"url\": "
    "…, \"text\": …}]}",
    prepare<focus_verb::declare, focus_verb::run>};
