// WEFT_API: what the shared library shows to the world; and what inline code of these headers calls.
#pragma once

#define WEFT_API __attribute__((visibility("default")))

namespace weft::detail {

// Writes "file:line: check failed: expression" to standard error and aborts.
[[noreturn]] WEFT_API void check_failed(const char* file, int line, const char* expression);

}  // namespace weft::detail
