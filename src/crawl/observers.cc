#include "crawl/observers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "crawl/plan/site_log.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {
namespace {

Error log_failure(const std::string& path) {
  return {errno == EACCES ? ErrorCode::kPermission : ErrorCode::kIo,
          fmt::format("cannot write {}: {}", path, std::strerror(errno))};
}

std::string redirect_line(const FinishedFetch& visit) {
  const auto response = warc::parse_http(visit.fetched.message);
  if (!response.ok()) return {};
  const std::string target = url::resolve(response->header("Location"), visit.fetched.url);
  if (target.empty()) return {};
  return fmt::format("{{\"url\": {}, \"redirect\": {}}}\n", Json(visit.lease.url.url).dump(),
                     Json(target).dump());
}

}  // namespace

CrawlObserver::Validators MetadataObserver::validators(const std::string& url) {
  if (requests_ == Requests::kPlain) return {};
  const auto known = store_.find(url);
  if (!known.ok() || !known->has_value()) return {};
  return {.etag = (*known)->etag, .last_modified = (*known)->last_modified};
}

bool MetadataObserver::was_visited(const std::string& url) {
  const auto known = store_.find(url);
  return known.ok() && known->has_value() && (*known)->failure.empty();
}

Status MetadataObserver::visited(const FinishedFetch& visit) {
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
                 .depth = visit.lease.url.depth,
                 .failure = std::string(visit.failure),
                 .elapsed = visit.fetched.elapsed};
  if (const auto response = warc::parse_http(visit.fetched.message); response.ok()) {
    page.etag = response->header("ETag");
    page.last_modified = response->header("Last-Modified");
  }
  visits_.push_back(std::move(page));
  return {};
}

Result<std::vector<FrontierUrl>> MetadataObserver::when_idle() {
  constexpr size_t kAtOnce = 1000;
  WEFT_ASSIGN(const auto pages, store_.pages_to_visit({.max = kAtOnce, .now = wall_now()}));
  std::vector<FrontierUrl> urls;
  for (const PageToVisit& page : pages)
    urls.push_back({.url = page.url, .host = page.host, .priority = page.score, .again = true});
  return urls;
}

Status MetadataObserver::flush() {
  if (visits_.empty()) return {};
  WEFT_TRY(store_.record(visits_));
  visits_.clear();
  return {};
}

Result<std::unique_ptr<LinkLog>> LinkLog::open(const std::string& path, CrawlObserver& next) {
  std::error_code ignored;  // What cannot be created cannot be opened either.
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return log_failure(path);
  return std::unique_ptr<LinkLog>(new LinkLog(path, fd, next));
}

LinkLog::~LinkLog() {
  struct stat info {};
  const bool empty = ::fstat(fd_, &info) == 0 && info.st_size == 0;
  ::close(fd_);
  if (empty) ::unlink(path_.c_str());
}

Status LinkLog::visited(const FinishedFetch& visit) {
  const int status = visit.fetched.http_status;
  if (visit.final && status == 200)
    lines_ += site_log_line(
        visit.lease.url.url, fmt::format(", \"type\": {}", Json(visit.media_type).dump()),
        visit.links == nullptr ? std::span<const PageLink>() : visit.links->links);
  if (visit.final && is_redirect(status)) lines_ += redirect_line(visit);
  return next_.visited(visit);
}

Status LinkLog::flush() {
  if (!write_all(fd_, lines_)) return log_failure(path_);
  lines_.clear();
  return next_.flush();
}

}  // namespace weft::crawl
