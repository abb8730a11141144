// One handler answers every request: a page of the site if the path is one, else what the table in
// the header says. The site is replaced behind a lock and kept alive by those who still send it,
// so that a redesign can happen between two requests of a crawl.
#include "practice/server.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <unordered_map>

#include <fmt/format.h>
#include <httplib.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "practice/random.h"

namespace weft::practice {
namespace {

constexpr size_t kSitemapSize = 50;
constexpr std::string_view kHtml = "text/html; charset=utf-8";

constexpr std::string_view kTryLater = "<p>Please try again later.</p>";

// Answers that say no. A path that ends in a slash stands for all below it.
struct Failure {
  std::string_view path;
  int status;
  std::string_view title;
  std::string_view body;
};
constexpr Failure kFailures[] = {
    {"/broken", 500, "Error", kTryLater},
    {"/gone", 410, "Gone", ""},
    {"/account/", 401, "Sign in", "<form><input type=password name=p></form>"},
    {"/soft/", 200, "Page not found", "<p>Sorry, we could not find that page.</p>"},
};

std::string path_of(const Site& site, const Page& page) {
  return page.url.substr(site.origin.size());
}

std::string xml_escape(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

// A page that is in no catalogue.
std::string plain_page(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html><html><head><title>{0}</title></head><body><h1>{0}</h1>{1}</body></html>",
      title, body);
}

int number_after(std::string_view target, std::string_view prefix) {
  return leading_number<int>(target.substr(prefix.size()));
}

std::string calendar_page(std::string_view target) {
  const std::string_view rest = target.substr(std::string_view("/calendar/").size());
  const int year = number_after(rest, "");
  const size_t slash = rest.find('/');
  const int month =
      slash == std::string_view::npos ? 1 : number_after(rest, rest.substr(0, slash + 1));
  const int next = month >= 12 ? 1 : month + 1;
  std::string days;
  for (int day = 1; day <= 28; ++day) days += fmt::format("<td>{}</td>", day);
  return plain_page(fmt::format("{}/{}", month, year),
                    fmt::format("<table><tr>{}</tr></table><a href=\"/calendar/{}/{}\">next</a>",
                                days, next == 1 ? year + 1 : year, next));
}

std::string facet_page(const std::string& target) {
  std::string links;
  const std::string_view joiner = target.find('?') == std::string::npos ? "?" : "&amp;";
  for (const std::string_view facet : {"colour", "size", "brand", "sort", "view"}) {
    for (int i = 0; i < 4; ++i) {
      links += fmt::format("<li><a href=\"{}{}{}={}\">{} {}</a></li>", xml_escape(target), joiner,
                           facet, i, facet, i);
    }
  }
  return plain_page("Search", "<ul>" + links + "</ul>");
}

}  // namespace

struct Server::State {
  Weather weather;
  std::string origin;
  httplib::Server http;
  std::thread thread;

  mutable std::mutex mutex;  // Guards what follows.
  std::shared_ptr<const Site> site;
  std::shared_ptr<const std::unordered_map<std::string, size_t>> paths;  // path → index of page
  std::vector<LoggedRequest> log;
  unsigned busy_count = 0;

  void show(Options options) {
    options.origin = origin;
    auto fresh = std::make_shared<const Site>(generate(options));
    auto index = std::make_shared<std::unordered_map<std::string, size_t>>();
    for (size_t i = 0; i < fresh->pages.size(); ++i)
      index->emplace(path_of(*fresh, fresh->pages[i]), i);
    const std::lock_guard lock(mutex);
    site = std::move(fresh);
    paths = std::move(index);
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    const auto arrived = std::chrono::steady_clock::now();
    if (weather.latency.count() != 0) std::this_thread::sleep_for(weather.latency);
    response.status = 200;
    if (request.method != "GET" && request.method != "HEAD") {
      response.status = 405;
      response.set_header("Connection", "close");
    } else {
      route(request, response);
    }
    const std::lock_guard lock(mutex);
    log.push_back({request.method, request.target, request.get_header_value("User-Agent"),
                   response.status, arrived});
  }

  void html(httplib::Response& response, const std::string& body, int status = 200) const {
    response.status = status;
    response.set_content(body, std::string(kHtml));
  }

  void route(const httplib::Request& request, httplib::Response& response) {
    const std::string& target = request.target;
    const std::string_view view = target;
    if (const auto page = find_page(target))
      serve_page(request, *page, response);
    else if (target == "/robots.txt")
      response.set_content(robots(), "text/plain");
    else if (view.starts_with("/sitemap"))
      serve_sitemap(target, response);
    else if (view.starts_with("/calendar/"))
      html(response, calendar_page(view));
    else if (view.starts_with("/search"))
      html(response, facet_page(target));
    else if (view.starts_with("/media/") || view.starts_with("/static/"))
      response.set_content("GIF89a", "image/gif");
    else if (const std::string location = redirect_of(view); !location.empty())
      response.set_redirect(location, 302);
    else if (!redirect_to_item(view, response) && !fail(view, response) &&
             !misbehave(view, response))
      html(response, plain_page("Not found", "<p>There is nothing here.</p>"), 404);
  }

  std::shared_ptr<const Page> find_page(const std::string& target) const {
    const std::lock_guard lock(mutex);
    const auto found = paths->find(target);
    if (found == paths->end()) return nullptr;
    return {site, &site->pages[found->second]};  // Keeps the site alive.
  }

  void serve_page(const httplib::Request& request, const Page& page,
                  httplib::Response& response) const {
    if (Random(1, request.target).chance(weather.error_percent)) {
      return html(response, plain_page("Error", kTryLater), 500);
    }
    const std::string tag = fmt::format("\"{:016x}\"", hash_bytes(page.html));
    response.set_header("ETag", tag);
    if (request.get_header_value("If-None-Match") == tag) {
      response.status = 304;
      return;
    }
    html(response, page.html);
  }

  [[nodiscard]] std::string robots() const {
    std::string text =
        "User-agent: *\nDisallow: /account/\nDisallow: /search\nDisallow: /calendar/\nAllow: /\n";
    if (weather.crawl_delay != 0) text += fmt::format("Crawl-delay: {}\n", weather.crawl_delay);
    return text +
           fmt::format("\nUser-agent: badbot\nDisallow: /\n\nSitemap: {}/sitemap.xml\n", origin);
  }

  void serve_sitemap(const std::string& target, httplib::Response& response) const {
    constexpr std::string_view kSpace = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
    const std::shared_ptr<const Site> current = snapshot();
    const size_t count = (current->pages.size() + kSitemapSize - 1) / kSitemapSize;
    std::string body;
    if (target == "/sitemap.xml") {
      for (size_t n = 1; n <= count; ++n)
        body += fmt::format("<sitemap><loc>{}/sitemap-{}.xml</loc></sitemap>\n", origin, n);
      body = fmt::format("<sitemapindex {}>\n{}</sitemapindex>\n", kSpace, body);
    } else {
      const auto n = static_cast<size_t>(std::max(1, number_after(target + " ", "/sitemap-")));
      for (size_t i = (n - 1) * kSitemapSize; i < std::min(n * kSitemapSize, current->pages.size());
           ++i) {
        body += fmt::format("<url><loc>{}</loc></url>\n", xml_escape(current->pages[i].url));
      }
      body = fmt::format("<urlset {}>\n{}</urlset>\n", kSpace, body);
    }
    response.set_content("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + body, "application/xml");
  }

  [[nodiscard]] std::shared_ptr<const Site> snapshot() const {
    const std::lock_guard lock(mutex);
    return site;
  }

  // Where it leads; empty: it is no redirect.
  [[nodiscard]] std::string redirect_of(std::string_view target) const {
    if (target.starts_with("/go/")) return "/";
    if (target == "/loop") return "/loop";
    if (!target.starts_with("/redirect/")) return {};
    const int hops = number_after(target, "/redirect/");
    return hops <= 1 ? "/" : fmt::format("/redirect/{}", hops - 1);
  }

  bool redirect_to_item(std::string_view target, httplib::Response& response) const {
    if (!target.starts_with("/old/")) return false;
    const std::shared_ptr<const Site> current = snapshot();
    for (const Page& page : current->pages) {
      if (!page.template_name.starts_with("detail")) continue;
      if (page.records.front().id != target.substr(5)) continue;
      response.set_redirect(path_of(*current, page), 301);
      return true;
    }
    return false;
  }

  bool fail(std::string_view target, httplib::Response& response) {
    for (const Failure& failure : kFailures) {
      if (failure.path.ends_with('/') ? target.starts_with(failure.path) : target == failure.path) {
        html(response, plain_page(failure.title, failure.body), failure.status);
        return true;
      }
    }
    if (target != "/busy") return false;
    const std::lock_guard lock(mutex);
    const bool busy = busy_count++ % 2 == 0;
    if (busy) response.set_header("Retry-After", "1");
    html(response, plain_page(busy ? "Busy" : "Ready", ""), busy ? 503 : 200);
    return true;
  }

  bool misbehave(std::string_view target, httplib::Response& response) const {
    const std::string body = plain_page("Slow", "<p>" + std::string(600, 'x') + "</p>");
    if (target == "/hang") {
      std::this_thread::sleep_for(weather.hang);
      html(response, body);
    } else if (target == "/slow") {
      dribble(response, body, body.size(), 64, weather.dribble);
    } else if (target == "/truncated") {
      dribble(response, body, body.size() * 2, body.size());
    } else if (target == "/overlong") {
      response.set_header("Connection", "close");
      dribble(response, body, body.size() / 2, body.size());
    } else {
      return false;
    }
    return true;
  }

  // Sends the body in pieces, whatever length was promised.
  static void dribble(httplib::Response& response, const std::string& body, size_t promised,
                      size_t piece, std::chrono::milliseconds pause = {}) {
    response.set_content_provider(promised, std::string(kHtml),
                                  [=](size_t offset, size_t, httplib::DataSink& sink) {
                                    if (offset >= body.size()) return false;
                                    std::this_thread::sleep_for(pause);
                                    const size_t size = std::min(piece, body.size() - offset);
                                    sink.write(body.data() + offset, size);
                                    return true;
                                  });
  }
};

Result<std::unique_ptr<Server>> Server::start(const Options& options, const Weather& weather) {
  auto state = std::make_unique<State>();
  State& s = *state;
  s.weather = weather;
  s.http.new_task_queue = [] { return new httplib::ThreadPool(16); };
  s.http.set_keep_alive_timeout(2);
  s.http.set_tcp_nodelay(true);
  s.http.set_pre_routing_handler(
      [&s](const httplib::Request& request, httplib::Response& response) {
        s.answer(request, response);
        return httplib::Server::HandlerResponse::Handled;
      });
  constexpr const char* kLoopback = "127.0.0.1";
  const int port = weather.port == 0 ? s.http.bind_to_any_port(kLoopback)
                   : s.http.bind_to_port(kLoopback, weather.port) ? weather.port
                                                                  : -1;
  if (port <= 0)
    return Error{ErrorCode::kIo, fmt::format("cannot listen on {}:{}", kLoopback, weather.port)};
  s.origin = fmt::format("http://{}:{}", kLoopback, port);
  s.show(options);
  s.thread = std::thread([&s] { s.http.listen_after_bind(); });
  while (!s.http.is_running()) std::this_thread::yield();
  return std::unique_ptr<Server>(new Server(std::move(state)));
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}

Server::~Server() {
  state_->http.stop();
  state_->thread.join();
}

const std::string& Server::origin() const { return state_->origin; }
std::shared_ptr<const Site> Server::site() const { return state_->snapshot(); }
void Server::show(const Options& options) { state_->show(options); }

std::vector<LoggedRequest> Server::log() const {
  const std::lock_guard lock(state_->mutex);
  return state_->log;
}

}  // namespace weft::practice
