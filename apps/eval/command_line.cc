#include "eval/command_line.h"

#include <memory>

#include "cli/option_range.h"

namespace weft::eval {
namespace {

using cli::in_range;
using cli::kMaxCount;

void declare_options(CLI::App& app, CommandLine& options) {
  app.add_option("TASK", options.task,
                 "What to measure; 'list' shows the tasks, 'all' runs them against --floors");
  app.add_option("--data", options.data, "A directory laid out like the task's data set")
      ->type_name("DIR");
  app.add_option("--method", options.method, "Which of the task's methods");
  app.add_option("--labels", options.labels, "Labelled pages per site")
      ->type_name("K")
      ->check(in_range(1, kMaxCount));
  app.add_option("--sites", options.sites, "Only the first N sites")
      ->type_name("N")
      ->check(in_range(1, kMaxCount));
  app.add_option("--only", options.only, "Only sites (with 'all': tasks) whose name contains TEXT")
      ->type_name("TEXT");
  app.add_option(
         "--seed", options.seed,
         "Other made-up sites and changes than the usual ones (redesigns, list-redesigns, edits)")
      ->type_name("N");
  app.add_option("--rows", options.rows, "Rows shown per table (the worst)")
      ->type_name("N")
      ->check(in_range(0, kMaxCount));
  app.add_option("--html-report", options.html_report,
                 "Pages beside their extraction, errors marked")
      ->type_name("FILE");
  app.add_option("--chart", options.chart, "The curves of methods that have some, as SVG")
      ->type_name("FILE");
  app.add_option("--worst", options.worst, "Pages in the HTML report")
      ->type_name("N")
      ->check(in_range(0, kMaxCount));
  app.add_option("--floors", options.floors, "Scores that must not be lost; with 'all'")
      ->type_name("FILE");
  app.add_flag("--pin", options.pin, "Raise the floors to what was measured");
  app.add_flag("--lower", options.lower, "With --pin: lower floors too");
}

}  // namespace

cli::VerbSpec eval_verb(std::function<cli::ExitCode(cli::Context&, const CommandLine&)> run) {
  return {.order = 200,
          .name = "eval",
          .summary = "Measure a method against ground truth",
          .examples =
              "  weft eval list\n"
              "  weft eval swde --labels 2\n"
              "  weft eval records --method mdr --json\n"
              "  weft eval redesigns --seed 7   # sites never judged before\n"
              "  weft eval records --data my-sites/ --html-report look.html\n"
              "  weft eval practice --method curve-broom --chart recall.svg\n"
              "  weft eval all --floors tests/quality/floors.json",
          .declare = [run](CLI::App& app) {
            auto options = std::make_shared<CommandLine>();
            declare_options(app, *options);
            return [run, options](cli::Context& context) { return run(context, *options); };
          }};
}

}  // namespace weft::eval
