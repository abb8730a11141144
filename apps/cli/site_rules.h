// The rules that --wrapper names, ready to run.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "extract/site_extractor.h"

namespace weft::cli {

struct RuleOptions {
  std::string wrapper;  // A wrapper file, run on every page.
  std::string schema;   // A schema file; may be empty.
};

// Fails as reading the files does, naming the file.
Result<std::shared_ptr<const extract::SiteExtractor>> load_rules(const RuleOptions& options);

}  // namespace weft::cli
