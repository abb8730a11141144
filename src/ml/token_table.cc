// Tables as text: docs/formats/model.md.
//
//   weft-model 1 table
//   about Classes, and how content and bodies stand below them
//   width 2
//   keys 2
//   22 - article
//   -31 -40 sidebar

#include "ml/token_table.h"

#include "base/check.h"
#include "base/split.h"
#include "ml/model_lines.h"

namespace weft::ml {

namespace {

std::vector<std::pair<uint64_t, std::vector<int>>> hashed(const TokenValues& values) {
  std::vector<std::pair<uint64_t, std::vector<int>>> keys;
  keys.reserve(values.size());
  for (const auto& [token, hundredths] : values)
    keys.emplace_back(TokenTable::key(token), hundredths);
  return keys;
}

}  // namespace

TokenTable::TokenTable(const TokenValues& values, size_t width)
    : TokenTable(hashed(values), width) {}

TokenTable::TokenTable(const std::vector<std::pair<uint64_t, std::vector<int>>>& values,
                       size_t width)
    : width_(width), size_(values.size()) {
  size_t capacity = 16;
  while (capacity < 2 * values.size()) capacity *= 2;
  tags_.resize(capacity);
  mask_ = capacity - 1;
  values_.resize(capacity * width);
  for (const auto& [hash, hundredths] : values) {
    WEFT_CHECK(hundredths.size() == width);
    size_t at = hash & mask_;
    while (tags_[at] != 0) at = (at + 1) & mask_;
    tags_[at] = tag_of(hash);
    for (size_t v = 0; v < width; ++v)
      values_[at * width + v] =
          hundredths[v] == kUnknownValue ? kUnknown : static_cast<int8_t>(hundredths[v]);
  }
}

std::string write_token_table(const TokenValues& values, size_t width, std::string_view about) {
  std::string out = model_header("table", about);
  out += "width " + std::to_string(width) + "\nkeys " + std::to_string(values.size()) + '\n';
  for (const auto& [token, hundredths] : values) {
    for (const int one : hundredths)
      (out += one == kUnknownValue ? "-" : std::to_string(one)) += ' ';
    out += token + '\n';
  }
  return out;
}

Result<TokenTable> read_token_table(std::string_view text) {
  ModelLines lines(text);
  WEFT_TRY(lines.header("table"));
  WEFT_ASSIGN(const size_t width, lines.count("width", kMaxTableWidth));
  if (width == 0) return lines.wrong("a table has at least one value for a key");
  WEFT_ASSIGN(const size_t keys, lines.count("keys", kMaxTableKeys));
  TokenValues values;
  for (size_t k = 0; k < keys; ++k) {
    WEFT_ASSIGN(std::string_view line, lines.line("a key"));
    std::vector<int> of_key(width, kUnknownValue);
    for (int& value : of_key) {
      const std::string_view number = take_until(line, ' ');
      if (number == "-") continue;
      if (!read_number(number, value) || value < -100 || value > 100)
        return lines.wrong("a key has whole numbers from -100 to 100, or -, before it");
    }
    if (line.empty()) return lines.wrong("values without their key");
    if (!values.emplace(line, std::move(of_key)).second)
      return lines.wrong("the key '" + std::string(line) + "' for the second time");
  }
  WEFT_TRY(lines.end());
  return TokenTable(values, width);
}

}  // namespace weft::ml
