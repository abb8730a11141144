// Select from a page: CSS and XPath, compiled once or on the fly.

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
  const auto cards = page->css("li.card");
  const auto price = weft::Query::css(".price::text");  // Once, for every card.
  if (!cards.ok() || !price.ok()) return 1;
  for (const weft::Node& card : *cards) {
    const auto title = card.xpath(".//h2");
    const auto found = price->first(card);
    if (title.ok() && !title->empty() && found.ok() && *found)
      std::printf("%s: %s\n", title->front().text().c_str(), (*found)->text().c_str());
  }
}
