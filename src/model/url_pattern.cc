// [Vertex] IV-A, "the most specific regex that matches all the URLs contained in the cluster".
//
// 1. A URL is cut into host, path segments and query.
// 2. Segments are aligned: by position where all URLs have as many; otherwise the equal ones at
//    both ends stay and the middle becomes .*
// 3. The values at one place are generalised: equal → literal; few and each well backed →
//    alternatives; otherwise common runs (of digits, of letters, single other characters) at both
//    ends stay, and the rest becomes \d+ or a class without separators.
// 4. A query keeps its keys where all URLs have the same ones in the same order.
// 5. A pattern that is too long loses its literals from the right.

#include "model/url_pattern.h"

#include <algorithm>
#include <map>
#include <vector>

#include <re2/re2.h>

#include "base/split.h"
#include "base/strings.h"

namespace weft::model {
namespace {

using Parts = std::vector<std::string_view>;

struct SplitUrl {
  std::string_view host;
  Parts segments;
  std::string_view query;
  bool has_query = false;
};

// Step 1. REQUIRES: url_for_matching's form.
SplitUrl split_url(std::string_view url) {
  SplitUrl result;
  if (const size_t scheme = url.find("://"); scheme != std::string_view::npos)
    url.remove_prefix(scheme + 3);
  if (const size_t mark = url.find('?'); mark != std::string_view::npos) {
    result.query = url.substr(mark + 1);
    result.has_query = true;
    url = url.substr(0, mark);
  }
  const size_t slash = url.find('/');
  result.host = url.substr(0, slash);
  if (slash != std::string_view::npos) result.segments = split(url.substr(slash + 1), '/');
  return result;
}

bool all_equal(const Parts& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](std::string_view v) { return v == values.front(); });
}

// Runs of digits, runs of letters, and every other byte alone.
Parts runs(std::string_view text) {
  const auto kind = [](char c) {
    return is_ascii_digit(c) ? 1 : is_ascii_alpha(c) || (c & 0x80) != 0 ? 2 : 0;
  };
  Parts result;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin + 1;
    while (end < text.size() && kind(text[end]) != 0 && kind(text[end]) == kind(text[begin])) ++end;
    result.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return result;
}

// How many bytes at the front (or back) of all values are the same runs.
size_t common_length(const Parts& values, bool at_back) {
  Parts shared = runs(values.front());
  if (at_back) std::reverse(shared.begin(), shared.end());
  size_t keep = shared.size();
  for (const std::string_view value : values) {
    Parts other = runs(value);
    if (at_back) std::reverse(other.begin(), other.end());
    const auto difference = std::mismatch(
        shared.begin(), shared.begin() + static_cast<ptrdiff_t>(keep), other.begin(), other.end());
    keep = static_cast<size_t>(difference.first - shared.begin());
  }
  size_t length = 0;
  for (size_t i = 0; i < keep; ++i) length += shared[i].size();
  return length;
}

class Generalizer {
 public:
  Generalizer(const UrlPatternOptions& options, std::string any)
      : options_(options), any_(std::move(any)) {}

  // Step 3.
  [[nodiscard]] std::string pattern(const Parts& values) const {
    if (all_equal(values) && !looks_like_data(values)) return RE2::QuoteMeta(values.front());
    if (std::string choices = alternatives(values); !choices.empty()) return choices;
    return common_ends(values);
  }

 private:
  [[nodiscard]] bool looks_like_data(const Parts& values) const {
    return values.size() < options_.min_urls_for_data && has_digit(values.front());
  }

  [[nodiscard]] std::string alternatives(const Parts& values) const {
    std::map<std::string_view, size_t> backing;
    for (const std::string_view value : values) {
      ++backing[value];
      if (backing.size() > options_.max_alternatives) return "";
    }
    std::string joined;
    for (const auto& [value, count] : backing) {
      if (count < options_.min_per_alternative) return "";
      joined += (joined.empty() ? "" : "|") + RE2::QuoteMeta(value);
    }
    return "(?:" + joined + ")";
  }

  [[nodiscard]] std::string common_ends(const Parts& values) const {
    const bool one_value = all_equal(values);
    const size_t front = one_value ? 0 : common_length(values, false);
    Parts rest;
    for (const std::string_view value : values) rest.push_back(value.substr(front));
    const size_t back = one_value ? 0 : common_length(rest, true);
    for (std::string_view& value : rest) value.remove_suffix(back);
    const std::string_view first = values.front();
    return RE2::QuoteMeta(first.substr(0, front)) + middle(rest) +
           RE2::QuoteMeta(first.substr(first.size() - back));
  }

  [[nodiscard]] std::string middle(const Parts& values) const {
    const bool some_empty =
        std::any_of(values.begin(), values.end(), [](auto v) { return v.empty(); });
    const bool digits = std::all_of(values.begin(), values.end(), [](std::string_view v) {
      return std::all_of(v.begin(), v.end(), is_ascii_digit);
    });
    return (digits ? "\\d" : any_) + (some_empty ? "*" : "+");
  }

  const UrlPatternOptions& options_;
  std::string any_;
};

Parts column(const std::vector<SplitUrl>& urls, size_t from_front) {
  Parts values;
  for (const SplitUrl& url : urls) values.push_back(url.segments[from_front]);
  return values;
}

// Segments equal in all URLs, counted from one end, at most `limit`.
size_t equal_segments(const std::vector<SplitUrl>& urls, size_t limit, bool at_back) {
  size_t count = 0;
  for (; count < limit; ++count) {
    Parts values;
    for (const SplitUrl& url : urls) {
      values.push_back(at_back ? url.segments[url.segments.size() - 1 - count]
                               : url.segments[count]);
    }
    if (!all_equal(values)) break;
  }
  return count;
}

// Step 2. Each with the slash before it.
std::vector<std::string> segment_patterns(const std::vector<SplitUrl>& urls,
                                          const UrlPatternOptions& options) {
  size_t least = SIZE_MAX, most = 0;
  for (const SplitUrl& url : urls) {
    least = std::min(least, url.segments.size());
    most = std::max(most, url.segments.size());
  }
  const Generalizer generalizer(options, "[^/?#]");
  std::vector<std::string> patterns;
  if (least == most) {
    for (size_t i = 0; i < most; ++i)
      patterns.push_back("/" + generalizer.pattern(column(urls, i)));
    return patterns;
  }
  const size_t front = equal_segments(urls, least, false);
  const size_t back = equal_segments(urls, least - front, true);
  const Parts& first = urls.front().segments;
  const auto literal = [&](size_t i) { return "/" + RE2::QuoteMeta(first[i]); };
  for (size_t i = 0; i < front; ++i) patterns.push_back(literal(i));
  patterns.push_back(least > front + back ? "/[^?#]*" : "(?:/[^?#]*)?");
  for (size_t i = first.size() - back; i < first.size(); ++i) patterns.push_back(literal(i));
  return patterns;
}

std::string_view key_of(std::string_view pair) { return pair.substr(0, pair.find('=')); }

// Step 4.
std::string query_pattern(const std::vector<SplitUrl>& urls, const UrlPatternOptions& options) {
  const auto with_query = static_cast<size_t>(
      std::count_if(urls.begin(), urls.end(), [](const SplitUrl& u) { return u.has_query; }));
  if (with_query == 0) return "";
  if (with_query < urls.size()) return "(?:\\?.*)?";
  std::vector<Parts> pairs;
  for (const SplitUrl& url : urls) pairs.push_back(split(url.query, '&'));
  const auto same_keys = [&](const Parts& other) {
    return std::equal(other.begin(), other.end(), pairs[0].begin(), pairs[0].end(),
                      [](auto a, auto b) { return key_of(a) == key_of(b); });
  };
  if (!std::all_of(pairs.begin(), pairs.end(), same_keys)) return "\\?.*";
  const Generalizer generalizer(options, "[^&#]");
  std::string pattern = "\\?";
  for (size_t i = 0; i < pairs[0].size(); ++i) {
    Parts values;
    for (const Parts& of_url : pairs) values.push_back(of_url[i].substr(key_of(of_url[i]).size()));
    if (i != 0) pattern += "&";
    pattern += RE2::QuoteMeta(key_of(pairs[0][i]));
    const bool all_assign =
        std::all_of(values.begin(), values.end(), [](auto v) { return v.starts_with('='); });
    if (all_assign) {
      for (std::string_view& value : values) value.remove_prefix(1);
      pattern += "=";
    }
    pattern += generalizer.pattern(values);
  }
  return pattern;
}

std::string join(const std::string& host, std::span<const std::string> segments,
                 std::string_view end) {
  std::string pattern = "https?://" + host;
  for (const std::string& segment : segments) pattern += segment;
  return pattern.append(end);
}

}  // namespace

std::string url_for_matching(std::string_view url) {
  url = trim(url.substr(0, url.find('#')));
  const size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::string(url);
  const size_t path = std::min(url.find_first_of("/?", scheme + 3), url.size());
  return ascii_lower(url.substr(0, path)).append(url.substr(path));
}

std::string learn_url_pattern(std::span<const std::string> urls, const UrlPatternOptions& options) {
  std::vector<std::string> clean;
  for (const std::string& url : urls) {
    if (url.find("://") != std::string::npos) clean.push_back(url_for_matching(url));
  }
  std::sort(clean.begin(), clean.end());
  clean.erase(std::unique(clean.begin(), clean.end()), clean.end());
  if (clean.empty()) return "";

  std::vector<SplitUrl> split_urls;
  Parts hosts;
  for (const std::string& url : clean) {
    split_urls.push_back(split_url(url));
    hosts.push_back(split_urls.back().host);
  }
  if (!all_equal(hosts)) return "";
  const std::string host = RE2::QuoteMeta(hosts.front());
  const std::vector<std::string> segments = segment_patterns(split_urls, options);
  std::string pattern = join(host, segments, query_pattern(split_urls, options));
  for (size_t keep = segments.size();
       pattern.size() > options.max_length && keep-- > 0;) {  // Step 5.
    pattern = join(host, std::span(segments).first(keep), ".*");
  }
  return pattern;
}

size_t url_pattern_specificity(std::string_view pattern) {
  size_t literal = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      literal += is_ascii_alpha(pattern[++i]) ? 0 : 1;  // \d is a class, \. a literal.
    } else if (pattern[i] == '[') {
      while (i < pattern.size() && pattern[i] != ']') ++i;
    } else if (std::string_view("()|*+?.").find(pattern[i]) == std::string_view::npos) {
      ++literal;
    }
  }
  return literal;
}

}  // namespace weft::model
