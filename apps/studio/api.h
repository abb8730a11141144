// The API: calls in, JSON out. No HTTP in here but for names and numbers; who may call was decided before.
// Described for others in web/openapi.json, which is served; a test holds it to what there is.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "studio/frames.h"
#include "studio/workspace.h"

namespace weft::studio {

struct Call {
  std::string method;
  std::vector<std::string> path;  // Parts after /api/v1/, decoded.
  std::multimap<std::string, std::string> query;
  std::string body;

  [[nodiscard]] std::string parameter(const std::string& name, std::string fallback = "") const;
  [[nodiscard]] size_t number(const std::string& name, size_t fallback) const;
};

struct Reply {
  int status = 200;
  Json json;
};

// The status that an error is answered with.
int status_of(const Error& error);
// As application/problem+json has it.
Json problem(int status, std::string_view message);

struct Asked;

class Api {
 public:
  Api(Workspace& workspace, Frames& frames) : workspace_(workspace), frames_(frames) {}

  // Threads: any. Errors are replies, too.
  Reply answer(const Call& call);
  // Every call there is: "GET /sites/{site}".
  static std::vector<std::string> calls();

 private:
  struct Route {
    std::string_view method;
    std::string_view path;
    Result<Json> (Api::*answer)(const Asked&);
    bool raw = false;  // The body is no JSON.
  };
  static const std::vector<Route>& routes();
  // Fills what the path names. Fails with kNotFound if there is no such thing.
  Status fill(const Route& route, Asked& asked) const;

  // --- what is open, and long work (api.cc) ---
  Result<Json> list_sites(const Asked& asked);
  Result<Json> open_site(const Asked& asked);
  Result<Json> fetch(const Asked& asked);
  Result<Json> extract(const Asked& asked);
  Result<Json> save(const Asked& asked);
  Result<Json> read_domain(const Asked& asked);
  Result<Json> show_domain(const Asked& asked);
  Result<Json> keep_found_by_domain(const Asked& asked);
  Result<Json> judge_domain_term(const Asked& asked);
  Result<Json> watch(const Asked& asked);
  Result<Json> show_watch(const Asked& asked);
  Result<Json> open_newer(const Asked& asked);
  Result<Json> show_pair(const Asked& asked);
  Result<Json> decide_proposal(const Asked& asked);
  Result<Json> roll_back_wrapper(const Asked& asked);
  Result<Json> list_crawls(const Asked& asked);
  Result<Json> crawl(const Asked& asked);
  Result<Json> list_journeys(const Asked& asked);
  Result<Json> take_upload(const Asked& asked);
  Result<Json> list_jobs(const Asked& asked);
  Result<Json> show_job(const Asked& asked);
  Result<Json> stop_job(const Asked& asked);
  std::shared_ptr<Job> last_domain_job(const StudioSite& site) const;

  // --- looking (api_look.cc) ---
  Result<Json> describe_site(const Asked& asked);
  Result<Json> list_pages(const Asked& asked);
  Result<Json> show_page(const Asked& asked);
  Result<Json> outline(const Asked& asked);
  Result<Json> follow_link(const Asked& asked);
  Result<Json> rows(const Asked& asked);
  Result<Json> other_rows(const Asked& asked);
  Result<Json> second_opinion(const Asked& asked);
  Result<Json> records(const Asked& asked);
  Result<Json> history(const Asked& asked);
  Result<Json> explain(const Asked& asked);
  // Table, attributes, outlook and command of a template.
  Json table_state(const StudioSite& site, const std::string& template_name,
                   const StudioSite::DeskState& state) const;

  // --- pointing and acts (api_acts.cc) ---
  Result<Json> point(const Asked& asked);
  Result<Json> act(const Asked& asked);
  Result<Json> change(const Asked& asked);
  Result<Json> offer_tables(const Asked& asked);
  Result<Json> stop_learning(const Asked& asked);
  Result<Json> keep_columns(const Asked& asked);
  Result<Json> put_schema(const Asked& asked);
  // What an act changed: the table's state, and the page.
  Json changed(const StudioSite& site, size_t page, const std::string& template_name,
               const StudioSite::DeskState& state) const;
  // The same for the page that an act is about, as it is now.
  Result<Json> state_now(const Asked& asked);

  std::string relative(const std::string& path) const;

  Workspace& workspace_;
  Frames& frames_;
};

}  // namespace weft::studio
