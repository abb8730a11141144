// HtmlPage: the page around every report: one file that opens anywhere,
// offline. Its policy keeps whatever a page of the web brought along from being
// loaded or run.
//
//   return HtmlPage{.title = "weft mine", .style = kStyle, .body =
//   tables}.text();
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

struct HtmlPage {
  std::string title;             // Escaped.
  std::string_view style = {};   // CSS, beside what all reports share.
  std::string body = {};         // HTML.
  std::string_view script = {};  // Run when the body is there; empty: no script may run.

  [[nodiscard]] std::string text() const;
};

}  // namespace weft::report
