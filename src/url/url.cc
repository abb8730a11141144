// The basic URL parser of the standard, one function per state, and the serialiser.
// https://url.spec.whatwg.org/#concept-basic-url-parser
//
// DEVIATION: no state override (the setters of the JavaScript API); blob: origins are "null".
//
// Tested by url_test.cc, against the WPT cases where they are at hand.

#include "url/url.h"

#include <array>
#include <utility>

#include "base/strings.h"
#include "url/encode.h"
#include "url/host.h"

namespace weft::url {
namespace {

struct SpecialScheme {
  std::string_view name;
  uint16_t port;
};
constexpr std::array<SpecialScheme, 6> kSpecialSchemes = {
    {{"http", 80}, {"https", 443}, {"ws", 80}, {"wss", 443}, {"ftp", 21}, {"file", 0}}};

const SpecialScheme* special_scheme(std::string_view name) {
  for (const SpecialScheme& scheme : kSpecialSchemes) {
    if (scheme.name == name) return &scheme;
  }
  return nullptr;
}

// Input without surrounding C0 controls and spaces, and without tabs and newlines; valid UTF-8.
std::string prepare(std::string_view input) {
  const auto is_c0_or_space = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!input.empty() && is_c0_or_space(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_c0_or_space(input.back())) input.remove_suffix(1);
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
  if (std::all_of(input.begin(), input.end(), is_plain)) return std::string(input);
  std::string out;
  out.reserve(input.size());
  for (size_t at = 0; at < input.size();) {
    const char32_t c = next_code_point(input, at);
    if (c != '\t' && c != '\n' && c != '\r') append_utf8(out, c);
  }
  return out;
}

bool is_windows_drive_letter(std::string_view text) {
  return text.size() == 2 && is_ascii_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

bool starts_with_windows_drive_letter(std::string_view text) {
  return text.size() >= 2 && is_windows_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos);
}

bool is_single_dot(std::string_view segment) {
  return segment == "." || equals_ignoring_ascii_case(segment, "%2e");
}

bool is_double_dot(std::string_view segment) {
  return segment == ".." || equals_ignoring_ascii_case(segment, ".%2e") ||
         equals_ignoring_ascii_case(segment, "%2e.") ||
         equals_ignoring_ascii_case(segment, "%2e%2e");
}

class UrlParser {
 public:
  UrlParser(std::string input, const Url* base) : input_(std::move(input)), base_(base) {}

  bool run() {
    State state = State::kSchemeStart;
    while (state != State::kDone && state != State::kFailure) state = step(state);
    return state == State::kDone;
  }

  Url take() { return std::move(url_); }

 private:
  enum class State {
    kSchemeStart,
    kNoScheme,
    kSpecialRelativeOrAuthority,
    kPathOrAuthority,
    kRelative,
    kRelativeSlash,
    kSpecialAuthoritySlashes,
    kSpecialAuthorityIgnoreSlashes,
    kAuthority,
    kFile,
    kFileSlash,
    kFileHost,
    kPathStart,
    kPath,
    kOpaquePath,
    kQuery,
    kFragment,
    kDone,
    kFailure,
  };

  State step(State state) {
    switch (state) {
      case State::kSchemeStart:
        return scheme_start();
      case State::kNoScheme:
        return no_scheme();
      case State::kSpecialRelativeOrAuthority:
        return special_relative_or_authority();
      case State::kPathOrAuthority:
        return path_or_authority();
      case State::kRelative:
        return relative();
      case State::kRelativeSlash:
        return relative_slash();
      case State::kSpecialAuthoritySlashes:
        return special_authority_slashes();
      case State::kSpecialAuthorityIgnoreSlashes:
        return special_authority_ignore_slashes();
      case State::kAuthority:
        return authority();
      case State::kFile:
        return file();
      case State::kFileSlash:
        return file_slash();
      case State::kFileHost:
        return file_host();
      case State::kPathStart:
        return path_start();
      case State::kPath:
        return path();
      case State::kOpaquePath:
        return opaque_path();
      case State::kQuery:
        return query();
      case State::kFragment:
        return fragment();
      case State::kDone:
      case State::kFailure:
        break;
    }
    return State::kFailure;
  }

  [[nodiscard]] bool at_end() const { return at_ >= input_.size(); }
  // NUL at the end; a NUL in the input is told apart by at_end().
  [[nodiscard]] char peek(size_t ahead = 0) const {
    return at_ + ahead < input_.size() ? input_[at_ + ahead] : '\0';
  }
  [[nodiscard]] std::string_view rest() const { return std::string_view(input_).substr(at_); }
  [[nodiscard]] bool special() const { return url_.is_special(); }
  [[nodiscard]] bool is_slash(char c) const { return c == '/' || (special() && c == '\\'); }

  // Scheme start and scheme state.
  State scheme_start() {
    size_t end = 0;
    if (!is_ascii_alpha(peek())) return State::kNoScheme;
    while (end < input_.size() &&
           (is_ascii_alpha(input_[end]) || is_ascii_digit(input_[end]) ||
            std::string_view("+-.").find(input_[end]) != std::string_view::npos)) {
      ++end;
    }
    if (end == input_.size() || input_[end] != ':') return State::kNoScheme;
    url_.scheme = ascii_lower(std::string_view(input_).substr(0, end));
    at_ = end + 1;
    if (url_.scheme == "file") return State::kFile;
    if (special()) {
      return base_ != nullptr && base_->scheme == url_.scheme ? State::kSpecialRelativeOrAuthority
                                                              : State::kSpecialAuthoritySlashes;
    }
    if (peek() == '/') {
      ++at_;
      return State::kPathOrAuthority;
    }
    url_.opaque_path.emplace();
    return State::kOpaquePath;
  }

  State no_scheme() {
    if (base_ == nullptr || (base_->opaque_path && peek() != '#')) return State::kFailure;
    if (base_->opaque_path) {
      url_ = *base_;
      url_.fragment.reset();
      ++at_;
      return State::kFragment;
    }
    return base_->scheme == "file" ? State::kFile : State::kRelative;
  }

  State special_relative_or_authority() {
    if (peek() != '/' || peek(1) != '/') return State::kRelative;
    at_ += 2;
    return State::kSpecialAuthorityIgnoreSlashes;
  }

  State path_or_authority() {
    if (peek() != '/') return State::kPath;
    ++at_;
    return State::kAuthority;
  }

  State relative() {
    url_.scheme = base_->scheme;
    if (!at_end() && is_slash(peek())) {
      ++at_;
      return State::kRelativeSlash;
    }
    copy_authority_from_base();
    url_.path = base_->path;
    url_.query = base_->query;
    if (peek() == '?') return begin_query();
    if (peek() == '#') return begin_fragment();
    if (at_end()) return State::kDone;
    url_.query.reset();
    shorten_path();
    return State::kPath;
  }

  State relative_slash() {
    if (special() && is_slash(peek()) && !at_end()) {
      ++at_;
      return State::kSpecialAuthorityIgnoreSlashes;
    }
    if (peek() == '/') {
      ++at_;
      return State::kAuthority;
    }
    copy_authority_from_base();
    return State::kPath;
  }

  State special_authority_slashes() {
    if (peek() == '/' && peek(1) == '/') at_ += 2;
    return State::kSpecialAuthorityIgnoreSlashes;
  }

  State special_authority_ignore_slashes() {
    while (peek() == '/' || peek() == '\\') ++at_;
    return State::kAuthority;
  }

  // Authority, host and port states: everything up to the path.
  State authority() {
    size_t end = at_;
    while (end < input_.size() && !is_slash(input_[end]) && input_[end] != '?' &&
           input_[end] != '#')
      ++end;
    std::string_view host = std::string_view(input_).substr(at_, end - at_);
    at_ = end;
    if (const size_t sign = host.rfind('@'); sign != std::string_view::npos) {
      set_credentials(host.substr(0, sign));
      host.remove_prefix(sign + 1);
      if (host.empty()) return State::kFailure;
    }
    std::optional<std::string_view> port;
    if (const size_t colon = port_colon(host); colon != std::string_view::npos) {
      port = host.substr(colon + 1);
      host = host.substr(0, colon);
      if (host.empty()) return State::kFailure;
    }
    if (special() && host.empty()) return State::kFailure;
    url_.host = parse_host(host, special() ? HostKind::kSpecial : HostKind::kOpaque);
    if (!url_.host || (port && !set_port(*port))) return State::kFailure;
    return State::kPathStart;
  }

  // The first ':' outside brackets.
  static size_t port_colon(std::string_view host) {
    bool in_brackets = false;
    for (size_t i = 0; i < host.size(); ++i) {
      if (host[i] == '[') in_brackets = true;
      if (host[i] == ']') in_brackets = false;
      if (host[i] == ':' && !in_brackets) return i;
    }
    return std::string_view::npos;
  }

  void set_credentials(std::string_view text) {
    const size_t colon = text.find(':');
    append_percent_encoded(url_.username, text.substr(0, colon), EncodeSet::kUserinfo);
    if (colon != std::string_view::npos) {
      append_percent_encoded(url_.password, text.substr(colon + 1), EncodeSet::kUserinfo);
    }
  }

  bool set_port(std::string_view digits) {
    uint32_t port = 0;
    for (const char c : digits) {
      if (!is_ascii_digit(c)) return false;
      port = port * 10 + static_cast<uint32_t>(c - '0');
      if (port > 65535) return false;
    }
    const SpecialScheme* scheme = special_scheme(url_.scheme);
    if (!digits.empty() && (scheme == nullptr || scheme->port != port))
      url_.port = static_cast<uint16_t>(port);
    return true;
  }

  State file() {
    url_.scheme = "file";
    url_.host = "";
    if (peek() == '/' || peek() == '\\') {
      ++at_;
      return State::kFileSlash;
    }
    if (base_ == nullptr || base_->scheme != "file") return State::kPath;
    url_.host = base_->host;
    url_.path = base_->path;
    url_.query = base_->query;
    if (peek() == '?') return begin_query();
    if (peek() == '#') return begin_fragment();
    if (at_end()) return State::kDone;
    url_.query.reset();
    if (starts_with_windows_drive_letter(rest())) {
      url_.path.clear();
    } else {
      shorten_path();
    }
    return State::kPath;
  }

  State file_slash() {
    if (peek() == '/' || peek() == '\\') {
      ++at_;
      return State::kFileHost;
    }
    if (base_ != nullptr && base_->scheme == "file") {
      url_.host = base_->host;
      if (!starts_with_windows_drive_letter(rest()) && !base_->path.empty() &&
          base_->path[0].size() == 2 && is_windows_drive_letter(base_->path[0]) &&
          base_->path[0][1] == ':') {
        url_.path.push_back(base_->path[0]);
      }
    }
    return State::kPath;
  }

  State file_host() {
    size_t end = at_;
    while (end < input_.size() &&
           std::string_view("/\\?#").find(input_[end]) == std::string_view::npos)
      ++end;
    const std::string_view host = std::string_view(input_).substr(at_, end - at_);
    if (is_windows_drive_letter(host)) return State::kPath;
    at_ = end;
    if (host.empty()) return State::kPathStart;
    url_.host = parse_host(host, HostKind::kSpecial);
    if (!url_.host) return State::kFailure;
    if (*url_.host == "localhost") url_.host = "";
    return State::kPathStart;
  }

  State path_start() {
    if (special()) {
      if (peek() == '/' || peek() == '\\') ++at_;
      return State::kPath;
    }
    if (peek() == '?') return begin_query();
    if (peek() == '#') return begin_fragment();
    if (at_end()) return State::kDone;
    if (peek() == '/') ++at_;
    return State::kPath;
  }

  State path() {
    while (true) {
      size_t end = at_;
      while (end < input_.size() && !is_slash(input_[end]) && input_[end] != '?' &&
             input_[end] != '#')
        ++end;
      std::string segment;
      append_percent_encoded(segment, std::string_view(input_).substr(at_, end - at_),
                             EncodeSet::kPath);
      const bool slash = end < input_.size() && is_slash(input_[end]);
      at_ = end;
      add_segment(std::move(segment), slash);
      if (!slash) break;
      ++at_;
    }
    if (peek() == '?') return begin_query();
    if (peek() == '#') return begin_fragment();
    return State::kDone;
  }

  void add_segment(std::string segment, bool slash_follows) {
    if (is_double_dot(segment)) {
      shorten_path();
      if (!slash_follows) url_.path.emplace_back();
    } else if (is_single_dot(segment)) {
      if (!slash_follows) url_.path.emplace_back();
    } else {
      if (url_.scheme == "file" && url_.path.empty() && is_windows_drive_letter(segment))
        segment[1] = ':';
      url_.path.push_back(std::move(segment));
    }
  }

  void shorten_path() {
    if (url_.path.empty()) return;
    if (url_.scheme == "file" && url_.path.size() == 1 && is_windows_drive_letter(url_.path[0]) &&
        url_.path[0][1] == ':') {
      return;
    }
    url_.path.pop_back();
  }

  // Spaces are kept as they are, except that the last one before '?', '#' or the end is encoded.
  State opaque_path() {
    size_t end = at_;
    while (end < input_.size() && input_[end] != '?' && input_[end] != '#') ++end;
    for (; at_ < end; ++at_) {
      if (input_[at_] == ' ' && at_ + 1 == end && end < input_.size()) {
        *url_.opaque_path += "%20";
      } else {
        append_percent_encoded(*url_.opaque_path, input_[at_], EncodeSet::kC0Control);
      }
    }
    if (peek() == '?') return begin_query();
    if (peek() == '#') return begin_fragment();
    return State::kDone;
  }

  State begin_query() {
    url_.query.emplace();
    ++at_;
    return State::kQuery;
  }

  State query() {
    size_t end = input_.find('#', at_);
    if (end == std::string::npos) end = input_.size();
    append_percent_encoded(*url_.query, std::string_view(input_).substr(at_, end - at_),
                           special() ? EncodeSet::kSpecialQuery : EncodeSet::kQuery);
    at_ = end;
    return at_end() ? State::kDone : begin_fragment();
  }

  State begin_fragment() {
    ++at_;
    return State::kFragment;
  }

  State fragment() {
    url_.fragment.emplace();
    append_percent_encoded(*url_.fragment, rest(), EncodeSet::kFragment);
    return State::kDone;
  }

  void copy_authority_from_base() {
    url_.username = base_->username;
    url_.password = base_->password;
    url_.host = base_->host;
    url_.port = base_->port;
  }

  std::string input_;
  const Url* base_;
  size_t at_ = 0;
  Url url_;
};

}  // namespace

Result<Url> Url::parse(std::string_view input, const Url* base) {
  UrlParser parser(prepare(input), base);
  if (!parser.run()) {
    return Error{ErrorCode::kInvalidArgument,
                 "not a URL: '" + std::string(input.substr(0, 200)) + "'"};
  }
  return parser.take();
}

bool Url::is_special() const { return special_scheme(scheme) != nullptr; }

std::string Url::pathname() const {
  if (opaque_path) return *opaque_path;
  std::string out;
  for (const std::string& segment : path) {
    out += '/';
    out += segment;
  }
  return out;
}

std::string Url::host_and_port() const {
  std::string out = host.value_or("");
  if (port) out += ":" + std::to_string(*port);
  return out;
}

std::string Url::origin() const {
  if (!is_special() || scheme == "file") return "null";
  return scheme + "://" + host_and_port();
}

std::string Url::href_without_fragment() const {
  std::string out = scheme + ":";
  if (host) {
    out += "//";
    if (!username.empty() || !password.empty()) {
      out += username;
      if (!password.empty()) out += ":" + password;
      out += '@';
    }
    out += host_and_port();
  } else if (!opaque_path && path.size() > 1 && path[0].empty()) {
    out += "/.";  // So that the path is not read as a host.
  }
  out += pathname();
  if (query) out += "?" + *query;
  return out;
}

std::string Url::href() const {
  std::string out = href_without_fragment();
  if (fragment) out += "#" + *fragment;
  return out;
}

std::string resolve(std::string_view link, std::string_view page_url) {
  const auto base = Url::parse(page_url);
  const auto url = Url::parse(link, base.ok() ? &*base : nullptr);
  return url.ok() ? url->href() : "";
}

}  // namespace weft::url
