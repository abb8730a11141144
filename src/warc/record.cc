#include "warc/record.h"

#include <array>

#include "base/strings.h"

namespace weft::warc {

std::span<const std::string_view> names_of(RecordType) {
  static constexpr std::string_view kNames[] = {"warcinfo",   "response",     "resource",
                                                "request",    "metadata",     "revisit",
                                                "conversion", "continuation", "other"};
  return kNames;
}

RecordType record_type(std::string_view name) {
  return enum_named<RecordType>(ascii_lower(name)).value_or(RecordType::kOther);
}

std::string_view field(const Fields& fields, std::string_view name) {
  for (const Field& field : fields) {
    if (field.name.size() == name.size() && equals_ignoring_ascii_case(field.name, name))
      return field.value;
  }
  return "";
}

std::string_view Record::target_uri() const {
  std::string_view uri = header("WARC-Target-URI");
  if (uri.size() >= 2 && uri.front() == '<' && uri.back() == '>')
    uri = uri.substr(1, uri.size() - 2);
  return uri;
}

bool Record::is_http() const {
  if (version == "ARC") return content.starts_with("HTTP/");
  return header("Content-Type").starts_with("application/http");
}

}  // namespace weft::warc
