#include "model/inducer.h"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"

namespace weft::model {
namespace {

std::map<std::string, Inducer, std::less<>>& inducer_registry() {
  static std::map<std::string, Inducer, std::less<>> inducers;
  return inducers;
}

}  // namespace

InducerKind::InducerKind(std::string_view name, Inducer inducer) {
  WEFT_CHECK(inducer_registry().emplace(name, std::move(inducer)).second);
}

std::vector<std::string> inducer_names() {
  std::vector<std::string> names;
  for (const auto& [name, inducer] : inducer_registry()) names.push_back(name);
  return names;
}

Result<Inducer> find_inducer(std::string_view name) {
  const auto it = inducer_registry().find(name);
  if (it != inducer_registry().end()) return it->second;
  return Error{ErrorCode::kInvalidArgument, fmt::format("no inducer '{}'; there are {}", name,
                                                        fmt::join(inducer_names(), ", "))};
}

}  // namespace weft::model
