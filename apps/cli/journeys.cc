// A journey in a file: text in the subset of OXPath, with the wrapper of its records beside it
// (way.oxpath, way.oxpath.json), or both in one JSON file. A walk that keeps its answers writes one line
// and one file an answer, and reads them again instead of asking the site twice.

#include "cli/journeys.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/split.h"
#include "base/stopwatch.h"
#include "base/strings.h"
#include "site/input_files.h"
#include "site/journey_run.h"
#include "wrap/journey/oxpath.h"
#include "wrap/kinds.h"

namespace weft::cli {
namespace {

SourceOptions walk_options(const Context& context, int delay) {
  SourceOptions options = source_options(context);
  options.fetch.cookies = true;
  options.fetch.delay_milliseconds = delay;
  return options;
}

std::string layout_beside(const std::string& file) { return file + ".layout"; }

std::string wrapper_beside(const std::string& path) { return path + ".json"; }

Result<JourneyFile> journey_of_text(const std::string& path, std::string_view text) {
  JourneyFile file;
  std::shared_ptr<const model::Wrapper> inner;
  if (const auto beside = read_file(wrapper_beside(path)); beside.ok()) {
    WEFT_ASSIGN(const Json json, parse_json(*beside));
    WEFT_ASSIGN(inner, wrap::load_wrapper(json));
    WEFT_ASSIGN(file.schema, model::schema_of_wrapper(json));
  }
  WEFT_ASSIGN(file.journey, wrap::parse_oxpath(text, std::move(inner)));
  return file;
}

Result<JourneyFile> journey_of_json(std::string_view text) {
  JourneyFile file;
  WEFT_ASSIGN(const Json json, parse_json(text));
  WEFT_ASSIGN(auto wrapper, wrap::load_wrapper(json));
  if (wrapper->kind() != "journey") {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("a wrapper of kind '{}' is no journey; run it with --wrapper",
                             wrapper->kind())};
  }
  file.journey.reset(static_cast<wrap::JourneyWrapper*>(wrapper.release()));
  WEFT_ASSIGN(file.schema, model::schema_of_wrapper(json));
  return file;
}

}  // namespace

WalkReader::WalkReader(const Context& context, int delay)
    : context_(context), source_({}, walk_options(context, delay)) {}

void describe(JsonFields& json, KeptAnswer& answer) {
  json.required("request", answer.request);
  json.required("url", answer.url);
  json.required("status", answer.status);
  json.optional("content_type", answer.content_type);
  json.optional("file", answer.file);
  json.optional("shown", answer.shown);
  json.optional("error", answer.error);
}

Status WalkReader::keep_in(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Error{ErrorCode::kIo, fmt::format("cannot make {}: {}", folder, code.message())};
  folder_ = folder;
  const std::string path = folder + "/answers.jsonl";
  if (const auto text = read_file(path); text.ok()) {
    std::string_view rest = *text;
    while (!rest.empty()) {
      // The last line may be cut: what it says is fetched again.
      auto answer = read_json_text<KeptAnswer>(take_until(rest, '\n'), "kept answer");
      if (answer.ok()) kept_.insert_or_assign(answer->request, *answer);
    }
  }
  index_.open(path, std::ios::app);
  if (!index_) return Error{ErrorCode::kIo, "cannot write " + path};
  index_ << '\n';  // Ends a line that was cut.
  return {};
}

RawPage WalkReader::fetch(const explore::FormRequest& request) {
  const std::string key = fmt::format("{}{} {}\n{}{}", renderer_ ? "shown " : "", request.method,
                                      request.url, request.body, model::acts_text(request.acts));
  if (!remembers_) return fetch_or_read(request, key);
  if (!remembered_.contains(key)) remembered_[key] = fetch_or_read(request, key);
  return remembered_[key];
}

RawPage WalkReader::fetch_or_read(const explore::FormRequest& request, const std::string& key) {
  if (folder_.empty()) return fetch_anew(request);
  RawPage raw;
  if (const auto known = kept_.find(key); known != kept_.end()) {
    const KeptAnswer& answer = known->second;
    raw.id = request.url;
    raw.url = answer.url;
    raw.status = answer.status;
    raw.content_type = answer.content_type;
    raw.charset = site::charset_of(answer.content_type);
    if (!answer.error.empty()) raw.error = Error{ErrorCode::kIo, answer.error};
    if (answer.file.empty()) return raw;
    auto bytes = read_file(folder_ + '/' + answer.file);
    auto layout = answer.shown ? read_file(folder_ + '/' + layout_beside(answer.file))
                               : Result<std::string>(std::string());
    if (bytes.ok() && layout.ok()) {
      raw.bytes = std::move(*bytes);
      raw.layout = std::move(*layout);
      return raw;
    }
  }
  raw = fetch_anew(request);
  KeptAnswer answer{.request = key,
                    .url = raw.url,
                    .status = raw.status,
                    .content_type = raw.content_type,
                    .shown = !raw.layout.empty(),
                    .error = raw.error ? raw.error->message : ""};
  if (!raw.error) {
    answer.file = fmt::format("{:05}.html", kept_.size() + 1);
    if (!write_file(folder_ + '/' + answer.file, raw.bytes).ok()) return raw;
    if (answer.shown && !write_file(folder_ + '/' + layout_beside(answer.file), raw.layout).ok())
      return raw;
  }
  // The line comes last: what it names is there.
  index_ << write_json(answer).dump() << '\n' << std::flush;
  kept_.insert_or_assign(key, std::move(answer));
  return raw;
}

RawPage WalkReader::fetch_anew(const explore::FormRequest& request) {
  RawPage raw = [&] {
    const Stopwatch watch(time_.fetching);
    return source_.fetch(request.url, request.body);
  }();
  if (renderer_ && !raw.error && raw.status < 400) show(request, raw);
  return raw;
}

Result<model::Page> WalkReader::operator()(const explore::FormRequest& request) {
  const RawPage raw = fetch(request);
  if (raw.error && raw.status < 400) return *raw.error;
  const Stopwatch watch(time_.parsing);
  return parse_page(parser_, raw, context_.options.limits);
}

Status WalkReader::render(Rendering how) {
  site::RenderSettings settings;
  settings.page.screenshot = how.pictures;
  settings.net.fetch.allow_private = context_.options.allow_private;
  settings.net.fetch.cookies = true;
  settings.net.send_posts = how.posts;
  settings.net.why_not = [](const render::ResourceRequest& asked) -> std::string {
    using render::ResourceKind;
    const bool acts = asked.kind == ResourceKind::kDocument || asked.kind == ResourceKind::kData ||
                      asked.kind == ResourceKind::kOther;
    const auto url = url::Url::parse(asked.url);
    return acts && url.ok() && explore::address_acts(*url) ? "its address speaks of an act" : "";
  };
  pool_.emplace(render::PoolOptions{}, context_.log());
  WEFT_TRY(pool_->warm_up());
  renderer_.emplace(*pool_, std::move(settings));
  return {};
}

std::string_view WalkReader::picture(const std::string& url) const {
  const auto known = pictures_.find(url);
  return known == pictures_.end() ? std::string_view() : known->second;
}

// A page that cannot be shown stays as it was sent; one on which something was to be done is none.
void WalkReader::show(const explore::FormRequest& request, RawPage& raw) {
  const Stopwatch watch(time_.drawing);
  render::Resource answer{
      .headers = {{"Content-Type", raw.content_type.empty() ? "text/html" : raw.content_type}},
      .body = raw.bytes};
  auto shown = renderer_->show(raw.url, std::move(answer), request.acts);
  if (!shown.ok()) {
    if (!request.acts.empty())
      raw.error = shown.error();
    else
      context_.note(raw.url + " as it was sent: " + shown.error().message);
    return;
  }
  if (!request.acts.empty()) raw.url = shown->rendered.url;
  raw.bytes = std::move(shown->rendered.html);
  raw.layout = dom::write_layout(shown->rendered.layout);
  raw.content_type = "text/html; charset=utf-8";
  raw.charset = "utf-8";
  pictures_[raw.url] = std::move(shown->rendered.screenshot);
}

explore::Walk::PageReader WalkReader::function() {
  return [this](const explore::FormRequest& request) { return (*this)(request); };
}

Result<JourneyFile> read_journey(const std::string& path) {
  WEFT_ASSIGN(const std::string text, read_file(path));
  const std::string_view begin = trim(text);
  auto file = begin.starts_with('{') ? journey_of_json(text) : journey_of_text(path, text);
  if (!file.ok()) return file.error().in(path);
  return file;
}

Status write_journey(const std::string& path, const wrap::JourneyWrapper& journey,
                     const model::Schema& schema) {
  if (!path.ends_with(".oxpath"))
    return write_file(path, dump_json_pretty(model::save_wrapper(journey, schema)));
  if (journey.inner()->kind() != "xpath") {
    WEFT_TRY(write_file(wrapper_beside(path),
                        dump_json_pretty(model::save_wrapper(*journey.inner(), schema))));
  }
  return write_file(path, wrap::to_oxpath(journey));
}

void WalkDomains::apply(site::ExploreOptions& options) const {
  if (!own) return;
  options.domain = &*own;
  for (const annotate::Recognizer& other : others) options.rivals.push_back(&other);
}

Result<WalkDomains> read_walk_domains(const std::string& name) {
  WalkDomains domains;
  if (name.empty()) return domains;
  WEFT_ASSIGN(annotate::Domain own, site::read_domain(name));
  domains.own.emplace(std::move(own));
  for (const EmbeddedFile& file : annotate::shipped_domains()) {
    WEFT_ASSIGN(annotate::Domain other, site::read_domain(std::string(file.name)));
    if (other.name != domains.own->domain().name) domains.others.emplace_back(std::move(other));
  }
  return domains;
}

Result<std::map<std::string, std::string>> read_parameters(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> parameters;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{ErrorCode::kInvalidArgument, fmt::format("--set {}: say NAME=VALUE", text)};
    parameters[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return parameters;
}

Result<ExitCode> watch_journey(Context& context, const WatchedJourney& watched) {
  const auto& [path, repair, dry_run, allow_post, render] = watched;
  WEFT_ASSIGN(const JourneyFile file, read_journey(path));
  WalkReader reader(context);
  if (render) WEFT_TRY(reader.render({.posts = allow_post}));
  WEFT_ASSIGN(const WalkDomains domains, read_walk_domains(file.journey->journey().domain));
  const site::JourneyOptions going{
      .allow_post = allow_post, .acts = render, .domain = domains.own ? &*domains.own : nullptr};
  WEFT_ASSIGN(const site::JourneyRun run,
              site::run_journey(*file.journey, reader.function(), going));
  Json problems = Json::array();
  std::string text = fmt::format("{} ways, {} pages, {} records\n",
                                 file.journey->journey().paths.size(), run.pages, run.records);
  for (const site::JourneyProblem& problem : run.problems) {
    const std::string where =
        fmt::format("way {}, step {}: {}", problem.path + 1, problem.step + 1, problem.reason);
    text += where + "\n";
    problems.push_back(Json(where));
  }
  std::string mended = run.problems.empty() ? "nothing to repair" : "not repaired";
  ExitCode code = run.problems.empty() ? ExitCode::kGood : ExitCode::kUnhealthy;
  if (!run.problems.empty() && repair) {
    site::ExploreOptions exploring;
    exploring.walk.allow_post = allow_post;
    exploring.walk.acts = render;
    domains.apply(exploring);
    const auto better = site::mend_journey(*file.journey, run, reader.function(), exploring);
    if (better == nullptr) {
      mended = "exploring from there found nothing";
    } else {
      WEFT_ASSIGN(const site::JourneyRun again,
                  site::run_journey(*better, reader.function(), going));
      mended = fmt::format("repaired: {} ways, {} records", better->journey().paths.size(),
                           again.records);
      // Proved by going it: it must find something where the old one does not.
      if (again.problems.size() < run.problems.size() && again.records >= run.records &&
          again.records > 0) {
        if (!dry_run) WEFT_TRY(write_journey(path, *better, file.schema));
        if (again.problems.empty()) code = ExitCode::kGood;
      } else {
        mended = "what exploring found is no better; the journey stays";
      }
    }
  }
  context.print({{"pages", run.pages},
                 {"records", run.records},
                 {"problems", std::move(problems)},
                 {"repair", mended}},
                text + (repair ? mended + "\n" : ""));
  return code;
}

}  // namespace weft::cli
