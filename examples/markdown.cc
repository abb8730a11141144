// A page to Markdown.

#include <cstdio>
#include <string>

#include <weft/weft.h>

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "pages/news.html";
  const auto page = weft::Page::read(path, {.url = "http://news.example/quay"});
  if (!page.ok()) {
    std::fprintf(stderr, "%s\n", page.error().message.c_str());
    return 1;
  }
  const weft::Article article = weft::read_article(*page);
  std::printf("# %s\n\n%s, %s\n\n%s", article.title.c_str(), article.author.c_str(),
              article.date.c_str(), article.markdown.c_str());
}
