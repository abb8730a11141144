#include "practice/markup.h"

#include <algorithm>
#include <array>

#include "base/strings.h"

namespace weft::practice {
namespace {

bool end_tag_is_optional(std::string_view tag) {
  constexpr std::array<std::string_view, 7> kOptional = {"li", "td", "th",    "tr",
                                                         "dt", "dd", "option"};
  return std::find(kOptional.begin(), kOptional.end(), tag) != kOptional.end();
}

bool starts_a_line(std::string_view tag) {
  constexpr std::array<std::string_view, 14> kBlocks = {
      "div", "li", "tr", "p", "ul", "table", "h1", "h2", "h3", "dl", "dt", "dd", "form", "section"};
  return std::find(kBlocks.begin(), kBlocks.end(), tag) != kBlocks.end();
}

bool needs_quotes(std::string_view value) {
  return value.empty() || !std::all_of(value.begin(), value.end(), [](char c) {
           return is_ascii_alpha(c) || is_ascii_digit(c) || c == '-' || c == '_' || c == '.';
         });
}

struct NamedCharacter {
  std::string_view utf8;
  std::string_view entity;
};
constexpr std::array<NamedCharacter, 10> kNamed = {{{"€", "&euro;"},
                                                    {"£", "&pound;"},
                                                    {"é", "&eacute;"},
                                                    {"ü", "&uuml;"},
                                                    {"ä", "&#228;"},
                                                    {"ö", "&#xF6;"},
                                                    {"ß", "&szlig;"},
                                                    {"ñ", "&ntilde;"},
                                                    {"–", "&ndash;"},
                                                    {"’", "&rsquo;"}}};

void append_escaped(std::string& out, std::string_view text, bool named) {
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const auto* match = std::find_if(kNamed.begin(), kNamed.end(), [&](const NamedCharacter& c) {
      return named && rest.starts_with(c.utf8);
    });
    if (match != kNamed.end()) {
      out += match->entity;
      at += match->utf8.size();
      continue;
    }
    const char c = text[at];
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else if (rest.starts_with("\xC2\xA0"))
      out += "&nbsp;", ++at;
    else
      out += c;
    ++at;
  }
}

}  // namespace

void Markup::tag_name(std::string_view tag) {
  for (const char c : tag) {
    out_ += design_.upper_case_tags && is_ascii_alpha(c) ? static_cast<char>(c & ~0x20) : c;
  }
}

void Markup::attribute(std::string_view name, std::string_view value) {
  out_ += ' ';
  out_ += name;
  out_ += '=';
  const bool quoted = !design_.unquoted_attributes || needs_quotes(value);
  if (quoted) out_ += '"';
  append_escaped(out_, value, false);
  if (quoted) out_ += '"';
}

Markup& Markup::open(std::string_view tag, std::string_view role,
                     std::initializer_list<Attr> attributes) {
  if (starts_a_line(tag)) out_ += '\n';
  out_ += '<';
  tag_name(tag);
  const std::string classes = class_of(design_, role);
  if (!classes.empty()) attribute("class", classes);
  const std::string style = style_of(design_, role);
  if (!style.empty()) attribute("style", style);
  for (const Attr& attr : attributes) attribute(attr.name, attr.value);
  out_ += '>';
  return *this;
}

Markup& Markup::close(std::string_view tag) {
  if (design_.omit_end_tags && end_tag_is_optional(tag)) return *this;
  out_ += "</";
  tag_name(tag);
  out_ += '>';
  return *this;
}

Markup& Markup::leaf(std::string_view tag, std::string_view role, std::string_view content,
                     std::initializer_list<Attr> attributes) {
  return open(tag, role, attributes).text(content).close(tag);
}

Markup& Markup::text(std::string_view text) {
  append_escaped(out_, text, design_.named_entities);
  return *this;
}

Markup& Markup::raw(std::string_view html) {
  out_ += html;
  return *this;
}

}  // namespace weft::practice
