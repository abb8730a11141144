#include "extract/site_pool.h"

#include <algorithm>

namespace weft::extract {

SitePool::SitePool(Loader loader, size_t capacity)
    : loader_(std::move(loader)), capacity_(std::max<size_t>(1, capacity)) {}

const Result<SitePool::Site>* SitePool::find_and_touch(const std::string& key) {
  const auto it = by_key_.find(key);
  if (it == by_key_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, it->second);
  return &it->second->site;
}

Result<SitePool::Site> SitePool::get(const std::string& key) {
  {
    const std::lock_guard lock(mutex_);
    if (const Result<Site>* known = find_and_touch(key); known != nullptr) {
      ++counters_.hits;
      return *known;
    }
  }
  Result<Site> loaded = loader_(key);

  const std::lock_guard lock(mutex_);
  ++counters_.loads;
  if (const Result<Site>* known = find_and_touch(key); known != nullptr) return *known;
  entries_.push_front({key, loaded});
  by_key_[key] = entries_.begin();
  while (entries_.size() > capacity_) {
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
    ++counters_.evictions;
  }
  return loaded;
}

SitePool::Counters SitePool::counters() const {
  const std::lock_guard lock(mutex_);
  return counters_;
}

}  // namespace weft::extract
