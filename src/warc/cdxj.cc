#include "warc/cdxj.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/json.h"
#include "base/split.h"
#include "base/strings.h"
#include "url/url.h"
#include "warc/sha1.h"

namespace weft::warc {
namespace {

// "www.", "www2.": the host without it, if something is left.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const size_t dot = host.find_first_not_of("0123456789", 3);
  return dot != std::string_view::npos && host[dot] == '.' &&
                 host.find('.', dot + 1) != std::string_view::npos
             ? host.substr(dot + 1)
             : host;
}

bool is_address(std::string_view host) {
  return host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string reversed(std::string_view host) {
  if (is_address(host)) return std::string(host);
  std::vector<std::string_view> labels = split(host, '.');
  std::reverse(labels.begin(), labels.end());
  return fmt::format("{}", fmt::join(labels, ","));
}

std::string sorted_query(std::string_view query) {
  std::vector<std::string_view> parameters = split(query, '&');
  std::sort(parameters.begin(), parameters.end());
  return fmt::format("{}", fmt::join(parameters, "&"));
}

struct Facts {
  std::string mime = "unk";
  std::string status;
  std::string digest;
};

Facts facts_of(const Record& record) {
  Facts facts;
  std::string_view body = record.content;
  if (record.is_http()) {
    const auto http = parse_http(record.content);
    if (http.ok()) {
      facts.status = std::to_string(http->status);
      if (!http->media_type().empty()) facts.mime = http->media_type();
      body = http->body;
    }
  } else if (const std::string_view type = record.header("Content-Type"); !type.empty()) {
    facts.mime = trim(type.substr(0, type.find(';')));
  }
  if (record.type == RecordType::kRevisit) facts.mime = "warc/revisit";
  std::string_view digest = record.header("WARC-Payload-Digest");
  if (digest.starts_with("sha1:")) digest.remove_prefix(5);
  facts.digest = digest.empty() ? base32(sha1(body)) : std::string(digest);
  return facts;
}

}  // namespace

std::string surt(std::string_view text) {
  const auto url = url::Url::parse(text);
  if (!url.ok() || !url->host || url->host->empty()) return ascii_lower(text);
  std::string key = reversed(without_www(*url->host));
  if (url->port) key += fmt::format(":{}", *url->port);
  std::string path = url->pathname();
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  key += ")" + path;
  if (url->query && !url->query->empty()) key += "?" + sorted_query(*url->query);
  return ascii_lower(key);
}

std::string cdx_timestamp(std::string_view iso_date) {
  std::string digits;
  for (const char c : iso_date) {
    if (is_ascii_digit(c) && digits.size() < 14) digits += c;
  }
  return digits.append(14 - digits.size(), '0');
}

std::string cdxj_line(const Record& record, std::string_view filename) {
  const bool indexed = record.type == RecordType::kResponse ||
                       record.type == RecordType::kRevisit || record.type == RecordType::kResource;
  const std::string_view uri = record.target_uri();
  if (!indexed || uri.empty()) return "";
  const Facts facts = facts_of(record);
  std::string line =
      fmt::format("{} {} {{\"url\": {}, \"mime\": {}", surt(uri), cdx_timestamp(record.date()),
                  Json(uri).dump(), Json(facts.mime).dump());
  if (!facts.status.empty()) line += fmt::format(", \"status\": \"{}\"", facts.status);
  line += fmt::format(", \"digest\": {}", Json(facts.digest).dump());
  if (record.length != 0) line += fmt::format(", \"length\": \"{}\"", record.length);
  return line + fmt::format(", \"offset\": \"{}\", \"filename\": {}}}", record.offset,
                            Json(filename).dump());
}

}  // namespace weft::warc
