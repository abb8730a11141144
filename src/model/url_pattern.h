// URL patterns: the most specific regular expression that matches all URLs of a cluster ([Vertex]
// IV-A).
//
//   http://shop.example/product/17/red-shoe.html
//   http://shop.example/product/4/blue-hat.html
//   → https?://shop\.example/product/\d+/[^/?#]+\.html
//
// Bounded against overfitting: what varies becomes a class, never a long list; a part that looks
// like data (a number, a long slug) stays literal only when enough URLs share it; the whole has a
// greatest length.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft::model {

struct UrlPatternOptions {
  size_t max_length = 400;         // Longer patterns give up literals from the right.
  size_t max_alternatives = 3;     // a|b|c at one place, where…
  size_t min_per_alternative = 5;  // …each is backed by so many URLs.
  // Fewer URLs: a shared part with digits is taken for data, not template.
  size_t min_urls_for_data = 5;
};

// An RE2 expression for the whole URL without its fragment; "" when there is no URL or they share
// no host. O(total length of the URLs).
std::string learn_url_pattern(std::span<const std::string> urls,
                              const UrlPatternOptions& options = {});

// How much a pattern says: its literal characters. More specific patterns win ties.
size_t url_pattern_specificity(std::string_view pattern);

// The URL as patterns see it: without fragment, scheme and host in lower case.
std::string url_for_matching(std::string_view url);

}  // namespace weft::model
