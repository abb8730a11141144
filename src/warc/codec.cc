// zlib and zstd behind one face. Both libraries take bytes from where one points and write to
// where one points; the work here is to grow the output, to tell "needs more input" from "ended"
// and "damaged", and to know the boundary between members: a WARC file is thousands of gzip
// members one after the other, each of which can be read by itself.
#include "warc/codec.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>

#include "base/check.h"

namespace weft::warc {
namespace {

constexpr size_t kChunk = 64 * 1024;
constexpr int kGzipWindow = 15 + 16;  // zlib's way to ask for a gzip header.

Error corrupt(std::string_view what) {
  return Error{ErrorCode::kCorruption, "damaged " + std::string(what) + " data"};
}

// Makes room for up to `max` more bytes at the end of `out` while `fill` writes into it.
template <typename Fill>
void append(std::string& out, size_t max, Fill fill) {
  const size_t before = out.size();
  out.resize(before + max);
  out.resize(before + fill(out.data() + before));
}

}  // namespace

Codec codec_of_path(std::string_view path) {
  if (path.ends_with(".gz")) return Codec::kGzip;
  if (path.ends_with(".zst")) return Codec::kZstd;
  return Codec::kNone;
}

Codec codec_of_bytes(std::string_view bytes) {
  if (bytes.starts_with("\x1F\x8B")) return Codec::kGzip;
  const bool frame = bytes.starts_with("\x28\xB5\x2F\xFD");
  const bool skippable =
      bytes.size() >= 4 && (bytes[0] & 0xF0) == 0x50 && bytes.substr(1, 3) == "\x2A\x4D\x18";
  return frame || skippable ? Codec::kZstd : Codec::kNone;
}

// --- compressing ---

struct Compressor::State {
  Codec codec;
  z_stream zlib{};
  ZSTD_CCtx* zstd = nullptr;
  bool open = false;

  State(Codec wanted, int level) : codec(wanted) {
    if (codec == Codec::kGzip) {
      const int zlib_level = level == 0 ? Z_DEFAULT_COMPRESSION : level;
      WEFT_CHECK(deflateInit2(&zlib, zlib_level, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) ==
                 Z_OK);
    } else if (codec == Codec::kZstd) {
      zstd = ZSTD_createCCtx();
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel,
                             level == 0 ? ZSTD_CLEVEL_DEFAULT : level);
      ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1);
    }
  }
  ~State() {
    if (codec == Codec::kGzip) deflateEnd(&zlib);
    ZSTD_freeCCtx(zstd);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void gzip(std::string_view bytes, int flush, std::string& out) {
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zlib.avail_in = static_cast<uInt>(bytes.size());
    do {
      append(out, kChunk, [&](char* to) {
        zlib.next_out = reinterpret_cast<Bytef*>(to);
        zlib.avail_out = kChunk;
        deflate(&zlib, flush);
        return kChunk - zlib.avail_out;
      });
    } while (zlib.avail_out == 0);
  }

  void zstd_step(std::string_view bytes, ZSTD_EndDirective end, std::string& out) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    size_t left = 0;
    do {
      append(out, kChunk, [&](char* to) {
        ZSTD_outBuffer buffer{to, kChunk, 0};
        left = ZSTD_compressStream2(zstd, &buffer, &in, end);
        return buffer.pos;
      });
    } while (in.pos < in.size || (end == ZSTD_e_end && left != 0 && !ZSTD_isError(left)));
  }
};

Compressor::Compressor(Codec codec, int level) : state_(std::make_unique<State>(codec, level)) {}
Compressor::~Compressor() = default;
Compressor::Compressor(Compressor&&) noexcept = default;
Compressor& Compressor::operator=(Compressor&&) noexcept = default;

void Compressor::write(std::string_view bytes, std::string& out) {
  state_->open = true;
  constexpr size_t kStep = size_t{1} << 30;  // zlib counts in 32 bits.
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kStep, bytes.size()))) {
    const std::string_view step = bytes.substr(0, kStep);
    if (state_->codec == Codec::kGzip)
      state_->gzip(step, Z_NO_FLUSH, out);
    else if (state_->codec == Codec::kZstd)
      state_->zstd_step(step, ZSTD_e_continue, out);
    else
      out += step;
  }
}

void Compressor::finish(std::string& out) {
  if (!state_->open) return;
  state_->open = false;
  if (state_->codec == Codec::kGzip) {
    state_->gzip("", Z_FINISH, out);
    deflateReset(&state_->zlib);
  } else if (state_->codec == Codec::kZstd) {
    state_->zstd_step("", ZSTD_e_end, out);
  }
}

// --- decompressing ---

struct Decompressor::State {
  Codec codec;
  z_stream zlib{};
  ZSTD_DCtx* zstd = nullptr;
  bool boundary = true;

  explicit State(Codec wanted) : codec(wanted) {
    if (codec == Codec::kGzip) WEFT_CHECK(inflateInit2(&zlib, kGzipWindow) == Z_OK);
    if (codec == Codec::kZstd) zstd = ZSTD_createDCtx();
  }
  ~State() {
    if (codec == Codec::kGzip) inflateEnd(&zlib);
    ZSTD_freeDCtx(zstd);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // One step into `max` bytes at `to`. Returns bytes written; `done` once no step can follow.
  Result<size_t> gzip(std::string_view& input, char* to, size_t max, bool& done) {
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    zlib.avail_in = static_cast<uInt>(std::min<size_t>(input.size(), size_t{1} << 30));
    const uInt offered = zlib.avail_in;
    zlib.next_out = reinterpret_cast<Bytef*>(to);
    zlib.avail_out = static_cast<uInt>(max);
    const int code = inflate(&zlib, Z_NO_FLUSH);
    input.remove_prefix(offered - zlib.avail_in);
    const size_t written = max - zlib.avail_out;
    boundary = code == Z_STREAM_END;
    if (boundary) inflateReset(&zlib);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return corrupt("gzip");
    done = boundary || (input.empty() && zlib.avail_out != 0) || code == Z_BUF_ERROR;
    return written;
  }

  Result<size_t> zstd_step(std::string_view& input, char* to, size_t max, bool& done) {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{to, max, 0};
    const size_t code = ZSTD_decompressStream(zstd, &out, &in);
    input.remove_prefix(in.pos);
    if (ZSTD_isError(code)) return corrupt("zstd");
    boundary = code == 0;
    done = boundary || (input.empty() && out.pos < max) || (in.pos == 0 && out.pos == 0);
    return out.pos;
  }
};

Decompressor::Decompressor(Codec codec) : state_(std::make_unique<State>(codec)) {}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

Status Decompressor::read(std::string_view& input, std::string& out, size_t max_out) {
  if (state_->codec == Codec::kNone) {
    const size_t n = std::min(max_out, input.size());
    out += input.substr(0, n);
    input.remove_prefix(n);
    return {};
  }
  const size_t limit = out.size() + max_out;
  Status status;
  for (bool done = input.empty(); !done && out.size() < limit && status.ok();) {
    const size_t room = std::min(kChunk, limit - out.size());
    append(out, room, [&](char* to) -> size_t {
      const auto written = state_->codec == Codec::kGzip ? state_->gzip(input, to, room, done)
                                                         : state_->zstd_step(input, to, room, done);
      if (!written.ok()) status = written.error();
      return written.value_or(0);
    });
  }
  return status;
}

bool Decompressor::at_boundary() const { return state_->boundary; }

void Decompressor::reset() {
  state_->boundary = true;
  if (state_->codec == Codec::kGzip) inflateReset(&state_->zlib);
  if (state_->codec == Codec::kZstd) ZSTD_DCtx_reset(state_->zstd, ZSTD_reset_session_only);
}

Status Decompressor::set_dictionary(std::string_view dictionary) {
  if (state_->codec != Codec::kZstd)
    return Error{ErrorCode::kInvalidArgument, "only zstd has dictionaries"};
  const size_t code = ZSTD_DCtx_loadDictionary(state_->zstd, dictionary.data(), dictionary.size());
  return ZSTD_isError(code) ? Status(corrupt("zstd dictionary")) : Status();
}

Status decompress(Codec codec, std::string_view bytes, std::string& out, size_t max_out) {
  Decompressor decompressor(codec);
  while (!bytes.empty()) {
    if (out.size() >= max_out)
      return Error{ErrorCode::kLimitExceeded, "decompresses to too many bytes"};
    const size_t before = bytes.size();
    WEFT_TRY(decompressor.read(bytes, out, max_out - out.size()));
    if (bytes.size() == before) break;
  }
  if (!decompressor.at_boundary())
    return Error{ErrorCode::kCorruption, "compressed data end too early"};
  return {};
}

}  // namespace weft::warc
