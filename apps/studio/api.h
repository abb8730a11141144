// The API: calls in, JSON out. No HTTP in here but for names and numbers; who may call was decided before.
// Described for others in web/openapi.json, which is served.
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

class Api {
 public:
  Api(Workspace& workspace, Frames& frames) : workspace_(workspace), frames_(frames) {}

  // Threads: any. Errors are replies, too.
  Reply answer(const Call& call);

 private:
  using Site = std::shared_ptr<StudioSite>;
  Result<Json> route(const Call& call);
  Result<Json> open_site(const Json& body);
  Result<Json> site_call(const Call& call, const Site& site);
  Result<Json> describe_site(const Site& site);
  Result<Json> list_pages(const Call& call, const Site& site);
  Result<Json> show_page(const Call& call, const Site& site, size_t page);
  static Result<Json> follow_link(const Site& site, size_t page, const Json& body);
  Result<Json> point(const Site& site, size_t page, const Json& body);
  Result<Json> act(const Site& site, const Json& body);
  Result<Json> change(const Site& site, const Json& body);
  Result<Json> put_schema(const Site& site, const Json& body);
  Result<Json> explain(const Call& call, const Site& site);
  Result<Json> offer_tables(const Site& site, size_t page);
  Result<Json> keep_columns(const Site& site, const Json& body);
  Result<Json> domain_call(const Call& call, const Site& site, const Json& body);
  Result<Json> job_call(const Call& call);
  // What changed by an act: page, table, outlook, command.
  Json changed(const Site& site, size_t page, const std::string& template_name,
               const StudioSite::DeskState& state);
  std::string learn_command(const StudioSite& site, const std::string& template_name) const;
  std::string relative(const std::string& path) const;

  Workspace& workspace_;
  Frames& frames_;
};

}  // namespace weft::studio
