#include "site/raw_page.h"

#include <utility>

#include "base/strings.h"
#include "warc/http.h"
#include "warc/rendered.h"

namespace weft::site {
namespace {

bool is_html(std::string_view media_type) {
  return media_type.empty() || equals_ignoring_ascii_case(media_type, "text/html") ||
         equals_ignoring_ascii_case(media_type, "application/xhtml+xml");
}

// The url a page gives itself, absolute; "" if it says none.
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

// The page in a capture; nothing if it holds none. A tree after scripts is one where the page as it
// was sent is not there: it may be the same for many.
std::optional<RawPage> page_in(const warc::Record& record, uint64_t max_bytes, bool rendered) {
  if (!record.header(warc::kPartOfField).empty()) return std::nullopt;
  RawPage page;
  page.id = page.url = record.target_uri();
  page.fetched_at = record.date();
  const bool conversion = rendered && warc::is_rendered_page(record);
  if (record.type == warc::RecordType::kResource || conversion) {
    const std::string_view type = record.header("Content-Type");
    if (!is_html(trim(type.substr(0, type.find(';'))))) return std::nullopt;
    page.content_type = type;
    page.charset = charset_of(type);
    page.bytes = record.content.substr(0, max_bytes);
    return page;
  }
  if (record.type != warc::RecordType::kResponse || !record.is_http()) return std::nullopt;
  const auto http = warc::parse_http(record.content);
  if (!http.ok() || !is_html(http->media_type()) || http->status < 200 || http->status >= 300)
    return std::nullopt;
  page.status = http->status;
  page.content_type = http->header("Content-Type");
  page.charset = http->charset();
  page.bytes = warc::decode_body(*http, max_bytes).bytes;
  return page;
}

}  // namespace

std::string charset_of(std::string_view content_type) {
  warc::HttpMessage message;
  message.headers = {{"Content-Type", content_type}};
  return std::string(message.charset());
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
  if (!raw.layout.empty()) {
    auto layout = dom::read_layout(raw.layout);
    if (layout.ok() && layout->size() == page.document.size())
      page.layout = std::move(*layout);
    else
      page.diagnostics.push_back(
          {DiagnosticKind::kOther, 0, "the stored layout is of another page"});
  }
  return page;
}

ArchivePages::ArchivePages(warc::Reader reader, uint64_t max_bytes, bool rendered)
    : reader_(std::move(reader)), max_bytes_(max_bytes), rendered_(rendered) {}

bool ArchivePages::takes_conversion(const warc::Record& record) {
  if (!rendered_ || !held_ || record.target_uri() != held_->url) return false;
  if (warc::is_rendered_page(record)) {
    held_->bytes = record.content.substr(0, max_bytes_);
    held_->charset = "utf-8";
    held_->layout.clear();
    held_rendered_ = true;
    return true;
  }
  const bool layout = record.type == warc::RecordType::kMetadata &&
                      record.header("Content-Type") == warc::kLayoutType;
  if (layout && held_rendered_) held_->layout = record.content;
  return layout;
}

// A page is held back until the next one, or the end: what was made of it follows it.
std::optional<RawPage> ArchivePages::next() {
  while (const warc::Record* record = reader_.next()) {
    if (takes_conversion(*record)) continue;
    auto page = page_in(*record, max_bytes_, rendered_);
    if (!page) {
      ++other_records_;
      continue;
    }
    held_rendered_ = record->type == warc::RecordType::kConversion;
    std::swap(held_, page);
    if (page) return page;
  }
  return std::exchange(held_, std::nullopt);
}

}  // namespace weft::site
