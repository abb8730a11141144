// Tables as text: docs/formats/model.md.
//
//   weft-model 1 table
//   about Classes, and how content stands below them
//   keys 2
//   22 article
//   -31 sidebar

#include "ml/token_table.h"

#include <charconv>

#include "base/split.h"
#include "ml/model_lines.h"

namespace weft::ml {

TokenTable::TokenTable(const std::map<std::string, int>& values) {
  size_t capacity = 16;
  while (capacity < 2 * values.size()) capacity *= 2;
  slots_.resize(capacity);
  mask_ = capacity - 1;
  for (const auto& [token, hundredths] : values) {
    const uint64_t hash = key(token);
    size_t at = hash & mask_;
    while (slots_[at].used && slots_[at].key != hash) at = (at + 1) & mask_;
    size_ += slots_[at].used ? 0 : 1;
    slots_[at] = {hash, static_cast<float>(hundredths) / 100, true};
  }
}

std::string write_token_table(const std::map<std::string, int>& values, std::string_view about) {
  std::string out = model_header("table", about);
  out += "keys " + std::to_string(values.size()) + '\n';
  for (const auto& [token, hundredths] : values)
    out += std::to_string(hundredths) + ' ' + token + '\n';
  return out;
}

Result<TokenTable> read_token_table(std::string_view text) {
  ModelLines lines(text);
  WEFT_TRY(lines.header("table"));
  WEFT_ASSIGN(const size_t keys, lines.count("keys", kMaxTableKeys));
  std::map<std::string, int> values;
  for (size_t k = 0; k < keys; ++k) {
    WEFT_ASSIGN(std::string_view line, lines.line("a key"));
    int value = 0;
    if (!read_number(take_until(line, ' '), value) || value < -100 || value > 100)
      return lines.wrong("a key has a whole number from -100 to 100 before it");
    if (line.empty()) return lines.wrong("a value without its key");
    if (!values.emplace(line, value).second)
      return lines.wrong("the key '" + std::string(line) + "' for the second time");
  }
  WEFT_TRY(lines.end());
  return TokenTable(values);
}

}  // namespace weft::ml
