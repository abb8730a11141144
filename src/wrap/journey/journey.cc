#include "wrap/journey/journey.h"

#include "select/query.h"
#include "wrap/kinds.h"

namespace weft::wrap {
namespace {

// A path that is none is found when the journey is read, not when it is gone.
void check_path(JsonFields& json, const char* name, const std::string& text) {
  if (!json.reading()) return;
  const auto query = select::Query::xpath(text);
  json.check(query.ok() && query->selects_nodes(), name, "an XPath of nodes");
}

}  // namespace

std::span<const std::string_view> names_of(JourneyAct) {
  static constexpr std::string_view kNames[] = {"fill", "click"};
  return kNames;
}

void describe(JsonFields& json, JourneyStep& step) {
  json.required("do", step.act);
  json.required("at", step.at);
  json.optional("value", step.value);
  json.optional("parameter", step.parameter);
  check_path(json, "at", step.at);
}

void describe(JsonFields& json, JourneyPath& path) {
  json.unless_empty("steps", path.steps);
  json.optional("next", path.next);
  if (!path.next.empty() && path.next != kAnyNext) check_path(json, "next", path.next);
}

void describe(JsonFields& json, Journey& journey) {
  json.required("start", journey.start);
  json.optional("domain", journey.domain);
  json.optional("by_domain", journey.by_domain, false);
  json.required("paths", journey.paths);
}

Json JourneyWrapper::to_json() const {
  Json json = write_json(journey_);
  json.append("extract", model::save_wrapper(*inner_));
  return json;
}

Result<std::unique_ptr<model::Wrapper>> JourneyWrapper::from_json(const Json& body) {
  WEFT_ASSIGN(Journey journey, read_json<Journey>(body, "journey"));
  const Json* inner = body.find("extract");
  if (inner == nullptr)
    return Error{ErrorCode::kInvalidArgument, "journey: \"extract\" must be a wrapper"};
  // Depth is bounded: an inner wrapper is never a journey.
  if (const Json* kind = inner->find("kind"); kind != nullptr && *kind == Json("journey"))
    return Error{ErrorCode::kInvalidArgument, "journey: \"extract\" is a journey itself"};
  WEFT_ASSIGN(auto wrapper, load_wrapper(*inner));
  return std::unique_ptr<model::Wrapper>(
      new JourneyWrapper(std::move(journey), std::move(wrapper)));
}

}  // namespace weft::wrap
