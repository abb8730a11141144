#include "cli/manual.h"

#include <type_traits>

#include <fmt/format.h>

namespace weft::cli {
namespace {

// Text that troff takes as it is: no hyphenated options, no requests at the start of a line.
std::string plain(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string title(std::string_view name) {
  return fmt::format(".TH {} 1 \"\" \"weft {}\" \"Weft\"\n", plain(name), WEFT_VERSION);
}

// Lines as they stand.
std::string as_written(std::string_view lines) {
  return fmt::format(".nf\n{}\n.fi\n", plain(lines));
}

// What the value of an argument is called; empty for flags.
std::string placeholder_of(const Argument& argument) {
  if (!argument.placeholder.empty()) return argument.placeholder;
  return std::visit(
      [](const auto* target) -> std::string {
        using Target = std::remove_cvref_t<decltype(*target)>;
        if constexpr (std::is_same_v<Target, bool>) return "";
        if constexpr (std::is_same_v<Target, std::string> ||
                      std::is_same_v<Target, std::vector<std::string>> ||
                      std::is_same_v<Target, std::optional<std::string>>)
          return "TEXT";
        return "N";
      },
      argument.target);
}

// The default, for those that show it.
std::string default_of(const Argument& argument) {
  if (!argument.shows_default) return {};
  return std::visit(
      [](const auto* target) -> std::string {
        using Target = std::remove_cvref_t<decltype(*target)>;
        if constexpr (std::is_arithmetic_v<Target> || std::is_same_v<Target, std::string>)
          return fmt::format(" (default: {})", *target);
        return "";
      },
      argument.target);
}

std::string entry(const Argument& argument) {
  std::string name = argument.name;
  if (const size_t comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
  const std::string value = name.starts_with('-') ? placeholder_of(argument) : "";
  std::string text =
      fmt::format(".TP\n\\fB{}\\fR{}{}\n{}{}", plain(name), value.empty() ? "" : " ", plain(value),
                  plain(argument.description), plain(default_of(argument)));
  if (!argument.choices.empty()) {
    text += "; one of ";
    for (size_t i = 0; i < argument.choices.size(); ++i)
      text += (i == 0 ? "" : ", ") + plain(argument.choices[i]);
  }
  return text + "\n";
}

std::string synopsis(const Verb& verb, const Arguments& own) {
  std::string text = fmt::format(".SH SYNOPSIS\n\\fBweft {}\\fR [OPTIONS]", verb.name);
  for (const Argument& argument : own.all) {
    if (argument.name.starts_with('-')) continue;
    const bool many = std::holds_alternative<std::vector<std::string>*>(argument.target);
    const std::string name = argument.name + (many ? "…" : "");
    text += " " + (argument.is_required ? name : "[" + name + "]");
  }
  return text + "\n";
}

}  // namespace

std::string verb_manual(const Verb& verb, const Arguments& own, const Arguments& common) {
  std::string text = title(fmt::format("weft-{}", verb.name));
  text += fmt::format(".SH NAME\nweft\\-{} \\- {}\n", verb.name, plain(verb.summary));
  text += synopsis(verb, own);
  text += ".SH OPTIONS\n";
  for (const Argument& argument : own.all) text += entry(argument);
  if (own.group) {
    text += fmt::format(".SS {}\n", plain(own.group->title));
    for (const auto& [name, description] : own.group->flags)
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(name), plain(description));
  }
  text += ".SH COMMON OPTIONS\n";
  for (const Argument& argument : common.all) text += entry(argument);
  text += ".SH EXAMPLES\n" + as_written(verb.examples);
  if (!own.footer.empty()) text += ".SH NOTES\n" + as_written(own.footer);
  text += fmt::format(".SH EXIT STATUS\n{}\n.SH SEE ALSO\n.BR weft (1)\n", kExitCodes);
  return text;
}

std::string program_manual(std::span<const VerbGroup> groups) {
  std::string text = title("weft");
  text += ".SH NAME\nweft \\- turns web sites into tables\n";
  text += ".SH SYNOPSIS\n\\fBweft\\fR VERB [OPTIONS] [PAGE…]\n";
  text +=
      ".SH DESCRIPTION\nOne file per verb: \\fBweft help\\fR VERB or \\fBman weft\\-\\fRVERB "
      "shows its options, with examples.\n";
  for (const VerbGroup& group : groups) {
    text += fmt::format(".SS {}\n", plain(group.wish));
    for (const Verb* verb : group.verbs)
      text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", verb->name, plain(verb->summary));
  }
  text += fmt::format(".SH EXIT STATUS\n{}\n", kExitCodes);
  return text;
}

}  // namespace weft::cli
