// weft eval: measure a method against ground truth. A program of its own does it (apps/eval), so
// that this one links no evaluation.

#include "eval/command_line.h"

namespace weft::cli {
namespace {

VerbSpec run_elsewhere() {
  VerbSpec verb = eval::eval_verb({});
  verb.program = "weft-eval";
  return verb;
}

const Verb kEval(run_elsewhere());

}  // namespace
}  // namespace weft::cli
