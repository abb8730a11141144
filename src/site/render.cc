// What is behind `weft render`: where a page's resources come from, what rendering brought, and how a
// shown page stands in an archive.
//
// A page at hand is answered by WithPage, which asks another loader for everything else: the network
// (NetResources), an archive (StoredResources) or a folder (FolderResources). Gain is measured in words
// and links, of which a template needs a fifth more to be worth a browser. Tested by
// apps/cli/verbs/render_test.cc.

#include "site/render.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "dom/layout.h"
#include "dom/visible_text.h"
#include "mine/script_records.h"
#include "site/raw_page.h"
#include "url/url.h"
#include "warc/http.h"
#include "warc/reader.h"
#include "warc/rendered.h"

namespace weft::site {
namespace {

namespace fs = std::filesystem;

// What a browser reads of a saved page, by the ending of its name.
struct FileType {
  std::string_view ending;
  std::string_view type;
};
constexpr FileType kFileTypes[] = {
    {".css", "text/css"},          {".js", "text/javascript"}, {".mjs", "text/javascript"},
    {".json", "application/json"}, {".html", "text/html"},     {".htm", "text/html"},
    {".png", "image/png"},         {".jpg", "image/jpeg"},     {".jpeg", "image/jpeg"},
    {".gif", "image/gif"},         {".svg", "image/svg+xml"},  {".webp", "image/webp"},
    {".woff2", "font/woff2"},      {".woff", "font/woff"},
};

std::string_view type_of(std::string_view name) {
  for (const FileType& known : kFileTypes) {
    if (name.ends_with(known.ending)) return known.type;
  }
  return "application/octet-stream";
}

std::string percent_decoded(std::string_view text) {
  const auto digit = [](char c) {
    return is_ascii_digit(c)                                ? c - '0'
           : ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f' ? ascii_lower(c) - 'a' + 10
                                                            : -1;
  };
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    decoded += escape ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    i += escape ? 2 : 0;
  }
  return decoded;
}

// Answers for the page itself, asks another loader for everything else.
class WithPage final : public render::ResourceLoader {
 public:
  WithPage(std::string url, render::Resource page, render::ResourceLoader& others)
      : url_(std::move(url)), page_(std::move(page)), others_(others) {}

  void start(const render::ResourceRequest& request) override {
    if (request.url != url_ || request.method != "GET") return others_.start(request);
    ready_.push_back(page_);
    ready_.back().id = request.id;
  }
  std::vector<render::Resource> poll(std::chrono::milliseconds max_wait) override {
    auto all = std::exchange(ready_, {});
    for (render::Resource& other :
         others_.poll(all.empty() ? max_wait : std::chrono::milliseconds(0))) {
      all.push_back(std::move(other));
    }
    return all;
  }

 private:
  std::string url_;
  render::Resource page_;
  render::ResourceLoader& others_;
  std::vector<render::Resource> ready_;
};

// As the browser will ask for it.
std::string as_asked(const std::string& url) {
  const auto parsed = url::Url::parse(url);
  return parsed.ok() ? parsed->href_without_fragment() : url;
}

}  // namespace

PageMeasure measure_page(const dom::Document& doc) {
  PageMeasure measure;
  bool in_word = false;
  for (const char c : dom::visible_text(doc, dom::kRoot)) {
    const bool space = is_html_space(c);
    measure.words += !space && !in_word ? 1 : 0;
    in_word = !space;
  }
  std::set<std::string_view> targets;
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) != dom::atoms::kA) continue;
    const std::string_view href = trim(doc.attribute(n, dom::atoms::kHref).value_or(""));
    if (!href.empty() && !href.starts_with('#') && !href.starts_with("javascript:"))
      targets.insert(href);
  }
  measure.links = targets.size();
  return measure;
}

bool pays(const PageMeasure& raw, const PageMeasure& rendered, const GainLimits& limits) {
  const auto gained = [&](uint64_t before, uint64_t after, uint64_t least) {
    return after >= before + least &&
           static_cast<double>(after - before) >= limits.share * static_cast<double>(after);
  };
  return gained(raw.words, rendered.words, limits.words) ||
         gained(raw.links, rendered.links, limits.links);
}

std::vector<FetchedTable> fetched_tables(const std::vector<render::SeenRequest>& requests) {
  std::vector<FetchedTable> tables;
  for (const render::SeenRequest& request : requests) {
    if (request.kind != render::ResourceKind::kData || request.body.empty()) continue;
    const auto arrays = mine::arrays_of_objects(request.body);
    const auto largest =
        std::max_element(arrays.begin(), arrays.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (largest == arrays.end()) continue;
    FetchedTable table{.url = request.url, .records = largest->size()};
    for (const mine::ScriptField& field : largest->front()) table.fields.push_back(field.name);
    tables.push_back(std::move(table));
  }
  std::stable_sort(tables.begin(), tables.end(), [](const FetchedTable& a, const FetchedTable& b) {
    return a.records > b.records;
  });
  return tables;
}

PageRenderer::PageRenderer(render::BrowserPool& pool, RenderSettings settings)
    : pool_(pool), settings_(std::move(settings)), net_(settings_.net) {}

Result<ShownPage> PageRenderer::show(const std::string& url) {
  (void)net_.take_fetched();
  auto rendered = pool_.render(url, net_, settings_.page);
  ShownPage page;
  page.fetched = net_.take_fetched();
  if (!rendered.ok()) return rendered.error();
  page.rendered = std::move(*rendered);
  const std::string final_url = as_asked(page.rendered.url);
  for (const crawl::FetchResult& fetched : page.fetched) {
    if (fetched.url != final_url) continue;
    render::Resource raw = resource_of(fetched.message);
    page.raw_charset = charset_of(raw.header("Content-Type"));
    page.raw = std::move(raw.body);
    break;
  }
  return page;
}

Result<ShownPage> PageRenderer::show(const std::string& url, render::Resource page,
                                     std::vector<model::PageAct> acts) {
  settings_.page.acts = std::move(acts);
  auto shown = show_stored(url, std::move(page), net_);
  settings_.page.acts.clear();
  return shown;
}

Result<ShownPage> PageRenderer::show_stored(const std::string& url, render::Resource page,
                                            render::ResourceLoader& resources) {
  (void)net_.take_fetched();
  ShownPage shown;
  shown.raw = page.body;
  shown.raw_charset = charset_of(page.header("Content-Type"));
  WithPage loader(as_asked(url), std::move(page), resources);
  WEFT_ASSIGN(shown.rendered, pool_.render(url, loader, settings_.page));
  shown.fetched = net_.take_fetched();
  return shown;
}

Result<render::StoredResources> archived_resources(const std::string& path, uint64_t max_bytes) {
  render::StoredResources resources;
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path));
  uint64_t bytes = 0;
  while (const warc::Record* record = reader.next()) {
    if (record->type != warc::RecordType::kResponse || !record->is_http()) continue;
    render::Resource resource = resource_of(record->content);
    bytes += resource.body.size();
    if (bytes > max_bytes) break;
    if (!resource.error) resources.add(std::string(record->target_uri()), std::move(resource));
  }
  if (!reader.status().ok()) return reader.status().error();
  return resources;
}

FolderResources::FolderResources(std::string folder, const std::string& page_url)
    : folder_(std::move(folder)), prefix_(as_asked(page_url)) {
  prefix_.resize(prefix_.rfind('/') + 1);
}

void FolderResources::start(const render::ResourceRequest& request) {
  render::Resource resource;
  resource.id = request.id;
  std::error_code error;
  std::string path;
  if (request.method == "GET" && request.url.starts_with(prefix_)) {
    const std::string_view rest = std::string_view(request.url).substr(prefix_.size());
    path = fs::weakly_canonical(fs::path(folder_) / percent_decoded(rest.substr(0, rest.find('?'))),
                                error);
  }
  const std::string inside = fs::weakly_canonical(folder_, error).string() + "/";
  const auto bytes = !path.starts_with(inside)
                         ? Result<std::string>(Error{ErrorCode::kNotFound, "not in the folder"})
                         : read_file(path, uint64_t{64} << 20);
  if (bytes.ok()) {
    resource.headers = {{"Content-Type", std::string(type_of(ascii_lower(path)))}};
    resource.body = *bytes;
  } else {
    resource.error =
        Error{ErrorCode::kNotFound, fmt::format("{} is not stored beside the page", request.url)};
  }
  ready_.push_back(std::move(resource));
}

std::vector<render::Resource> FolderResources::poll(std::chrono::milliseconds) {
  return std::exchange(ready_, {});
}

Status write_shown(warc::Writer& writer, const std::string& url, const ShownPage& page) {
  const std::string date = warc::warc_date_now();
  const std::string shown = as_asked(page.rendered.url);
  const auto own = std::find_if(page.fetched.begin(), page.fetched.end(),
                                [&](const auto& fetched) { return fetched.url == shown; });
  // The page itself, then what was made of it, then its parts: a reader has it all in one pass.
  warc::NewRecord raw{.date = date};
  const std::string type = page.raw_charset.empty()
                               ? std::string("text/html")
                               : fmt::format("text/html; charset={}", page.raw_charset);
  if (own != page.fetched.end()) {
    raw.target_uri = own->url;
    raw.content = own->message;
  } else {
    raw.type = warc::RecordType::kResource;
    raw.target_uri = url;
    raw.content_type = type;
    raw.content = page.raw;
  }
  WEFT_ASSIGN(const warc::Placed placed, writer.write(raw));
  const std::string layout = dom::write_layout(page.rendered.layout);
  WEFT_TRY(warc::write_rendered(writer, {.target_uri = raw.target_uri,
                                         .date = date,
                                         .refers_to = placed.id,
                                         .html = page.rendered.html,
                                         .layout = layout}));
  for (auto part = page.fetched.begin(); part != page.fetched.end(); ++part) {
    if (part == own) continue;
    WEFT_TRY(writer.write({.target_uri = part->url,
                           .date = date,
                           .content = part->message,
                           .extra = {{warc::kPartOfField, raw.target_uri}}}));
  }
  return {};
}

}  // namespace weft::site
