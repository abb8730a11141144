// Manual pages, in the language of man(7), from what verbs declare: a page cannot promise what the
// program does not take.
#pragma once

#include <span>
#include <string>

#include "cli/verb.h"

namespace weft::cli {

// weft-VERB(1). `own`: what the verb takes; `common`: what all take.
std::string verb_manual(const Verb& verb, const Arguments& own, const Arguments& common);

// weft(1): what the verbs are for, and what the exit codes mean.
std::string program_manual(std::span<const VerbGroup> groups);

}  // namespace weft::cli
