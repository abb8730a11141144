// Fetcher: thousands of HTTP requests at once, on one thread.
//
//   Fetcher fetcher(options);
//   fetcher.start({.tag = 1, .url = "https://example.com/"});
//   while (fetcher.active() > 0)
//     for (FetchResult& result : fetcher.poll(100ms)) use(result);
//
// HTTP/1.1 and HTTP/2, TLS, kept connections, a cache of names. One request is one response:
// redirects are not followed here, because every hop must pass the filters, robots.txt and the
// politeness of its own host; the caller reads Location. Private addresses are refused after the
// name has been resolved, so that neither a redirect nor a name server can lead there.
//
// Bodies arrive as they were sent, without transfer encoding but with their content encoding
// (gzip, br, zstd): what an archive wants. warc::parse_http and warc::decode_body read `message`.
//
// Secrets (credentials, cookies, headers said to be secret) are sent, but are in no FetchResult
// unless `keep_secrets` is set: what is archived or logged is made from that.
//
// Time and memory: each transfer is bounded by the options. Threads: one at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "crawl/fetch/proxy.h"
#include "warc/http.h"

struct sockaddr;

namespace weft::crawl {

struct FetcherOptions {
  std::string user_agent = "weft/" WEFT_VERSION;
  size_t max_connections = 1000;
  std::chrono::milliseconds connect_timeout{15'000};
  std::chrono::milliseconds timeout{60'000};  // Of a whole transfer.
  uint64_t max_bytes = uint64_t{10} << 20;    // Of a body as transferred; more is cut.
  uint64_t max_head = uint64_t{256} << 10;
  bool allow_private = false;
  std::string ca_file;  // Certificates to trust instead of the system's; empty for those.
  std::chrono::seconds dns_cache{300};
  ProxyRules proxies;         // Of requests that name none.
  bool cookies = false;       // Keep what servers set, and send it back to them.
  bool keep_secrets = false;  // In results: see above.
};

// What requests to a host carry beyond what all do, and how they reach it.
struct RequestOptions {
  std::vector<std::string> headers;  // "Name: value"; replaces ours of that name.
  std::vector<std::string> secret_headers;
  std::string digest;        // "user:password" for HTTP Digest: a secret.
  std::string proxy;         // "http://…", "socks5://…", "direct"; empty: as the Fetcher says.
  std::string certificate;   // Files, PEM: the client's certificate…
  std::string key;           // …and its key; empty: in the same file.
  std::string key_password;  // A secret.
  std::chrono::milliseconds timeout{0};  // 0: as the Fetcher says.
};

struct FetchRequest {
  uint64_t tag = 0;                      // Whatever the caller likes; comes back with the result.
  std::string url;                       // Absolute, http or https.
  std::string etag;                      // Not empty: If-None-Match.
  std::string last_modified;             // Not empty: If-Modified-Since.
  std::string body;                      // Not empty: POST, as JSON if it looks so, else as a form.
  const RequestOptions* with = nullptr;  // Must live until the result is there.
};

enum class FetchStatus : uint8_t {
  kOk,              // A response, whatever its HTTP status.
  kStopped,         // The check of the head did not want the body.
  kPrivateAddress,  // Refused by the guard.
  kBadUrl,          // Not something that can be asked for.
  kDns,             // The name does not resolve.
  kConnect,         // Nobody listens, or the connection was refused.
  kReset,           // Connected, but the connection ended before there was an answer.
  kTls,             // A certificate that is not valid, or a failed handshake.
  kTimeout,
  kTruncated,  // The connection ended within the body; what came is in `message`.
  kProtocol,   // Not HTTP, or a head beyond the limit.
  kProxy,      // The proxy cannot be reached, or refuses.
};
// "ok", "private-address", "timeout"…
std::span<const std::string_view> names_of(FetchStatus);

struct FetchResult {
  uint64_t tag = 0;
  std::string url;
  FetchStatus status = FetchStatus::kOk;
  std::string error;      // One sentence; empty for kOk and kStopped.
  int http_status = 0;    // 0 if there was no response.
  std::string request;    // The head that was sent.
  std::string message;    // The response: head, empty line, body.
  size_t head_bytes = 0;  // Of `message`.
  bool cut = false;       // The body was longer than the limit.
  std::string address;    // The server's, numeric.
  std::chrono::milliseconds elapsed{0};

  [[nodiscard]] std::string_view head() const {
    return std::string_view(message).substr(0, head_bytes);
  }
  [[nodiscard]] std::string_view body() const {
    return std::string_view(message).substr(head_bytes);
  }
};

class Fetcher {
 public:
  // Sees the head of a response before its body is received; false leaves the body. Called within
  // poll().
  using HeadCheck = std::function<bool(uint64_t tag, const warc::HttpMessage& head)>;

  explicit Fetcher(FetcherOptions options, HeadCheck head_check = nullptr);
  ~Fetcher();
  Fetcher(Fetcher&&) noexcept;
  Fetcher& operator=(Fetcher&&) noexcept;

  void start(FetchRequest request);
  // Requests started whose result has not been returned.
  [[nodiscard]] size_t active() const;
  // One request from beginning to end. REQUIRES: active() == 0.
  FetchResult fetch(FetchRequest request);

  // Cookies in the format of Netscape, a line each; `options.cookies` must be on. Reading fails with
  // kInvalidArgument, naming `name` and the line.
  Status add_cookies(std::string_view text, const std::string& name);
  [[nodiscard]] std::string cookies() const;

  // Works until something has finished or the time is over; a signal ends it early.
  std::vector<FetchResult> poll(std::chrono::milliseconds max_wait);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether an answer with this status leads on to its Location.
constexpr bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Whether a crawler must not reach an address from outside: everything that is not public unicast.
// Loopback, private (RFC 1918, RFC 4193), link-local, carrier-grade NAT, "this" network,
// documentation, benchmarking, multicast, reserved; for IPv6 forms that carry an IPv4 address
// (mapped, NAT64, 6to4), that of the address carried. Families other than IP are private.
bool is_private_address(const sockaddr* address);

// Retry-After, as seconds or a date, from now on; 0 if there is none or it is past.
std::chrono::seconds retry_after(const warc::HttpMessage& response,
                                 std::chrono::system_clock::time_point now);

}  // namespace weft::crawl
