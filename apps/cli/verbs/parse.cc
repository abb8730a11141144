// weft parse: what the parser makes of pages.

#include <chrono>

#include <fmt/format.h>

#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "dom/box_tree.h"
#include "dom/outline.h"
#include "dom/serialize.h"
#include "html/encoding.h"
#include "html/parser.h"
#include "render/estimate.h"

namespace weft::cli::parse_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  bool html = false;
  bool stats = false;
  bool ids = false;
  bool layout = false;
  std::string charset;
  std::string fragment;
};

// A page that was decoded and parsed, with what that took.
struct Parsed {
  html::ParseResult page;
  std::string encoding;
  size_t bytes = 0;
  double decode_seconds = 0;
  double parse_seconds = 0;
};

template <typename Function>
double seconds_of(Function function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Decoding and parsing apart, so that each can be timed.
Parsed parse(html::Parser& parser, const RawPage& raw, const Options& options,
             const Limits& limits) {
  Parsed parsed;
  parsed.bytes = raw.bytes.size();
  const std::string& charset = options.charset.empty() ? raw.charset : options.charset;
  html::Decoded decoded;
  Diagnostics diagnostics;
  parsed.decode_seconds = seconds_of(
      [&] { decoded = html::decode(dom::Source::borrow(raw.bytes), charset, diagnostics); });
  const html::ParseOptions parse_options{
      .limits = limits, .transport_charset = "utf-8", .fragment_context = options.fragment};
  parsed.parse_seconds =
      seconds_of([&] { parsed.page = parser.parse(std::move(decoded.source), parse_options); });
  parsed.encoding = decoded.encoding;
  parsed.page.diagnostics.insert(parsed.page.diagnostics.begin(), diagnostics.begin(),
                                 diagnostics.end());
  return parsed;
}

struct Counts {
  uint64_t elements = 0;
  uint64_t texts = 0;
  uint64_t attributes = 0;
  uint32_t depth = 0;
};

Counts count(const dom::Document& doc) {
  Counts counts;
  for (const dom::NodeId n : doc.nodes()) {
    counts.elements += doc.is_element(n) ? 1 : 0;
    counts.texts += doc.is_text(n) ? 1 : 0;
    counts.attributes += doc.attribute_count(n);
    counts.depth = std::max(counts.depth, doc.depth(n));
  }
  return counts;
}

Json diagnostics_json(const Diagnostics& diagnostics) {
  auto list = Json::array();
  for (const Diagnostic& d : diagnostics) {
    list.push_back({{"kind", diagnostic_name(d.kind)}, {"offset", d.offset}, {"detail", d.detail}});
  }
  return list;
}

std::string stats_json(const std::string& name, const Parsed& parsed) {
  const Counts counts = count(parsed.page.document);
  const Json stats = {{"page", name},
                      {"bytes", parsed.bytes},
                      {"encoding", parsed.encoding},
                      {"quirks", parsed.page.quirks_mode},
                      {"nodes", parsed.page.document.size()},
                      {"elements", counts.elements},
                      {"texts", counts.texts},
                      {"attributes", counts.attributes},
                      {"depth", counts.depth},
                      {"memory_bytes", parsed.page.document.memory_bytes()},
                      {"decode_seconds", parsed.decode_seconds},
                      {"parse_seconds", parsed.parse_seconds},
                      {"diagnostics", diagnostics_json(parsed.page.diagnostics)}};
  return stats.dump() + "\n";
}

std::string stats_text(const std::string& name, const Parsed& parsed) {
  const Counts counts = count(parsed.page.document);
  const double bytes = static_cast<double>(std::max<size_t>(parsed.bytes, 1));
  const auto memory = static_cast<double>(parsed.page.document.memory_bytes());
  std::string text = fmt::format(
      "{}\n"
      "  bytes        {} in {}{}\n"
      "  nodes        {}: {} elements, {} texts, {} attributes, {} deep\n"
      "  memory       {:.0f} bytes, {:.2f} per byte of source\n"
      "  decode       {:.1f} us, {:.0f} MB/s\n"
      "  parse        {:.1f} us, {:.0f} MB/s\n",
      name, parsed.bytes, parsed.encoding, parsed.page.quirks_mode ? ", quirks mode" : "",
      parsed.page.document.size(), counts.elements, counts.texts, counts.attributes, counts.depth,
      memory, memory / bytes, parsed.decode_seconds * 1e6,
      bytes / 1e6 / std::max(parsed.decode_seconds, 1e-9), parsed.parse_seconds * 1e6,
      bytes / 1e6 / std::max(parsed.parse_seconds, 1e-9));
  for (const Diagnostic& d : parsed.page.diagnostics) {
    text += fmt::format("  diagnostic   {} at byte {}: {}\n", diagnostic_name(d.kind), d.offset,
                        d.detail);
  }
  return text;
}

// One line: the members of the page, then its nodes.
std::string tree_json(const std::string& name, const Parsed& parsed) {
  std::string line = "{\"page\":";
  append_json_string(line, name);
  line += ",\"encoding\":";
  append_json_string(line, parsed.encoding);
  line += fmt::format(",\"quirks\":{},\"diagnostics\":", parsed.page.quirks_mode);
  line += diagnostics_json(parsed.page.diagnostics).dump();
  line += ",\"nodes\":";
  dom::append_tree_json(line, parsed.page.document);
  return line + "}\n";
}

// The tree that the boxes of the page make, each element with its box.
std::string box_outline(const RawPage& raw, const dom::Document& doc, const Options& options) {
  const auto stored = dom::read_layout(raw.layout);
  const bool fits = stored.ok() && stored->size() == doc.size();
  const dom::BoxTree tree =
      dom::tree_of_boxes(doc, fits ? *stored : render::estimate_layout(doc, {.scripts = true}));
  return dom::outline(tree.document, dom::kRoot, {.show_ids = options.ids, .layout = &tree.layout});
}

std::string show(const std::string& name, const Parsed& parsed, const Options& options, bool json) {
  const dom::Document& doc = parsed.page.document;
  if (options.stats) return json ? stats_json(name, parsed) : stats_text(name, parsed);
  if (json) return tree_json(name, parsed);
  if (options.html) {
    return dom::outer_html(doc, dom::kRoot,
                           {.leading_newline = dom::SerializeOptions::LeadingNewline::kKeep}) +
           "\n";
  }
  return dom::outline(doc, dom::kRoot, {.show_ids = options.ids});
}

ExitCode run(Context& context, const Options& options) {
  std::vector<html::Parser> parsers(context.workers());
  PageSource source(options.inputs, source_options(context));
  return write_each_page(
      context, "parsing", source, [&](unsigned worker, const RawPage& raw) -> Result<std::string> {
        Parsed parsed = parse(parsers[worker], raw, options, context.options.limits);
        std::string text = options.layout ? box_outline(raw, parsed.page.document, options)
                                          : show(raw.id, parsed, options, context.options.json);
        parsers[worker].recycle(std::move(parsed.page.document));
        return text;
      });
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -").required();
  take.flag("--html", options.html, "Write the tree as HTML again");
  take.flag("--stats", options.stats, "Write sizes, depth, memory, encoding, times and diagnostics instead of the tree").excludes("--html");
  take.flag("--ids", options.ids, "Begin each line of the outline with the node's id");
  take.flag("--layout", options.layout, "Nest elements as their boxes are: stored ones (weft render), else estimated").excludes("--html");
  take.value("--charset LABEL", options.charset, "The charset of the HTTP header, e.g. shift_jis");
  take.value("--fragment ELEMENT", options.fragment, "Parse as the content of this element, e.g. td");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::parse_verb

const weft::cli::Verb weft::cli::kParse{
    "parse", "Show the tree that the parser makes of pages",
    "  weft parse page.html\n"
    "  weft parse --html page.html > clean.html\n"
    "  weft parse --json page.html | jq '.nodes[] | select(.name == \"a\") | "
    ".attributes.href'\n"
    "  weft parse --stats pages/*.html\n"
    "  curl -s https://example.org | weft parse -",
    prepare<parse_verb::declare, parse_verb::run>};
