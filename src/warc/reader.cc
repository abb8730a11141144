// Reading goes from record to record over a window of decoded bytes:
//
//   1. Leave the previous record: its block, then the empty lines after it.
//   2. A head must start here: "WARC/…" or an ARC line. Otherwise find the next place where one
//      does, at the start of a line or of a compressed member, and count what was passed over.
//   3. Take the block: as many bytes as the head says, or fewer if a new member starts with a new
//      record (the length was wrong), the file ends, or it is longer than Options allow.

#include "warc/reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/numbers.h"
#include "warc/header_parser.h"
#include "warc/input_stream.h"

namespace weft::warc {

struct Reader::State {
  State(InputStream input, const ReadOptions& wanted) : stream(std::move(input)), options(wanted) {}

  const Record* next();

 private:
  // What follows belongs to others.
  const Record* end_of_part();
  using More = InputStream::More;

  void problem(uint64_t offset, std::string what);
  // Grows the window by one step. False at the end, or when what was being read is lost.
  bool grow();
  // Forgets the decoded part of a damaged member: nothing of it can be trusted. True if there was
  // one.
  bool drop_what_is_lost();
  void leave_record();
  void skip_empty_lines();
  bool at_head();
  bool find_head();
  bool parse_head();
  bool parse_warc_head(size_t size);
  bool parse_arc_head();
  void set_arc_headers();
  void renew_views();
  void take_content();
  void set_place();

 public:
  InputStream stream;
  ReadOptions options;
  ReadStats stats;
  Record record;
  ArcLine arc;
  size_t head_bytes = 0;      // Of the present record, in the window.
  uint64_t content_left = 0;  // Of its block, beyond the window.
  bool in_record = false;
  bool lost = false;  // The stream dropped a damaged member while we read.
  bool ended = false;
  bool past_part = false;  // Everything of the part was given.
};

void Reader::State::problem(uint64_t offset, std::string what) {
  ++stats.damaged;
  if (stats.problems.size() < options.max_problems)
    stats.problems.push_back({offset, std::move(what)});
}

bool Reader::State::grow() {
  switch (stream.more()) {
    case More::kData:
      return true;
    case More::kEnd:
      ended = true;
      return false;
    case More::kTruncated:
      ended = true;
      stats.truncated = true;
      problem(stream.offset(), "the file ends within a compressed member");
      return false;
    case More::kDamaged:
      problem(stream.offset(), "a damaged compressed member");
      lost = true;
      return false;
  }
  return false;
}

bool Reader::State::drop_what_is_lost() {
  if (!lost) return false;
  lost = false;
  stream.consume(stream.window().size());
  return true;
}

const Record* Reader::State::next() {
  if (past_part) return nullptr;
  leave_record();
  for (;;) {
    skip_empty_lines();
    if (stream.window().empty() && ended) return nullptr;
    if (!at_head() && !find_head()) {
      if (ended && stream.window().empty()) return nullptr;
      continue;
    }
    if (!parse_head()) continue;
    take_content();
    if (drop_what_is_lost()) continue;
    if (record.offset >= options.end && stream.codec() == Codec::kGzip) return end_of_part();
    ++stats.records;
    in_record = true;
    return &record;
  }
}

const Record* Reader::State::end_of_part() {
  stream.consume(stream.window().size());
  ended = past_part = true;
  return nullptr;
}

// Step 1.
void Reader::State::leave_record() {
  if (!in_record) return;
  in_record = false;
  stream.consume(head_bytes + record.content.size());
  while (content_left > 0) {
    if (stream.window().empty() && !grow()) break;
    const size_t n = static_cast<size_t>(std::min<uint64_t>(content_left, stream.window().size()));
    stream.consume(n);
    content_left -= n;
  }
  content_left = 0;
  drop_what_is_lost();
}

void Reader::State::skip_empty_lines() {
  for (;;) {
    const std::string_view window = stream.window();
    const size_t start = std::min(window.find_first_not_of("\r\n"), window.size());
    stream.consume(start);
    if (!stream.window().empty() || !grow()) break;
  }
  drop_what_is_lost();
}

// Whether the window starts with a head; grows it as far as that needs.
bool Reader::State::at_head() {
  while (stream.window().size() < 16 && grow()) {
  }
  if (drop_what_is_lost()) return false;
  if (starts_warc(stream.window())) return true;
  const size_t line = stream.window().substr(0, options.max_header).find('\n');
  return parse_arc_line(stream.window().substr(0, std::min(line, options.max_header))).has_value();
}

// Step 2: passes over bytes that belong to no record.
bool Reader::State::find_head() {
  const uint64_t offset = stream.offset();
  uint64_t skipped = 0;
  bool found = false;
  while (!found && !stream.window().empty()) {
    const std::string_view window = stream.window();
    size_t next = window.find('\n');
    next =
        std::min(next == std::string_view::npos ? window.size() : next + 1, stream.next_member());
    skipped += next;
    stream.consume(next);
    if (stream.window().empty()) grow();
    found = !stream.window().empty() && at_head();
  }
  if (skipped != 0) {
    stats.skipped_bytes += skipped;
    problem(offset, fmt::format("{} bytes that are no record", skipped));
  }
  drop_what_is_lost();
  return found;
}

bool Reader::State::parse_head() {
  record.headers.clear();
  record.cut = false;
  if (!starts_warc(stream.window())) return parse_arc_head();
  size_t size = 0;
  while ((size = head_size(stream.window())) == 0 && stream.window().size() < options.max_header &&
         grow()) {
  }
  if (size != 0) return parse_warc_head(size);
  if (drop_what_is_lost()) return false;
  if (ended) stats.truncated = true;
  problem(stream.offset(), ended ? "the file ends within a record's head" : "a head without end");
  stream.consume(std::min<size_t>(5, stream.window().size()));  // Find the next "WARC/" from here.
  return false;
}

bool Reader::State::parse_warc_head(size_t size) {
  const std::string_view head = stream.window().substr(0, size);
  const size_t line = head.find('\n');
  record.version = head.substr(0, head.find_first_of("\r\n"));
  parse_fields(head.substr(line + 1), record.headers);
  record.type = record_type(record.header("WARC-Type"));
  head_bytes = size;
  const std::string_view length = record.header("Content-Length");
  if (const auto bytes = parse_number<uint64_t>(length)) {
    record.content_length = *bytes;
    return true;
  }
  problem(stream.offset(), "a record without a valid Content-Length");
  stats.skipped_bytes += size;
  stream.consume(size);
  return false;
}

bool Reader::State::parse_arc_head() {
  const size_t line_end = stream.window().find('\n');
  const std::string_view line = stream.window().substr(0, line_end);
  auto parsed = parse_arc_line(line);
  if (!parsed) {
    stream.consume(std::min<size_t>(1, stream.window().size()));
    return false;
  }
  arc = std::move(*parsed);
  head_bytes = line_end == std::string_view::npos ? line.size() : line_end + 1;
  record.version = "ARC";
  record.type = arc.is_filedesc ? RecordType::kWarcinfo : RecordType::kResponse;
  set_arc_headers();
  record.content_length = arc.content_length.value_or(0);
  if (!arc.content_length) problem(stream.offset(), "an ARC record without a valid length");
  return true;
}

void Reader::State::set_arc_headers() {
  record.headers = {{"WARC-Type", name_of(record.type)},
                    {"WARC-Target-URI", arc.url},
                    {"WARC-Date", arc.date},
                    {"WARC-IP-Address", arc.ip},
                    {"Content-Type", arc.mime},
                    {"Content-Length", arc.length}};
}

// After the window has moved.
void Reader::State::renew_views() {
  const std::string_view head = stream.window().substr(0, head_bytes);
  const std::string_view first_line = head.substr(0, head.find('\n'));
  if (record.version != "ARC") {
    record.headers.clear();
    record.version = head.substr(0, head.find_first_of("\r\n"));
    parse_fields(head.substr(first_line.size() + 1), record.headers);
  } else if (auto parsed = parse_arc_line(first_line)) {
    arc = std::move(*parsed);
    set_arc_headers();
  }
}

// Step 3.
void Reader::State::take_content() {
  const char* place = stream.window().data();
  const uint64_t wanted = std::min(record.content_length, options.max_content);
  size_t have = stream.window().size() - head_bytes;
  bool short_of = false;
  while (have < wanted && !short_of) {
    const size_t before = stream.window().size();
    if (!grow()) {
      short_of = true;
      if (ended && !lost) {
        stats.truncated = true;
        problem(stream.offset(), "the file ends within a record");
      }
    } else if (stream.next_member() == before && starts_warc(stream.window().substr(before))) {
      problem(stream.offset(), "a Content-Length longer than its member");
      short_of = true;
      have = before - head_bytes;
      break;
    }
    have = stream.window().size() - head_bytes;
  }
  const size_t size = static_cast<size_t>(std::min<uint64_t>(wanted, have));
  record.cut = short_of || record.content_length > options.max_content;
  content_left = short_of ? 0 : record.content_length - size;
  if (stream.window().data() != place) renew_views();
  record.content = stream.window().substr(head_bytes, size);
  set_place();
}

void Reader::State::set_place() {
  record.offset = stream.offset();
  record.length = 0;
  if (stream.codec() == Codec::kNone) {
    record.length = head_bytes + record.content.size();
    return;
  }
  const std::string_view after = stream.window().substr(head_bytes + record.content.size());
  const bool alone = content_left == 0 && after.find_first_not_of("\r\n") == std::string_view::npos;
  if (alone && stream.next_member() == std::string_view::npos)
    record.length = stream.input_offset() - record.offset;
}

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Result<Reader> Reader::open(const std::string& path, const ReadOptions& options,
                            std::string_view prefix) {
  WEFT_ASSIGN(InputStream stream, InputStream::open(path, prefix, options.begin));
  return Reader(std::make_unique<State>(std::move(stream), options));
}

Result<Reader> Reader::from(ByteSource source, const ReadOptions& options) {
  WEFT_ASSIGN(InputStream stream, InputStream::from(std::move(source), options.begin));
  return Reader(std::make_unique<State>(std::move(stream), options));
}

Reader Reader::over(std::string_view bytes, const ReadOptions& options) {
  return Reader(std::make_unique<State>(InputStream::over(bytes), options));
}

const Record* Reader::next() { return state_->next(); }
const ReadStats& Reader::stats() const { return state_->stats; }
const Status& Reader::status() const { return state_->stream.status(); }
uint64_t Reader::input_offset() const { return state_->stream.input_offset(); }

Status read_record_at(const std::string& path, uint64_t offset, uint64_t length,
                      const std::function<Status(const Record&)>& use) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Error{ErrorCode::kNotFound,
                 fmt::format("cannot read {}: {}", path, std::strerror(errno))};
  std::string bytes(length, '\0');
  size_t have = 0;
  while (have < length) {
    const ssize_t n =
        ::pread(fd, bytes.data() + have, length - have, static_cast<off_t>(offset + have));
    if (n <= 0) break;
    have += static_cast<size_t>(n);
  }
  ::close(fd);
  if (have != length)
    return Error{ErrorCode::kCorruption,
                 fmt::format("{} ends before byte {}", path, offset + length)};
  Reader reader = Reader::over(bytes);
  const Record* record = reader.next();
  if (record == nullptr || record->cut) {
    return Error{ErrorCode::kCorruption, fmt::format("{} has no record at byte {}", path, offset)};
  }
  return use(*record);
}

}  // namespace weft::warc
