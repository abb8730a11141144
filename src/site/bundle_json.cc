#include "site/bundle_json.h"

#include "model/json.h"
#include "model/schema_file.h"

namespace weft::site {
namespace {

model::Json template_to_json(const model::Template& value,
                             const std::vector<WrapperVersion>& versions) {
  model::Json json = {{"name", value.name},
                      {"signature", dom::to_string(value.signature)},
                      {"url_pattern", value.url_pattern},
                      {"importance", value.importance},
                      {"size", value.size},
                      {"wrapper_version", value.wrapper_version},
                      {"wrappers", model::Json::array()}};
  for (const WrapperVersion& version : versions) {
    if (version.template_name != value.name) continue;
    json["wrappers"].push_back({{"version", version.version},
                                {"kind", version.kind},
                                {"note", version.note},
                                {"created_at", version.created_at},
                                {"file", version.file}});
  }
  return json;
}

model::Json run_to_json(const Run& run) {
  return {{"id", run.id},
          {"verb", run.verb},
          {"started_at", run.started_at},
          {"ended_at", run.ended_at},
          {"pages", run.pages},
          {"records", run.records},
          {"failures", run.failures},
          {"outcome", run.outcome},
          {"details", run.details}};
}

}  // namespace

Result<nlohmann::ordered_json> bundle_to_json(const Bundle& site) {
  WEFT_ASSIGN(const auto templates, site.templates());
  WEFT_ASSIGN(const auto versions, site.wrapper_history());
  WEFT_ASSIGN(const auto samples, site.samples());
  WEFT_ASSIGN(const auto schema, site.schema());
  WEFT_ASSIGN(const auto runs, site.runs(10));
  model::Json json = {{"site", site.directory()}};
  if (schema) json["schema"] = model::schema_to_json(*schema);
  json["templates"] = model::Json::array();
  for (const model::Template& value : templates)
    json["templates"].push_back(template_to_json(value, versions));
  json["samples"] = model::Json::array();
  for (const Sample& sample : samples) {
    json["samples"].push_back({{"template", sample.template_name},
                               {"role", sample_role_name(sample.role)},
                               {"page", sample.page},
                               {"url", sample.url}});
  }
  json["runs"] = model::Json::array();
  for (const Run& run : runs) json["runs"].push_back(run_to_json(run));
  return json;
}

}  // namespace weft::site
