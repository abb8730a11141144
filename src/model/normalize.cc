#include "model/normalize.h"

#include "base/strings.h"
#include "model/normalize_text.h"
#include "url/url.h"

namespace weft::model {
namespace {

constexpr std::string_view kYes[] = {
    "true",
    "yes",
    "y",
    "1",
    "on",
    "ja",
    "oui",
    "s\xC3\xAD",
    "si",
    "s\xC3\xAC",
    "sim",
    "tak",
    "ano",
    "igen",
    "da",
    "\xD0\xB4\xD0\xB0",
    "kyll\xC3\xA4",
    "evet",
    "\xE2\x9C\x93",
    "\xE2\x9C\x94",
    "\xE2\x9C\x85",
    "in stock",
    "instock",
    "available",
    "auf lager",
    "lieferbar",
    "verf\xC3\xBCgbar",
    "en stock",
    "disponible",
    "disponibile",
    "op voorraad",
    "https://schema.org/instock",
    "http://schema.org/instock",
};
constexpr std::string_view kNo[] = {
    "false",
    "no",
    "n",
    "0",
    "off",
    "nein",
    "non",
    "n\xC3\xA3o",
    "nie",
    "ne",
    "nem",
    "nu",
    "\xD0\xBD\xD0\xB5\xD1\x82",
    "nee",
    "nej",
    "nei",
    "ei",
    "hay\xC4\xB1r",
    "\xE2\x9C\x97",
    "\xE2\x9C\x98",
    "\xE2\x9D\x8C",
    "\xC3\x97",
    "out of stock",
    "outofstock",
    "sold out",
    "unavailable",
    "not available",
    "ausverkauft",
    "nicht lieferbar",
    "nicht verf\xC3\xBCgbar",
    "\xC3\xA9puis\xC3\xA9",
    "indisponible",
    "agotado",
    "esaurito",
    "uitverkocht",
    "https://schema.org/outofstock",
    "http://schema.org/outofstock",
};

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

const Attribute* attribute_of(const std::vector<Attribute>& attributes, std::string_view name) {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

size_t normalize_value(Value& value, const Attribute& attribute, NormalizeContext context);

size_t normalize_fields(Record& record, const std::vector<Attribute>& attributes,
                        const NormalizeContext& context) {
  size_t misfits = 0;
  for (Record::Field& field : record.fields) {
    const Attribute* attribute = attribute_of(attributes, field.name);
    if (attribute != nullptr) misfits += normalize_value(field.value, *attribute, context);
  }
  return misfits;
}

// Recursion follows the nesting of the schema, which is the user's.
size_t normalize_value(Value& value, const Attribute& attribute, NormalizeContext context) {
  size_t misfits = 0;
  for (Value& item : value.items) misfits += normalize_value(item, attribute, context);
  for (Record& nested : value.record)
    misfits += normalize_fields(nested, attribute.attributes, context);
  const bool typed = attribute.attributes.empty() && attribute.type != ValueType::kText;
  if (value.kind != Value::Kind::kLeaf || !typed) return misfits;
  context.values = &attribute.values;
  auto normalized = normalize(attribute.type, value.text, context);
  if (!normalized) return misfits + 1;
  value.normalized = std::move(*normalized);
  return misfits;
}

}  // namespace

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

size_t normalize_record(Record& record, const Schema& schema, const NormalizeContext& context) {
  return normalize_fields(record, schema.attributes, context);
}

}  // namespace weft::model
