// WebServer: a Web on loopback.
//
//   auto server = WebServer::start({.domain = Domain::kCars, .results = true}, {Entry::kPost}, 0);
//   …  (*server)->origin()   "http://127.0.0.1:40123"
//
// Threads: all members may be called from any thread.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "practice/web.h"

namespace weft::practice {

class WebServer {
 public:
  // Serves until destroyed; `port` 0: any free one. Fails with kIo.
  static Result<std::unique_ptr<WebServer>> start(const Options& options, WebDesign design,
                                                  int port);
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  [[nodiscard]] const std::string& origin() const;
  [[nodiscard]] size_t requests() const;
  [[nodiscard]] size_t forbidden_hits() const;
  [[nodiscard]] size_t records() const;
  // Another site at the same address, from the next request on.
  void show(const Options& options, WebDesign design);

 private:
  struct State;
  explicit WebServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::practice
