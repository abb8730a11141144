// weft text: the text of pages.

#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>

#include "cli/verb.h"
#include "dom/text.h"
#include "html/parser.h"

namespace weft::cli {
namespace {

struct Options {
  std::vector<std::string> inputs;
};

ExitCode run(Context& context, const Options& options) {
  for (const std::string& path : options.inputs) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return context.fail({ErrorCode::kNotFound, fmt::format("cannot read {}", path)});
    std::ostringstream bytes;
    bytes << file.rdbuf();
    const auto parsed = html::parse(bytes.str(), {.limits = context.options.limits});
    context.out.write(dom::normalized_text(parsed.document, dom::kRoot) + "\n");
  }
  return ExitCode::kGood;
}

const Verb kText(
    {.order = 30,
     .name = "text",
     .summary = "Print the visible text of pages",
     .examples = "  weft text page.html",
     .declare = [](CLI::App& app) {
       auto options = std::make_shared<Options>();
       app.add_option("PAGE", options->inputs, "Files, or - for standard input")->required();
       return [options](Context& context) { return run(context, *options); };
     }});

}  // namespace
}  // namespace weft::cli
