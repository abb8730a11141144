// Result<T>: a value, or the Error that explains why there is none.
//
// Used for operational failures (I/O, timeouts, limits, malformed rules). Two things are
// deliberately not errors:
//   * untidy input: parsers always return a document, plus Diagnostics;
//   * broken invariants: those are bugs and stop the process.
//
// The surface is a subset of std::expected, which g++ 12 offers only under -std=c++23; moving to it
// later means changing this file alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "weft/export.h"

namespace weft {
namespace detail {

// Using a result for what it is not is a bug of the caller.
inline void require(bool condition) {
  if (!condition) [[unlikely]]
    check_failed(__FILE__, __LINE__, "Result used against its state");
}

}  // namespace detail

// What kind of failure it was. Stable.
enum class ErrorCode {
  kInvalidArgument,  // the caller's input is malformed: a bad XPath, a bad flag, a bad file format
  kNotFound,         // no such file, site, template, attribute
  kAlreadyExists,    // would overwrite something
  kPermission,       // the operating system, robots.txt or a guard forbids it
  kCorruption,       // stored data breaks its own format
  kIo,               // reading, writing or the network failed
  kTimeout,          // took longer than allowed
  kLimitExceeded,    // a …Limits bound was reached
  kUnsupported,      // valid, but not something this build or version does
  kUnhealthy,        // finished, but the data breaks its own promises
};

// The name used in messages and JSON: "invalid-argument", "not-found"…
WEFT_API std::string_view error_code_name(ErrorCode code);

struct WEFT_API Error {
  ErrorCode code;
  std::string message;  // One sentence, naming the offending thing and its place, no full stop.

  // The same error, with what was being done in front: "site shop: no wrapper".
  [[nodiscard]] Error in(std::string_view context) const;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: as above

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok(). Checked.
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& value() {
    detail::require(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const {
    detail::require(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T value_or(T fallback) const { return ok() ? value() : std::move(fallback); }

  // REQUIRES: !ok(). Checked.
  [[nodiscard]] const Error& error() const {
    detail::require(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// Success without a value: return {}; or return Error{…}.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }

  // REQUIRES: !ok(). Checked.
  [[nodiscard]] const Error& error() const {
    detail::require(!ok());
    return *error_;
  }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace weft

#define WEFT_CONCAT_INNER(a, b) a##b
#define WEFT_CONCAT(a, b) WEFT_CONCAT_INNER(a, b)

// WEFT_TRY(expression): returns the Error of a failed Result from the enclosing function.
#define WEFT_TRY(expression)                                                            \
  do {                                                                                  \
    if (auto weft_result = (expression); !weft_result.ok()) return weft_result.error(); \
  } while (false)

// WEFT_ASSIGN(auto x, expression): as WEFT_TRY, then binds the value.
#define WEFT_ASSIGN(declaration, expression) \
  WEFT_ASSIGN_INNER(WEFT_CONCAT(weft_result_, __LINE__), declaration, expression)
#define WEFT_ASSIGN_INNER(result, declaration, expression) \
  auto result = (expression);                              \
  if (!result.ok()) return result.error();                 \
  declaration = std::move(*result)
