// Last month's site, this month's pages: what still holds, and what was learned again.
// Run learn_and_extract first: it makes the site bundle.

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <weft/weft.h>

namespace {

// The redesign of the day: other names for the classes, a division around the table.
std::string redesigned(std::string html) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (size_t at = html.find(from); at != std::string::npos; at = html.find(from, at + to.size()))
      html.replace(at, from.size(), to);
  };
  replace("class=\"price\"", "class=\"cost\"");
  replace("class=\"title\"", "class=\"headline\"");
  replace("<table class=\"facts\">", "<div><table>");
  replace("</table>", "</table></div>");
  return html;
}

weft::Status run(const std::string& archive, const std::string& site_directory) {
  WEFT_ASSIGN(weft::WarcPages source, weft::WarcPages::open(archive));
  std::vector<weft::Page> pages;
  while (std::optional<weft::RawPage> raw = source.next_raw())
    pages.push_back(weft::Page::parse(redesigned(raw->html), raw->options));
  WEFT_ASSIGN(const auto report, weft::Site::watch(site_directory, pages, /*repair=*/true));
  for (const weft::TemplateHealth& one : report) {
    std::printf("%s is %s\n", one.name.c_str(), one.health.c_str());
    for (const std::string& name : one.repaired) std::printf("  learned again: %s\n", name.c_str());
  }
  WEFT_ASSIGN(const weft::Site site, weft::Site::open(site_directory));
  for (const weft::Record& record : site.extract(pages.front()).records)
    std::printf("%s\n", record.to_json().c_str());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const weft::Status done =
      run(argc > 1 ? argv[1] : "pages/books.warc", argc > 2 ? argv[2] : "books.site");
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done.ok() ? 0 : 1;
}
