#include "model/json.h"

#include "base/json.h"

#include <fmt/format.h>

namespace weft::model {
JsonReader::JsonReader(const Json& json, std::string_view what) : json_(json), what_(what) {
  if (!json.is_object()) {
    error_ = Error{ErrorCode::kInvalidArgument, fmt::format("{}: not a JSON object", what_)};
  }
}

const Json* JsonReader::member(const char* key) const {
  if (!json_.is_object()) return nullptr;
  const Json* value = json_.find(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

void JsonReader::fail(const char* key, std::string_view expected) {
  if (error_) return;
  error_ = Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: \"{}\" must be {}", what_, key, expected)};
}

std::string JsonReader::required_string(const char* key) {
  const Json* value = member(key);
  if (value != nullptr && value->is_string()) return value->get<std::string>();
  fail(key, "a string");
  return "";
}

std::string JsonReader::string(const char* key, std::string_view fallback) {
  return member(key) == nullptr ? std::string(fallback) : required_string(key);
}

double JsonReader::number(const char* key, double fallback) {
  const Json* value = member(key);
  if (value == nullptr) return fallback;
  if (value->is_number()) return value->get<double>();
  fail(key, "a number");
  return fallback;
}

uint64_t JsonReader::unsigned_number(const char* key, uint64_t fallback) {
  const Json* value = member(key);
  if (value == nullptr) return fallback;
  const bool whole = value->is_number_integer();  // Signed when it was made here, not parsed.
  if (whole && (value->is_number_unsigned() || value->get<int64_t>() >= 0)) {
    return value->get<uint64_t>();
  }
  fail(key, "a whole number, 0 or more");
  return fallback;
}

bool JsonReader::boolean(const char* key, bool fallback) {
  const Json* value = member(key);
  if (value == nullptr) return fallback;
  if (value->is_boolean()) return value->get<bool>();
  fail(key, "true or false");
  return fallback;
}

const Json* JsonReader::array(const char* key) {
  const Json* value = member(key);
  if (value == nullptr || value->is_array()) return value;
  fail(key, "an array");
  return nullptr;
}

const Json* JsonReader::object(const char* key) {
  const Json* value = member(key);
  if (value == nullptr || value->is_object()) return value;
  fail(key, "an object");
  return nullptr;
}

}  // namespace weft::model
