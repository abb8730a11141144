// Act 3: bytes become trees.

#include <chrono>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "html/parser.h"

namespace weft::cli::demo {
namespace {

Status run(Stage& stage) {
  const auto start = std::chrono::steady_clock::now();
  size_t nodes = 0;
  size_t bytes = 0;
  for (FetchedPage& fetched : stage.pages) {
    auto parsed = html::parse(
        fetched.html, {.limits = stage.context.options.limits, .transport_charset = "utf-8"});
    fetched.page.id = fetched.url;
    fetched.page.url = fetched.url;
    fetched.page.document = std::move(parsed.document);
    nodes += fetched.page.document.size();
    bytes += fetched.html.size();
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  stage.screen.say(fmt::format("{} nodes in {:.1f} ms: {:.0f} MB/s, {:.0f} pages/s on one core",
                               nodes, seconds * 1e3, static_cast<double>(bytes) / 1e6 / seconds,
                               static_cast<double>(stage.pages.size()) / seconds));
  stage.facts["parse"] = {{"nodes", nodes}, {"seconds", seconds}};
  return {};
}

const Act kParse({.order = 30, .title = "Parse it, missing end tags and all", .run = run});

}  // namespace
}  // namespace weft::cli::demo
