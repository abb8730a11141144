#include "wrap/tree/tree_options.h"

#include <nlohmann/json.hpp>

namespace weft::wrap {
namespace {

constexpr const char* kTextUses[] = {"never", "ambiguous", "template"};

}  // namespace

nlohmann::ordered_json to_json(const TreeOptions& options) {
  return {{"prune", options.prune},
          {"attributes", options.attributes},
          {"text", kTextUses[static_cast<size_t>(options.text)]}};
}

Result<TreeOptions> tree_options_from_json(const nlohmann::ordered_json& json) {
  TreeOptions options;
  const auto bad = [] {
    return Error{ErrorCode::kInvalidArgument, "wrapper: options need prune, attributes and text"};
  };
  if (!json.is_object()) return bad();
  for (const char* key : {"prune", "attributes"}) {
    if (!json.contains(key) || !json[key].is_boolean()) return bad();
  }
  if (!json.contains("text") || !json["text"].is_string()) return bad();
  options.prune = json["prune"].get<bool>();
  options.attributes = json["attributes"].get<bool>();
  for (size_t i = 0; i < std::size(kTextUses); ++i) {
    if (json["text"].get<std::string>() != kTextUses[i]) continue;
    options.text = static_cast<TextUse>(i);
    return options;
  }
  return bad();
}

}  // namespace weft::wrap
