#include "base/json_text.h"

#include <cmath>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft {
namespace {

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
      break;
  }
}

bool is_plain(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != '\x7F';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_plain(text[end]) && static_cast<unsigned char>(text[end]) < 0x80)
      ++end;
    out.append(text, at, end - at);
    at = end;
    if (at == text.size()) break;
    if (is_plain(text[at])) {
      append_utf8(out, next_code_point(text, at));
    } else {
      append_escape(out, text[at++]);
    }
  }
  out.push_back('"');
}

void append_json_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  const size_t begin = out.size();
  fmt::format_to(std::back_inserter(out), "{}", number);
  if (out.find_first_of(".e", begin) == std::string::npos) out += ".0";
}

}  // namespace weft
