// Rules on the command line: the options that name them, and rules as people read them.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "site/rule_book.h"

namespace weft::cli {

// --wrapper, --site, --sites, --schema, --strict, --raw-confidence.
void declare_rules(Arguments& take, site::RuleOptions& options);

// A text without the conditions that every rule for a text has: not blank, not in a script.
std::string without_usual_conditions(std::string text);

}  // namespace weft::cli
