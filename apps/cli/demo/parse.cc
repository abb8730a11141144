// Act 3: bytes become trees.

#include <chrono>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "html/parser.h"

namespace weft::cli::demo {

std::shared_ptr<const model::Page> parse(const FetchedPage& fetched, const Limits& limits) {
  auto page = std::make_shared<model::Page>();
  page->id = page->url = fetched.key;
  page->document =
      html::parse(fetched.bytes, {.limits = limits, .transport_charset = "utf-8"}).document;
  return page;
}

Status parse_pages(Stage& stage) {
  const auto start = std::chrono::steady_clock::now();
  size_t nodes = 0;
  size_t bytes = 0;
  for (FetchedPage& fetched : stage.pages) {
    fetched.page = parse(fetched, stage.context.options.limits);
    nodes += fetched.page->document.size();
    bytes += fetched.bytes.size();
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  stage.screen.say(fmt::format("{} nodes in {:.1f} ms: {:.0f} MB/s, {:.0f} pages/s on one core",
                               nodes, seconds * 1e3, static_cast<double>(bytes) / 1e6 / seconds,
                               static_cast<double>(stage.pages.size()) / seconds));
  stage.facts["parse"] = {{"nodes", nodes}, {"seconds", seconds}};
  return {};
}

}  // namespace weft::cli::demo
