// A file that ships inside the program (`weft_embed` of cmake/WeftModule.cmake): domains, models, word lists.
#pragma once

#include <string_view>

namespace weft {

struct EmbeddedFile {
  std::string_view name;  // What stands before the first dot of its file's name: "books".
  std::string_view text;
};

}  // namespace weft
