#include "ml/model_lines.h"

#include "base/split.h"
#include "base/strings.h"

namespace weft::ml {

std::string model_header(std::string_view kind, std::string_view about) {
  return std::string(kModelMagic) + ' ' + std::to_string(kModelVersion) + ' ' + std::string(kind) +
         "\nabout " + std::string(about) + '\n';
}

Status ModelLines::header(std::string_view kind) {
  WEFT_ASSIGN(std::string_view first, line("the first line of a model"));
  int version = 0;
  if (take_until(first, ' ') != kModelMagic || !read_number(take_until(first, ' '), version))
    return wrong("a model file begins with 'weft-model 1 KIND'");
  if (version > kModelVersion)
    return Error{ErrorCode::kUnsupported, "model of version " + std::to_string(version) +
                                              ", this program reads version " +
                                              std::to_string(kModelVersion)};
  if (first != kind)
    return wrong("a model of kind '" + std::string(first) + "' where a '" + std::string(kind) +
                 "' is needed");
  WEFT_TRY(field("about"));
  return {};
}

Result<std::string_view> ModelLines::line(std::string_view what) {
  ++number_;
  if (rest_.empty()) return wrong("the file ends where " + std::string(what) + " should stand");
  return take_line(rest_);
}

Result<std::string_view> ModelLines::field(std::string_view name) {
  WEFT_ASSIGN(const std::string_view text, line("'" + std::string(name) + "'"));
  if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != ' ')
    return wrong("'" + std::string(name) + " …' should stand here");
  return text.substr(name.size() + 1);
}

Result<size_t> ModelLines::count(std::string_view name, size_t most) {
  WEFT_ASSIGN(const std::string_view text, field(name));
  size_t value = 0;
  if (!read_number(text, value)) return wrong(std::string(name) + " must be a whole number");
  if (value > most) return limit(std::string(name) + " may be at most " + std::to_string(most));
  return value;
}

Status ModelLines::end() const {
  if (!rest_.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "model: text after its end, at line " + std::to_string(number_ + 1)};
  return {};
}

Error ModelLines::wrong(const std::string& what) const {
  return {ErrorCode::kInvalidArgument, "model, line " + std::to_string(number_) + ": " + what};
}

Error ModelLines::limit(const std::string& what) const {
  return {ErrorCode::kLimitExceeded, "model, line " + std::to_string(number_) + ": " + what};
}

}  // namespace weft::ml
