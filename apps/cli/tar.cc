#include "cli/tar.h"

#include <array>
#include <cstring>
#include <ctime>

#include <fmt/format.h>

#include "base/check.h"

namespace weft::cli {
namespace {

constexpr size_t kBlock = 512;

// Fields of the header, from IEEE 1003.1 (ustar Interchange Format): name, offset.
struct Header {
  std::array<char, kBlock> bytes{};

  void put(size_t offset, std::string_view text) {
    std::memcpy(bytes.data() + offset, text.data(), text.size());
  }
  void put_octal(size_t offset, size_t width, uint64_t value) {
    put(offset, fmt::format("{:0{}o}", value, width - 1));
  }
};

}  // namespace

std::string tar_entry(std::string_view name, std::string_view bytes) {
  WEFT_CHECK(name.size() < 100 && bytes.size() < (uint64_t{1} << 33));
  Header header;
  header.put(0, name);
  header.put_octal(100, 8, 0644);                                        // mode
  header.put_octal(108, 8, 0);                                           // uid
  header.put_octal(116, 8, 0);                                           // gid
  header.put_octal(124, 12, bytes.size());                               // size
  header.put_octal(136, 12, static_cast<uint64_t>(std::time(nullptr)));  // mtime
  header.put(148, "        ");                          // checksum, as spaces while it is counted
  header.put(156, "0");                                 // a regular file
  header.put(257, std::string_view("ustar\00000", 8));  // magic and version
  unsigned sum = 0;
  for (const char c : header.bytes) sum += static_cast<unsigned char>(c);
  header.put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  std::string out(header.bytes.data(), kBlock);
  out += bytes;
  out.append((kBlock - bytes.size() % kBlock) % kBlock, '\0');
  return out;
}

std::string tar_end() { return std::string(2 * kBlock, '\0'); }

}  // namespace weft::cli
