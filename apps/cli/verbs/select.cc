// weft select: XPath or CSS over pages, for use beside grep, cut and jq.

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/json.h"
#include "base/strings.h"
#include "cli/page_loop.h"
#include "cli/record_output.h"
#include "cli/verb.h"
#include "dom/path.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "report/text_table.h"
#include "select/query.h"
#include "url/url.h"

namespace weft::cli::select_verb {
namespace {

using dom::Document;
using select::NodeRef;
using select::NodeSet;
using select::Query;
using select::Value;

struct Options {
  std::vector<std::string> arguments;    // EXPR PAGE…, or PAGE… when there are -e.
  std::vector<std::string> expressions;  // -e
  bool xpath = false;
  bool css = false;
  bool html = false;
  std::string attribute;
  bool raw = false;
  bool count = false;
  bool first = false;
  bool with_filename = false;
  bool explain = false;
  std::string each;    // Rows: a query for the nodes that are one each.
  std::string format;  // Of rows: jsonl, csv, parquet or table.
  std::string base;    // What links are resolved against, for pages without a URL.
};

struct NamedQuery {
  std::string name;  // Empty for the one expression given without -e.
  std::string text;
  Query query;
};

// What one page gave.
struct Outcome {
  std::string output;
  bool matched = false;
};

// --- expressions ---

// "title=//h1" as its two parts; an expression without a name is its own.
std::pair<std::string, std::string> split_name(const std::string& text) {
  size_t end = 0;
  while (end < text.size() && (is_ascii_alpha(text[end]) || is_ascii_digit(text[end]) ||
                               text[end] == '_' || text[end] == '-')) {
    ++end;
  }
  if (end == 0 || end == text.size() || text[end] != '=') return {text, text};
  return {text.substr(0, end), text.substr(end + 1)};
}

// The N of "… at column N"; 0 if the message does not say.
size_t column_in(std::string_view message) {
  constexpr std::string_view kMark = " at column ";
  const size_t at = message.rfind(kMark);
  size_t column = 0;
  if (at == std::string_view::npos) return 0;
  std::from_chars(message.data() + at + kMark.size(), message.data() + message.size(), column);
  return column;
}

// The message, the expression, and a caret under the place.
ExitCode refuse(const Context& context, const std::string& text, const Error& error) {
  std::string message = error.message;
  if (const size_t column = column_in(message); column != 0) {
    std::string shown = text;
    for (char& c : shown) c = static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    message += fmt::format("\n  {}\n  {}^", shown, std::string(column - 1, ' '));
  }
  context.complain(message);
  return ExitCode::kUsage;
}

Result<Query> parse(const std::string& text, const Options& options) {
  if (options.xpath) return Query::xpath(text);
  return options.css ? Query::css(text) : Query::guess(text);
}

void explain(Context& context, const std::vector<NamedQuery>& queries) {
  for (const NamedQuery& named : queries) {
    context.out.write(fmt::format(
        "{}\n  xpath     {}\n  standard  {}\n  run as    {}\n", named.text, named.query.to_string(),
        named.query.to_standard_string(), named.query.to_simplified_string()));
  }
}

// --- values ---

// A node as the options ask for it; nothing if it lacks the attribute of --attr.
std::optional<std::string> node_text(const Document& doc, NodeRef node, const Options& options) {
  if (!options.attribute.empty()) {
    if (node.is_attribute()) return std::nullopt;
    const auto value = doc.attribute(node.node, dom::atom_of(options.attribute));
    if (!value) return std::nullopt;
    return std::string(*value);
  }
  if (options.html && !node.is_attribute()) return dom::outer_html(doc, node.node);
  if (!options.raw && !node.is_attribute() && doc.is_element(node.node))
    return dom::value_text(doc, node.node);
  const std::string text = select::string_value(doc, node);
  return options.raw ? text : normalize_space(text);
}

std::string path_of(const Document& doc, NodeRef node) {
  std::string path = dom::indexed_path(doc, node.node);
  if (node.is_attribute()) {
    path += "/@";
    path += doc.attribute_at(node.node, node.attribute_index()).name_text;
  }
  return path;
}

Json node_json(const Document& doc, NodeRef node, const Options& options) {
  Json json;
  json["path"] = path_of(doc, node);
  if (const auto text = node_text(doc, node, options)) json[options.html ? "html" : "text"] = *text;
  if (node.is_attribute() || !doc.is_element(node.node)) return json;
  json["name"] = doc.name_text(node.node);
  Json& attributes = json["attributes"] = Json::object();
  for (uint32_t i = 0; i < doc.attribute_count(node.node); ++i) {
    const dom::Attribute attribute = doc.attribute_at(node.node, i);
    attributes[std::string(attribute.name_text)] = attribute.value;
  }
  return json;
}

Json scalar_json(const Document& doc, const Value& value) {
  if (const bool* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const double* number = std::get_if<double>(&value)) {
    // 2^53: whole numbers up to here are JSON integers.
    constexpr double kExact = 9007199254740992;
    if (*number == std::floor(*number) && std::abs(*number) < kExact)
      return static_cast<int64_t>(*number);
    return *number;
  }
  return select::to_string(doc, value);
}

bool is_something(const Value& value) {
  return std::holds_alternative<double>(value) || select::to_boolean(value);
}

std::string dump(const Json& json) { return json.dump() + '\n'; }

// --- one page ---

Json field_json(const Document& doc, const Value& value, const Options& options) {
  const NodeSet* nodes = std::get_if<NodeSet>(&value);
  if (nodes == nullptr) return scalar_json(doc, value);
  if (options.count) return nodes->size();
  Json list = Json::array();
  for (const NodeRef node : *nodes) {
    if (auto text = node_text(doc, node, options)) list.push_back(std::move(*text));
  }
  if (!options.first) return list;
  return list.empty() ? Json() : list[0];
}

// All named expressions as one object.
void write_object(const Document& doc, const std::vector<NamedQuery>& queries,
                  const std::vector<Value>& values, const std::string& page, const Options& options,
                  Outcome& outcome) {
  Json object;
  if (options.with_filename) object["page"] = page;
  for (size_t i = 0; i < queries.size(); ++i)
    object[queries[i].name] = field_json(doc, values[i], options);
  outcome.output = dump(object);
}

// The one expression, a line a match.
void write_lines(const Document& doc, const Value& value, const std::string& page,
                 const Options& options, bool json, Outcome& outcome) {
  const auto line = [&](Json&& object, const std::string& text) {
    if (json) {
      Json whole;
      whole["page"] = page;
      whole.update(object);
      outcome.output += dump(whole);
    } else {
      outcome.output += (options.with_filename ? page + ':' : std::string()) + text + '\n';
    }
  };
  const NodeSet* nodes = std::get_if<NodeSet>(&value);
  if (nodes == nullptr) {
    line({{"value", scalar_json(doc, value)}}, select::to_string(doc, value));
  } else if (options.count) {
    line({{"count", nodes->size()}}, std::to_string(nodes->size()));
  } else {
    for (const NodeRef node : *nodes) {
      const auto text = node_text(doc, node, options);
      if (text) line(json ? node_json(doc, node, options) : Json(), *text);
    }
  }
}

Result<Value> run_query(const Query& query, const Document& doc, const Options& options,
                        select::Scratch& scratch) {
  if (!options.first || options.count || !options.attribute.empty() || !query.selects_nodes()) {
    WEFT_ASSIGN(Value value, query.evaluate(doc, {}, scratch));
    NodeSet* nodes = std::get_if<NodeSet>(&value);
    if (options.first && !options.count && nodes != nullptr) {
      std::erase_if(*nodes, [&](NodeRef node) { return !node_text(doc, node, options); });
      if (nodes->size() > 1) nodes->resize(1);
    }
    return value;
  }
  WEFT_ASSIGN(const std::optional<NodeRef> node, query.first(doc, {}, scratch));
  return Value(node ? NodeSet{*node} : NodeSet());
}

Result<Outcome> run_page(const model::Page& page, const std::vector<NamedQuery>& queries,
                         const Options& options, bool json, select::Scratch& scratch) {
  Outcome outcome;
  std::vector<Value> values;
  for (const NamedQuery& named : queries) {
    auto value = run_query(named.query, page.document, options, scratch);
    if (!value.ok()) return value.error().in(page.id);
    outcome.matched |= is_something(*value);
    values.push_back(std::move(*value));
  }
  if (!queries.front().name.empty()) {
    write_object(page.document, queries, values, page.id, options, outcome);
  } else {
    write_lines(page.document, values.front(), page.id, options, json, outcome);
    outcome.matched &= !outcome.output.empty();
  }
  return outcome;
}

// --- rows: one for each node that --each finds ---

// Attributes that hold a URL.
bool is_link(std::string_view attribute) {
  return attribute == "href" || attribute == "src" || attribute == "action" ||
         attribute == "data-src" || attribute == "poster";
}

// What a query finds in a row: the first node's text, links made absolute; null if nothing.
Json cell_of(const model::Page& page, const Value& value, const Options& options) {
  const Document& doc = page.document;
  const NodeSet* nodes = std::get_if<NodeSet>(&value);
  if (nodes == nullptr) return scalar_json(doc, value);
  if (nodes->empty()) return {};
  const NodeRef node = nodes->front();
  const auto text = node_text(doc, node, options);
  if (!text) return {};
  const std::string_view attribute =
      node.is_attribute() ? doc.attribute_at(node.node, node.attribute_index()).name_text
                          : std::string_view(options.attribute);
  const std::string& base = options.base.empty() ? page.url : options.base;
  if (!is_link(attribute) || base.empty()) return *text;
  const std::string absolute = url::resolve(*text, base);
  return absolute.empty() ? *text : absolute;
}

// All rows of all pages, as the format wants them.
class RowWriter {
 public:
  explicit RowWriter(const std::vector<NamedQuery>& queries) : queries_(queries) {
    for (const NamedQuery& named : queries) {
      table_.header.push_back(named.name);
      model::Attribute& column = schema_.attributes.emplace_back();
      column.name = named.name;
      // A count is a number; what is not is found out.
      if (!named.query.selects_nodes()) column.type = model::ValueType::kNumber;
    }
  }

  // `format`: as --format says; empty: by the name of the output.
  Status open(Context& context, const std::string& format) {
    table_wanted_ = format == "table";
    if (table_wanted_) return {};
    WEFT_ASSIGN(const model::RecordFormat chosen, output_format(context, format));
    if (chosen == model::RecordFormat::kJsonLines) return {};
    WEFT_ASSIGN(records_, open_record_output(context, chosen,
                                             {.mode = model::RecordWriterOptions::Mode::kReplace,
                                              .meta = false,
                                              .schema = &schema_}));
    return {};
  }

  Status add(Context& context, const std::vector<Json>& row) {
    if (records_ != nullptr) return add_record(row);
    if (table_wanted_) {
      std::vector<std::string>& cells = table_.rows.emplace_back();
      for (const Json& cell : row) cells.push_back(cell.is_null() ? "" : cell_text(cell));
      return {};
    }
    Json object;
    for (size_t i = 0; i < row.size(); ++i) object[queries_[i].name] = row[i];
    context.out.write(dump(object));
    return {};
  }
  Status finish(Context& context) const {
    if (records_ != nullptr) return records_->finish();
    if (!table_.rows.empty())
      context.out.write(report::render(table_, {.width = report::terminal_width()}));
    return {};
  }

 private:
  static std::string cell_text(const Json& cell) {
    return cell.is_string() ? cell.get<std::string>() : cell.dump();
  }
  Status add_record(const std::vector<Json>& row) {
    model::Extraction extraction;
    model::Record& record = extraction.records.emplace_back();
    for (size_t i = 0; i < row.size(); ++i) {
      if (!row[i].is_null()) record.set(queries_[i].name, model::Value::leaf(cell_text(row[i])));
    }
    return records_->write(extraction);
  }

  const std::vector<NamedQuery>& queries_;
  bool table_wanted_ = false;
  report::TextTable table_;
  model::Schema schema_;
  std::unique_ptr<model::RecordWriter> records_;  // Null: a table, or JSON lines with their types.
};

Result<std::vector<std::vector<Json>>> rows_of(const model::Page& page, const Query& each,
                                               const std::vector<NamedQuery>& queries,
                                               const Options& options, select::Scratch& scratch) {
  NodeSet found;
  WEFT_TRY(each.select_into(page.document, {}, scratch, found));
  std::vector<std::vector<Json>> rows;
  for (const NodeRef node : found) {
    std::vector<Json>& row = rows.emplace_back();
    for (const NamedQuery& named : queries) {
      auto value = named.query.evaluate(page.document, {.node = node}, scratch);
      if (!value.ok()) return value.error().in(page.id);
      row.push_back(cell_of(page, *value, options));
    }
  }
  return rows;
}

// --- the verb ---

// Pages of a damaged archive are not all the pages.
ExitCode judge(Context& context, const PageSource& source, const PageLoopStats& stats,
               bool matched) {
  if (source.stats().damaged != 0)
    context.complain(
        fmt::format("{} damaged places in archives were skipped", source.stats().damaged));
  if (stats.bad != 0) return stats.exit_code();
  if (source.stats().damaged != 0) return ExitCode::kPartial;
  return matched ? ExitCode::kGood : ExitCode::kNothing;
}

Result<ExitCode> run_rows(Context& context, const Options& options, const Query& each,
                          const std::vector<NamedQuery>& queries,
                          const std::vector<std::string>& inputs) {
  PageSource source(inputs, source_options(context));
  std::vector<select::Scratch> scratches(context.workers());
  RowWriter writer(queries);
  WEFT_TRY(writer.open(context, options.format));
  bool matched = false;
  Status written;
  const PageLoopStats stats = for_each_page(
      context, source, [&](unsigned worker, const model::Page& page) -> Result<InOrder> {
        WEFT_ASSIGN(auto rows, rows_of(page, each, queries, options, scratches[worker]));
        return InOrder([&, rows = std::move(rows)] {
          for (const auto& row : rows) {
            const Status added = writer.add(context, row);
            if (written.ok()) written = added;
          }
          matched |= !rows.empty();
        });
      });
  WEFT_TRY(written);
  if (matched) WEFT_TRY(writer.finish(context));  // Else a file is left as it was.
  return judge(context, source, stats, matched);
}

Result<ExitCode> run_pages(Context& context, const Options& options,
                           const std::vector<NamedQuery>& queries,
                           const std::vector<std::string>& inputs) {
  PageSource source(inputs, source_options(context));
  std::vector<select::Scratch> scratches(context.workers());
  bool matched = false;
  const PageLoopStats stats = for_each_page(
      context, source, [&](unsigned worker, const model::Page& page) -> Result<InOrder> {
        WEFT_ASSIGN(Outcome outcome,
                    run_page(page, queries, options, context.options.json, scratches[worker]));
        return InOrder([&, outcome = std::move(outcome)] {
          matched |= outcome.matched;
          context.out.write(outcome.output);
        });
      });
  return judge(context, source, stats, matched);
}

Result<ExitCode> run(Context& context, const Options& options) {
  std::vector<std::string> inputs = options.arguments;
  std::vector<std::pair<std::string, std::string>> texts;
  for (const std::string& expression : options.expressions) texts.push_back(split_name(expression));
  if (texts.empty()) {
    if (inputs.empty())
      return Error{ErrorCode::kInvalidArgument,
                   "select: give an expression: weft select EXPR PAGE…"};
    texts.emplace_back("", inputs.front());
    inputs.erase(inputs.begin());
  }
  std::vector<NamedQuery> queries;
  for (const auto& [name, text] : texts) {
    auto query = parse(text, options);
    if (!query.ok()) return refuse(context, text, query.error());
    queries.push_back({name, text, std::move(*query)});
  }
  if (options.explain) {
    explain(context, queries);
    return ExitCode::kGood;
  }
  if (inputs.empty()) inputs.emplace_back("-");
  if (!options.each.empty()) {
    const auto each = parse(options.each, options);
    if (!each.ok()) return refuse(context, options.each, each.error());
    return run_rows(context, options, *each, queries, inputs);
  }
  return run_pages(context, options, queries, inputs);
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("EXPR PAGE", options.arguments, "A CSS selector or XPath expression, then files, directories, globs, WARC files, URLs, @lists, or - for standard input (the default)");
  take.value("-e,--expr NAME=EXPR", options.expressions, "Name an expression; one JSON object a page holds them all");
  take.value("--each EXPR", options.each, "A row for every node it finds; -e are looked for within it, links are made absolute").needs("--expr");
  take.value("--format", options.format, "Of rows: jsonl, csv, xml, sqlite, parquet or table (default: by the name of the output)").one_of({"jsonl", "csv", "xml", "sqlite", "parquet", "table"}).needs("--each");
  take.value("--base URL", options.base, "What links are resolved against (default: the page's own URL)").needs("--each");
  take.flag("--xpath", options.xpath, "Expressions are XPath (default: guessed)");
  take.flag("--css", options.css, "Expressions are CSS selectors").excludes("--xpath");
  take.flag("--html", options.html, "Print matches as HTML instead of text");
  take.value("-a,--attr NAME", options.attribute, "Print this attribute of the matches").excludes("--html");
  take.flag("--raw", options.raw, "Print text with its white space as it is");
  take.flag("-c,--count", options.count, "Print how many there are");
  take.flag("-1,--first", options.first, "Only the first match of a page");
  take.flag("-H,--with-filename", options.with_filename, "Say which page a match is from");
  take.flag("--explain", options.explain, "Print what the expressions mean, as XPath, and read no page");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::select_verb

const weft::cli::Verb weft::cli::kSelect{
    "select", "Find nodes of pages with XPath or CSS",
    "  weft select h1 page.html\n"
    "  weft select 'a::attr(href)' pages/*.html\n"
    "  weft select \"//dt[. = 'Price']/following-sibling::dd[1]\" --first page.html\n"
    "  curl -s https://example.org | weft select 'meta[property=\"og:title\"]' -a content\n"
    "  weft select -e title=h1 -e 'links=//a/@href' --first pages/ | jq .title\n"
    "  weft select --each .card -e title=h2 -e price=.price -e 'url=a::attr(href)' -o cards.csv "
    "news/warc/\n"
    "  weft select 'count(//table)' -H pages/",
    prepare<select_verb::declare, select_verb::run>};
