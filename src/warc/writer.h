// Writer: WARC 1.1 records, each its own gzip member.
//
//   Writer writer([&](std::string_view bytes) { return file.write(bytes); });
//   WEFT_TRY(writer.write_warcinfo("pages.warc.gz"));
//   WEFT_TRY(writer.write(
//       {.type = RecordType::kResponse, .target_uri = url, .date = …, .content = http}));
//
// Digests are computed here. Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "warc/codec.h"
#include "warc/record.h"

namespace weft::warc {

// Why a revisit has no payload of its own.
enum class RevisitProfile : uint8_t {
  kIdenticalPayload,  // the payload is that of an earlier record
  kNotModified,       // the server said so (304)
};

struct NewRecord {
  RecordType type = RecordType::kResponse;
  std::string_view target_uri;
  std::string_view date;           // ISO 8601, UTC; empty for now.
  std::string_view content_type;   // Empty: application/http for requests, responses and revisits.
  std::string_view content;        // The block.
  std::string_view concurrent_to;  // Record id of the response a request or metadata belongs to.
  RevisitProfile profile = RevisitProfile::kIdenticalPayload;
  // Revisits: the record that holds the payload.
  std::string_view refers_to_uri;
  std::string_view refers_to_date;
  std::string_view payload_digest;  // Revisits; for others it is computed.
  Fields extra;                     // Further headers, as they are.
};

// Where a record was put.
struct Placed {
  std::string id;       // "<urn:uuid:…>"
  uint64_t offset = 0;  // Of its member in the output.
  uint64_t length = 0;
};

struct WriteOptions {
  Codec codec = Codec::kGzip;
  int level = 6;
  uint64_t first_offset = 0;  // Where in the file writing starts.
  uint64_t id_seed = 0;       // Not 0: record ids follow from it, for files that must repeat.
};

class Writer {
 public:
  using Sink = std::function<Status(std::string_view)>;
  explicit Writer(Sink sink, const WriteOptions& options = {});
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  // The record that says who wrote the file. Belongs at its start.
  Result<Placed> write_warcinfo(std::string_view filename, std::string_view software = "weft");
  // Fails as the sink does; with kInvalidArgument for header values with line breaks.
  Result<Placed> write(const NewRecord& record);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Now, as WARC-Date: "2024-03-12T14:30:05Z".
std::string warc_date_now();

}  // namespace weft::warc
