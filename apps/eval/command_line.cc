#include "eval/command_line.h"

namespace weft::eval {

void declare(cli::Arguments& take, CommandLine& options) {
  // clang-format off
  take.value("TASK", options.task, "What to measure; 'list' shows the tasks, 'all' runs them against --floors");
  take.value("--data DIR", options.data, "A directory laid out like the task's data set");
  take.value("--method", options.method, "Which of the task's methods");
  take.value("--labels K", options.labels, "Labelled pages per site").at_least(1);
  take.value("--label-choice TEXT", options.label_choice, "'biased': label pages whose values are alike, and show the worst (swde)");
  take.value("--sites N", options.sites, "Only the first N sites").at_least(1);
  take.value("--only TEXT", options.only, "Only sites (with 'all': tasks) whose name contains TEXT");
  take.value("--seed N", options.seed, "Other made-up sites, changes and samples than the usual ones (redesigns, list-redesigns, edits, schemas, templates)");
  take.value("--rows N", options.rows, "Rows shown per table (the worst)").at_least(0);
  take.value("--html-report FILE", options.html_report, "Pages beside their extraction, errors marked");
  take.value("--chart FILE", options.chart, "The curves of methods that have some, as SVG");
  take.value("--worst N", options.worst, "Pages in the HTML report").at_least(0);
  take.value("--floors FILE", options.floors, "Scores that must not be lost; with 'all'");
  take.flag("--pin", options.pin, "Raise the floors to what was measured");
  take.flag("--lower", options.lower, "With --pin: lower floors too");
  // clang-format on
}

cli::Verb eval_verb(cli::Runner (*prepare)(cli::Arguments&), const char* program) {
  return {"eval", "Measure a method against ground truth",
          "  weft eval list\n"
          "  weft eval swde --labels 2\n"
          "  weft eval records --method mdr --json\n"
          "  weft eval redesigns --seed 7   # sites never judged before\n"
          "  weft eval records --data my-sites/ --html-report look.html\n"
          "  weft eval practice --method curve-broom --chart recall.svg\n"
          "  weft eval all --floors tests/quality/floors.json",
          prepare, program};
}

}  // namespace weft::eval
