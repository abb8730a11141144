#include "model/json.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::model {
namespace {

// Depth of the brackets in a JSON text, strings passed over. Cheap next to parsing.
int nesting(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

// Finds where parsing stops, since the parser without exceptions does not say.
size_t error_position(std::string_view text) {
  struct Sax final : nlohmann::json_sax<Json> {
    size_t position = 0;
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(size_t at, const std::string&, const nlohmann::detail::exception&) override {
      position = at;
      return false;
    }
  };
  Sax sax;
  Json::sax_parse(text.begin(), text.end(), &sax);
  return std::min(sax.position, text.size());
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (nesting(text) > kMaxJsonDepth) {
    return Error{ErrorCode::kLimitExceeded,
                 fmt::format("JSON is nested more than {} deep", kMaxJsonDepth)};
  }
  Json json = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_discarded()) return json;
  const std::string_view before = text.substr(0, error_position(text));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t start = before.find_last_of('\n');
  const size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1);
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("not JSON at line {}, column {}", line, column)};
}

std::string dump_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_json_pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

JsonReader::JsonReader(const Json& json, std::string_view what) : json_(json), what_(what) {
  if (!json.is_object()) {
    error_ = Error{ErrorCode::kInvalidArgument, fmt::format("{}: not a JSON object", what_)};
  }
}

const Json* JsonReader::member(const char* key) const {
  if (!json_.is_object()) return nullptr;
  const auto it = json_.find(key);
  return it == json_.end() || it->is_null() ? nullptr : &*it;
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
