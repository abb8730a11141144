#include "cli/metrics_server.h"

#include <charconv>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <httplib.h>

namespace weft::cli {

struct MetricsServer::State {
  httplib::Server http;
  std::thread thread;
  std::mutex mutex;
  std::string text;  // Guarded by the mutex.
};

MetricsServer::MetricsServer() : state_(std::make_unique<State>()) {}

MetricsServer::~MetricsServer() {
  state_->http.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

Result<std::unique_ptr<MetricsServer>> MetricsServer::start(const std::string& where) {
  const size_t colon = where.rfind(':');
  const std::string address = colon == std::string::npos ? "127.0.0.1" : where.substr(0, colon);
  const std::string port_text = colon == std::string::npos ? where : where.substr(colon + 1);
  int port = -1;
  std::from_chars(port_text.data(), port_text.data() + port_text.size(), port);
  auto server = std::unique_ptr<MetricsServer>(new MetricsServer);
  State& state = *server->state_;
  state.http.Get("/metrics", [&state](const httplib::Request&, httplib::Response& response) {
    const std::lock_guard lock(state.mutex);
    response.set_content(state.text, "text/plain; version=0.0.4");
  });
  if (port < 1 || port > 65'535 || !state.http.bind_to_port(address.c_str(), port)) {
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("--prometheus {}: cannot listen there; give PORT or ADDRESS:PORT", where)};
  }
  state.thread = std::thread([&state] { state.http.listen_after_bind(); });
  while (!state.http.is_running()) std::this_thread::yield();
  return server;
}

void MetricsServer::show(std::string text) {
  const std::lock_guard lock(state_->mutex);
  state_->text = std::move(text);
}

}  // namespace weft::cli
