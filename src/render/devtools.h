// DevTools: commands to a browser and events from it, in the Chrome DevTools Protocol.
//
//   devtools.on_event([&](const Json& event) { … });
//   WEFT_ASSIGN(const Json version, devtools.call("Browser.getVersion", {}, "", deadline));
//
// An event handler may post() commands, but not wait for answers. Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "render/process.h"

namespace weft::render {

class DevTools {
 public:
  using OnEvent = std::function<void(const Json& event)>;

  // `process` must outlive it.
  explicit DevTools(BrowserProcess& process) : process_(process) {}

  void on_event(OnEvent handler) { handler_ = std::move(handler); }

  // Sends a command and waits for its result; events that come before are handled meanwhile. Fails
  // with kTimeout, with kIo when the browser is gone, with kInvalidArgument when it refuses.
  Result<Json> call(std::string_view method, Json parameters, std::string_view session,
                    Deadline deadline);
  // Sends a command whose result nobody waits for.
  Status post(std::string_view method, Json parameters, std::string_view session);
  // Handles what comes until something came or the time is over. Fails with kIo.
  Status pump(Deadline deadline);

 private:
  Status send(uint64_t id, std::string_view method, Json parameters, std::string_view session,
              Deadline deadline);
  // The next message, given to the handler if it is an event; null if none came in time.
  Result<Json> next(Deadline deadline);

  BrowserProcess& process_;
  OnEvent handler_;
  uint64_t last_id_ = 0;
};

}  // namespace weft::render
