#include "cli/page_loop.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/strings.h"

namespace weft::cli {

ExitCode PageLoopStats::exit_code() const {
  if (pages + bad == 0) return ExitCode::kNothing;
  if (bad == 0) return ExitCode::kGood;
  return pages == 0 ? ExitCode::kFailed : ExitCode::kPartial;
}

std::string PageLoopStats::summary() const {
  const double time = std::max(seconds, 1e-9);
  const double rate = static_cast<double>(pages + bad) / time;
  return fmt::format("{} pages, {} bad, {:.0f} pages/s, {:.1f} MB/s", pages, bad, rate,
                     static_cast<double>(bytes) / 1e6 / time);
}

SourceOptions source_options(const Context& context) {
  SourceOptions options{.max_bytes = context.options.limits.max_bytes};
  options.fetch.allow_private = context.options.allow_private;
  return options;
}

model::Page parse_page(html::Parser& parser, const RawPage& raw, const Limits& limits) {
  auto parsed = parser.parse(dom::Source::own(raw.bytes),
                             {.limits = limits, .transport_charset = raw.charset});
  model::Page page;
  page.id = raw.id;
  page.url = raw.url.empty() ? stated_url(parsed.document) : raw.url;
  page.status = raw.status;
  page.content_type = raw.content_type;
  page.fetched_at = raw.fetched_at;
  page.document = std::move(parsed.document);
  page.diagnostics = std::move(parsed.diagnostics);
  return page;
}

std::string stated_url(const dom::Document& doc) {
  std::string canonical;
  for (const dom::NodeId n : doc.nodes()) {
    const bool base = doc.name(n) == dom::atoms::kBase;
    if (!base && doc.name(n) != dom::atoms::kLink) continue;
    const auto href = doc.attribute(n, dom::atoms::kHref);
    if (!href || href->find("://") == std::string_view::npos) continue;
    if (base) return std::string(trim(*href));
    const auto rel = doc.attribute(n, dom::atoms::kRel);
    if (rel && equals_ignoring_ascii_case(trim(*rel), "canonical") && canonical.empty()) {
      canonical = trim(*href);
    }
  }
  return canonical;
}

std::vector<model::Page> read_pages(const Context& context, const PageChoice& choice,
                                    size_t& unreadable) {
  PageSource source(choice.inputs, source_options(context));
  html::Parser parser;
  std::vector<model::Page> pages;
  while (const auto raw = source.next()) {
    if (raw->error) {
      context.complain(raw->error->message);
      ++unreadable;
    } else if (choice.wants(raw->id)) {
      pages.push_back(parse_page(parser, *raw, context.options.limits));
    }
  }
  return pages;
}

ExitCode process_pages(Context& context, std::string_view phase, PageSource& source,
                       const PageWork& work) {
  struct Done {
    size_t bytes = 0;
    Result<std::string> text;
  };
  PageLoopStats stats;
  context.progress().begin(phase, source.known_total());
  parallel_ordered(
      {.workers = context.workers()}, [&] { return source.next(); },
      [&](unsigned worker, const RawPage& raw) -> Done {
        if (raw.error) return {0, *raw.error};
        return {raw.bytes.size(), work(worker, raw)};
      },
      [&](const Done& done) {
        context.progress().advance(1, done.bytes, done.text.ok() ? 0 : 1);
        if (done.text.ok()) {
          context.out.write(*done.text);
          ++stats.pages;
        } else {
          context.complain(done.text.error().message);
          ++stats.bad;
        }
        return context.out.closed() ? Flow::kStop : Flow::kContinue;
      });
  context.progress().end();
  return stats.exit_code();
}

void keep_bad_page(const std::string& directory, const RawPage& raw, const Error& error,
                   uint64_t number) {
  std::error_code ignored;
  std::filesystem::create_directories(directory, ignored);
  const std::string file = fmt::format("{:06}.html", number);
  if (!raw.bytes.empty()) (void)write_file(directory + "/" + file, raw.bytes);
  const nlohmann::ordered_json line = {{"page", raw.id},
                                       {"error", error_code_name(error.code)},
                                       {"message", error.message},
                                       {"file", raw.bytes.empty() ? "" : file}};
  std::ofstream(directory + "/bad.jsonl", std::ios::app)
      << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
}

}  // namespace weft::cli
