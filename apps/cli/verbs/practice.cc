// weft practice: made-up web sites to try things on (apps/practice/).

#include <pthread.h>
#include <csignal>

#include <fmt/format.h>

#include "cli/verb.h"
#include "practice/server.h"
#include "practice/site.h"
#include "practice/web_server.h"

namespace weft::cli::practice_verb {
namespace {

struct Options {
  std::string action;
  std::string domain = "shop";
  std::vector<std::string> redesigns;
  std::string directory;
  practice::Options site;
  std::string way_in;
  std::string pager = "numbers";
  std::string scripts = "none";
  int port = 0;
  int latency = 0;
  unsigned errors = 0;
};

Result<practice::Options> site_options(const Options& options) {
  practice::Options site = options.site;
  WEFT_ASSIGN(site.domain, find_named<practice::Domain>(options.domain, "domain"));
  for (const std::string& text : options.redesigns) {
    WEFT_ASSIGN(const practice::Redesign redesign, practice::parse_redesign(text));
    site.redesigns.push_back(redesign);
  }
  return site;
}

Result<ExitCode> generate(Context& context, const practice::Options& options,
                          const std::string& directory) {
  if (directory.empty()) {
    return Error{ErrorCode::kInvalidArgument, "say where to write the site: --out DIR"};
  }
  const practice::Site site = practice::generate(options);
  WEFT_TRY(practice::write_site(site, directory));
  size_t records = 0;
  for (const auto& page : site.pages) records += page.records.size();
  if (context.is_silent()) return ExitCode::kGood;
  context.print({{"directory", directory}, {"pages", site.pages.size()}, {"records", records}},
                fmt::format("{}: {} pages, {} records of truth in {}\n", site.name,
                            site.pages.size(), records, directory));
  return ExitCode::kGood;
}

sigset_t blocked_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// As strangers meet it, until the user has had enough.
Result<ExitCode> serve_web(Context& context, const Options& options, practice::Options site) {
  practice::WebDesign design;
  WEFT_ASSIGN(design.entry, find_named<practice::Entry>(options.way_in, "way in"));
  WEFT_ASSIGN(design.pager, find_named<practice::Pager>(options.pager, "pager"));
  WEFT_ASSIGN(design.scripts, find_named<practice::Scripts>(options.scripts, "use of scripts"));
  const sigset_t signals = blocked_signals();
  site.results = true;
  WEFT_ASSIGN(const auto server, practice::WebServer::start(site, design, options.port));
  context.out.write(server->origin() + "\n");
  WEFT_TRY(context.out.commit());
  int signal = 0;
  sigwait(&signals, &signal);
  context.note(fmt::format("{} requests served, {} of them forbidden", server->requests(),
                           server->forbidden_hits()));
  return ExitCode::kGood;
}

// Blocks until the user has had enough. The signals are blocked before the server starts its
// threads.
Result<ExitCode> serve(Context& context, const practice::Options& options,
                       const practice::Weather& weather) {
  const sigset_t signals = blocked_signals();
  WEFT_ASSIGN(const auto server, practice::Server::start(options, weather));
  context.out.write(server->origin() + "\n");
  WEFT_TRY(context.out.commit());
  context.note(fmt::format("serving {} pages at {}; press Ctrl-C to stop",
                           server->site()->pages.size(), server->origin()));
  int signal = 0;
  sigwait(&signals, &signal);
  context.note(fmt::format("{} requests served", server->log().size()));
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto site, site_options(options));
  if (options.action == "generate") return generate(context, site, options.directory);
  if (!options.way_in.empty()) return serve_web(context, options, site);
  practice::Weather weather;
  weather.port = options.port;
  weather.latency = std::chrono::milliseconds(options.latency);
  weather.error_percent = options.errors;
  return serve(context, site, weather);
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("ACTION", options.action, "generate: write the site to --out; serve: over HTTP on loopback").required().one_of({"generate", "serve"});
  take.value("--domain", options.domain, "shop, estate, cars, journal, department or jobs").show_default();
  take.value("--seed", options.site.seed, "Another seed, another site").show_default();
  take.value("--items", options.site.items, "Detail pages").show_default().at_least(0);
  take.value("--page-size", options.site.page_size, "Records per list page").show_default().at_least(1);
  take.value("--redesign KIND", options.redesigns, "KIND or KIND:SEED, e.g. moved-blocks:2; may be repeated");
  take.value("--drift N", options.site.drift, "The N-th visit: other prices, stock, adverts").at_least(0);
  take.flag("--crossed", options.site.crossed, "List records whose cells do not follow each other");
  take.flag("--nested", options.site.nested, "List records with offers inside");
  take.flag("--results", options.site.results,
            "List pages as portals make them: labelled facts, texts, featured records");
  take.value("--way-in KIND", options.way_in, "serve: a site as a stranger meets it: links, 'search form', 'required words', post…, with traps that count");
  take.value("--pager KIND", options.pager, "serve --way-in: how its lists go on: numbers, next, arrows, older, offset, more…").show_default();
  take.value("--scripts WHAT", options.scripts, "serve --way-in: what is not there without a browser: pages, fields, form, next, more, scroll").show_default();
  take.value("--out DIR", options.directory, "Where generate writes");
  take.value("--port", options.port, "Where serve listens (default: any free port)").range(0, 65'535);
  take.value("--latency MS", options.latency, "serve: milliseconds before every answer").range(0, 3'600'000);
  take.value("--errors PERCENT", options.errors, "serve: percent of pages that fail with 500").range(0, 100);
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::practice_verb

const weft::cli::Verb weft::cli::kPractice{
    "practice", "Make or serve a practice site, with the truth about every page",
    "  weft practice generate --domain shop --seed 7 --out site/\n"
    "  weft practice generate --redesign language --redesign moved-blocks:3 --out new/\n"
    "  weft practice serve --domain cars --port 8080 --latency 50\n"
    "  weft practice serve --domain cars --way-in 'required words' --pager older",
    prepare<practice_verb::declare, practice_verb::run>};
