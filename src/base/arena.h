// Arena: memory for one page, taken in bumps and given back all at once.
//
// Ownership: the arena owns everything it hands out, until reset() or its end. No destructors run:
//            only trivially destructible types.
// Threads:   one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace weft {

class Arena {
 public:
  explicit Arena(size_t first_block_bytes = 64 * 1024) : next_block_bytes_(first_block_bytes) {}

  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  // Uninitialised memory for `count` objects. Amortised O(1).
  template <typename T>
  std::span<T> allocate(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return {reinterpret_cast<T*>(allocate_bytes(count * sizeof(T), alignof(T))), count};
  }

  // Zeroed memory for `count` objects.
  template <typename T>
  std::span<T> allocate_zeroed(size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::span<T> span = allocate<T>(count);
    if (count != 0) std::memset(static_cast<void*>(span.data()), 0, span.size_bytes());
    return span;
  }

  // A copy of `text` that lives as long as the arena.
  std::string_view copy(std::string_view text) {
    const std::span<char> to = allocate<char>(text.size());
    if (!text.empty()) std::memcpy(to.data(), text.data(), text.size());
    return {to.data(), to.size()};
  }

  // Forgets everything handed out; keeps the largest block for the next page.
  void reset();

  // Bytes obtained from the system.
  [[nodiscard]] size_t reserved() const { return reserved_; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    size_t size;
  };

  std::byte* allocate_bytes(size_t size, size_t alignment) {
    const size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (blocks_.empty() || start + size > blocks_.back().size) return allocate_slow(size);
    used_ = start + size;
    return blocks_.back().bytes.get() + start;
  }
  std::byte* allocate_slow(size_t size);

  std::vector<Block> blocks_;
  size_t used_ = 0;  // In the last block.
  size_t next_block_bytes_;
  size_t reserved_ = 0;
};

}  // namespace weft
