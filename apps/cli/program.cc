// One command line: every verb declares its options on a subcommand of its own, the common ones
// are added to all of them, CLI11 parses, and the verb that was named runs. Output files are
// committed only by a run that succeeded; a run that found nothing leaves the earlier file as it
// was.
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/manual.h"
#include "cli/verb.h"

namespace weft::cli {
namespace {

constexpr const char* kCommon = "Common options";
constexpr const char* kHelp = "Help";
constexpr const char* kGreeting =
    "Weft turns web sites into tables. Three things to try:\n\n"
    "  weft demo                                        the life of a site in seconds, offline\n"
    "  weft mine https://example.com/list -o list.csv   the table that is obviously on a page\n"
    "  weft article https://example.com/story           what a page is about, as Markdown\n\n"
    "'weft help' lists all verbs, 'weft help VERB' the options of one, with examples. The guide "
    "is\n"
    "docs/guide in the sources, /usr/share/doc/weft/guide where a package was installed.\n";

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
  if (const std::string& option = arguments.group->option; !option.empty()) {
    std::vector<std::string> names;
    for (const auto& flag : arguments.group->flags) names.push_back(flag.first.substr(2));
    flags
        ->add_option_function<std::string>(
            option,
            [chosen = arguments.group->chosen](const std::string& name) { *chosen = "--" + name; },
            "One of these by its name")
        ->check(CLI::IsMember(names));
  }
  for (const auto& [name, description] : arguments.group->flags) {
    flags->add_flag_callback(
        name, [chosen = arguments.group->chosen, flag = name] { *chosen = flag; }, description);
  }
  flags->require_option(1);
}

// A verb, and its place in CLI11's description of the program.
struct Declared {
  const Verb* verb;
  CLI::App* app;
  Arguments arguments;
  Runner run;
};

Declared declare_verb(CLI::App& program, const Verb& verb, const Arguments& common) {
  Declared declared{&verb, program.add_subcommand(verb.name, verb.summary), {}, {}};
  declared.run = verb.declare(declared.arguments);
  add(*declared.app, declared.arguments, nullptr);
  add(*declared.app, common, kCommon);
  declared.app->footer(
      fmt::format("{}Examples:\n{}\n\n{}", declared.arguments.footer, verb.examples, kExitCodes));
  return declared;
}

// --- completion ---
//
// The options are asked of the same CLI11 description that parses the command line, so a completion
// cannot promise what the program does not take. Three shells, three ways of writing the same table
// of verbs and flags.

struct Flag {
  std::vector<std::string> long_names;   // Without dashes.
  std::vector<std::string> short_names;  // Without the dash.
  std::string description;
  bool takes_value = false;
};
struct Completion {
  std::string name;  // Of the verb.
  std::string description;
  std::vector<Flag> flags;
};

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

std::vector<std::string> spelled(const Flag& flag) {
  std::vector<std::string> words;
  for (const std::string& name : flag.long_names) words.push_back("--" + name);
  for (const std::string& name : flag.short_names) words.push_back("-" + name);
  return words;
}

std::string words_of(const std::vector<Flag>& flags) {
  std::vector<std::string> words;
  for (const Flag& flag : flags) {
    for (std::string& word : spelled(flag)) words.push_back(std::move(word));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

// For single quotes in a shell, without the characters that zsh's specifications give a meaning.
std::string shell_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '[' || c == ']' || c == ':' || c == '\\') continue;
    out.push_back(c == '\n' ? ' ' : c);
  }
  return out;
}

std::string bash_script(const std::vector<Completion>& verbs) {
  std::vector<std::string> names;
  std::string cases;
  for (const Completion& verb : verbs) {
    names.push_back(verb.name);
    cases += fmt::format("    {}) words='{}' ;;\n", verb.name, words_of(verb.flags));
  }
  const std::string all = fmt::format("{}", fmt::join(names, " "));
  return fmt::format(R"(# bash completion for weft: source <(weft completion bash)
_weft() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
    help | man) COMPREPLY=($(compgen -W '{}' -- "$current")); return ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$current")); return ;;
{}  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}}
complete -o default -F _weft weft
)",
                     all, all, cases);
}

std::string zsh_arguments(const Completion& verb) {
  std::string text;
  for (const Flag& flag : verb.flags) {
    for (const std::string& word : spelled(flag)) {
      text += fmt::format(" \\\n        '{}[{}]{}'", word, shell_text(flag.description),
                          flag.takes_value ? ":value:_files" : "");
    }
  }
  return text;
}

std::string zsh_script(const std::vector<Completion>& verbs) {
  std::string list;
  std::string cases;
  for (const Completion& verb : verbs) {
    list += fmt::format("    '{}:{}'\n", verb.name, shell_text(verb.description));
    if (verb.name == "help" || verb.name == "man" || verb.name == "completion") continue;
    cases +=
        fmt::format("      {})\n        _arguments{} \\\n        '*:file:_files'\n        ;;\n",
                    verb.name, zsh_arguments(verb));
  }
  return fmt::format(R"(#compdef weft
# zsh completion for weft: source <(weft completion zsh)
_weft() {{
  local -a verbs
  verbs=(
{})
  if (( CURRENT == 2 )); then
    _describe 'verb' verbs
  else
    local verb=$words[2]
    (( CURRENT-- ))
    shift words
    case $verb in
      help | man) _describe 'verb' verbs ;;
      completion) _values 'shell' bash zsh fish ;;
{}    esac
  fi
}}
if [[ "${{funcstack[1]-}}" == _weft ]]; then _weft "$@"; else compdef _weft weft; fi
)",
                     list, cases);
}

std::string fish_script(const std::vector<Completion>& verbs) {
  std::string text = "# fish completion for weft: weft completion fish | source\n";
  for (const Completion& verb : verbs) {
    text += fmt::format("complete -c weft -n __fish_use_subcommand -f -a {} -d '{}'\n", verb.name,
                        shell_text(verb.description));
    for (const Flag& flag : verb.flags) {
      text += fmt::format("complete -c weft -n '__fish_seen_subcommand_from {}'", verb.name);
      for (const std::string& name : flag.long_names) text += " -l " + name;
      for (const std::string& name : flag.short_names) text += " -s " + name;
      text +=
          fmt::format(" -d '{}'{}\n", shell_text(flag.description), flag.takes_value ? " -r" : "");
    }
  }
  text += "complete -c weft -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n";
  return text;
}

// The script for "bash", "zsh" or "fish"; to be loaded by the shell: source <(weft completion bash).
Result<std::string> completion_script(const std::vector<Completion>& verbs,
                                      std::string_view shell) {
  if (shell == "bash") return bash_script(verbs);
  if (shell == "zsh") return zsh_script(verbs);
  if (shell == "fish") return fish_script(verbs);
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no completion for '{}'; there are bash, zsh, fish", shell)};
}

// --- running it ---

Result<ExitCode> run_verb(const Declared& verb, Context& context, const Common& common) {
  context.options = common.options;
  WEFT_ASSIGN(context.options.limits, parse_limits(common.limits));
  WEFT_TRY(context.open_log(common.log));
  WEFT_ASSIGN(context.out, Output::open(context.options.output));
  WEFT_ASSIGN(const ExitCode code, verb.run(context));
  if (code == ExitCode::kFailed || code == ExitCode::kUsage) return code;
  if (code == ExitCode::kNothing && context.out.is_file()) {
    if (std::filesystem::exists(context.options.output))
      context.note(fmt::format("{} is left as it was", context.options.output));
    return code;
  }
  WEFT_TRY(context.out.commit());
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
Result<ExitCode> print(std::string_view text) {
  WEFT_TRY(write_output("-", text));
  return ExitCode::kGood;
}

Result<ExitCode> print_help(const CLI::App& app, const std::string& verb) {
  const auto found =
      app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == verb; });
  if (!found.empty()) return print(found.front()->help("weft"));
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no verb '{}'; 'weft help' lists them", verb)};
}

Result<ExitCode> print_completion(const CLI::App& app, const std::string& shell) {
  WEFT_ASSIGN(const std::string script, completion_script(completions_of(app), shell));
  return print(script);
}

// Letters to change, add, leave out or swap with the next to make one word of the other.
size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const bool same = a[i - 1] == b[j - 1];
      cost[i][j] =
          std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

// The verb that was probably meant; empty if none is near.
std::string nearest_verb(const CLI::App& app, std::string_view typed) {
  constexpr size_t kMostTyped = 32;
  if (typed.empty() || typed.size() > kMostTyped || typed.starts_with('-')) return {};
  std::string nearest;
  size_t least = typed.size() / 3 + 1;  // A letter in three may be wrong.
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    const size_t apart = letters_apart(typed, verb->get_name());
    if (apart > least || (apart == least && !nearest.empty())) continue;
    least = apart;
    nearest = verb->get_name();
  }
  return nearest;
}

// CLI11's own output for --help and --version; mistakes are said in one line.
ExitCode report(const Context& context, const CLI::App& app, const CLI::ParseError& error,
                std::string_view typed) {
  if (error.get_exit_code() == 0) return app.exit(error), ExitCode::kGood;
  if (app.get_subcommands().empty() && !typed.empty() && !typed.starts_with('-')) {
    const std::string nearest = nearest_verb(app, typed);
    context.complain(fmt::format("no verb '{}'{}; 'weft help' lists them", typed,
                                 nearest.empty() ? "" : "; did you mean " + nearest + "?"));
    return ExitCode::kUsage;
  }
  std::string help = "help";
  for (const CLI::App* verb : app.get_subcommands()) {
    if (verb->get_name() != help) help += " " + verb->get_name();
  }
  context.complain(fmt::format("{}; 'weft {}' shows what there is", error.what(), help));
  return ExitCode::kUsage;
}

// The pages of all verbs as files in a folder, or one printed.
Result<ExitCode> print_manual(const std::vector<Declared>& verbs, const Arguments& common,
                              std::span<const VerbGroup> groups, const std::string& name,
                              const std::string& folder) {
  const auto page_of = [&](const Declared& verb) {
    return verb_manual(*verb.verb, verb.arguments, common);
  };
  if (!folder.empty()) {
    WEFT_TRY(write_output(folder + "/weft.1", program_manual(groups)));
    for (const Declared& verb : verbs)
      WEFT_TRY(write_output(fmt::format("{}/weft-{}.1", folder, verb.verb->name), page_of(verb)));
    return ExitCode::kGood;
  }
  if (name.empty()) return print(program_manual(groups));
  for (const Declared& verb : verbs) {
    if (name == verb.verb->name) return print(page_of(verb));
  }
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no verb '{}'; 'weft help' lists them", name)};
}

int run(int argc, const char* const* argv, std::span<const VerbGroup> groups) {
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
  for (const VerbGroup& group : groups) {
    for (const Verb* verb : group.verbs) {
      verbs.push_back(declare_verb(app, *verb, uniform));
      verbs.back().app->group(group.wish);
    }
  }
  std::string help_verb;
  CLI::App* help = app.add_subcommand("help", "Show the options of a verb, with examples");
  help->group(kHelp)->add_option("VERB", help_verb, "The verb");
  std::string man_verb;
  std::string man_folder;
  CLI::App* man = app.add_subcommand("man", "Print the manual page of weft, or of a verb");
  man->group(kHelp)->add_option("VERB", man_verb, "The verb");
  man->add_option("--into", man_folder, "Write all pages as files into this folder");
  man->footer("Examples:\n  weft man crawl | man -l -");
  std::string shell;
  CLI::App* completion =
      app.add_subcommand("completion", "Print a completion script for bash, zsh or fish");
  completion->group(kHelp)->add_option("SHELL", shell, "bash, zsh or fish")->required();
  completion->footer("Examples:\n  source <(weft completion bash)");

  const std::string overview = app.help();  // Once parsed, help() would be that of the verb.
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(report(context, app, error, argc > 1 ? argv[1] : ""));
  }
  Result<ExitCode> code = ExitCode::kGood;
  const auto named = std::find_if(verbs.begin(), verbs.end(),
                                  [](const Declared& verb) { return verb.app->parsed(); });
  if (named != verbs.end() && named->verb->program != nullptr)
    return run_elsewhere(context, named->verb->program, {argv + 2, argv + argc});
  if (named != verbs.end()) {
    code = run_verb(*named, context, common);
  } else if (completion->parsed()) {
    code = print_completion(app, shell);
  } else if (man->parsed()) {
    code = print_manual(verbs, uniform, groups, man_verb, man_folder);
  } else if (argc == 1) {
    code = print(kGreeting);
  } else {
    code = help_verb.empty() ? print(overview) : print_help(app, help_verb);
  }
  return static_cast<int>(code.ok() ? *code : context.fail(code.error()));
}

}  // namespace

int run_program(int argc, const char* const* argv, std::span<const VerbGroup> groups) {
  std::signal(SIGPIPE, SIG_IGN);  // A closed pipe is a failed write, not a death.
  return run(argc, argv, groups);
}

}  // namespace weft::cli
