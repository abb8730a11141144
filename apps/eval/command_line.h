// The command line of the evaluation, for the two programs that have it: `weft-eval` runs the
// tasks; `weft` knows the options, so that help, completion and mistakes need no second program,
// and then runs `weft-eval`.
#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"

namespace weft::eval {

struct CommandLine {
  std::string task;
  std::vector<std::string> data;
  std::string method;
  unsigned labels = 0;
  std::string label_choice;
  unsigned sites = 0;
  std::string only;
  unsigned seed = 0;
  size_t rows = 60;
  std::string html_report;
  std::string chart;
  size_t worst = 40;
  std::string floors;
  bool pin = false;
  bool lower = false;
};

void declare(cli::Arguments& take, CommandLine& options);

// The verb `eval`; `program` as in cli::Verb.
cli::Verb eval_verb(cli::Runner (*prepare)(cli::Arguments&), const char* program);

}  // namespace weft::eval
