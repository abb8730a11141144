// The options are asked of the same CLI11 description that parses the command line, so a
// completion cannot promise what the program does not take. Three shells, three ways of writing
// the same table of verbs and flags.
#include "cli/completion.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::cli {
namespace {

using Flag = Completion::Flag;

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
    help) COMPREPLY=($(compgen -W '{}' -- "$current")); return ;;
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
    if (verb.name == "help" || verb.name == "completion") continue;
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
      help) _describe 'verb' verbs ;;
      completion) _values 'shell' bash zsh fish ;;
{}    esac
  fi
}}
compdef _weft weft
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

}  // namespace

Result<std::string> completion_script(const std::vector<Completion>& verbs,
                                      std::string_view shell) {
  if (shell == "bash") return bash_script(verbs);
  if (shell == "zsh") return zsh_script(verbs);
  if (shell == "fish") return fish_script(verbs);
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("no completion for '{}'; there are bash, zsh, fish", shell)};
}

}  // namespace weft::cli
