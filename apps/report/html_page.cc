#include "report/html_page.h"

#include <fmt/format.h>

#include "base/markup.h"

namespace weft::report {
namespace {

// Tables of figures (.n: numbers), asides (.note), and what was said before and
// is said now.
constexpr std::string_view kCommonStyle = R"css(
* { box-sizing:border-box }
body { font:15px/1.5 system-ui,sans-serif; max-width:72rem; margin:2rem auto; padding:0 1rem; color:#1f2937; background:#fff }
table { border-collapse:collapse; font-size:13px; width:100%; margin-bottom:1.2rem }
td,th { border-bottom:1px solid #e5e7eb; padding:.2rem .6rem; text-align:left; vertical-align:top; overflow-wrap:anywhere }
th { color:#6b7280; font-weight:600 } .n { text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap }
svg { display:block; max-width:100% } .note { color:#6b7280; font-size:13px; margin:.2em 0 1em } summary { cursor:pointer; color:#6b7280 }
del { background:#fee2e2; color:#991b1b; text-decoration:none } ins { background:#dcfce7; color:#166534; text-decoration:none }
)css";

}  // namespace

std::string HtmlPage::text() const {
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=en><head><meta charset=utf-8>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src "
      "'unsafe-inline'; img-src data:{}\">\n"
      "<meta name=viewport "
      "content='width=device-width'><title>{}</title>\n<style>{}{}</style>"
      "</head>\n<body>\n{}",
      script.empty() ? "" : "; script-src 'unsafe-inline'", escape_markup(title), kCommonStyle,
      style, body);
  if (!script.empty()) out += fmt::format("<script>{}</script>", script);
  return out + "</body></html>\n";
}

}  // namespace weft::report
