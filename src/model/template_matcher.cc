// [Vertex] IV-A, Rule Matching.
//
// 1. Filter by URL: one RE2::Set holds every pattern.
// 2. Filter by signature: the page's vector is computed once for each way of shingling in use (one,
//    normally).
// 3. Among several, the greatest importance; then the more specific URL pattern; then the order of
//    the templates.

#include "model/template_matcher.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <re2/set.h>

#include "model/url_pattern.h"

namespace weft::model {

struct TemplateMatcher::UrlSet {
  UrlSet() : set(options(), RE2::ANCHOR_BOTH) {}
  static RE2::Options options() {
    RE2::Options options;
    options.set_log_errors(false);
    return options;
  }

  RE2::Set set;
  std::vector<uint32_t> template_of;      // For each pattern in the set.
  std::vector<uint32_t> without_pattern;  // TemplateMatch every URL.
  std::vector<size_t> specificity;        // Of each template's pattern.
};

namespace {

// Vectors of one page, computed when first asked for.
class PageVectors {
 public:
  explicit PageVectors(const dom::Document& doc) : doc_(doc) {}

  dom::ShingleVector get(const dom::ShingleOptions& options) {
    const auto key = std::tuple(options.kind, options.length, options.byte_hashes);
    const auto it = vectors_.find(key);
    if (it != vectors_.end()) return it->second;
    return vectors_[key] = dom::shingle_vector(doc_, options);
  }

 private:
  const dom::Document& doc_;
  std::map<std::tuple<dom::ShingleKind, uint32_t, bool>, dom::ShingleVector> vectors_;
};

TemplateCandidate assess(const Template& rule, uint32_t index, PageVectors& vectors) {
  TemplateCandidate candidate{index, true, 0, rule.signature.fixed_count(), rule.importance};
  if (candidate.fixed == 0) return candidate;
  const dom::ShingleVector v = vectors.get(rule.shingles);
  candidate.agreeing = rule.signature.agreeing(v);
  candidate.covers = candidate.agreeing == candidate.fixed;
  return candidate;
}

}  // namespace

std::span<const std::string_view> names_of(TemplateMatchKind) {
  static constexpr std::string_view kNames[] = {"none", "skipped", "signature", "nearest"};
  return kNames;
}

TemplateMatcher::TemplateMatcher(std::vector<Template> templates,
                                 const TemplateMatchOptions& options)
    : templates_(std::move(templates)), options_(options), urls_(std::make_unique<UrlSet>()) {}
TemplateMatcher::~TemplateMatcher() = default;
TemplateMatcher::TemplateMatcher(TemplateMatcher&&) noexcept = default;
TemplateMatcher& TemplateMatcher::operator=(TemplateMatcher&&) noexcept = default;

Result<TemplateMatcher> TemplateMatcher::build(std::vector<Template> templates,
                                               const TemplateMatchOptions& options) {
  TemplateMatcher matcher(std::move(templates), options);
  UrlSet& urls = *matcher.urls_;
  for (uint32_t i = 0; i < matcher.templates_.size(); ++i) {
    const Template& rule = matcher.templates_[i];
    urls.specificity.push_back(url_pattern_specificity(rule.url_pattern));
    if (rule.url_pattern.empty()) {
      urls.without_pattern.push_back(i);
      continue;
    }
    std::string error;
    if (urls.set.Add(rule.url_pattern, &error) < 0) {
      return Error{ErrorCode::kInvalidArgument, fmt::format("template {}: URL pattern '{}': {}",
                                                            rule.name, rule.url_pattern, error)};
    }
    urls.template_of.push_back(i);
  }
  if (!urls.set.Compile())
    return Error{ErrorCode::kLimitExceeded, "too many URL patterns to match at once"};
  return matcher;
}

std::vector<uint32_t> TemplateMatcher::match_url(std::string_view url) const {
  std::vector<uint32_t> found = urls_->without_pattern;
  if (url.empty()) {
    found.insert(found.end(), urls_->template_of.begin(), urls_->template_of.end());
  } else if (!urls_->template_of.empty()) {
    std::vector<int> patterns;
    urls_->set.Match(url_for_matching(url), &patterns);
    for (const int pattern : patterns)
      found.push_back(urls_->template_of[static_cast<size_t>(pattern)]);
  }
  std::sort(found.begin(), found.end());
  return found;
}

TemplateMatch TemplateMatcher::match(const Page& page) const {
  TemplateMatch match;
  const std::vector<uint32_t> by_url = match_url(page.url);  // Step 1.
  if (by_url.empty()) {
    match.kind = templates_.empty() ? TemplateMatchKind::kNone : TemplateMatchKind::kUrl;
    return match;
  }
  PageVectors vectors(page.document);
  for (const uint32_t i : by_url)
    match.candidates.push_back(assess(templates_[i], i, vectors));  // Step 2.

  // Step 3. A template that asks for nothing is for pages that nothing else fits, not even nearly.
  const auto rank = [&](const TemplateCandidate& c) {
    const bool anything = c.fixed == 0 && templates_[c.index].url_pattern.empty();
    const double fit = anything ? options_.min_agreement - 1 : c.covers ? 1 : c.agreement() - 1;
    return std::tuple(fit, c.importance, urls_->specificity[c.index]);
  };
  std::stable_sort(
      match.candidates.begin(), match.candidates.end(),
      [&](const TemplateCandidate& a, const TemplateCandidate& b) { return rank(a) > rank(b); });
  const TemplateCandidate& best = match.candidates.front();
  if (!best.covers && best.agreement() < options_.min_agreement) return match;
  match.kind = best.covers ? TemplateMatchKind::kSignature : TemplateMatchKind::kNearest;
  match.index = best.index;
  match.agreement = best.agreement();
  return match;
}

}  // namespace weft::model
