// Commands come from standard input, one a line, as in weft label:
//
//   c1   heading       text   20 of 20  Pen · Ink · Cup
//   c7   amount        money  20 of 20  $5 · $7 · $12
//   proposed: c1 = title
//   label> c7 = price
//   label> ok

#include "cli/verbs/label_columns.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/shortened.h"
#include "base/strings.h"
#include "cli/column_report.h"
#include "model/label_file.h"
#include "site/template_site.h"
#include "templates/column_matching.h"
#include "value/identifier.h"

namespace weft::cli {

const char* const kLabelColumnsCommands =
    "  c7 = price              column 7 is the price; two columns may share a name\n"
    "  c7 = none               column 7 has no name\n"
    "  price = none            nor has any column this name\n"
    "  show, help              the columns and their names; these lines\n"
    "  ok                      take what was named and what is proposed, and learn\n"
    "  end                     take what was named, and learn\n"
    "  quit                    leave the site as it is\n";

namespace {

class NamingTerminal {
 public:
  NamingTerminal(Context& context, const site::OpenColumns& open,
                 std::vector<templates::Proposal> proposals)
      : context_(context), open_(open), proposals_(std::move(proposals)) {}

  // The names in the end; nothing if the person quit.
  std::vector<site::ColumnName> run() {
    show();
    for (std::string line; prompt(), std::getline(std::cin, line);) {
      const std::string command(trim(line));
      if (command.empty() || command[0] == '#') continue;
      if (command == "quit") return {};
      if (command == "end") return names_;
      if (command == "ok") {
        take_proposals();
        return names_;
      }
      if (command == "show") {
        show();
      } else if (command == "help") {
        context_.note(kLabelColumnsCommands);
      } else if (const Status done = name(command); !done.ok()) {
        context_.complain(done.error().message);
      }
    }
    return names_;
  }

 private:
  static void prompt() {
    if (isatty(STDIN_FILENO) != 0) fmt::print(stderr, "label> ");
  }

  void show() const {
    context_.note(fmt::format("template {}, {} pages", open_.template_name, open_.pages.size()));
    context_.note(columns_as_tree(open_.schema, open_.table, open_.pages.size()));
    for (const site::ColumnName& one : names_)
      context_.note(fmt::format("named:    c{} = {}", one.column + 1, one.name));
    for (const templates::Proposal& one : proposals_) {
      const auto examples = open_.table[one.column].examples(1);
      context_.note(fmt::format("proposed: c{} = {}  ({})", one.column + 1, one.name,
                                examples.empty() ? "" : shortened(examples[0], 60)));
    }
    if (names_.empty() && proposals_.empty()) context_.note("no names yet; 'c7 = price' gives one");
  }

  void take_proposals() {
    for (const templates::Proposal& one : proposals_) names_.push_back({one.column, one.name});
    proposals_.clear();
  }

  // By number, or by the name that it has in the template.
  [[nodiscard]] Result<size_t> column(const std::string& what) const {
    const auto number = what.starts_with('c') ? parse_number<size_t>(what.substr(1)) : std::nullopt;
    if (number && *number >= 1 && *number <= open_.table.size() &&
        !open_.table[*number - 1].texts.empty())
      return *number - 1;
    for (size_t c = 0; c < open_.table.size(); ++c) {
      if (open_.table[c].name == what && !open_.table[c].texts.empty()) return c;
    }
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("there is no column {}; 'show' lists them", what)};
  }

  // COLUMN = NAME, COLUMN = none, NAME = none.
  Status name(const std::string& command) {
    const size_t equals = command.find('=');
    if (equals == std::string::npos || equals == 0) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("'{}' is no command; type help for those there are", command)};
    }
    const std::string left(trim(command.substr(0, equals)));
    const std::string right = value::identifier_of(trim(command.substr(equals + 1)));
    if (right.empty()) return Error{ErrorCode::kInvalidArgument, "a name has letters or digits"};
    const auto c = column(left);
    if (right == "none") {
      const auto meant = [&](const auto& one) {
        return one.name == left || (c.ok() && one.column == *c);
      };
      const size_t gone = std::erase_if(names_, meant) + std::erase_if(proposals_, meant);
      return gone > 0 ? Status() : Error{ErrorCode::kInvalidArgument, left + " has no name"};
    }
    if (!c.ok()) return c.error();
    const auto same = [&](const auto& one) { return one.column == *c; };
    std::erase_if(names_, same);
    std::erase_if(proposals_, [&](const auto& one) { return same(one) || one.name == right; });
    names_.push_back({*c, right});
    return {};
  }

  Context& context_;
  const site::OpenColumns& open_;
  std::vector<templates::Proposal> proposals_;
  std::vector<site::ColumnName> names_;
};

}  // namespace

Result<ExitCode> label_columns(Context& context, const LabelColumnsOptions& options) {
  WEFT_ASSIGN(const site::OpenColumns open,
              site::open_columns(options.site, options.template_name, context.options.limits));
  std::vector<templates::ColumnProfile> known;
  for (const std::string& like : options.like) {
    WEFT_ASSIGN(auto columns, site::known_columns(like, context.options.limits));
    std::move(columns.begin(), columns.end(), std::back_inserter(known));
  }
  const std::vector<site::ColumnName> names =
      NamingTerminal(context, open,
                     templates::propose_names(
                         templates::profile_columns(open.table, open.page_pointers()), known))
          .run();
  if (names.empty()) {
    context.complain("no column is named: the site stays as it is");
    return ExitCode::kNothing;
  }
  WEFT_ASSIGN(const site::NamedColumns named, site::put_names(options.site, open, names));
  for (const std::string& problem : named.problems) context.complain(problem);
  context.note(fmt::format("{}: version {} of template {}", options.site, named.version,
                           open.template_name));
  context.out.write(model::write_labels(named.labels));
  return named.problems.empty() ? ExitCode::kGood : ExitCode::kPartial;
}

}  // namespace weft::cli
