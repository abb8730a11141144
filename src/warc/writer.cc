// A record is put together in memory, head and block, packed as one member and handed to the sink
// at once, so that its offset and length are known for the index. Header values with line breaks
// are refused: they would forge headers.
#include "warc/writer.h"

#include <libdeflate.h>

#include <chrono>
#include <ctime>
#include <random>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/hash.h"
#include "warc/header_parser.h"
#include "warc/sha1.h"

namespace weft::warc {
namespace {

bool is_http(RecordType type) {
  return type == RecordType::kRequest || type == RecordType::kResponse ||
         type == RecordType::kRevisit;
}

// The entity of an HTTP message, or the whole block.
std::string_view payload(const NewRecord& record) {
  if (!is_http(record.type)) return record.content;
  const size_t head = head_size(record.content);
  return head == 0 ? "" : record.content.substr(head);
}

bool is_one_line(std::string_view value) {
  return value.find_first_of("\r\n") == std::string_view::npos;
}

}  // namespace

std::string warc_date_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

struct Writer::State {
  State(Sink wanted_sink, const WriteOptions& wanted)
      : sink(std::move(wanted_sink)),
        options(wanted),
        offset(wanted.first_offset),
        random(wanted.id_seed != 0
                   ? wanted.id_seed
                   : (uint64_t{std::random_device{}()} << 32) ^ std::random_device{}()) {
    if (options.codec == Codec::kGzip) deflate = libdeflate_alloc_compressor(options.level);
  }
  ~State() { libdeflate_free_compressor(deflate); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // RFC 9562, version 4.
  std::string new_id() {
    const uint64_t high = (random() & 0xFFFFFFFFFFFF0FFF) | 0x4000;
    const uint64_t low = (random() & 0x3FFFFFFFFFFFFFFF) | 0x8000000000000000;
    return fmt::format("<urn:uuid:{:08x}-{:04x}-{:04x}-{:04x}-{:012x}>", high >> 32,
                       high >> 16 & 0xFFFF, high & 0xFFFF, low >> 48, low & 0xFFFFFFFFFFFF);
  }

  std::string_view pack(std::string_view bytes) {
    if (options.codec == Codec::kNone) return bytes;
    packed.clear();
    if (options.codec == Codec::kZstd) {
      Compressor compressor(Codec::kZstd, options.level);
      compressor.write(bytes, packed);
      compressor.finish(packed);
      return packed;
    }
    packed.resize(libdeflate_gzip_compress_bound(deflate, bytes.size()));
    packed.resize(libdeflate_gzip_compress(deflate, bytes.data(), bytes.size(), packed.data(),
                                           packed.size()));
    return packed;
  }

  Sink sink;
  WriteOptions options;
  uint64_t offset;
  std::mt19937_64 random;
  libdeflate_compressor* deflate = nullptr;
  std::string warcinfo_id;
  std::string plain;
  std::string packed;
};

Writer::Writer(Sink sink, const WriteOptions& options)
    : state_(std::make_unique<State>(std::move(sink), options)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

Result<Placed> Writer::write_warcinfo(std::string_view filename, std::string_view software) {
  const std::string content = fmt::format(
      "software: {}\r\nformat: WARC File Format 1.1\r\n"
      "conformsTo: "
      "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n",
      software);
  NewRecord record{
      .type = RecordType::kWarcinfo, .content_type = "application/warc-fields", .content = content};
  if (!filename.empty()) record.extra.push_back({"WARC-Filename", filename});
  WEFT_ASSIGN(Placed placed, write(record));
  state_->warcinfo_id = placed.id;
  return placed;
}

Result<Placed> Writer::write(const NewRecord& record) {
  std::string& out = state_->plain;
  out = "WARC/1.1\r\n";
  bool valid = true;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    valid = valid && is_one_line(name) && is_one_line(value);
    out += fmt::format("{}: {}\r\n", name, value);
  };
  Placed placed;
  placed.id = state_->new_id();
  add("WARC-Type", name_of(record.type));
  add("WARC-Record-ID", placed.id);
  add("WARC-Date", record.date.empty() ? warc_date_now() : std::string(record.date));
  add("WARC-Target-URI", record.target_uri);
  if (record.type != RecordType::kWarcinfo) add("WARC-Warcinfo-ID", state_->warcinfo_id);
  add("WARC-Concurrent-To", record.concurrent_to);
  if (record.type == RecordType::kRevisit) {
    const bool identical = record.profile == RevisitProfile::kIdenticalPayload;
    add("WARC-Profile", identical
                            ? "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
                            : "http://netpreserve.org/warc/1.1/revisit/server-not-modified");
    add("WARC-Refers-To-Target-URI", record.refers_to_uri);
    add("WARC-Refers-To-Date", record.refers_to_date);
    add("WARC-Payload-Digest", record.payload_digest);
  } else if (record.type == RecordType::kResponse || record.type == RecordType::kResource) {
    add("WARC-Payload-Digest", sha1_label(payload(record)));
  }
  add("WARC-Block-Digest", sha1_label(record.content));
  for (const Field& field : record.extra) add(field.name, field.value);
  const bool request = record.type == RecordType::kRequest;
  const std::string_view fallback = !is_http(record.type) ? ""
                                    : request             ? "application/http; msgtype=request"
                                                          : "application/http; msgtype=response";
  add("Content-Type", record.content_type.empty() ? fallback : record.content_type);
  add("Content-Length", std::to_string(record.content.size()));
  if (!valid) return Error{ErrorCode::kInvalidArgument, "a WARC header value with a line break"};
  ((out += "\r\n") += record.content) += "\r\n\r\n";

  const std::string_view packed = state_->pack(out);
  placed.offset = state_->offset;
  placed.length = packed.size();
  state_->offset += packed.size();
  WEFT_TRY(state_->sink(packed));
  return placed;
}

}  // namespace weft::warc
