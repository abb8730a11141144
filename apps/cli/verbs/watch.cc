// weft watch: did the site change, which rules still hold, and repair of those that do not.

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/journeys.h"
#include "cli/page_loop.h"
#include "cli/rules.h"
#include "cli/verb.h"
#include "cli/watch_report.h"
#include "model/template_matcher.h"
#include "site/input_files.h"
#include "site/visit.h"
#include "site/watch_memory.h"
#include "warc/writer.h"

namespace weft::cli::watch_verb {
namespace {

using site::Bundle;

struct Options {
  std::vector<std::string> inputs;
  std::string site;
  std::string journey;
  bool allow_post = false;
  bool render = false;
  std::string template_name;
  bool repair = false;
  bool dry_run = false;
  bool remember = false;
  bool regroup = false;
  std::string test = "weft";
  std::string wrapper;
  std::string schema;
  size_t count = 20;
  std::string prometheus;
  std::string dashboard;
  int delay = 1000;
};

// Why there is no page. Robots.txt forbids pages; --allow-private only refuses to look.
watch::PageCondition condition_of(const RawPage& raw) {
  const watch::PageCondition by_status = watch::judge_status(raw.status);
  if (by_status.state != watch::PageState::kFine) return by_status;
  const bool forbidden =
      raw.error->code == ErrorCode::kPermission && raw.error->message.starts_with("robots.txt");
  return {forbidden ? watch::PageState::kForbidden : watch::PageState::kUnreachable,
          raw.error->message};
}

std::vector<site::ReadPage> read_pages(Context& context, const Options& options,
                                       const std::vector<std::string>& inputs) {
  SourceOptions source_options = cli::source_options(context);
  source_options.fetch.delay_milliseconds = options.delay;
  PageSource source(inputs, source_options);
  std::vector<html::Parser> parsers(context.workers());
  std::vector<site::ReadPage> pages;
  for_each_raw_page(
      context, source,
      [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
        site::ReadPage read;
        if (raw.error) {
          read.key = site::page_key(raw.url.empty() ? raw.id : raw.url, raw.id);
          read.failure = condition_of(raw);
          // What has no URL is no part of any verdict, so it is said here.
          return InOrder([&, read, lost = raw.url.empty(), message = raw.error->message] {
            if (lost) context.complain(message);
            pages.push_back(read);
          });
        }
        auto page =
            std::make_shared<model::Page>(parse_page(parsers[worker], raw, context.options.limits));
        read.key = page->id = site::page_key(page->url, page->id);
        read.page = std::move(page);
        return InOrder([&pages, read] { pages.push_back(read); });
      },
      {.phase = "reading pages", .errors_too = true});
  return pages;
}

// --- remember ---

// What --wrapper and --schema name.
struct Given {
  std::unique_ptr<model::Wrapper> wrapper;
  std::optional<model::Schema> schema;
};

Result<Given> read_given(const Options& options) {
  Given given;
  if (!options.schema.empty()) {
    WEFT_ASSIGN(given.schema, site::read_schema_file(options.schema));
  }
  if (!options.wrapper.empty()) {
    WEFT_ASSIGN(given.wrapper, site::read_wrapper_file(options.wrapper));
  }
  return given;
}

Status put_given(Bundle& site, const Given& given, const Options& options) {
  if (given.schema) WEFT_TRY(site.put_schema(*given.schema));
  if (given.wrapper == nullptr) return {};
  const std::string name = options.template_name.empty() ? "page" : options.template_name;
  if (!site.find_template(name).ok()) WEFT_TRY(site.put_template({.name = name}));
  const auto version = site.put_wrapper(name, *given.wrapper, "from " + options.wrapper);
  return version.ok() ? Status() : version.error();
}

Result<size_t> remember_all(Context& context, Bundle& site, const Options& options,
                            const std::vector<site::ReadPage>& pages) {
  WEFT_ASSIGN(const std::vector<model::Template> templates, site.templates());
  WEFT_ASSIGN(const auto matcher, model::TemplateMatcher::build(templates));
  size_t remembered = 0;
  for (size_t t = 0; t < templates.size(); ++t) {
    const model::Template& one = templates[t];
    if (one.wrapper_version == 0) continue;
    if (!options.template_name.empty() && one.name != options.template_name) continue;
    std::vector<const site::ReadPage*> own;
    for (const site::ReadPage& page : pages) {
      if (page.page != nullptr && watch::judge_page(*page.page).state == watch::PageState::kFine &&
          matcher.match(*page.page).index == t)
        own.push_back(&page);
    }
    if (own.empty()) continue;
    WEFT_TRY(site::put_memory(site, one.name, own, options.count));
    context.note(fmt::format("{}: {} bellwethers of {} pages", one.name,
                             std::min(options.count, own.size()), own.size()));
    ++remembered;
  }
  return remembered;
}

Result<ExitCode> run_remember(Context& context, const Options& options) {
  if (options.inputs.empty())
    return Error{ErrorCode::kInvalidArgument, "--remember needs pages to choose bellwethers from"};
  WEFT_ASSIGN(const auto given, read_given(options));
  WEFT_ASSIGN(auto site, Bundle::open(options.site, Bundle::Mode::kCreate));
  WEFT_TRY(put_given(site, given, options));
  const std::vector<site::ReadPage> pages = read_pages(context, options, options.inputs);
  WEFT_ASSIGN(const auto remembered, remember_all(context, site, options, pages));
  if (remembered == 0) {
    context.complain(
        "no page fits a template that has a wrapper; give one with --wrapper FILE and --template "
        "NAME");
    return ExitCode::kNothing;
  }
  return ExitCode::kGood;
}

// --- watch ---

Json now_json(const site::WatchedNow& now) {
  Json json = watch::to_json(now.assessment.verdict);
  if (now.changes.empty() && now.after == nullptr) return json;
  json["repair"] = {{"accepted", now.repair.accepted()},
                    {"reused", now.reused},
                    {"changes", write_json(now.changes)},
                    {"ask_page", now.repair.ask_page},
                    {"ask_attributes", now.repair.ask_attributes},
                    {"health_after", name_of(now.verdict().health)}};
  return json;
}

void print(Context& context, const Options& options, const site::Visit& visit) {
  if (context.options.json) {
    Json templates = Json::array();
    for (const site::WatchedNow& now : visit.all) templates.push_back(now_json(now));
    Json report = {{"site", options.site},
                   {"health", name_of(visit.health())},
                   {"dry_run", options.dry_run},
                   {"templates", std::move(templates)}};
    if (visit.regrouping) report["regrouping"] = to_json(*visit.regrouping);
    context.out.write(dump_json(report) + "\n");
    return;
  }
  for (const site::WatchedNow& now : visit.all) {
    context.out.write(watch::to_text(now.assessment.verdict));
    if (!now.changes.empty())
      context.out.write(fmt::format("repair{}:\n{}", options.dry_run ? " (not written)" : "",
                                    without_usual_conditions(watch::to_text(now.changes))));
    if (now.reused) context.out.write("  rules reused; only the signature is new\n");
    if (now.after) context.out.write("after repair:\n" + watch::to_text(now.after->verdict));
  }
  if (visit.regrouping) context.out.write(to_text(*visit.regrouping));
}

Status write_reports(const Options& options, const Bundle& site,
                     const std::vector<site::WatchedNow>& all) {
  if (!options.prometheus.empty())
    WEFT_TRY(write_file(options.prometheus, prometheus_text(options.site, all)));
  if (options.dashboard.empty()) return {};
  WEFT_ASSIGN(const auto runs, site.runs(200));
  return write_file(options.dashboard, watch_dashboard(options.site, all, runs));
}

Status check_template(const std::vector<site::WatchedTemplate>& known, const Options& options) {
  std::vector<std::string> names;
  for (const site::WatchedTemplate& one : known) names.push_back(one.page_template.name);
  if (options.template_name.empty() || names.empty()) return {};
  if (std::find(names.begin(), names.end(), options.template_name) != names.end()) return {};
  return Error{ErrorCode::kNotFound,
               fmt::format("{} watches no template '{}'; it watches {}", options.site,
                           options.template_name, fmt::join(names, ", "))};
}

Result<ExitCode> run_watch(Context& context, const Options& options) {
  const std::string started = warc::warc_date_now();
  WEFT_ASSIGN(auto site, Bundle::open(options.site, options.dry_run ? Bundle::Mode::kRead
                                                                    : Bundle::Mode::kWrite));
  auto known = site::load_watched(site, context.options.limits);
  if (!known.ok()) {
    return Error{known.error().code,
                 fmt::format("{}; 'weft watch --remember --site {} PAGE…' keeps new pages",
                             known.error().message, options.site)};
  }
  WEFT_ASSIGN(const auto schema, site.schema());
  WEFT_ASSIGN(auto names, site::template_names(site));
  WEFT_TRY(check_template(*known, options));
  std::vector<std::string> inputs = options.inputs;
  if (inputs.empty()) {
    for (const site::WatchedTemplate& one : *known) {
      for (const site::ReadPage& kept : one.bellwethers)
        inputs.push_back(kept.page->url.empty() ? kept.key : kept.page->url);
    }
  }
  if (inputs.empty() || known->empty()) {
    context.complain(fmt::format(
        "{} has no bellwether pages yet; choose some: weft watch --remember --site {} PAGE…",
        options.site, options.site));
    return ExitCode::kNothing;
  }
  const std::vector<site::ReadPage> pages = read_pages(context, options, inputs);
  const site::VisitOptions how{.template_name = options.template_name,
                               .all_asked = options.inputs.empty(),
                               .regroup = options.regroup,
                               .repair = options.repair,
                               .paper = options.test == "paper",
                               .bellwethers = options.count};
  const site::Visit visit = site::visit_site(std::move(*known), std::move(names),
                                             schema.value_or(model::Schema{}), pages, how);
  print(context, options, visit);
  if (!options.dry_run) WEFT_TRY(site::put_visit(site, visit, pages, how, started));
  WEFT_TRY(write_reports(options, site, visit.all));
  if (visit.all.empty()) return ExitCode::kNothing;
  return visit.health() == watch::Health::kHealthy ? ExitCode::kGood : ExitCode::kUnhealthy;
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (!options.journey.empty())
    return watch_journey(context, {.path = options.journey,
                                   .repair = options.repair,
                                   .dry_run = options.dry_run,
                                   .allow_post = options.allow_post,
                                   .render = options.render});
  if (options.site.empty())
    return Error{ErrorCode::kInvalidArgument, "say what to watch: --site DIR or --journey FILE"};
  if (options.regroup && options.inputs.empty()) {
    return Error{ErrorCode::kInvalidArgument,
                 "--regroup needs the pages of a fresh crawl: weft watch --regroup … PAGE…"};
  }
  return options.remember ? run_remember(context, options) : run_watch(context, options);
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("PAGE", options.inputs, "Fresh pages: files, directories, WARC files, URLs, @lists, or - (default: the bellwethers' own addresses)");
  take.value("--site DIR", options.site, "The site bundle");
  take.value("--journey FILE", options.journey, "A journey of weft explore instead: go it, and say which steps are gone; with --repair explore anew from there").excludes("--site");
  take.flag("--allow-post", options.allow_post, "With --journey: also send search forms that post").needs("--journey");
  take.flag("--render", options.render, "With --journey: go it in a browser, for forms and lists that scripts make").needs("--journey");
  take.value("--template NAME", options.template_name, "Only this template");
  take.flag("--repair", options.repair, "Learn broken rules again; put those in force that are proved");
  take.flag("--dry-run", options.dry_run, "Write nothing to the bundle");
  take.flag("--remember", options.remember, "Choose bellwethers among the pages and keep what is extracted from them");
  take.flag("--regroup", options.regroup, "The pages are a whole crawl: group them anew and report which rules serve the new clusters; with --repair put those in force");
  take.value("--test", options.test, "How pages are judged: by all Weft knows, or one page that differs breaks a rule ([Vertex] IV-B)").show_default().one_of({"weft", "paper"});
  take.value("--wrapper FILE", options.wrapper, "With --remember: the wrapper to watch");
  take.value("--schema FILE", options.schema, "With --remember: which attributes are mandatory and constant");
  take.value("--count", options.count, "With --remember: bellwethers a template").show_default().range(1, 1000);
  take.value("--prometheus FILE", options.prometheus, "Write metrics for a textfile collector");
  take.value("--dashboard FILE", options.dashboard, "Write a page with charts and evidence");
  take.value("--delay", options.delay, "Milliseconds between fetches from one host").show_default().range(0, 3'600'000);
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::watch_verb

const weft::cli::Verb weft::cli::kWatch{
    "watch", "See whether a site changed, and repair the rules that broke",
    "  weft watch --remember --site shop.site --wrapper shop.json --schema product.json "
    "pages/\n"
    "  weft watch --site shop.site                     # fetches the bellwethers again\n"
    "  weft watch --site shop.site crawl.warc.gz       # takes them from a fresh crawl\n"
    "  weft watch --site shop.site --regroup crawl.warc.gz\n"
    "  weft watch --site shop.site --repair --dry-run  # shows what would be repaired\n"
    "  weft watch --site shop.site --repair --dashboard shop.html --prometheus shop.prom",
    prepare<watch_verb::declare, watch_verb::run>};
