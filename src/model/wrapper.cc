#include "model/wrapper.h"

#include <map>

#include <fmt/format.h>

#include "base/check.h"
#include "base/json.h"
#include "model/schema_file.h"

namespace weft::model {
namespace {

constexpr int kWrapperVersion = 1;

std::map<std::string, WrapperLoader, std::less<>>& wrapper_registry() {
  static std::map<std::string, WrapperLoader, std::less<>> kinds;
  return kinds;
}

}  // namespace

WrapperKind::WrapperKind(std::string_view name, WrapperLoader loader) {
  WEFT_CHECK(wrapper_registry().emplace(name, loader).second);
}

std::vector<std::string> wrapper_kinds() {
  std::vector<std::string> names;
  for (const auto& [name, loader] : wrapper_registry()) names.push_back(name);
  return names;
}

Json save_wrapper(const Wrapper& wrapper) {
  Json json = {{"weft", "wrapper"}, {"version", kWrapperVersion}, {"kind", wrapper.kind()}};
  json.update(wrapper.to_json());
  return json;
}

Json save_wrapper(const Wrapper& wrapper, const Schema& schema) {
  Json json = save_wrapper(wrapper);
  json["schema"] = schema_to_json(schema);
  return json;
}

Result<Schema> schema_of_wrapper(const Json& json) {
  if (!json.is_object() || !json.contains("schema")) return Schema{};
  return schema_from_json(json["schema"]);
}

Result<std::unique_ptr<Wrapper>> load_wrapper(const Json& json) {
  const auto text = [&](const char* key) {
    return json.is_object() && json.contains(key) && json[key].is_string()
               ? json[key].get<std::string>()
               : "";
  };
  if (text("weft") != "wrapper")
    return Error{ErrorCode::kInvalidArgument, "not a weft wrapper file"};
  if (!json.contains("version") || !json["version"].is_number_integer()) {
    return Error{ErrorCode::kInvalidArgument, "wrapper: no version"};
  }
  if (const auto version = json["version"].get<int64_t>();
      version > kWrapperVersion || version < 1) {
    return Error{
        ErrorCode::kUnsupported,
        fmt::format("wrapper: version {} is newer than this program reads ({}); upgrade weft",
                    version, kWrapperVersion)};
  }
  const auto it = wrapper_registry().find(text("kind"));
  if (text("kind") == "patched") {
    return Error{
        ErrorCode::kUnsupported,
        "wrapper: repairs of kind 'patched' are no longer read; learn the template again, or "
        "go back to the wrapper before the repair (weft site rollback)"};
  }
  if (it == wrapper_registry().end()) {
    return Error{ErrorCode::kUnsupported, fmt::format("wrapper: unknown kind '{}'", text("kind"))};
  }
  return it->second(json);
}

}  // namespace weft::model
