#include "base/json_fields.h"

#include <fmt/format.h>

namespace weft {

std::string one_of(std::span<const std::string_view> names) {
  return fmt::format("one of {}", fmt::join(names, ", "));
}

JsonFields::JsonFields(const Json& from, State& state) : from_(&from), state_(&state) {
  if (!from.is_object()) fail("", "an object");
  if (++state.depth > kMaxJsonDepth)
    fail(Error{ErrorCode::kLimitExceeded, state.what + ": nested too deeply"});
}

void JsonFields::header(std::string_view name, uint64_t version, bool needed) {
  if (!reading()) {
    note("weft", name);
    return note("version", version);
  }
  if ((needed || has("weft")) && from_->text_of("weft") != name) {
    return fail(Error{ErrorCode::kInvalidArgument,
                      fmt::format("{}: \"weft\" must be \"{}\"", state_->what, name)});
  }
  uint64_t written = version;
  optional("version", written, version);
  if (!ok() || (written > 0 && written <= version)) return;
  fail(Error{ErrorCode::kUnsupported,
             fmt::format("{}: version {} is not one this program reads ({}); upgrade weft",
                         state_->what, written, version)});
}

const Json* JsonFields::member(const char* name) const {
  const Json* found = from_->find(name);
  return found == nullptr || found->is_null() ? nullptr : found;
}

std::string JsonFields::place(std::string_view name) const {
  std::string path = state_->path + std::string(name);
  if (name.empty() && path.ends_with('.')) path.pop_back();
  if (path.empty()) return state_->what;
  return fmt::format("{}: \"{}\"", state_->what, path);
}

void JsonFields::fail(std::string_view name, std::string_view expected) {
  fail(Error{ErrorCode::kInvalidArgument, fmt::format("{} must be {}", place(name), expected)});
}

void JsonFields::read_value(const Json& json, bool& value) {
  if (!json.is_boolean()) return fail("", "true or false");
  value = json.get<bool>();
}

void JsonFields::read_value(const Json& json, double& value) {
  if (!json.is_number()) return fail("", "a number");
  value = json.get<double>();
}

void JsonFields::read_value(const Json& json, std::string& value) {
  if (!json.is_string()) return fail("", "a string");
  value = json.text();
}

bool JsonFields::read_whole(const Json& json, int64_t least, uint64_t most) {
  const bool fits = json.is_number_unsigned()
                        ? json.get<uint64_t>() <= most
                        : json.is_number_integer() && json.get<int64_t>() >= least;
  if (!fits) fail("", least < 0 ? "a whole number" : "a whole number, 0 or more");
  return fits;
}

}  // namespace weft
