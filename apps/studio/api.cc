// A call finds its route by method and path, what the path names is looked up, and the route's function
// answers. Those of looking are in api_look.cc, of pointing and labelling in api_acts.cc; here is what opens
// things and what takes long:
//
//   POST sites {"path": "shop/"} → {"job": 1, "verb": "open", "state": "running", …}

#include "studio/api.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "annotate/domain.h"
#include "base/embedded_file.h"
#include "studio/asked.h"
#include "studio/crawls.h"
#include "studio/domain_view.h"
#include "studio/json_views.h"
#include "studio/watching.h"

namespace weft::studio {
namespace {

bool fits(std::string_view pattern, const std::vector<std::string>& path) {
  pattern.remove_prefix(1);
  for (size_t i = 0; i < path.size(); ++i) {
    const std::string_view part = pattern.substr(0, pattern.find('/'));
    if (part.empty() || (part[0] != '{' && part != path[i])) return false;
    pattern.remove_prefix(std::min(pattern.size(), part.size() + 1));
  }
  return pattern.empty();
}

std::optional<uint64_t> whole_number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string Call::parameter(const std::string& name, std::string fallback) const {
  const auto it = query.find(name);
  if (it != query.end()) return it->second;
  return fallback;
}

size_t Call::number(const std::string& name, size_t fallback) const {
  return whole_number(parameter(name)).value_or(fallback);
}

std::string Asked::template_name() const {
  return call.parameter("template", body.text_of("template"));
}

std::optional<uint32_t> Asked::number_in(std::string_view name) const {
  const Json* member = body.find(name);
  if (member == nullptr || !member->is_number_unsigned() || member->get<uint64_t>() > UINT32_MAX)
    return std::nullopt;
  return member->get<uint32_t>();
}

Result<size_t> Asked::named_page() const {
  const size_t named = call.number("page", number_in("page").value_or(UINT32_MAX));
  if (named >= site->pages().size()) return bad("'page' must be the number of a page");
  return named;
}

Error bad(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

int status_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      return 400;
    case ErrorCode::kPermission:
      return 403;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kAlreadyExists:
      return 409;
    case ErrorCode::kLimitExceeded:
      return 413;
    case ErrorCode::kUnsupported:
      return 501;
    case ErrorCode::kTimeout:
      return 503;
    default:
      return 500;
  }
}

Json problem(int status, std::string_view message) {
  return {{"type", "about:blank"}, {"status", status}, {"detail", std::string(message)}};
}

// --- routes ---

const std::vector<Api::Route>& Api::routes() {
  static const std::vector<Route> kAll = {
      {"GET", "/sites", &Api::list_sites},
      {"POST", "/sites", &Api::open_site},
      {"GET", "/sites/{site}", &Api::describe_site},
      {"GET", "/sites/{site}/pages", &Api::list_pages},
      {"GET", "/sites/{site}/pages/{page}", &Api::show_page},
      {"GET", "/sites/{site}/pages/{page}/outline", &Api::outline},
      {"POST", "/sites/{site}/pages/{page}/point", &Api::point},
      {"POST", "/sites/{site}/pages/{page}/follow", &Api::follow_link},
      {"POST", "/sites/{site}/acts", &Api::act},
      {"DELETE", "/sites/{site}/learning", &Api::stop_learning},
      {"GET", "/sites/{site}/rows", &Api::rows},
      {"GET", "/sites/{site}/rows/others", &Api::other_rows},
      {"GET", "/sites/{site}/opinion", &Api::second_opinion},
      {"GET", "/sites/{site}/explain", &Api::explain},
      {"GET", "/sites/{site}/history", &Api::history},
      {"PUT", "/sites/{site}/schema", &Api::put_schema},
      {"GET", "/sites/{site}/tables", &Api::offer_tables},
      {"POST", "/sites/{site}/tables", &Api::keep_columns},
      {"POST", "/sites/{site}/fetch", &Api::fetch},
      {"POST", "/sites/{site}/save", &Api::save},
      {"POST", "/sites/{site}/extract", &Api::extract},
      {"GET", "/sites/{site}/records", &Api::records},
      {"GET", "/sites/{site}/domain", &Api::show_domain},
      {"POST", "/sites/{site}/domain", &Api::read_domain},
      {"POST", "/sites/{site}/domain/keep", &Api::keep_found_by_domain},
      {"POST", "/sites/{site}/domain/terms", &Api::judge_domain_term},
      {"GET", "/sites/{site}/watch", &Api::show_watch},
      {"POST", "/sites/{site}/watch", &Api::watch},
      {"POST", "/sites/{site}/newer", &Api::open_newer},
      {"GET", "/sites/{site}/pair", &Api::show_pair},
      {"POST", "/sites/{site}/proposals/{id}", &Api::decide_proposal},
      {"POST", "/sites/{site}/rollback", &Api::roll_back_wrapper},
      {"GET", "/crawls", &Api::list_crawls},
      {"POST", "/crawls", &Api::crawl},
      {"GET", "/journeys", &Api::list_journeys},
      {"PUT", "/uploads/{upload}", &Api::take_upload, /*raw=*/true},
      {"GET", "/jobs", &Api::list_jobs},
      {"GET", "/jobs/{job}", &Api::show_job},
      {"DELETE", "/jobs/{job}", &Api::stop_job},
  };
  return kAll;
}

std::vector<std::string> Api::calls() {
  std::vector<std::string> all;
  for (const Route& route : routes()) all.push_back(fmt::format("{} {}", route.method, route.path));
  return all;
}

Status Api::fill(const Route& route, Asked& asked) const {
  if (!route.raw && !asked.call.body.empty()) {
    WEFT_ASSIGN(asked.body, parse_json(asked.call.body));
    if (!asked.body.is_object()) return bad("the body must be a JSON object");
  }
  const auto& path = asked.call.path;
  if (path[0] == "sites" && path.size() > 1) {
    WEFT_ASSIGN(asked.site, workspace_.site(path[1]));
  }
  if (route.path.find("{page}") != std::string_view::npos) {
    asked.page = whole_number(path[3]).value_or(SIZE_MAX);
    if (asked.page >= asked.site->pages().size())
      return Error{ErrorCode::kNotFound, "there is no such page"};
  }
  if (route.path.ends_with("/{job}") || route.path.ends_with("/{id}"))
    asked.number = whole_number(path.back()).value_or(0);
  return {};
}

Reply Api::answer(const Call& call) {
  const auto refused = [](const Error& error) {
    const int status = status_of(error);
    return Reply{status, problem(status, error.message)};
  };
  for (const Route& route : routes()) {
    if (route.method != call.method || !fits(route.path, call.path)) continue;
    Asked asked{.call = call};
    if (const Status filled = fill(route, asked); !filled.ok()) return refused(filled.error());
    auto json = (this->*route.answer)(asked);
    if (json.ok()) return {200, std::move(*json)};
    Reply reply = refused(json.error());
    // Whoever came too late is shown what is there now.
    if (reply.status == 409 && route.answer == &Api::act) {
      if (auto now = state_now(asked); now.ok()) reply.json["state"] = std::move(*now);
    }
    return reply;
  }
  return refused({ErrorCode::kNotFound, "there is no such call; openapi.json lists them"});
}

// --- what is open ---

Result<Json> Api::list_sites(const Asked& /*asked*/) {
  Json sites = Json::array();
  for (const auto& site : workspace_.sites())
    sites.push_back({{"name", site->name()},
                     {"path", relative(site->path())},
                     {"pages", site->pages().size()}});
  return Json{
      {"sites", std::move(sites)}, {"offers", workspace_.offers()}, {"root", workspace_.root()}};
}

std::string Api::relative(const std::string& path) const {
  if (path.empty()) return {};
  std::string shown = std::filesystem::path(path).lexically_relative(workspace_.root()).string();
  return shown.empty() ? path : shown;
}

Result<Json> Api::open_site(const Asked& asked) {
  const Json& body = asked.body;
  std::shared_ptr<Job> job;
  if (const std::string path = body.text_of("path"); !path.empty()) {
    WEFT_ASSIGN(job, workspace_.open(path));
  } else if (const std::string url = body.text_of("url"); !url.empty()) {
    WEFT_ASSIGN(job, workspace_.open_url(url));
  } else if (const std::string upload = body.text_of("upload"); !upload.empty()) {
    WEFT_ASSIGN(job, workspace_.open(workspace_.upload_path(upload)));
  } else if (body.contains("practice")) {
    WEFT_ASSIGN(job, workspace_.open_practice());
  } else {
    return bad("say what to open: 'path', 'url', 'upload' or 'practice'");
  }
  return job->json();
}

Result<Json> Api::fetch(const Asked& asked) {
  const std::string url = asked.body.text_of("url");
  std::shared_ptr<Job> job;
  if (url.empty()) {
    WEFT_ASSIGN(job, workspace_.fetch_looks(asked.site, asked.template_name()));
  } else {
    WEFT_ASSIGN(job, workspace_.fetch(asked.site, url));
  }
  return job->json();
}

Result<Json> Api::take_upload(const Asked& asked) {
  const std::string& upload = asked.call.path[1];
  WEFT_TRY(workspace_.append_upload(upload, asked.call.parameter("name"),
                                    asked.call.number("offset", 0), asked.call.body));
  return Json{{"upload", upload}};
}

// --- running ---

Result<Json> Api::extract(const Asked& asked) {
  WEFT_ASSIGN(const auto job, workspace_.extract(asked.site, asked.template_name()));
  return job->json();
}

Result<Json> Api::save(const Asked& asked) {
  WEFT_ASSIGN(const uint32_t version, asked.site->save(asked.template_name()));
  return Json{{"version", version}, {"bundle", relative(asked.site->bundle_path())}};
}

Result<Json> Api::list_jobs(const Asked& /*asked*/) {
  Json all = Json::array();
  for (const auto& job : workspace_.jobs()) all.push_back(job->json());
  return Json{{"jobs", std::move(all)}};
}

Result<Json> Api::show_job(const Asked& asked) {
  const auto job = workspace_.job(asked.number);
  if (job == nullptr) return Error{ErrorCode::kNotFound, "there is no such job"};
  return job->json();
}

Result<Json> Api::stop_job(const Asked& asked) {
  if (const auto job = workspace_.job(asked.number)) job->progress.stop = true;
  return show_job(asked);
}

Result<Json> Api::list_crawls(const Asked& /*asked*/) {
  return Json{{"crawls", crawls_json(workspace_.root())}};
}

Result<Json> Api::crawl(const Asked& asked) {
  WEFT_ASSIGN(const auto job,
              workspace_.crawl(asked.body.text_of("url"), asked.number_in("pages").value_or(100),
                               asked.number_in("depth").value_or(2)));
  return job->json();
}

Result<Json> Api::list_journeys(const Asked& /*asked*/) {
  return Json{{"journeys", journeys_json(workspace_.root())}};
}

// --- domains ---

std::shared_ptr<Job> Api::last_domain_job(const StudioSite& site) const {
  std::shared_ptr<Job> last;
  for (const auto& job : workspace_.jobs()) {
    if (job->verb == "domain" && job->site == site.name()) last = job;
  }
  return last;
}

Result<Json> Api::show_domain(const Asked& asked) {
  Json names = Json::array();
  for (const EmbeddedFile& one : annotate::shipped_domains())
    names.push_back(std::string(one.name));
  const auto last = last_domain_job(*asked.site);
  return Json{{"domains", std::move(names)}, {"last", last == nullptr ? Json() : last->json()}};
}

Result<Json> Api::read_domain(const Asked& asked) {
  WEFT_ASSIGN(const auto job, workspace_.read_by_domain(asked.site, asked.body.text_of("domain")));
  return job->json();
}

Result<Json> Api::keep_found_by_domain(const Asked& asked) {
  const auto last = last_domain_job(*asked.site);
  if (last == nullptr) return Error{ErrorCode::kNotFound, "nothing was read by a domain yet"};
  const Json* attributes = asked.body.find("attributes");
  const std::string id = asked.body.text_of("id");
  if (attributes == nullptr || !attributes->is_array() || id.empty())
    return bad("'attributes' must name what is kept, 'id' the act");
  WEFT_ASSIGN(const size_t labels,
              keep_found(*asked.site, last->json()["result"], attributes->texts(), id));
  return Json{{"labels", labels}};
}

Result<Json> Api::judge_domain_term(const Asked& asked) {
  const Json& body = asked.body;
  WEFT_ASSIGN(const std::string command,
              judge_term(workspace_.root(), body.text_of("domain"), body.text_of("attribute"),
                         body.text_of("term"), body.text_of("verdict")));
  return Json{{"command", command}};
}

// --- watching ---

Result<Json> Api::watch(const Asked& asked) {
  std::shared_ptr<Job> job;
  if (asked.body.contains("practice")) {
    WEFT_ASSIGN(job, workspace_.watch_practice(asked.site));
  } else {
    WEFT_ASSIGN(job, workspace_.watch(asked.site, asked.body.text_of("path")));
  }
  return job->json();
}

Result<Json> Api::open_newer(const Asked& asked) {
  WEFT_ASSIGN(const auto job, workspace_.open_newer(asked.site, asked.body.text_of("template"),
                                                    asked.body.text_of("page")));
  return job->json();
}

Result<Json> Api::show_watch(const Asked& asked) { return watch_json(*asked.site); }

Result<Json> Api::show_pair(const Asked& asked) {
  return before_and_after(asked.site, frames_, asked.template_name(), workspace_.limits());
}

Result<Json> Api::decide_proposal(const Asked& asked) {
  const Json* accept = asked.body.find("accept");
  if (accept == nullptr || !accept->is_boolean()) return bad("'accept' must be true or false");
  const auto proposal = static_cast<int64_t>(asked.number);
  WEFT_TRY(decide(*asked.site, proposal, accept->get<bool>(), workspace_.limits()));
  return Json{{"proposal", proposal}, {"accepted", accept->get<bool>()}};
}

Result<Json> Api::roll_back_wrapper(const Asked& asked) {
  const auto version = asked.number_in("version");
  if (!version) return bad("'version' must be a number");
  WEFT_TRY(roll_back(*asked.site, asked.template_name(), *version));
  return Json{{"template", asked.template_name()}, {"version", *version}};
}

}  // namespace weft::studio
