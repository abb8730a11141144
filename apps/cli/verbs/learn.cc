// weft learn: labels and sample pages in, a wrapper out; and whether more labels are needed.

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/json.h"
#include "base/pointers.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/input_files.h"
#include "site/label_desk.h"
#include "site/learn.h"
#include "site/learn_by_sight.h"
#include "wrap/rules/typed_patterns.h"

namespace weft::cli::learn_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string labels;
  std::string schema;
  std::string ranking = "weft";
  std::string inducer = induce::kDefaultInducer;
  std::string site;
  std::string template_name;
  std::string group;
  std::vector<std::string> types;     // attribute=type
  std::vector<std::string> patterns;  // type=regex
  bool step = false;
  bool force = false;
};

Result<std::map<std::string, std::string>> parse_pairs(const std::vector<std::string>& texts,
                                                       const char* option) {
  std::map<std::string, std::string> pairs;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{} {}: write NAME=VALUE", option, text)};
    }
    pairs[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return pairs;
}

struct Inputs {
  std::vector<model::Page> pages;
  std::string template_name;
  std::vector<model::Template> grouped;  // All templates of --group.
  std::vector<model::Label> labels;
  std::optional<model::Schema> schema;
  std::map<std::string, std::string> types;
  std::map<std::string, std::string> patterns;
  wrap::TypedPatterns typed;
  size_t unreadable = 0;
};

Status check_types(const Inputs& inputs) {
  for (const auto& [attribute, type] : inputs.types) {
    if (!inputs.typed.contains(type)) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("--type {}={}: no such type; there are {}, or add one with --pattern",
                      attribute, type, fmt::join(inputs.typed.names(), ", "))};
    }
    const bool labelled = std::any_of(
        inputs.labels.begin(), inputs.labels.end(),
        [&name = attribute](const model::Label& label) { return label.attribute == name; });
    if (!labelled) {
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("--type {}={}: no label is of attribute {}", attribute, type, attribute)};
    }
  }
  return {};
}

Result<Inputs> read_inputs(Context& context, const Options& options) {
  Inputs inputs;
  WEFT_ASSIGN(inputs.labels, site::read_label_file(options.labels));
  if (inputs.labels.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: no labels; label at least one page", options.labels)};
  }
  if (!options.schema.empty()) {
    WEFT_ASSIGN(inputs.schema, site::read_schema_file(options.schema));
  }
  WEFT_ASSIGN(inputs.types, parse_pairs(options.types, "--type"));
  WEFT_ASSIGN(inputs.patterns, parse_pairs(options.patterns, "--pattern"));
  for (const auto& [name, pattern] : inputs.patterns) WEFT_TRY(inputs.typed.add(name, pattern));
  WEFT_TRY(check_types(inputs));
  WEFT_ASSIGN(PageChoice choice,
              choose_inputs(options.inputs, options.group, options.template_name));
  inputs.pages = read_pages(context, choice, inputs.unreadable);
  inputs.template_name =
      choice.template_name.empty() ? options.template_name : choice.template_name;
  inputs.grouped = std::move(choice.templates);
  if (inputs.pages.empty())
    return Error{ErrorCode::kNotFound, "no pages to learn from: give those that are labelled"};
  site::match_page_names(inputs.pages, inputs.labels);
  return inputs;
}

// Pages that come out as expected say nothing of an attribute that has no rule: what the labels lack is
// said beside it, as a problem, and labels are not enough.
Json progress_json(const site::Learned& learned, size_t labelled) {
  const std::vector<induce::PageConsistency>& pages = learned.pages;
  Json doubtful = Json::array();
  for (const auto& page : pages) {
    if (page.doubts.empty() || page.labelled) continue;
    Json doubts = Json::array();
    for (const auto& doubt : page.doubts)
      doubts.push_back({{"attribute", doubt.attribute}, {"message", doubt.message}});
    doubtful.push_back({{"page", page.page}, {"doubts", std::move(doubts)}});
  }
  return {{"labelled", labelled},
          {"consistent", pages.size() - labelled - doubtful.size()},
          {"more_labels_needed", !doubtful.empty() || !learned.induced.problems.empty()},
          {"doubtful", std::move(doubtful)}};
}

void say_progress(const Context& context, const site::Learned& learned, size_t labelled) {
  const std::vector<induce::PageConsistency>& pages = learned.pages;
  const auto doubtful = std::count_if(pages.begin(), pages.end(), [](const auto& page) {
    return !page.labelled && !page.doubts.empty();
  });
  context.note(fmt::format("{} labelled; {} of {} other pages extracted consistently", labelled,
                           pages.size() - labelled - static_cast<size_t>(doubtful),
                           pages.size() - labelled));
  if (pages.size() == labelled) {
    context.note("no other pages to check the rules on: give some that are not labelled, too");
  } else if (const auto* next = induce::next_to_label(pages); next != nullptr) {
    context.note(fmt::format("label more: {} ({}: {})", next->page, next->doubts[0].attribute,
                             next->doubts[0].message));
  } else if (learned.induced.problems.empty()) {
    context.note("no more labels are needed");
  }
}

// Labels up to and with the n-th labelled page, in the order the pages were labelled.
std::vector<model::Label> labels_of_first(const std::vector<model::Label>& labels, size_t count) {
  std::vector<std::string> pages;
  std::vector<model::Label> first;
  for (const model::Label& label : labels) {
    if (std::find(pages.begin(), pages.end(), label.page) == pages.end())
      pages.push_back(label.page);
    const auto place =
        static_cast<size_t>(std::find(pages.begin(), pages.end(), label.page) - pages.begin());
    if (place < count) first.push_back(label);
  }
  return first;
}

size_t count_pages(const std::vector<model::Label>& labels) {
  std::vector<std::string> pages;
  for (const model::Label& label : labels) pages.push_back(label.page);
  std::sort(pages.begin(), pages.end());
  return static_cast<size_t>(std::unique(pages.begin(), pages.end()) - pages.begin());
}

void note_partial_lists(const Context& context, const Inputs& inputs,
                        const model::Wrapper& wrapper) {
  for (const auto& list :
       induce::partial_lists(wrapper, pointers_to(inputs.pages), inputs.labels)) {
    context.note(fmt::format(
        "page {}: {} records labelled, {} {}; labels of a list page are taken as complete",
        list.page, list.labelled, list.found,
        list.found > list.labelled ? "look the same" : "found again"));
  }
}

void note_pins(const Context& context, const site::PutWrapper& put) {
  if (put.pinned.empty()) return;
  context.note(fmt::format("pinned, so not by what was learned: {} (weft site rules)",
                           fmt::join(put.pinned, ", ")));
}

// Puts the wrapper into the bundle of --site, with bellwethers among the pages to watch it by.
Status put_in_site(const Context& context, const Options& options, const Inputs& inputs,
                   const model::Wrapper& wrapper) {
  if (options.site.empty()) return {};
  WEFT_ASSIGN(const site::PutWrapper put,
              site::put_in_site(options.site, inputs.template_name, wrapper,
                                fmt::format("learned from {} labels", inputs.labels.size()),
                                inputs.schema, inputs.pages, inputs.grouped));
  context.note(fmt::format("{}: version {} of template {}, {} pages to watch it by", options.site,
                           put.version, put.template_name, put.bellwethers));
  note_pins(context, put);
  return {};
}

// --- a worse run replaces nothing ---

// The wrapper that this run would take the place of: that of -o, or the one in force in the bundle;
// null if there is none that can be read.
std::shared_ptr<const model::Wrapper> earlier_wrapper(const Context& context,
                                                      const Options& options) {
  if (context.out.is_file() && !context.options.json) {
    if (auto wrapper = site::read_wrapper_file(context.options.output); wrapper.ok())
      return std::move(*wrapper);
  }
  return options.site.empty() ? nullptr
                              : site::wrapper_in_force(options.site, options.template_name);
}

// True, after saying so, if the labels have problems and attributes are lost by them that the
// earlier wrapper finds on these pages.
bool is_worse(Context& context, const Options& options, const Inputs& inputs,
              const model::Wrapper& wrapper) {
  if (options.force) return false;
  const auto before = earlier_wrapper(context, options);
  if (before == nullptr) return false;
  const auto lost = site::lost_attributes(*before, wrapper, inputs.pages);
  if (lost.empty()) return false;
  context.complain(
      fmt::format("the earlier wrapper stays, because this one does not find {}; correct the "
                  "labels, or --force replaces it",
                  fmt::join(lost, ", ")));
  context.out = Output();
  return true;
}

// Reports what was learned from all labels, and puts it where it belongs.
Result<ExitCode> finish(Context& context, const Options& options, const Inputs& inputs,
                        const site::Learned& learned, size_t labelled) {
  const model::Wrapper& wrapper = *learned.induced.wrapper;
  const std::vector<std::string>& problems = learned.induced.problems;
  for (const std::string& problem : problems) context.complain(problem);
  note_partial_lists(context, inputs, wrapper);
  const bool whole = problems.empty() && inputs.unreadable == 0;
  if (!whole && is_worse(context, options, inputs, wrapper)) return ExitCode::kUnhealthy;
  Json json = {{"wrapper", model::save_wrapper(wrapper)}};
  if (context.options.json) {
    if (!learned.pages.empty()) json["progress"] = progress_json(learned, labelled);
    json["problems"] = problems;
  }
  context.out.write(context.options.json ? dump_json(json) + "\n"
                                         : dump_json_pretty(json["wrapper"]));
  WEFT_TRY(put_in_site(context, options, inputs, wrapper));
  if (learned.induced.contradictory) return ExitCode::kUnhealthy;
  return whole ? ExitCode::kGood : ExitCode::kPartial;
}

Result<ExitCode> run_from_journal(Context& context, const Options& options);

// For `weft article --method v-wrapper --model`: no wrapper of records, so nothing for a bundle.
Result<ExitCode> run_by_sight(Context& context, const Options& options, const Inputs& inputs) {
  if (!options.site.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "a V-Wrapper is no part of a bundle: leave out --site; 'weft article --method "
                 "v-wrapper --model FILE' uses it"};
  WEFT_ASSIGN(const read::VWrapper wrapper, site::learn_by_sight(inputs.pages, inputs.labels));
  context.out.write(read::write_v_wrapper(
      wrapper, fmt::format("learned from {} labelled pages", count_pages(inputs.labels))));
  return inputs.unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (options.labels.empty()) return run_from_journal(context, options);
  WEFT_ASSIGN(const Inputs inputs, read_inputs(context, options));
  if (options.inducer != "rules" &&
      (options.ranking != "weft" || !options.types.empty() || options.step)) {
    return Error{ErrorCode::kInvalidArgument,
                 "--ranking, --type and --step are for --inducer rules alone"};
  }
  if (options.inducer == "v-wrapper") return run_by_sight(context, options, inputs);
  model::InducerInput input{.pages = pointers_to(inputs.pages),
                            .schema = inputs.schema ? &*inputs.schema : nullptr,
                            .types = inputs.types,
                            .patterns = inputs.patterns,
                            .variant = options.ranking == "paper" ? "paper" : ""};
  const size_t labelled = count_pages(inputs.labels);
  for (size_t count = options.step ? 1 : labelled;; ++count) {
    input.labels = labels_of_first(inputs.labels, count);
    WEFT_ASSIGN(const site::Learned learned, site::learn(input, options.inducer));
    if (!learned.pages.empty()) say_progress(context, learned, count);
    if (count >= labelled) return finish(context, options, inputs, learned, labelled);
  }
}

// Without --labels: what people said in the studio, or with weft label --site, kept in the bundle.
Result<ExitCode> run_from_journal(Context& context, const Options& options) {
  if (options.site.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "name the labels: --labels FILE, or --site DIR for those kept in a bundle"};
  WEFT_ASSIGN(site::Bundle bundle, site::Bundle::open(options.site, site::Bundle::Mode::kWrite));
  std::string name = options.template_name;
  if (name.empty()) {
    WEFT_ASSIGN(const auto templates, bundle.templates());
    if (templates.size() != 1)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{} has several templates: say --template NAME", options.site)};
    name = templates.front().name;
  }
  size_t unreadable = 0;
  WEFT_ASSIGN(const PageChoice choice, choose_inputs(options.inputs, options.group, name));
  const std::vector<model::Page> pages = read_pages(context, choice, unreadable);
  WEFT_ASSIGN(const site::JournalLesson lesson, site::learn_from_journal(bundle, name, pages));
  for (const std::string& problem : lesson.problems) context.complain(problem);
  WEFT_ASSIGN(const site::PutWrapper put,
              site::put_in_site(bundle, name, *lesson.wrapper,
                                fmt::format("learned from {} labels", lesson.labels), std::nullopt,
                                lesson.pages));
  context.note(fmt::format("{}: version {} of template {}, from {} labels on {} pages",
                           options.site, put.version, name, lesson.labels, lesson.pages.size()));
  note_pins(context, put);
  context.out.write(dump_json_pretty(model::save_wrapper(*lesson.wrapper)));
  return lesson.problems.empty() && unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs,
             "Sample pages, labelled and not: files, directories, globs, WARC files, URLs, "
             "@lists, or -; with --group where to find them (default: where they were grouped)");
  take.value("--labels FILE", options.labels,
             "Labels, one JSON object a line; weft label writes them (default: those kept in the "
             "bundle of --site)");
  take.value("--schema FILE", options.schema, "Says which attributes are sets");
  take.value("--site DIR", options.site,
             "Put the wrapper into this site bundle too, with pages to watch it by");
  take.value("--template NAME", options.template_name,
             "With --site: the template it is for (default: the only one); with --group: "
             "whose pages to take (default: t1)");
  take.value("--group FILE", options.group,
             "Take the pages of a template in the output of 'weft group --json'");
  take.value(
      "--inducer NAME", options.inducer,
      "How to learn: rules (default), broom, broom-update, page-tree, stalker, best, vote; as "
      "their papers have it, broom-paper, page-tree-paper, stalker-paper; or v-wrapper, "
      "from labels 'title' and 'content', for weft article --model");
  take.value("--ranking", options.ranking, "Order of rules: weft (default) or paper (as in Vertex)")
      .one_of({"weft", "paper"});
  take.value("--type NAME=TYPE", options.types,
             "Attribute must match a typed pattern: price=price");
  take.value("--pattern TYPE=REGEX", options.patterns,
             "Add a typed pattern (RE2; the first group is the value)");
  take.flag("--step", options.step, "Say after each labelled page how far the labels have come");
  take.flag("--force", options.force,
            "Replace a wrapper even by one that lost attributes to bad labels");
}

}  // namespace
}  // namespace weft::cli::learn_verb

const weft::cli::Verb weft::cli::kLearn{
    "learn", "Learn a wrapper from labels on a few pages",
    "  weft learn --labels labels.jsonl site/products/ -o wrapper.json\n"
    "  weft learn --labels labels.jsonl --site shop.site --template t1 site/ -o w.json\n"
    "  weft learn --labels labels.jsonl --group g.json --template t1 --site shop.site -o "
    "w.json\n"
    "  weft learn --site shop.site --template t1 crawl/\n"
    "  weft learn --labels labels.jsonl --step site/ > wrapper.json\n"
    "  weft learn --labels labels.jsonl --inducer broom site/lists/ -o wrapper.json\n"
    "  weft learn --labels labels.jsonl --inducer v-wrapper news/ -o news.json\n"
    "  weft learn --labels labels.jsonl --type price=price --ranking paper site/",
    prepare<learn_verb::declare, learn_verb::run>};
