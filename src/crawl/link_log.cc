#include "crawl/link_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/json_text.h"
#include "url/url.h"
#include "warc/http.h"

namespace weft::crawl {
namespace {

Error failure(const std::string& path) {
  return {errno == EACCES ? ErrorCode::kPermission : ErrorCode::kIo,
          fmt::format("cannot write {}: {}", path, std::strerror(errno))};
}

void append_field(std::string& line, std::string_view name, std::string_view value) {
  line += fmt::format("{}\"{}\": ", line.ends_with('{') ? "" : ", ", name);
  append_json_string(line, value);
}

void append_page(std::string& lines, const Visit& visit) {
  lines += '{';
  append_field(lines, "url", visit.lease.url.url);
  append_field(lines, "type", visit.media_type);
  lines += ", \"links\": [";
  if (visit.signals != nullptr) {
    const char* separator = "";
    for (const PageLink& link : visit.signals->links) {
      lines += separator;
      lines += '{';
      append_field(lines, "url", link.url);
      append_field(lines, "text", link.anchor);
      lines += '}';
      separator = ", ";
    }
  }
  lines += "]}\n";
}

void append_redirect(std::string& lines, const Visit& visit) {
  const auto response = warc::parse_http(visit.fetched.message);
  if (!response.ok()) return;
  const std::string target = url::resolve(response->header("Location"), visit.fetched.url);
  if (target.empty()) return;
  lines += '{';
  append_field(lines, "url", visit.lease.url.url);
  append_field(lines, "redirect", target);
  lines += "}\n";
}

}  // namespace

Result<std::unique_ptr<LinkLog>> LinkLog::open(const std::string& path, CrawlObserver& next) {
  std::error_code ignored;  // What cannot be created cannot be opened either.
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return failure(path);
  return std::unique_ptr<LinkLog>(new LinkLog(path, fd, next));
}

LinkLog::~LinkLog() {
  struct stat info {};
  const bool empty = ::fstat(fd_, &info) == 0 && info.st_size == 0;
  ::close(fd_);
  if (empty) ::unlink(path_.c_str());
}

Status LinkLog::visited(const Visit& visit) {
  const int status = visit.fetched.http_status;
  if (visit.final && status == 200) append_page(lines_, visit);
  if (visit.final && status >= 300 && status < 400 && status != 304) append_redirect(lines_, visit);
  return next_.visited(visit);
}

Status LinkLog::flush() {
  std::string_view rest = lines_;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure(path_);
    rest.remove_prefix(static_cast<size_t>(written));
  }
  lines_.clear();
  return next_.flush();
}

}  // namespace weft::crawl
