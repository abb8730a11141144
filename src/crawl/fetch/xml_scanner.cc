// A scanner, not a parser: it knows where a tag begins and ends and keeps no stack, so nothing that
// is missing or crossed can stop it. Of
//
//   <loc>https://a.example/?x=1&y=2</loc><url/>
//
// it makes kOpen loc, kText, kClose loc, kOpen url, kClose url; the '&', which begins no reference,
// stays an '&'. A quote that never ends would swallow the file, so a tag with one ends at its first
// '>'.
//
// Tested by url_list_test.cc, fuzzed by url_list_fuzz.cc.

#include "crawl/fetch/xml_scanner.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/strings.h"

namespace weft::crawl {
namespace {

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
constexpr size_t kLongestReference = 10;  // &#x10FFFF; without its & and ;

// The reference at the start of `text`, which begins with '&': appends its character and returns
// its length; 0 if it is none.
size_t decode_reference(std::string_view text, std::string& out) {
  const size_t end = text.substr(0, kLongestReference + 2).find(';');
  if (end == std::string_view::npos) return 0;
  std::string_view body = text.substr(1, end - 1);
  if (body.starts_with('#')) {
    body.remove_prefix(1);
    const bool hex = body.starts_with('x') || body.starts_with('X');
    if (hex) body.remove_prefix(1);
    uint32_t code = 0;
    const auto [stop, error] =
        std::from_chars(body.data(), body.data() + body.size(), code, hex ? 16 : 10);
    if (error != std::errc() || stop != body.data() + body.size()) return 0;
    append_utf8(out, code);
    return end + 1;
  }
  for (const auto& [name, character] : kEntities) {
    if (body != name) continue;
    out += character;
    return end + 1;
  }
  return 0;
}

void append_decoded(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    size_t used = decode_reference(text, out);
    if (used == 0) {
      out += '&';
      used = 1;
    }
    text.remove_prefix(used);
  }
}

std::string_view without_prefix(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view take_name(std::string_view& text) {
  const size_t end = std::min(text.find_first_of(" \t\r\n/>="), text.size());
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  return name;
}

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n/"), text.size()));
}

// The value after '=': quoted, or bare up to the next space.
std::string_view take_value(std::string_view& text) {
  const char quote = text.empty() ? ' ' : text.front();
  if (quote != '"' && quote != '\'') {
    const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    const std::string_view value = text.substr(0, end);
    text.remove_prefix(end);
    return value;
  }
  text.remove_prefix(1);
  const size_t end = std::min(text.find(quote), text.size());
  const std::string_view value = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return value;
}

}  // namespace

std::string_view XmlScanner::take_until(std::string_view end) {
  const size_t at = rest_.find(end);
  const std::string_view before = rest_.substr(0, at);
  rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  return before;
}

XmlScanner::Event XmlScanner::next() {
  if (std::exchange(close_follows_, false)) return event_ = Event::kClose;
  while (!rest_.empty()) {
    literal_ = false;
    if (rest_.front() != '<') {
      text_ = rest_.substr(0, rest_.find('<'));
      rest_.remove_prefix(text_.size());
      return event_ = Event::kText;
    }
    if (rest_.starts_with("<![CDATA[")) {
      rest_.remove_prefix(9);
      text_ = take_until("]]>");
      literal_ = true;
      return event_ = Event::kText;
    }
    if (rest_.starts_with("<!--")) {
      take_until("-->");
    } else if (rest_.starts_with("<?")) {
      take_until("?>");
    } else if (rest_.starts_with("<!")) {
      take_until(">");
    } else {
      read_tag();
      return event_;
    }
  }
  return event_ = Event::kEnd;
}

void XmlScanner::read_tag() {
  rest_.remove_prefix(1);
  event_ = rest_.starts_with('/') ? Event::kClose : Event::kOpen;
  if (event_ == Event::kClose) rest_.remove_prefix(1);
  // A '>' within quotes does not end the tag.
  size_t end = 0;
  char quote = 0;
  for (; end < rest_.size(); ++end) {
    const char c = rest_[end];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      break;
    }
  }
  // A quote that never ends: then the first '>' does.
  if (end == rest_.size()) end = std::min(rest_.find('>'), rest_.size());
  attributes_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  name_ = without_prefix(take_name(attributes_));
  close_follows_ = event_ == Event::kOpen && attributes_.ends_with('/');
}

std::string XmlScanner::attribute(std::string_view name) const {
  std::string_view rest = attributes_;
  for (skip_space(rest); !rest.empty(); skip_space(rest)) {
    const std::string_view key = take_name(rest);
    skip_space(rest);
    if (!rest.starts_with('=')) {
      if (key.empty()) rest.remove_prefix(std::min<size_t>(1, rest.size()));
      continue;
    }
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    const std::string_view value = take_value(rest);
    if (without_prefix(key) != name) continue;
    std::string decoded;
    append_decoded(value, decoded);
    return decoded;
  }
  return {};
}

void XmlScanner::append_text(std::string& out) const {
  if (literal_)
    out += text_;
  else
    append_decoded(text_, out);
}

}  // namespace weft::crawl
