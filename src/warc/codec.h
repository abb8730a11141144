// Compression of files: gzip and zstd, by extension, as streams.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::warc {

enum class Codec : uint8_t { kNone, kGzip, kZstd };

// By the end of the name: ".gz", ".zst".
Codec codec_of_path(std::string_view path);
// By the first bytes of the content.
Codec codec_of_bytes(std::string_view bytes);

// Turns bytes into one gzip member or zstd frame. finish() ends it; the next write() starts
// another. Threads: one at a time.
class Compressor {
 public:
  // `level` as the codec counts; 0 for its default.
  explicit Compressor(Codec codec, int level = 0);
  ~Compressor();
  Compressor(Compressor&&) noexcept;
  Compressor& operator=(Compressor&&) noexcept;

  // Append what is ready to `out`.
  void write(std::string_view bytes, std::string& out);
  void finish(std::string& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Bytes in, bytes out, for a stream of members or frames. Threads: one at a time.
class Decompressor {
 public:
  explicit Decompressor(Codec codec);
  ~Decompressor();
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;

  // Decodes `input` until it is used up, a member ends, or `max_out` bytes have been appended to
  // `out`; used input is removed from the view. Fails with kCorruption.
  Status read(std::string_view& input, std::string& out, size_t max_out);
  // True between members: nothing read yet, or the last read() ended one.
  [[nodiscard]] bool at_boundary() const;
  // Forgets a damaged member.
  void reset();
  // zstd: decodes the following frames with this dictionary.
  Status set_dictionary(std::string_view dictionary);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All of `bytes`, at most `max_out`. Fails with kCorruption or kLimitExceeded; what was decoded
// until then is in `out`.
Status decompress(Codec codec, std::string_view bytes, std::string& out,
                  size_t max_out = size_t{1} << 32);

}  // namespace weft::warc
