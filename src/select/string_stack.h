// StringStack: room for the strings an expression builds, given back in the order they were taken.
//
// Views into it stay valid until the mark taken before them is released. Memory is kept from run to
// run. Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace weft::select {

class StringStack {
 public:
  struct Mark {
    size_t block = 0;
    size_t used = 0;
  };

  [[nodiscard]] Mark mark() const { return {block_, used_}; }
  void release(Mark mark) {
    block_ = mark.block;
    used_ = mark.used;
  }

  // `size` bytes to write to.
  char* allocate(size_t size) {
    while (block_ < blocks_.size() && used_ + size > blocks_[block_].size) {
      ++block_;
      used_ = 0;
    }
    if (block_ == blocks_.size()) grow(size);
    char* room = blocks_[block_].bytes.get() + used_;
    used_ += size;
    return room;
  }

  // Gives back all but the first `kept` bytes of the latest allocation.
  std::string_view shrink(const char* begin, size_t allocated, size_t kept) {
    used_ -= allocated - kept;
    return {begin, kept};
  }

  std::string_view copy(std::string_view text) {
    char* room = allocate(text.size());
    if (!text.empty()) std::memcpy(room, text.data(), text.size());
    return {room, text.size()};
  }

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    size_t size;
  };

  void grow(size_t size) {
    constexpr size_t kSmallest = 16 * 1024;
    const size_t doubled = blocks_.empty() ? kSmallest : 2 * blocks_.back().size;
    const size_t wanted = std::max(size, std::min<size_t>(doubled, 1 << 20));
    blocks_.push_back({std::unique_ptr<char[]>(new char[wanted]), wanted});
    used_ = 0;
  }

  std::vector<Block> blocks_;
  size_t block_ = 0;
  size_t used_ = 0;
};

}  // namespace weft::select
