// weft eval: measure a method against ground truth. A program of its own does it (apps/eval), so
// that this one links no evaluation.

#include "eval/command_line.h"

namespace weft::cli::eval_verb {
namespace {

// Never asked: the other program runs it.
ExitCode run(Context&, const eval::CommandLine&) { return ExitCode::kFailed; }

}  // namespace
}  // namespace weft::cli::eval_verb

const weft::cli::Verb weft::cli::kEval =
    eval::eval_verb(prepare<eval::declare, eval_verb::run>, "weft-eval");
