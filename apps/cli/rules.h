// Rules on the command line: the options that name them, and rules as people read them.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "site/rule_book.h"

namespace weft::cli {

// --wrapper, --site, --sites, --schema, --strict, --raw-confidence.
inline void declare_rules(Arguments& take, site::RuleOptions& options) {
  // clang-format off
  take.value("--site DIR", options.site, "A site bundle");
  take.value("--sites DIR", options.sites, "A directory of site bundles, each named after its host");
  take.value("--wrapper FILE", options.wrapper, "A wrapper file, run on every page");
  take.value("--schema FILE", options.schema, "Types and mandatory attributes");
  take.flag("--strict", options.strict, "Only pages that a template's signature covers, as in Vertex");
  take.flag("--raw-confidence", options.raw, "Confidences as the wrapper states them, not as the measured chance to be right");
  // clang-format on
}

// A text without the conditions that every rule for a text has: not blank, not in a script.
inline std::string without_usual_conditions(std::string text) {
  constexpr std::string_view kUsual =
      "[normalize-space(.)][not(parent::script or parent::style or parent::noscript)]";
  for (size_t at = text.find(kUsual); at != std::string::npos; at = text.find(kUsual, at))
    text.erase(at, kUsual.size());
  return text;
}

}  // namespace weft::cli
