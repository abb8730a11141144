// The files of web/, inside the program.
#pragma once

#include <span>
#include <string_view>

#include "base/embedded_file.h"

namespace weft::studio {

std::span<const EmbeddedFile> web_files();

// By what stands before the first dot of its name; empty if there is none.
inline std::string_view web_file(std::string_view name) {
  for (const EmbeddedFile& file : web_files()) {
    if (file.name == name) return file.text;
  }
  return {};
}

}  // namespace weft::studio
