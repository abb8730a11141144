#include "studio/server.h"

#include <sys/socket.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

#include "base/file.h"
#include "studio/api.h"
#include "studio/events.h"
#include "studio/web_files.h"

namespace weft::studio {
namespace {

using std::chrono::steady_clock;

constexpr size_t kMostBody = (size_t{8} << 20) + 4096;  // A piece of an upload.
constexpr size_t kMostJson = size_t{1} << 20;
constexpr auto kCodeTime = std::chrono::seconds(60);
constexpr size_t kThreads = 64;
constexpr int kWaitingConnections = 128;
constexpr time_t kRequestSeconds = 10;
constexpr size_t kMostTokens = 1'000;
// A stream holds a thread; browsers need one each.
constexpr int kMostStreams = 8;
constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr auto kHeartbeat = std::chrono::seconds(15);

struct Asset {
  std::string_view path, file, type;
};
constexpr std::string_view kScript = "text/javascript; charset=utf-8";
constexpr Asset kAssets[] = {
    {"/assets/studio.css", "studio", "text/css; charset=utf-8"},
    {"/assets/app.js", "app", kScript},
    {"/assets/api.js", "api", kScript},
    {"/assets/ui.js", "ui", kScript},
    {"/assets/stage.js", "stage", kScript},
    {"/assets/label.js", "label", kScript},
    {"/assets/panes.js", "panes", kScript},
    {"/assets/find.js", "find", kScript},
    {"/assets/grid.js", "grid", kScript},
    {"/assets/screens.js", "screens", kScript},
    {"/assets/watch.js", "watch", kScript},
    {"/assets/crawls.js", "crawls", kScript},
    {"/assets/domain.js", "domain", kScript},
    {"/api/v1/openapi.json", "openapi", "application/json"},
};

// Texts that differ take as long to compare as texts that do not.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  return difference == 0;
}

void say(httplib::Response& response, int status, const Json& json) {
  response.status = status;
  response.set_content(dump_json(json),
                       status < 400 ? "application/json" : "application/problem+json");
}

void refuse(httplib::Response& response, int status, std::string_view why) {
  say(response, status, problem(status, why));
  response.set_header("Connection", "close");
}

std::vector<std::string> parts_of(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    if (slash > 0) parts.emplace_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return parts;
}

}  // namespace

struct Server::State {
  ServerOptions options;
  std::string origin, host;
  std::string pages_origin, pages_host;
  std::unique_ptr<Workspace> workspace;
  Frames frames;
  std::unique_ptr<Api> api;
  httplib::Server http;
  std::vector<std::unique_ptr<httplib::Server>> page_servers;  // One an address.
  std::vector<std::thread> threads;

  std::atomic<int> streams{0};

  std::mutex mutex;  // Guards what follows.
  std::map<std::string, steady_clock::time_point> codes;
  std::set<std::string> tokens;
  struct Ticket {
    std::string file, name;
    steady_clock::time_point until;
  };
  std::map<std::string, Ticket> tickets;

  // httplib lets five connections wait; a browser opens more at once, and those that do not fit are
  // lost. Linux takes another number for a socket that listens already.
  std::vector<socket_t> sockets;
  void let_connections_wait() const {
    for (const socket_t socket : sockets) ::listen(socket, kWaitingConnections);
  }

  void prepare(httplib::Server& server, size_t workers) {
    server.set_socket_options([this](socket_t socket) {
      httplib::default_socket_options(socket);
      sockets.push_back(socket);
    });
    server.new_task_queue = [workers] { return new httplib::ThreadPool(workers); };
    server.set_payload_max_length(kMostBody);
    server.set_read_timeout(kRequestSeconds);
    server.set_write_timeout(kRequestSeconds);
    server.set_keep_alive_timeout(5);
    server.set_tcp_nodelay(true);
  }

  // --- the application ---

  // Everything that has to be true of any request, before it is looked at.
  bool admitted(const httplib::Request& request, httplib::Response& response) {
    if (request.get_header_value("Host") != host) {
      refuse(response, 421, fmt::format("this is {}", origin));
      return false;
    }
    const std::string from = request.get_header_value("Origin");
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if ((!from.empty() && from != origin) ||
        (!reads && from.empty() && !site.empty() && site != "same-origin") ||
        (!reads && !site.empty() && site != "same-origin")) {
      refuse(response, 403, "requests of other sites are not answered");
      return false;
    }
    const std::string& path = request.path;
    if (path.starts_with("/api/") && path != "/api/v1/session" && path != "/api/v1/openapi.json" &&
        !has_token(request)) {
      refuse(response, 401, "open the studio by the link that weft studio printed");
      return false;
    }
    return true;
  }

  bool has_token(const httplib::Request& request) {
    const std::string sent = request.get_header_value("Authorization");
    constexpr std::string_view kBearer = "Bearer ";
    if (!std::string_view(sent).starts_with(kBearer)) return false;
    const std::string_view token = std::string_view(sent).substr(kBearer.size());
    const std::lock_guard lock(mutex);
    for (const std::string& one : tokens) {
      if (same_secret(one, token)) return true;
    }
    return false;
  }

  void secure(httplib::Response& response) const {
    response.set_header(
        "Content-Security-Policy",
        fmt::format(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            "connect-src 'self'; frame-src {}/; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types "
            "'none'",
            pages_origin));
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cross-Origin-Opener-Policy", "same-origin");
    response.set_header("Cross-Origin-Resource-Policy", "same-origin");
    response.set_header("Cache-Control", "no-store");
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    secure(response);
    const std::string& path = request.path;
    const bool get = request.method == "GET";
    if (get && serve_asset(path, response)) return;
    if (path.starts_with("/api/v1/")) return call(request, response);
    if (get && path.starts_with("/d/")) return download(path.substr(3), response);
    // Every state has an address; the shell finds out which. It holds no secret.
    if (get && !path.starts_with("/assets/"))
      response.set_content(std::string(web_file("index")), "text/html; charset=utf-8");
    else
      refuse(response, get ? 404 : 405, "there is nothing here");
  }

  static bool serve_asset(const std::string& path, httplib::Response& response) {
    for (const Asset& asset : kAssets) {
      if (path != asset.path) continue;
      response.set_content(std::string(web_file(asset.file)), std::string(asset.type));
      return true;
    }
    return false;
  }

  void call(const httplib::Request& request, httplib::Response& response) {
    std::vector<std::string> parts =
        parts_of(std::string_view(request.path).substr(std::string_view("/api/v1/").size()));
    const bool upload = !parts.empty() && parts[0] == "uploads";
    if (!upload && request.body.size() > kMostJson)
      return refuse(response, 413, "a call may have 1 MiB");
    if (parts.size() == 1 && parts[0] == "session") return open_session(request, response);
    if (parts.size() == 1 && parts[0] == "downloads") return make_ticket(request, response);
    if (parts.size() == 1 && parts[0] == "events") return stream_events(response);
    Call made{.method = request.method, .path = std::move(parts), .body = request.body};
    for (const auto& [name, value] : request.params) made.query.emplace(name, value);
    const Reply reply = api->answer(made);
    say(response, reply.status, reply.json);
  }

  // A code is good for one session.
  void open_session(const httplib::Request& request, httplib::Response& response) {
    if (request.method != "POST") return refuse(response, 405, "post the code");
    const auto body = parse_json(request.body);
    const std::string code = body.ok() ? body->text_of("code") : "";
    const std::lock_guard lock(mutex);
    const auto it = codes.find(code);
    const bool good = it != codes.end() && it->second >= steady_clock::now();
    if (it != codes.end()) codes.erase(it);
    if (!good)
      return refuse(response, 401,
                    "this link was used, or is older than a minute: press Enter where weft studio "
                    "runs for another");
    if (tokens.size() == kMostTokens) tokens.clear();
    const std::string token = random_code();
    tokens.insert(token);
    say(response, 200, {{"token", token}, {"pages_origin", pages_origin}});
  }

  void stream_events(httplib::Response& response) {
    if (++streams > kMostStreams) {
      --streams;
      return refuse(response, 503, fmt::format("there are {} streams already", kMostStreams));
    }
    response.set_chunked_content_provider(
        "text/event-stream",
        [stream = std::make_shared<EventStream>(*workspace), told = steady_clock::now()](
            size_t, httplib::DataSink& sink) mutable {
          std::string text = stream->next();
          if (text.empty() && steady_clock::now() - told >= kHeartbeat) text = ": here\n\n";
          if (text.empty()) {
            std::this_thread::sleep_for(kLookEvery);
            return true;
          }
          told = steady_clock::now();
          return sink.write(text.data(), text.size());
        },
        [this](bool) { --streams; });
  }

  void make_ticket(const httplib::Request& request, httplib::Response& response) {
    const auto body = parse_json(request.body);
    if (!body.ok()) return refuse(response, 400, "say 'site' and 'format'");
    const std::string site = body->text_of("site"), format = body->text_of("format");
    const std::string file = workspace->records_file(site, format);
    if (file.empty())
      return refuse(response, 404, "there are no records in this format: extract first");
    const std::string ticket = random_code();
    const std::lock_guard lock(mutex);
    std::erase_if(tickets, [](const auto& one) { return one.second.until < steady_clock::now(); });
    tickets[ticket] = {file, fmt::format("{}.{}", site, format), steady_clock::now() + kCodeTime};
    say(response, 200, {{"address", "/d/" + ticket}});
  }

  void download(const std::string& ticket, httplib::Response& response) {
    Ticket found;
    {
      const std::lock_guard lock(mutex);
      const auto it = tickets.find(ticket);
      if (it == tickets.end() || it->second.until < steady_clock::now())
        return refuse(response, 404, "this download was used, or is older than a minute");
      found = it->second;
      tickets.erase(it);
    }
    const auto bytes = read_file(found.file);
    if (!bytes.ok()) return refuse(response, 404, bytes.error().message);
    std::string name;
    for (const char c : found.name) name += c == '"' || c < ' ' ? '_' : c;
    response.set_header("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
    response.set_content(*bytes, "application/octet-stream");
  }

  // --- pages ---

  void answer_page(const httplib::Request& request, httplib::Response& response) {
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cache-Control", "no-store");
    if (request.get_header_value("Host") != pages_host)
      return refuse(response, 421, "pages are shown elsewhere");
    const auto found = request.method == "GET" ? frames.answer(request.path) : std::nullopt;
    response.set_header("Content-Security-Policy",
                        found ? found->policy : "default-src 'none'; sandbox");
    if (!found) {
      response.status = 404;
      response.set_content("", "text/plain");
      return;
    }
    response.set_header("Cross-Origin-Resource-Policy", "cross-origin");
    if (found->font) response.set_header("Access-Control-Allow-Origin", "null");
    response.set_content(found->body, found->content_type);
  }

  // Browsers ask ::1 first for localhost: whoever listens there must be us, or nobody can.
  Status listen_pages() {
    for (int attempt = 0; attempt < 20; ++attempt) {
      page_servers.clear();
      sockets.clear();
      auto four = make_page_server(), six = make_page_server();
      const int port =
          options.pages_port != 0
              ? (four->bind_to_port("127.0.0.1", options.pages_port) ? options.pages_port : -1)
              : four->bind_to_any_port("127.0.0.1");
      if (port <= 0) break;
      const bool both = six->bind_to_port("::1", port);
      const bool no_six = !both && !has_ipv6();
      if (!both && !no_six) continue;
      pages_host = fmt::format("localhost:{}", port);
      pages_origin = "http://" + pages_host;
      page_servers.push_back(std::move(four));
      if (both) page_servers.push_back(std::move(six));
      return {};
    }
    return Error{ErrorCode::kIo, "cannot listen for pages on localhost"};
  }

  static bool has_ipv6() {
    httplib::Server probe;
    return probe.bind_to_any_port("::1") > 0;
  }

  std::unique_ptr<httplib::Server> make_page_server() {
    auto server = std::make_unique<httplib::Server>();
    prepare(*server, kThreads / 4);
    server->set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          answer_page(request, response);
          return httplib::Server::HandlerResponse::Handled;
        });
    return server;
  }
};

Result<std::unique_ptr<Server>> Server::start(ServerOptions options) {
  auto state = std::make_unique<State>();
  State& s = *state;
  s.options = std::move(options);
  WEFT_TRY(s.listen_pages());
  s.prepare(s.http, kThreads);
  const auto handle = [&s](const httplib::Request& request, httplib::Response& response) {
    s.answer(request, response);
  };
  // Before a body is read.
  s.http.set_pre_routing_handler(
      [&s](const httplib::Request& request, httplib::Response& response) {
        return s.admitted(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                             : httplib::Server::HandlerResponse::Handled;
      });
  s.http.Get(".*", handle);
  s.http.Post(".*", handle);
  s.http.Put(".*", handle);
  s.http.Delete(".*", handle);
  // What httplib answers by itself (a body that is too long, say) is said as others are.
  s.http.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (!response.body.empty()) return;
    const int status = response.status;
    say(response, status, problem(status, "the request was refused"));
  });
  const std::string& address = s.options.listen;
  const int port = s.options.port == 0                            ? s.http.bind_to_any_port(address)
                   : s.http.bind_to_port(address, s.options.port) ? s.options.port
                                                                  : -1;
  if (port <= 0)
    return Error{ErrorCode::kIo, fmt::format("cannot listen on {}:{}: another program does",
                                             address, s.options.port)};
  s.let_connections_wait();
  s.host = fmt::format("127.0.0.1:{}", port);
  s.origin = "http://" + s.host;
  s.frames.set_origins(s.pages_origin, s.origin);
  s.workspace = std::make_unique<Workspace>(s.options.workspace);
  s.api = std::make_unique<Api>(*s.workspace, s.frames);
  s.threads.emplace_back([&s] { s.http.listen_after_bind(); });
  for (auto& server : s.page_servers) {
    s.threads.emplace_back([one = server.get()] { one->listen_after_bind(); });
    while (!server->is_running()) std::this_thread::yield();
  }
  while (!s.http.is_running()) std::this_thread::yield();
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Server::~Server() {
  state_->http.stop();
  for (auto& server : state_->page_servers) server->stop();
  for (std::thread& thread : state_->threads) thread.join();
}

const std::string& Server::origin() const { return state_->origin; }
const std::string& Server::pages_origin() const { return state_->pages_origin; }
Workspace& Server::workspace() { return *state_->workspace; }

std::string Server::new_link() {
  const std::string code = random_code();
  const std::lock_guard lock(state_->mutex);
  std::erase_if(state_->codes, [](const auto& one) { return one.second < steady_clock::now(); });
  state_->codes[code] = steady_clock::now() + kCodeTime;
  return fmt::format("{}/#code={}", state_->origin, code);
}

}  // namespace weft::studio
