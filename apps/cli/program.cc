// One command line: every verb declares its options on a subcommand of its own, the common ones
// are added to all of them, CLI11 parses, and the verb that was named runs. Output files are
// committed only by a run that succeeded; a run that found nothing leaves the earlier file as it
// was.
#include "cli/program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/completion.h"
#include "cli/option_range.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

constexpr const char* kCommon = "Common options";
constexpr const char* kExitCodes =
    "Exit codes: 0 good, 1 failed, 2 usage, 3 data unhealthy, 4 partial, 5 nothing to do.";

struct CommonText {
  std::string limits;
  std::string log;
};

// The options that mean the same for every verb.
void add_common_options(CLI::App& app, CommonOptions& options, CommonText& text) {
  app.add_option("-j,--jobs", options.jobs, "Worker threads (default: one per core)")
      ->type_name("N")
      ->check(in_range(0, 1024))
      ->group(kCommon);
  app.add_flag("--json", options.json, "Write JSON, for machines")->group(kCommon);
  app.add_option("-o,--output", options.output,
                 "Write to FILE, atomically, instead of standard output")
      ->type_name("FILE")
      ->group(kCommon);
  app.add_flag("-q,--quiet", options.quiet, "No progress, no notes")->group(kCommon);
  app.add_flag("--no-color", options.no_color, "No colours (also: NO_COLOR)")->group(kCommon);
  app.add_option("--limits", text.limits, "Bounds on a page, e.g. bytes=10M,nodes=1M,depth=512")
      ->type_name("LIMITS")
      ->group(kCommon);
  app.add_flag("--allow-private", options.allow_private,
               "Also fetch from loopback and private addresses")
      ->group(kCommon);
  app.add_option("--log", text.log, "Append the log, as JSON lines, to FILE (- is standard error)")
      ->type_name("FILE")
      ->group(kCommon);
}

// An option that may be repeated takes one value each time, so that it can stand before PAGE….
void take_one_value_each(CLI::App& app) {
  for (CLI::Option* option : app.get_options(
           [](CLI::Option* one) { return one->nonpositional() && one->get_expected_max() > 1; }))
    option->allow_extra_args(false);
}

struct Declared {
  CLI::App* app;
  std::function<ExitCode(Context&)> run;
  std::string program;
};

ExitCode run_verb(const Declared& verb, Context& context, const CommonText& text) {
  const auto limits = parse_limits(text.limits);
  if (!limits.ok()) return context.fail(limits.error());
  context.options.limits = *limits;
  if (const Status opened = context.open_log(text.log); !opened.ok())
    return context.fail(opened.error());
  auto output = Output::open(context.options.output);
  if (!output.ok()) return context.fail(output.error());
  context.out = std::move(*output);
  const ExitCode code = verb.run(context);
  if (code == ExitCode::kFailed || code == ExitCode::kUsage) return code;
  if (code == ExitCode::kNothing && context.out.is_file()) {
    if (std::filesystem::exists(context.options.output))
      context.note(fmt::format("{} is left as it was", context.options.output));
    return code;
  }
  if (const Status committed = context.out.commit(); !committed.ok())
    return context.fail(committed.error());
  return code;
}

// Runs a verb's own program with what was typed after the verb; its exit code is ours.
int run_elsewhere(const Context& context, const std::string& program,
                  std::span<const char* const> typed) {
  std::error_code error;
  const auto beside =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / program;
  const std::string path = std::filesystem::exists(beside, error) ? beside.string() : program;
  std::vector<char*> arguments = {const_cast<char*>(path.c_str())};
  for (const char* one : typed) arguments.push_back(const_cast<char*>(one));
  arguments.push_back(nullptr);
  pid_t child = 0;
  int state = 0;
  if (posix_spawnp(&child, path.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) {
    context.complain(fmt::format(
        "{0} is not installed beside weft or on the PATH; 'cmake --build --preset release --target "
        "{0}' builds it",
        program));
    return static_cast<int>(ExitCode::kFailed);
  }
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

// Prints data that is not a verb's: help, completion.
ExitCode print(const Context& context, std::string_view text) {
  auto output = Output::open("-");
  output->write(text);
  const Status committed = output->commit();
  return committed.ok() ? ExitCode::kGood : context.fail(committed.error());
}

ExitCode print_help(const Context& context, const CLI::App& app, const std::string& verb) {
  for (const CLI::App* found :
       app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == verb; })) {
    return print(context, found->help("weft"));
  }
  return context.fail(
      {ErrorCode::kInvalidArgument, fmt::format("no verb '{}'; 'weft help' lists them", verb)});
}

ExitCode print_completion(const Context& context, const CLI::App& app, const std::string& shell) {
  const auto script = completion_script(app, shell);
  return script.ok() ? print(context, *script) : context.fail(script.error());
}

// CLI11's own output for --help and --version; mistakes are said in one line.
ExitCode report(const Context& context, const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error), ExitCode::kGood;
  std::string help = "help";
  for (const CLI::App* verb : app.get_subcommands()) {
    if (verb->get_name() != help) help += " " + verb->get_name();
  }
  context.complain(fmt::format("{}; 'weft {}' shows what there is", error.what(), help));
  return ExitCode::kUsage;
}

int run(int argc, const char* const* argv, const std::vector<VerbSpec>& specs) {
  CLI::App app("Weft turns web sites into tables.", "weft");
  app.set_version_flag("--version", "weft " WEFT_VERSION);
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Show this help");
  app.footer(std::string("Run 'weft help VERB' for the options of a verb, with examples.\n") +
             kExitCodes);

  Context context;
  CommonText text;
  std::vector<Declared> verbs;
  for (const VerbSpec& spec : specs) {
    CLI::App* sub = app.add_subcommand(spec.name, spec.summary);
    sub->footer("");
    auto run_it = spec.declare(*sub);
    take_one_value_each(*sub);
    sub->footer(fmt::format("{}Examples:\n{}\n\n{}", sub->get_footer(), spec.examples, kExitCodes));
    add_common_options(*sub, context.options, text);
    verbs.push_back({sub, std::move(run_it), spec.program});
  }
  std::string help_verb;
  CLI::App* help = app.add_subcommand("help", "Show the options of a verb, with examples");
  help->add_option("VERB", help_verb, "The verb");
  std::string shell;
  CLI::App* completion =
      app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  completion->add_option("SHELL", shell, "bash, zsh or fish")->required();
  completion->footer("Examples:\n  source <(weft completion bash)");

  const std::string overview = app.help();  // Once parsed, help() would be that of the verb.
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(report(context, app, error));
  }
  for (const Declared& verb : verbs) {
    if (!verb.app->parsed()) continue;
    if (!verb.program.empty()) return run_elsewhere(context, verb.program, {argv + 2, argv + argc});
    return static_cast<int>(run_verb(verb, context, text));
  }
  if (completion->parsed()) return static_cast<int>(print_completion(context, app, shell));
  return static_cast<int>(help_verb.empty() ? print(context, overview)
                                            : print_help(context, app, help_verb));
}

}  // namespace

int run_program(int argc, const char* const* argv, const std::vector<VerbSpec>& verbs) {
  std::signal(SIGPIPE, SIG_IGN);  // A closed pipe is a failed write, not a death.
  return run(argc, argv, verbs);
}

}  // namespace weft::cli
