// Empty stores for tests that run on each kind.
#pragma once

#include <string>
#include <string_view>

namespace weft::store::testing {

// Where an empty store of this kind ("sqlite", "postgres") is: a path of this name, or an address.
// Empty if there is no server.
std::string fresh_store(std::string_view kind, const std::string& name);

}  // namespace weft::store::testing
