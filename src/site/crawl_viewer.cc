// One page of a crawl:
//
//   V1  its template: that of its host whose signature agrees in six of eight bytes, or a new one. Pages
//       that scripts fill are sent as the same empty shell, so they are one template, as they should be
//   V2  a template with an answer: shown if rendering is needed, else taken as it was sent
//   V3  otherwise it is shown and compared: words and links as sent and as shown (site::pays). Where
//       only words are gained, and those stand in the page's own scripts, no browser is needed
//   V4  after three pages the majority is the answer, and is written down
//
// A page that cannot be shown is taken as it was sent; nothing is lost, and the failure is counted.
// Tested by apps/cli/verbs/render_test.cc.

#include "site/crawl_viewer.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/strings.h"
#include "dom/layout.h"
#include "dom/text.h"
#include "dom/visible_text.h"
#include "url/url.h"

namespace weft::site {

std::span<const std::string_view> names_of(RenderMode) {
  static constexpr std::string_view kNames[] = {"auto", "always", "never"};
  return kNames;
}

std::span<const std::string_view> names_of(RenderAnswer) {
  static constexpr std::string_view kNames[] = {"open", "needed", "no-gain", "in-scripts"};
  return kNames;
}

void describe(JsonFields& json, PageMeasure& measure) {
  json.required("words", measure.words);
  json.required("links", measure.links);
}

void describe(JsonFields& json, FetchedTable& table) {
  json.required("url", table.url);
  json.required("records", table.records);
  json.field("fields", table.fields);
}

void describe(JsonFields& json, ViewedTemplate& one) {
  json.required("host", one.host);
  json.required("signature", one.signature);
  json.required("answer", one.answer);
  json.required("example", one.example);
  json.required("samples", one.samples);
  json.field("needed", one.needed);
  json.field("in_scripts", one.in_scripts);
  json.field("shown", one.shown);
  json.field("sent", one.sent);
  json.field("rendered", one.rendered);
  json.unless_empty("data", one.tables);
}

namespace {

constexpr size_t kMaxTables = 10;  // Kept of a template.

struct ViewFile {
  std::vector<ViewedTemplate> templates;
};

void describe(JsonFields& json, ViewFile& file) {
  json.header("render", 1);
  json.required("templates", file.templates);
}

template <typename Use>
void each_word(std::string_view text, Use use) {
  for (size_t i = 0; i < text.size();) {
    while (i < text.size() && is_html_space(text[i])) ++i;
    const size_t begin = i;
    while (i < text.size() && !is_html_space(text[i])) ++i;
    if (i > begin) use(text.substr(begin, i - begin));
  }
}

// The share of the words that scripts brought which stand in the scripts of the page as it was sent.
double share_in_scripts(const dom::Document& sent, const dom::Document& shown) {
  std::string scripts;
  for (const dom::NodeId n : sent.nodes()) {
    if (sent.name(n) == dom::atoms::kScript) dom::append_text_content(scripts, sent, n);
  }
  const std::string sent_text = dom::visible_text(sent, dom::kRoot);
  std::set<std::string_view> known;
  each_word(sent_text, [&](std::string_view word) { known.insert(word); });
  const std::string shown_text = dom::visible_text(shown, dom::kRoot);
  std::set<std::string_view> brought;
  each_word(shown_text, [&](std::string_view word) {
    if (!known.contains(word)) brought.insert(word);
  });
  if (brought.empty()) return 1;
  const auto found = std::count_if(brought.begin(), brought.end(), [&](std::string_view word) {
    return scripts.find(word) != std::string::npos;
  });
  return static_cast<double>(found) / static_cast<double>(brought.size());
}

}  // namespace

CrawlViewer::CrawlViewer(std::string path, const ViewOptions& options, render::BrowserPool& pool,
                         const RenderSettings& settings, Log& log)
    : path_(std::move(path)),
      options_(options),
      renderer_(pool, settings),
      log_(log),
      kinds_(options.kinds) {}

Result<CrawlViewer> CrawlViewer::open(const std::string& path, const ViewOptions& options,
                                      render::BrowserPool& pool, const RenderSettings& settings,
                                      Log& log) {
  CrawlViewer viewer(path, options, pool, settings, log);
  if (!std::filesystem::exists(path)) return viewer;
  WEFT_ASSIGN(const std::string text, read_file(path));
  auto file = read_json_text<ViewFile>(text, "render");
  if (!file.ok()) return file.error().in(path);
  for (ViewedTemplate& one : file->templates) {
    WEFT_ASSIGN(const dom::MaskedShingle signature, dom::parse_shingle(one.signature));
    viewer.kinds_.add(one.host, {signature.packed});
    viewer.host_samples_[one.host] += one.samples;
    viewer.templates_.push_back(std::move(one));
  }
  return viewer;
}

// V1
ViewedTemplate& CrawlViewer::template_of(const std::string& host, const std::string& url,
                                         const dom::Document& page) {
  const dom::ShingleVector signature = dom::shingle_vector(page);
  const size_t kind = kinds_.of(host, signature);
  if (kind == templates_.size())
    templates_.push_back({.host = host, .signature = dom::to_string(signature), .example = url});
  return templates_[kind];
}

bool CrawlViewer::wanted(const ViewedTemplate& one) const {
  if (options_.mode == RenderMode::kAlways) return true;
  if (one.answer != RenderAnswer::kOpen) return one.answer == RenderAnswer::kNeeded;
  const auto samples = host_samples_.find(one.host);
  if (samples == host_samples_.end() || samples->second < options_.host_samples) return true;
  // The host has had its trials.
  size_t needed = 0;
  size_t answered = 0;
  for (const size_t i : kinds_.of_host(one.host)) {
    answered += templates_[i].answer != RenderAnswer::kOpen ? 1 : 0;
    needed += templates_[i].answer == RenderAnswer::kNeeded ? 1 : 0;
  }
  return 2 * needed > answered;
}

// V3, V4
void CrawlViewer::compare(ViewedTemplate& one, const dom::Document& page, const ShownPage& shown) {
  const PageMeasure sent = measure_page(page);
  const PageMeasure rendered = measure_page(shown.rendered.document);
  ++one.samples;
  ++host_samples_[one.host];
  one.sent.words += sent.words;
  one.sent.links += sent.links;
  one.rendered.words += rendered.words;
  one.rendered.links += rendered.links;
  if (pays(sent, rendered, options_.gain)) {
    ++one.needed;
    GainLimits links_only = options_.gain;
    links_only.words = UINT64_MAX / 2;
    if (!pays(sent, rendered, links_only) &&
        share_in_scripts(page, shown.rendered.document) >= options_.scripts_share) {
      ++one.in_scripts;
    }
  }
  for (FetchedTable& table : fetched_tables(shown.rendered.requests)) {
    const bool known = std::any_of(one.tables.begin(), one.tables.end(),
                                   [&](const FetchedTable& t) { return t.url == table.url; });
    if (!known && one.tables.size() < kMaxTables) one.tables.push_back(std::move(table));
  }
  if (one.samples < options_.samples) return;
  one.answer = 2 * one.needed <= one.samples     ? RenderAnswer::kNoGain
               : 2 * one.in_scripts > one.needed ? RenderAnswer::kScripts
                                                 : RenderAnswer::kNeeded;
  saved_ = write_file(path_, dump_json_pretty(write_json(ViewFile{templates_})));
}

std::optional<crawl::PageViewer::Seen> CrawlViewer::see(const crawl::FetchResult& fetched,
                                                        const dom::Document& page) {
  if (options_.mode == RenderMode::kNever) return std::nullopt;
  const auto url = url::Url::parse(fetched.url);
  ViewedTemplate& one = template_of(url.ok() ? url->host_and_port() : "", fetched.url, page);
  if (!wanted(one)) return std::nullopt;  // V2
  const auto shown = renderer_.show(fetched.url, resource_of(fetched.message));
  if (!shown.ok()) {
    ++failed_;
    log_.event(LogLevel::kWarning, "render", "page-failed",
               {{"url", fetched.url}, {"error", shown.error().message}});
    return std::nullopt;
  }
  ++shown_;
  ++one.shown;
  if (one.answer == RenderAnswer::kOpen) compare(one, page, *shown);
  return Seen{shown->rendered.html, dom::write_layout(shown->rendered.layout)};
}

std::vector<std::string> CrawlViewer::report() const {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} pages shown in a browser, {} could not be", shown_, failed_));
  for (const ViewedTemplate& one : templates_) {
    if (one.samples == 0) continue;
    const std::string pages = fmt::format("pages like {}", one.example);
    if (one.answer == RenderAnswer::kNeeded) {
      lines.push_back(fmt::format("{} need their scripts: {} words became {}, {} links {}", pages,
                                  one.sent.words, one.rendered.words, one.sent.links,
                                  one.rendered.links));
    } else if (one.answer == RenderAnswer::kScripts) {
      lines.push_back(
          fmt::format("{} carry what their scripts draw, as JSON: no browser is needed", pages));
    } else if (one.answer == RenderAnswer::kNoGain) {
      lines.push_back(fmt::format("{} are complete as they are sent", pages));
    }
    for (const FetchedTable& table : one.tables) {
      lines.push_back(fmt::format("their scripts fetch {} records from {}: {}", table.records,
                                  table.url, fmt::join(table.fields, ", ")));
    }
  }
  return lines;
}

}  // namespace weft::site
