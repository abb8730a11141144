// libcurl's multi interface, driven by epoll: curl says which sockets it waits for and when its
// next timer ends; poll() waits for either. The cost of a step depends on what happened, not on how
// many connections are open.
//
// Easy handles are configured once and reused; the connections and names they share are the multi
// handle's. Tested by fetcher_test.cc, against servers that misbehave.

#include "crawl/fetch/fetcher.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/check.h"
#include "base/strings.h"
#include "url/url.h"

namespace weft::crawl {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::string_view kAccept =
    "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
constexpr std::string_view kAcceptEncoding = "Accept-Encoding: gzip, deflate, br, zstd";
constexpr long kMaxRetryAfterDays = 30;  // More is taken for a mistake.
constexpr std::string_view kPrivateAdvice =
    "the address is private; --allow-private fetches it all the same";

struct Transfer {
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  const FetcherOptions* options = nullptr;
  const Fetcher::HeadCheck* head_check = nullptr;
  Clock::time_point started;
  FetchResult result;
  bool head_done = false;
  bool proxied = false;
  bool digest = false;    // Answers a challenge, so that there may be two responses.
  bool refused = false;   // An address was private.
  bool stopped = false;   // By the check of the head.
  bool too_long = false;  // The head.
};

Transfer& transfer_of(void* user) { return *static_cast<Transfer*>(user); }

curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  Transfer& transfer = transfer_of(user);
  // A proxy is where it was said to be; that what is behind it is not private, start() looks after.
  if (!transfer.proxied && !transfer.options->allow_private && is_private_address(&address->addr)) {
    transfer.refused = true;
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                  address->protocol);
}

// True if the body is wanted.
bool finish_head(Transfer& transfer) {
  FetchResult& result = transfer.result;
  result.head_bytes = result.message.size();
  const auto head = warc::parse_http(result.message);
  if (!head.ok()) return true;
  result.http_status = head->status;
  if (head->status >= 100 && head->status < 200) {  // An interim response: the real one follows.
    result.message.clear();
    return true;
  }
  transfer.head_done = true;
  transfer.stopped = *transfer.head_check != nullptr && !(*transfer.head_check)(result.tag, *head);
  return !transfer.stopped;
}

// Called with each line of the head, its line break included.
size_t receive_head(char* bytes, size_t size, size_t count, void* user) {
  Transfer& transfer = transfer_of(user);
  const std::string_view line(bytes, size * count);
  std::string& message = transfer.result.message;
  if (transfer.head_done) {
    if (!transfer.digest || !line.starts_with("HTTP/")) return line.size();  // A trailer.
    message.clear();  // What came was the challenge of HTTP Digest; this is the answer.
    transfer.head_done = false;
  }
  if (message.size() + line.size() > transfer.options->max_head) {
    transfer.too_long = true;
    return 0;
  }
  // The body is handed over without its chunks, the head without the keys to a session.
  const auto is = [&](std::string_view name) {
    return equals_ignoring_ascii_case(line.substr(0, name.size()), name);
  };
  const FetcherOptions& options = *transfer.options;
  const bool secret = options.cookies && !options.keep_secrets && is("set-cookie:");
  if (!secret && !is("transfer-encoding:")) message += line;
  if (line != "\r\n" && line != "\n") return line.size();
  return finish_head(transfer) ? line.size() : 0;
}

size_t receive_body(char* bytes, size_t size, size_t count, void* user) {
  Transfer& transfer = transfer_of(user);
  FetchResult& result = transfer.result;
  const size_t n = size * count;
  const uint64_t room = transfer.options->max_bytes - (result.message.size() - result.head_bytes);
  result.message.append(bytes, std::min<uint64_t>(n, room));
  result.cut = n > room;
  return result.cut ? 0 : n;
}

// Whether a host, as it stands in a URL, names a private address; other names are resolved first.
bool is_private_host(const std::string& host) {
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  sockaddr_in v4{.sin_family = AF_INET};
  sockaddr_in6 v6{.sin6_family = AF_INET6};
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1)
    return is_private_address(reinterpret_cast<const sockaddr*>(&v4));
  if (host.size() > 2 && host.front() == '[' &&
      inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &v6.sin6_addr) == 1)
    return is_private_address(reinterpret_cast<const sockaddr*>(&v6));
  return false;
}

bool has_header(const RequestOptions& with, std::string_view name) {
  const auto named = [&](const std::string& line) {
    return equals_ignoring_ascii_case(std::string_view(line).substr(0, line.find(':')), name);
  };
  return std::any_of(with.headers.begin(), with.headers.end(), named) ||
         std::any_of(with.secret_headers.begin(), with.secret_headers.end(), named);
}

std::string content_type_of(std::string_view body) {
  return body.front() == '{' || body.front() == '[' ? "application/json"
                                                    : "application/x-www-form-urlencoded";
}

FetchStatus status_of(CURLcode code, const Transfer& transfer) {
  if (transfer.stopped) return FetchStatus::kStopped;
  if (transfer.result.cut) return FetchStatus::kOk;
  if (transfer.too_long) return FetchStatus::kProtocol;
  switch (code) {
    case CURLE_OK:
      return FetchStatus::kOk;
    case CURLE_URL_MALFORMAT:
      return FetchStatus::kBadUrl;
    case CURLE_COULDNT_RESOLVE_HOST:
      return FetchStatus::kDns;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchStatus::kTimeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return FetchStatus::kTls;
    case CURLE_COULDNT_CONNECT:
      if (transfer.proxied) return FetchStatus::kProxy;
      return transfer.refused ? FetchStatus::kPrivateAddress : FetchStatus::kConnect;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
      return FetchStatus::kProxy;
    case CURLE_PARTIAL_FILE:
      return FetchStatus::kTruncated;
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP2:
      return transfer.head_done ? FetchStatus::kTruncated : FetchStatus::kReset;
    default:
      return FetchStatus::kProtocol;
  }
}

std::string explain(FetchStatus status, CURLcode code, const Transfer& transfer) {
  switch (status) {
    case FetchStatus::kOk:
    case FetchStatus::kStopped:
      return {};
    case FetchStatus::kPrivateAddress:
      return std::string(kPrivateAdvice);
    default:
      return transfer.too_long ? "the head is too long" : curl_easy_strerror(code);
  }
}

}  // namespace

std::span<const std::string_view> names_of(FetchStatus) {
  static constexpr std::array<std::string_view, 12> kNames = {
      "ok",    "stopped", "private-address", "bad-url",   "dns",      "connect",
      "reset", "tls",     "timeout",         "truncated", "protocol", "proxy"};
  return kNames;
}

struct Fetcher::State {
  State(FetcherOptions wanted, HeadCheck check)
      : options(std::move(wanted)), head_check(std::move(check)) {
    static const CURLcode kGlobal = curl_global_init(CURL_GLOBAL_DEFAULT);
    WEFT_CHECK(kGlobal == CURLE_OK);
    multi = curl_multi_init();
    epoll = epoll_create1(EPOLL_CLOEXEC);
    WEFT_CHECK(multi != nullptr && epoll >= 0);
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &State::watch_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &State::set_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, static_cast<long>(options.max_connections));
    curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS,
                      static_cast<long>(options.max_connections));
    if (!options.cookies) return;
    jar = curl_share_init();
    WEFT_CHECK(jar != nullptr);
    curl_share_setopt(jar, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  }

  ~State() {
    for (const auto& transfer : transfers) {
      curl_multi_remove_handle(multi, transfer->easy);
      curl_easy_cleanup(transfer->easy);
      curl_slist_free_all(transfer->headers);
    }
    curl_multi_cleanup(multi);
    curl_share_cleanup(jar);
    close(epoll);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // --- curl's wishes ---

  static int watch_socket(CURL*, curl_socket_t socket, int what, void* user, void* known) {
    auto& state = *static_cast<State*>(user);
    epoll_event event{};
    event.data.fd = socket;
    if (what == CURL_POLL_REMOVE) {
      epoll_ctl(state.epoll, EPOLL_CTL_DEL, socket, &event);
      curl_multi_assign(state.multi, socket, nullptr);
      return 0;
    }
    if ((what & CURL_POLL_IN) != 0) event.events |= EPOLLIN;
    if ((what & CURL_POLL_OUT) != 0) event.events |= EPOLLOUT;
    if (known != nullptr) {
      epoll_ctl(state.epoll, EPOLL_CTL_MOD, socket, &event);
    } else {
      epoll_ctl(state.epoll, EPOLL_CTL_ADD, socket, &event);
      curl_multi_assign(state.multi, socket, &state);
    }
    return 0;
  }

  static int set_timer(CURLM*, long timeout_ms, void* user) {
    auto& state = *static_cast<State*>(user);
    state.has_timer = timeout_ms >= 0;
    if (state.has_timer) state.timer = Clock::now() + milliseconds(timeout_ms);
    return 0;
  }

  // --- transfers ---

  Transfer& idle_transfer() {
    if (!idle.empty()) {
      Transfer* transfer = idle.back();
      idle.pop_back();
      return *transfer;
    }
    transfers.push_back(std::make_unique<Transfer>());
    Transfer& transfer = *transfers.back();
    transfer.easy = curl_easy_init();
    WEFT_CHECK(transfer.easy != nullptr);
    transfer.options = &options;
    transfer.head_check = &head_check;
    configure(transfer);
    return transfer;
  }

  // What is the same for every request.
  void configure(Transfer& transfer) const {
    CURL* easy = transfer.easy;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &transfer);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");  // Whom a proxy is for, ProxyRules say.
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (jar != nullptr) {
      curl_easy_setopt(easy, CURLOPT_SHARE, jar);
      curl_easy_setopt(easy, CURLOPT_COOKIEFILE, "");
    }
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(options.connect_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, static_cast<long>(options.dns_cache.count()));
    if (!options.ca_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, options.ca_file.c_str());
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &receive_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &receive_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &transfer);
  }

  void refuse(FetchRequest request, FetchStatus status, std::string error) {
    FetchResult result;
    result.tag = request.tag;
    result.url = std::move(request.url);
    result.status = status;
    result.error = std::move(error);
    ready.push_back(std::move(result));
  }

  void start(FetchRequest request) {
    const auto url = url::Url::parse(request.url);
    if (!url.ok() || !url->is_http())
      return refuse(std::move(request), FetchStatus::kBadUrl, "not an http or https URL");
    static const RequestOptions kPlain;
    const RequestOptions& with = request.with == nullptr ? kPlain : *request.with;
    std::string proxy = with.proxy.empty() ? options.proxies.proxy_for(*url) : with.proxy;
    if (proxy == "direct") proxy.clear();
    if (!proxy.empty() && !options.allow_private && is_private_host(url->host.value_or("")))
      return refuse(std::move(request), FetchStatus::kPrivateAddress, std::string(kPrivateAdvice));
    Transfer& transfer = idle_transfer();
    transfer.result = {};
    transfer.head_done = transfer.refused = transfer.stopped = transfer.too_long = false;
    transfer.proxied = !proxy.empty();
    transfer.digest = !with.digest.empty();
    transfer.result.tag = request.tag;
    write_request(*url, request, with, transfer);
    set_way(with, proxy, transfer.easy);
    transfer.result.url = std::move(request.url);
    transfer.started = Clock::now();
    curl_easy_setopt(transfer.easy, CURLOPT_HTTPHEADER, transfer.headers);
    ++running;
    const CURLMcode code = curl_multi_add_handle(multi, transfer.easy);
    WEFT_CHECK(code == CURLM_OK);
  }

  // How a request reaches its host. curl copies strings.
  void set_way(const RequestOptions& with, const std::string& proxy, CURL* easy) const {
    const auto set = [&](CURLoption option, const std::string& value) {
      curl_easy_setopt(easy, option, value.empty() ? nullptr : value.c_str());
    };
    curl_easy_setopt(easy, CURLOPT_PROXY, proxy.c_str());  // "": none, whatever the environment.
    set(CURLOPT_SSLCERT, with.certificate);
    set(CURLOPT_SSLKEY, with.key.empty() ? with.certificate : with.key);
    set(CURLOPT_KEYPASSWD, with.key_password);
    set(CURLOPT_USERPWD, with.digest);
    curl_easy_setopt(easy, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_DIGEST));
    const milliseconds timeout = with.timeout.count() == 0 ? options.timeout : with.timeout;
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
  }

  // Sets the URL, method and headers, and keeps the head as it goes over the wire, without secrets.
  // A name and password in the URL are not sent.
  void write_request(url::Url url, const FetchRequest& request, const RequestOptions& with,
                     Transfer& transfer) const {
    url.username.clear();
    url.password.clear();
    const std::string href = url.href_without_fragment();
    curl_easy_setopt(transfer.easy, CURLOPT_URL, href.c_str());
    const bool post = !request.body.empty();
    if (post) {
      curl_easy_setopt(transfer.easy, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(request.body.size()));
      curl_easy_setopt(transfer.easy, CURLOPT_COPYPOSTFIELDS, request.body.data());
    } else {
      curl_easy_setopt(transfer.easy, CURLOPT_HTTPGET, 1L);
    }

    std::string target = url.pathname();
    if (url.query.has_value()) (target += '?') += *url.query;
    std::string& head = transfer.result.request;
    head = fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", post ? "POST" : "GET", target,
                       url.host_and_port());
    const auto add = [&](const std::string& line, bool secret = false) {
      transfer.headers = curl_slist_append(transfer.headers, line.c_str());
      if (!secret || options.keep_secrets) (head += line) += "\r\n";
    };
    const auto add_ours = [&](const std::string& line) {
      if (!has_header(with, line.substr(0, line.find(':')))) add(line);
    };
    add_ours("User-Agent: " + options.user_agent);
    add_ours(std::string(kAccept));
    add_ours(std::string(kAcceptEncoding));
    if (post) {
      add_ours("Content-Type: " + content_type_of(request.body));
      head += fmt::format("Content-Length: {}\r\n", request.body.size());
    }
    for (const std::string& line : with.headers) add(line);
    for (const std::string& line : with.secret_headers) add(line, true);
    const auto add_condition = [&](std::string_view name, std::string_view value) {
      const bool printable = std::all_of(value.begin(), value.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
      });
      if (!value.empty() && printable) add(fmt::format("{}: {}", name, value));
    };
    add_condition("If-None-Match", request.etag);
    add_condition("If-Modified-Since", request.last_modified);
    head += "\r\n";
    head += request.body;
  }

  void finish(CURL* easy, CURLcode code) {
    Transfer* found = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &found);
    Transfer& transfer = *found;
    FetchResult& result = transfer.result;
    result.status = status_of(code, transfer);
    result.error = explain(result.status, code, transfer);
    if (!transfer.head_done) {
      result.http_status = 0;
      result.message.clear();
      result.head_bytes = 0;
    }
    const char* address = nullptr;
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address);
    if (address != nullptr) result.address = address;
    long version = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
    if (version == CURL_HTTP_VERSION_2_0) {
      const size_t at = result.request.find(" HTTP/1.1\r\n");
      result.request.replace(at, 9, " HTTP/2");
    }
    result.elapsed = std::chrono::duration_cast<milliseconds>(Clock::now() - transfer.started);
    curl_multi_remove_handle(multi, easy);
    curl_slist_free_all(transfer.headers);
    transfer.headers = nullptr;
    ready.push_back(std::move(result));
    idle.push_back(&transfer);
    --running;
  }

  void collect() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
      if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
    }
  }

  // One round: waits for sockets or the timer, and tells curl.
  void step(milliseconds max_wait) {
    milliseconds wait = max_wait;
    if (has_timer) {
      const auto left = std::chrono::ceil<milliseconds>(timer - Clock::now());
      wait = std::clamp(left, milliseconds(0), max_wait);
    }
    std::array<epoll_event, 256> events;
    const int n = epoll_wait(epoll, events.data(), static_cast<int>(events.size()),
                             static_cast<int>(wait.count()));
    interrupted = n < 0;
    int unused = 0;
    for (int i = 0; i < n; ++i) {
      const uint32_t mask = events[static_cast<size_t>(i)].events;
      int what = 0;
      if ((mask & EPOLLIN) != 0) what |= CURL_CSELECT_IN;
      if ((mask & EPOLLOUT) != 0) what |= CURL_CSELECT_OUT;
      if ((mask & (EPOLLERR | EPOLLHUP)) != 0) what |= CURL_CSELECT_ERR;
      curl_multi_socket_action(multi, events[static_cast<size_t>(i)].data.fd, what, &unused);
    }
    if (has_timer && Clock::now() >= timer) {
      has_timer = false;
      curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &unused);
    }
    collect();
  }

  FetcherOptions options;
  HeadCheck head_check;
  CURLM* multi = nullptr;
  CURLSH* jar = nullptr;  // Of cookies; null if none are kept.
  int epoll = -1;
  bool has_timer = false;
  bool interrupted = false;
  Clock::time_point timer;
  std::vector<std::unique_ptr<Transfer>> transfers;
  std::vector<Transfer*> idle;
  size_t running = 0;
  std::vector<FetchResult> ready;
};

Fetcher::Fetcher(FetcherOptions options, HeadCheck head_check)
    : state_(std::make_unique<State>(std::move(options), std::move(head_check))) {}
Fetcher::~Fetcher() = default;
Fetcher::Fetcher(Fetcher&&) noexcept = default;
Fetcher& Fetcher::operator=(Fetcher&&) noexcept = default;

void Fetcher::start(FetchRequest request) { state_->start(std::move(request)); }

size_t Fetcher::active() const { return state_->running + state_->ready.size(); }

FetchResult Fetcher::fetch(FetchRequest request) {
  WEFT_CHECK(active() == 0);
  start(std::move(request));
  while (true) {
    std::vector<FetchResult> results = poll(std::chrono::seconds(1));
    if (!results.empty()) return std::move(results.front());
  }
}

Status Fetcher::add_cookies(std::string_view text, const std::string& name) {
  WEFT_CHECK(state_->jar != nullptr);
  Transfer& transfer = state_->idle_transfer();
  Status status;
  for (size_t number = 1; !text.empty() && status.ok(); ++number) {
    const std::string line(trim(take_line(text)));
    constexpr std::string_view kHttpOnly = "#HttpOnly_";
    if (line.empty() || (line.front() == '#' && !line.starts_with(kHttpOnly))) continue;
    // domain, whether subdomains too, path, secure, expiry, name, value
    if (std::count(line.begin(), line.end(), '\t') < 5)
      status =
          Error{ErrorCode::kInvalidArgument,
                fmt::format("{}, line {}: not a cookie in the format of Netscape: seven fields "
                            "with tabs between them",
                            name, number)};
    else
      curl_easy_setopt(transfer.easy, CURLOPT_COOKIELIST, line.c_str());
  }
  state_->idle.push_back(&transfer);
  return status;
}

std::string Fetcher::cookies() const {
  WEFT_CHECK(state_->jar != nullptr);
  Transfer& transfer = state_->idle_transfer();
  curl_slist* list = nullptr;
  curl_easy_getinfo(transfer.easy, CURLINFO_COOKIELIST, &list);
  state_->idle.push_back(&transfer);
  std::string text = "# Netscape HTTP Cookie File\n";
  for (const curl_slist* line = list; line != nullptr; line = line->next)
    (text += line->data) += '\n';
  curl_slist_free_all(list);
  return text;
}

std::vector<FetchResult> Fetcher::poll(milliseconds max_wait) {
  const Clock::time_point end = Clock::now() + max_wait;
  state_->interrupted = false;
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    state_->step(state_->ready.empty() ? std::max(left, milliseconds(0)) : milliseconds(0));
    if (!state_->ready.empty() || state_->interrupted || Clock::now() >= end) break;
  }
  return std::exchange(state_->ready, {});
}

std::chrono::seconds retry_after(const warc::HttpMessage& response,
                                 std::chrono::system_clock::time_point now) {
  const std::string_view value = trim(response.header("Retry-After"));
  if (value.empty()) return std::chrono::seconds(0);
  constexpr std::chrono::seconds kMax = std::chrono::days(kMaxRetryAfterDays);
  int64_t seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error == std::errc::result_out_of_range) return value.front() == '-' ? kMax * 0 : kMax;
  if (error != std::errc() || end != value.data() + value.size()) {
    const time_t date = curl_getdate(std::string(value.substr(0, 64)).c_str(), nullptr);
    if (date == -1) return std::chrono::seconds(0);
    seconds =
        date - std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  }
  return std::clamp(std::chrono::seconds(seconds), std::chrono::seconds(0), kMax);
}

}  // namespace weft::crawl
