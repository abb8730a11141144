// MetricsServer: a text at /metrics, for Prometheus to fetch.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace weft::cli {

// Serves until destroyed, on a thread of its own.
class MetricsServer {
 public:
  // `where` is "PORT" (on loopback) or "ADDRESS:PORT". Fails with kInvalidArgument.
  static Result<std::unique_ptr<MetricsServer>> start(const std::string& where);
  ~MetricsServer();
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  // What is served from now on.
  void show(std::string text);

 private:
  struct State;
  MetricsServer();
  std::unique_ptr<State> state_;
};

}  // namespace weft::cli
