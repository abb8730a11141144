// CrawlViewer: which pages of a crawl are worth a browser.
//
// A browser costs a hundred times what fetching costs, and most sites send their text. So it is asked
// by template: the first pages of a template are shown, and what they say as sent and as shown is
// compared; from then on all of its pages are shown, or none. What a page carries in its scripts (JSON
// that they would draw) needs no browser either. Answers are remembered in a file
// (docs/formats/render.md).
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "crawl/crawler.h"
#include "crawl/page_kinds.h"
#include "site/render.h"

namespace weft::site {

enum class RenderMode : uint8_t { kAuto, kAlways, kNever };
std::span<const std::string_view> names_of(RenderMode);

// Whether a template's pages are shown.
enum class RenderAnswer : uint8_t {
  kOpen,     // too few pages were compared
  kNeeded,   // scripts bring what the page as sent does not have
  kNoGain,   // they do not
  kScripts,  // they only draw what stands in the page's scripts
};
std::span<const std::string_view> names_of(RenderAnswer);

struct ViewOptions {
  RenderMode mode = RenderMode::kAuto;
  GainLimits gain;
  uint32_t samples = 3;        // Pages of a template that are compared.
  uint32_t host_samples = 40;  // Of a host; later templates are as most of its are.
  double scripts_share = 0.8;  // Of the words that scripts bring: then they stand in the page.
  crawl::PageKindOptions kinds;
};

// What is remembered of a template.
struct ViewedTemplate {
  std::string host;
  std::string signature;  // Of its first page, as it was sent.
  uint32_t samples = 0;
  uint32_t needed = 0;               // Samples of which rendering brought something,
  uint32_t in_scripts = 0;           // and those of them where it stood in a script.
  uint64_t shown = 0;                // Pages.
  PageMeasure sent, rendered;        // Of all samples together.
  std::string example;               // The URL of its first page.
  std::vector<FetchedTable> tables;  // What scripts of the samples fetched, by URL.
  RenderAnswer answer = RenderAnswer::kOpen;
};

class CrawlViewer final : public crawl::PageViewer {
 public:
  // `path`: of the file; what is in it is taken up. Fails as reading it does.
  static Result<CrawlViewer> open(const std::string& path, const ViewOptions& options,
                                  render::BrowserPool& pool, const RenderSettings& settings,
                                  Log& log);

  std::optional<Seen> see(const crawl::FetchResult& fetched, const dom::Document& page) override;

  [[nodiscard]] const std::vector<ViewedTemplate>& templates() const { return templates_; }
  [[nodiscard]] uint64_t shown() const { return shown_; }    // Pages, by this run…
  [[nodiscard]] uint64_t failed() const { return failed_; }  // …and those that could not be.
  // What a person wants to know at the end, a line each.
  [[nodiscard]] std::vector<std::string> report() const;
  // Whatever went wrong with the file; the crawl goes on without it.
  [[nodiscard]] const Status& status() const { return saved_; }

 private:
  CrawlViewer(std::string path, const ViewOptions& options, render::BrowserPool& pool,
              const RenderSettings& settings, Log& log);

  ViewedTemplate& template_of(const std::string& host, const std::string& url,
                              const dom::Document& page);
  // Whether a page of the template is to be shown.
  [[nodiscard]] bool wanted(const ViewedTemplate& one) const;
  void compare(ViewedTemplate& one, const dom::Document& page, const ShownPage& shown);

  std::string path_;
  ViewOptions options_;
  PageRenderer renderer_;
  Log& log_;
  std::vector<ViewedTemplate> templates_;
  crawl::PageKinds kinds_;  // Templates, by their numbers.
  std::map<std::string, uint32_t> host_samples_;
  uint64_t shown_ = 0;
  uint64_t failed_ = 0;
  Status saved_;
};

}  // namespace weft::site
