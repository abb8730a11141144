// libcurl's multi interface, driven by epoll: curl says which sockets it waits for and when its
// next timer ends; poll() waits for either. The cost of a step depends on what happened, not on how
// many connections are open.
//
// Easy handles are configured once and reused; the connections and names they share are the multi
// handle's. Tested by fetcher_test.cc, against servers that misbehave.

#include "crawl/fetch/fetcher.h"

#include <curl/curl.h>
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

struct Transfer {
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  const FetcherOptions* options = nullptr;
  const Fetcher::HeadCheck* head_check = nullptr;
  Clock::time_point started;
  FetchResult result;
  bool head_done = false;
  bool refused = false;   // An address was private.
  bool stopped = false;   // By the check of the head.
  bool too_long = false;  // The head.
};

Transfer& transfer_of(void* user) { return *static_cast<Transfer*>(user); }

curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* address) {
  Transfer& transfer = transfer_of(user);
  if (!transfer.options->allow_private && is_private_address(&address->addr)) {
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
  if (transfer.head_done) return line.size();  // A trailer.
  std::string& message = transfer.result.message;
  if (message.size() + line.size() > transfer.options->max_head) {
    transfer.too_long = true;
    return 0;
  }
  // The body is handed over without its chunks.
  constexpr std::string_view kTransferEncoding = "transfer-encoding:";
  if (!equals_ignoring_ascii_case(line.substr(0, kTransferEncoding.size()), kTransferEncoding))
    message += line;
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
      return transfer.refused ? FetchStatus::kPrivateAddress : FetchStatus::kConnect;
    case CURLE_PARTIAL_FILE:
      return FetchStatus::kTruncated;
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2_STREAM:
    case CURLE_HTTP2:
      return transfer.head_done ? FetchStatus::kTruncated : FetchStatus::kConnect;
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
      return "the address is private; --allow-private fetches it all the same";
    default:
      return transfer.too_long ? "the head is too long" : curl_easy_strerror(code);
  }
}

}  // namespace

std::string_view fetch_status_name(FetchStatus status) {
  constexpr std::array<std::string_view, 10> kNames = {
      "ok",      "stopped", "private-address", "bad-url",   "dns",
      "connect", "tls",     "timeout",         "truncated", "protocol"};
  return kNames[static_cast<size_t>(status)];
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
  }

  ~State() {
    for (const auto& transfer : transfers) {
      curl_multi_remove_handle(multi, transfer->easy);
      curl_easy_cleanup(transfer->easy);
      curl_slist_free_all(transfer->headers);
    }
    curl_multi_cleanup(multi);
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
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(options.connect_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, static_cast<long>(options.dns_cache.count()));
    if (!options.ca_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, options.ca_file.c_str());
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &receive_head);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &receive_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, &transfer);
  }

  void start(FetchRequest request) {
    const auto url = url::Url::parse(request.url);
    if (!url.ok() || !url->is_http()) {
      FetchResult result;
      result.tag = request.tag;
      result.url = std::move(request.url);
      result.status = FetchStatus::kBadUrl;
      result.error = "not an http or https URL";
      ready.push_back(std::move(result));
      return;
    }
    Transfer& transfer = idle_transfer();
    transfer.result = {};
    transfer.head_done = transfer.refused = transfer.stopped = transfer.too_long = false;
    transfer.result.tag = request.tag;
    write_request(*url, request, transfer);
    transfer.result.url = std::move(request.url);
    transfer.started = Clock::now();
    curl_easy_setopt(transfer.easy, CURLOPT_HTTPHEADER, transfer.headers);
    ++running;
    const CURLMcode code = curl_multi_add_handle(multi, transfer.easy);
    WEFT_CHECK(code == CURLM_OK);
  }

  // Sets the URL and the headers, and keeps the head as it goes over the wire. A name and password
  // in the URL are not sent.
  void write_request(url::Url url, const FetchRequest& request, Transfer& transfer) const {
    url.username.clear();
    url.password.clear();
    const std::string href = url.href_without_fragment();
    curl_easy_setopt(transfer.easy, CURLOPT_URL, href.c_str());

    std::string target = url.pathname();
    if (url.query.has_value()) (target += '?') += *url.query;
    std::string& head = transfer.result.request;
    head = fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: {}\r\n", target,
                       url.host_and_port(), options.user_agent);
    const auto add = [&](const std::string& line) {
      transfer.headers = curl_slist_append(transfer.headers, line.c_str());
      (head += line) += "\r\n";
    };
    add(std::string(kAccept));
    add(std::string(kAcceptEncoding));
    const auto add_condition = [&](std::string_view name, std::string_view value) {
      const bool printable = std::all_of(value.begin(), value.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
      });
      if (!value.empty() && printable) add(fmt::format("{}: {}", name, value));
    };
    add_condition("If-None-Match", request.etag);
    add_condition("If-Modified-Since", request.last_modified);
    head += "\r\n";
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
