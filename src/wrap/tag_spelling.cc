#include "wrap/tag_spelling.h"

#include "base/strings.h"
#include "dom/class_tokens.h"

namespace weft::wrap {
namespace {

void append_masked(std::string& out, char sign, std::string_view name) {
  out += sign;
  for (const char c : name) {
    if (!is_ascii_digit(c)) {
      out += c;
    } else if (out.back() != '0') {
      out += '0';
    }
  }
}

}  // namespace

std::string tag_spelling(const dom::Document& doc, dom::NodeId n) {
  std::string out(doc.name_text(n));
  if (const auto id = doc.attribute(n, dom::atoms::kId); id && !id->empty())
    append_masked(out, '#', *id);
  for (const std::string_view name : dom::class_tokens(doc, n)) append_masked(out, '.', name);
  if (const auto property = doc.attribute(n, dom::atoms::kItemprop))
    append_masked(out, '@', *property);
  return out;
}

}  // namespace weft::wrap
