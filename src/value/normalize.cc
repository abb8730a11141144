#include "value/normalize.h"

#include <array>

#include <fmt/format.h>

#include "base/strings.h"
#include "url/url.h"
#include "value/fold.h"

namespace weft::value {
namespace {

constexpr std::array<std::string_view, 13> kTypeNames = {
    "text",  "number", "money", "date",    "time",    "duration", "url",
    "image", "email",  "phone", "address", "boolean", "enum",
};

// Folded (fold_text).
// clang-format off
constexpr std::string_view kYes[] = {
    "true", "yes", "y", "1", "on", "ja", "oui", "sí", "si", "sì", "sim", "tak", "ano", "igen", "da",
    "да", "kyllä", "evet", "✓", "✔", "✅", "in stock", "instock", "available", "auf lager",
    "lieferbar", "verfügbar", "en stock", "disponible", "disponibile", "op voorraad",
    "https://schema.org/instock", "http://schema.org/instock",
};
constexpr std::string_view kNo[] = {
    "false", "no", "n", "0", "off", "nein", "non", "não", "nie", "ne", "nem", "nu", "нет", "nee",
    "nej", "nei", "ei", "hayır", "✗", "✘", "❌", "×", "out of stock", "outofstock", "sold out",
    "unavailable", "not available", "ausverkauft", "nicht lieferbar", "nicht verfügbar", "épuisé",
    "indisponible", "agotado", "esaurito", "uitverkocht", "https://schema.org/outofstock",
    "http://schema.org/outofstock",
};
// clang-format on

template <size_t N>
bool contains(const std::string_view (&words)[N], std::string_view word) {
  for (const std::string_view candidate : words) {
    if (candidate == word) return true;
  }
  return false;
}

bool is_email_byte(char c) {
  return is_ascii_alpha(c) || is_ascii_digit(c) || c == '.' || c == '_' || c == '-' || c == '+' ||
         c == '\'' || c == '%' || static_cast<unsigned char>(c) >= 0x80;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

bool is_domain(std::string_view domain) {
  const size_t dot = domain.find_last_of('.');
  if (dot == std::string_view::npos || dot == 0 || domain.size() - dot < 3) return false;
  return domain.find("..") == std::string_view::npos && !domain.starts_with('-');
}

}  // namespace

std::span<const std::string_view> names_of(ValueType) { return kTypeNames; }

std::optional<std::string> normalize_email(std::string_view raw) {
  std::string text = normalize_space(raw.substr(0, 4096));
  if (ascii_lower(std::string_view(text).substr(0, 7)) == "mailto:") text.erase(0, 7);
  for (const std::string_view at : {" (at) ", " [at] ", "(at)", "[at]", " at "})
    replace_all(text, at, "@");
  for (const std::string_view dot : {" (dot) ", " [dot] ", "(dot)", "[dot]", " dot "})
    replace_all(text, dot, ".");
  for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + 1)) {
    size_t begin = at;
    size_t end = at + 1;
    while (begin > 0 && is_email_byte(text[begin - 1])) --begin;
    while (end < text.size() && is_email_byte(text[end])) ++end;
    while (end > at && text[end - 1] == '.') --end;
    const std::string domain = ascii_lower(std::string_view(text).substr(at + 1, end - at - 1));
    if (begin < at && is_domain(domain)) return text.substr(begin, at - begin) + "@" + domain;
  }
  return std::nullopt;
}

std::optional<std::string> normalize_boolean(std::string_view raw) {
  std::string text = fold_text(raw);
  while (!text.empty() && (text.back() == '.' || text.back() == '!')) text.pop_back();
  if (contains(kYes, text)) return "true";
  if (contains(kNo, text)) return "false";
  return std::nullopt;
}

std::optional<std::string> normalize_enum(std::string_view raw,
                                          const std::vector<std::string>& values) {
  const std::string text = fold_text(raw);
  const std::string* inside = nullptr;
  bool several = false;
  for (const std::string& value : values) {
    const std::string folded = fold_text(value);
    if (folded == text) return value;
    if (folded.empty() || find_word(text, folded) == std::string::npos) continue;
    several = inside != nullptr;
    inside = &value;
  }
  if (inside == nullptr || several) return std::nullopt;
  return *inside;
}

std::optional<std::string> normalize_url(std::string_view raw, std::string_view base_url) {
  if (trim(raw).empty()) return std::nullopt;
  const auto base = url::Url::parse(base_url);
  const auto parsed = url::Url::parse(raw, base.ok() ? &*base : nullptr);
  if (!parsed.ok()) return std::nullopt;
  for (const std::string_view scheme : {"javascript", "data", "about"}) {
    if (parsed->scheme == scheme) return std::nullopt;
  }
  return parsed->href();
}

std::optional<std::string> normalize(ValueType type, std::string_view text,
                                     const NormalizeContext& context) {
  switch (type) {
    case ValueType::kText:
    case ValueType::kAddress:
      return normalize_space(text);
    case ValueType::kNumber:
      return normalize_number(text, context);
    case ValueType::kMoney:
      return normalize_money(text, context);
    case ValueType::kDate:
      return normalize_date(text, context);
    case ValueType::kTime:
      return normalize_time(text);
    case ValueType::kDuration:
      return normalize_duration(text);
    case ValueType::kUrl:
    case ValueType::kImage:
      return normalize_url(text, context.base_url);
    case ValueType::kEmail:
      return normalize_email(text);
    case ValueType::kPhone:
      return normalize_phone(text, context);
    case ValueType::kBoolean:
      return normalize_boolean(text);
    case ValueType::kEnum:
      return context.values == nullptr ? std::nullopt : normalize_enum(text, *context.values);
  }
  return std::nullopt;
}

}  // namespace weft::value
