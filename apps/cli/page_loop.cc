#include "cli/page_loop.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/page_files.h"

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
