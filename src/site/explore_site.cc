#include "site/explore_site.h"

#include <map>
#include <utility>

#include "explore/words.h"
#include "mine/mine.h"
#include "site/domain_records.h"

namespace weft::site {
namespace {

constexpr size_t kTermsOfADomain = 3;  // Tried where a form needs words.

std::vector<mine::Region> regions_of(const model::Page& page, const ExploreOptions& options) {
  if (options.domain != nullptr) return mine_by_domain(page.document, *options.domain);
  return mine::mine(page.document,
                    {.max_regions = 1, .min_confidence = mine::kPresentableConfidence});
}

// What a domain calls its things, and what can be looked for.
explore::WalkOptions with_domain(const ExploreOptions& options) {
  explore::WalkOptions walk = options.walk;
  if (options.domain == nullptr) return walk;
  const annotate::Domain& domain = options.domain->domain();
  for (const std::string& word : domain.words) walk.words.push_back(explore::plain_words(word));
  walk.words.push_back(explore::plain_words(domain.name));
  for (const annotate::AttributeKnowledge& attribute : domain.attributes) {
    for (size_t i = 0; i < attribute.terms.size() && walk.terms.size() < kTermsOfADomain; ++i)
      walk.terms.push_back(attribute.terms[i]);
  }
  return walk;
}

}  // namespace

Explored explore_site(const std::string& url, const explore::Walk::PageReader& read,
                      const ExploreOptions& options) {
  Explored explored;
  std::vector<mine::Region> regions;  // Of the page that was judged last.
  explore::Walk walk(
      url, read,
      [&](const model::Page& page) {
        regions = regions_of(page, options);
        return regions.empty() ? std::vector<std::string>()
                               : mine::record_texts(page.document, regions[0]);
      },
      [&](model::Page page, const explore::WalkStep&) {
        explored.results.push_back({std::move(page), std::move(regions[0])});
        // Columns at one place have one name on all pages of a list.
        if (explored.results.size() > 1)
          mine::take_names(explored.results[0].region, explored.results.back().region);
      },
      with_domain(options));
  while (walk.step()) {
    if (options.watch && !options.watch(walk.steps().back())) break;
  }
  explored.steps = walk.steps();
  explored.refused = walk.refused();
  explored.ended = walk.ended();
  return explored;
}

}  // namespace weft::site
