// Verb: one subcommand of `weft`. A file in verbs/ defines one and registers it; nothing else lists
// them.
//
//   struct Options { std::vector<std::string> inputs; };
//   ExitCode run(Context& context, const Options& options);
//   const Verb kText({
//       .order = 30, .name = "text", .summary = "Print the visible text of pages",
//       .examples = "weft text page.html",
//       .declare = [](CLI::App& app) {
//         auto options = std::make_shared<Options>();
//         app.add_option("PAGE", options->inputs, "Files, or - for standard input");
//         return [options](Context& context) { return run(context, *options); };
//       }});
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/context.h"
#include "cli/exit_code.h"

namespace weft::cli {

struct VerbSpec {
  int order = 0;  // Place in the help: the order of the pipeline.
  std::string name;
  std::string summary;   // One line, no full stop.
  std::string examples;  // Complete command lines, one a line.
  // Adds the verb's options and returns what runs it.
  std::function<std::function<ExitCode(Context&)>(CLI::App&)> declare;
  // Not empty: this program, installed beside `weft` or found on the PATH, runs the verb.
  std::string program;
};

class Verb {
 public:
  explicit Verb(VerbSpec spec);
};

// All registered verbs, by order.
std::vector<VerbSpec> registered_verbs();

}  // namespace weft::cli
