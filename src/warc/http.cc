// Bodies in archives lie about themselves: crawlers store them decoded and keep the header that
// says gzip, proxies cut chunks short, "deflate" comes with and without zlib's wrapper. So each
// coding is tried, and where the bytes are not what the header says they stay as they are, with a
// note:
//
//   Transfer-Encoding: chunked    "5\r\nhello\r\n0\r\n\r\n"   hello
//   the same header               "<html>…"                    <html>…   not chunked after all
//
// 1. chunks are joined; 2. content codings are undone, the last applied first.
#include "warc/http.h"

#include <brotli/decode.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>

#include "base/numbers.h"
#include "base/strings.h"
#include "warc/codec.h"
#include "warc/header_parser.h"

namespace weft::warc {
namespace {

constexpr size_t kBodyChunk = 64 * 1024;

std::string_view next_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

// RFC 9112, 7.1. What does not look like a chunk is kept as it is.
std::string dechunk(std::string_view body, std::string& oddity) {
  std::string out;
  const std::string_view whole = body;
  while (!body.empty()) {
    const std::string_view rest = body;
    const std::string_view line = trim(next_line(body));
    uint64_t size = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
    const bool valid =
        error == std::errc() && (end == line.data() + line.size() || *end == ';' || *end == ' ');
    if (!valid) {
      oddity = rest.data() == whole.data() ? "not chunked after all" : "a chunk without a size";
      out += rest;
      return out;
    }
    if (size == 0) return out;
    if (size > body.size()) oddity = "the last chunk is too short";
    out += body.substr(0, size);
    body.remove_prefix(std::min<uint64_t>(size, body.size()));
    if (body.starts_with("\r\n"))
      body.remove_prefix(2);
    else if (body.starts_with('\n'))
      body.remove_prefix(1);
  }
  if (oddity.empty()) oddity = "the chunks have no end";
  return out;
}

bool inflate_with(int window_bits, std::string_view body, uint64_t max_bytes, std::string& out) {
  z_stream stream{};
  if (inflateInit2(&stream, window_bits) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = static_cast<uInt>(std::min<size_t>(body.size(), UINT32_MAX));
  int code = Z_OK;
  while (code == Z_OK && out.size() < max_bytes) {
    const size_t before = out.size();
    out.resize(before + kBodyChunk);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
    stream.avail_out = kBodyChunk;
    code = inflate(&stream, Z_NO_FLUSH);
    out.resize(before + kBodyChunk - stream.avail_out);
  }
  inflateEnd(&stream);
  return code == Z_STREAM_END || code == Z_OK;
}

// "deflate" means zlib's format, but some servers send it bare.
bool inflate_deflate(std::string_view body, uint64_t max_bytes, std::string& out) {
  if (inflate_with(15, body, max_bytes, out) || !out.empty()) return true;
  return inflate_with(-15, body, max_bytes, out);
}

bool unbrotli(std::string_view body, uint64_t max_bytes, std::string& out) {
  BrotliDecoderState* state = BrotliDecoderCreateInstance(nullptr, nullptr, nullptr);
  const auto* in = reinterpret_cast<const uint8_t*>(body.data());
  size_t in_left = body.size();
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && out.size() < max_bytes) {
    const size_t before = out.size();
    out.resize(before + kBodyChunk);
    auto* to = reinterpret_cast<uint8_t*>(out.data() + before);
    size_t room = kBodyChunk;
    result = BrotliDecoderDecompressStream(state, &in_left, &in, &room, &to, nullptr);
    out.resize(before + kBodyChunk - room);
  }
  BrotliDecoderDestroyInstance(state);
  return result == BROTLI_DECODER_RESULT_SUCCESS ||
         result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
}

// Undoes one content coding. A body that is not what it says stays as it is.
void decode_one(std::string_view coding, uint64_t max_bytes, DecodedBody& body) {
  if (coding.empty() || coding == "identity" || coding == "none") return;
  std::string out;
  bool good = false;
  if (coding == "gzip" || coding == "x-gzip")
    good = decompress(Codec::kGzip, body.bytes, out, max_bytes).ok();
  else if (coding == "zstd")
    good = decompress(Codec::kZstd, body.bytes, out, max_bytes).ok();
  else if (coding == "deflate")
    good = inflate_deflate(body.bytes, max_bytes, out);
  else if (coding == "br")
    good = unbrotli(body.bytes, max_bytes, out);
  else
    body.oddity = "unknown content encoding " + std::string(coding);
  const bool limited = out.size() >= max_bytes;
  if (!good && !limited && body.oddity.empty())
    body.oddity = "damaged " + std::string(coding) + " data";
  if (good || !out.empty()) body.bytes = std::move(out);
}

}  // namespace

std::string_view HttpMessage::media_type() const {
  const std::string_view type = header("Content-Type");
  return trim(type.substr(0, type.find(';')));
}

std::string_view HttpMessage::charset() const {
  const std::string_view type = header("Content-Type");
  const std::string lower = ascii_lower(type);
  const size_t at = lower.find("charset=");
  if (at == std::string::npos) return "";
  std::string_view value = type.substr(at + 8);
  value = trim(value.substr(0, value.find(';')));
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\''))
    value = value.substr(1, value.size() - 2);
  return value;
}

Result<HttpMessage> parse_http(std::string_view bytes) {
  const size_t head = head_size(bytes);
  std::string_view lines = head == 0 ? bytes.substr(0, size_t{1} << 20) : bytes.substr(0, head);
  const std::string_view first = next_line(lines);
  HttpMessage message;
  const size_t space = first.find(' ');
  if (first.starts_with("HTTP/")) {
    const std::string_view code = space == std::string_view::npos ? "" : first.substr(space + 1, 3);
    message.status = leading_number(code, message.status);
  } else if (const size_t second = first.rfind(" HTTP/");
             second != std::string_view::npos && space < second) {
    message.method = first.substr(0, space);
    message.target = first.substr(space + 1, second - space - 1);
  } else {
    return Error{ErrorCode::kInvalidArgument, "not an HTTP message"};
  }
  parse_fields(lines, message.headers);
  message.body = head == 0 ? "" : bytes.substr(head);
  return message;
}

DecodedBody decode_body(const HttpMessage& message, uint64_t max_bytes) {
  DecodedBody body;
  const std::string transfer = ascii_lower(message.header("Transfer-Encoding"));
  if (transfer.find("chunked") != std::string::npos) {
    body.bytes = dechunk(message.body, body.oddity);
  } else {
    body.bytes = message.body;
  }
  std::string codings = ascii_lower(message.header("Content-Encoding"));
  for (int depth = 0; !codings.empty() && depth < 8; ++depth) {  // The last one was applied last.
    const size_t comma = codings.find_last_of(',');
    const std::string coding(
        trim(std::string_view(codings).substr(comma == std::string::npos ? 0 : comma + 1)));
    codings.resize(comma == std::string::npos ? 0 : comma);
    decode_one(coding, max_bytes, body);
  }
  if (body.bytes.size() > max_bytes) body.bytes.resize(max_bytes);
  return body;
}

}  // namespace weft::warc
