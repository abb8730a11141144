// weft demo: the life of a site in a few seconds, offline. The acts are in apps/cli/demo/.

#include <chrono>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "cli/verb.h"

namespace weft::cli::demo_verb {
namespace {

struct Options {
  std::string domain = "shop";
  uint64_t seed = 5;
  unsigned items = 90;
};

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto domain, find_named<practice::Domain>(options.domain, "domain"));
  const auto start = std::chrono::steady_clock::now();
  const bool quiet = context.options.json || context.options.quiet;
  demo::Screen screen(context.color_stdout(), [&](std::string_view text) {
    if (quiet) return;
    context.out.write(text);
    context.out.flush();
  });
  demo::Stage stage(context, screen);
  stage.site_options.domain = domain;
  stage.site_options.seed = options.seed;
  stage.site_options.items = options.items;
  stage.site_options.drift = 1;
  screen.banner("Weft turns web sites into tables",
                "the life of a site, on this machine, nothing fetched from outside");
  size_t number = 0;
  for (const demo::Act& act : demo::acts()) {
    screen.heading(++number, act.title);
    if (const Status done = act.run(stage); !done.ok()) return done.error().in(act.title);
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

void declare(Arguments& take, Options& options) {
  take.value("--domain", options.domain, "shop, estate, cars, journal or department")
      .show_default();
  take.value("--seed", options.seed, "Another seed, another site").show_default();
  take.value("--items", options.items, "Detail pages").show_default().at_least(1);
}

}  // namespace
}  // namespace weft::cli::demo_verb

const weft::cli::Verb weft::cli::kDemo{"demo", "The whole life of a site in seconds, offline",
                                       "  weft demo\n  weft demo --domain cars --seed 8",
                                       prepare<demo_verb::declare, demo_verb::run>};
