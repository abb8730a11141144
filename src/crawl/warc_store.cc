// Tested by warc_store_test.cc.

#include "crawl/warc_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/hash.h"
#include "warc/rendered.h"
#include "warc/sha1.h"

namespace weft::crawl {

WarcStore::~WarcStore() {
  if (fd_ >= 0) close(fd_);
}

Status WarcStore::add(const PageToStore& page) {
  if (fd_ < 0 || file_bytes_ >= options_.max_file_bytes) WEFT_TRY(open_file());
  WEFT_ASSIGN(const warc::Placed response, write_response(page));
  if (options_.requests) {
    WEFT_TRY(write_request(page, response));
    WEFT_TRY(write_metadata(page, response));
  }
  if (!page.rendered.empty()) {
    WEFT_TRY(warc::write_rendered(*writer_, {.target_uri = page.fetched.url,
                                             .date = page.date,
                                             .refers_to = response.id,
                                             .html = page.rendered,
                                             .layout = page.layout}));
  }
  return flush();
}

Status WarcStore::open_file() {
  if (fd_ >= 0) close(fd_);
  std::error_code error;
  std::filesystem::create_directories(options_.folder, error);
  std::string time = warc::warc_date_now();
  std::erase_if(time, [](char c) { return c == '-' || c == ':' || c == 'T' || c == 'Z'; });
  std::string name;
  std::string path;
  do {  // A run before this one may have begun in the same second.
    name = fmt::format("{}-{}-{}-{:05}.warc.gz", options_.prefix, time, options_.worker, ++files_);
    path = options_.folder + "/" + name;
    fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  } while (fd_ < 0 && errno == EEXIST);
  if (fd_ < 0) {
    const ErrorCode code = errno == EACCES ? ErrorCode::kPermission : ErrorCode::kIo;
    return Error{code, fmt::format("cannot create {}: {}", path, std::strerror(errno))};
  }
  file_bytes_ = 0;
  warc::WriteOptions writing;
  writing.level = options_.level;
  writer_ = std::make_unique<warc::Writer>(
      [this](std::string_view bytes) -> Status {
        pending_ += bytes;
        return {};
      },
      writing);
  WEFT_TRY(writer_->write_warcinfo(name, "weft/" WEFT_VERSION));
  return {};
}

Result<warc::Placed> WarcStore::write_response(const PageToStore& page) {
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
    ++revisits_;
    return writer_->write(record);
  }
  const std::string_view body = fetched.body();
  if (!whole || body.empty() || fetched.http_status != 200) return writer_->write(record);
  const uint64_t hash = hash_bytes(body);
  if (seen_.size() >= options_.max_digests) seen_.clear();
  const auto [known, fresh] =
      seen_.try_emplace(hash, StoredContent{fetched.url, std::string(page.date)});
  if (fresh) return writer_->write(record);
  const std::string digest = warc::sha1_label(body);
  record.type = warc::RecordType::kRevisit;
  record.content = fetched.head();
  record.payload_digest = digest;
  record.refers_to_uri = known->second.url;
  record.refers_to_date = known->second.date;
  ++revisits_;
  return writer_->write(record);
}

Status WarcStore::write_request(const PageToStore& page, const warc::Placed& response) {
  WEFT_TRY(writer_->write({.type = warc::RecordType::kRequest,
                           .target_uri = page.fetched.url,
                           .date = page.date,
                           .content = page.fetched.request,
                           .concurrent_to = response.id}));
  return {};
}

Status WarcStore::write_metadata(const PageToStore& page, const warc::Placed& response) {
  std::string fields = fmt::format("hopsFromSeed: {}\r\nfetchTimeMs: {}\r\n", page.depth,
                                   page.fetched.elapsed.count());
  if (!page.parent.empty()) fields += fmt::format("via: {}\r\n", page.parent);
  if (!page.canonical.empty()) fields += fmt::format("canonical: {}\r\n", page.canonical);
  if (!page.language.empty()) fields += fmt::format("language: {}\r\n", page.language);
  WEFT_TRY(writer_->write({.type = warc::RecordType::kMetadata,
                           .target_uri = page.fetched.url,
                           .date = page.date,
                           .content_type = "application/warc-fields",
                           .content = fields,
                           .concurrent_to = response.id}));
  return {};
}

Status WarcStore::flush() {
  file_bytes_ += pending_.size();
  if (!write_all(fd_, pending_))
    return Error{ErrorCode::kIo,
                 fmt::format("cannot write to {}: {}", options_.folder, std::strerror(errno))};
  pending_.clear();
  return {};
}

}  // namespace weft::crawl
