#include "model/wrapper.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json_fields.h"
#include "model/schema_file.h"

namespace weft::model {
namespace {

// What every wrapper file begins with.
struct WrapperHead {
  std::string kind;
};

void describe(JsonFields& json, WrapperHead& head) {
  json.header("wrapper", 1);
  json.required("kind", head.kind);
}

}  // namespace

Json save_wrapper(const Wrapper& wrapper) {
  Json json = write_json(WrapperHead{std::string(wrapper.kind())});
  json.update(wrapper.to_json());
  return json;
}

Json save_wrapper(const Wrapper& wrapper, const Schema& schema) {
  Json json = save_wrapper(wrapper);
  json["schema"] = write_json(schema);
  return json;
}

Result<Schema> schema_of_wrapper(const Json& json) {
  const Json* schema = json.find("schema");
  return schema == nullptr ? Schema() : read_json<Schema>(*schema, "schema");
}

Result<std::unique_ptr<Wrapper>> load_wrapper(const Json& json,
                                              std::span<const WrapperKind> kinds) {
  WEFT_ASSIGN(const WrapperHead head, read_json<WrapperHead>(json, "wrapper"));
  if (head.kind == "patched") {
    return Error{
        ErrorCode::kUnsupported,
        "wrapper: repairs of kind 'patched' are no longer read; learn the template again, or "
        "go back to the wrapper before the repair (weft site rollback)"};
  }
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const WrapperKind& one) { return one.name == head.kind; });
  if (kind == kinds.end())
    return Error{ErrorCode::kUnsupported, fmt::format("wrapper: unknown kind '{}'", head.kind)};
  return kind->load(json);
}

}  // namespace weft::model
