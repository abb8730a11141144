// BrowserPool: several browsers, started when needed, replaced when they fail or have shown many
// pages; a page that a browser failed on is tried again in a new one.
//
// Threads: any number may call render() at once; each waits for a free browser.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "render/browser.h"

namespace weft::render {

struct PoolOptions {
  BrowserOptions browser;
  size_t browsers = 1;
  uint32_t max_pages = 200;   // Of one browser; they grow.
  uint32_t max_attempts = 2;  // For a page that browsers fail on.
};

class BrowserPool {
 public:
  explicit BrowserPool(PoolOptions options, Log& log = Log::discard());

  // Starts a browser now, so that whoever has none knows before there are pages. Fails as
  // Browser::launch.
  Status warm_up();
  // As Browser::render; the loader may be asked for everything again. Fails as Browser::launch does
  // when there is no browser.
  Result<RenderedPage> render(const std::string& url, ResourceLoader& loader,
                              const RenderOptions& options);
  // Browsers started so far, and those of them that failed.
  [[nodiscard]] uint32_t started() const;
  [[nodiscard]] uint32_t failed() const;
  // Whether every browser so far ran its pages in a sandbox.
  [[nodiscard]] bool sandboxed() const;

 private:
  using Slot = std::optional<Browser>;
  size_t take_slot();
  void give_back(size_t slot);
  Status fill(Slot& slot);
  Result<RenderedPage> attempt(Slot& slot, const std::string& url, ResourceLoader& loader,
                               const RenderOptions& options);

  PoolOptions options_;
  Log& log_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<Slot> slots_;   // A slot belongs to whoever took it.
  std::vector<size_t> free_;  // Guarded, as what follows.
  uint32_t started_ = 0;
  uint32_t failed_ = 0;
  bool sandboxed_ = true;
};

}  // namespace weft::render
