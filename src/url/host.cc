// Host parsing, steps numbered as in the standard's "host parser", "ends in a number checker",
// "IPv4 parser", "IPv6 parser" and their serialisers.

#include "url/host.h"

#include <libpsl.h>
#include <unicode/uidna.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/split.h"
#include "base/strings.h"
#include "url/encode.h"
#include "url/url.h"

namespace weft::url {
namespace {

constexpr bool is_forbidden_host_character(char c) {
  return c == '\0' || std::string_view("\t\n\r #/:<>?@[\\]^|").find(c) != std::string_view::npos;
}

constexpr bool is_forbidden_domain_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return is_forbidden_host_character(c) || byte <= 0x1F || byte == 0x7F || c == '%';
}

constexpr std::array<bool, 256> kForbiddenInDomains = [] {
  std::array<bool, 256> forbidden{};
  for (size_t c = 0; c < forbidden.size(); ++c)
    forbidden[c] = is_forbidden_domain_character(static_cast<char>(c));
  return forbidden;
}();

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

// --- domains ---

const UIDNA* uts46() {
  static const UIDNA* instance = [] {
    UErrorCode error = U_ZERO_ERROR;
    return uidna_openUTS46(UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                               UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE,
                           &error);
  }();
  return instance;
}

// CheckHyphens and VerifyDnsLength are off: those complaints of ICU do not count.
constexpr uint32_t kIgnoredIdnaErrors =
    UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG | UIDNA_ERROR_DOMAIN_NAME_TOO_LONG |
    UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

std::optional<std::string> domain_to_ascii(const std::string& domain) {
  std::string lower = ascii_lower(domain);
  if (is_ascii(lower)) return lower;  // Punycode that is already there is not judged.
  if (uts46() == nullptr) return std::nullopt;
  std::string out(domain.size() * 8 + 64, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode error = U_ZERO_ERROR;
  const int32_t length =
      uidna_nameToASCII_UTF8(uts46(), domain.data(), static_cast<int32_t>(domain.size()),
                             out.data(), static_cast<int32_t>(out.size()), &info, &error);
  if (U_FAILURE(error) || (info.errors & ~kIgnoredIdnaErrors) != 0) return std::nullopt;
  out.resize(static_cast<size_t>(length));
  return out;
}

// --- IPv4 ---

// A decimal, 0octal or 0xhexadecimal number; saturates above 2^32.
std::optional<uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int radix = 10;
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    text.remove_prefix(2);
    radix = 16;
  } else if (text.size() >= 2 && text[0] == '0') {
    text.remove_prefix(1);
    radix = 8;
  }
  uint64_t value = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= radix) return std::nullopt;
    if (value <= UINT32_MAX)
      value = value * static_cast<uint64_t>(radix) + static_cast<uint64_t>(digit);
  }
  return value;
}

bool ends_in_a_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  if (last.empty() || !is_ascii_digit(last.front())) return false;  // Most: "com".
  bool digits = true;
  for (const char c : last) digits = digits && is_ascii_digit(c);
  return digits || parse_ipv4_number(last).has_value();
}

std::optional<std::string> parse_ipv4(std::string_view host) {
  std::vector<std::string_view> parts = split(host, '.');
  if (parts.back().empty() && parts.size() > 1) parts.pop_back();
  if (parts.size() > 4) return std::nullopt;
  uint64_t address = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::optional<uint64_t> number = parse_ipv4_number(parts[i]);
    if (!number) return std::nullopt;
    const bool last = i + 1 == parts.size();
    const size_t bits = last ? 8 * (4 - i) : 8;
    if (*number >= (uint64_t{1} << bits)) return std::nullopt;
    address = address << bits | *number;
  }
  return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 255, address >> 8 & 255,
                     address & 255);
}

// --- IPv6 ---

using Pieces = std::array<uint16_t, 8>;

class Ipv6Parser {
 public:
  explicit Ipv6Parser(std::string_view text) : text_(text) {}

  std::optional<Pieces> parse() {
    if (peek() == ':') {  // 5.
      if (peek(1) != ':') return std::nullopt;
      at_ += 2;
      compress_ = ++piece_;
    }
    while (at_ < text_.size()) {  // 6.
      if (piece_ == 8 || !parse_piece()) return std::nullopt;
    }
    if (compress_ >= 0) {  // 7.
      int swaps = piece_ - compress_;
      for (int to = 7; to != 0 && swaps > 0; --to, --swaps) {
        std::swap(pieces_[static_cast<size_t>(to)],
                  pieces_[static_cast<size_t>(compress_ + swaps - 1)]);
      }
    } else if (piece_ != 8) {  // 8.
      return std::nullopt;
    }
    return pieces_;
  }

 private:
  [[nodiscard]] char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  bool parse_piece() {
    if (peek() == ':') {  // 6.2.
      if (compress_ >= 0) return false;
      ++at_;
      compress_ = ++piece_;
      return true;
    }
    unsigned value = 0;
    size_t length = 0;
    while (length < 4 && hex_value(peek()) >= 0) {  // 6.4.
      value = value * 16 + static_cast<unsigned>(hex_value(peek()));
      ++at_;
      ++length;
    }
    if (peek() == '.') {  // 6.5.
      if (length == 0) return false;
      at_ -= length;
      return parse_embedded_ipv4();
    }
    if (peek() == ':') {  // 6.6.
      ++at_;
      if (at_ == text_.size()) return false;
    } else if (at_ < text_.size()) {  // 6.7.
      return false;
    }
    pieces_[static_cast<size_t>(piece_++)] = static_cast<uint16_t>(value);
    return true;
  }

  // 6.5: four decimal numbers fill two pieces, and nothing may follow.
  bool parse_embedded_ipv4() {
    if (piece_ > 6) return false;
    const std::vector<std::string_view> parts = split(text_.substr(at_), '.');
    if (parts.size() != 4) return false;
    uint32_t address = 0;
    for (const std::string_view part : parts) {
      if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
      uint32_t number = 0;
      for (const char c : part) {
        if (!is_ascii_digit(c)) return false;
        number = number * 10 + static_cast<uint32_t>(c - '0');
      }
      if (number > 255) return false;
      address = address << 8 | number;
    }
    pieces_[static_cast<size_t>(piece_++)] = static_cast<uint16_t>(address >> 16);
    pieces_[static_cast<size_t>(piece_++)] = static_cast<uint16_t>(address);
    at_ = text_.size();
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
  Pieces pieces_{};
  int piece_ = 0;
  int compress_ = -1;
};

// The first longest run of at least two zero pieces: [begin, begin + length).
std::pair<size_t, size_t> longest_zero_run(const Pieces& pieces) {
  size_t best = 8;
  size_t best_length = 1;
  for (size_t i = 0; i < 8; ++i) {
    size_t length = 0;
    while (i + length < 8 && pieces[i + length] == 0) ++length;
    if (length > best_length) {
      best = i;
      best_length = length;
    }
  }
  return {best, best == 8 ? 0 : best_length};
}

std::string serialize_ipv6(const Pieces& pieces) {
  const auto [zeros, zero_count] = longest_zero_run(pieces);
  std::string out = "[";
  for (size_t i = 0; i < 8; ++i) {
    if (zero_count != 0 && i == zeros) {
      out += i == 0 ? "::" : ":";
      i += zero_count - 1;
      continue;
    }
    out += fmt::format("{:x}", pieces[i]);
    if (i != 7) out += ':';
  }
  return out + "]";
}

std::optional<std::string> parse_opaque_host(std::string_view input) {
  for (const char c : input) {
    if (is_forbidden_host_character(c)) return std::nullopt;
  }
  std::string out;
  append_percent_encoded(out, input, EncodeSet::kC0Control);
  return out;
}

std::string find_registrable_domain(std::string_view host) {
  const std::string name(host);
  if (host.empty() || host.front() == '[' || ends_in_a_number(host)) return name;
  const psl_ctx_t* list = psl_builtin();
  if (list == nullptr) return name;
  const char* domain = psl_registrable_domain(list, name.c_str());
  return domain == nullptr ? name : domain;
}

}  // namespace

std::optional<std::string> parse_host(std::string_view input, HostKind kind) {
  if (!input.empty() && input.front() == '[') {  // 1.
    if (input.back() != ']') return std::nullopt;
    const auto pieces = Ipv6Parser(input.substr(1, input.size() - 2)).parse();
    if (!pieces) return std::nullopt;
    return serialize_ipv6(*pieces);
  }
  if (kind == HostKind::kOpaque) return parse_opaque_host(input);  // 2.
  const auto ascii = domain_to_ascii(percent_decode(input));       // 4., 5.
  if (!ascii || ascii->empty()) return std::nullopt;               // 6.
  for (const char c : *ascii) {
    if (kForbiddenInDomains[static_cast<unsigned char>(c)]) return std::nullopt;  // 7.
  }
  if (ends_in_a_number(*ascii)) return parse_ipv4(*ascii);  // 8.
  return ascii;
}

std::string site_of(std::string_view url) {
  const auto parsed = Url::parse(url);
  return parsed.ok() ? registrable_domain(parsed->host.value_or("")) : std::string();
}

std::string registrable_domain(std::string_view host) {
  // OPTIMIZATION: links of a page are of few hosts, and the list of suffixes is long.
  thread_local std::string asked, answer;
  if (asked != host) {
    answer = find_registrable_domain(host);
    asked = host;
  }
  return answer;
}

}  // namespace weft::url
