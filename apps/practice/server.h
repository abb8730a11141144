// Server: a practice site on loopback, with the weather of the real web.
//
//   auto server = practice::Server::start({.domain = Domain::kShop});
//   fetch((*server)->origin() + "/robots.txt");
//   // Overnight:
//   (*server)->show({.domain = Domain::kShop, .redesigns = {{RedesignKind::kMovedBlocks}}});
//
// Beside the pages of the site:
//   /robots.txt  /sitemap.xml (an index) and /sitemap-N.xml
//   /old/ID         301 to the item's page        /redirect/N     N hops, then home
//   /loop           redirects to itself           /go/N           302 home, as adverts do
//   /broken         500                           /gone           410
//   /account/…      401                           /soft/…         "not found" said with 200
//   /busy           503 with Retry-After, every other time 200
//   /calendar/Y/M   a month, linking to the next, without end
//   /search?…       facets: every page links to pages with more of them, without end
//   /slow           dribbles                      /hang           sends nothing for Weather::hang
//   /truncated      ends before its Content-Length
//   /overlong       goes on after it              anything else   404
// Pages carry an ETag and answer If-None-Match with 304.
//
// Threads: all members may be called from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "practice/site.h"

namespace weft::practice {

struct Weather {
  int port = 0;                           // 0: any free one.
  std::chrono::milliseconds latency{0};   // Before every answer.
  std::chrono::milliseconds dribble{20};  // Between the pieces of /slow.
  std::chrono::milliseconds hang{2000};
  unsigned crawl_delay = 0;    // Seconds, in robots.txt; 0 = not mentioned.
  unsigned error_percent = 0;  // Of page requests that fail with 500, chosen by path.
};

struct LoggedRequest {
  std::string method;
  std::string target;  // Path and query, as sent.
  std::string user_agent;
  int status = 0;
  std::chrono::steady_clock::time_point time;  // When it came in.
};

class Server {
 public:
  // Serves until destroyed. Options::origin is replaced by the server's own. Fails with kIo.
  static Result<std::unique_ptr<Server>> start(const Options& options, const Weather& weather = {});
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] const std::string& origin() const;  // "http://127.0.0.1:40123"
  // What is being served.
  [[nodiscard]] std::shared_ptr<const Site> site() const;
  // Replaces the site from the next request on.
  void show(const Options& options);
  // Every request so far, in order of arrival.
  [[nodiscard]] std::vector<LoggedRequest> log() const;

 private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::practice
