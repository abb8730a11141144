#include "practice/web.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::practice {
namespace {

constexpr std::string_view kForbiddenPaths[] = {"/delete/", "/logout", "/cart/add",    "/vote/",
                                                "/login",   "/order",  "/contact/send"};

std::string path_on_site(const Page& page, const Site& site) {
  return page.url.substr(site.origin.size());
}

// The value of a parameter, as sent.
std::string parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (pair.starts_with(name) && pair.size() > name.size() && pair[name.size()] == '=')
      return std::string(pair.substr(name.size() + 1));
  }
  return {};
}

}  // namespace

std::string_view front_page_name(FrontPage front) {
  constexpr std::string_view kNames[] = {"links", "search form", "required words", "any choice"};
  return kNames[static_cast<size_t>(front)];
}

Web::Web(const Options& options, FrontPage front) : site_(generate(options)), front_(front) {
  for (const Page& page : site_.pages) {
    const std::string path = path_on_site(page, site_);
    const bool later =
        path.find("page=") != std::string::npos || path.find("/page/") != std::string::npos;
    if (page.template_name == "list" && !later) lists_.push_back(&page);
  }
}

std::string Web::traps() const {
  return "<div class=tools><a href=/delete/1>Delete this</a> <a href=/logout>Abmelden</a> "
         "<a href='/cart/add?id=1'>Ajouter au panier</a> <a href=/vote/1>Votar</a> "
         "<a href=/calendar/2020/1>January 2020</a> <a "
         "href='http://elsewhere.example.com/'>Partner</a></div>"
         "<form action=/login><label>User <input name=user></label>"
         "<label>Password <input type=password name=password></label><button>Log in</button></form>"
         "<form action=/order><label>Quantity <input name=qty value=1></label>"
         "<input type=hidden name=sku value=7><button>Buy now</button></form>"
         "<form action=/contact/send><label>E-mail <input name=email></label>"
         "<textarea name=message></textarea><button>Send message</button></form>";
}

std::string Web::front_page() const {
  std::string form = "<form action=/search class=search-form>";
  if (front_ == FrontPage::kRequiredWords)
    form += "<input type=search name=q required placeholder='What are you looking for?'>";
  if (front_ == FrontPage::kSearchForm || front_ == FrontPage::kAnyChoice) {
    form += "<input type=search name=q placeholder=Search><select name=cat>";
    if (front_ == FrontPage::kAnyChoice) form += "<option value=none selected>Archive</option>";
    form += front_ == FrontPage::kAnyChoice ? "<option value=all>All categories</option>" : "";
    for (size_t i = 0; i < lists_.size(); ++i)
      form += fmt::format("<option value={}>Category {}</option>", i, i + 1);
    form += "</select>";
  }
  form += "<button>Search</button></form>";
  return "<!DOCTYPE html><title>" + site_.name + "</title><h1>" + site_.name + "</h1>" + form +
         traps();
}

WebAnswer Web::search(std::string_view query) const {
  const std::string nothing =
      "<!DOCTYPE html><title>Search</title><p>Nothing found. Try other words.</p>";
  const std::string words = parameter(query, "q");
  const std::string category = parameter(query, "cat");
  if (lists_.empty()) return {200, nothing};
  // Words that no item has find nothing; otherwise every list is shown, from its first page.
  if (words.find("qz") != std::string::npos || category == "none") return {200, nothing};
  if (front_ == FrontPage::kRequiredWords && words.empty())
    return {200, "<!DOCTYPE html><p class=error>This field is required.</p>" + front_page()};
  size_t at = 0;
  if (!category.empty() && is_ascii_digit(category[0]))
    at = std::min<size_t>(static_cast<size_t>(category[0] - '0'), lists_.size() - 1);
  std::string html = lists_[at]->html;
  std::string others = "<p class=more-lists>";
  for (const Page* list : lists_)
    others += fmt::format("<a href='{}'>List of {}</a> ", path_on_site(*list, site_),
                          path_on_site(*list, site_));
  const size_t body = html.find("</body>");
  html.insert(body == std::string::npos ? html.size() : body, others + "</p>");
  return {200, std::move(html)};
}

WebAnswer Web::get(std::string_view path) {
  ++requests_;
  for (const std::string_view forbidden : kForbiddenPaths) {
    if (!path.starts_with(forbidden)) continue;
    ++forbidden_hits_;
    return {200, "<!DOCTYPE html><p>Done.</p>"};
  }
  if (path == "/") {
    const Page* home = site_.find("/");
    if (front_ != FrontPage::kLinks || home == nullptr) return {200, front_page()};
    std::string html = home->html;
    const size_t body = html.find("</body>");
    html.insert(body == std::string::npos ? html.size() : body, traps());
    return {200, std::move(html)};
  }
  if (path.starts_with("/search")) {
    const size_t mark = path.find('?');
    return search(mark == std::string_view::npos ? std::string_view() : path.substr(mark + 1));
  }
  if (path.starts_with("/calendar/")) {
    const size_t slash = path.find_last_of('/');
    const int month = std::atoi(std::string(path.substr(slash + 1)).c_str()) + 1;
    return {200,
            fmt::format("<!DOCTYPE html><p>Nothing on.</p><a href=/calendar/2020/{}>Next month</a>",
                        month)};
  }
  const Page* page = site_.find(path);
  if (page == nullptr) return {404, "<!DOCTYPE html><p>Not found.</p>"};
  return {200, page->html};
}

}  // namespace weft::practice
