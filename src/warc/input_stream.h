// The decoded bytes of a WARC file, member by member. Internal to reader.cc.
//
// A window over the decoded stream grows by more() and shrinks by consume(). gzip members that fit
// in memory are decoded in one go by libdeflate, which is about twice as fast as zlib; members that
// do not, and damaged ones, go through zlib piece by piece. Reading and decoding buffers are reused
// throughout.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "warc/codec.h"
#include "warc/reader.h"

struct libdeflate_decompressor;

namespace weft::warc {

class InputStream {
 public:
  enum class More {
    kData,       // The window has grown.
    kEnd,        // Nothing follows.
    kDamaged,    // What was not consumed is lost; the next member, if any, follows.
    kTruncated,  // The input ends within a member.
  };

  // "-" is standard input, of which `prefix` was already read. From `begin` on: at the first gzip
  // member with a record that starts there; a file that is not of such members has none behind 0.
  static Result<InputStream> open(const std::string& path, std::string_view prefix = "",
                                  uint64_t begin = 0);
  // What `source` gives is at `begin` of some file. Fails as the source does.
  static Result<InputStream> from(ByteSource source, uint64_t begin = 0);
  // REQUIRES: `bytes` outlives the stream.
  static InputStream over(std::string_view bytes);
  ~InputStream();
  InputStream(InputStream&&) noexcept;
  InputStream& operator=(InputStream&&) noexcept;

  [[nodiscard]] std::string_view window() const { return {buffer_.get() + begin_, end_ - begin_}; }
  More more();
  void consume(size_t n);

  [[nodiscard]] Codec codec() const { return codec_; }
  // File offset of the member that holds the window's first byte; of that byte itself in a plain
  // file.
  [[nodiscard]] uint64_t offset() const;
  // File offset of the first byte not yet decoded.
  [[nodiscard]] uint64_t input_offset() const { return raw_offset_; }
  // Where in the window the next member starts, or npos: the place for finding records again.
  [[nodiscard]] size_t next_member() const;
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  struct Member {
    uint64_t decoded;  // Position in the decoded stream.
    uint64_t offset;   // In the file.
  };
  struct FreeDeflate {
    void operator()(libdeflate_decompressor* decompressor) const;
  };

  InputStream();
  void start(uint64_t begin);
  Result<size_t> read_some(char* to, size_t size);
  // Reads until `wanted` raw bytes are there or the input ends.
  void fill(size_t wanted);
  [[nodiscard]] std::string_view raw() const;
  void take(size_t n);
  // Makes room for `wanted` bytes behind the window.
  void make_room(size_t wanted);
  void begin_member();

  More more_plain();
  More more_gzip();
  More more_streamed();
  // True if a whole member was decoded.
  bool decode_whole_member();
  void load_dictionary();
  // Moves to the next thing that looks like the start of a member, from here or behind.
  void skip_to_member();
  // Moves to the next member that decodes to a record.
  void skip_to_record();

  ByteSource source_;  // Instead of a file.
  int fd_ = -1;
  bool owns_fd_ = false;
  bool eof_ = false;
  std::unique_ptr<char[]> raw_buffer_;
  std::string_view memory_;  // The input, when there is no file.
  size_t raw_begin_ = 0;
  size_t raw_end_ = 0;
  uint64_t raw_offset_ = 0;

  Codec codec_ = Codec::kNone;
  std::unique_ptr<libdeflate_decompressor, FreeDeflate> deflate_;
  std::unique_ptr<Decompressor> streamed_;
  bool in_member_ = false;  // A streamed member is under way.

  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  size_t begin_ = 0;
  size_t end_ = 0;
  uint64_t decoded_ = 0;  // Position of the window's first byte in the decoded stream.
  std::deque<Member> members_;
  Status status_;
};

}  // namespace weft::warc
