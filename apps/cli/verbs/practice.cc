// weft practice: made-up web sites to try things on (apps/practice/).

#include <pthread.h>
#include <csignal>

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/option_range.h"
#include "cli/verb.h"
#include "practice/server.h"
#include "practice/site.h"

namespace weft::cli {
namespace {

struct Options {
  std::string action;
  std::string domain = "shop";
  std::vector<std::string> redesigns;
  std::string directory;
  practice::Options site;
  int port = 0;
  int latency = 0;
  unsigned errors = 0;
};

Result<practice::Options> site_options(const Options& options) {
  practice::Options site = options.site;
  WEFT_ASSIGN(site.domain, practice::parse_domain(options.domain));
  for (const std::string& text : options.redesigns) {
    WEFT_ASSIGN(const practice::Redesign redesign, practice::parse_redesign(text));
    site.redesigns.push_back(redesign);
  }
  return site;
}

ExitCode generate(Context& context, const practice::Options& options,
                  const std::string& directory) {
  if (directory.empty()) {
    return context.fail({ErrorCode::kInvalidArgument, "say where to write the site: --out DIR"});
  }
  const practice::Site site = practice::generate(options);
  if (const Status written = practice::write_site(site, directory); !written.ok())
    return context.fail(written.error());
  size_t records = 0;
  for (const auto& page : site.pages) records += page.records.size();
  if (context.options.json) {
    const nlohmann::ordered_json json = {
        {"directory", directory}, {"pages", site.pages.size()}, {"records", records}};
    context.out.write(json.dump() + "\n");
  } else {
    context.out.write(fmt::format("{}: {} pages, {} records of truth in {}\n", site.name,
                                  site.pages.size(), records, directory));
  }
  return ExitCode::kGood;
}

// Blocks until the user has had enough. The signals are blocked before the server starts its
// threads.
ExitCode serve(Context& context, const practice::Options& options,
               const practice::Weather& weather) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const auto server = practice::Server::start(options, weather);
  if (!server.ok()) return context.fail(server.error());
  context.out.write((*server)->origin() + "\n");
  if (const Status shown = context.out.commit(); !shown.ok()) return context.fail(shown.error());
  context.note(fmt::format("serving {} pages at {}; press Ctrl-C to stop",
                           (*server)->site()->pages.size(), (*server)->origin()));
  int signal = 0;
  sigwait(&signals, &signal);
  context.note(fmt::format("{} requests served", (*server)->log().size()));
  return ExitCode::kGood;
}

ExitCode run(Context& context, const Options& options) {
  const auto site = site_options(options);
  if (!site.ok()) return context.fail(site.error());
  if (options.action == "generate") return generate(context, *site, options.directory);
  practice::Weather weather;
  weather.port = options.port;
  weather.latency = std::chrono::milliseconds(options.latency);
  weather.error_percent = options.errors;
  return serve(context, *site, weather);
}

void declare_options(CLI::App& app, Options& options) {
  app.add_option("ACTION", options.action,
                 "generate: write the site to --out; serve: over HTTP on loopback")
      ->required()
      ->check(CLI::IsMember({"generate", "serve"}));
  app.add_option("--domain", options.domain, "shop, estate, cars, journal or department")
      ->capture_default_str();
  app.add_option("--seed", options.site.seed, "Another seed, another site")->capture_default_str();
  app.add_option("--items", options.site.items, "Detail pages")
      ->capture_default_str()
      ->check(in_range(0, kMaxCount));
  app.add_option("--page-size", options.site.page_size, "Records per list page")
      ->capture_default_str()
      ->check(in_range(1, kMaxCount));
  app.add_option("--redesign", options.redesigns,
                 "KIND or KIND:SEED, e.g. moved-blocks:2; may be repeated")
      ->type_name("KIND");
  app.add_option("--drift", options.site.drift, "The N-th visit: other prices, stock, adverts")
      ->type_name("N")
      ->check(in_range(0, kMaxCount));
  app.add_flag("--crossed", options.site.crossed,
               "List records whose cells do not follow each other");
  app.add_flag("--nested", options.site.nested, "List records with offers inside");
  app.add_option("--out", options.directory, "Where generate writes")->type_name("DIR");
  app.add_option("--port", options.port, "Where serve listens (default: any free port)")
      ->check(in_range(0, 65'535));
  app.add_option("--latency", options.latency, "serve: milliseconds before every answer")
      ->type_name("MS")
      ->check(in_range(0, 3'600'000));
  app.add_option("--errors", options.errors, "serve: percent of pages that fail with 500")
      ->type_name("PERCENT")
      ->check(in_range(0, 100));
}

const Verb kPractice(
    {.order = 220,
     .name = "practice",
     .summary = "Make or serve a practice site, with the truth about every page",
     .examples =
         "  weft practice generate --domain shop --seed 7 --out site/\n"
         "  weft practice generate --redesign language --redesign moved-blocks:3 --out new/\n"
         "  weft practice serve --domain cars --port 8080 --latency 50",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       declare_options(app, *options);
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
