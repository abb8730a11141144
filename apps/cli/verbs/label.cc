// weft label: label pages at the terminal, with the wrappers so far doing most of it ([Zheng] ch. 10).
//
// Commands come from standard input, one a line, so that a script can label as well as a person. What the session says
// goes to standard error; the labels go to standard output, or -o, when it ends. A file of -o that exists is gone on from.
//
//   page site/lamp-7.html
//     [0] Lamps and more
//     [1] Lamp 7
//     [2] 12.50 EUR
//   label> title = #1
//   label> price = #2
//   label> ok
//
// Or a program labels (--labeller): it is given pages one by one, and what it says is checked page against page, since it errs.
//
// A site may have thousands of pages: at most kMostPages of them, evenly spread, are read to learn from and to predict
// on. Any other is read when it is opened.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/numbers.h"
#include "base/pointers.h"
#include "base/shortened.h"
#include "base/split.h"
#include "base/strings.h"
#include "cli/ask_labels.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "cli/verbs/label_columns.h"
#include "dom/path.h"
#include "dom/text.h"
#include "group/outline.h"
#include "group/sample.h"
#include "induce/active/label_session.h"
#include "induce/combine/noisy_labels.h"
#include "model/label_file.h"
#include "model/locate.h"
#include "model/schema_file.h"
#include "select/query.h"
#include "site/bundle.h"
#include "site/input_files.h"
#include "site/label_place.h"

namespace weft::cli::label_verb {
namespace {

using induce::LabelSession;
using induce::ProposedLabel;

constexpr const char* kCommands =
    "  ok                      take the labels as shown, learn, and go to the next page\n"
    "  ATTR = WHAT             label: WHAT is #N (a line of the page), an XPath, a CSS selector, "
    "or text; in quotes\n"
    "                          it is never taken for a selector\n"
    "  ATTR = all WHAT         the same for every place that WHAT finds: the values of a list\n"
    "  ATTR = none             the page does not have it\n"
    "  ATTR@RECORD = WHAT      the same for a record of a list page (0, 1, …; default 0)\n"
    "  again                   predict the page's other records from what is labelled so far\n"
    "  no N                    remove label N\n"
    "  undo                    take the last step back\n"
    "  next                    go to the next page; 'skip' also where labels were typed, which it "
    "leaves out\n"
    "  page ID                 open another page\n"
    "  text [WORD]             the lines of the page, all of them or those with a word\n"
    "  show, help, end         list the labels; these lines; stop and write the labels\n"
    "Labels of a list page are taken as complete: a record without labels counts against the rules "
    "that\n"
    "find it. Label two or three, let 'again' predict the others, and look at the list before "
    "'ok'.\n";

// Pages that are read at the start. A hundred are enough to predict on ([Zheng] 10.3.3), more make the start slow.
constexpr size_t kMostPages = 120;
// Lines of a page that are shown when it is opened, and how much of each.
constexpr size_t kShownLines = 40;
constexpr size_t kShownColumns = 100;
// Pages that say which text is the template's.
constexpr size_t kComparedPages = 20;

struct Options {
  std::vector<std::string> inputs;
  std::string group;
  std::string template_name;
  std::string labels;
  std::string schema;
  std::string site;
  bool columns = false;
  std::vector<std::string> like;
  std::vector<std::string> test;
  std::string inducer = induce::kDefaultInducer;
  std::string second_view;
  double target = 0.9;
  std::string questions;
  std::string labeller;
  size_t asked = 5;
};

// Something that `weft auto --json` is not sure of.
struct Question {
  std::string attribute;
  std::string page;
  std::string value;
  std::string other;
};

void describe(JsonFields& json, Question& question) {
  json.required("attribute", question.attribute);
  json.required("page", question.page);
  json.required("value", question.value);
  json.field("other", question.other);
}

struct Questions {
  std::vector<Question> questions;  // The most valuable first.
};

void describe(JsonFields& json, Questions& all) { json.required("questions", all.questions); }

// Texts that stand on half of some pages or more: menus and other text of the template, at which nobody points.
std::set<std::string> common_texts(const std::vector<model::Page>& pages) {
  const size_t some = std::min(pages.size(), kComparedPages);
  std::map<std::string, size_t> on;
  for (size_t p = 0; p < some; ++p) {
    const dom::Document& doc = pages[p].document;
    std::set<std::string> texts;
    for (const dom::NodeId line : site::lines_of(doc))
      texts.insert(dom::normalized_text(doc, line));
    for (const std::string& text : texts) ++on[text];
  }
  std::set<std::string> common;
  for (const auto& [text, count] : on) {
    if (count > 1 && 2 * count >= some) common.insert(text);
  }
  return common;
}

// One session with its way to talk.
class Terminal {
 public:
  Terminal(Context& context, LabelSession& session, const Options& options,
           std::set<std::string> common, std::vector<Question> questions)
      : context_(context),
        session_(session),
        options_(options),
        common_(std::move(common)),
        questions_(std::move(questions)) {}

  // Reads commands until the end of input or `end`.
  void run() {
    if (!session_.finished().empty()) say_progress();
    if (!next_page()) return;
    for (std::string line; prompt(), std::getline(std::cin, line);) {
      const std::string command(trim(line));
      if (command.empty() || command[0] == '#') continue;
      if (command == "end" || command == "quit") break;
      if (const Status done = obey(command); !done.ok()) context_.complain(done.error().message);
    }
    if (const size_t typed = typed_labels(); typed > 0)
      context_.complain(fmt::format("{}: {} labels were not taken ('ok') and are left out",
                                    session_.page()->id, typed));
  }

 private:
  static void prompt() {
    if (isatty(STDIN_FILENO) != 0) fmt::print(stderr, "label> ");
  }

  // Opens the page of the most valuable question left and asks all that there are about it. False when
  // none is left.
  bool next_question() {
    while (!questions_.empty()) {
      const std::string page = questions_.front().page;
      std::vector<Question> here;
      for (const Question& question : questions_) {
        if (question.page == page) here.push_back(question);
      }
      std::erase_if(questions_, [&](const Question& question) { return question.page == page; });
      if (const Status opened = open_page(page); !opened.ok()) {
        context_.complain(opened.error().message);
        continue;
      }
      for (const Question& question : here) ask(question);
      return true;
    }
    return false;
  }

  void ask(const Question& question) const {
    context_.note(
        fmt::format("is this the {0}?  '{0} = \"{1}\"' says yes, '{0} = none' that there is none",
                    question.attribute, question.value));
    if (!question.other.empty())
      context_.note(
          fmt::format("  or is it     '{} = \"{}\"'", question.attribute, question.other));
  }

  bool next_page() {
    if (next_question()) return true;
    if (!session_.propose()) {
      context_.note("no page is left; 'end' writes the labels, 'page ID' opens one again");
      return !session_.finished().empty();
    }
    open();
    return true;
  }

  void say_progress() const {
    const induce::Prediction& p = session_.prediction();
    const induce::LabelCount& c = session_.count();
    const induce::RecallBound bound = session_.bound();
    context_.note(
        fmt::format("recall at least {:.2f} (predicted {:.3f}, precision {:.3f}, on {} unlabelled "
                    "pages); {} of {} records labelled "
                    "by hand ({:.0f} % saved)",
                    bound.recall, p.recall, p.precision, p.pages.size(), c.records_by_hand,
                    c.records, 100 * c.saved()));
    if (bound.recall >= options_.target)
      context_.note(
          fmt::format("that is the goal of {}: 'end' writes the labels, more labels make it surer",
                      options_.target));
    else
      context_.note(fmt::format("least is known of {}: seen on {} page{}", bound.attribute,
                                bound.pages, bound.pages == 1 ? "" : "s"));
  }

  // Shows a page that was just opened.
  void open() {
    lines_ = site::lines_of(session_.page()->document);
    context_.note(fmt::format("page {}", session_.page()->id));
    for (const induce::PagePrediction& page : session_.prediction().pages) {
      if (page.page == session_.page()->id && !page.reason.empty())
        context_.note("  " + page.reason);
    }
    for (const induce::ContendedPage& page : session_.contended()) {
      if (page.page == session_.page()->id)
        context_.note(fmt::format("  {} is contended: '{}' or '{}'", page.attribute,
                                  shortened(page.first, kShownColumns),
                                  shortened(page.second, kShownColumns)));
    }
    show_text("", kShownLines, common_);
    show_labels();
  }

  void show_text(const std::string& word, size_t most, const std::set<std::string>& without) const {
    const dom::Document& doc = session_.page()->document;
    size_t left = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const std::string text = dom::normalized_text(doc, lines_[i]);
      if (text.find(word) == std::string::npos) continue;
      if (most == 0 || without.contains(text)) {
        ++left;
        continue;
      }
      --most;
      context_.note(
          fmt::format("  {:>5} {}", fmt::format("#{}", i), shortened(text, kShownColumns)));
    }
    if (left > 0) {
      context_.note(
          fmt::format("  {} more lines, most of them on other pages, too: 'text' shows them, 'text "
                      "WORD' those with a word",
                      left));
    }
  }

  // Labels of the open page that a person typed and that were not taken yet.
  [[nodiscard]] size_t typed_labels() const {
    if (session_.page() == nullptr) return 0;
    const std::vector<model::Label>& taken = session_.finished();
    return static_cast<size_t>(std::count_if(
        session_.labels().begin(), session_.labels().end(), [&](const ProposedLabel& p) {
          return !p.predicted && std::find(taken.begin(), taken.end(), p.label) == taken.end();
        }));
  }

  void show_labels() const {
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
    if (word == "page") return open_page(rest);
    if (session_.page() == nullptr)
      return Error{ErrorCode::kInvalidArgument,
                   "no page is open: 'page ID' opens one, 'end' writes the labels"};
    if (word == "ok") {
      WEFT_TRY(session_.finish_page());
      if (!session_.finished().empty()) say_progress();
      return next_page(), Status();
    }
    if (const size_t typed = typed_labels(); word == "next" && typed > 0)
      return Error{
          ErrorCode::kInvalidArgument,
          fmt::format("the page has {} labels: 'ok' takes them, 'skip' leaves them out", typed)};
    if (word == "next" || word == "skip") return session_.skip(), next_page(), Status();
    if (word == "show") return show_labels(), Status();
    if (word == "text") return show_text(rest, lines_.size(), {}), Status();
    if (word == "again") return session_.predict_again(), show_labels(), Status();
    if (word == "undo") {
      if (!session_.undo()) return Error{ErrorCode::kInvalidArgument, "nothing to undo"};
      return show_labels(), Status();
    }
    if (word == "no") return remove(rest);
    return label(command);
  }

  Status open_page(const std::string& id) {
    if (!session_.open(id).ok()) {
      size_t unreadable = 0;
      std::vector<model::Page> read = read_pages(context_, {.inputs = {id}}, unreadable);
      if (read.empty()) return Error{ErrorCode::kNotFound, fmt::format("no page {}", id)};
      session_.open(more_pages_.emplace_back(std::move(read.front())));
    }
    return open(), Status();
  }

  Status remove(const std::string& number) {
    const auto i = parse_number<size_t>(number);
    if (!i || *i >= session_.labels().size())
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("no label {}; 'show' lists them", number)};
    session_.remove(*i);
    return {};
  }

  // ATTR[@RECORD] = [all] WHAT, or none.
  Status label(const std::string& command) {
    const size_t equals = command.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("'{}' is no command; type help for those there are", command)};
    std::string name(trim(command.substr(0, equals)));
    std::string what(trim(command.substr(equals + 1)));
    if (what == "none") return session_.decline(name), Status();
    std::string record = "0";
    if (const size_t at = name.find('@'); at != std::string::npos) {
      record = name.substr(at + 1);
      name.resize(at);
    }
    const bool all = what.starts_with("all ");
    if (all) what = trim(what.substr(4));
    WEFT_ASSIGN(std::vector<model::Occurrence> places, find(what));
    const size_t found = places.size();
    if (!all) places.resize(1);
    std::vector<model::Label> labels;
    for (const model::Occurrence& place : places) labels.push_back(label_at(place, name, record));
    session_.say(std::move(labels));
    if (found > places.size())
      context_.note(fmt::format("  this is 1 of {} places; '{} = all {}' labels them all", found,
                                name, what));
    return {};
  }

  [[nodiscard]] model::Label label_at(const model::Occurrence& place, const std::string& name,
                                      const std::string& record) const {
    const std::string value = value_at(place);
    context_.note(fmt::format("  {}@{} = {}", name, record, value));
    return {.page = session_.page()->id,
            .record = record,
            .attribute = name,
            .path = model::label_path(session_.page()->document, place),
            .span = place.span,
            .value = value};
  }

  [[nodiscard]] std::string value_at(const model::Occurrence& place) const {
    const dom::Document& doc = session_.page()->document;
    if (!place.attribute.empty())
      return normalize_space(doc.attribute(place.node, dom::atom_of(place.attribute)).value_or(""));
    std::string text = dom::value_text(doc, place.node);
    return place.span ? text.substr(place.span->begin, place.span->end - place.span->begin) : text;
  }

  // The places that a number, a text, an XPath or a CSS selector points at; never none. A text needs
  // quotes only where it may also be a selector of the page's.
  [[nodiscard]] Result<std::vector<model::Occurrence>> find(const std::string& what) const {
    const dom::Document& doc = session_.page()->document;
    if (const auto i =
            what.starts_with('#') ? parse_number<size_t>(what.substr(1)) : std::nullopt) {
      if (*i >= lines_.size())
        return Error{ErrorCode::kNotFound,
                     fmt::format("the page has no line {}; 'text' shows them", what)};
      return std::vector<model::Occurrence>{{.node = lines_[*i]}};
    }
    if (what.size() >= 2 && what.front() == '"' && what.back() == '"') {
      auto found = model::locate(doc, what.substr(1, what.size() - 2), {.attributes = true});
      if (found.empty()) return Error{ErrorCode::kNotFound, what + " is nowhere on the page"};
      return found;
    }
    auto selected = select_places(what);
    if (selected.ok()) return selected;
    auto said = model::locate(doc, what);
    if (!said.empty()) return said;
    return selected;
  }

  // The places that an XPath or a CSS selector selects; never none.
  [[nodiscard]] Result<std::vector<model::Occurrence>> select_places(
      const std::string& what) const {
    const dom::Document& doc = session_.page()->document;
    WEFT_ASSIGN(const select::Query query, select::Query::guess(what));
    WEFT_ASSIGN(const select::NodeSet nodes, query.select(doc));
    if (nodes.empty()) return Error{ErrorCode::kNotFound, what + " selects nothing on the page"};
    std::vector<model::Occurrence> places;
    for (const select::NodeRef node : nodes) {
      model::Occurrence place{.node = node.node};
      if (node.is_attribute())
        place.attribute = doc.attribute_at(node.node, node.attribute_index()).name_text;
      if (!value_at(place).empty()) places.push_back(std::move(place));
    }
    if (places.empty())
      return Error{ErrorCode::kNotFound,
                   what + " selects places without text; name an attribute, as in //img/@src"};
    return places;
  }

  Context& context_;
  LabelSession& session_;
  const Options& options_;
  std::set<std::string> common_;        // Texts of the template.
  std::vector<dom::NodeId> lines_;      // Of the open page.
  std::vector<Question> questions_;     // Not asked yet.
  std::deque<model::Page> more_pages_;  // Read because somebody asked for them.
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

// The wrappers of all templates of a site.
Result<std::vector<std::shared_ptr<const model::Wrapper>>> wrappers_of(const std::string& site) {
  std::vector<std::shared_ptr<const model::Wrapper>> wrappers;
  if (site.empty()) return wrappers;
  WEFT_ASSIGN(const site::Bundle bundle, site::Bundle::open(site, site::Bundle::Mode::kRead));
  WEFT_ASSIGN(const std::vector<model::Template> templates, bundle.templates());
  for (const model::Template& one : templates) {
    if (auto wrapper = bundle.wrapper(one.name); wrapper.ok())
      wrappers.push_back(std::move(*wrapper));
  }
  return wrappers;
}

// Pages that labels name by the path they were read from and that the sample does not have.
void read_labelled_pages(Context& context, const std::vector<model::Label>& labels,
                         std::vector<model::Page>& pages, size_t& unreadable) {
  std::set<std::string> missing;
  for (const model::Label& label : labels) {
    if (std::filesystem::is_regular_file(label.page)) missing.insert(label.page);
  }
  for (const model::Page& page : pages) missing.erase(page.id);
  if (missing.empty()) return;
  for (model::Page& page :
       read_pages(context, {.inputs = {missing.begin(), missing.end()}}, unreadable))
    pages.push_back(std::move(page));
}

// The template of the bundle whose labels are meant: the one named, or the only one; "" if there is none
// or it cannot be told.
std::string labelled_template(const site::Bundle& bundle, const std::string& named) {
  const auto templates = bundle.templates();
  if (!templates.ok()) return {};
  if (named.empty()) return templates->size() == 1 ? templates->front().name : "";
  return bundle.find_template(named).ok() ? named : "";
}

// Labels to go on from: those of --labels, else those of an earlier session in the file of -o, else those
// that the bundle of --site keeps.
Result<std::vector<model::Label>> labels_before(const Context& context, const Options& options) {
  std::string path = options.labels;
  if (path.empty() && context.options.output != "-" &&
      std::filesystem::exists(context.options.output))
    path = context.options.output;
  if (!path.empty()) return site::read_label_file(path);
  if (options.site.empty()) return std::vector<model::Label>();
  WEFT_ASSIGN(const site::Bundle bundle,
              site::Bundle::open(options.site, site::Bundle::Mode::kRead));
  const std::string name = labelled_template(bundle, options.template_name);
  if (name.empty()) return std::vector<model::Label>();
  WEFT_ASSIGN(site::KeptLabels kept, bundle.labels(name));
  std::erase_if(kept.labels,
                [&](const model::Label& one) { return !kept.finished.contains(one.page); });
  return std::move(kept.labels);
}

// Finished pages go into the bundle of --site, where weft studio and weft learn --site find them.
Status keep_in_site(const Context& context, const Options& options,
                    const std::vector<model::Label>& labels) {
  if (options.site.empty()) return {};
  WEFT_ASSIGN(site::Bundle bundle, site::Bundle::open(options.site, site::Bundle::Mode::kWrite));
  const std::string name = labelled_template(bundle, options.template_name);
  if (name.empty()) return {};
  WEFT_TRY(bundle.put_labels(name, labels));
  context.note(fmt::format("{} keeps them for template {}", options.site, name));
  return {};
}

// --- a program that labels ---

// The pages that show most, then others: where pages are all alike, it is their number that shows who errs.
std::vector<size_t> pages_to_ask_about(const std::vector<model::Page>& pages, size_t wanted) {
  std::vector<group::PageOutline> outlines;
  for (const model::Page& page : pages) outlines.push_back(group::outline_of(page.document));
  std::vector<size_t> chosen;
  for (const group::SampledPage& pick : group::choose_pages(outlines, {.size = wanted}))
    chosen.push_back(pick.page);
  for (size_t p = 0; p < pages.size() && chosen.size() < wanted; ++p) {
    if (std::find(chosen.begin(), chosen.end(), p) == chosen.end()) chosen.push_back(p);
  }
  return chosen;
}

// What the program says, checked page against page.
Result<std::vector<model::Label>> labels_of_tool(const Context& context, const Options& options,
                                                 const std::vector<model::Page>& pages,
                                                 const model::Schema& schema) {
  std::vector<model::Label> labels;
  for (const size_t p : pages_to_ask_about(pages, options.asked)) {
    WEFT_ASSIGN(std::vector<model::Label> some,
                ask_for_labels(context, pages[p], schema, options.labeller));
    context.note(fmt::format("{}: {} labels", pages[p].id, some.size()));
    labels.insert(labels.end(), some.begin(), some.end());
  }
  if (labels.empty()) return labels;
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(options.inducer));
  WEFT_ASSIGN(
      induce::NoisyLearned learned,
      induce::learn_from_noisy(
          inducer, {.pages = pointers_to(pages), .labels = std::move(labels), .schema = &schema}));
  for (const induce::DoubtedLabel& doubted : learned.wrong) {
    const std::string instead =
        doubted.instead.empty()
            ? "nothing like it is found there"
            : fmt::format("'{}' is taken", shortened(doubted.instead, kShownColumns));
    context.note(fmt::format("wrong: {} of {} = '{}'; {}", doubted.label.attribute,
                             doubted.label.page, shortened(doubted.label.value, kShownColumns),
                             instead));
  }
  for (const model::Label& label : learned.added)
    context.note(fmt::format("put in: {} of {} = '{}'", label.attribute, label.page,
                             shortened(label.value, kShownColumns)));
  return std::move(learned.labels);
}

Result<ExitCode> run_labeller(Context& context, const Options& options,
                              const std::vector<model::Page>& pages,
                              const std::optional<model::Schema>& schema) {
  if (!schema)
    return Error{ErrorCode::kInvalidArgument,
                 "--labeller needs --schema FILE: it tells the program what to look for"};
  WEFT_ASSIGN(const std::vector<model::Label> labels,
              labels_of_tool(context, options, pages, *schema));
  if (labels.empty()) {
    context.complain("no labels: the labeller found nothing that the schema asks for");
    return ExitCode::kNothing;
  }
  context.out.write(model::write_labels(labels));
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (options.columns)
    return label_columns(context, {options.site, options.template_name, options.like});
  size_t unreadable = 0;
  WEFT_ASSIGN(auto choice, choose_inputs(options.inputs, options.group, options.template_name));
  WEFT_ASSIGN(auto labels, labels_before(context, options));
  std::vector<model::Page> pages = read_some_pages(context, choice, kMostPages, unreadable);
  read_labelled_pages(context, labels, pages, unreadable);
  site::match_page_names(pages, labels);
  const std::vector<model::Page> test =
      options.test.empty()
          ? std::vector<model::Page>()
          : read_some_pages(context, {.inputs = options.test}, kMostPages, unreadable);
  std::optional<model::Schema> schema;
  if (!options.schema.empty()) {
    WEFT_ASSIGN(auto read, site::read_schema_file(options.schema));
    schema = std::move(read);
  }
  if (!options.labeller.empty()) return run_labeller(context, options, pages, schema);
  WEFT_ASSIGN(auto known, wrappers_of(options.site));
  WEFT_ASSIGN(auto session, LabelSession::start({.pages = pointers_to(pages),
                                                 .test = pointers_to(test),
                                                 .inducer = options.inducer,
                                                 .second_view = options.second_view,
                                                 .schema = schema ? &*schema : nullptr,
                                                 .labels = std::move(labels),
                                                 .known = std::move(known)}));
  Questions asked;
  if (!options.questions.empty()) {
    WEFT_ASSIGN(const std::string text, read_file(options.questions));
    WEFT_ASSIGN(asked, read_json_text<Questions>(text, options.questions));
  }
  Terminal(context, session, options, common_texts(pages), std::move(asked.questions)).run();
  warn_of_lost_labels(context, session);
  if (session.finished().empty()) {
    context.complain("no labels: label a page, then 'ok' to take them");
    return ExitCode::kNothing;
  }
  WEFT_TRY(keep_in_site(context, options, session.finished()));
  context.out.write(model::write_labels(session.finished()));
  return unreadable == 0 ? ExitCode::kGood : ExitCode::kPartial;
}

void declare(Arguments& take, Options& options) {
  take.footer = fmt::format("Commands, one a line on standard input:\n{}\nWith --columns:\n{}\n",
                            kCommands, kLabelColumnsCommands);
  take.value("PAGE", options.inputs,
             "Sample pages: files, directories, WARC files; with --group where to find "
             "them (default: "
             "where they were grouped)");
  take.value("--group FILE", options.group,
             "Take the pages of a template in the output of 'weft group --json'");
  take.value("--template ID", options.template_name,
             "Which template of --group (default: t1), and of --site (default: the only one)");
  take.value("--labels FILE", options.labels,
             "Go on from these labels (default: those in the file of -o, if it exists)");
  take.value("--schema FILE", options.schema, "Says which attributes are sets");
  take.value("--site DIR", options.site,
             "Show each page with the labels of the template of this site that fits it best; go on "
             "from the labels it keeps, and keep those made here");
  take.flag("--columns", options.columns,
            "Name the columns that 'weft template --site' found instead of labelling pages: rules "
            "are learned from the named ones and put into the site")
      .needs("--site");
  take.value("--like DIR", options.like,
             "With --columns: propose the names of this site, as far as columns are alike")
      .needs("--columns");
  take.value("--test PAGE", options.test,
             "Predict on these pages instead of the others to be labelled");
  take.value("--inducer NAME", options.inducer,
             fmt::format("How to learn: what 'weft learn' is to use (default {}), broom, vote…",
                         induce::kDefaultInducer));
  take.value(
          "--second NAME", options.second_view,
          "Propose pages on which this inducer and the other disagree first (co-testing): broom…")
      .one_of(induce::inducer_names());
  take.value("--target", options.target,
             "Say so when recall is at least this, with nine chances in ten (default 0.9)")
      .range(0, 1);
  take.value(
      "--questions FILE", options.questions,
      "First the pages that 'weft auto --json' has questions about, the most valuable first");
  take.value("--labeller COMMAND", options.labeller,
             "A program labels: it is given each page as JSON (its lines, the schema) and writes "
             "{\"attribute\", \"value\" or \"line\"} a line; what its answers contradict is "
             "named and left out");
  take.value("--pages N", options.asked, "Pages that the labeller is asked about")
      .show_default()
      .at_least(1);
}

}  // namespace
}  // namespace weft::cli::label_verb

const weft::cli::Verb weft::cli::kLabel{
    "label", "Label pages at the terminal, with predicted labels to accept or correct",
    "  weft label site/products/ -o labels.jsonl\n"
    "  weft label --group groups.json --template t2 -o labels.jsonl\n"
    "  weft label site/products/ -o labels.jsonl     (again: goes on)\n"
    "  weft label --site shop.site new-pages/ -o labels.jsonl\n"
    "  weft label --columns --site shop.site --like other.site > labels.jsonl\n"
    "  weft auto --domain books site/ --json > auto.json && weft label site/ --questions auto.json "
    "-o labels.jsonl\n"
    "  weft label site/ --schema book.json --labeller ./ask-a-model.py -o labels.jsonl\n"
    "  printf 'title = h1\\nok\\nend\\n' | weft label site/ > labels.jsonl",
    prepare<label_verb::declare, label_verb::run>};
