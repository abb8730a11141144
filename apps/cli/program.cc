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
#include "cli/verb.h"

namespace weft::cli {
namespace {

constexpr const char* kCommon = "Common options";
constexpr const char* kExitCodes =
    "Exit codes: 0 good, 1 failed, 2 usage, 3 data unhealthy, 4 partial, 5 nothing to do.";

// The options that mean the same for every verb, and what of them is read further.
struct Common {
  CommonOptions options;
  std::string limits;
  std::string log;
};

void declare_common(Arguments& take, Common& common) {
  CommonOptions& o = common.options;
  take.value("-j,--jobs N", o.jobs, "Worker threads (default: one per core)").range(0, 1024);
  take.flag("--json", o.json, "Write JSON, for machines");
  take.value("-o,--output FILE", o.output, "Write to FILE, atomically, instead of standard output");
  take.flag("-q,--quiet", o.quiet, "No progress, no notes");
  take.flag("--no-color", o.no_color, "No colours (also: NO_COLOR)");
  take.value("--limits LIMITS", common.limits,
             "Bounds on a page, e.g. bytes=10M,nodes=1M,depth=512");
  take.flag("--allow-private", o.allow_private, "Also fetch from loopback and private addresses");
  take.value("--log FILE", common.log,
             "Append the log, as JSON lines, to FILE (- is standard error)");
}

// --- a description, told to CLI11 ---

// Refuses what is no finite number from least to most, both included. CLI11's own Range takes "nan",
// for which every comparison is false, and reads "-1" for an unsigned option as the largest number
// there is. The option's type still decides whether fractions will do.
CLI::Validator in_range(double least, double most) {
  return {
      [least, most](std::string& input) {
        double value = 0;
        if (CLI::detail::lexical_cast(input, value) && value >= least && value <= most)
          return std::string();
        return fmt::format("{} is no number from {} to {}", input, least, most);
      },
      most < kMaxCount ? fmt::format("from {} to {}", least, most) : fmt::format("from {}", least)};
}

CLI::Option* add(CLI::App& app, const Argument& argument) {
  if (bool* const* flag = std::get_if<bool*>(&argument.target))
    return app.add_flag(argument.name, **flag, argument.description);
  CLI::Option* option = std::visit(
      [&](auto* target) { return app.add_option(argument.name, *target, argument.description); },
      argument.target);
  // An option that may be repeated takes one value each time, so that it can stand before PAGE….
  if (option->nonpositional() && option->get_expected_max() > 1) option->allow_extra_args(false);
  if (!argument.placeholder.empty()) option->type_name(argument.placeholder);
  if (argument.shows_default) option->capture_default_str();
  if (argument.bounds) option->check(in_range(argument.bounds->first, argument.bounds->second));
  if (!argument.choices.empty()) option->check(CLI::IsMember(argument.choices));
  return option->required(argument.is_required);
}

void add(CLI::App& app, const Arguments& arguments, const char* group) {
  for (const Argument& argument : arguments.all) {
    CLI::Option* option = add(app, argument);
    if (group != nullptr) option->group(group);
  }
  for (const Argument& argument : arguments.all) {
    const std::string name = argument.name.substr(argument.name.rfind(',') + 1);
    if (!argument.excluded.empty())
      app.get_option(name)->excludes(app.get_option(argument.excluded));
    if (!argument.needed.empty()) app.get_option(name)->needs(app.get_option(argument.needed));
  }
  if (!arguments.group) return;
  CLI::Option_group* flags = app.add_option_group(arguments.group->title);
  for (const auto& [name, description] : arguments.group->flags) {
    flags->add_flag_callback(
        name, [chosen = arguments.group->chosen, flag = name] { *chosen = flag; }, description);
  }
  flags->require_option(1);
}

// A verb, and its place in CLI11's description of the program.
struct Declared {
  CLI::App* app;
  Arguments arguments;
  Runner run;
  const char* program;
};

Declared declare_verb(CLI::App& program, const Verb& verb, const Arguments& common) {
  Declared declared{program.add_subcommand(verb.name, verb.summary), {}, {}, verb.program};
  declared.run = verb.declare(declared.arguments);
  add(*declared.app, declared.arguments, nullptr);
  add(*declared.app, common, kCommon);
  declared.app->footer(
      fmt::format("{}Examples:\n{}\n\n{}", declared.arguments.footer, verb.examples, kExitCodes));
  return declared;
}

std::vector<Completion> completions_of(const CLI::App& program) {
  std::vector<Completion> verbs;
  for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; })) {
    Completion& one = verbs.emplace_back();
    one.name = verb->get_name();
    one.description = verb->get_description();
    for (const CLI::Option* option : verb->get_options()) {
      if (!option->nonpositional()) continue;
      one.flags.push_back({option->get_lnames(), option->get_snames(), option->get_description(),
                           option->get_expected_max() > 0 && option->get_type_size_max() > 0});
    }
  }
  return verbs;
}

// --- running it ---

ExitCode run_verb(const Declared& verb, Context& context, const Common& common) {
  context.options = common.options;
  const auto limits = parse_limits(common.limits);
  if (!limits.ok()) return context.fail(limits.error());
  context.options.limits = *limits;
  if (const Status opened = context.open_log(common.log); !opened.ok())
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
  const auto script = completion_script(completions_of(app), shell);
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

int run(int argc, const char* const* argv, std::span<const Verb* const> specs) {
  CLI::App app("Weft turns web sites into tables.", "weft");
  app.set_version_flag("--version", "weft " WEFT_VERSION);
  app.require_subcommand(0, 1);
  app.set_help_flag("-h,--help", "Show this help");
  app.footer(std::string("Run 'weft help VERB' for the options of a verb, with examples.\n") +
             kExitCodes);

  Context context;
  Common common;
  Arguments uniform;
  declare_common(uniform, common);
  std::vector<Declared> verbs;
  for (const Verb* verb : specs) verbs.push_back(declare_verb(app, *verb, uniform));
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
    if (verb.program != nullptr)
      return run_elsewhere(context, verb.program, {argv + 2, argv + argc});
    return static_cast<int>(run_verb(verb, context, common));
  }
  if (completion->parsed()) return static_cast<int>(print_completion(context, app, shell));
  return static_cast<int>(help_verb.empty() ? print(context, overview)
                                            : print_help(context, app, help_verb));
}

}  // namespace

int run_program(int argc, const char* const* argv, std::span<const Verb* const> verbs) {
  std::signal(SIGPIPE, SIG_IGN);  // A closed pipe is a failed write, not a death.
  return run(argc, argv, verbs);
}

}  // namespace weft::cli
