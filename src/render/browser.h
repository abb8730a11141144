// Browser: pages as a person sees them, drawn by Chromium.
//
//   WEFT_ASSIGN(Browser browser, Browser::launch({}));
//   WEFT_ASSIGN(RenderedPage page, browser.render("https://example.com/", loader, {}));
//
// One process with a profile of its own, which is gone when the Browser is. It has no network: what
// a page asks for is answered by the loader, and what goes around that (sockets, prefetches) finds no
// name server and no address. Every page has a context of its own, without cookies or storage of
// others. Dialogs are dismissed, downloads and new windows refused.
//
// Threads: one at a time. Several pages at once: render/pool.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "dom/document.h"
#include "dom/layout.h"
#include "model/page_act.h"
#include "render/process.h"
#include "render/resource.h"

namespace weft::render {

struct BrowserOptions {
  std::string program = "chromium-headless-shell";
  bool sandbox = true;  // Without it only where the kernel has none to offer; see sandboxed().
  Milliseconds start_time{20'000};
  Milliseconds answer_time{15'000};         // For a command that has nothing to wait for.
  uint64_t max_memory = uint64_t{2} << 30;  // Of all its processes; more ends it.
  uint32_t max_heap_megabytes = 512;        // Of the scripts of a page.
};

// When a page is taken to be ready. In all cases after `cap`, with a diagnostic.
struct WaitRule {
  enum class Until : uint8_t {
    kLoad,      // the load event
    kQuiet,     // … and nothing was asked for during `quiet`
    kSelector,  // a node matches `selector`
  };
  Until until = Until::kQuiet;
  std::string selector;
  Milliseconds quiet{500};
  Milliseconds cap{15'000};
};

struct RenderOptions {
  bool scripts = true;
  WaitRule wait;
  uint32_t width = 1366;
  uint32_t height = 900;
  bool screenshot = false;  // Of the whole page.
  bool images = false;      // With images, fonts and media; always for a screenshot.
  // Done once the page is ready, one after the other; after each the page is waited for until it is quiet.
  std::vector<model::PageAct> acts;
  Milliseconds act_time{60'000};  // For all of them together.
  Milliseconds snapshot_time{30'000};
  uint32_t max_requests = 1'000;                   // Of a page; more are refused.
  uint64_t max_recorded_body = uint64_t{4} << 20;  // Of a data response; longer ones are not kept.
  uint32_t max_messages = 50;                      // Of the console.
};

// A request that a page made.
struct SeenRequest {
  std::string url;
  std::string method;
  ResourceKind kind = ResourceKind::kOther;
  int status = 0;  // 0: refused, or nothing came.
  std::string content_type;
  uint64_t bytes = 0;
  std::string body;   // Of data: what scripts asked for.
  std::string error;  // Why nothing came.
};

struct RenderedPage {
  std::string url;   // After redirects, and where acts led.
  std::string html;  // The tree as it was drawn; document and layout belong to it.
  dom::Document document;
  dom::Layout layout;
  std::string screenshot;  // PNG, if wanted.
  std::vector<SeenRequest> requests;
  std::vector<std::string> console;  // Errors and uncaught exceptions of scripts.
  Diagnostics diagnostics;
  Milliseconds elapsed{0};
};

class Browser {
 public:
  // Fails with kNotFound if it is not installed, saying what to install; kIo, kTimeout.
  static Result<Browser> launch(const BrowserOptions& options);
  ~Browser();
  Browser(Browser&&) noexcept;
  Browser& operator=(Browser&&) noexcept;

  // Loads `url`, which the loader answers as everything else. Fails with kIo, kTimeout or
  // kLimitExceeded; if usable() is then false, the browser is to be replaced and the page may do
  // better in another one, else the page itself could not be had. kNotFound: there is nothing at the place
  // of an act.
  Result<RenderedPage> render(const std::string& url, ResourceLoader& loader,
                              const RenderOptions& options);
  [[nodiscard]] bool usable() const;
  // Whether pages are confined by the kernel. False where it offers neither user namespaces nor a
  // helper; then pages run as an ordinary process of a user without rights.
  [[nodiscard]] bool sandboxed() const;
  [[nodiscard]] uint32_t pages() const;  // Rendered so far.

 private:
  struct State;
  explicit Browser(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::render
