// Url: parsing, resolving and writing URLs as browsers do: https://url.spec.whatwg.org/.
//
//   Result<Url> page = Url::parse("https://Example.com/a/../b?q=1#top");
//   page->href();                           // https://example.com/b?q=1#top
//   Url::parse("../c", &*page)->href();     // https://example.com/c
//
// Never throws; any bytes may be given (malformed UTF-8 is read as U+FFFD). Time is linear in the
// input. Threads: values; parse() may be called from several threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft::url {

struct Url {
  std::string scheme;  // Lower case, without ':'.
  std::string username;
  std::string password;
  // Serialised: lower case, punycode, IPv6 in brackets. Absent for data:, mailto:; may be empty.
  std::optional<std::string> host;
  std::optional<uint16_t> port;  // Absent when it is the scheme's default.
  // Segments of a hierarchical path, percent-encoded; [""] is "/".
  std::vector<std::string> path;
  // The whole path when it has no hierarchy (mailto:x); then `path` is empty.
  std::optional<std::string> opaque_path;
  std::optional<std::string> query;     // Without '?'.
  std::optional<std::string> fragment;  // Without '#'.

  // Fails with kInvalidArgument when the standard calls the input a failure.
  static Result<Url> parse(std::string_view input, const Url* base = nullptr);

  // The serialised URL.
  [[nodiscard]] std::string href() const;
  [[nodiscard]] std::string href_without_fragment() const;
  // "/a/b" or the opaque path.
  [[nodiscard]] std::string pathname() const;
  // "host:port", the port only when it is not the default.
  [[nodiscard]] std::string host_and_port() const;
  // "https://host:port"; "null" for schemes without one.
  [[nodiscard]] std::string origin() const;
  // http, https, ws, wss, ftp, file.
  [[nodiscard]] bool is_special() const;
  [[nodiscard]] bool is_http() const { return scheme == "http" || scheme == "https"; }

  bool operator==(const Url&) const = default;
};

// The absolute form of a link on a page; empty when either is not a URL.
std::string resolve(std::string_view link, std::string_view page_url);

}  // namespace weft::url
