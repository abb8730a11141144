// weft label: label pages at the terminal, with the wrappers so far doing most of it ([Zheng] ch.
// 10).
//
// Commands come from standard input, one a line, so that a script can label as well as a person.
// What the session says goes to standard error; the labels go to standard output, or -o, when it
// ends.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "dom/path.h"
#include "dom/text.h"
#include "induce/active/label_session.h"
#include "model/label_file.h"
#include "model/locate.h"
#include "select/query.h"
#include "site/input_files.h"

namespace weft::cli::label_verb {
namespace {

using induce::LabelSession;
using induce::ProposedLabel;

constexpr const char* kCommands =
    "  ok                      take the labels as shown, learn, and go to the next page\n"
    "  ATTR = WHAT             label: WHAT is an XPath, a CSS selector, or \"text\" in quotes\n"
    "  ATTR@RECORD = WHAT      the same for a record of a list page (0, 1, …; default 0)\n"
    "  again                   predict the page's other records from what is labelled so far\n"
    "  no N                    remove label N\n"
    "  undo                    take the last step back\n"
    "  page ID                 open another page\n"
    "  skip                    leave the page unlabelled and end\n"
    "  show, help, end         list the labels; these lines; stop and write the labels\n"
    "Labels of a list page are taken as complete: a record without labels counts against the rules "
    "that\n"
    "find it. Label two or three, let 'again' predict the others, and look at the list before "
    "'ok'.\n";

struct Options {
  std::vector<std::string> inputs;
  std::string group;
  std::string template_name;
  std::string labels;
  std::string schema;
  std::string inducer = "broom";
  double target = 0.98;
};

// One session with its way to talk.
class Terminal {
 public:
  Terminal(Context& context, LabelSession& session, const Options& options)
      : context_(context), session_(session), options_(options) {}

  // Reads commands until the end of input, `end`, or until no page is in doubt.
  Status run() {
    if (!next_page()) return {};
    for (std::string line; std::getline(std::cin, line);) {
      const std::string command(trim(line));
      if (command.empty() || command[0] == '#') continue;
      if (command == "end" || command == "skip") return {};
      if (command == "ok") {
        if (const Status done = session_.finish_page(); !done.ok()) {
          context_.complain(done.error().message);
          continue;
        }
        say_progress();
        if (!next_page()) return {};
        continue;
      }
      if (const Status done = obey(command); !done.ok()) context_.complain(done.error().message);
    }
    return {};
  }

 private:
  bool next_page() {
    const induce::Prediction& prediction = session_.prediction();
    const bool enough = !session_.finished().empty() && prediction.enough(options_.target);
    if (enough || !session_.propose()) {
      context_.note("no more labels are needed");
      return false;
    }
    show();
    return true;
  }

  void say_progress() const {
    const induce::Prediction& p = session_.prediction();
    const induce::LabelCount& c = session_.count();
    context_.note(fmt::format(
        "predicted recall {:.3f}, precision {:.3f} on {} unlabelled pages; {} of {} records "
        "labelled "
        "by hand ({:.0f} % saved)",
        p.recall, p.precision, p.pages.size(), c.records_by_hand, c.records, 100 * c.saved()));
  }

  void show() const {
    context_.note(fmt::format("page {}", session_.page()->id));
    for (const induce::PagePrediction& page : session_.prediction().pages) {
      if (page.page == session_.page()->id && !page.reason.empty())
        context_.note("  " + page.reason);
    }
    for (size_t i = 0; i < session_.labels().size(); ++i) {
      const ProposedLabel& p = session_.labels()[i];
      const char* mark = !p.predicted ? "by hand" : p.doubtful ? "doubtful" : "predicted";
      context_.note(fmt::format("  {:>3}  {:<10} {}@{} = {}  {}", i, mark, p.label.attribute,
                                p.label.record, p.label.value, p.label.path));
    }
    if (session_.labels().empty()) context_.note("  no labels yet; type help for what to type");
  }

  Status obey(const std::string& command) {
    const std::string word = command.substr(0, command.find(' '));
    const std::string rest(trim(command.substr(word.size())));
    if (word == "help") return context_.note(kCommands), Status();
    if (word == "show") return show(), Status();
    if (word == "again") return session_.predict_again(), show(), Status();
    if (word == "page") {
      WEFT_TRY(session_.open(rest));
      return show(), Status();
    }
    if (word == "undo") {
      if (!session_.undo()) return Error{ErrorCode::kInvalidArgument, "nothing to undo"};
      return show(), Status();
    }
    if (word == "no") return remove(rest);
    return add(command);
  }

  Status remove(const std::string& number) {
    size_t i = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), i);
    if (error != std::errc() || i >= session_.labels().size())
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("no label {}; 'show' lists them", number)};
    session_.remove(i);
    return {};
  }

  Status add(const std::string& command) {
    const size_t equals = command.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("'{}' is no command; type help for those there are", command)};
    std::string name(trim(command.substr(0, equals)));
    const std::string what(trim(command.substr(equals + 1)));
    std::string record = "0";
    if (const size_t at = name.find('@'); at != std::string::npos) {
      record = name.substr(at + 1);
      name.resize(at);
    }
    WEFT_ASSIGN(const model::Occurrence place, find(what));
    const dom::Document& doc = session_.page()->document;
    std::string value =
        place.attribute.empty()
            ? dom::normalized_text(doc, place.node)
            : normalize_space(
                  doc.attribute(place.node, dom::atom_of(place.attribute)).value_or(""));
    if (place.span) value = value.substr(place.span->begin, place.span->end - place.span->begin);
    context_.note(fmt::format("  {}@{} = {}", name, record, value));
    session_.add({.page = session_.page()->id,
                  .record = record,
                  .attribute = name,
                  .path = model::label_path(doc, place),
                  .span = place.span,
                  .value = value});
    return {};
  }

  // The place that a quoted text, an XPath or a CSS selector points at.
  [[nodiscard]] Result<model::Occurrence> find(const std::string& what) const {
    const dom::Document& doc = session_.page()->document;
    if (what.size() >= 2 && what.front() == '"' && what.back() == '"') {
      const auto found = model::locate(doc, what.substr(1, what.size() - 2), {.attributes = true});
      if (found.empty()) return Error{ErrorCode::kNotFound, what + " is nowhere on the page"};
      return found.front();
    }
    WEFT_ASSIGN(const select::Query query, select::Query::guess(what));
    WEFT_ASSIGN(const select::NodeSet nodes, query.select(doc));
    if (nodes.empty()) return Error{ErrorCode::kNotFound, what + " selects nothing on the page"};
    const select::NodeRef node = nodes.front();
    model::Occurrence place{.node = node.node};
    if (node.is_attribute())
      place.attribute = doc.attribute_at(node.node, node.attribute_index()).name_text;
    return place;
  }

  Context& context_;
  LabelSession& session_;
  const Options& options_;
};

// Labels of a page that was not finished are not written.
void warn_of_lost_labels(const Context& context, const LabelSession& session) {
  if (session.page() == nullptr) return;
  const std::string& page = session.page()->id;
  const bool finished = std::any_of(session.finished().begin(), session.finished().end(),
                                    [&](const model::Label& label) { return label.page == page; });
  const auto by_hand = std::count_if(session.labels().begin(), session.labels().end(),
                                     [](const ProposedLabel& label) { return !label.predicted; });
  if (by_hand != 0 && !finished)
    context.complain(fmt::format("{} labels of {} are not taken: 'ok' takes them", by_hand, page));
}

ExitCode run(Context& context, const Options& options) {
  size_t unreadable = 0;
  const auto choice = choose_inputs(options.inputs, options.group, options.template_name);
  if (!choice.ok()) return context.fail(choice.error());
  const std::vector<model::Page> pages = read_pages(context, *choice, unreadable);
  std::vector<model::Label> labels;
  if (!options.labels.empty()) {
    auto read = site::read_label_file(options.labels);
    if (!read.ok()) return context.fail(read.error());
    labels = std::move(*read);
    site::match_page_names(pages, labels);
  }
  std::optional<model::Schema> schema;
  if (!options.schema.empty()) {
    auto read = site::read_schema_file(options.schema);
    if (!read.ok()) return context.fail(read.error());
    schema = std::move(*read);
  }
  std::vector<const model::Page*> pointers;
  for (const model::Page& page : pages) pointers.push_back(&page);
  auto session = LabelSession::start(pointers, options.inducer, schema ? &*schema : nullptr,
                                     std::move(labels));
  if (!session.ok()) return context.fail(session.error());
  const Status done = Terminal(context, *session, options).run();
  if (!done.ok()) return context.fail(done.error());
  warn_of_lost_labels(context, *session);
  if (session->finished().empty()) {
    context.complain("no labels: label a page, then 'ok' to take them");
    return ExitCode::kNothing;
  }
  context.out.write(model::write_labels(session->finished()));
  return unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

void declare(Arguments& take, Options& options) {
  take.footer = fmt::format("Commands, one a line on standard input:\n{}\n", kCommands);
  take.value("PAGE", options.inputs,
             "Sample pages: files, directories, WARC files; with --group where to find "
             "them (default: "
             "where they were grouped)");
  take.value("--group FILE", options.group,
             "Take the pages of a template in the output of 'weft group --json'");
  take.value("--template ID", options.template_name, "Which template of --group (default: t1)");
  take.value("--labels FILE", options.labels, "Go on from these labels");
  take.value("--schema FILE", options.schema, "Says which attributes are sets");
  take.value("--inducer NAME", options.inducer, "How to learn: broom (default), rules, vote…");
  take.value("--target", options.target, "Stop at this predicted recall (default 0.98)")
      .range(0, 1);
}

}  // namespace
}  // namespace weft::cli::label_verb

const weft::cli::Verb weft::cli::kLabel{
    "label", "Label pages at the terminal, with predicted labels to accept or correct",
    "  weft label site/products/ -o labels.jsonl\n"
    "  weft label --group groups.json --template t2 -o labels.jsonl\n"
    "  weft label --labels labels.jsonl site/ -o more-labels.jsonl\n"
    "  printf 'title = h1\\nok\\nend\\n' | weft label site/ > labels.jsonl",
    prepare<label_verb::declare, label_verb::run>};
