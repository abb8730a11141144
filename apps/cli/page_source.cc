// A queue of names. What stands for others (a folder, a glob, a list) is replaced by them at the
// head of the queue, so that the order on the command line is kept and nothing is listed before it
// is needed:
//
//   a.html  site/  @more          a.html is a page: given out
//   site/  @more                  a folder: site/1.html  site/2.html  @more
//
// An archive stays open while its captures are given out one by one. What cannot be read becomes a
// page with an error, so that the run goes on and says so at the end.
#include "cli/page_source.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/split.h"
#include "base/strings.h"
#include "warc/codec.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxListDepth = 8;

// a.warc, a.arc.gz, A.WARC.ZST…
bool is_archive_name(std::string_view name) {
  std::string lower = ascii_lower(name);
  for (const char* packed : {".gz", ".zst"}) {
    if (lower.ends_with(packed)) lower.resize(lower.size() - std::string_view(packed).size());
  }
  return lower.ends_with(".warc") || lower.ends_with(".arc");
}

bool is_page_name(std::string_view name) {
  const std::string lower = ascii_lower(name);
  for (const char* end : {".htm", ".html", ".xhtml", ".html.gz", ".htm.gz", ".html.zst"}) {
    if (lower.ends_with(end)) return true;
  }
  return is_archive_name(lower);
}

bool is_closed(const std::string& directory) {
  return ::access(directory.c_str(), R_OK | X_OK) != 0;
}

// Also directories that may not be looked into, so that what is missing is not missed.
std::vector<std::string> pages_below(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator
           it(directory, fs::directory_options::skip_permission_denied, error),
       end;
       !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    const bool page = is_page_name(path) && it->is_regular_file(error);
    if (page || (it->is_directory(error) && is_closed(path))) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> matches(const std::string& pattern) {
  glob_t result{};
  std::vector<std::string> paths;
  if (::glob(pattern.c_str(), 0, nullptr, &result) == 0)
    paths.assign(result.gl_pathv, result.gl_pathv + result.gl_pathc);
  globfree(&result);
  return paths;
}

RawPage failed(std::string id, Error error) {
  RawPage page;
  page.id = std::move(id);
  page.error = std::move(error);
  return page;
}

// Reads from a descriptor until `most` bytes or the end; in as little memory as that takes.
std::string read_some(int fd, uint64_t most) {
  constexpr size_t kFirst = 64 * 1024;
  struct stat info {};
  const bool sized = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  std::string bytes;
  size_t have = 0;
  while (have < most) {
    if (have == bytes.size()) {
      const size_t wanted =
          have == 0 && sized ? static_cast<size_t>(info.st_size) + 1 : std::max(kFirst, 2 * have);
      bytes.resize(std::min<uint64_t>(most, wanted));
    }
    const ssize_t n = ::read(fd, bytes.data() + have, bytes.size() - have);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    have += static_cast<size_t>(n);
  }
  bytes.resize(have);
  return bytes;
}

bool looks_like_archive(std::string_view bytes) {
  return bytes.starts_with("WARC/") || bytes.starts_with("filedesc:") ||
         warc::codec_of_bytes(bytes) != warc::Codec::kNone;
}

}  // namespace

bool is_url(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

PageSource::PageSource(std::vector<std::string> inputs, const SourceOptions& options)
    : options_(options) {
  for (std::string& name : inputs) inputs_.push_back({std::move(name), 0});
}
PageSource::~PageSource() = default;
PageSource::PageSource(PageSource&&) noexcept = default;
PageSource& PageSource::operator=(PageSource&&) noexcept = default;

uint64_t PageSource::known_total() const {
  const bool countable = std::all_of(inputs_.begin(), inputs_.end(), [](const Input& input) {
    std::error_code error;
    return is_url(input.name) ||
           (fs::is_regular_file(input.name, error) && !is_archive_name(input.name));
  });
  return countable && !archive_ ? inputs_.size() : 0;
}

std::vector<std::string> thinned(std::vector<std::string> names, size_t most) {
  if (names.size() <= most) return names;
  std::vector<std::string> kept;
  for (size_t i = 0; i < most; ++i) kept.push_back(std::move(names[i * names.size() / most]));
  return kept;
}

std::optional<RawPage> PageSource::next() {
  for (;;) {
    if (archive_) {
      if (auto page = next_of_archive()) return page;
      continue;
    }
    if (inputs_.empty()) return std::nullopt;
    const Input input = std::move(inputs_.front());
    inputs_.pop_front();
    if (auto page = open(input)) return page;
  }
}

void PageSource::expand(std::vector<std::string> names, int depth) {
  names = thinned(std::move(names), options_.most_of_many);
  for (size_t i = names.size(); i-- > 0;) inputs_.push_front({names[i], depth});
}

// A page if the input is one; nothing if it stands for others, which are then next.
std::optional<RawPage> PageSource::open(const Input& input) {
  const std::string& name = input.name;
  std::error_code error;
  if (name == "-") {
    const std::string prefix = read_some(STDIN_FILENO, 16);
    if (options_.stdin_is_archive || looks_like_archive(prefix)) return open_archive("-", prefix);
    RawPage page;
    page.id = "-";
    page.bytes = prefix + read_some(STDIN_FILENO, options_.max_bytes + 1);
    return page;
  }
  if (is_url(name) && !options_.fetch_urls) {
    RawPage page;
    page.id = page.url = name;
    return page;
  }
  if (is_url(name)) return fetch(name);
  if (name.starts_with('@')) {
    if (input.depth >= kMaxListDepth)
      return failed(name, {ErrorCode::kLimitExceeded,
                           fmt::format("{}: lists name each other too deeply", name)});
    const auto list = read_file(name.substr(1));
    if (!list.ok()) return failed(name, list.error());
    const auto lines = list_lines(*list);
    expand({lines.begin(), lines.end()}, input.depth + 1);
    return std::nullopt;
  }
  if (fs::is_directory(name, error)) {
    if (is_closed(name)) {
      return failed(name, {ErrorCode::kPermission,
                           fmt::format("cannot read the directory {}: Permission denied", name)});
    }
    const std::vector<std::string> below = pages_below(name);
    if (below.empty()) {
      return failed(name, {ErrorCode::kIo,
                           fmt::format("cannot read {}: it is a directory without pages", name)});
    }
    expand(below, input.depth);
    return std::nullopt;
  }
  if (fs::exists(name, error))
    return is_archive_name(name) ? open_archive(name) : read_page_file(name);
  const auto found =
      name.find_first_of("*?[") == std::string::npos ? std::vector<std::string>() : matches(name);
  if (found.empty())
    return failed(name, {ErrorCode::kNotFound, fmt::format("no file or directory {}", name)});
  expand(found, input.depth);
  return std::nullopt;
}

// One byte more than the limit is read, so that the parser sees that there was more.
RawPage PageSource::read_page_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    const ErrorCode code = errno == EACCES ? ErrorCode::kPermission : ErrorCode::kIo;
    return failed(path, {code, fmt::format("cannot read {}: {}", path, std::strerror(errno))});
  }
  RawPage page;
  page.id = path;
  page.bytes = read_some(file, options_.max_bytes + 1);
  ::close(file);
  const warc::Codec codec = warc::codec_of_path(path);
  if (codec == warc::Codec::kNone) return page;
  std::string unpacked;
  const Status done = warc::decompress(codec, page.bytes, unpacked, options_.max_bytes);
  if (!done.ok()) return failed(path, done.error().in(path));
  page.bytes = std::move(unpacked);
  return page;
}

std::optional<RawPage> PageSource::open_archive(const std::string& path, std::string_view prefix) {
  auto reader = warc::Reader::open(path, {.max_content = options_.max_bytes}, prefix);
  if (!reader.ok()) return failed(path, reader.error());
  archive_.emplace(std::move(*reader), options_.max_bytes, options_.rendered);
  archive_path_ = path;
  ++stats_.archives;
  return std::nullopt;
}

std::optional<RawPage> PageSource::next_of_archive() {
  if (auto page = archive_->next()) {
    page->archive = archive_path_;
    return page;
  }
  stats_.other_records += archive_->other_records();
  stats_.damaged += archive_->reader().stats().damaged;
  stats_.truncated = stats_.truncated || archive_->reader().stats().truncated;
  const Status status = archive_->reader().status();
  archive_.reset();
  if (!status.ok()) return failed(archive_path_, status.error().in(archive_path_));
  return std::nullopt;
}

RawPage PageSource::fetch(const std::string& url, const std::string& body) {
  if (fetcher_ == nullptr) fetcher_ = std::make_unique<crawl::PageFetcher>(options_.fetch);
  auto fetched = fetcher_->fetch(url, body);
  if (!fetched.ok()) return failed(url, fetched.error());
  if (fetched->status >= 400) {
    RawPage refused = failed(
        url, {ErrorCode::kIo, fmt::format("{} answers with status {}", url, fetched->status)});
    refused.status = fetched->status;
    return refused;
  }
  RawPage page;
  page.id = url;
  page.url = std::move(fetched->url);
  page.status = fetched->status;
  page.content_type = std::move(fetched->content_type);
  page.charset = site::charset_of(page.content_type);
  page.bytes = std::move(fetched->body);
  return page;
}

}  // namespace weft::cli
