// Two passes: the files are read once, each page reduced to its address, its links and whether it
// is relevant; then links are kept that lead, possibly by redirects, to a page that was fetched.

#include "crawl/warc_site_log.h"

#include <memory>
#include <unordered_map>

#include <fmt/format.h>
#include <re2/re2.h>

#include "base/json_text.h"
#include "base/strings.h"
#include "crawl/page_signals.h"
#include "crawl/paper_classifier.h"
#include "crawl/pdf_text.h"
#include "html/parser.h"
#include "url/canonical.h"
#include "warc/http.h"
#include "warc/reader.h"

namespace weft::crawl {
namespace {

constexpr int kMaxRedirects = 10;
constexpr uint64_t kMaxBody = uint64_t{32} << 20;

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

class LogBuilder {
 public:
  explicit LogBuilder(const RelevanceRules& rules) : rules_(rules) {
    RE2::Options options;
    options.set_log_errors(false);
    if (!rules.url_pattern.empty()) pattern_ = std::make_unique<RE2>(rules.url_pattern, options);
  }

  Status check() const {
    if (pattern_ == nullptr || pattern_->ok()) return {};
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("pattern '{}': {}", rules_.url_pattern, pattern_->error())};
  }

  Status read(const std::string& path) {
    WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path));
    while (const warc::Record* record = reader.next()) {
      if (record->type != warc::RecordType::kResponse || !record->is_http()) continue;
      const auto response = warc::parse_http(record->content);
      if (response.ok()) add(canonical_url(record->target_uri()), *response);
    }
    return reader.status();
  }

  std::string write(SiteLogCounts& counts) const {
    std::string out;
    for (const LoggedPage& page : pages_) write_page(page, out, counts);
    counts.unreadable = unreadable_;
    return out;
  }

 private:
  void add(const std::string& url, const warc::HttpMessage& response) {
    if (response.status >= 300 && response.status < 400) {
      const auto base = url::Url::parse(url);
      if (!base.ok()) return;
      const auto target = url::Url::parse(response.header("Location"), &*base);
      if (target.ok()) redirects_[url] = url::canonical(*target);
      return;
    }
    if (response.status != 200 || !known_.emplace(url, pages_.size()).second) return;
    const std::string body = warc::decode_body(response, kMaxBody).bytes;
    const std::string type = ascii_lower(response.media_type());
    LoggedPage page{.url = url, .relevant = relevant(url, type, body)};
    if (type == "text/html" || type == "application/xhtml+xml") {
      const auto parsed = html::parse(body, {.transport_charset = response.charset()});
      page.links = read_page_signals(parsed.document, url).links;
    }
    pages_.push_back(std::move(page));
  }

  bool relevant(const std::string& url, const std::string& type, const std::string& body) {
    if (!rules_.any()) return false;
    if (pattern_ != nullptr && !RE2::PartialMatch(url, *pattern_)) return false;
    if (!rules_.media_type.empty() && type != rules_.media_type) return false;
    if (!rules_.urls.empty() && !rules_.urls.contains(url)) return false;
    return !rules_.papers || is_paper(url, body);
  }

  bool is_paper(const std::string& url, const std::string& body) {
    if (!body.starts_with("%PDF")) return false;
    const auto document = pdf_text(body);
    if (!document.ok()) ++unreadable_;
    return document.ok() && classify_paper(url, document->text, document->pages).paper;
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
    out += "{\"url\": ";
    append_json_string(out, page.url);
    out += page.relevant ? ", \"relevant\": true" : "";
    out += ", \"links\": [";
    const char* separator = "";
    for (const PageLink& link : page.links) {
      const std::string to = destination(canonical_url(link.url));
      if (!known_.contains(to)) continue;
      out += separator;
      out += "{\"url\": ";
      append_json_string(out, to);
      out += ", \"text\": ";
      append_json_string(out, link.anchor);
      out += "}";
      separator = ", ";
      ++counts.links;
    }
    out += "]}\n";
    ++counts.pages;
    counts.relevant += page.relevant ? 1 : 0;
  }

  const RelevanceRules& rules_;
  std::unique_ptr<RE2> pattern_;
  std::vector<LoggedPage> pages_;
  std::unordered_map<std::string, size_t> known_;
  std::unordered_map<std::string, std::string> redirects_;
  uint64_t unreadable_ = 0;
};

}  // namespace

Result<std::string> warc_site_log(const std::vector<std::string>& paths,
                                  const RelevanceRules& rules, SiteLogCounts* counts) {
  LogBuilder builder(rules);
  WEFT_TRY(builder.check());
  for (const std::string& path : paths) WEFT_TRY(builder.read(path));
  SiteLogCounts ignored;
  return builder.write(counts == nullptr ? ignored : *counts);
}

}  // namespace weft::crawl
