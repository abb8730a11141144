// A first description of a domain, from a schema and examples: for a person to go on from.
#pragma once

#include <string>
#include <vector>

#include "model/extraction.h"
#include "model/schema.h"

namespace weft::domain {

// A *.domain.toml that parse_domain() reads. Attributes are the schema's, or, where it has none, those
// of the examples, typed by what all their values are. What recurs among the examples becomes terms;
// what all of them have is mandatory.
std::string draft_domain(const std::string& name, const model::Schema& schema,
                         const std::vector<model::Extraction>& examples);

}  // namespace weft::domain
