// One pass over the events of XmlScanner. The first element says what the list is; an entry is
// everything between <url>, <sitemap>, <item> or <entry> and its end, or the next such element
// where the end tag is missing.
//
// Tested by url_list_test.cc, fuzzed by url_list_fuzz.cc.

#include "crawl/fetch/url_list.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/diagnostic.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "dom/document.h"
#include "html/encoding.h"
#include "url/url.h"
#include "warc/codec.h"

namespace weft::crawl {
namespace {

// --- tags and text of an XML file, one after the other ---
//
// Sitemaps and feeds of the real web are often not well-formed: an unescaped '&', a missing end tag,
// HTML in the middle. A scanner, not a parser: it knows where a tag begins and ends and keeps no
// stack, so nothing that is missing or crossed can stop it. Of
//
//   <loc>https://a.example/?x=1&y=2</loc><url/>
//
// it makes kOpen loc, kText, kClose loc, kOpen url, kClose url; the '&', which begins no reference,
// stays an '&'. A quote that never ends would swallow the file, so a tag with one ends at its first
// '>'. It knows no DTD and therefore expands no entity but the predefined ones and character
// references. Time is linear, memory constant: events are views into the input, except decoded text.

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
constexpr size_t kLongestReference = 10;  // &#x10FFFF; without its & and ;

// The reference at the start of `text`, which begins with '&': appends its character and returns
// its length; 0 if it is none.
size_t decode_reference(std::string_view text, std::string& out) {
  const size_t end = text.substr(0, kLongestReference + 2).find(';');
  if (end == std::string_view::npos) return 0;
  std::string_view body = text.substr(1, end - 1);
  if (body.starts_with('#')) {
    body.remove_prefix(1);
    const bool hex = body.starts_with('x') || body.starts_with('X');
    if (hex) body.remove_prefix(1);
    uint32_t code = 0;
    const auto [stop, error] =
        std::from_chars(body.data(), body.data() + body.size(), code, hex ? 16 : 10);
    if (error != std::errc() || stop != body.data() + body.size()) return 0;
    append_utf8(out, code);
    return end + 1;
  }
  for (const auto& [name, character] : kEntities) {
    if (body != name) continue;
    out += character;
    return end + 1;
  }
  return 0;
}

void append_decoded(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    size_t used = decode_reference(text, out);
    if (used == 0) {
      out += '&';
      used = 1;
    }
    text.remove_prefix(used);
  }
}

std::string_view without_prefix(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string_view take_name(std::string_view& text) {
  const size_t end = std::min(text.find_first_of(" \t\r\n/>="), text.size());
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  return name;
}

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n/"), text.size()));
}

// The value after '=': quoted, or bare up to the next space.
std::string_view take_value(std::string_view& text) {
  const char quote = text.empty() ? ' ' : text.front();
  if (quote != '"' && quote != '\'') {
    const size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    const std::string_view value = text.substr(0, end);
    text.remove_prefix(end);
    return value;
  }
  text.remove_prefix(1);
  const size_t end = std::min(text.find(quote), text.size());
  const std::string_view value = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return value;
}

class XmlScanner {
 public:
  // REQUIRES: `text` outlives the scanner.
  explicit XmlScanner(std::string_view text) : rest_(text) {}

  enum class Event {
    kOpen,   // <name …>; an empty element <name/> is also followed by kClose
    kClose,  // </name>
    kText,   // characters or CDATA
    kEnd,
  };
  Event next();

  // Of kOpen and kClose: the name without its prefix.
  [[nodiscard]] std::string_view name() const { return name_; }
  // Of kOpen: the decoded value; empty if there is none of that name.
  [[nodiscard]] std::string attribute(std::string_view name) const;
  // Of kText: appends the decoded characters.
  void append_text(std::string& out) const;

 private:
  void read_tag();
  // Drops what is up to and including `end`, or everything; returns what was before it.
  std::string_view take_past(std::string_view end);

  std::string_view rest_;
  std::string_view name_;
  std::string_view attributes_;
  std::string_view text_;
  bool literal_ = false;        // text_ is CDATA.
  bool close_follows_ = false;  // The last tag was <name/>.
  Event event_ = Event::kEnd;
};

std::string_view XmlScanner::take_past(std::string_view end) {
  const size_t at = rest_.find(end);
  const std::string_view before = rest_.substr(0, at);
  rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  return before;
}

XmlScanner::Event XmlScanner::next() {
  if (std::exchange(close_follows_, false)) return event_ = Event::kClose;
  while (!rest_.empty()) {
    literal_ = false;
    if (rest_.front() != '<') {
      text_ = rest_.substr(0, rest_.find('<'));
      rest_.remove_prefix(text_.size());
      return event_ = Event::kText;
    }
    if (rest_.starts_with("<![CDATA[")) {
      rest_.remove_prefix(9);
      text_ = take_past("]]>");
      literal_ = true;
      return event_ = Event::kText;
    }
    if (rest_.starts_with("<!--")) {
      take_past("-->");
    } else if (rest_.starts_with("<?")) {
      take_past("?>");
    } else if (rest_.starts_with("<!")) {
      take_past(">");
    } else {
      read_tag();
      return event_;
    }
  }
  return event_ = Event::kEnd;
}

void XmlScanner::read_tag() {
  rest_.remove_prefix(1);
  event_ = rest_.starts_with('/') ? Event::kClose : Event::kOpen;
  if (event_ == Event::kClose) rest_.remove_prefix(1);
  // A '>' within quotes does not end the tag.
  size_t end = 0;
  char quote = 0;
  for (; end < rest_.size(); ++end) {
    const char c = rest_[end];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      break;
    }
  }
  // A quote that never ends: then the first '>' does.
  if (end == rest_.size()) end = std::min(rest_.find('>'), rest_.size());
  attributes_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  name_ = without_prefix(take_name(attributes_));
  close_follows_ = event_ == Event::kOpen && attributes_.ends_with('/');
}

std::string XmlScanner::attribute(std::string_view name) const {
  std::string_view rest = attributes_;
  for (skip_space(rest); !rest.empty(); skip_space(rest)) {
    const std::string_view key = take_name(rest);
    skip_space(rest);
    if (!rest.starts_with('=')) {
      if (key.empty()) rest.remove_prefix(std::min<size_t>(1, rest.size()));
      continue;
    }
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    const std::string_view value = take_value(rest);
    if (without_prefix(key) != name) continue;
    std::string decoded;
    append_decoded(value, decoded);
    return decoded;
  }
  return {};
}

void XmlScanner::append_text(std::string& out) const {
  if (literal_)
    out += text_;
  else
    append_decoded(text_, out);
}

// --- lists ---

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
    if (field_ == "loc" || (field_ == "link" && list_.kind == ListKind::kRss) ||
        (field_ == "guid" && entry_.url.empty() && text.starts_with("http"))) {
      entry_.url = text;
    } else if (field_ == "title" && feed) {
      entry_.title = normalize_space(text);
    } else if (field_ == "priority") {
      entry_.priority = std::clamp(leading_number<double>(text, entry_.priority), 0.0, 1.0);
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
    if (entry_.url.size() > kMaxListText || !url.ok() || !url->is_http()) return;
    if (list_.entries.size() >= limits_.max_entries) {
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

}  // namespace weft::crawl
