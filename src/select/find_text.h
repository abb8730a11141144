// Finding short text in text: what contains() spends its time on.
#pragma once

#include <cstddef>
#include <string_view>

namespace weft::select {

// As text.find(part), several times as fast on ordinary prose.
size_t find_text(std::string_view text, std::string_view part);

// Whether normalize-space(text) would be `wanted`, without making it. Stops at the first
// difference.
bool equals_normalized(std::string_view text, std::string_view wanted);

}  // namespace weft::select
