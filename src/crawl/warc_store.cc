// Tested by warc_store_test.cc.

#include "crawl/warc_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/hash.h"
#include "warc/sha1.h"

namespace weft::crawl {

struct WarcStore::State {
  struct Seen {
    std::string url;
    std::string date;
  };

  WarcStoreOptions options;
  int fd = -1;
  uint64_t file_bytes = 0;
  uint64_t all_bytes = 0;
  uint64_t revisits = 0;
  unsigned files = 0;
  std::unique_ptr<warc::Writer> writer;
  std::string pending;                      // The records of a page, which are written together.
  std::unordered_map<uint64_t, Seen> seen;  // By the hash of the body.

  ~State() {
    if (fd >= 0) close(fd);
  }

  Status flush() {
    std::string_view bytes = pending;
    file_bytes += bytes.size();
    all_bytes += bytes.size();
    while (!bytes.empty()) {
      const ssize_t n = ::write(fd, bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        return Error{ErrorCode::kIo,
                     fmt::format("cannot write to {}: {}", options.folder, std::strerror(errno))};
      }
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    pending.clear();
    return {};
  }

  Status open_file() {
    if (fd >= 0) close(fd);
    std::error_code error;
    std::filesystem::create_directories(options.folder, error);
    std::string time = warc::warc_date_now();
    std::erase_if(time, [](char c) { return c == '-' || c == ':' || c == 'T' || c == 'Z'; });
    std::string name;
    std::string path;
    do {  // A run before this one may have begun in the same second.
      name = fmt::format("{}-{}-{}-{:05}.warc.gz", options.prefix, time, options.worker, ++files);
      path = options.folder + "/" + name;
      fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    } while (fd < 0 && errno == EEXIST);
    if (fd < 0) {
      const ErrorCode code = errno == EACCES ? ErrorCode::kPermission : ErrorCode::kIo;
      return Error{code, fmt::format("cannot create {}: {}", path, std::strerror(errno))};
    }
    file_bytes = 0;
    warc::WriteOptions writing;
    writing.level = options.level;
    writer = std::make_unique<warc::Writer>(
        [this](std::string_view bytes) -> Status {
          pending += bytes;
          return {};
        },
        writing);
    WEFT_TRY(writer->write_warcinfo(name, "weft/" WEFT_VERSION));
    return {};
  }

  // The record for the response, and whether it is a revisit.
  Result<warc::Placed> write_response(const StoredPage& page) {
    const FetchResult& fetched = page.fetched;
    warc::NewRecord record{.type = warc::RecordType::kResponse,
                           .target_uri = fetched.url,
                           .date = page.date,
                           .content = fetched.message};
    if (!fetched.address.empty()) record.extra.push_back({"WARC-IP-Address", fetched.address});
    const bool whole = fetched.status == FetchStatus::kOk && !fetched.cut;
    if (!whole) record.extra.push_back({"WARC-Truncated", fetched.cut ? "length" : "disconnect"});
    if (fetched.http_status == 304) {
      record.type = warc::RecordType::kRevisit;
      record.profile = warc::RevisitProfile::kNotModified;
      ++revisits;
      return writer->write(record);
    }
    const std::string_view body = fetched.body();
    if (!whole || body.empty() || fetched.http_status != 200) return writer->write(record);
    const uint64_t hash = hash_bytes(body);
    if (seen.size() >= options.max_digests) seen.clear();
    const auto [known, fresh] = seen.try_emplace(hash, Seen{fetched.url, std::string(page.date)});
    if (fresh) return writer->write(record);
    const std::string digest = warc::sha1_label(body);
    record.type = warc::RecordType::kRevisit;
    record.content = fetched.head();
    record.payload_digest = digest;
    record.refers_to_uri = known->second.url;
    record.refers_to_date = known->second.date;
    ++revisits;
    return writer->write(record);
  }

  Status write_request(const StoredPage& page, const warc::Placed& response) {
    WEFT_TRY(writer->write({.type = warc::RecordType::kRequest,
                            .target_uri = page.fetched.url,
                            .date = page.date,
                            .content = page.fetched.request,
                            .concurrent_to = response.id}));
    return {};
  }

  Status write_metadata(const StoredPage& page, const warc::Placed& response) {
    std::string fields = fmt::format("hopsFromSeed: {}\r\nfetchTimeMs: {}\r\n", page.depth,
                                     page.fetched.elapsed.count());
    if (!page.parent.empty()) fields += fmt::format("via: {}\r\n", page.parent);
    if (!page.canonical.empty()) fields += fmt::format("canonical: {}\r\n", page.canonical);
    if (!page.language.empty()) fields += fmt::format("language: {}\r\n", page.language);
    WEFT_TRY(writer->write({.type = warc::RecordType::kMetadata,
                            .target_uri = page.fetched.url,
                            .date = page.date,
                            .content_type = "application/warc-fields",
                            .content = fields,
                            .concurrent_to = response.id}));
    return {};
  }
};

WarcStore::WarcStore(WarcStoreOptions options) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
}
WarcStore::~WarcStore() = default;
WarcStore::WarcStore(WarcStore&&) noexcept = default;
WarcStore& WarcStore::operator=(WarcStore&&) noexcept = default;

Status WarcStore::add(const StoredPage& page) {
  State& state = *state_;
  if (state.fd < 0 || state.file_bytes >= state.options.max_file_bytes) WEFT_TRY(state.open_file());
  WEFT_ASSIGN(const warc::Placed response, state.write_response(page));
  if (state.options.requests) {
    WEFT_TRY(state.write_request(page, response));
    WEFT_TRY(state.write_metadata(page, response));
  }
  return state.flush();
}

uint64_t WarcStore::bytes_written() const { return state_->all_bytes; }
uint64_t WarcStore::revisits() const { return state_->revisits; }

}  // namespace weft::crawl
