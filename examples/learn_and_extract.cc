// Two labelled pages become a wrapper and a site bundle; the whole archive is extracted on all cores.

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <weft/weft.h>

namespace {

weft::Status run(const std::string& archive, const std::string& site_directory) {
  WEFT_ASSIGN(weft::WarcPages sample, weft::WarcPages::open(archive));
  std::vector<weft::Page> pages;
  while (std::optional<weft::Page> page = sample.next()) pages.push_back(*page);

  const weft::Label labels[] = {
      {.page = 0, .attribute = "title", .value = "The Salt Road"},
      {.page = 0, .attribute = "price", .value = "$12.50"},
      {.page = 1, .attribute = "title", .value = "A Winter in Tartu"},
      {.page = 1, .attribute = "price", .value = "$9.99"},
  };
  const weft::Schema schema{"Book", {{.name = "title", .mandatory = true}, {.name = "price"}}};
  WEFT_ASSIGN(const weft::Learned learned, weft::learn(pages, labels, {.schema = schema}));
  for (const std::string& problem : learned.problems) std::printf("note: %s\n", problem.c_str());
  WEFT_TRY(weft::Site::put(site_directory, learned.wrapper, pages, "book"));

  WEFT_ASSIGN(const weft::Site site, weft::Site::open(site_directory));
  WEFT_ASSIGN(weft::WarcPages all, weft::WarcPages::open(archive));
  weft::extract_all(
      site, [&] { return all.next_raw(); },
      [](const weft::Page& page, const weft::SiteRecords& found) {
        for (const weft::Record& record : found.records)
          std::printf("%s %s\n", page.url().c_str(), record.to_json().c_str());
        return true;
      });
  return all.status();
}

}  // namespace

int main(int argc, char** argv) {
  const weft::Status done =
      run(argc > 1 ? argv[1] : "pages/books.warc", argc > 2 ? argv[2] : "books.site");
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done.ok() ? 0 : 1;
}
