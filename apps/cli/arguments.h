// Arguments: what a verb takes from the command line, described as data. program.cc, alone, reads
// the command line by it.
//
//   struct Options { std::vector<std::string> inputs; std::string schema; uint32_t depth = 4; };
//   void declare(Arguments& take, Options& options) {
//     take.value("PAGE", options.inputs, "Files, directories, or -").required();
//     take.value("--schema FILE", options.schema, "Types and mandatory attributes");
//     take.value("-d,--depth", options.depth, "Hops").range(0, 9).show_default();
//   }
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft::cli {

// The most of anything that an option may ask for.
inline constexpr double kMaxCount = 1'000'000'000;

struct Argument {
  // Where the value goes; what it was before is the default.
  using Target = std::variant<bool*, int*, uint32_t*, uint64_t*, double*, std::string*,
                              std::vector<std::string>*, std::optional<std::string>*,
                              std::optional<uint32_t>*, std::optional<uint64_t>*>;

  std::string name;         // "-o,--output"; "PAGE" has a place instead of a name.
  std::string placeholder;  // What the help calls its value; empty: by its type.
  Target target;            // A bool is a flag.
  std::string description;
  bool is_required = false;
  bool shows_default = false;
  std::optional<std::pair<double, double>> bounds;  // Of a number, both included.
  std::vector<std::string> choices;                 // Nothing else, if there are any.
  std::string excluded;  // The name of an option that cannot be given with it…
  std::string needed;    // …and of one that must be.

  Argument& required() { return is_required = true, *this; }
  Argument& show_default() { return shows_default = true, *this; }
  Argument& range(double least, double most) { return bounds = {least, most}, *this; }
  Argument& at_least(double least) { return range(least, kMaxCount); }
  Argument& one_of(std::vector<std::string> names) { return choices = std::move(names), *this; }
  Argument& excludes(std::string option) { return excluded = std::move(option), *this; }
  Argument& needs(std::string option) { return needed = std::move(option), *this; }
};

// Flags of which exactly one has to be given.
struct FlagGroup {
  std::string title;
  std::string* chosen = nullptr;                           // The flag's name.
  std::vector<std::pair<std::string, std::string>> flags;  // Name and description.
  std::string option = {};  // Not empty: "--to", which takes a flag's name without its dashes.
};

struct Arguments {
  std::deque<Argument> all;  // In the order of the help.
  std::optional<FlagGroup> group;
  std::string footer;  // Before the examples.

  // `name`: "--name", "-n,--name", "--name PLACEHOLDER", or "PLACE".
  Argument& value(std::string_view name, Argument::Target target, std::string_view description) {
    const size_t space = name.starts_with('-') ? name.find(' ') : std::string_view::npos;
    Argument& added = all.emplace_back();
    added.name = name.substr(0, space);
    if (space != std::string_view::npos) added.placeholder = name.substr(space + 1);
    added.target = target;
    added.description = description;
    return added;
  }
  template <typename T>
  Argument& value(std::string_view name, T& target, std::string_view description) {
    return value(name, Argument::Target(&target), description);
  }
  Argument& flag(std::string_view name, bool& target, std::string_view description) {
    return value(name, target, description);
  }
};

}  // namespace weft::cli
