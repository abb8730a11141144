// Act 2: its pages come over HTTP, found through robots.txt and the sitemap.

#include <chrono>

#include <fmt/format.h>
#include <httplib.h>

#include "cli/demo/act.h"

namespace weft::cli::demo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::string> get(httplib::Client& client, const std::string& target) {
  const auto answer = client.Get(target);
  if (!answer || answer->status != 200)
    return Error{ErrorCode::kIo, fmt::format("cannot fetch {}", target)};
  return answer->body;
}

// The <loc>s of a sitemap, as paths on this host.
std::vector<std::string> locations(std::string_view xml, std::string_view origin) {
  std::vector<std::string> paths;
  for (size_t at = xml.find("<loc>"); at != std::string_view::npos;
       at = xml.find("<loc>", at + 1)) {
    const size_t begin = at + 5;
    std::string url(xml.substr(begin, xml.find("</loc>", begin) - begin));
    for (size_t amp = url.find("&amp;"); amp != std::string::npos; amp = url.find("&amp;", amp + 1))
      url.erase(amp + 1, 4);
    if (url.starts_with(origin)) paths.push_back(url.substr(origin.size()));
  }
  return paths;
}

}  // namespace

Status fetch(Stage& stage) {
  const std::string& origin = stage.server->origin();
  httplib::Client client(origin);
  client.set_keep_alive(true);
  WEFT_ASSIGN(const std::string robots, get(client, "/robots.txt"));
  WEFT_ASSIGN(const std::string index, get(client, "/sitemap.xml"));
  const auto start = Clock::now();
  size_t bytes = 0;
  for (const std::string& sitemap : locations(index, origin)) {
    WEFT_ASSIGN(const std::string xml, get(client, sitemap));
    for (const std::string& path : locations(xml, origin)) {
      FetchedPage page;
      WEFT_ASSIGN(page.bytes, get(client, path));
      page.key = origin + path;
      bytes += page.bytes.size();
      stage.pages.push_back(std::move(page));
    }
  }
  const double seconds = seconds_since(start);
  stage.screen.say(fmt::format("{} pages, {:.1f} KB, {:.0f} pages/s over loopback",
                               stage.pages.size(), static_cast<double>(bytes) / 1e3,
                               static_cast<double>(stage.pages.size()) / seconds));
  stage.facts["fetch"] = {
      {"pages", stage.pages.size()}, {"bytes", bytes}, {"robots_bytes", robots.size()}};
  return {};
}

}  // namespace weft::cli::demo
