// weft render: pages as a person sees them, through a browser.

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/enum_names.h"
#include "base/file.h"
#include "base/json.h"
#include "base/strings.h"
#include "cli/page_loop.h"
#include "cli/page_source.h"
#include "cli/verb.h"
#include "crawl/config.h"
#include "site/render.h"

namespace weft::cli::render_verb {
namespace {

// Pages of files that do not say where they come from.
constexpr char kNowhere[] = "http://saved.invalid/";
constexpr unsigned kMaxBrowsers = 4;  // Each takes 300 MB; two fill two cores.

struct Options {
  std::vector<std::string> inputs;
  std::string screenshot;
  std::string wait = "quiet";
  std::string cap = "15s";
  std::string browser = render::BrowserOptions().program;
  bool dom = false;
  bool layout = false;
  bool no_scripts = false;
  bool images = false;
  bool posts = false;
  bool ignore_robots = false;
  uint32_t width = 1366;
};

// "load", "quiet", "quiet:800ms", or a CSS selector.
Result<render::WaitRule> wait_rule(const Options& options) {
  render::WaitRule rule;
  WEFT_ASSIGN(rule.cap, crawl::parse_duration(options.cap));
  const std::string_view wait = options.wait;
  if (wait == "load") {
    rule.until = render::WaitRule::Until::kLoad;
  } else if (wait.starts_with("quiet:")) {
    WEFT_ASSIGN(rule.quiet, crawl::parse_duration(wait.substr(6)));
  } else if (wait != "quiet") {
    rule.until = render::WaitRule::Until::kSelector;
    rule.selector = wait;
  }
  return rule;
}

Result<site::RenderSettings> settings_of(const Context& context, const Options& options) {
  site::RenderSettings settings;
  WEFT_ASSIGN(settings.page.wait, wait_rule(options));
  settings.page.scripts = !options.no_scripts;
  settings.page.images = options.images;
  settings.page.screenshot = !options.screenshot.empty();
  settings.page.width = options.width;
  settings.net.fetch.allow_private = context.options.allow_private;
  settings.net.obey_robots = !options.ignore_robots;
  settings.net.send_posts = options.posts;
  return settings;
}

// The resources of archives, each read once. Threads: any; what it gives is copied.
class Archives {
 public:
  Result<render::StoredResources> of(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto known = archives_.find(path);
    if (known != archives_.end()) return known->second;
    WEFT_ASSIGN(auto resources, site::archived_resources(path));
    return archives_.emplace(path, std::move(resources)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, render::StoredResources> archives_;
};

// A page at hand, or one of the network, in the browser.
Result<site::ShownPage> show(const RawPage& raw, site::PageRenderer& renderer, Archives& archives,
                             const std::string& stated_url) {
  if (raw.bytes.empty() && is_url(raw.id)) return renderer.show(raw.id);
  const std::string type = !raw.content_type.empty() ? raw.content_type
                           : raw.charset.empty()
                               ? std::string("text/html")
                               : fmt::format("text/html; charset={}", raw.charset);
  render::Resource page{.headers = {{"Content-Type", type}}, .body = raw.bytes};
  if (!raw.archive.empty()) {
    WEFT_ASSIGN(render::StoredResources resources, archives.of(raw.archive));
    return renderer.show_stored(raw.url, std::move(page), resources);
  }
  const std::string url = is_url(stated_url)
                              ? stated_url
                              : kNowhere + std::filesystem::path(raw.id).filename().string();
  const std::string folder = std::filesystem::path(raw.id).parent_path();
  site::FolderResources beside(folder.empty() ? "." : folder, url);
  return renderer.show_stored(url, std::move(page), beside);
}

struct Summary {
  site::PageMeasure raw, rendered;
  uint64_t visible = 0;  // Nodes.
  std::vector<site::FetchedTable> tables;
};

Summary summary_of(const site::ShownPage& page) {
  Summary summary;
  summary.raw =
      site::measure_page(html::parse(page.raw, {.transport_charset = page.raw_charset}).document);
  summary.rendered = site::measure_page(page.rendered.document);
  for (const dom::NodeId n : page.rendered.document.nodes())
    summary.visible += page.rendered.layout.visible(n) ? 1 : 0;
  summary.tables = site::fetched_tables(page.rendered.requests);
  return summary;
}

std::string summary_json(const std::string& id, const site::ShownPage& page,
                         const Options& options) {
  const Summary summary = summary_of(page);
  const render::RenderedPage& rendered = page.rendered;
  const auto measure = [](const site::PageMeasure& m) {
    return Json{{"words", m.words}, {"links", m.links}};
  };
  Json json = {{"page", id},
               {"url", rendered.url},
               {"milliseconds", rendered.elapsed.count()},
               {"nodes", rendered.document.size()},
               {"visible_nodes", summary.visible},
               {"sent", measure(summary.raw)},
               {"rendered", measure(summary.rendered)},
               {"scripts_pay", site::pays(summary.raw, summary.rendered)}};
  auto tables = Json::array();
  for (const site::FetchedTable& table : summary.tables)
    tables.push_back({{"url", table.url}, {"records", table.records}, {"fields", table.fields}});
  json["data"] = std::move(tables);
  auto requests = Json::array();
  for (const render::SeenRequest& request : rendered.requests) {
    Json one = {{"url", request.url},
                {"method", request.method},
                {"kind", name_of(request.kind)},
                {"status", request.status},
                {"bytes", request.bytes}};
    if (!request.error.empty()) one["error"] = request.error;
    requests.push_back(std::move(one));
  }
  json["requests"] = std::move(requests);
  json["console"] = rendered.console;
  auto odd = Json::array();
  for (const Diagnostic& d : rendered.diagnostics) odd.push_back(d.detail);
  json["diagnostics"] = std::move(odd);
  if (options.dom) json["html"] = rendered.html;
  if (options.layout) json["layout"] = parse_json(dom::write_layout(rendered.layout)).value_or({});
  return json.dump() + "\n";
}

std::string summary_text(const std::string& id, const site::ShownPage& page) {
  const Summary summary = summary_of(page);
  const render::RenderedPage& rendered = page.rendered;
  std::string text = fmt::format(
      "{}\n"
      "  shown        {} nodes, {} visible, {:.1f} s\n"
      "  words        {} as sent, {} after scripts\n"
      "  links        {} as sent, {} after scripts\n",
      id, rendered.document.size(), summary.visible,
      static_cast<double>(rendered.elapsed.count()) / 1000, summary.raw.words,
      summary.rendered.words, summary.raw.links, summary.rendered.links);
  const auto refused =
      std::count_if(rendered.requests.begin(), rendered.requests.end(),
                    [](const render::SeenRequest& request) { return request.status == 0; });
  text +=
      fmt::format("  requests     {}, {} without an answer\n", rendered.requests.size(), refused);
  for (const site::FetchedTable& table : summary.tables) {
    text += fmt::format("  data         {} records at {}: {}\n", table.records, table.url,
                        fmt::join(table.fields, ", "));
  }
  for (const std::string& message : rendered.console)
    text += fmt::format("  console      {}\n", message);
  for (const Diagnostic& d : rendered.diagnostics)
    text += fmt::format("  note         {}\n", d.detail);
  return text;
}

// Shows pages and writes what is wanted of them, in order.
class Rendering {
 public:
  Rendering(Context& context, const Options& options, site::RenderSettings settings)
      : context_(context),
        options_(options),
        settings_(std::move(settings)),
        pool_({.browser = {.program = options.browser},
               .browsers = std::min(context.workers(), kMaxBrowsers)},
              context.log()),
        archive_(context.options.output.ends_with(".warc") ||
                 context.options.output.ends_with(".warc.gz")),
        writer_(
            [this](std::string_view bytes) -> Status {
              context_.out.write(bytes);
              return {};
            },
            {.codec = context.options.output.ends_with(".gz") ? warc::Codec::kGzip
                                                              : warc::Codec::kNone}) {
    for (unsigned i = 0; i < context.workers(); ++i) renderers_.emplace_back(pool_, settings_);
  }

  ExitCode run(PageSource& source) {
    if (archive_ && !writer_.write_warcinfo(context_.options.output).ok()) return ExitCode::kFailed;
    const PageLoopStats stats = for_each_raw_page(
        context_, source,
        [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
          html::Parser parser;
          const std::string stated = parse_page(parser, raw, context_.options.limits).url;
          auto shown = show(raw, renderers_[worker], archives_, stated);
          if (!shown.ok()) return shown.error().in(raw.id);
          const auto page = std::make_shared<site::ShownPage>(std::move(*shown));
          return InOrder([this, page, id = raw.id] { note(write(id, *page)); });
        },
        {.phase = "rendering"});
    if (pool_.started() > 0 && !pool_.sandboxed()) {
      context_.note("this kernel offers the browser no sandbox: pages ran without one");
    }
    if (!failure_.ok()) return context_.fail(failure_.error());
    return stats.exit_code();
  }

 private:
  Status write(const std::string& id, const site::ShownPage& page) {
    ++pages_;
    const render::RenderedPage& rendered = page.rendered;
    if (!options_.screenshot.empty())
      WEFT_TRY(write_file(
          pages_ <= 1 ? options_.screenshot : beside(options_.screenshot, std::to_string(pages_)),
          rendered.screenshot));
    if (archive_) {
      WEFT_TRY(site::write_shown(writer_, rendered.url, page));
      context_.note(trim(summary_text(id, page)));
    } else if (context_.options.json) {
      context_.out.write(summary_json(id, page, options_));
    } else if (options_.dom) {
      context_.out.write(rendered.html + "\n");
    } else if (options_.layout) {
      context_.out.write(dom::write_layout(rendered.layout) + "\n");
    } else {
      context_.out.write(summary_text(id, page));
    }
    return {};
  }
  void note(const Status& status) {
    if (failure_.ok()) failure_ = status;
  }

  Context& context_;
  const Options& options_;
  site::RenderSettings settings_;
  render::BrowserPool pool_;
  std::vector<site::PageRenderer> renderers_;  // By worker.
  Archives archives_;
  bool archive_;
  warc::Writer writer_;
  Status failure_;
  size_t pages_ = 0;
};

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(site::RenderSettings settings, settings_of(context, options));
  SourceOptions source = source_options(context);
  source.rendered = false;
  source.fetch_urls = false;
  PageSource pages(options.inputs, source);
  return Rendering(context, options, std::move(settings)).run(pages);
}

void declare(Arguments& take, Options& options) {
  take.value(
          "PAGE", options.inputs,
          "URLs; or files, directories, globs and WARC files, which are shown with what is stored "
          "beside them and without a network")
      .required();
  take.value("--screenshot FILE", options.screenshot,
             "Write a picture of the page, PNG; of further pages NAME.2.png, NAME.3.png…");
  take.flag("--dom", options.dom, "Write the tree after scripts, as HTML");
  take.flag("--layout", options.layout, "Write boxes and styles of all nodes, as JSON")
      .excludes("--dom");
  take.flag("--no-scripts", options.no_scripts, "Run no scripts");
  take.value(
          "--wait RULE", options.wait,
          "When the page is ready: load, quiet (nothing asked for during 500 ms), quiet:2s, or a "
          "CSS selector that must match")
      .show_default();
  take.value("--cap TIME", options.cap, "Take the page as it is after this time").show_default();
  take.value("--width", options.width, "Of the window, in pixels").show_default().range(200, 4000);
  take.flag("--images", options.images, "Load images, fonts and media, too; a screenshot does");
  take.flag(
      "--posts", options.posts,
      "Send what scripts ask for by POST, too, as GraphQL does; it may change something there");
  take.flag("--ignore-robots", options.ignore_robots, "Do not ask robots.txt");
  take.value("--browser PROGRAM", options.browser, "The Chromium to use").show_default();
}

}  // namespace
}  // namespace weft::cli::render_verb

const weft::cli::Verb weft::cli::kRender{
    "render", "Show pages in a browser: the tree after scripts, boxes, pictures, data",
    "  weft render https://shop.example/lamps\n"
    "  weft render --screenshot lamps.png https://shop.example/lamps\n"
    "  weft render --dom --wait '.price' https://shop.example/lamps | weft mine -\n"
    "  weft render -o lamps.warc.gz https://shop.example/lamps && weft mine lamps.warc.gz\n"
    "  weft render --layout --no-scripts saved.html",
    prepare<render_verb::declare, render_verb::run>};
