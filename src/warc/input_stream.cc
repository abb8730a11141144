// Two windows: raw bytes of the file, which fill() slides along, and decoded bytes, which more()
// appends to. For each decoded member it is noted where it began in the file and in the decoded
// stream, so that a record can name its offset and a reader can go on behind damage:
//
//   file      │ member │ member ░░░░ │ member │
//   decoded   │ record │ rec         │ record │     damaged: skip to the next magic number
//
// A gzip member is decoded in one go where a megabyte of input or all the rest is at hand; if that
// fails, for whatever reason, zlib takes it from its start and says how far it got.
#include "warc/input_stream.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace weft::warc {
namespace {

constexpr size_t kRawWindow = size_t{4} << 20;
// A gzip member is tried in one go when so much of the input is at hand, or all that is left.
constexpr size_t kComfort = size_t{1} << 20;
constexpr size_t kFirstBuffer = size_t{1} << 20;
// Members that decode to more are streamed.
constexpr size_t kMaxWholeMember = size_t{64} << 20;
constexpr size_t kStreamChunk = size_t{256} << 10;
constexpr size_t kMaxDictionary = size_t{64} << 20;

constexpr std::string_view kGzipMagic = "\x1F\x8B\x08";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kDictionaryMagic =
    "\x5D\x2A\x4D\x18";  // Skippable frame 13: .warc.zst's dictionary.

}  // namespace

void InputStream::FreeDeflate::operator()(libdeflate_decompressor* decompressor) const {
  libdeflate_free_decompressor(decompressor);
}

InputStream::InputStream() = default;
InputStream::~InputStream() {
  if (owns_fd_) ::close(fd_);
}
InputStream::InputStream(InputStream&& other) noexcept { *this = std::move(other); }
InputStream& InputStream::operator=(InputStream&& other) noexcept {
  if (this == &other) return *this;
  if (owns_fd_) ::close(fd_);
  source_ = std::move(other.source_);
  fd_ = other.fd_;
  owns_fd_ = std::exchange(other.owns_fd_, false);
  eof_ = other.eof_;
  raw_buffer_ = std::move(other.raw_buffer_);
  memory_ = other.memory_;
  raw_begin_ = other.raw_begin_;
  raw_end_ = other.raw_end_;
  raw_offset_ = other.raw_offset_;
  codec_ = other.codec_;
  deflate_ = std::move(other.deflate_);
  streamed_ = std::move(other.streamed_);
  in_member_ = other.in_member_;
  buffer_ = std::move(other.buffer_);
  capacity_ = other.capacity_;
  begin_ = other.begin_;
  end_ = other.end_;
  decoded_ = other.decoded_;
  members_ = std::move(other.members_);
  status_ = other.status_;
  return *this;
}

Result<InputStream> InputStream::open(const std::string& path, std::string_view prefix,
                                      uint64_t begin) {
  InputStream stream;
  stream.owns_fd_ = path != "-";
  stream.fd_ = stream.owns_fd_ ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  if (stream.fd_ < 0) {
    stream.owns_fd_ = false;
    const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
    return Error{code, fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  }
  stream.raw_buffer_.reset(new char[kRawWindow]);
  stream.raw_end_ = std::min(prefix.size(), kRawWindow);
  std::memcpy(stream.raw_buffer_.get(), prefix.data(), stream.raw_end_);
  if (begin > 0 && ::lseek(stream.fd_, static_cast<off_t>(begin), SEEK_SET) < 0)
    return Error{ErrorCode::kIo,
                 fmt::format("cannot go to byte {} of {}: {}", begin, path, std::strerror(errno))};
  stream.start(begin);
  if (!stream.status_.ok()) return stream.status_.error().in(path);
  return stream;
}

Result<InputStream> InputStream::from(ByteSource source, uint64_t begin) {
  InputStream stream;
  stream.source_ = std::move(source);
  stream.raw_buffer_.reset(new char[kRawWindow]);
  stream.start(begin);
  if (!stream.status_.ok()) return stream.status_.error();
  return stream;
}

InputStream InputStream::over(std::string_view bytes) {
  InputStream stream;
  stream.memory_ = bytes;
  stream.raw_end_ = bytes.size();
  stream.eof_ = true;
  stream.start(0);
  return stream;
}

void InputStream::start(uint64_t begin) {
  fill(kComfort);
  raw_offset_ = begin;
  codec_ = begin == 0 ? codec_of_bytes(raw()) : Codec::kGzip;
  if (begin > 0) skip_to_record();
  if (codec_ == Codec::kGzip) deflate_.reset(libdeflate_alloc_decompressor());
  if (codec_ != Codec::kNone) streamed_ = std::make_unique<Decompressor>(codec_);
  make_room(kFirstBuffer);
  if (codec_ == Codec::kZstd && raw().starts_with(kDictionaryMagic)) load_dictionary();
}

std::string_view InputStream::raw() const {
  const char* bytes = raw_buffer_ != nullptr ? raw_buffer_.get() : memory_.data();
  return {bytes + raw_begin_, raw_end_ - raw_begin_};
}

void InputStream::take(size_t n) {
  raw_begin_ += n;
  raw_offset_ += n;
}

void InputStream::fill(size_t wanted) {
  if (eof_ || raw_end_ - raw_begin_ >= wanted) return;
  std::memmove(raw_buffer_.get(), raw_buffer_.get() + raw_begin_, raw_end_ - raw_begin_);
  raw_end_ -= raw_begin_;
  raw_begin_ = 0;
  while (raw_end_ < wanted) {
    const Result<size_t> n = read_some(raw_buffer_.get() + raw_end_, kRawWindow - raw_end_);
    if (!n.ok()) status_ = n.error();
    if (!n.ok() || *n == 0) {
      eof_ = true;
      return;
    }
    raw_end_ += *n;
  }
}

Result<size_t> InputStream::read_some(char* to, size_t size) {
  if (source_) return source_(to, size);
  for (;;) {
    const ssize_t n = ::read(fd_, to, size);
    if (n >= 0) return static_cast<size_t>(n);
    if (errno != EINTR)
      return Error{ErrorCode::kIo, fmt::format("cannot read: {}", std::strerror(errno))};
  }
}

void InputStream::make_room(size_t wanted) {
  if (capacity_ - end_ >= wanted) return;
  const size_t size = end_ - begin_;
  if (capacity_ - size >= wanted && size <= capacity_ / 2) {
    if (size != 0) std::memmove(buffer_.get(), buffer_.get() + begin_, size);
  } else {
    capacity_ = std::max(2 * capacity_, size + wanted);
    std::unique_ptr<char[]> larger(new char[capacity_]);
    if (size != 0) std::memcpy(larger.get(), buffer_.get() + begin_, size);
    buffer_ = std::move(larger);
  }
  begin_ = 0;
  end_ = size;
}

void InputStream::consume(size_t n) {
  begin_ += n;
  decoded_ += n;
  if (begin_ == end_) begin_ = end_ = 0;
  while (members_.size() > 1 && members_[1].decoded <= decoded_) members_.pop_front();
}

uint64_t InputStream::offset() const {
  if (codec_ == Codec::kNone) return raw_offset_ - (end_ - begin_);
  return members_.empty() ? raw_offset_ : members_.front().offset;
}

size_t InputStream::next_member() const {
  for (const Member& member : members_) {
    if (member.decoded > decoded_) return member.decoded - decoded_;
  }
  return std::string_view::npos;
}

void InputStream::begin_member() {
  const uint64_t decoded = decoded_ + (end_ - begin_);
  if (!members_.empty() && members_.back().decoded == decoded)
    members_.pop_back();  // It was empty.
  members_.push_back({decoded, raw_offset_});
  if (members_.size() > 1 && members_[1].decoded <= decoded_) members_.pop_front();
}

InputStream::More InputStream::more() {
  switch (codec_) {
    case Codec::kNone:
      return more_plain();
    case Codec::kGzip:
      return more_gzip();
    case Codec::kZstd:
      return more_streamed();
  }
  return More::kEnd;
}

InputStream::More InputStream::more_plain() {
  fill(1);
  const std::string_view bytes = raw().substr(0, kRawWindow);
  if (bytes.empty()) return More::kEnd;
  make_room(bytes.size());
  std::memcpy(buffer_.get() + end_, bytes.data(), bytes.size());
  end_ += bytes.size();
  take(bytes.size());
  return More::kData;
}

InputStream::More InputStream::more_gzip() {
  if (in_member_) return more_streamed();
  const size_t before = end_ - begin_;
  while (end_ - begin_ == before) {  // Empty members give nothing.
    fill(kComfort);
    if (raw().empty()) return More::kEnd;
    begin_member();
    if (!decode_whole_member()) return more_streamed();
  }
  return More::kData;
}

bool InputStream::decode_whole_member() {
  if (!raw().starts_with(kGzipMagic)) return false;
  for (;;) {
    size_t used = 0;
    size_t written = 0;
    const libdeflate_result result =
        libdeflate_gzip_decompress_ex(deflate_.get(), raw().data(), raw().size(),
                                      buffer_.get() + end_, capacity_ - end_, &used, &written);
    if (result == LIBDEFLATE_SUCCESS) {
      end_ += written;
      take(used);
      return true;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE || capacity_ - end_ >= kMaxWholeMember)
      return false;
    make_room(4 * (capacity_ - end_) + kFirstBuffer);
  }
}

InputStream::More InputStream::more_streamed() {
  fill(kComfort);
  if (raw().empty()) {
    const bool within = std::exchange(in_member_, false);
    return within ? More::kTruncated : More::kEnd;
  }
  const std::string_view magic = codec_ == Codec::kGzip ? kGzipMagic : kZstdMagic.substr(0, 0);
  if (!in_member_) {
    begin_member();
    streamed_->reset();
  }
  std::string_view input = raw();
  const size_t offered = input.size();
  std::string chunk;
  Status read = !in_member_ && !input.starts_with(magic)
                    ? Status(Error{ErrorCode::kCorruption, "no compressed member"})
                    : streamed_->read(input, chunk, kStreamChunk);
  const size_t used = offered - input.size();
  take(used);
  if (!read.ok() || (used == 0 && chunk.empty())) {
    in_member_ = false;
    if (!raw().empty()) take(1);
    skip_to_member();
    return More::kDamaged;
  }
  in_member_ = !streamed_->at_boundary();
  make_room(chunk.size());
  std::memcpy(buffer_.get() + end_, chunk.data(), chunk.size());
  end_ += chunk.size();
  return More::kData;
}

void InputStream::skip_to_record() {
  Decompressor probe(codec_);
  for (skip_to_member(); !raw().empty(); skip_to_member()) {
    std::string_view input = raw();
    std::string start;
    probe.reset();
    if (probe.read(input, start, 16).ok() && start.starts_with("WARC/")) return;
    take(1);
  }
}

void InputStream::skip_to_member() {
  const std::string_view magic = codec_ == Codec::kGzip ? kGzipMagic : kZstdMagic;
  for (;;) {
    fill(kComfort);
    const size_t found = raw().find(magic);
    if (found != std::string_view::npos) return take(found);
    if (eof_) return take(raw().size());
    take(raw().size() - std::min(raw().size(), magic.size() - 1));
  }
}

// The frame is magic, 4 bytes of length (little endian), and the dictionary, itself compressed or
// not.
void InputStream::load_dictionary() {
  fill(kRawWindow);
  if (raw().size() < 8) return;
  uint32_t size = 0;
  std::memcpy(&size, raw().data() + 4, 4);
  if (size > kMaxDictionary || raw().size() - 8 < size) {
    status_ = Error{ErrorCode::kCorruption, "the zstd dictionary is damaged or too large"};
    return;
  }
  std::string dictionary(raw().substr(8, size));
  take(8 + size_t{size});
  if (dictionary.starts_with(kZstdMagic)) {
    std::string unpacked;
    status_ = decompress(Codec::kZstd, dictionary, unpacked, kMaxDictionary);
    dictionary = std::move(unpacked);
  }
  if (status_.ok()) status_ = streamed_->set_dictionary(dictionary);
}

}  // namespace weft::warc
