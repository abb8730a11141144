// The table of a list page that nobody described.

#include <cstdio>
#include <string>

#include <weft/weft.h>

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "pages/list.html";
  const auto page = weft::Page::read(path, {.url = "http://books.example/"});
  if (!page.ok()) {
    std::fprintf(stderr, "%s\n", page.error().message.c_str());
    return 1;
  }
  const auto tables = weft::mine_tables(*page);
  if (!tables.ok() || tables->empty()) {
    std::fprintf(stderr, "no table on %s\n", path.c_str());
    return 1;
  }
  const weft::Table& best = tables->front();
  for (const std::string& column : best.columns) std::printf("%s\t", column.c_str());
  std::printf("\n");
  for (const weft::Record& record : best.records) std::printf("%s\n", record.to_json().c_str());
}
