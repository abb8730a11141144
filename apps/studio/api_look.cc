// What there is to see: sites, pages, tables, reasons. Nothing here writes.
//
// The table of a template is that of its sample, which every act changes; rows of its other pages are asked for by
// themselves, when nobody clicks.

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "studio/api.h"
#include "studio/asked.h"
#include "studio/json_views.h"

namespace weft::studio {
namespace {

constexpr size_t kMostListed = 500;

size_t standing(const std::vector<site::Act>& acts) {
  return static_cast<size_t>(
      std::count_if(acts.begin(), acts.end(), [](const site::Act& one) { return !one.undone; }));
}

}  // namespace

Result<Json> Api::describe_site(const Asked& asked) {
  const auto& site = asked.site;
  Json runs = Json::array();
  size_t proposals = 0;
  std::map<std::string, std::string> health;  // Of templates, when they were last watched.
  std::map<std::string, uint32_t> version;    // Of wrappers in force.
  WEFT_TRY(site->with_bundle([&](site::Bundle& bundle) -> Status {
    WEFT_ASSIGN(const auto known, bundle.templates());
    for (const model::Template& one : known) version[one.name] = one.wrapper_version;
    WEFT_ASSIGN(const auto proposed, bundle.proposals());
    for (const site::Proposal& one : proposed) proposals += one.state == "open" ? 1 : 0;
    WEFT_ASSIGN(const auto kept, bundle.runs(20));
    for (const site::Run& run : kept) {
      runs.push_back({{"verb", run.verb},
                      {"at", run.started_at},
                      {"pages", run.pages},
                      {"records", run.records},
                      {"outcome", run.outcome}});
      const auto details = parse_json(run.details);
      if (run.verb != "watch" || !details.ok()) continue;
      for (const Json& one : (*details)["templates"]) {  // The latest run is first.
        const std::string name = one.text_of("template");
        const bool repaired =
            std::any_of(proposed.begin(), proposed.end(), [&](const site::Proposal& answered) {
              return answered.template_name == name && answered.state == "accepted" &&
                     answered.decided_at > run.started_at;
            });
        health.emplace(name, repaired ? "repaired" : one.text_of("health"));
      }
    }
    return {};
  }));
  Json templates = Json::array();
  for (const StudioTemplate& one : site->templates()) {
    const std::string& name = one.page_template.name;
    Json json = {{"name", name},
                 {"pages", one.pages.size()},
                 {"sample", one.sample.size()},
                 {"place", one.signs.place},
                 {"headings", one.signs.headings},
                 {"others", name == kOthers},
                 {"health", health[name]},
                 {"wrapper", version[name]}};
    WEFT_TRY(site->with_desk(name, [&](const StudioSite::DeskState& state) -> Status {
      size_t labelled = 0, rows = 0;
      for (const site::DeskPage& page : state.desk.pages()) {
        labelled += page.labels.labels.empty() ? 0 : 1;
        rows = std::max(rows, page.found.extraction.records.size());
      }
      json["labelled"] = labelled;
      json["rows"] = rows;  // Of the longest page.
      json["learned"] = state.desk.wrapper() != nullptr;
      json["attributes"] =
          state.desk.wrapper() == nullptr ? size_t{0} : attribute_names(state.desk).size();
      return {};
    }));
    if (!one.pages.empty()) {
      json["typical"] = one.typical;
      json["thumbnail"] = frames_.address(site, one.typical, Frames::Kind::kThumbnail);
      json["example"] = short_name(site->pages()[one.typical]);
    }
    templates.push_back(std::move(json));
  }
  const model::Schema schema = site->schema();
  return Json{{"name", site->name()},
              {"path", relative(site->path())},
              {"bundle", relative(site->bundle_path())},
              {"saved", std::filesystem::exists(site->bundle_path() + "/site.sqlite")},
              {"pages", site->pages().size()},
              {"truncated", site->truncated()},
              {"templates", std::move(templates)},
              {"schema", schema_text(schema)},
              {"runs", std::move(runs)},
              {"proposals", proposals},
              {"command", fmt::format("weft group {}", shell_quoted(relative(site->path())))}};
}

// Pages of a template, those that teach most first.
Result<Json> Api::list_pages(const Asked& asked) {
  const Call& call = asked.call;
  const auto& site = asked.site;
  const std::string name = call.parameter("template");
  const StudioTemplate* known = site->find_template(name);
  if (known == nullptr) return Error{ErrorCode::kNotFound, "there is no such template"};
  const std::string wanted = ascii_lower(call.parameter("q"));
  struct Listed {
    size_t page;
    std::string name, state, reason;
    double doubt;
    bool next = false;  // Label it next.
  };
  std::vector<Listed> listed;
  WEFT_TRY(site->with_desk(name, [&](const StudioSite::DeskState& state) -> Status {
    for (const size_t p : known->pages) {
      const model::Page& page = site->pages()[p];
      Listed one{p, short_name(page), "open", "", 0};
      if (!wanted.empty() && ascii_lower(one.name).find(wanted) == std::string::npos) continue;
      if (const site::DeskPage* on_desk = state.desk.find(page.id)) {
        one.state = page_state(*on_desk);
        one.reason = on_desk->reason;
        one.doubt = on_desk->doubt;
        one.next = on_desk == state.desk.outlook().next;
      } else {
        one.state = "other";
      }
      listed.push_back(std::move(one));
    }
    return {};
  }));
  if (call.parameter("order", "doubt") == "doubt") {
    const auto rank = [](const Listed& one) {
      return one.state == "part"    ? 0
             : one.next             ? 1
             : one.state == "doubt" ? 2
             : one.state == "open"  ? 3
             : one.state == "ok"    ? 4
             : one.state == "sure"  ? 5
                                    : 6;
    };
    std::stable_sort(listed.begin(), listed.end(), [&](const Listed& a, const Listed& b) {
      return rank(a) != rank(b) ? rank(a) < rank(b) : a.doubt > b.doubt;
    });
  }
  const size_t after = std::min(call.number("after", 0), listed.size());
  const size_t limit = std::min(call.number("limit", 200), kMostListed);
  Json items = Json::array();
  for (size_t i = after; i < std::min(after + limit, listed.size()); ++i)
    items.push_back({{"page", listed[i].page},
                     {"name", listed[i].name},
                     {"state", listed[i].state},
                     {"doubt", listed[i].doubt},
                     {"reason", listed[i].reason}});
  return Json{{"items", std::move(items)}, {"total", listed.size()}, {"after", after}};
}

Result<Json> Api::show_page(const Asked& asked) {
  const auto& site = asked.site;
  const size_t page = asked.page;
  const std::string& name = site->template_of(page).page_template.name;
  Json json;
  WEFT_TRY(site->with_desk_of(page, [&](const StudioSite::DeskState& state) -> Status {
    json = page_json(*site, page, state);
    return {};
  }));
  json["template"] = name;
  const StudioSite::Looks looks = site->looks_of(page);
  json["looks"] = {{"wanted", looks.wanted}, {"stored", looks.stored}};
  json["frame"] =
      frames_.address(site, page, Frames::Kind::kPage, asked.call.parameter("styles", "1") != "0");
  return json;
}

// To point at without a mouse.
Result<Json> Api::outline(const Asked& asked) {
  return Json{{"lines", outline_json(asked.site->pages()[asked.page].document)}};
}

// Where the link at a place leads: to a page that is open, or to an address that is not.
Result<Json> Api::follow_link(const Asked& asked) {
  const auto& site = asked.site;
  const model::Page& on = site->pages()[asked.page];
  const auto node = asked.number_in("node");
  if (!node || *node >= on.document.size()) return bad("'node' must be the number of an element");
  dom::NodeId link{*node};
  while (link != dom::kRoot && !on.document.attribute(link, dom::atoms::kHref))
    link = on.document.parent(link);
  if (link == dom::kRoot) return Error{ErrorCode::kNotFound, "there is no link here"};
  const std::string address =
      absolute_address(*on.document.attribute(link, dom::atoms::kHref), base_of(on));
  if (address.empty()) return Error{ErrorCode::kNotFound, "this link leads to no page"};
  const auto to = site->page_at(address);
  if (!to) return Json{{"address", address}};
  return Json{
      {"address", address}, {"page", *to}, {"template", site->template_of(*to).page_template.name}};
}

Json Api::table_state(const StudioSite& site, const std::string& template_name,
                      const StudioSite::DeskState& state) const {
  std::string command =
      fmt::format("weft learn --site {} --template {}", shell_quoted(relative(site.bundle_path())),
                  shell_quoted(template_name));
  for (const std::string& input : site.inputs()) command += " " + shell_quoted(relative(input));
  return {{"revision", state.revision},
          {"head", state.acts.empty() ? int64_t{0} : state.acts.back().number},
          {"attributes", attributes_json(state.desk)},
          {"rows", rows_json(site, state)},
          {"outlook", outlook_json(site, state)},
          {"milliseconds", state.milliseconds},
          {"stopped", state.stopped},
          {"undo", site::last_standing(state.acts) != nullptr},
          {"redo", site::next_undone(state.acts) != nullptr},
          {"clicks", standing(state.acts)},
          {"command", std::move(command)}};
}

Result<Json> Api::rows(const Asked& asked) {
  const std::string name = asked.template_name();
  Json json;
  WEFT_TRY(asked.site->with_desk(name, [&](const StudioSite::DeskState& state) -> Status {
    json = table_state(*asked.site, name, state);
    return {};
  }));
  return json;
}

// Outside of the lock, so that clicks are answered meanwhile; a newer one ends it.
Result<Json> Api::other_rows(const Asked& asked) {
  const auto& site = asked.site;
  const std::string template_name = asked.template_name();
  const StudioTemplate* known = site->find_template(template_name);
  if (known == nullptr) return Error{ErrorCode::kNotFound, "there is no such template"};
  std::shared_ptr<const extract::SiteExtractor> extractor;
  std::vector<std::string> names;
  model::Schema schema;
  int64_t revision = 0;
  std::vector<size_t> others;
  WEFT_TRY(site->with_desk(template_name, [&](const StudioSite::DeskState& state) -> Status {
    extractor = state.desk.extractor();
    names = attribute_names(state.desk);
    schema = state.desk.schema();
    revision = state.revision;
    for (const size_t p : known->pages) {
      if (state.desk.find(site->pages()[p].id) == nullptr) others.push_back(p);
    }
    return {};
  }));
  const auto stands = [&] {
    const auto now = site->revision();
    return !now || *now == revision;
  };
  Json rows = Json::array();
  size_t done = 0;
  if (extractor != nullptr)
    rows = other_rows_json(*site, *extractor, names, schema, others,
                           [&] { return ++done % 32 != 0 || stands(); });
  if (!stands())
    return Error{ErrorCode::kAlreadyExists, "labels have changed meanwhile: ask again"};
  return Json{{"revision", revision}, {"rows", std::move(rows)}};
}

// As other_rows: beside the desk, which takes the answer if nothing has changed meanwhile.
Result<Json> Api::second_opinion(const Asked& asked) {
  const std::string name = asked.template_name();
  std::optional<site::SecondView> view;
  int64_t revision = 0;
  WEFT_TRY(asked.site->with_desk(name, [&](const StudioSite::DeskState& state) -> Status {
    view = state.desk.second_view();
    if (state.acts.empty()) state.desk.prepare();  // Nobody is waiting now.
    revision = state.revision;
    return {};
  }));
  const auto contended = view ? view->contended() : std::vector<induce::ContendedPage>();
  Json json;
  WEFT_TRY(asked.site->with_desk(name, [&](const StudioSite::DeskState& state) -> Status {
    if (state.revision != revision)
      return Error{ErrorCode::kAlreadyExists, "labels have changed meanwhile: ask again"};
    state.desk.take(contended);
    json = {{"revision", revision},
            {"contended", contended.size()},
            {"outlook", outlook_json(*asked.site, state)}};
    return {};
  }));
  return json;
}

Result<Json> Api::records(const Asked& asked) {
  const Call& call = asked.call;
  const StudioSite& site = *asked.site;
  std::vector<std::string> mandatory;
  const model::Schema schema = asked.site->schema();
  for (const model::Attribute& one : schema.attributes) {
    if (one.mandatory) mandatory.push_back(one.name);
  }
  WEFT_ASSIGN(Json found,
              workspace_.records(site.name(), {.words = call.parameter("q"),
                                               .sort = call.parameter("sort"),
                                               .backwards = call.parameter("order") == "down",
                                               .only = call.parameter("only"),
                                               .mandatory = std::move(mandatory),
                                               .after = call.number("after", 0),
                                               .limit = call.number("limit", 200)}));
  Json pages = Json::array();
  const std::vector<std::string> columns = found["columns"].texts();
  const auto at = std::find(columns.begin(), columns.end(), "_page") - columns.begin();
  for (const Json& row : found["rows"]) {
    const auto number = static_cast<size_t>(at) < row.size()
                            ? site.page_of(row[static_cast<size_t>(at)].text())
                            : std::nullopt;
    pages.push_back(number ? Json::array({*number, site.template_of(*number).page_template.name,
                                          short_name(site.pages()[*number])})
                           : Json());
  }
  found["pages"] = std::move(pages);
  return found;
}

Result<Json> Api::history(const Asked& asked) {
  Json json;
  WEFT_TRY(asked.site->with_desk(asked.template_name(),
                                 [&](const StudioSite::DeskState& state) -> Status {
                                   json = {{"acts", history_json(*asked.site, state.acts)}};
                                   return {};
                                 }));
  return json;
}

Result<Json> Api::explain(const Asked& asked) {
  const auto& site = asked.site;
  WEFT_ASSIGN(const size_t page, asked.named_page());
  Json json;
  WEFT_TRY(site->with_desk_of(page, [&](const StudioSite::DeskState& state) -> Status {
    const site::DeskPage& on_desk = *state.desk.find(site->pages()[page].id);
    json = {{"attributes", explanation_json(site->pages()[page], state.desk.explain(on_desk))},
            {"command", fmt::format("weft explain {} --site {} --page {}",
                                    shell_quoted(relative(site->path())),
                                    shell_quoted(relative(site->bundle_path())),
                                    shell_quoted(site->pages()[page].id))}};
    return {};
  }));
  return json;
}

}  // namespace weft::studio
