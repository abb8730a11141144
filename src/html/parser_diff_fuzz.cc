// The same elements as Modest on any ASCII text. Modest follows the standard of 2021, with errors
// of its own. What is known to differ is left out:
//
// - select, option, optgroup, search, menuitem, keygen, rb, rtc, template: rules changed since.
// - </p> and </br> inside SVG and MathML: they leave foreign content since 2022.
// - A slash between attributes inside SVG and MathML: Modest takes the tag as self-closing.
// - <foreignobject> outside SVG: Modest spells it foreignObject.
// - <image> in a table: Modest drops it.
// - </>: Modest makes a node of it. <!x>: Modest drops the tag after it.
// - A tag or comment that the end of the input cuts off: Modest keeps it. A tail closes all here.
// - U+0000 and bytes that are not ASCII.
//
// Deeply misnested formatting still differs: a browser's tree decides, and so far it was ours.
// Modest copies overlapping memory: run with ASAN_OPTIONS=replace_intrin=0.

#include <algorithm>
#include <cstdint>
#include <string>
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

// A slash inside a tag that does not end it.
bool has_inner_slash(std::string_view bytes) {
  bool in_tag = false;
  for (size_t at = 0; at + 1 < bytes.size(); ++at) {
    const bool opens =
        bytes[at] == '<' && (bytes[at + 1] == '/' || weft::is_ascii_alpha(bytes[at + 1]));
    if (in_tag && bytes[at] == '/' && bytes[at + 1] != '>') return true;
    if (!in_tag && opens) {
      in_tag = true;
      ++at;  // Past the slash of an end tag.
    } else if (bytes[at] == '>') {
      in_tag = false;
    }
  }
  return false;
}

bool known_to_differ(std::string_view bytes) {
  const std::string lower = weft::ascii_lower(bytes);
  const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
  for (const char* text : {"select", "option", "optgroup", "search", "menuitem", "keygen", "rb",
                           "rtc", "template", "foreignobject", "image", "</>"}) {
    if (has(text)) return true;
  }
  const bool foreign = has("<svg") || has("<math");
  if (foreign && (has("</p") || has("</br") || has_inner_slash(lower))) return true;
  for (size_t at = lower.find("<!"); at != std::string::npos; at = lower.find("<!", at + 1)) {
    const std::string_view rest = std::string_view(lower).substr(at + 2);
    if (!rest.starts_with("--") && !rest.starts_with("doctype")) return true;
  }
  return std::any_of(bytes.begin(), bytes.end(),
                     [](char c) { return c == '\0' || static_cast<signed char>(c) < 0; });
}

// Closes a comment, a quoted value and a tag, whichever is open.
constexpr std::string_view kTail = "-->\"'>";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (known_to_differ(bytes)) return 0;
  bytes += kTail;
  weft::html::ParseOptions options;
  options.transport_charset = "utf-8";
  const auto ours = weft::html::parse(bytes, options);
  const auto theirs = weft::html::testing::parse_with_modest(bytes);
  WEFT_CHECK(elements(ours.document) == elements(theirs));
  return 0;
}
