#include "wrap/rules/typed_patterns.h"

#include <re2/re2.h>

#include "base/check.h"

namespace weft::wrap {
namespace {

struct BuiltIn {
  const char* name;
  const char* pattern;
};

constexpr BuiltIn kBuiltIn[] = {
    {"email", R"(([A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+))"},
    {"isbn", R"(\b(97[89][\- ]?(?:\d[\- ]?){9}\d|(?:\d[\- ]?){9}[\dXx])\b)"},
    {"price",
     R"(((?:US|CA|AU)?[$€£¥₹] ?\d[\d,. ]*\d|(?:US|CA|AU)?[$€£¥₹] ?\d|(?:USD|EUR|GBP|CHF|JPY|CAD|AUD) ?\d[\d,.]*|\d[\d,.]* ?(?:€|£|USD|EUR|GBP|CHF|kr|zł)))"},
    {"date",
     R"((?i)(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: \d{1,2}(?:st|nd|rd|th)?)?,? \d{4}))"},
    {"phone", R"(((?:\+\d{1,3}[ .\-]?)?(?:\(\d{2,4}\)|\d{2,4})[ .\-/]?\d{3,4}[ .\-]?\d{3,4}))"},
    {"zip", R"(\b(\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b)"},
    {"rating", R"((\d(?:[.,]\d+)?(?: ?(?:/|out of|of) ?\d+)?))"},
    {"number-with-unit",
     R"((?i)([\-+]?\d[\d,.]*\s?(?:%|mm|cm|m|km|in|inches|ft|g|kg|mg|oz|lbs?|ml|l|kb|mb|gb|tb|mp|megapixels?|hz|khz|mhz|ghz|w|kw|kwh|v|mph|km/h|mpg|hp|min|minutes|hours?|pages?))\b)"},
};

}  // namespace

TypedPatterns::TypedPatterns() {
  for (const BuiltIn& entry : kBuiltIn) WEFT_CHECK(add(entry.name, entry.pattern).ok());
}
TypedPatterns::~TypedPatterns() = default;
TypedPatterns::TypedPatterns(TypedPatterns&&) noexcept = default;

const TypedPatterns& TypedPatterns::builtin() {
  static const TypedPatterns patterns;
  return patterns;
}

Status TypedPatterns::add(std::string name, std::string_view pattern) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto compiled =
      std::make_unique<re2::RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!compiled->ok()) {
    return Error{ErrorCode::kInvalidArgument, "pattern " + name + ": " + compiled->error()};
  }
  patterns_[std::move(name)] = std::move(compiled);
  return {};
}

bool TypedPatterns::contains(std::string_view name) const {
  return patterns_.find(name) != patterns_.end();
}

std::vector<std::string> TypedPatterns::names() const {
  std::vector<std::string> names;
  for (const auto& [name, pattern] : patterns_) names.push_back(name);
  return names;
}

std::string TypedPatterns::pattern(std::string_view name) const {
  const auto it = patterns_.find(name);
  WEFT_CHECK(it != patterns_.end());
  return it->second->pattern();
}

std::string_view TypedPatterns::match(std::string_view name, std::string_view text) const {
  const auto it = patterns_.find(name);
  WEFT_CHECK(it != patterns_.end());
  re2::StringPiece groups[2];
  const int count = it->second->NumberOfCapturingGroups() > 0 ? 2 : 1;
  if (!it->second->Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED, groups,
                         count))
    return {};
  const re2::StringPiece& found = groups[count - 1];
  return {found.data(), found.size()};
}

}  // namespace weft::wrap
