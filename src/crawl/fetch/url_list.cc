// One pass over the events of XmlScanner. The first element says what the list is; an entry is
// everything between <url>, <sitemap>, <item> or <entry> and its end, or the next such element
// where the end tag is missing.
//
// Tested by url_list_test.cc, fuzzed by url_list_fuzz.cc.

#include "crawl/fetch/url_list.h"

#include <curl/curl.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/diagnostic.h"
#include "base/strings.h"
#include "crawl/fetch/xml_scanner.h"
#include "dom/document.h"
#include "html/encoding.h"
#include "url/url.h"
#include "warc/codec.h"

namespace weft::crawl {
namespace {

constexpr size_t kMaxListText = 4096;  // Of a URL or title.

ListKind kind_of(std::string_view element) {
  if (element == "urlset") return ListKind::kSitemap;
  if (element == "sitemapindex") return ListKind::kSitemapIndex;
  if (element == "rss" || element == "RDF") return ListKind::kRss;
  if (element == "feed") return ListKind::kAtom;
  return ListKind::kNone;
}

bool is_entry(ListKind kind, std::string_view element) {
  switch (kind) {
    case ListKind::kSitemap:
      return element == "url";
    case ListKind::kSitemapIndex:
      return element == "sitemap";
    case ListKind::kRss:
      return element == "item";
    case ListKind::kAtom:
      return element == "entry";
    default:
      return false;
  }
}

class ListReader {
 public:
  ListReader(std::string_view text, std::string_view list_url, const UrlListLimits& limits)
      : scanner_(text), limits_(limits) {
    if (const auto base = url::Url::parse(list_url); base.ok()) base_ = *base;
  }

  UrlList read() {
    using Event = XmlScanner::Event;
    for (Event event = scanner_.next(); event != Event::kEnd && !list_.truncated;
         event = scanner_.next()) {
      if (event == Event::kOpen)
        open();
      else if (event == Event::kClose)
        close();
      else if (inner_depth_ == 1)
        append_text();
    }
    finish_entry();
    return std::move(list_);
  }

  UrlList read_lines(std::string_view text) {
    list_.kind = ListKind::kText;
    while (!text.empty() && !list_.truncated) {
      entry_.url = trim(take_line(text));
      if (!entry_.url.empty() && entry_.url.front() != '#') add();
      entry_ = {};
    }
    if (list_.entries.empty()) list_.kind = ListKind::kNone;
    return std::move(list_);
  }

 private:
  void open() {
    const std::string_view name = scanner_.name();
    if (list_.kind == ListKind::kNone) list_.kind = kind_of(name);
    if (is_entry(list_.kind, name)) {
      finish_entry();
      in_entry_ = true;
      // RSS 1.0 names the item here; a <link> within it says the same.
      if (list_.kind == ListKind::kRss) entry_.url = scanner_.attribute("about");
    } else if (in_entry_ && ++inner_depth_ == 1) {
      field_ = name;
      text_.clear();
      if (list_.kind == ListKind::kAtom && name == "link") take_atom_link();
    }
  }

  void close() {
    if (is_entry(list_.kind, scanner_.name())) {
      finish_entry();
    } else if (in_entry_ && inner_depth_ > 0 && --inner_depth_ == 0) {
      take_field(trim(text_));
    }
  }

  void append_text() {
    if (text_.size() < kMaxListText) scanner_.append_text(text_);
  }

  // The first <link> that is the page itself: rel="alternate" or none.
  void take_atom_link() {
    const std::string rel = scanner_.attribute("rel");
    if (entry_.url.empty() && (rel.empty() || rel == "alternate"))
      entry_.url = scanner_.attribute("href");
  }

  void take_field(std::string_view text) {
    if (text.empty()) return;
    const bool feed = list_.kind == ListKind::kRss || list_.kind == ListKind::kAtom;
    if (field_ == "loc" || (field_ == "link" && list_.kind == ListKind::kRss)) {
      entry_.url = text;
    } else if (field_ == "guid" && entry_.url.empty() && text.starts_with("http")) {
      entry_.url = text;
    } else if (field_ == "title" && feed) {
      entry_.title = normalize_space(text);
    } else if (field_ == "lastmod" || field_ == "updated" || field_ == "date") {
      entry_.modified = parse_w3c_date(text);
    } else if (field_ == "published" && !entry_.modified.has_value()) {
      entry_.modified = parse_w3c_date(text);
    } else if (field_ == "pubDate") {
      entry_.modified = parse_http_date(text);
    } else if (field_ == "priority") {
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc()) entry_.priority = std::clamp(value, 0.0, 1.0);
    }
  }

  void finish_entry() {
    if (in_entry_ && !entry_.url.empty()) add();
    in_entry_ = false;
    inner_depth_ = 0;
    entry_ = {};
  }

  void add() {
    const auto url = url::Url::parse(entry_.url, base_.has_value() ? &*base_ : nullptr);
    if (entry_.url.size() > kMaxListText || !url.ok() || !url->is_http()) {
      ++list_.rejected;
    } else if (list_.entries.size() >= limits_.max_entries) {
      list_.truncated = true;
    } else {
      entry_.url = url->href_without_fragment();
      list_.entries.push_back(std::move(entry_));
    }
  }

  XmlScanner scanner_;
  UrlListLimits limits_;
  std::optional<url::Url> base_;
  UrlList list_;
  ListedUrl entry_;
  bool in_entry_ = false;
  uint32_t inner_depth_ = 0;  // Elements open within the entry.
  std::string_view field_;    // The outermost of them.
  std::string text_;
};

// The encoding of the XML declaration; empty if there is none.
std::string_view declared_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  std::string_view head = bytes.substr(0, std::min(bytes.find("?>"), size_t{256}));
  const size_t at = head.find("encoding");
  if (at == std::string_view::npos) return {};
  head.remove_prefix(std::min(head.find_first_of("\"'", at), head.size()));
  if (head.empty()) return {};
  return head.substr(1, head.find(head.front(), 1) - 1);
}

// A text list holds nothing but URLs: its first line must be one.
bool looks_like_lines(std::string_view text) {
  text = trim(text);
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with('#');
}

}  // namespace

UrlList read_url_list(std::string_view bytes, std::string_view list_url,
                      const UrlListLimits& limits) {
  bool cut = false;
  std::string unpacked;
  if (warc::codec_of_bytes(bytes) == warc::Codec::kGzip) {
    cut = !warc::decompress(warc::Codec::kGzip, bytes, unpacked, limits.max_bytes).ok();
    bytes = unpacked;
  }
  cut = cut || bytes.size() > limits.max_bytes;
  bytes = bytes.substr(0, limits.max_bytes);
  Diagnostics ignored;
  const html::Decoded decoded =
      html::decode(dom::Source::borrow(bytes), declared_encoding(bytes), ignored);
  const std::string_view text = decoded.source.view();

  ListReader reader(text, list_url, limits);
  UrlList list = looks_like_lines(text) ? reader.read_lines(text) : reader.read();
  list.truncated = list.truncated || cut;
  return list;
}

std::optional<int64_t> parse_w3c_date(std::string_view text) {
  text = trim(text);
  const auto number = [&](size_t at, size_t digits) {
    int value = 0;
    if (at + digits > text.size()) return -1;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + digits, value);
    return error == std::errc() && end == text.data() + at + digits ? value : -1;
  };
  const int year = number(0, 4);
  const int month = text.size() >= 7 && text[4] == '-' ? number(5, 2) : 1;
  const int day = text.size() >= 10 && text[7] == '-' ? number(8, 2) : 1;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (year < 0 || month < 0 || day < 0 || !date.ok()) return std::nullopt;
  int64_t seconds = int64_t{std::chrono::sys_days(date).time_since_epoch().count()} * 86'400;
  if (text.size() < 16 || (text[10] != 'T' && text[10] != ' ')) return seconds;
  const int hour = number(11, 2);
  const int minute = number(14, 2);
  if (hour < 0 || minute < 0) return seconds;
  seconds += hour * 3600 + minute * 60;
  if (text.size() >= 19 && text[16] == ':') seconds += std::max(0, number(17, 2));
  const size_t zone = text.find_first_of("+-", 16);
  if (zone == std::string_view::npos) return seconds;
  const int zone_hours = number(zone + 1, 2);
  const size_t zone_colon = zone + 3 < text.size() && text[zone + 3] == ':' ? 4 : 3;
  const int zone_minutes = std::max(0, number(zone + zone_colon, 2));
  if (zone_hours < 0) return seconds;
  const int offset = zone_hours * 3600 + zone_minutes * 60;
  return text[zone] == '+' ? seconds - offset : seconds + offset;
}

std::optional<int64_t> parse_http_date(std::string_view text) {
  const std::string terminated(trim(text.substr(0, 64)));
  const time_t seconds = curl_getdate(terminated.c_str(), nullptr);
  if (seconds == -1) return std::nullopt;
  return seconds;
}

}  // namespace weft::crawl
