#include "eval/report_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::eval {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReportHtmlTest, HoldsThePageWithoutLettingItOut) {
  Report report;
  report.task = "swde";
  PageReport pages(5);
  pages.add({.site = "shop",
             .name = "0001",
             .html = "<p>x</p></script><script>alert(1)</script>",
             .checks = {{Verdict::kWrong, "0", "price", "12", "10", "/html[1]/body[1]/p[1]", ""}}});
  const std::string html = to_html(report, pages);
  EXPECT_THAT(html, HasSubstr("\\u003cp>x\\u003c/p>"));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("\"verdict\":\"wrong\""));
}

TEST(ReportHtmlTest, SurvivesTextThatIsNotUtf8) {
  PageReport pages(1);
  pages.add({.html = "\xFF\xFE"});
  EXPECT_THAT(to_html({}, pages), HasSubstr("</html>"));
}

}  // namespace
}  // namespace weft::eval
