// weft sample: the pages most worth labelling, in order.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "group/sample.h"

namespace weft::cli::sample_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string group;
  std::string only;
  std::string method = "weighted";
  std::string paths = "classes";
  size_t size = 20;
  uint64_t seed = 1;
  std::vector<std::string> labelled;
};

const std::map<std::string, group::SampleMethod> kMethods = {
    {"weighted", group::SampleMethod::kWeighted},
    {"greedy", group::SampleMethod::kGreedy},
    {"random", group::SampleMethod::kRandom}};
const std::map<std::string, group::PathStyle> kStyles = {{"tags", group::PathStyle::kTags},
                                                         {"classes", group::PathStyle::kClasses},
                                                         {"indexed", group::PathStyle::kIndexed}};

template <typename T>
std::vector<std::string> names(const std::map<std::string, T>& choices) {
  std::vector<std::string> result;
  for (const auto& [name, value] : choices) result.push_back(name);
  return result;
}

Json describe(const std::vector<group::SampledPage>& picks, const std::vector<std::string>& ids) {
  Json pages = Json::array();
  for (const auto& pick : picks) {
    pages.push_back({{"page", ids[pick.page]},
                     {"gain", pick.gain},
                     {"covered", pick.covered},
                     {"new_paths", pick.new_paths}});
  }
  return pages;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto choice, choose_inputs(options.inputs, options.group, options.only));
  std::vector<group::PageOutline> outlines;
  std::vector<std::string> ids;
  PageSource source(choice.inputs, source_options(context));
  const PageLoopStats stats = for_each_page(
      context, source,
      [&](unsigned, const model::Page& page) -> Result<InOrder> {
        if (!choice.wants(page.id)) return InOrder();
        return InOrder([&, id = page.id,
                        outline = group::outline_of(page.document, kStyles.at(options.paths))] {
          ids.push_back(id);
          outlines.push_back(outline);
        });
      },
      {.phase = "reading"});
  if (ids.empty()) {
    context.complain("no pages to choose from: the template is empty or its pages cannot be read");
    return ExitCode::kNothing;
  }
  std::vector<uint32_t> labelled;
  for (const std::string& page : options.labelled) {
    const auto it = std::find(ids.begin(), ids.end(), page);
    if (it == ids.end()) {
      return Error{ErrorCode::kNotFound, fmt::format("--labelled {}: not one of the pages", page)};
    }
    labelled.push_back(static_cast<uint32_t>(it - ids.begin()));
  }
  const auto picks = group::choose_pages(
      outlines, {.method = kMethods.at(options.method), .size = options.size, .seed = options.seed},
      labelled);
  if (options.size > picks.size() && picks.size() + labelled.size() < ids.size())
    context.note("these pages have everything that the others have");
  if (context.options.json) {
    context.out.write(dump_json({{"method", options.method}, {"pages", describe(picks, ids)}}) +
                      "\n");
  } else {
    for (const auto& pick : picks)
      context.out.write(fmt::format("{:.4f}\t{}\n", pick.covered, ids[pick.page]));
  }
  return stats.bad != 0 ? ExitCode::kPartial : ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("PAGE", options.inputs, "Pages of one template: files, directories, WARC files, or -; with --group where to find them (default: where they were grouped)");
  take.value("--group FILE", options.group, "Take the pages from the output of 'weft group --json'");
  take.value("--template ID", options.only, "Which template of --group (default: t1)");
  take.value("-k,--size K", options.size, "How many pages (default: 20; 0: until all is covered)").at_least(0);
  take.value("--labelled PAGE", options.labelled, "Pages that are labelled already");
  take.value("--method", options.method, "weighted (default, as in Vertex), greedy or random").one_of(names(kMethods));
  take.value("--paths", options.paths, "Steps of a path: classes (default), tags or indexed").one_of(names(kStyles));
  take.value("--seed N", options.seed, "For --method random");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::sample_verb

const weft::cli::Verb weft::cli::kSample{
    "sample", "Order the pages of a template by how much labelling them teaches",
    "  weft sample site/products/\n"
    "  weft group --json site/ > g.json; weft sample --group g.json --template t1\n"
    "  weft sample -k 1 --labelled site/p1.html site/",
    prepare<sample_verb::declare, sample_verb::run>};
