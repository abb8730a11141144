// The pages of a site: WARC files that are added, never changed; the database knows where each page
// lies.

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "site/bundle.h"
#include "site/bundle_state.h"
#include "warc/http.h"
#include "warc/reader.h"
#include "warc/writer.h"

namespace weft::site {
namespace {

std::string one_line(std::string_view text) { return normalize_space(text); }

// The page as an HTTP response, which is what WARC readers expect.
std::string http_response(const StoredPage& page) {
  std::string out =
      fmt::format("HTTP/1.1 {} {}\r\n", page.status, page.status == 200 ? "OK" : "Stored");
  if (!page.content_type.empty())
    out += fmt::format("Content-Type: {}\r\n", one_line(page.content_type));
  return out + fmt::format("Content-Length: {}\r\n\r\n", page.body.size()) + page.body;
}

Result<warc::Placed> write_page(warc::Writer& writer, const StoredPage& page) {
  const std::string response = http_response(page);
  const std::string url = one_line(page.url.empty() ? page.id : page.url);
  const std::string id = one_line(page.id);
  const std::string date = one_line(page.fetched_at);
  warc::NewRecord record{.target_uri = url, .date = date, .content = response};
  record.extra.push_back({"Weft-Page-Id", id});
  return writer.write(record);
}

StoredPage page_of(const warc::Record& record, const warc::HttpMessage& http,
                   const Sample& sample) {
  StoredPage page;
  page.id = sample.page;
  page.url = sample.url;
  page.status = http.status;
  page.content_type = http.header("Content-Type");
  page.fetched_at = sample.fetched_at.empty() ? std::string(record.date()) : sample.fetched_at;
  page.body = http.body;
  return page;
}

}  // namespace

Status Bundle::put_samples(std::string_view template_name, SampleRole role,
                           const std::vector<StoredPage>& pages) {
  if (pages.empty()) return {};
  return state_->write(
      "put-samples", template_name, fmt::format("{} {}", pages.size(), sample_role_name(role)),
      [&]() -> Status {
        store::Database& database = state_->database;
        WEFT_ASSIGN(const int64_t id, state_->template_id(template_name));
        WEFT_ASSIGN(const int64_t serial,
                    database.integer("SELECT coalesce(max(id), 0) + 1 FROM history"));
        const std::string file = fmt::format("pages/{:06}.warc.gz", serial);
        WEFT_ASSIGN(AtomicFile out, AtomicFile::open(state_->path(file)));
        warc::Writer writer([&](std::string_view bytes) { return out.write(bytes); });
        WEFT_TRY(writer.write_warcinfo(file));
        WEFT_ASSIGN(store::Statement put,
                    database.prepare("INSERT OR REPLACE INTO samples (template, role, page, url, "
                                     "fetched_at, file, offset, length) "
                                     "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"));
        for (const StoredPage& page : pages) {
          WEFT_ASSIGN(const warc::Placed placed, write_page(writer, page));
          put.bind(1, id).bind(2, sample_role_name(role)).bind(3, std::string_view(page.id));
          put.bind(4, std::string_view(page.url)).bind(5, std::string_view(page.fetched_at));
          put.bind(6, std::string_view(file)).bind(7, static_cast<int64_t>(placed.offset));
          WEFT_TRY(put.bind(8, static_cast<int64_t>(placed.length)).run());
        }
        return out.commit();
      });
}

Result<std::vector<Sample>> Bundle::samples(std::string_view template_name,
                                            std::optional<SampleRole> role) const {
  WEFT_ASSIGN(
      store::Statement all,
      state_->database.prepare("SELECT t.name, s.role, s.page, s.url, s.fetched_at FROM samples "
                               "s JOIN templates t ON t.id = s.template "
                               "WHERE ?1 IN ('', t.name) AND ?2 IN ('', s.role) ORDER BY s.id"));
  all.bind(1, template_name).bind(2, role ? sample_role_name(*role) : "");
  std::vector<Sample> samples;
  for (;;) {
    WEFT_ASSIGN(const bool more, all.step());
    if (!more) return samples;
    samples.push_back({std::string(all.text(0)),
                       all.text(1) == "bellwether" ? SampleRole::kBellwether : SampleRole::kSample,
                       std::string(all.text(2)), std::string(all.text(3)),
                       std::string(all.text(4))});
  }
}

Result<StoredPage> Bundle::read_sample(const Sample& sample) const {
  WEFT_ASSIGN(
      store::Statement find,
      state_->database.prepare(
          "SELECT s.file, s.offset, s.length FROM samples s JOIN templates t ON t.id = s.template "
          "WHERE t.name = ?1 AND s.role = ?2 AND s.page = ?3"));
  find.bind(1, std::string_view(sample.template_name)).bind(2, sample_role_name(sample.role));
  find.bind(3, std::string_view(sample.page));
  WEFT_ASSIGN(const bool found, find.step());
  if (!found)
    return Error{ErrorCode::kNotFound, fmt::format("the site keeps no page '{}'", sample.page)};
  StoredPage page;
  const Status done = warc::read_record_at(
      state_->path(find.text(0)), static_cast<uint64_t>(find.integer(1)),
      static_cast<uint64_t>(find.integer(2)), [&](const warc::Record& record) -> Status {
        WEFT_ASSIGN(const warc::HttpMessage http, warc::parse_http(record.content));
        page = page_of(record, http, sample);
        return {};
      });
  if (!done.ok()) return done.error();
  return page;
}

}  // namespace weft::site
