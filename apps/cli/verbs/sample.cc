// weft sample: the pages most worth labelling, in order.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/json.h"
#include "base/pointers.h"
#include "base/shortened.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "group/sample.h"
#include "induce/active/co_testing.h"
#include "induce/inducers.h"
#include "site/input_files.h"

namespace weft::cli::sample_verb {
namespace {

constexpr size_t kShownValue = 40;  // Bytes.

struct Options {
  std::vector<std::string> inputs;
  std::string group;
  std::string only;
  std::string method = "weighted";
  std::string paths = "classes";
  size_t size = 20;
  uint64_t seed = 1;
  std::vector<std::string> labelled;
  bool active = false;
  std::string labels;
  std::string first_view = induce::kFirstView;
  std::string second_view = induce::kSecondView;
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

// Pages on which two views, learned from the labels so far, disagree ([Liu], co-testing).
Result<ExitCode> run_active(Context& context, const Options& options, const PageChoice& choice) {
  WEFT_ASSIGN(std::vector<model::Label> labels, site::read_label_file(options.labels));
  size_t unreadable = 0;
  const std::vector<model::Page> pages = read_pages(context, choice, unreadable);
  site::match_page_names(pages, labels);
  model::InducerInput input{.pages = pointers_to(pages), .labels = std::move(labels)};
  WEFT_ASSIGN(auto contended, induce::co_test(input, options.first_view, options.second_view));
  if (contended.empty()) {
    context.note("the views agree on all pages: no more labels are needed");
    return ExitCode::kNothing;
  }
  if (options.size != 0 && contended.size() > options.size) contended.resize(options.size);
  Json json = Json::array();
  std::string text;
  for (const induce::ContendedPage& page : contended) {
    json.push_back({{"page", page.page},
                    {"attributes", page.attributes},
                    {"attribute", page.attribute},
                    {options.first_view, page.first},
                    {options.second_view, page.second}});
    text += fmt::format("{}\t{}\t{}: '{}' or '{}'\n", page.attributes, page.page, page.attribute,
                        shortened(page.first, kShownValue), shortened(page.second, kShownValue));
  }
  context.print({{"method", "co-testing"}, {"pages", std::move(json)}}, text);
  return unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const auto choice, choose_inputs(options.inputs, options.group, options.only));
  if (options.active) return run_active(context, options, choice);
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
  take.flag("--active", options.active, "Pages on which wrappers learned in two ways from --labels disagree: a label there teaches most (co-testing)").needs("--labels");
  take.value("--labels FILE", options.labels, "Labels so far, for --active").needs("--active");
  take.value("--first NAME", options.first_view, "With --active: one inducer").show_default().one_of(induce::inducer_names());
  take.value("--second NAME", options.second_view, "With --active: the other").show_default().one_of(induce::inducer_names());
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::sample_verb

const weft::cli::Verb weft::cli::kSample{
    "sample", "Order the pages of a template by how much labelling them teaches",
    "  weft sample site/products/\n"
    "  weft group --json site/ > g.json; weft sample --group g.json --template t1\n"
    "  weft sample -k 1 --labelled site/p1.html site/\n"
    "  weft sample -k 1 --active --labels labels.jsonl site/",
    prepare<sample_verb::declare, sample_verb::run>};
