// Extraction: the records a wrapper found on one page, and what was odd about it.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "model/record.h"

namespace weft::model {

struct Extraction {
  std::string page;     // Page::id
  std::string wrapper;  // Wrapper id and version that produced it
  std::vector<Record> records;
  Diagnostics diagnostics;
};

}  // namespace weft::model
