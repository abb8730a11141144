// Heads as they are found, not as they should be: line ends with or without CR, folded lines, and
// ARC lines whose URLs hold spaces:
//
//   http://a.example/x y 127.0.0.1 20140216050221 text/html 512
//
// is read from its right end, where length, type, date and address have fixed forms; what is left
// is the URL.
#include "warc/header_parser.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace weft::warc {
namespace {

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_ascii_digit(c); });
}

// 20140216050221 -> 2014-02-16T05:02:21Z; shorter stamps are filled with zeros.
std::string iso_date(std::string_view stamp) {
  std::string digits(stamp.substr(0, 14));
  digits.append(14 - digits.size(), '0');
  const std::string_view d = digits;
  return fmt::format("{}-{}-{}T{}:{}:{}Z", d.substr(0, 4), d.substr(4, 2), d.substr(6, 2),
                     d.substr(8, 2), d.substr(10, 2), d.substr(12, 2));
}

bool has_scheme(std::string_view token) {
  const size_t colon = token.find(':');
  return colon != std::string_view::npos && colon > 0 && colon < 20 && is_ascii_alpha(token[0]);
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> tokens;
  while (!line.empty()) {
    const size_t space = std::min(line.find(' '), line.size());
    if (space != 0) tokens.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return tokens;
}

std::string_view between(std::string_view first, std::string_view last) {
  return {first.data(), static_cast<size_t>(last.data() + last.size() - first.data())};
}

}  // namespace

size_t head_size(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const void* found = std::memchr(text.data() + at, '\n', text.size() - at);
    if (found == nullptr) return 0;
    at = static_cast<size_t>(static_cast<const char*>(found) - text.data()) + 1;
    if (at < text.size() && text[at] == '\n') return at + 1;
    if (at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n') return at + 2;
  }
  return 0;
}

void parse_fields(std::string_view lines, Fields& fields) {
  while (!lines.empty()) {
    size_t end = std::min(lines.find('\n'), lines.size());
    while (end + 1 < lines.size() && (lines[end + 1] == ' ' || lines[end + 1] == '\t')) {
      end = std::min(lines.find('\n', end + 1), lines.size());
    }
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    fields.push_back({trim(line.substr(0, colon)), trim(line.substr(colon + 1))});
  }
}

bool starts_warc(std::string_view text) {
  if (!text.starts_with("WARC/")) return false;
  const size_t end = text.substr(0, 16).find_first_of("\r\n");
  return end != std::string_view::npos && end > 5 && is_ascii_digit(text[5]);
}

std::optional<ArcLine> parse_arc_line(std::string_view line) {
  line = trim(line);
  if (!has_scheme(line.substr(0, line.find(' ')))) return std::nullopt;
  const std::vector<std::string_view> tokens = split(line);
  if (tokens.size() < 5) return std::nullopt;
  size_t date = tokens.size() - 3;
  while (date >= 2 &&
         !(tokens[date].size() >= 12 && tokens[date].size() <= 18 && all_digits(tokens[date])))
    --date;
  if (date < 2) return std::nullopt;
  ArcLine arc;
  arc.url = between(tokens[0], tokens[date - 2]);
  arc.ip = tokens[date - 1];
  arc.date = iso_date(tokens[date]);
  const bool version_two =
      tokens.size() - date > 6;  // …type result checksum location offset file length
  arc.mime = version_two ? tokens[date + 1] : between(tokens[date + 1], tokens[tokens.size() - 2]);
  arc.is_filedesc = arc.url.starts_with("filedesc:");
  const auto length = parse_number<uint64_t>(tokens.back());
  if (length) arc.content_length = *length;
  arc.length = std::to_string(length.value_or(0));
  return arc;
}

}  // namespace weft::warc
