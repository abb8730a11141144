// weft demo: the life of a site in a few seconds, offline. The acts are in apps/cli/demo/.

#include <chrono>
#include <memory>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "cli/option_range.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

struct Options {
  std::string domain = "shop";
  uint64_t seed = 5;
  unsigned items = 90;
};

ExitCode run(Context& context, const Options& options) {
  const auto domain = practice::parse_domain(options.domain);
  if (!domain.ok()) return context.fail(domain.error());
  const auto start = std::chrono::steady_clock::now();
  const bool quiet = context.options.json || context.options.quiet;
  demo::Screen screen(context.color_stdout(), [&](std::string_view text) {
    if (quiet) return;
    context.out.write(text);
    context.out.flush();
  });
  demo::Stage stage(context, screen);
  stage.site_options.domain = *domain;
  stage.site_options.seed = options.seed;
  stage.site_options.items = options.items;
  stage.site_options.drift = 1;
  screen.banner("Weft turns web sites into tables",
                "the life of a site, on this machine, nothing fetched from outside");
  size_t number = 0;
  for (const demo::ActSpec& act : demo::registered_acts()) {
    screen.heading(++number, act.title);
    if (const Status done = act.run(stage); !done.ok())
      return context.fail(done.error().in(act.title));
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  screen.say("");
  screen.say(fmt::format("Done in {:.1f} s. Try it on your own pages: weft help", seconds),
             demo::Ink::kBold);
  stage.facts["seconds"] = seconds;
  if (context.options.json) context.out.write(stage.facts.dump() + "\n");
  return ExitCode::kGood;
}

const Verb kDemo(
    {.order = 230,
     .name = "demo",
     .summary = "The whole life of a site in seconds, offline",
     .examples = "  weft demo\n  weft demo --domain cars --seed 8",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option("--domain", options->domain, "shop, estate, cars, journal or department")
           ->capture_default_str();
       app.add_option("--seed", options->seed, "Another seed, another site")->capture_default_str();
       app.add_option("--items", options->items, "Detail pages")
           ->capture_default_str()
           ->check(in_range(1, kMaxCount));
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
