#include "cli/fetch.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "crawl/robots.h"
#include "url/url.h"

namespace weft::cli {
namespace {

constexpr char kUserAgent[] = "weft/" WEFT_VERSION;
constexpr char kProductToken[] = "weft";

// RFC 1918, loopback, link-local, carrier-grade NAT, "this" network, multicast and reserved.
bool is_private_v4(uint32_t a) {
  const auto in = [a](uint32_t network, int bits) {
    return (a >> (32 - bits)) == (network >> (32 - bits));
  };
  return in(0x7F000000, 8) || in(0x0A000000, 8) || in(0xAC100000, 12) || in(0xC0A80000, 16) ||
         in(0xA9FE0000, 16) || in(0x64400000, 10) || in(0x00000000, 8) || in(0xE0000000, 4) ||
         in(0xF0000000, 4);
}

bool is_private(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, address, sizeof v4);
    return is_private_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return true;
  sockaddr_in6 v6{};
  std::memcpy(&v6, address, sizeof v6);
  const uint8_t* b = v6.sin6_addr.s6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) {
    return is_private_v4(uint32_t{b[12]} << 24 | uint32_t{b[13]} << 16 | uint32_t{b[14]} << 8 |
                         b[15]);
  }
  return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr) ||
         IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr) || IN6_IS_ADDR_MULTICAST(&v6.sin6_addr) ||
         (b[0] & 0xFE) == 0xFC;
}

struct Transfer {
  std::string body;
  uint64_t max_bytes = 0;
  bool allow_private = false;
  bool refused = false;  // By the address.
};

size_t receive(char* bytes, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const size_t n = size * count;
  if (transfer.body.size() + n > transfer.max_bytes) return 0;
  transfer.body.append(bytes, n);
  return n;
}

// Called with each address that curl is about to use.
curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (!transfer.allow_private && is_private(&address->addr)) {
    transfer.refused = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

Error error_of(CURLcode code, const Transfer& transfer, const std::string& url) {
  if (transfer.refused) {
    return Error{
        ErrorCode::kPermission,
        fmt::format("{} is at a private address; --allow-private fetches it all the same", url)};
  }
  const ErrorCode kind = code == CURLE_OPERATION_TIMEDOUT ? ErrorCode::kTimeout
                         : code == CURLE_WRITE_ERROR      ? ErrorCode::kLimitExceeded
                                                          : ErrorCode::kIo;
  return Error{kind, fmt::format("cannot fetch {}: {}", url, curl_easy_strerror(code))};
}

}  // namespace

struct Fetcher::State {
  using Clock = std::chrono::steady_clock;

  explicit State(const FetchOptions& wanted) : options(wanted), curl(curl_easy_init()) {}
  ~State() { curl_easy_cleanup(curl); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void wait_for(const std::string& host, std::chrono::milliseconds delay) {
    if (const auto it = last_request.find(host); it != last_request.end())
      std::this_thread::sleep_until(it->second + delay);
    last_request[host] = Clock::now();
  }

  Result<Fetched> get(const std::string& url) {
    Transfer transfer{.max_bytes = options.max_bytes, .allow_private = options.allow_private};
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, static_cast<long>(options.max_redirects));
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, static_cast<long>(options.timeout_seconds));
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(curl, CURLOPT_USERAGENT, kUserAgent);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &transfer);
    const CURLcode code = curl_easy_perform(curl);
    if (code != CURLE_OK) return error_of(code, transfer, url);
    Fetched fetched;
    long status = 0;
    const char* type = nullptr;
    const char* effective = nullptr;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_CONTENT_TYPE, &type);
    curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &effective);
    fetched.status = static_cast<int>(status);
    fetched.content_type = type == nullptr ? "" : type;
    fetched.url = effective == nullptr ? url : effective;
    fetched.body = std::move(transfer.body);
    return fetched;
  }

  // RFC 9309, 2.3.1: a missing robots.txt allows all, an unreachable one nothing.
  const crawl::Robots& robots_of(const std::string& origin) {
    const auto it = robots.find(origin);
    if (it != robots.end()) return it->second;
    const auto fetched = get(origin + "/robots.txt");
    crawl::Robots rules = crawl::Robots::allow_all();
    if (!fetched.ok()) unreachable.emplace(origin, fetched.error());
    if (!fetched.ok() || fetched->status >= 500)
      rules = crawl::Robots::disallow_all();
    else if (fetched->status < 300)
      rules = crawl::Robots::parse(fetched->body);
    return robots.emplace(origin, std::move(rules)).first->second;
  }

  FetchOptions options;
  CURL* curl;
  std::map<std::string, Clock::time_point> last_request;
  std::map<std::string, crawl::Robots> robots;
  std::map<std::string, Error>
      unreachable;  // Origins whose robots.txt could not be fetched, and why.
};

Fetcher::Fetcher(const FetchOptions& options) : state_(std::make_unique<State>(options)) {
  static const CURLcode kGlobal = curl_global_init(CURL_GLOBAL_DEFAULT);
  (void)kGlobal;
}
Fetcher::~Fetcher() = default;
Fetcher::Fetcher(Fetcher&&) noexcept = default;
Fetcher& Fetcher::operator=(Fetcher&&) noexcept = default;

Result<Fetched> Fetcher::fetch(const std::string& text) {
  WEFT_ASSIGN(const url::Url url, url::Url::parse(text));
  if (!url.is_http())
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not http or https", text)};
  const std::string href = url.href_without_fragment();
  std::chrono::milliseconds delay(state_->options.delay_milliseconds);
  if (state_->options.obey_robots) {
    const crawl::Robots& robots = state_->robots_of(url.origin());
    if (const auto why = state_->unreachable.find(url.origin()); why != state_->unreachable.end())
      return why->second;
    if (!robots.allows(kProductToken, href)) {
      return Error{ErrorCode::kPermission,
                   fmt::format("robots.txt of {} forbids {}", url.origin(), href)};
    }
    delay = std::max(delay, robots.crawl_delay(kProductToken).value_or(delay));
  }
  state_->wait_for(url.host_and_port(), delay);
  return state_->get(href);
}

}  // namespace weft::cli
