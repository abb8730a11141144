// Result<T> and Error, which the library shows to its users as well.
#pragma once

#include "base/check.h"
#include "weft/result.h"
