// Reading JSON that others wrote: no exceptions, a bound on depth, errors that name the key.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace weft::model {

// Typed access to the members of an object. The first failure is kept; ok() says whether there was
// one.
//
//   JsonReader read(json, "label");
//   label.page = read.required_string("page");
//   label.confidence = read.number("confidence", 1.0);
//   if (!read.ok()) return read.error();
class JsonReader {
 public:
  JsonReader(const Json& json, std::string_view what);

  std::string required_string(const char* key);
  std::string string(const char* key, std::string_view fallback = "");
  double number(const char* key, double fallback);
  uint64_t unsigned_number(const char* key, uint64_t fallback);
  bool boolean(const char* key, bool fallback);
  // The member if it exists and is an array or object; else null, and a failure if it is something
  // else.
  const Json* array(const char* key);
  const Json* object(const char* key);

  void fail(const char* key, std::string_view expected);
  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  const Json* member(const char* key) const;

  const Json& json_;
  std::string what_;
  std::optional<Error> error_;
};

}  // namespace weft::model
