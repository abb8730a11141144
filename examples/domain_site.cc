// A site, a domain and no label: what is on its pages, by knowledge alone.

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <weft/weft.h>

namespace {

weft::Status run(const std::string& archive, const std::string& name) {
  WEFT_ASSIGN(weft::WarcPages source, weft::WarcPages::open(archive));
  std::vector<weft::Page> pages;
  while (std::optional<weft::Page> page = source.next()) pages.push_back(*page);

  WEFT_ASSIGN(const weft::Domain domain, weft::Domain::shipped(name));
  WEFT_ASSIGN(const weft::DomainSite site, weft::learn_by_domain(pages, domain));
  for (const weft::DomainTemplate& one : site.templates) {
    for (const size_t p : one.pages) {
      for (const weft::Record& record : one.wrapper.extract(pages[p]))
        std::printf("%s\n", record.to_json().c_str());
    }
  }
  for (const std::string& question : site.questions) std::printf("%s\n", question.c_str());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const weft::Status done =
      run(argc > 1 ? argv[1] : "pages/books.warc", argc > 2 ? argv[2] : "books");
  if (!done.ok()) std::fprintf(stderr, "%s\n", done.error().message.c_str());
  return done.ok() ? 0 : 1;
}
