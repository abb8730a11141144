#include "practice/web_server.h"

#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

namespace weft::practice {

struct WebServer::State {
  httplib::Server http;
  std::thread thread;
  std::string origin;
  mutable std::mutex mutex;
  std::unique_ptr<Web> web;

  void show(Options options, WebDesign design) {
    options.origin = origin;
    const std::lock_guard lock(mutex);
    web = std::make_unique<Web>(options, design);
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    if (request.path == "/robots.txt") {
      response.status = 404;
      return;
    }
    const std::string cookie = request.get_header_value("Cookie");
    const std::lock_guard lock(mutex);
    const WebAnswer answer = web->ask({request.target, request.body, cookie});
    response.status = answer.status;
    if (!answer.cookie.empty()) response.set_header("Set-Cookie", answer.cookie + "; Path=/");
    response.set_content(answer.html, "text/html; charset=utf-8");
  }
};

Result<std::unique_ptr<WebServer>> WebServer::start(const Options& options, WebDesign design,
                                                    int port) {
  auto state = std::make_unique<State>();
  State& s = *state;
  const auto handler = [&s](const httplib::Request& request, httplib::Response& response) {
    s.answer(request, response);
  };
  s.http.Get(".*", handler);
  s.http.Post(".*", handler);
  s.http.set_keep_alive_timeout(2);
  s.http.set_tcp_nodelay(true);
  constexpr const char* kLoopback = "127.0.0.1";
  if (port == 0)
    port = s.http.bind_to_any_port(kLoopback);
  else if (!s.http.bind_to_port(kLoopback, port))
    port = -1;
  if (port <= 0) return Error{ErrorCode::kIo, fmt::format("cannot listen on {}", kLoopback)};
  s.origin = fmt::format("http://{}:{}", kLoopback, port);
  s.show(options, design);
  s.thread = std::thread([&s] { s.http.listen_after_bind(); });
  while (!s.http.is_running()) std::this_thread::yield();
  return std::unique_ptr<WebServer>(new WebServer(std::move(state)));
}

WebServer::WebServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

WebServer::~WebServer() {
  state_->http.stop();
  state_->thread.join();
}

const std::string& WebServer::origin() const { return state_->origin; }
void WebServer::show(const Options& options, WebDesign design) { state_->show(options, design); }

size_t WebServer::requests() const {
  const std::lock_guard lock(state_->mutex);
  return state_->web->requests();
}

size_t WebServer::forbidden_hits() const {
  const std::lock_guard lock(state_->mutex);
  return state_->web->forbidden_hits();
}

size_t WebServer::records() const {
  const std::lock_guard lock(state_->mutex);
  return state_->web->truth().size() + state_->web->truth_beside().size();
}

}  // namespace weft::practice
