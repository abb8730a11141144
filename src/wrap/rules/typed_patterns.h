// Typed patterns ([Vertex] III-C.4): regular expressions that both select a value from its
// surroundings and check it.
//
// The built-in ones: price, phone, zip, date, isbn, email, rating, number-with-unit. Users add
// their own by name.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace weft::wrap {

// Threads: const after the last add().
class TypedPatterns {
 public:
  TypedPatterns();
  ~TypedPatterns();
  TypedPatterns(TypedPatterns&&) noexcept;

  // The built-in patterns; made once.
  static const TypedPatterns& builtin();

  // Adds or replaces. The value is the first group, or the whole match when there is none. Fails
  // with kInvalidArgument for what RE2 does not read.
  Status add(std::string name, std::string_view pattern);
  [[nodiscard]] bool contains(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  // The regular expression of a type. REQUIRES: contains(name).
  [[nodiscard]] std::string pattern(std::string_view name) const;
  // The value in `text`, or empty. REQUIRES: contains(name).
  [[nodiscard]] std::string_view match(std::string_view name, std::string_view text) const;

 private:
  std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>> patterns_;
};

}  // namespace weft::wrap
