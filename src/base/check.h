// WEFT_CHECK: stops the process when an invariant is broken. For bugs only.
//
// Bad input is never a bug: operations that fail return Result<T> (result.h), untidy pages carry
// Diagnostics (diagnostic.h).
#pragma once

#include "weft/export.h"

// Always on.
#define WEFT_CHECK(condition)                                       \
  do {                                                              \
    if (!(condition)) [[unlikely]]                                  \
      ::weft::detail::check_failed(__FILE__, __LINE__, #condition); \
  } while (false)

// On in the dev, sanitizer and fuzz presets.
#ifdef WEFT_DCHECKS
#define WEFT_DCHECK(condition) WEFT_CHECK(condition)
#else
#define WEFT_DCHECK(condition) static_cast<void>(0)
#endif
