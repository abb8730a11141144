// Verb: one subcommand of `weft`, a file in verbs/.
//
//   namespace weft::cli::text_verb {
//   namespace {
//   struct Options { std::vector<std::string> inputs; };
//   Result<ExitCode> run(Context& context, const Options& options) { … }
//   void declare(Arguments& take, Options& options) {
//     take.value("PAGE", options.inputs, "Files, or - for standard input").required();
//   }
//   }  // namespace
//   }  // namespace weft::cli::text_verb
//
//   const weft::cli::Verb weft::cli::kText{
//       "text", "Print the visible text of pages", "  weft text page.html",
//       prepare<text_verb::declare, text_verb::run>};
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cli/arguments.h"
#include "cli/context.h"

namespace weft::cli {

using Runner = std::function<Result<ExitCode>(Context&)>;

struct Verb {
  const char* name;
  const char* summary;   // One line, no full stop.
  const char* examples;  // Complete command lines, one a line.
  // Adds the verb's options and returns what runs it with them.
  Runner (*declare)(Arguments&);
  // Not null: this program, installed beside `weft` or found on the PATH, runs the verb.
  const char* program = nullptr;
};

template <typename Options>
Options options_of(void (*declare)(Arguments&, Options&));

template <auto declare, auto run>
Runner prepare(Arguments& take) {
  auto options = std::make_shared<decltype(options_of(declare))>();
  declare(take, *options);
  return [options](Context& context) { return run(context, *options); };
}

// What each exit code means, in a line.
inline constexpr const char* kExitCodes =
    "Exit codes: 0 good, 1 failed, 2 usage, 3 data unhealthy, 4 partial, 5 nothing to do.";

// Verbs that serve one wish of a person, in the order of the help.
struct VerbGroup {
  const char* wish;
  std::vector<const Verb*> verbs;
};

// All verbs of `weft`.
std::span<const VerbGroup> all_verbs();

// All of `weft`, but for main(), with these verbs: finds the one that was named, reads the uniform
// options, runs it. Returns the exit code; never throws.
int run_program(int argc, const char* const* argv, std::span<const VerbGroup> groups);

// Each is defined in its file of verbs/.
extern const Verb kParse, kCrawl, kSeeds, kFocus, kReport, kRecrawl, kSubmit, kSelect, kPages,
    kText, kForms, kExplore, kRender, kArticle, kPerson, kMeta, kGroup, kMine, kAnnotate, kAuto,
    kDomain, kTemplate, kSample, kLabel, kLearn, kExport, kExtract, kExplain, kSite, kWatch, kWarc,
    kMcp, kEval, kPractice, kDemo, kStudio;

}  // namespace weft::cli
