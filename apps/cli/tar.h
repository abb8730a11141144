// A tar archive (POSIX ustar) of a few files, as a stream.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::cli {

// Header, bytes and padding of one file. REQUIRES: name shorter than 100 bytes, under 8 GiB of
// bytes.
std::string tar_entry(std::string_view name, std::string_view bytes);

// What ends an archive.
std::string tar_end();

}  // namespace weft::cli
