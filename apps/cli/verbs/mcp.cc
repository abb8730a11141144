// weft mcp: Weft's work as tools for agents, over standard input and output.
//
// A page is named by its URL (fetched once, politely: robots.txt, a pause between requests to a host) or
// by a file below the folder that --root names; a few stay parsed, so that an agent can look at one in
// several ways. Wrappers that were learned are kept under a name for as long as the program runs. What a
// tool answers is bounded: agents pay for every word.

#include <cstdio>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/mcp_server.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "weft/article.h"
#include "weft/learn.h"
#include "weft/mine.h"
#include "weft/select.h"
#include "weft/site.h"

namespace weft::cli::mcp_verb {
namespace {

struct Options {
  std::string root = ".";
};

constexpr size_t kPagesKept = 32;
constexpr size_t kMostText = 20'000;    // Bytes of a text.
constexpr size_t kMostRows = 100;       // Records, nodes.
constexpr size_t kMostCell = 1'000;     // Bytes of a value.
constexpr size_t kMostPages = 50;       // Of one call.
constexpr size_t kMostLine = 16 << 20;  // Of a request.

// At most `most` bytes, at the end of a character.
std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text + "…";
}

size_t number_in(const Json& arguments, const char* name, size_t usual, size_t most) {
  const Json& given = arguments[name];
  return given.is_number_unsigned() ? std::min(given.get<size_t>(), most) : usual;
}

// --- pages ---

class Pages {
 public:
  Pages(const Context& context, const std::string& root)
      : context_(context),
        by_url_({}, source_options(context)),
        root_(std::filesystem::weakly_canonical(root)) {}

  Result<Page> get(const std::string& name) {
    for (const auto& [known, page] : kept_) {
      if (known == name) return page;
    }
    WEFT_ASSIGN(const std::string input, allowed(name));
    std::optional<RawPage> raw =
        is_url(input) ? by_url_.fetch(input) : PageSource({input}, source_options(context_)).next();
    if (!raw) return Error{ErrorCode::kNotFound, "there is no page at " + name};
    if (raw->error) return *raw->error;
    if (raw->status >= 400)
      return Error{ErrorCode::kIo, fmt::format("{} answered {}", name, raw->status)};
    const std::string type =
        raw->charset.empty() ? raw->content_type : "text/html; charset=" + raw->charset;
    kept_.emplace_back(
        name, Page::parse(raw->bytes, {.url = raw->url, .id = name, .content_type = type}));
    if (kept_.size() > kPagesKept) kept_.pop_front();
    return kept_.back().second;
  }

  Result<std::vector<Page>> get_all(const Json& names) {
    if (!names.is_array() || names.empty() || names.size() > kMostPages)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("pages: a list of 1 to {} URLs or files", kMostPages)};
    std::vector<Page> pages;
    for (const Json& name : names) {
      if (!name.is_string()) return Error{ErrorCode::kInvalidArgument, "pages: a list of names"};
      WEFT_ASSIGN(Page page, get(name.get<std::string>()));
      pages.push_back(std::move(page));
    }
    return pages;
  }

  // A URL as it is; a file if it is below the root.
  [[nodiscard]] Result<std::string> allowed(const std::string& name) const {
    if (is_url(name)) return name;
    const std::filesystem::path path = std::filesystem::weakly_canonical(root_ / name);
    const auto [rest, end] = std::mismatch(root_.begin(), root_.end(), path.begin(), path.end());
    if (rest != root_.end())
      return Error{ErrorCode::kPermission,
                   fmt::format("{} is not below {}: start weft mcp with another --root", name,
                               root_.string())};
    return path.string();
  }

 private:
  const Context& context_;
  PageSource by_url_;  // One for all, which knows when a host was asked last.
  std::filesystem::path root_;
  std::deque<std::pair<std::string, Page>> kept_;
};

// --- what tools answer ---

Json value_json(const Value& value) {
  if (!value.records.empty() || !value.items.empty()) {
    Json items = Json::array();
    for (const Value& item : value.items) items.push_back(value_json(item));
    for (const Record& record : value.records) {
      Json nested = Json::object();
      for (const Field& field : record.fields) nested[field.name] = value_json(field.value);
      items.push_back(std::move(nested));
    }
    return items;
  }
  return cut(value.typed.empty() ? value.text : value.typed, kMostCell);
}

Json records_json(const std::vector<Record>& records, size_t most, bool places) {
  Json all = Json::array();
  for (const Record& record : records) {
    if (all.size() == most) break;
    Json one = Json::object();
    for (const Field& field : record.fields) {
      one[field.name] = value_json(field.value);
      if (places) one["_paths"][field.name] = field.value.path;
    }
    all.push_back(std::move(one));
  }
  return all;
}

class Tools {
 public:
  Tools(const Context& context, const Options& options) : pages_(context, options.root) {}

  std::vector<McpTool> all();

 private:
  using Call = Result<Json> (Tools::*)(const Json&);
  McpTool tool(const char* name, const char* description, Json properties, Json required,
               Call call) {
    return {name,
            description,
            {{"type", "object"}, {"properties", properties}, {"required", required}},
            [this, call](const Json& arguments) { return (this->*call)(arguments); }};
  }
  Result<Page> page_of(const Json& arguments) {
    const Json& name = arguments["page"];
    if (!name.is_string()) return Error{ErrorCode::kInvalidArgument, "page: a URL or a file"};
    return pages_.get(name.text());
  }

  Result<Json> fetch(const Json& arguments);
  Result<Json> text(const Json& arguments);
  Result<Json> article(const Json& arguments);
  Result<Json> mine(const Json& arguments);
  Result<Json> select(const Json& arguments);
  Result<Json> learn(const Json& arguments);
  Result<Json> extract(const Json& arguments);
  Result<Json> explain(const Json& arguments);

  Pages pages_;
  std::map<std::string, Wrapper> wrappers_;
};

Result<Json> Tools::fetch(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  const auto title = page.css("title");
  const auto links = page.css("a[href]");
  return Json{{"page", page.id()},
              {"url", page.url()},
              {"title", title.ok() && !title->empty() ? cut(title->front().text(), kMostCell) : ""},
              {"bytes_of_text", page.text().size()},
              {"links", links.ok() ? links->size() : 0}};
}

Result<Json> Tools::text(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  const std::string whole = page.text();
  const size_t from = number_in(arguments, "from", 0, whole.size());
  const size_t most = number_in(arguments, "max_bytes", kMostText, kMostText);
  return Json{{"text", cut(whole.substr(from), most)}, {"bytes", whole.size()}};
}

Result<Json> Tools::article(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  const Article found = read_article(page);
  return Json{{"title", found.title},
              {"author", found.author},
              {"date", found.date},
              {"language", found.language},
              {"type", found.type},
              {"confidence", found.confidence},
              {"markdown", cut(found.markdown, kMostText)}};
}

Result<Json> Tools::mine(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  const size_t most = number_in(arguments, "max_records", 20, kMostRows);
  WEFT_ASSIGN(const std::vector<Table> tables, mine_tables(page));
  Json all = Json::array();
  for (const Table& table : tables)
    all.push_back({{"columns", table.columns},
                   {"types", table.types},
                   {"confidence", table.confidence},
                   {"record_count", table.records.size()},
                   {"records", records_json(table.records, most, false)}});
  return Json{{"tables", all}};
}

Result<Json> Tools::select(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  WEFT_ASSIGN(const Query query, Query::guess(arguments.text_of("query")));
  WEFT_ASSIGN(const Query::Value value, query.evaluate(page.root()));
  const auto* nodes = std::get_if<std::vector<Node>>(&value);
  if (nodes == nullptr)
    return std::visit(
        [](const auto& one) -> Json {
          if constexpr (std::is_same_v<std::decay_t<decltype(one)>, std::vector<Node>>)
            return Json::object();
          else
            return {{"value", one}};
        },
        value);
  const size_t most = number_in(arguments, "max_nodes", 20, kMostRows);
  Json all = Json::array();
  for (const Node& node : *nodes) {
    if (all.size() == most) break;
    all.push_back({{"path", node.path()}, {"text", cut(node.text(), kMostCell)}});
  }
  return Json{{"count", nodes->size()}, {"nodes", all}};
}

// Labels as agents write them: a record a page, null for pages without.
Result<std::vector<Label>> labels_of(const Json& given, size_t pages) {
  std::vector<Label> labels;
  if (!given.is_array() || given.size() > pages)
    return Error{ErrorCode::kInvalidArgument, "labels: a list, at most one object a page"};
  for (size_t i = 0; i < given.size(); ++i) {
    const Json records = given[i].is_array() ? given[i] : Json::array({given[i]});
    for (size_t number = 0; number < records.size(); ++number) {
      if (records[number].is_null()) continue;
      if (!records[number].is_object())
        return Error{ErrorCode::kInvalidArgument, "labels: an object of texts for each page"};
      for (const auto& [name, value] : records[number].items()) {
        for (const Json& one : value.is_array() ? value : Json::array({value})) {
          if (!one.is_string())
            return Error{ErrorCode::kInvalidArgument, name + ": values are texts of the page"};
          labels.push_back({.page = i,
                            .attribute = name,
                            .value = one.get<std::string>(),
                            .record = std::to_string(number)});
        }
      }
    }
  }
  return labels;
}

Result<Json> Tools::learn(const Json& arguments) {
  WEFT_ASSIGN(const std::vector<Page> pages, pages_.get_all(arguments["pages"]));
  WEFT_ASSIGN(const std::vector<Label> labels, labels_of(arguments["labels"], pages.size()));
  WEFT_ASSIGN(Learned learned, weft::learn(pages, labels));
  const std::string name = arguments.text_of("name", fmt::format("w{}", wrappers_.size() + 1));
  Json found = Json::array();
  for (const Page& page : pages)
    found.push_back(
        {{"page", page.id()}, {"records", records_json(learned.wrapper.extract(page), 5, false)}});
  if (const std::string site = arguments.text_of("site"); !site.empty()) {
    WEFT_ASSIGN(const std::string directory, pages_.allowed(site));
    WEFT_TRY(Site::put(directory, learned.wrapper, pages));
  }
  wrappers_.insert_or_assign(name, std::move(learned.wrapper));
  return Json{{"wrapper", name}, {"problems", learned.problems}, {"extracted", found}};
}

Result<Json> Tools::extract(const Json& arguments) {
  WEFT_ASSIGN(const std::vector<Page> pages, pages_.get_all(arguments["pages"]));
  const size_t most = number_in(arguments, "max_records", 20, kMostRows);
  Json all = Json::array();
  if (const std::string site = arguments.text_of("site"); !site.empty()) {
    WEFT_ASSIGN(const std::string directory, pages_.allowed(site));
    WEFT_ASSIGN(const Site bundle, Site::open(directory));
    for (const Page& page : pages) {
      const SiteRecords found = bundle.extract(page);
      all.push_back({{"page", page.id()},
                     {"template", found.template_name},
                     {"missing", found.missing},
                     {"record_count", found.records.size()},
                     {"records", records_json(found.records, most, true)}});
    }
    return Json{{"pages", all}};
  }
  const auto wrapper = wrappers_.find(arguments.text_of("wrapper"));
  if (wrapper == wrappers_.end())
    return Error{ErrorCode::kInvalidArgument, "give a site, or a wrapper that learn gave"};
  for (const Page& page : pages) {
    const std::vector<Record> records = wrapper->second.extract(page);
    all.push_back({{"page", page.id()},
                   {"record_count", records.size()},
                   {"records", records_json(records, most, true)}});
  }
  return Json{{"pages", all}};
}

Result<Json> Tools::explain(const Json& arguments) {
  WEFT_ASSIGN(const Page page, page_of(arguments));
  const auto wrapper = wrappers_.find(arguments.text_of("wrapper"));
  if (wrapper == wrappers_.end())
    return Error{ErrorCode::kInvalidArgument, "wrapper: one that learn gave"};
  WEFT_ASSIGN(const Node node, page.at(arguments.text_of("path")));
  Json all = Json::array();
  for (const Explanation& one : wrapper->second.explain(node))
    all.push_back({{"attribute", one.attribute},
                   {"extracted", one.extracted},
                   {"rule", cut(one.rule, kMostCell)},
                   {"reasons", one.reasons}});
  return Json{{"text", cut(node.text(), kMostCell)}, {"explanations", all}};
}

Json string_schema(const char* description) {
  return {{"type", "string"}, {"description", description}};
}
Json count_schema(const char* description) {
  return {{"type", "integer"}, {"minimum", 0}, {"description", description}};
}

std::vector<McpTool> Tools::all() {
  const Json page = string_schema("A URL, or a file below the root");
  const Json pages = {{"type", "array"},
                      {"items", {{"type", "string"}}},
                      {"description", "URLs, or files below the root"}};
  const Json labels = {{"type", "array"},
                       {"items", {{"type", Json::array({"object", "array", "null"})}}},
                       {"description",
                        "For each page in order: {attribute: text as the page shows it}, a list of "
                        "such objects for a "
                        "list page, or null"}};
  const Json wrapper = string_schema("The name that learn gave");
  const Json site = string_schema("A site bundle (folder) below the root");
  const Json most = count_schema("At most so many records of a table or page, up to 100");
  return {
      tool("fetch", "Fetch a page politely (robots.txt, pauses) and say what it is",
           {{"page", page}}, {"page"}, &Tools::fetch),
      tool("text", "The visible text of a page",
           {{"page", page},
            {"from", count_schema("Byte to start at")},
            {"max_bytes", count_schema("At most so many, up to 20000")}},
           {"page"}, &Tools::text),
      tool("article", "The main content of a page as Markdown, with title, author and date",
           {{"page", page}}, {"page"}, &Tools::article),
      tool("mine", "The tables and lists of a page, found without labels",
           {{"page", page}, {"max_records", most}}, {"page"}, &Tools::mine),
      tool("select", "Nodes of a page by a CSS selector or XPath expression, with their paths",
           {{"page", page},
            {"query", string_schema("CSS or XPath")},
            {"max_nodes", count_schema("At most so many, up to 100")}},
           {"page", "query"}, &Tools::select),
      tool(
          "learn",
          "Learn a wrapper from a few labelled pages of one template; unlabelled pages help. Shows "
          "what it extracts from them, so that labels can be corrected",
          {{"pages", pages},
           {"labels", labels},
           {"name", string_schema("What to call the wrapper")},
           {"site", string_schema("Also keep it in this site bundle below the root")}},
          {"pages", "labels"}, &Tools::learn),
      tool("extract", "Run a wrapper or a site's rules on pages; records with the paths of values",
           {{"pages", pages}, {"wrapper", wrapper}, {"site", site}, {"max_records", most}},
           {"pages"}, &Tools::extract),
      tool("explain", "Why a wrapper did, or did not, take the node at a path",
           {{"page", page},
            {"wrapper", wrapper},
            {"path", string_schema("As extract and select give it")}},
           {"page", "wrapper", "path"}, &Tools::explain)};
}

constexpr const char* kInstructions =
    "Weft turns web pages into tables. Look at a page with text, article or mine; for many pages "
    "of one "
    "kind, label two or three with learn and run extract on the rest. Long answers are cut and say "
    "so "
    "by '…' or a count.";

Result<ExitCode> run(Context& context, const Options& options) {
  Tools tools(context, options);
  McpServer server(tools.all(), kInstructions);
  for (std::string line; std::getline(std::cin, line);) {
    if (normalize_space(line).empty() || line.size() > kMostLine) continue;
    if (const std::optional<std::string> answer = server.answer(line)) {
      context.out.write(*answer + "\n");
      context.out.flush();
    }
    if (context.out.closed()) break;
  }
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  take.value("--root DIR", options.root, "Files that agents may read and sites they may write to");
}

}  // namespace
}  // namespace weft::cli::mcp_verb

const weft::cli::Verb weft::cli::kMcp{
    "mcp", "Serve Weft's tools to agents over standard input and output (Model Context Protocol)",
    "  weft mcp\n"
    "  weft mcp --root pages/",
    prepare<mcp_verb::declare, mcp_verb::run>};
