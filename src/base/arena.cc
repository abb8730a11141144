#include "base/arena.h"

#include <algorithm>
#include <utility>

namespace weft {

std::byte* Arena::allocate_slow(size_t size) {
  const size_t block_size = std::max(size, next_block_bytes_);
  // Not value-initialised: callers write before they read.
  blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[block_size]), block_size});
  reserved_ += block_size;
  next_block_bytes_ = std::min<size_t>(block_size * 2, 64 * 1024 * 1024);
  used_ = size;
  return blocks_.back().bytes.get();
}

void Arena::reset() {
  used_ = 0;
  if (blocks_.size() <= 1) return;
  auto largest = std::max_element(blocks_.begin(), blocks_.end(),
                                  [](const Block& a, const Block& b) { return a.size < b.size; });
  Block keep = std::move(*largest);
  blocks_.clear();
  reserved_ = keep.size;
  blocks_.push_back(std::move(keep));
}

}  // namespace weft
