// TemplateMatcher: which template of a site a page belongs to ([Vertex] IV-A).
//
// First the URL: all patterns of the site are matched at once, and a page that none matches is not
// interesting; that needs no parsing. Then the signature: the templates left over are narrowed to
// those that cover the page's shingle vector. Then importance.
//
// Beyond the paper: a page whose URL matches but whose vector no signature covers goes to the
// template that agrees with it most, if it agrees enough (TemplateMatchOptions::min_agreement); the result
// says so. The paper loses such pages; set min_agreement above 1 to do the
// same.
//
// Threads: const after build().
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "model/page.h"
#include "model/template.h"

namespace re2 {
class RE2;
}

namespace weft::model {

struct TemplateMatchOptions {
  double min_agreement = 0.5;  // Share of a signature's fixed bytes that a page must agree with.
};

enum class TemplateMatchKind : uint8_t {
  kNone,       // no template fits
  kUrl,        // skipped: no URL pattern matches
  kSignature,  // the signature covers the page
  kNearest,    // no signature covers it; the nearest was taken
};
std::span<const std::string_view> names_of(TemplateMatchKind);

// A template that was considered, and how well it fits.
struct TemplateCandidate {
  uint32_t index = 0;  // Into templates().
  bool covers = false;
  unsigned agreeing = 0;  // Fixed bytes that agree, of…
  unsigned fixed = 0;     // …so many.
  double importance = 0;

  // 1 for a template without a signature.
  [[nodiscard]] double agreement() const {
    return fixed == 0 ? 1.0 : static_cast<double>(agreeing) / fixed;
  }
};

inline constexpr uint32_t kNoTemplate = UINT32_MAX;

struct TemplateMatch {
  TemplateMatchKind kind = TemplateMatchKind::kNone;
  uint32_t index = kNoTemplate;  // Into templates().
  double agreement = 0;          // Of the chosen one: 1 when its signature covers the page.
  std::vector<TemplateCandidate> candidates;  // Those the URL left over, best first.

  [[nodiscard]] bool found() const { return index != kNoTemplate; }
};

class TemplateMatcher {
 public:
  // Fails with kInvalidArgument for a URL pattern that RE2 refuses, naming the template.
  static Result<TemplateMatcher> build(std::vector<Template> templates,
                                       const TemplateMatchOptions& options = {});
  ~TemplateMatcher();
  TemplateMatcher(TemplateMatcher&&) noexcept;
  TemplateMatcher& operator=(TemplateMatcher&&) noexcept;

  // The templates whose pattern matches; those without a pattern always do. Nothing is known of an
  // empty URL, so it matches all.
  [[nodiscard]] std::vector<uint32_t> match_url(std::string_view url) const;
  // Whether a page with this URL is worth parsing. O(length of the URL), however many templates
  // there are.
  [[nodiscard]] bool interesting(std::string_view url) const { return !match_url(url).empty(); }
  [[nodiscard]] TemplateMatch match(const Page& page) const;

  [[nodiscard]] const std::vector<Template>& templates() const { return templates_; }

 private:
  struct UrlSet;
  TemplateMatcher(std::vector<Template> templates, const TemplateMatchOptions& options);

  std::vector<Template> templates_;
  TemplateMatchOptions options_;
  std::unique_ptr<UrlSet> urls_;
};

}  // namespace weft::model
