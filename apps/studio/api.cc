// A call goes three ways: its path says what it is about (route, site_call), the site is asked or changed,
// and what has changed is answered. An act that changes labels is answered with all that it changed on the
// open page and in the table, so that the browser never guesses:
//
//   POST sites/shop/acts {"page": 3, "op": "label", "attribute": "price", "element": 17, …}
//   → {"page": {…}, "rows": […], "outlook": {…}, "revision": 12}

#include "studio/api.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "base/strings.h"
#include "dom/path.h"
#include "site/input_files.h"
#include "site/label_place.h"
#include "site/ready_tables.h"
#include "studio/crawls.h"
#include "studio/domain_view.h"
#include "studio/json_views.h"
#include "studio/watching.h"
#include "value/whole_value.h"

namespace weft::studio {
namespace {

using model::Label;
using site::Act;
using site::ActKind;
using DeskState = StudioSite::DeskState;

constexpr size_t kMostListed = 500;

Error bad(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

std::optional<uint32_t> unsigned_of(const Json& json, std::string_view name) {
  const Json* member = json.find(name);
  if (member == nullptr || !member->is_number_unsigned() || member->get<uint64_t>() > UINT32_MAX)
    return std::nullopt;
  return member->get<uint32_t>();
}

Result<size_t> page_in(const StudioSite& site, const Json& body) {
  const auto page = unsigned_of(body, "page");
  if (!page || *page >= site.pages().size()) return bad("'page' must be the number of a page");
  return *page;
}

Result<std::string> template_of_page(const StudioSite& site, size_t page) {
  const StudioTemplate* known = site.template_of(page);
  if (known == nullptr)
    return Error{ErrorCode::kNotFound, "the page is of no template: it is like no other page"};
  return known->page_template.name;
}

bool is_attribute_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '"' && c != ':' && c != '/';
  });
}

// The place that a call points at: node, part, and `as` for an attribute's value.
Result<model::Occurrence> place_in(const dom::Document& doc, const Json& body) {
  // Pointing without a mouse: by what stands there.
  if (const std::string text = body.text_of("text"); !text.empty()) {
    auto found = model::locate(doc, text, {.attributes = true});
    if (found.empty())
      return Error{ErrorCode::kNotFound, fmt::format("'{}' is nowhere on the page", text)};
    if (found[0].named != dom::kNoNode) found[0].node = found[0].named;
    return found[0];
  }
  const auto node = unsigned_of(body, "node");
  if (!node || *node >= doc.size() || !doc.is_element(dom::NodeId{*node}))
    return bad("'node' must be the number of an element of the page");
  site::BrowserPlace pointed{dom::NodeId{*node}, std::nullopt};
  if (const Json* part = body.find("part"); part != nullptr && part->is_array()) {
    if (part->size() != 2 || !(*part)[0].is_number_unsigned() || !(*part)[1].is_number_unsigned())
      return bad("'part' must be two offsets");
    pointed.part = {(*part)[0].get<uint32_t>(), (*part)[1].get<uint32_t>()};
  }
  const Json* exact = body.find("exact");
  model::Occurrence place = site::pointed_place(
      doc, pointed, exact != nullptr && exact->is_boolean() && exact->get<bool>());
  if (const std::string as = body.text_of("as"); !as.empty() && as != "text") {
    place = {.node = dom::NodeId{*node}, .attribute = as};
    if (site::text_at(doc, place).empty()) return bad(fmt::format("the element has no '{}'", as));
  }
  return place;
}

size_t standing(const std::vector<Act>& acts) {
  return static_cast<size_t>(
      std::count_if(acts.begin(), acts.end(), [](const Act& one) { return !one.undone; }));
}

// Pictures say nothing but where they are; and who wants an address means that of the link around a text.
void prefer_address(const dom::Document& doc, model::Occurrence& place,
                    const model::Attribute* wanted = nullptr) {
  if (!place.attribute.empty() || place.span) return;
  if (doc.name(place.node) == dom::atoms::kImg) place.attribute = "src";
  if (wanted == nullptr || wanted->type != model::ValueType::kUrl) return;
  for (dom::NodeId n = place.node; n != dom::kRoot; n = doc.parent(n)) {
    if (!doc.is_element(n) || !doc.attribute(n, dom::atoms::kHref)) continue;
    place = {.node = n, .attribute = "href"};
    return;
  }
}

// Records that a person showed by one of their boxes: the number of the one around a node; empty if it is in none.
std::string boxed_record(const dom::Document& doc, const Json& body, dom::NodeId node) {
  const auto box = unsigned_of(body, "box");
  if (!box || *box >= doc.size() || !doc.is_element(dom::NodeId{*box})) return {};
  const std::vector<dom::NodeId> boxes = site::alike(doc, dom::NodeId{*box});
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i] <= node && node < doc.end(boxes[i])) return std::to_string(i);
  }
  return {};
}

std::vector<site::ReadyTable> tables_of(const StudioSite& site, size_t page) {
  std::vector<const model::Page*> like;
  if (const StudioTemplate* known = site.template_of(page)) {
    for (const size_t p : known->sample) like.push_back(&site.pages()[p]);
  }
  return site::ready_tables(site.pages()[page], like);
}

model::Attribute new_attribute(const std::string& name, const dom::Document& doc,
                               const model::Occurrence& place) {
  const std::string text = site::text_at(doc, place);
  const std::string_view cells[] = {text};
  model::Attribute made{.name = name, .type = value::column_type(cells)};
  if (place.attribute == "src") made.type = model::ValueType::kImage;
  if (place.attribute == "href") made.type = model::ValueType::kUrl;
  return made;
}

}  // namespace

std::string Call::parameter(const std::string& name, std::string fallback) const {
  const auto it = query.find(name);
  if (it != query.end()) return it->second;
  return fallback;
}

size_t Call::number(const std::string& name, size_t fallback) const {
  const std::string text = parameter(name);
  size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : fallback;
}

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

Reply Api::answer(const Call& call) {
  auto json = route(call);
  if (json.ok()) return {200, std::move(*json)};
  const int status = status_of(json.error());
  return {status, problem(status, json.error().message)};
}

Result<Json> Api::route(const Call& call) {
  const auto& path = call.path;
  const Error none{ErrorCode::kNotFound, "there is no such call; openapi.json lists them"};
  if (path.empty()) return none;
  if (path[0] == "jobs") return job_call(call);
  if (path[0] == "uploads" && path.size() == 2 && call.method == "PUT") {
    WEFT_TRY(workspace_.append_upload(path[1], call.parameter("name"), call.number("offset", 0),
                                      call.body));
    return Json{{"upload", path[1]}};
  }
  if (path[0] == "crawls" && path.size() == 1 && call.method == "GET")
    return Json{{"crawls", crawls_json(workspace_.root())}};
  if (path[0] == "journeys" && path.size() == 1)
    return Json{{"journeys", journeys_json(workspace_.root())}};
  if (path[0] != "sites" && path[0] != "crawls") return none;
  Json body = Json::object();
  if (!call.body.empty()) {
    WEFT_ASSIGN(body, parse_json(call.body));
    if (!body.is_object()) return bad("the body must be a JSON object");
  }
  if (path[0] == "crawls") {
    WEFT_ASSIGN(const auto job,
                workspace_.crawl(body.text_of("url"), unsigned_of(body, "pages").value_or(100),
                                 unsigned_of(body, "depth").value_or(2)));
    return job->json();
  }
  if (path.size() == 1 && call.method == "POST") return open_site(body);
  if (path.size() == 1) {
    Json sites = Json::array();
    for (const Site& site : workspace_.sites())
      sites.push_back({{"name", site->name()},
                       {"path", relative(site->path())},
                       {"pages", site->pages().size()}});
    return Json{
        {"sites", std::move(sites)}, {"offers", workspace_.offers()}, {"root", workspace_.root()}};
  }
  WEFT_ASSIGN(const Site site, workspace_.site(path[1]));
  if (path.size() == 2) return describe_site(site);
  return site_call(call, site);
}

std::string Api::relative(const std::string& path) const {
  if (path.empty()) return {};
  std::string shown = std::filesystem::path(path).lexically_relative(workspace_.root()).string();
  return shown.empty() ? path : shown;
}

Result<Json> Api::open_site(const Json& body) {
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

Result<Json> Api::job_call(const Call& call) {
  if (call.path.size() == 1) {
    Json all = Json::array();
    for (const auto& job : workspace_.jobs()) all.push_back(job->json());
    return Json{{"jobs", std::move(all)}};
  }
  uint64_t id = 0;
  const std::string& text = call.path[1];
  std::from_chars(text.data(), text.data() + text.size(), id);
  const auto job = workspace_.job(id);
  if (job == nullptr) return Error{ErrorCode::kNotFound, "there is no such job"};
  if (call.method == "DELETE") job->progress.stop = true;
  return job->json();
}

Result<Json> Api::site_call(const Call& call, const Site& site) {
  const auto& path = call.path;
  const std::string& what = path[2];
  const bool writes = call.method == "POST" || call.method == "PUT";
  Json body = Json::object();
  if (!call.body.empty()) {
    WEFT_ASSIGN(body, parse_json(call.body));
  }
  if (what == "pages" && path.size() == 3) return list_pages(call, site);
  if (what == "pages") {
    size_t page = 0;
    std::from_chars(path[3].data(), path[3].data() + path[3].size(), page);
    if (page >= site->pages().size()) return Error{ErrorCode::kNotFound, "there is no such page"};
    if (path.size() == 5 && path[4] == "point" && writes) return point(site, page, body);
    if (path.size() == 5 && path[4] == "follow" && writes) return follow_link(site, page, body);
    return show_page(call, site, page);
  }
  if (what == "acts" && writes) return act(site, body);
  if (what == "explain") return explain(call, site);
  if (what == "domain") return domain_call(call, site, body);
  if (what == "schema" && writes) return put_schema(site, body);
  const std::string template_name = call.parameter("template", body.text_of("template"));
  if (what == "fetch" && writes) {
    const std::string url = body.text_of("url");
    std::shared_ptr<Job> job;
    if (url.empty()) {
      WEFT_ASSIGN(job, workspace_.fetch_looks(site, template_name));
    } else {
      WEFT_ASSIGN(job, workspace_.fetch(site, url));
    }
    return job->json();
  }
  if (what == "extract" && writes) {
    WEFT_ASSIGN(const auto job, workspace_.extract(site, template_name));
    return job->json();
  }
  if (what == "save" && writes) {
    WEFT_ASSIGN(const uint32_t version, site->save(template_name));
    return Json{{"version", version}, {"bundle", relative(site->bundle_path())}};
  }
  if (what == "tables" && writes) return keep_columns(site, body);
  if (what == "tables") {
    const size_t page = call.number("page", SIZE_MAX);
    if (page >= site->pages().size()) return Error{ErrorCode::kNotFound, "there is no such page"};
    return offer_tables(site, page);
  }
  if (what == "watch" && writes) {
    std::shared_ptr<Job> job;
    if (body.contains("practice")) {
      WEFT_ASSIGN(job, workspace_.watch_practice(site));
    } else {
      WEFT_ASSIGN(job, workspace_.watch(site, body.text_of("path")));
    }
    return job->json();
  }
  if (what == "watch") return watch_json(*site);
  if (what == "pair") return before_and_after(site, frames_, template_name, workspace_.limits());
  if (what == "proposals" && path.size() == 4 && writes) {
    int64_t id = 0;
    std::from_chars(path[3].data(), path[3].data() + path[3].size(), id);
    const Json* accept = body.find("accept");
    if (accept == nullptr || !accept->is_boolean()) return bad("'accept' must be true or false");
    WEFT_TRY(decide(*site, id, accept->get<bool>(), workspace_.limits()));
    return Json{{"proposal", id}, {"accepted", accept->get<bool>()}};
  }
  if (what == "rollback" && writes) {
    const auto version = unsigned_of(body, "version");
    if (!version) return bad("'version' must be a number");
    WEFT_TRY(roll_back(*site, template_name, *version));
    return Json{{"template", template_name}, {"version", *version}};
  }
  if (what == "records") {
    WEFT_ASSIGN(Json found,
                workspace_.records(site->name(), {.words = call.parameter("q"),
                                                  .sort = call.parameter("sort"),
                                                  .backwards = call.parameter("order") == "down",
                                                  .only = call.parameter("only"),
                                                  .after = call.number("after", 0),
                                                  .limit = call.number("limit", 200)}));
    Json pages = Json::array();
    const std::vector<std::string> columns = found["columns"].texts();
    const auto at = std::find(columns.begin(), columns.end(), "_page") - columns.begin();
    for (const Json& row : found["rows"]) {
      const auto number = static_cast<size_t>(at) < row.size()
                              ? page_number(*site, row[static_cast<size_t>(at)].text())
                              : std::nullopt;
      const StudioTemplate* known = number ? site->template_of(*number) : nullptr;
      pages.push_back(known == nullptr ? Json()
                                       : Json::array({*number, known->page_template.name,
                                                      short_name(site->pages()[*number])}));
    }
    found["pages"] = std::move(pages);
    return found;
  }
  Json json;
  if (what == "rows") {
    WEFT_TRY(site->with_desk(template_name, [&](const DeskState& state) -> Status {
      json = {{"revision", state.revision},
              {"head", state.acts.empty() ? int64_t{0} : state.acts.back().number},
              {"undo", site::last_standing(state.acts) != nullptr},
              {"redo", site::next_undone(state.acts) != nullptr},
              {"clicks", standing(state.acts)},
              {"attributes", attributes_json(state.desk)},
              {"rows", rows_json(*site, state)},
              {"outlook", outlook_json(*site, state)},
              {"milliseconds", state.milliseconds},
              {"command", learn_command(*site, template_name)}};
      return {};
    }));
    return json;
  }
  if (what == "history") {
    WEFT_TRY(site->with_desk(template_name, [&](const DeskState& state) -> Status {
      json = {{"acts", history_json(*site, state.acts)}};
      return {};
    }));
    return json;
  }
  return Error{ErrorCode::kNotFound, "there is no such call; openapi.json lists them"};
}

// Domains there are and what the last reading found; read; keep what was found; judge a term.
Result<Json> Api::domain_call(const Call& call, const Site& site, const Json& body) {
  std::shared_ptr<Job> last;
  for (const auto& job : workspace_.jobs()) {
    if (job->verb == "domain" && job->site == site->name()) last = job;
  }
  const std::string what = call.path.size() > 3 ? call.path[3] : "";
  if (call.method == "GET") {
    Json names = Json::array();
    for (const EmbeddedFile& one : annotate::shipped_domains())
      names.push_back(std::string(one.name));
    return Json{{"domains", std::move(names)}, {"last", last == nullptr ? Json() : last->json()}};
  }
  if (what == "terms") {
    WEFT_ASSIGN(const std::string command,
                judge_term(workspace_.root(), body.text_of("domain"), body.text_of("attribute"),
                           body.text_of("term"), body.text_of("verdict")));
    return Json{{"command", command}};
  }
  if (what == "keep") {
    if (last == nullptr) return Error{ErrorCode::kNotFound, "nothing was read by a domain yet"};
    const Json* attributes = body.find("attributes");
    if (attributes == nullptr || !attributes->is_array() || body.text_of("id").empty())
      return bad("'attributes' must name what is kept, 'id' the act");
    WEFT_ASSIGN(const size_t labels,
                keep_found(*site, last->json()["result"], attributes->texts(), body.text_of("id")));
    return Json{{"labels", labels}};
  }
  WEFT_ASSIGN(const auto job, workspace_.read_by_domain(site, body.text_of("domain")));
  return job->json();
}

Result<Json> Api::describe_site(const Site& site) {
  Json templates = Json::array();
  for (const StudioTemplate& one : site->templates()) {
    const std::string& name = one.page_template.name;
    Json json = {{"name", name},
                 {"pages", one.pages.size()},
                 {"sample", one.sample.size()},
                 {"pattern", one.page_template.url_pattern},
                 {"wrapper", one.page_template.wrapper_version}};
    WEFT_TRY(site->with_desk(name, [&](const DeskState& state) -> Status {
      size_t labelled = 0;
      for (const site::DeskPage& page : state.desk.pages())
        labelled += page.labels.labels.empty() ? 0 : 1;
      json["labelled"] = labelled;
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
  size_t of_none = 0;
  for (size_t p = 0; p < site->pages().size(); ++p) of_none += site->template_of(p) == nullptr;
  const model::Schema schema = site->schema();
  Json runs = Json::array();
  WEFT_TRY(site->with_bundle([&](site::Bundle& bundle) -> Status {
    WEFT_ASSIGN(const auto kept, bundle.runs(20));
    for (const site::Run& run : kept)
      runs.push_back({{"verb", run.verb},
                      {"at", run.started_at},
                      {"pages", run.pages},
                      {"records", run.records},
                      {"outcome", run.outcome}});
    return {};
  }));
  return Json{{"name", site->name()},
              {"path", relative(site->path())},
              {"bundle", relative(site->bundle_path())},
              {"saved", std::filesystem::exists(site->bundle_path() + "/site.sqlite")},
              {"pages", site->pages().size()},
              {"truncated", site->truncated()},
              {"none", of_none},
              {"templates", std::move(templates)},
              {"schema", schema_text(schema)},
              {"runs", std::move(runs)},
              {"command", fmt::format("weft group {}", shell_quoted(relative(site->path())))}};
}

// Pages of a template, those that teach most first.
Result<Json> Api::list_pages(const Call& call, const Site& site) {
  const std::string name = call.parameter("template");
  const StudioTemplate* known = site->find_template(name);
  if (known == nullptr) return Error{ErrorCode::kNotFound, "there is no such template"};
  const std::string wanted = ascii_lower(call.parameter("q"));
  struct Listed {
    size_t page;
    std::string name, state, reason;
    double doubt;
  };
  std::vector<Listed> listed;
  WEFT_TRY(site->with_desk(name, [&](const DeskState& state) -> Status {
    for (const size_t p : known->pages) {
      const model::Page& page = site->pages()[p];
      Listed one{p, short_name(page), "open", "", 0};
      if (!wanted.empty() && ascii_lower(one.name).find(wanted) == std::string::npos) continue;
      if (const site::DeskPage* on_desk = state.desk.find(page.id)) {
        one.state = page_state(*on_desk);
        one.reason = on_desk->reason;
        one.doubt = on_desk->doubt;
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
             : one.state == "doubt" ? 1
             : one.state == "open"  ? 2
             : one.state == "ok"    ? 3
             : one.state == "sure"  ? 4
                                    : 5;
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

Result<Json> Api::show_page(const Call& call, const Site& site, size_t page) {
  WEFT_ASSIGN(const std::string name, template_of_page(*site, page));
  Json json;
  WEFT_TRY(site->with_desk(name, [&](const DeskState& state) -> Status {
    json = page_json(*site, page, state);
    return {};
  }));
  json["template"] = name;
  const StudioSite::Looks looks = site->looks_of(page);
  json["looks"] = {{"wanted", looks.wanted}, {"stored", looks.stored}};
  json["frame"] =
      frames_.address(site, page, Frames::Kind::kPage, call.parameter("styles", "1") != "0");
  return json;
}

// What would be labelled; writes nothing.
Result<Json> Api::point(const Site& site, size_t page, const Json& body) {
  const model::Page& on = site->pages()[page];
  const dom::Document& doc = on.document;
  WEFT_ASSIGN(model::Occurrence place, place_in(doc, body));
  prefer_address(doc, place);
  Json path = Json::array();
  for (dom::NodeId n = doc.is_element(place.node) ? place.node : doc.parent(place.node);
       n != dom::kRoot; n = doc.parent(n)) {
    std::string step(doc.name_text(n));
    if (const auto cls = doc.attribute(n, dom::atoms::kClass); cls && !trim(*cls).empty()) {
      const std::string_view first = trim(*cls);
      step += "." + std::string(first.substr(0, first.find(' ')));
    }
    path.push_back(Json::array({step, dom::index(n)}));
  }
  Json kin = Json::array();
  for (const dom::NodeId n :
       site::alike(doc, doc.is_element(place.node) ? place.node : doc.parent(place.node)))
    kin.push_back(dom::index(n));
  Json as = Json::array();
  const dom::NodeId element = doc.is_element(place.node) ? place.node : doc.parent(place.node);
  for (const char* attribute : {"href", "src", "alt", "title", "content", "datetime", "value"}) {
    if (doc.attribute(element, dom::atom_of(attribute))) as.push_back(attribute);
  }
  const site::BrowserPlace named = site::browser_place(doc, place);
  return Json{{"value", site::text_at(doc, place)},
              {"node", dom::index(named.element)},
              {"part", named.part ? Json::array({named.part->first, named.part->second}) : Json()},
              {"path", std::move(path)},
              {"kin", std::move(kin)},
              {"as", std::move(as)},
              {"names", site::proposed_names(doc, place)}};
}

// Where the link at a place leads: to a page that is open, or to an address that is not.
Result<Json> Api::follow_link(const Site& site, size_t page, const Json& body) {
  const model::Page& on = site->pages()[page];
  const auto node = unsigned_of(body, "node");
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
  WEFT_ASSIGN(const std::string name, template_of_page(*site, *to));
  return Json{{"address", address}, {"page", *to}, {"template", name}};
}

std::string Api::learn_command(const StudioSite& site, const std::string& template_name) const {
  std::string command =
      fmt::format("weft learn --site {} --template {}", shell_quoted(relative(site.bundle_path())),
                  shell_quoted(template_name));
  for (const std::string& input : site.inputs()) command += " " + shell_quoted(relative(input));
  return command;
}

Json Api::changed(const Site& site, size_t page, const std::string& template_name,
                  const DeskState& state) {
  return {{"revision", state.revision},
          {"head", state.acts.empty() ? int64_t{0} : state.acts.back().number},
          {"page", page_json(*site, page, state)},
          {"attributes", attributes_json(state.desk)},
          {"rows", rows_json(*site, state)},
          {"outlook", outlook_json(*site, state)},
          {"milliseconds", state.milliseconds},
          {"undo", site::last_standing(state.acts) != nullptr},
          {"redo", site::next_undone(state.acts) != nullptr},
          {"clicks", standing(state.acts)},
          {"command", learn_command(*site, template_name)}};
}

// Undo and redo are about the journal; everything else adds to it.
Result<Json> Api::act(const Site& site, const Json& body) {
  WEFT_ASSIGN(const size_t page, page_in(*site, body));
  WEFT_ASSIGN(const std::string name, template_of_page(*site, page));
  const std::string op = body.text_of("op");
  if (op != "undo" && op != "redo" && op != "mark") return change(site, body);
  Json json;
  const auto use = [&](const DeskState& state) -> Status {
    json = changed(site, page, name, state);
    return {};
  };
  if (op == "undo") WEFT_TRY(site->undo(name, use));
  if (op == "redo") WEFT_TRY(site->redo(name, use));
  if (op == "mark") {
    const auto number = unsigned_of(body, "number");
    const Json* undone = body.find("undone");
    if (!number || undone == nullptr || !undone->is_boolean())
      return bad("'number' and 'undone' say which act, and what to do");
    WEFT_TRY(site->mark(name, *number, undone->get<bool>(), use));
  }
  return json;
}

Result<Json> Api::change(const Site& site, const Json& body) {
  WEFT_ASSIGN(const size_t number, page_in(*site, body));
  WEFT_ASSIGN(const std::string name, template_of_page(*site, number));
  const model::Page& page = site->pages()[number];
  const auto kind = enum_named<ActKind>(body.text_of("op"));
  if (!kind) return bad("'op' must be " + one_of(names_of(ActKind{})) + ", undo, redo or mark");
  Act act{.id = body.text_of("id"),
          .template_name = name,
          .page = page.id,
          .kind = *kind,
          .record = body.text_of("record"),
          .attribute = body.text_of("attribute")};
  if (act.id.empty() || act.id.size() > 64) return bad("'id' must name the act");
  const bool names = *kind != ActKind::kFinish && *kind != ActKind::kReopen;
  if (names && !is_attribute_name(act.attribute))
    return bad("'attribute' must be a name without spaces, colons and slashes");

  // What the desk says now: the record pointed at, and what is predicted.
  std::vector<Label> own, predicted;
  WEFT_TRY(site->with_desk(name, [&](const DeskState& state) -> Status {
    // A page that somebody else changed since is shown as it is first; changes of others merge.
    const Json* base = body.find("base");
    const bool stale =
        base != nullptr && base->is_number_integer() &&
        std::any_of(state.acts.begin(), state.acts.end(), [&](const Act& one) {
          return one.page == page.id && one.id != act.id && one.number > base->get<int64_t>();
        });
    if (stale)
      return Error{ErrorCode::kAlreadyExists,
                   "somebody else changed this page meanwhile: it is shown as it is now"};
    const site::DeskPage* on_desk = state.desk.find(page.id);
    if (on_desk == nullptr) return bad("the page is not in the sample that is learned from");
    own = on_desk->labels.labels;
    predicted = state.desk.predictions(*on_desk);
    return {};
  }));

  const model::Schema schema = site->schema();
  const model::Attribute* known = schema.find(act.attribute);
  const auto predicted_one = [&]() -> const Label* {
    for (const Label& label : predicted) {
      if (label.attribute == act.attribute && (act.record.empty() || label.record == act.record))
        return &label;
    }
    return nullptr;
  };
  switch (*kind) {
    case ActKind::kLabel:
    case ActKind::kAlso: {
      WEFT_ASSIGN(model::Occurrence place, place_in(page.document, body));
      if (body.text_of("as") != "text") prefer_address(page.document, place, known);
      std::vector<Label> others = own;
      others.insert(others.end(), predicted.begin(), predicted.end());
      if (act.record.empty()) act.record = boxed_record(page.document, body, place.node);
      if (act.record.empty()) act.record = site::record_at(page.document, others, place.node);
      act.labels = {site::label_at(page, place, act.attribute, act.record)};
      if (act.labels[0].value.empty()) return bad("there is no text at this place");
      WEFT_TRY(site->add_attribute(new_attribute(act.attribute, page.document, place)));
      break;
    }
    case ActKind::kRows:
    case ActKind::kSet: {
      WEFT_ASSIGN(const model::Occurrence place, place_in(page.document, body));
      const dom::NodeId element =
          page.document.is_element(place.node) ? place.node : page.document.parent(place.node);
      std::vector<Label> others = own;
      std::erase_if(others, [&](const Label& one) { return one.attribute == act.attribute; });
      if (act.record.empty()) act.record = "0";
      size_t row = 0;
      for (const dom::NodeId n : site::alike(page.document, element)) {
        model::Occurrence one{.node = n, .attribute = place.attribute};
        prefer_address(page.document, one, known);
        std::string record = act.record;
        if (*kind == ActKind::kRows) {
          record = boxed_record(page.document, body, n);
          if (record.empty())
            record =
                others.empty() ? std::to_string(row) : site::record_at(page.document, others, n);
        }
        ++row;
        act.labels.push_back(site::label_at(page, one, act.attribute, std::move(record)));
      }
      model::Attribute made = new_attribute(act.attribute, page.document, place);
      made.set = *kind == ActKind::kSet;
      WEFT_TRY(site->add_attribute(made));
      break;
    }
    case ActKind::kRemove:
      for (const Label& label : own) {
        if (label.attribute == act.attribute && (act.record.empty() || label.record == act.record))
          act.labels.push_back(label);
      }
      break;
    case ActKind::kAccept:
    case ActKind::kReject: {
      const Label* one = predicted_one();
      if (one == nullptr) return bad("nothing is predicted for this attribute here");
      act.record = one->record;
      act.labels = {*one};
      if (*kind == ActKind::kAccept) {
        act.labels[0].source = model::LabelSource::kPerson;
        act.labels[0].confidence = 1;
      }
      break;
    }
    case ActKind::kMissing:
      if (act.record.empty()) act.record = "0";
      break;
    case ActKind::kFinish:
      act.labels = predicted;
      for (Label& label : act.labels) {
        label.source = model::LabelSource::kPerson;  // A person looked at it.
        label.confidence = 1;
      }
      break;
    case ActKind::kReopen:
      break;
    case ActKind::kRename:
      act.page.clear();
      act.name = body.text_of("name");
      if (!is_attribute_name(act.name)) return bad("'name' must be a name");
      WEFT_TRY(site->rename_attribute(act.attribute, act.name));
      break;
  }
  Json json;
  WEFT_TRY(site->act(std::move(act), [&](const DeskState& state) -> Status {
    json = changed(site, number, name, state);
    return {};
  }));
  return json;
}

Result<Json> Api::offer_tables(const Site& site, size_t page) {
  Json tables = Json::array();
  for (const site::ReadyTable& table : tables_of(*site, page)) {
    Json columns = Json::array();
    for (const site::ReadyColumn& column : table.columns)
      columns.push_back({{"name", column.name},
                         {"type", std::string(name_of(column.type))},
                         {"filled", column.filled},
                         {"examples", column.examples}});
    tables.push_back({{"found_by", table.found_by},
                      {"rows", table.rows},
                      {"confidence", table.confidence},
                      {"columns", std::move(columns)}});
  }
  const std::string& path = site->path();
  return Json{{"tables", std::move(tables)},
              {"command", fmt::format("weft template {}", shell_quoted(relative(path)))}};
}

// A column that is kept is an act of its own, so that it can be undone alone.
Result<Json> Api::keep_columns(const Site& site, const Json& body) {
  WEFT_ASSIGN(const size_t page, page_in(*site, body));
  WEFT_ASSIGN(const std::string name, template_of_page(*site, page));
  const auto number = unsigned_of(body, "table");
  const std::vector<site::ReadyTable> tables = tables_of(*site, page);
  const std::string id = body.text_of("id");
  if (!number || *number >= tables.size()) return bad("'table' must be the number of a table");
  if (id.empty() || id.size() > 48) return bad("'id' must name the act");
  Json json;
  const Json* columns = body.find("columns");
  if (columns == nullptr || !columns->is_object() || columns->empty())
    return bad("'columns' must say which are kept, and what they are called");
  for (const Json::Member& kept : columns->items()) {
    if (!kept.second.is_string() || !is_attribute_name(kept.second.text()))
      return bad(fmt::format("'{}' needs a name without spaces, colons and slashes", kept.first));
  }
  size_t count = 0;
  for (const site::ReadyColumn& column : tables[*number].columns) {
    const std::string called = columns->text_of(column.name);
    if (called.empty()) continue;
    WEFT_TRY(site->add_attribute({.name = called, .type = column.type}));
    Act act{.id = fmt::format("{}-{}", id, count++),
            .template_name = name,
            .page = site->pages()[page].id,
            .kind = ActKind::kRows,
            .attribute = called,
            .labels = column.labels};
    for (Label& label : act.labels) label.attribute = called;
    WEFT_TRY(site->act(std::move(act), [&](const DeskState& state) -> Status {
      json = changed(site, page, name, state);
      return {};
    }));
  }
  if (count == 0) return bad("none of these columns is there");
  return json;
}

Result<Json> Api::put_schema(const Site& site, const Json& body) {
  WEFT_ASSIGN(const model::Schema schema, parse_schema_text(body.text_of("text")));
  for (const model::Attribute& one : schema.attributes) {
    if (!is_attribute_name(one.name))
      return bad(fmt::format("'{}' cannot name an attribute", one.name));
  }
  WEFT_TRY(site->put_schema(schema));
  return Json{{"text", schema_text(schema)}};
}

Result<Json> Api::explain(const Call& call, const Site& site) {
  const size_t page = call.number("page", SIZE_MAX);
  if (page >= site->pages().size()) return Error{ErrorCode::kNotFound, "there is no such page"};
  WEFT_ASSIGN(const std::string name, template_of_page(*site, page));
  Json json;
  WEFT_TRY(site->with_desk(name, [&](const DeskState& state) -> Status {
    const site::DeskPage* on_desk = state.desk.find(site->pages()[page].id);
    if (on_desk == nullptr) return bad("the page is not in the sample that is learned from");
    json = {{"attributes", explanation_json(site->pages()[page], state.desk.explain(*on_desk))},
            {"command", fmt::format("weft explain {} --site {} --page {}",
                                    shell_quoted(relative(site->path())),
                                    shell_quoted(relative(site->bundle_path())),
                                    shell_quoted(site->pages()[page].id))}};
    return {};
  }));
  return json;
}

}  // namespace weft::studio
