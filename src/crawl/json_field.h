// A field of a JSON object that came from outside and may lack it. Internal to crawl/.
#pragma once

#include <string>

#include "base/json.h"

namespace weft::crawl {

// Empty if there is none, or no string.
inline std::string text_of(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != nullptr && it->is_string() ? it->get<std::string>() : std::string();
}

}  // namespace weft::crawl
