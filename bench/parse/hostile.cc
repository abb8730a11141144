#include "hostile.h"

namespace weft::bench {
namespace {

std::string repeat(std::string_view text, size_t bytes) {
  std::string out;
  out.reserve(bytes + text.size());
  while (out.size() < bytes) out += text;
  return out;
}

std::string numbered(std::string_view before, std::string_view after, size_t bytes) {
  std::string out;
  for (size_t i = 0; out.size() < bytes; ++i) {
    out += before;
    out += std::to_string(i);
    out += after;
  }
  return out;
}

}  // namespace

std::vector<Hostile> hostile_pages() {
  return {
      {"nested <div>", [](size_t n) { return repeat("<div>", n); }},
      {"nested <div>, then </p>",
       [](size_t n) { return repeat("<div>", n / 2) + repeat("</p>", n / 2); }},
      {"nested <span>, then unknown end tags",
       [](size_t n) { return repeat("<span>", n / 2) + repeat("</x>", n / 2); }},
      {"<p><button>, nested <span>, then <hr>",
       [](size_t n) { return "<p><button>" + repeat("<span>", n / 2) + repeat("<hr>", n / 2); }},
      {"nested <table><td>", [](size_t n) { return repeat("<table><td>", n); }},
      {"text and white space in turns in a table",
       [](size_t n) { return "<table>" + repeat(" </x>a</x>", n); }},
      {"attributes on one element", [](size_t n) { return "<p " + numbered("a", "=1 ", n) + ">"; }},
      {"one attribute again and again", [](size_t n) { return "<p " + repeat("a=1 ", n) + ">"; }},
      {"unknown element names", [](size_t n) { return numbered("<x", ">", n); }},
      {"different unclosed <b>",
       [](size_t n) { return "<p>" + numbered("<b a=", ">", n / 2) + repeat("<p>x", n / 2); }},
      {"unclosed <b><i><u> in paragraphs", [](size_t n) { return repeat("<p><b><i><u>x", n); }},
      {"<b>, nested <span><div>, then </b>",
       [](size_t n) { return "<b>" + repeat("<span><div>", n / 2) + repeat("</b>", n / 2); }},
      {"<a> in <a> in tables",
       [](size_t n) { return repeat("<a><table><td>", n / 2) + repeat("<a>x", n / 2); }},
      {"character references", [](size_t n) { return repeat("&notit;&#x1F600;&ampamp", n); }},
      {"'<' and '&' as text", [](size_t n) { return repeat("< &<&", n); }},
      {"comments that do not end", [](size_t n) { return repeat("<!--->-", n); }},
      {"script with nested comments",
       [](size_t n) { return "<script>" + repeat("<!--<script>--", n); }},
      {"nested <svg>, then end tags",
       [](size_t n) { return "<svg>" + repeat("<g>", n / 2) + repeat("</x>", n / 2); }},
      {"repeated <body> attributes", [](size_t n) { return numbered("<body a", "=1>", n); }},
      {"U+0000", [](size_t n) { return std::string(n, '\0'); }},
  };
}

}  // namespace weft::bench
