#include "crawl/metadata_observer.h"

#include "warc/http.h"

namespace weft::crawl {

CrawlObserver::Validators MetadataObserver::validators(const std::string& url) {
  if (requests_ == Requests::kPlain) return {};
  const auto known = store_.find(url);
  if (!known.ok() || !known->has_value()) return {};
  return {.etag = (*known)->etag, .last_modified = (*known)->last_modified};
}

Status MetadataObserver::visited(const Visit& visit) {
  if (!visit.final) return {};
  PageVisit page{.url = visit.lease.url.url,
                 .host = visit.lease.url.host,
                 .parent = visit.lease.url.parent,
                 .time = visit.time,
                 .status = visit.fetched.http_status,
                 .document = visit.saved && visit.fetched.http_status == 200,
                 .content_hash = visit.content_hash,
                 .bytes = visit.content_bytes,
                 .type = std::string(visit.media_type),
                 .depth = visit.lease.url.depth};
  if (const auto response = warc::parse_http(visit.fetched.message); response.ok()) {
    page.etag = response->header("ETag");
    page.last_modified = response->header("Last-Modified");
  }
  visits_.push_back(std::move(page));
  return {};
}

Status MetadataObserver::flush() {
  if (visits_.empty()) return {};
  WEFT_TRY(store_.record(visits_));
  visits_.clear();
  return {};
}

}  // namespace weft::crawl
