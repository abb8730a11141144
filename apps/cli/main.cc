// weft: the command line. Each verb is a file in verbs/.

#include <csignal>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/verb.h"

namespace weft::cli {
namespace {

// The options that mean the same for every verb.
void add_common_options(CLI::App& app, CommonOptions& options, std::string& limits) {
  app.add_option("-j,--jobs", options.jobs, "Worker threads (default: one per core)")
      ->type_name("N")
      ->group("Common options");
  app.add_flag("--json", options.json, "Write JSON, for machines")->group("Common options");
  app.add_option("-o,--output", options.output,
                 "Write to FILE, atomically, instead of standard output")
      ->type_name("FILE")
      ->group("Common options");
  app.add_flag("-q,--quiet", options.quiet, "No progress, no notes")->group("Common options");
  app.add_flag("--no-color", options.no_color, "No colours (also: NO_COLOR)")
      ->group("Common options");
  app.add_option("--limits", limits, "Bounds on a page, e.g. bytes=10M,nodes=1M,depth=512")
      ->type_name("LIMITS")
      ->group("Common options");
}

struct Declared {
  CLI::App* app;
  std::function<ExitCode(Context&)> run;
};

ExitCode run_verb(const Declared& verb, Context& context, const std::string& limits_text) {
  const auto limits = parse_limits(limits_text);
  if (!limits.ok()) return context.fail(limits.error());
  context.options.limits = *limits;
  auto output = Output::open(context.options.output);
  if (!output.ok()) return context.fail(output.error());
  context.out = std::move(*output);
  const ExitCode code = verb.run(context);
  if (code == ExitCode::kFailed || code == ExitCode::kUsage) return code;
  if (const Status committed = context.out.commit(); !committed.ok())
    return context.fail(committed.error());
  return code;
}

int main_or_exit_code(int argc, char** argv) {
  CLI::App app("Weft turns web sites into tables.", "weft");
  app.set_version_flag("--version", "weft " WEFT_VERSION);
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Show this help");
  app.footer(
      "Run 'weft help VERB' for the options of a verb, with examples.\n"
      "Exit codes: 0 good, 1 failed, 2 usage, 3 data unhealthy, 4 partial, 5 nothing to do.");

  Context context;
  std::string limits;
  std::vector<Declared> verbs;
  for (const VerbSpec& spec : registered_verbs()) {
    CLI::App* sub = app.add_subcommand(spec.name, spec.summary);
    if (!spec.examples.empty()) sub->footer("Examples:\n" + spec.examples);
    auto run = spec.declare(*sub);
    add_common_options(*sub, context.options, limits);
    verbs.push_back({sub, std::move(run)});
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  for (const Declared& verb : verbs) {
    if (verb.app->parsed()) return static_cast<int>(run_verb(verb, context, limits));
  }
  fmt::print("{}", app.help());
  return static_cast<int>(ExitCode::kGood);
}

}  // namespace
}  // namespace weft::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // A closed pipe is a failed write, not a death.
  return weft::cli::main_or_exit_code(argc, argv);
}
