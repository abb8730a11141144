// Two passes: the files are read once, each page reduced to its address, its links and whether it
// is relevant; then links are kept that lead, possibly by redirects, to a page that was fetched.
// Where a crawl has logged its links, pages come from there, and from WARC files only what has to
// be read to be judged.

#include "crawl/plan/site_log.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/strings.h"
#include "crawl/plan/document_text.h"
#include "html/parser.h"
#include "url/canonical.h"
#include "warc/codec.h"
#include "warc/http.h"
#include "warc/reader.h"

namespace weft::crawl {

Vertex SiteLog::page(std::string_view url) {
  const auto [it, added] = ids_.try_emplace(std::string(url), size());
  if (added) {
    urls_.emplace_back(url);
    relevant_.push_back(false);
  }
  return it->second;
}

void SiteLog::add_link(Vertex from, Vertex to, std::string_view anchor) {
  if (from != to) links_.push_back({from, to, std::string(anchor)});
}

void SiteLog::finish() {
  std::stable_sort(links_.begin(), links_.end(),
                   [](const Link& a, const Link& b) { return a.from < b.from; });
  offsets_.assign(size() + size_t{1}, 0);
  for (const Link& link : links_) ++offsets_[link.from + 1];
  for (size_t v = 0; v < size(); ++v) offsets_[v + 1] += offsets_[v];
}

static void describe(JsonFields& json, PageLink& link) {
  json.required("url", link.url);
  json.field("text", link.anchor);
  json.check(!link.url.empty(), "url", "a URL");
}

namespace {

// A line of a site log: a page with its links, or a redirect.
struct LogLine {
  std::string url, redirect, type;
  bool relevant = false;
  std::vector<PageLink> links;
};

void describe(JsonFields& json, LogLine& line) {
  json.required("url", line.url);
  json.field("redirect", line.redirect);
  json.field("type", line.type);
  json.field("relevant", line.relevant);
  json.field("links", line.links);
  json.check(!line.url.empty(), "url", "a URL");
}

}  // namespace

Result<SiteLog> read_site_log(std::string_view text, std::string_view name) {
  SiteLog log;
  for (uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = take_line(text);
    if (trim(line).empty()) continue;
    const auto read = read_json_text<LogLine>(line, "page");
    if (!read.ok()) return read.error().in(fmt::format("{}:{}", name, number));
    const Vertex page = log.page(read->url);
    if (read->relevant) log.set_relevant(page);
    for (const PageLink& link : read->links) log.add_link(page, log.page(link.url), link.anchor);
  }
  log.finish();
  return log;
}

std::string site_log_line(std::string_view url, std::string_view facts,
                          std::span<const PageLink> links) {
  std::string line = "{\"url\": ";
  append_json_string(line, url);
  line += facts;
  line += ", \"links\": [";
  for (const PageLink& link : links) {
    line += line.ends_with('[') ? "{\"url\": " : ", {\"url\": ";
    append_json_string(line, link.url);
    line += ", \"text\": ";
    append_json_string(line, link.anchor);
    line += '}';
  }
  return line + "]}\n";
}

namespace {

namespace fs = std::filesystem;

constexpr int kMaxRedirects = 10;                  // A link that goes on longer leads nowhere.
constexpr uint64_t kMaxBody = uint64_t{32} << 20;  // Decoded; as a crawl's own limit.

struct LoggedPage {
  std::string url;
  bool relevant = false;
  std::vector<PageLink> links;
};

// One spelling for links and pages, as the crawl's own.
std::string canonical_url(std::string_view text) {
  const auto parsed = url::Url::parse(text);
  return parsed.ok() ? url::canonical(*parsed) : std::string(text);
}

bool is_paper(const std::string& url, std::string_view bytes, uint64_t& unreadable) {
  std::string unpacked;  // paper.ps.gz
  if (warc::codec_of_bytes(bytes) == warc::Codec::kGzip &&
      warc::decompress(warc::Codec::kGzip, bytes, unpacked, kMaxBody).ok())
    bytes = unpacked;
  const bool postscript = is_postscript(bytes);
  if (!postscript && !bytes.starts_with("%PDF")) return false;
  const auto document = postscript ? ps_text(bytes) : pdf_text(bytes);
  if (!document.ok()) ++unreadable;
  return document.ok() && classify_paper(url, document->text, document->pages).paper;
}

class LogBuilder {
 public:
  enum class Links { kFetched, kAll };  // To pages that were fetched, or to any.
  explicit LogBuilder(RelevanceJudge judge, Links kept = Links::kFetched)
      : judge_(std::move(judge)), kept_(kept) {}

  Status read_warc(const std::string& path) {
    return each_response(path, [this](const std::string& url, const warc::HttpMessage& response) {
      add_response(url, response);
    });
  }

  // Which documents are papers, for read_links().
  Status read_papers(const std::string& path) {
    return each_response(path, [this](const std::string& url, const warc::HttpMessage& response) {
      const std::string type = media_type(response);
      if (response.status != 200 || !judge_.matches(url, type)) return;
      if (judge_.is_relevant(url, type, warc::decode_body(response, kMaxBody).bytes))
        papers_.insert(url);
    });
  }

  Status read_links(const std::string& path) {
    WEFT_ASSIGN(const std::string text, read_file(path));
    std::string_view rest = text;
    for (uint64_t number = 1; !rest.empty(); ++number) {
      const size_t end = rest.find('\n');
      if (end == std::string_view::npos) break;  // Torn by a kill; it was written again.
      if (!add_line(rest.substr(0, end)))
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("{}:{}: not a line of a link log", path, number)};
      rest.remove_prefix(end + 1);
    }
    return {};
  }

  // `counts` may be null.
  std::string write(SiteLogCounts* counts) const {
    SiteLogCounts own{.unreadable = judge_.unreadable()};
    std::string out;
    for (const LoggedPage& page : pages_) write_page(page, out, own);
    if (counts != nullptr) *counts = own;
    return out;
  }

 private:
  template <typename Use>
  Status each_response(const std::string& path, Use use) {
    WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path));
    while (const warc::Record* record = reader.next()) {
      if (record->type != warc::RecordType::kResponse || !record->is_http()) continue;
      const auto response = warc::parse_http(record->content);
      if (response.ok()) use(canonical_url(record->target_uri()), *response);
    }
    return reader.status();
  }

  static std::string media_type(const warc::HttpMessage& response) {
    return ascii_lower(response.media_type());
  }

  // False if it is none.
  bool add_line(std::string_view line) {
    auto read = read_json_text<LogLine>(line, "page");
    if (!read.ok()) return false;
    const std::string url = canonical_url(read->url);
    if (!read->redirect.empty()) {
      redirects_[url] = canonical_url(read->redirect);
      return true;
    }
    if (!known_.emplace(url, pages_.size()).second) return true;
    const bool fits = judge_.matches(url, read->type);
    LoggedPage page{.url = url,
                    .relevant = fits && (!judge_.rules().papers || papers_.contains(url))};
    page.links = std::move(read->links);
    pages_.push_back(std::move(page));
    return true;
  }

  void add_response(const std::string& url, const warc::HttpMessage& response) {
    if (response.status >= 300 && response.status < 400) {
      const auto base = url::Url::parse(url);
      if (!base.ok()) return;
      const auto target = url::Url::parse(response.header("Location"), &*base);
      if (target.ok()) redirects_[url] = url::canonical(*target);
      return;
    }
    if (response.status != 200 || !known_.emplace(url, pages_.size()).second) return;
    const std::string body = warc::decode_body(response, kMaxBody).bytes;
    const std::string type = media_type(response);
    LoggedPage page{.url = url, .relevant = judge_.is_relevant(url, type, body)};
    if (type == "text/html" || type == "application/xhtml+xml") {
      const auto parsed = html::parse(body, {.transport_charset = response.charset()});
      page.links = read_page_links(parsed.document, url).links;
    }
    pages_.push_back(std::move(page));
  }

  // Where a link ends that begins at `url`.
  std::string destination(std::string url) const {
    for (int i = 0; i < kMaxRedirects; ++i) {
      const auto next = redirects_.find(url);
      if (known_.contains(url) || next == redirects_.end()) return url;
      url = next->second;
    }
    return url;
  }

  void write_page(const LoggedPage& page, std::string& out, SiteLogCounts& counts) const {
    std::vector<PageLink> links;
    for (const PageLink& link : page.links) {
      std::string to = destination(canonical_url(link.url));
      if (kept_ == Links::kAll || known_.contains(to))
        links.push_back({.url = std::move(to), .anchor = link.anchor});
    }
    out += site_log_line(page.url, page.relevant ? ", \"relevant\": true" : "", links);
    ++counts.pages;
    counts.links += links.size();
    counts.relevant += page.relevant ? 1 : 0;
  }

  RelevanceJudge judge_;
  Links kept_;
  std::vector<LoggedPage> pages_;
  std::unordered_map<std::string, size_t> known_;
  std::unordered_map<std::string, std::string> redirects_;
  std::unordered_set<std::string> papers_;
};

// In the order of their names; none if there is no such folder.
std::vector<std::string> files_of(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

RelevanceJudge::~RelevanceJudge() = default;
RelevanceJudge::RelevanceJudge(RelevanceJudge&&) noexcept = default;
RelevanceJudge& RelevanceJudge::operator=(RelevanceJudge&&) noexcept = default;

Result<RelevanceJudge> RelevanceJudge::make(const RelevanceRules& rules) {
  RelevanceJudge judge;
  judge.rules_ = rules;
  if (rules.url_pattern.empty()) return judge;
  judge.pattern_ = std::make_unique<RE2>(rules.url_pattern, RE2::Quiet);
  if (judge.pattern_->ok()) return judge;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("pattern '{}': {}", rules.url_pattern, judge.pattern_->error())};
}

bool RelevanceJudge::matches(const std::string& url, std::string_view type) const {
  if (!rules_.any()) return false;
  if (pattern_ != nullptr && !RE2::PartialMatch(url, *pattern_)) return false;
  if (!rules_.media_type.empty() && type != rules_.media_type) return false;
  return rules_.urls.empty() || rules_.urls.contains(url);
}

bool RelevanceJudge::is_relevant(const std::string& url, std::string_view type,
                                 std::string_view bytes) {
  return matches(url, type) && (!rules_.papers || is_paper(url, bytes, unreadable_));
}

Result<std::string> warc_site_log(const std::vector<std::string>& paths,
                                  const RelevanceRules& rules, SiteLogCounts* counts) {
  WEFT_ASSIGN(RelevanceJudge judge, RelevanceJudge::make(rules));
  LogBuilder builder(std::move(judge));
  for (const std::string& path : paths) WEFT_TRY(builder.read_warc(path));
  return builder.write(counts);
}

namespace {

// From the links that were logged, else from WARC files.
Result<std::string> folder_log(const std::string& folder, const RelevanceRules& rules,
                               LogBuilder::Links kept, SiteLogCounts* counts) {
  const std::vector<std::string> links = files_of(folder + "/links");
  const std::vector<std::string> pages = files_of(folder + "/warc");
  if (links.empty() && pages.empty())
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} is no crawl: it has neither links nor WARC files", folder)};
  WEFT_ASSIGN(RelevanceJudge judge, RelevanceJudge::make(rules));
  LogBuilder builder(std::move(judge), kept);
  if (links.empty() || rules.papers) {
    for (const std::string& path : pages)
      WEFT_TRY(links.empty() ? builder.read_warc(path) : builder.read_papers(path));
  }
  for (const std::string& path : links) WEFT_TRY(builder.read_links(path));
  return builder.write(counts);
}

}  // namespace

Result<std::string> crawl_site_log(const std::string& folder, const RelevanceRules& rules,
                                   SiteLogCounts* counts) {
  return folder_log(folder, rules, LogBuilder::Links::kFetched, counts);
}

Result<SiteLog> crawl_links(const std::string& folder) {
  WEFT_ASSIGN(const std::string text, folder_log(folder, {}, LogBuilder::Links::kAll, nullptr));
  return read_site_log(text, folder);
}

}  // namespace weft::crawl
