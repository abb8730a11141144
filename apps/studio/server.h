// Server: the studio over HTTP, on loopback.
//
// Two hosts. The application is http://127.0.0.1:A; pages of the web are shown in frames from
// http://localhost:B, another site, so that a browser keeps them in another process and shares nothing.
// Whoever starts the studio hands a browser a code, once; it is traded for a token that every request of
// the API carries. There are no cookies, so that nothing is sent by itself. Host is checked before
// anything else, so that a name that leads to this machine is of no use to others.
//
// Threads: all members may be called from any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "studio/workspace.h"

namespace weft::studio {

struct ServerOptions {
  WorkspaceOptions workspace;
  std::string listen = "127.0.0.1";
  uint16_t port = 0;        // 0: any free one.
  uint16_t pages_port = 0;  // Of the pages; 0: any free one.
};

class Server {
 public:
  // Serves until destroyed. Fails with kIo.
  static Result<std::unique_ptr<Server>> start(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] const std::string& origin() const;        // "http://127.0.0.1:40123"
  [[nodiscard]] const std::string& pages_origin() const;  // "http://localhost:40124"
  [[nodiscard]] Workspace& workspace();
  // An address that opens the studio in a browser, once and within a minute.
  [[nodiscard]] std::string new_link();

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::studio
