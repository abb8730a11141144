#include "templates/templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft::templates {
namespace {

struct NamedMethod {
  std::string_view name;
  Result<PageTemplate> (*find)(const std::vector<const model::Page*>& pages);
};
constexpr NamedMethod kMethods[] = {
    {"weft", &find_lists_and_keys},  {"fivatech2", &find_by_fivatech2},
    {"fivatech", &find_by_fivatech}, {"roadrunner", &find_by_roadrunner},
    {"net", &find_by_net},
};

}  // namespace

std::vector<std::string> template_methods() {
  std::vector<std::string> names;
  for (const NamedMethod& method : kMethods) names.emplace_back(method.name);
  return names;
}

Result<TemplateMethod> find_template_method(std::string_view name) {
  for (const NamedMethod& method : kMethods) {
    if (method.name == name) return TemplateMethod(method.find);
  }
  return Error{ErrorCode::kInvalidArgument, fmt::format("no method '{}'; there are {}", name,
                                                        fmt::join(template_methods(), ", "))};
}

}  // namespace weft::templates
