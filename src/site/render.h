// Rendering: what the verb `weft render` and a crawl with --render do with a page.
//
// A page comes from the network, or is at hand with its resources: an archive, a folder. A page at
// hand is shown without any network, so that a saved page tells nobody that it is looked at, and can
// send nothing of what it finds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/fetch/fetcher.h"
#include "dom/document.h"
#include "render/browser.h"
#include "render/pool.h"
#include "site/net_resources.h"
#include "warc/writer.h"

namespace weft::site {

// --- what rendering brought ---

// How much a reader, or a program that follows links, has of a page.
struct PageMeasure {
  uint64_t words = 0;  // Of the visible text.
  uint64_t links = 0;  // Different targets.
};
PageMeasure measure_page(const dom::Document& doc);

// The least gain that is worth a browser: words or links that scripts added, as a share of all there
// are then, and so many of them that a menu or a notice does not count.
struct GainLimits {
  double share = 0.2;
  uint64_t words = 30;
  uint64_t links = 5;
};
bool pays(const PageMeasure& raw, const PageMeasure& rendered, const GainLimits& limits = {});

// A table in what a page's scripts fetched.
struct FetchedTable {
  std::string url;
  uint64_t records = 0;
  std::vector<std::string> fields;  // Of the first record.
};
// The largest array of objects in each response, of those that have one. Most records first.
std::vector<FetchedTable> fetched_tables(const std::vector<render::SeenRequest>& requests);

// --- rendering ---

struct RenderSettings {
  render::RenderOptions page;
  NetOptions net;
};

// A page that was shown, and where it came from.
struct ShownPage {
  render::RenderedPage rendered;
  std::string raw;  // The page before scripts, decoded from its transfer; empty if it never came.
  std::string raw_charset;                  // Of its header.
  std::vector<crawl::FetchResult> fetched;  // From the network.
};

// Threads: one at a time; several may share a pool.
class PageRenderer {
 public:
  // `pool` must outlive it.
  PageRenderer(render::BrowserPool& pool, RenderSettings settings);

  // From the network. Fails as BrowserPool::render, and with kPermission where robots.txt or an
  // address forbids the page itself.
  Result<ShownPage> show(const std::string& url);
  // The same, but the page itself is at hand, as it was answered; then acts are done on it.
  Result<ShownPage> show(const std::string& url, render::Resource page,
                         std::vector<model::PageAct> acts = {});
  // A page at hand, with what `resources` hold and nothing else.
  Result<ShownPage> show_stored(const std::string& url, render::Resource page,
                                render::ResourceLoader& resources);

 private:
  render::BrowserPool& pool_;
  RenderSettings settings_;
  NetResources net_;
};

// The responses in an archive, by URL, as far as they are there and fit into `max_bytes`.
Result<render::StoredResources> archived_resources(const std::string& path,
                                                   uint64_t max_bytes = uint64_t{512} << 20);

// The files of a folder, for a page that was saved in it: what the page asks for beside its own URL
// is looked for beside the file. Nothing outside the folder is ever given.
class FolderResources final : public render::ResourceLoader {
 public:
  // `page_url`: of the page in that folder.
  FolderResources(std::string folder, const std::string& page_url);

  void start(const render::ResourceRequest& request) override;
  std::vector<render::Resource> poll(std::chrono::milliseconds max_wait) override;

 private:
  std::string folder_;
  std::string prefix_;  // The URL of the folder.
  std::vector<render::Resource> ready_;
};

// --- in archives ---

// Writes a shown page: as it was fetched, or was at hand; the tree after scripts as a conversion of
// it, the layout as its metadata; what it asked for as responses (docs/formats/warc.md).
Status write_shown(warc::Writer& writer, const std::string& url, const ShownPage& page);

}  // namespace weft::site
