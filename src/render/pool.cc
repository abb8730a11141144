#include "render/pool.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::render {

BrowserPool::BrowserPool(PoolOptions options, Log& log)
    : options_(std::move(options)), log_(log), slots_(std::max<size_t>(options_.browsers, 1)) {
  for (size_t i = slots_.size(); i-- > 0;) free_.push_back(i);
}

size_t BrowserPool::take_slot() {
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return !free_.empty(); });
  const size_t slot = free_.back();
  free_.pop_back();
  return slot;
}

void BrowserPool::give_back(size_t slot) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(slot);
  }
  freed_.notify_one();
}

Status BrowserPool::fill(Slot& slot) {
  if (slot && slot->pages() >= options_.max_pages) slot.reset();
  if (slot) return {};
  WEFT_ASSIGN(slot, Browser::launch(options_.browser));
  const std::lock_guard lock(mutex_);
  ++started_;
  sandboxed_ = sandboxed_ && slot->sandboxed();
  return {};
}

Status BrowserPool::warm_up() {
  const size_t slot = take_slot();
  const Status filled = fill(slots_[slot]);
  give_back(slot);
  return filled;
}

Result<RenderedPage> BrowserPool::attempt(Slot& slot, const std::string& url,
                                          ResourceLoader& loader, const RenderOptions& options) {
  WEFT_TRY(fill(slot));
  return slot->render(url, loader, options);
}

Result<RenderedPage> BrowserPool::render(const std::string& url, ResourceLoader& loader,
                                         const RenderOptions& options) {
  const size_t number = take_slot();
  Slot& slot = slots_[number];
  Result<RenderedPage> page = Error{ErrorCode::kIo, "not tried"};
  for (uint32_t tried = 1; tried <= std::max(options_.max_attempts, 1U); ++tried) {
    page = attempt(slot, url, loader, options);
    const bool broken = slot && !slot->usable();
    if (broken) {
      slot.reset();
      const std::lock_guard lock(mutex_);
      ++failed_;
    }
    // Without a browser that broke, another attempt would end as this one did.
    if (page.ok() || !broken) break;
    log_.event(LogLevel::kWarning, "render", "browser-failed",
               {{"url", url}, {"attempt", std::to_string(tried)}, {"error", page.error().message}});
    page = page.error().in(fmt::format("{} (tried {} times)", url, tried));
  }
  give_back(number);
  return page;
}

uint32_t BrowserPool::started() const {
  const std::lock_guard lock(mutex_);
  return started_;
}
uint32_t BrowserPool::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}
bool BrowserPool::sandboxed() const {
  const std::lock_guard lock(mutex_);
  return sandboxed_;
}

}  // namespace weft::render
