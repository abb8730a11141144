// How marks get onto a page that is not ours: the page's HTML is put unchanged into a sandboxed
// frame, and the report's own script resolves the paths of what was found (an indexed path is
// XPath 1.0) in the frame's document, outlines those nodes, and looks for the text of what was
// missed. The report's content security policy holds in the frames too, so nothing is fetched.

#include "eval/report_html.h"

#include <fmt/format.h>

#include "eval/report_html_assets.h"

namespace weft::eval {
namespace {

using Json = nlohmann::ordered_json;

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kCorrect:
      return "correct";
    case Verdict::kWrong:
      return "wrong";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kSpurious:
      break;
  }
  return "spurious";
}

Json check_json(const ValueCheck& check) {
  return {{"verdict", verdict_name(check.verdict)},
          {"record", check.record},
          {"attribute", check.attribute},
          {"found", check.found},
          {"truth", check.truth},
          {"path", check.path},
          {"note", check.note}};
}

Json page_json(const CheckedPage& page) {
  Json checks = Json::array();
  for (const ValueCheck& check : page.checks) checks.push_back(check_json(check));
  return {{"site", page.site},
          {"name", page.name},
          {"score", page.score},
          {"html", page.html},
          {"checks", std::move(checks)}};
}

// JSON that can stand inside a script element: no "</script", no "<!--".
std::string script_safe(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string to_html(const Report& report, const PageReport& pages) {
  Json data = {{"report", to_json(report)}, {"pages", Json::array()}};
  for (const CheckedPage& page : pages.pages()) data["pages"].push_back(page_json(page));
  constexpr std::string_view kPolicy =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
  out += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy);
  out += "<title>weft eval</title>\n<style>";
  out += kReportStyle;
  out += "</style></head>\n<body>\n<script type=\"application/json\" id=\"data\">";
  out += script_safe(data);
  out += "</script>\n<header></header><nav></nav><main></main>\n<script>";
  out += kReportScript;
  out += "</script></body></html>\n";
  return out;
}

}  // namespace weft::eval
