// Numbers are written with 7 bits a byte, the lowest first; strings as their length and their
// bytes. A URL that begins like its neighbour (the URL found before it on a page, the page it was
// found on) is written as the length of what they share and the rest: links of a site share half
// their bytes.

#include "crawl/frontier/url_record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace weft::crawl {
namespace {

constexpr double kLowest = std::numeric_limits<double>::lowest();  // Even -infinity is a URL's.

void put_number(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

void put_string(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

// `text` as what follows the bytes it shares with `neighbour`.
void put_shared(std::string& out, std::string_view text, std::string_view neighbour) {
  const auto [end, ignored] =
      std::mismatch(text.begin(), text.end(), neighbour.begin(), neighbour.end());
  const auto shared = static_cast<size_t>(end - text.begin());
  put_number(out, shared);
  put_string(out, text.substr(shared));
}

void put_real(std::string& out, double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(bits >> shift);
}

// Reads what the functions above wrote; after bytes that they cannot have written, ok() is false
// and everything read is empty.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool more() const { return ok_ && !bytes_.empty(); }

  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::string_view byte = take(1);
      if (!ok_) return 0;
      value |= static_cast<uint64_t>(byte[0] & 0x7F) << shift;
      if ((byte[0] & 0x80) == 0) return value;
    }
    ok_ = false;
    return 0;
  }
  std::string_view string() { return take(number()); }
  std::string shared(std::string_view neighbour) {
    const uint64_t length = number();
    ok_ = ok_ && length <= neighbour.size();
    if (!ok_) return {};
    std::string text(neighbour.substr(0, length));
    return text.append(string());
  }
  std::string_view rest() { return take(bytes_.size()); }
  double real() {
    const std::string_view bytes = take(8);
    uint64_t bits = 0;
    for (size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | static_cast<uint8_t>(bytes[i]);
    return std::bit_cast<double>(bits);
  }

 private:
  std::string_view take(uint64_t count) {
    ok_ = ok_ && count <= bytes_.size();
    if (!ok_) return {};
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::string_view bytes_;
  bool ok_ = true;
};

Error damaged() { return {ErrorCode::kCorruption, "frontier: a URL's bytes are damaged"}; }

}  // namespace

std::string encode_submissions(std::span<const FrontierUrl> urls) {
  std::string out;
  std::string_view host;
  std::string_view url;
  std::string_view parent;
  for (const FrontierUrl& found : urls) {
    put_shared(out, found.host, host);
    put_shared(out, found.url, url);
    put_shared(out, found.parent, parent);
    put_real(out, std::isnan(found.priority) ? kLowest : std::max(found.priority, kLowest));
    put_number(out, found.depth);
    put_string(out, found.context);
    put_number(out, static_cast<uint64_t>(std::max<int64_t>(ticks(found.not_before), 0)) << 1 |
                        (found.again ? 1 : 0));
    host = found.host;
    url = found.url;
    parent = found.parent;
  }
  return out;
}

Status decode_submissions(std::string_view bytes, int64_t first_seq,
                          std::vector<Submission>& submissions) {
  RecordReader in(bytes);
  Submission last;
  while (in.more()) {
    Submission next;
    next.host = in.shared(last.host);
    next.url.seq = first_seq++;
    next.url.url = in.shared(last.url.url);
    next.url.parent = in.shared(last.url.parent);
    next.url.rank = -in.real();
    next.url.depth = static_cast<int64_t>(in.number());
    next.url.context = in.string();
    const uint64_t due = in.number();
    next.url.due = static_cast<int64_t>(due >> 1);
    next.again = (due & 1) != 0;
    next.key = SeenKey::of(next.host, next.url.url);
    last.host = next.host;
    last.url.url = next.url.url;
    last.url.parent = next.url.parent;
    submissions.push_back(std::move(next));
  }
  return in.ok() ? Status() : Status(damaged());
}

std::string encode_rest(const UrlRow& url) {
  std::string out;
  put_number(out, static_cast<uint64_t>(url.depth));
  put_number(out, static_cast<uint64_t>(url.attempts));
  put_shared(out, url.parent, url.url);
  out += url.context;
  return out;
}

Status decode_rest(std::string_view bytes, UrlRow& url) {
  RecordReader in(bytes);
  url.depth = static_cast<int64_t>(in.number());
  url.attempts = static_cast<int64_t>(in.number());
  url.parent = in.shared(url.url);
  url.context = in.rest();
  return in.ok() ? Status() : Status(damaged());
}

}  // namespace weft::crawl
