// What the readers of model files share: lines, counted, and messages that name them. Internal to src/ml.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/numbers.h"
#include "base/result.h"

namespace weft::ml {

inline constexpr std::string_view kModelMagic = "weft-model";
inline constexpr int kModelVersion = 1;

// The first lines of a model file: what it is, and for whom. `about` is one line.
std::string model_header(std::string_view kind, std::string_view about);

// A whole number or a finite decimal, nothing around it.
template <typename T>
bool read_number(std::string_view text, T& value) {
  const std::optional<T> number = parse_number<T>(text);
  if (number) value = *number;
  return number.has_value();
}

class ModelLines {
 public:
  explicit ModelLines(std::string_view text) : rest_(text) {}

  // Reads what model_header wrote. Fails with kUnsupported for a later version.
  Status header(std::string_view kind);
  // The next line, without its line feed; `what` says in messages what should have stood there.
  Result<std::string_view> line(std::string_view what);
  // What follows "name " on the next line.
  Result<std::string_view> field(std::string_view name);
  // A whole number in such a field, at most `most`.
  Result<size_t> count(std::string_view name, size_t most);
  // Nothing may follow.
  Status end() const;

  // Errors at the line read last.
  [[nodiscard]] Error wrong(const std::string& what) const;
  [[nodiscard]] Error limit(const std::string& what) const;

 private:
  std::string_view rest_;
  size_t number_ = 0;
};

}  // namespace weft::ml
