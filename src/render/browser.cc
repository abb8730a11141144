// How a page becomes a RenderedPage:
//
//   B1  a context and a tab of its own; requests stop at us, scripts are switched off if unwanted
//   B2  navigate; every request goes to the loader, and what it gives back to the page
//   B3  wait: for the load event, for quiet, or for a node; at the cap scripts are stopped, and what
//       is there counts
//   B3a acts: each finds its place by XPath, does what a person would, and waits for quiet; one that may be
//       done several times is, as long as the page grows
//   B4  snapshot, screenshot; the context is thrown away
//
// What a page can do to us: hang (a script without end is terminated at the cap; a browser that still
// does not answer is ended), grow (its memory is looked at, its heap is bounded), ask without end
// (requests are counted), kill the browser (the pool starts another one). Tested by browser_test.cc,
// with the browser where it is installed and with scripts that stand in for one that misbehaves.

#include "render/browser.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/strings.h"
#include "render/devtools.h"
#include "render/snapshot.h"

namespace weft::render {
namespace {

using namespace std::chrono_literals;

constexpr auto kLookEvery = 100ms;  // At selector and quiet.
constexpr auto kWeighEvery = 1s;    // The memory of the browser.
constexpr auto kLoaderTurn = 5ms;   // Waiting for the browser while the loader works, and back.
constexpr size_t kLongestMessage = 500;

// --- acts ---

// A function of a path: the node there, in the page or in a frame of it.
constexpr char kFind[] = R"(const find = (path, page = document) => {
  const found = page.evaluate(path, page, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  if (found) return found;
  for (const frame of page.querySelectorAll('iframe, frame')) {
    let inner = null;
    try { inner = frame.contentDocument && find(path, frame.contentDocument); } catch (foreign) {}
    if (inner) return inner;
  }
  return null;
};
)";
// Bodies of functions of `node` and `value`. What a script that watches a field would see is what a person's
// typing shows it: the value set past what frameworks put before it, and the events.
constexpr char kWrite[] = R"(
  if (node.type === 'checkbox' || node.type === 'radio') {
    if (node.checked !== (value !== '')) node.click();
    return true;
  }
  node.focus();
  if (node.tagName === 'SELECT') {
    const option = [...node.options].find(o => o.value === value || o.text.trim() === value);
    if (!option) return false;
    node.value = option.value;
  } else if ('value' in node) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node), 'value').set.call(node, value);
  } else {
    node.textContent = value;
  }
  for (const name of ['input', 'change']) node.dispatchEvent(new Event(name, {bubbles: true}));
  return true;
)";
// Where to click: its middle, if nothing is before it there; otherwise it is clicked by script.
constexpr char kPoint[] = R"(
  node.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
  const box = node.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const seen = node.ownerDocument === document && document.elementFromPoint(x, y);
  if (seen && (seen === node || node.contains(seen))) return {x, y};
  node.click();
  return {};
)";
constexpr char kFocus[] = "node.focus(); return true;";
constexpr char kScrollDown[] = R"((() => {
  for (const part of document.querySelectorAll('*')) {
    if (part.scrollHeight > part.clientHeight + 20 && /auto|scroll/.test(getComputedStyle(part).overflowY))
      part.scrollTop = part.scrollHeight;
  }
  window.scrollTo(0, document.documentElement.scrollHeight);
})())";
constexpr char kSize[] = "document.getElementsByTagName('*').length";

// --- the profile ---

// A folder of its own for a browser, removed with all that is in it.
class Profile {
 public:
  static Result<Profile> make() {
    const char* base = ::getenv("TMPDIR");
    std::string path = fmt::format("{}/weft-browser-XXXXXX", base == nullptr ? "/tmp" : base);
    if (::mkdtemp(path.data()) == nullptr) {
      return Error{ErrorCode::kIo,
                   fmt::format("cannot make a folder {}: {}", path, std::strerror(errno))};
    }
    return Profile(std::move(path));
  }
  ~Profile() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  Profile(Profile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Profile& operator=(Profile&&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit Profile(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// --- the command line ---

constexpr char kFeaturesOff[] =
    "BackForwardCache,IsolateOrigins,site-per-process,Translate,OptimizationHints,MediaRouter,"
    "PaintHolding,DialMediaRouteProvider,HttpsUpgrades";

std::vector<std::string> arguments_of(const BrowserOptions& options, const std::string& profile,
                                      bool sandbox) {
  std::vector<std::string> arguments = {
      "--headless",
      "--remote-debugging-pipe",
      "--user-data-dir=" + profile,
      // No network of its own: no name resolves, and what needs none has a proxy that nobody is.
      "--host-resolver-rules=MAP * ~NOTFOUND",
      "--proxy-server=socks5://127.0.0.1:9",
      "--proxy-bypass-list=<-loopback>",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-pings",
      // Frames in the process of their page, so that one snapshot has all of them.
      "--disable-site-isolation-trials",
      fmt::format("--disable-features={}", kFeaturesOff),
      "--disable-breakpad",
      "--disable-crash-reporter",
      "--disable-dev-shm-usage",
      "--disable-extensions",
      "--disable-gpu",
      "--block-new-web-contents",
      "--hide-scrollbars",
      "--mute-audio",
      "--no-default-browser-check",
      "--no-first-run",
      "--password-store=basic",
      "--use-mock-keychain",
      fmt::format("--js-flags=--max-old-space-size={}", options.max_heap_megabytes),
  };
  if (!sandbox) arguments.emplace_back("--no-sandbox");
  arguments.emplace_back("about:blank");
  return arguments;
}

// --- requests ---

struct NamedKind {
  std::string_view name;  // Of the protocol.
  ResourceKind kind;
};
constexpr NamedKind kKinds[] = {
    {"Document", ResourceKind::kDocument}, {"Stylesheet", ResourceKind::kStyleSheet},
    {"Script", ResourceKind::kScript},     {"XHR", ResourceKind::kData},
    {"Fetch", ResourceKind::kData},        {"EventSource", ResourceKind::kData},
    {"Image", ResourceKind::kImage},       {"Font", ResourceKind::kFont},
    {"Media", ResourceKind::kMedia},
};

ResourceKind kind_of(std::string_view name) {
  for (const NamedKind& known : kKinds) {
    if (known.name == name) return known.kind;
  }
  return ResourceKind::kOther;
}

bool is_heavy(ResourceKind kind) {
  return kind == ResourceKind::kImage || kind == ResourceKind::kFont ||
         kind == ResourceKind::kMedia;
}

// What the browser would misread, because the body is already decoded and whole.
bool is_stale_header(std::string_view name) {
  for (const char* stale :
       {"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"}) {
    if (equals_ignoring_ascii_case(name, stale)) return true;
  }
  return false;
}

// "TypeError: x is not a function", of an exception or of what was written to the console.
std::string message_of(const Json& event, std::string_view method) {
  const Json& parameters = event["params"];
  std::string text;
  if (method == "Runtime.exceptionThrown") {
    const Json& details = parameters["exceptionDetails"];
    text = details["exception"].text_of("description", details.text_of("text"));
  } else if (method == "Log.entryAdded") {
    text =
        parameters["entry"].text_of("level") == "error" ? parameters["entry"].text_of("text") : "";
  } else if (parameters.text_of("type") == "error") {
    for (const Json& argument : parameters["args"]) {
      const Json* value = argument.find("value");
      text += text.empty() ? "" : " ";
      text += value != nullptr ? (value->is_string() ? value->text() : dump_json(*value))
                               : argument.text_of("description");
    }
  }
  text = text.substr(0, text.find('\n'));
  return text.size() > kLongestMessage ? text.substr(0, kLongestMessage) : text;
}

// --- one page ---

class Visit {
 public:
  Visit(DevTools& devtools, BrowserProcess& process, ResourceLoader& loader,
        const BrowserOptions& browser, const RenderOptions& options)
      : devtools_(devtools),
        process_(process),
        loader_(loader),
        browser_(browser),
        options_(options),
        started_(Clock::now()) {
    devtools_.on_event([this](const Json& event) { handle(event); });
  }
  ~Visit() { devtools_.on_event(nullptr); }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  Result<RenderedPage> run(const std::string& url) {
    WEFT_TRY(open());
    WEFT_TRY(navigate(url));
    WEFT_TRY(wait());
    for (const model::PageAct& act : options_.acts) WEFT_TRY(perform(act));
    WEFT_TRY(capture());
    page_.elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
    return std::move(page_);
  }

  [[nodiscard]] bool crashed() const { return crashed_; }

  // Throws the context away, with whatever the page left in it.
  Status close() {
    if (context_.empty()) return {};
    WEFT_TRY(call("Target.disposeBrowserContext", {{"browserContextId", context_}}, ""));
    return {};
  }

 private:
  Result<Json> call(std::string_view method, Json parameters, std::string_view session) {
    return devtools_.call(method, std::move(parameters), session,
                          Clock::now() + browser_.answer_time);
  }
  Result<Json> call(std::string_view method, Json parameters = Json::object()) {
    return call(method, std::move(parameters), session_);
  }

  // B1
  Status open() {
    WEFT_ASSIGN(const Json context,
                call("Target.createBrowserContext", {{"disposeOnDetach", true}}, ""));
    context_ = context.text_of("browserContextId");
    WEFT_ASSIGN(
        const Json target,
        call("Target.createTarget", {{"url", "about:blank"}, {"browserContextId", context_}}, ""));
    WEFT_ASSIGN(const Json attached,
                call("Target.attachToTarget",
                     {{"targetId", target.text_of("targetId")}, {"flatten", true}}, ""));
    main_frame_ = target.text_of("targetId");
    session_ = attached.text_of("sessionId");
    for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable", "Network.enable"})
      WEFT_TRY(call(domain));
    WEFT_TRY(call("Network.setBypassServiceWorker", {{"bypass", true}}));
    WEFT_TRY(call("Emulation.setDeviceMetricsOverride", {{"width", options_.width},
                                                         {"height", options_.height},
                                                         {"deviceScaleFactor", 1},
                                                         {"mobile", false}}));
    WEFT_TRY(call("Emulation.setScriptExecutionDisabled", {{"value", !options_.scripts}}));
    WEFT_TRY(call("Browser.setDownloadBehavior",
                  {{"behavior", "deny"}, {"browserContextId", context_}}, ""));
    WEFT_TRY(call("Fetch.enable", {{"patterns", Json::array({{{"urlPattern", "*"}}})}}));
    return {};
  }

  // B2
  Status navigate(const std::string& url) {
    deadline_ = Clock::now() + options_.wait.cap;
    acts_deadline_ = deadline_ + options_.act_time;
    WEFT_TRY(devtools_.post("Page.navigate", {{"url", url}}, session_));
    navigating_ = true;
    return {};
  }

  // Events of the page. Commands are posted, never waited for: this may run inside a call.
  void handle(const Json& event) {
    const std::string method = event.text_of("method");
    const Json& parameters = event["params"];
    if (method == "Inspector.targetCrashed" || method == "Target.targetCrashed") {
      crashed_ = true;
    } else if (event.text_of("sessionId") != session_) {
      return;
    } else if (method == "Fetch.requestPaused") {
      take_request(parameters);
    } else if (method == "Page.loadEventFired") {
      loaded_ = navigating_;
    } else if (method == "Page.frameNavigated") {
      if (parameters["frame"].find("parentId") == nullptr) note_navigated(parameters["frame"]);
    } else if (method == "Page.navigatedWithinDocument") {
      // What a script wrote into the address after an act.
      if (acting_ && parameters.text_of("frameId") == main_frame_)
        page_.url = parameters.text_of("url");
    } else if (method == "Page.javascriptDialogOpening") {
      note(devtools_.post("Page.handleJavaScriptDialog", {{"accept", false}}, session_));
    } else if (method == "Runtime.exceptionThrown" || method == "Log.entryAdded" ||
               method == "Runtime.consoleAPICalled") {
      std::string text = message_of(event, method);
      if (!text.empty() && page_.console.size() < options_.max_messages)
        page_.console.push_back(std::move(text));
    }
  }

  void note_navigated(const Json& frame) {
    if (frame.text_of("url") == "about:blank") return;
    page_.url = frame.text_of("url");
    if (const std::string failed = frame.text_of("unreachableUrl"); !failed.empty()) {
      page_.url = failed;
      unreachable_ = true;
    }
  }

  void note(const Status& status) {
    if (!status.ok() && failure_.ok()) failure_ = status;
  }

  void take_request(const Json& parameters) {
    const Json& asked = parameters["request"];
    const std::string url = asked.text_of("url");
    ResourceRequest request{.id = ++requests_,
                            .url = url.substr(0, url.find('#')),
                            .method = asked.text_of("method", "GET"),
                            .kind = kind_of(parameters.text_of("resourceType")),
                            .body = asked.text_of("postData")};
    quiet_since_ = Clock::now();
    if (request.kind == ResourceKind::kDocument && parameters.text_of("frameId") == main_frame_)
      loaded_ = false;
    const std::string interception = parameters.text_of("requestId");
    const bool heavy = is_heavy(request.kind) && !options_.images && !options_.screenshot;
    if (heavy || requests_ > options_.max_requests)
      return note(devtools_.post("Fetch.failRequest",
                                 {{"requestId", interception}, {"errorReason", "BlockedByClient"}},
                                 session_));
    waiting_[request.id] = {interception, page_.requests.size()};
    page_.requests.push_back({.url = request.url, .method = request.method, .kind = request.kind});
    loader_.start(request);
  }

  Status answer(Resource resource) {
    const auto waiting = waiting_.extract(resource.id);
    if (!waiting) return {};
    quiet_since_ = Clock::now();
    const auto& [interception, place] = waiting.mapped();
    SeenRequest& seen = page_.requests[place];
    if (resource.error) {
      seen.error = resource.error->message;
      if (place == 0) main_error_ = resource.error;
      return devtools_.post("Fetch.failRequest",
                            {{"requestId", interception}, {"errorReason", "AccessDenied"}},
                            session_);
    }
    seen.status = resource.status;
    seen.content_type = resource.header("Content-Type");
    seen.bytes = resource.body.size();
    auto headers = Json::array();
    for (const auto& [name, value] : resource.headers) {
      if (!is_stale_header(name)) headers.push_back({{"name", name}, {"value", value}});
    }
    const Status sent = devtools_.post("Fetch.fulfillRequest",
                                       {{"requestId", interception},
                                        {"responseCode", resource.status},
                                        {"responseHeaders", std::move(headers)},
                                        {"body", to_base64(resource.body)}},
                                       session_);
    const bool kept =
        seen.kind == ResourceKind::kData && resource.body.size() <= options_.max_recorded_body;
    if (kept) seen.body = std::move(resource.body);
    return sent;
  }

  // One turn: what the browser says, what the loader has.
  Status turn(Deadline until) {
    const Deadline soon = waiting_.empty() ? until : Clock::now() + kLoaderTurn;
    WEFT_TRY(devtools_.pump(std::min(until, soon)));
    if (!waiting_.empty()) {
      for (Resource& resource : loader_.poll(kLoaderTurn)) WEFT_TRY(answer(std::move(resource)));
    }
    WEFT_TRY(failure_);
    if (crashed_) return Error{ErrorCode::kIo, "the page crashed in the browser"};
    if (Clock::now() < next_weighing_) return {};
    next_weighing_ = Clock::now() + kWeighEvery;
    if (process_.resident_bytes() > browser_.max_memory) {
      return Error{ErrorCode::kLimitExceeded,
                   fmt::format("the browser takes more than {} MB of memory for the page",
                               browser_.max_memory >> 20)};
    }
    return {};
  }

  // B3
  Status wait() {
    Deadline next_look = Clock::now();
    while (true) {
      const auto now = Clock::now();
      if (now >= deadline_) return give_up();
      WEFT_TRY(turn(std::min(deadline_, now + kLookEvery)));
      if (unreachable_ && waiting_.empty()) return unreachable();
      if (options_.wait.until == WaitRule::Until::kSelector && !acting_) {
        if (page_.url.empty() || Clock::now() < next_look) continue;
        next_look = Clock::now() + kLookEvery;
        WEFT_ASSIGN(const bool there, matches(options_.wait.selector));
        if (there) return {};
      } else if (loaded_) {
        const bool quiet = waiting_.empty() && Clock::now() - quiet_since_ >= options_.wait.quiet;
        if ((options_.wait.until == WaitRule::Until::kLoad && !acting_) || quiet) return {};
      }
    }
  }

  // B3a
  Status perform(const model::PageAct& act) {
    acting_ = true;
    for (uint32_t done = 0; done < act.times && !stopped_ && Clock::now() < acts_deadline_;
         ++done) {
      WEFT_ASSIGN(const Json before, evaluated(kSize));
      WEFT_ASSIGN(const bool there, perform_once(act));
      if (!there) {
        if (done > 0) return {};
        return Error{ErrorCode::kNotFound,
                     fmt::format("nothing is at {} of {}", act.at, page_.url)};
      }
      quiet_since_ = Clock::now();
      deadline_ = std::min(quiet_since_ + options_.wait.cap, acts_deadline_);
      WEFT_TRY(wait());
      if (act.times == 1 || stopped_) return {};
      WEFT_ASSIGN(const Json after, evaluated(kSize));
      const bool counted = before.is_number() && after.is_number();
      if (!counted || after.get<int64_t>() <= before.get<int64_t>()) return {};
    }
    return {};
  }

  // False if there is nothing to do it on.
  Result<bool> perform_once(const model::PageAct& act) {
    switch (act.kind) {
      case model::PageActKind::kScroll: {
        WEFT_TRY(evaluated(kScrollDown));
        return true;
      }
      case model::PageActKind::kWrite: {
        WEFT_ASSIGN(const Json written, on_node(act, kWrite));
        return written.is_boolean() && written.get<bool>();
      }
      case model::PageActKind::kEnter: {
        WEFT_TRY(call("Emulation.setFocusEmulationEnabled", {{"enabled", true}}));
        WEFT_ASSIGN(const Json focused, on_node(act, kFocus));
        if (focused.is_null()) return false;
        for (const char* type : {"keyDown", "keyUp"}) {
          WEFT_TRY(call("Input.dispatchKeyEvent", {{"type", type},
                                                   {"key", "Enter"},
                                                   {"code", "Enter"},
                                                   {"text", "\r"},
                                                   {"windowsVirtualKeyCode", 13}}));
        }
        return true;
      }
      case model::PageActKind::kClick: {
        WEFT_ASSIGN(const Json point, on_node(act, kPoint));
        if (point.is_null()) return false;
        if (point.find("x") == nullptr) return true;
        for (const char* type : {"mousePressed", "mouseReleased"}) {
          WEFT_TRY(call("Input.dispatchMouseEvent", {{"type", type},
                                                     {"x", point["x"]},
                                                     {"y", point["y"]},
                                                     {"button", "left"},
                                                     {"clickCount", 1}}));
        }
        return true;
      }
    }
    return false;
  }

  Result<Json> evaluated(std::string_view expression) {
    WEFT_ASSIGN(const Json answer,
                call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}}));
    if (const Json* details = answer.find("exceptionDetails")) {
      return Error{ErrorCode::kInvalidArgument,
                   (*details)["exception"].text_of("description", details->text_of("text"))};
    }
    const Json* value = answer["result"].find("value");
    return value == nullptr ? Json() : *value;
  }

  // What the body gives for the node of the act; null if there is none.
  Result<Json> on_node(const model::PageAct& act, std::string_view body) {
    return evaluated(fmt::format(
        "(() => {{ {} const value = {}; const node = find({}); if (!node) return null; {} }})()",
        kFind, dump_json(Json(act.value)), dump_json(Json(act.at)), body));
  }

  Status unreachable() const {
    if (main_error_) return *main_error_;
    return Error{ErrorCode::kIo, fmt::format("the browser cannot show {}", page_.url)};
  }

  Result<bool> matches(const std::string& selector) {
    WEFT_ASSIGN(const Json document, call("DOM.getDocument", {{"depth", 0}}));
    const Json* root = document["root"].find("nodeId");
    if (root == nullptr) return false;
    const auto found = call("DOM.querySelector", {{"nodeId", *root}, {"selector", selector}});
    if (!found.ok()) {
      if (found.error().code != ErrorCode::kInvalidArgument) return found.error();
      // The node may have gone with a navigation; a selector that is none stays one.
      if (found.error().message.find("DOM Error") == std::string::npos) return false;
      return Error{ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no CSS selector", selector)};
    }
    const Json* node = found->find("nodeId");
    return node != nullptr && node->is_number() && node->get<int64_t>() != 0;
  }

  // The time is over: what is there counts. A script that runs on is stopped.
  Status give_up() {
    if (page_.url.empty()) {
      if (main_error_) return *main_error_;
      return Error{ErrorCode::kTimeout, fmt::format("the page did not begin to load in {} ms",
                                                    options_.wait.cap.count())};
    }
    const bool selector = options_.wait.until == WaitRule::Until::kSelector;
    page_.diagnostics.push_back(
        {DiagnosticKind::kLimit, 0,
         selector ? fmt::format("nothing matched {} in {} ms", options_.wait.selector,
                                options_.wait.cap.count())
                  : fmt::format("still loading after {} ms; taken as it was",
                                options_.wait.cap.count())});
    stopped_ = true;
    WEFT_TRY(devtools_.post("Runtime.terminateExecution", Json::object(), session_));
    WEFT_TRY(devtools_.post("Emulation.setScriptExecutionDisabled", {{"value", true}}, session_));
    return devtools_.post("Page.stopLoading", Json::object(), session_);
  }

  // B4
  Status capture() {
    const Deadline deadline = Clock::now() + options_.snapshot_time;
    auto wanted = Json::array();
    for (const std::string_view style : snapshot_styles()) wanted.push_back(style);
    WEFT_ASSIGN(const Json captured,
                devtools_.call("DOMSnapshot.captureSnapshot",
                               {{"computedStyles", std::move(wanted)}}, session_, deadline));
    WEFT_ASSIGN(DrawnPage drawn, read_snapshot(captured, {.scripts = options_.scripts}));
    page_.html = std::move(drawn.html);
    page_.document = std::move(drawn.document);
    page_.layout = std::move(drawn.layout);
    page_.diagnostics.insert(page_.diagnostics.end(), drawn.diagnostics.begin(),
                             drawn.diagnostics.end());
    if (!options_.screenshot) return {};
    WEFT_ASSIGN(
        const Json picture,
        devtools_.call("Page.captureScreenshot",
                       {{"format", "png"}, {"captureBeyondViewport", true}}, session_, deadline));
    page_.screenshot = from_base64(picture.text_of("data"));
    return {};
  }

  DevTools& devtools_;
  BrowserProcess& process_;
  ResourceLoader& loader_;
  const BrowserOptions& browser_;
  const RenderOptions& options_;
  const Deadline started_;
  Deadline deadline_;
  Deadline acts_deadline_;
  Deadline quiet_since_ = Clock::now();
  Deadline next_weighing_ = Clock::now() + kWeighEvery;
  std::string context_;
  std::string session_;
  std::string main_frame_;
  bool navigating_ = false;
  bool acting_ = false;
  bool stopped_ = false;  // Its scripts were, as the time was over.
  bool loaded_ = false;
  bool crashed_ = false;
  bool unreachable_ = false;
  Status failure_;                   // Of a command that was posted by a handler.
  std::optional<Error> main_error_;  // Why the page itself was not to be had.
  uint64_t requests_ = 0;
  // Requests on their way: how the browser calls them, and their place in the list.
  std::map<uint64_t, std::pair<std::string, size_t>> waiting_;
  RenderedPage page_;
};

}  // namespace

// --- the browser ---

struct Browser::State {
  State(const BrowserOptions& wanted, Profile own, BrowserProcess started, bool confined)
      : options(wanted),
        profile(std::move(own)),
        process(std::move(started)),
        sandboxed(confined) {}

  BrowserOptions options;
  Profile profile;
  BrowserProcess process;
  DevTools devtools{process};
  bool sandboxed;
  bool usable = true;
  uint32_t pages = 0;
};

namespace {

Error not_installed(const BrowserOptions& options) {
  return {ErrorCode::kNotFound,
          fmt::format("no browser: there is no program {}. Install it (Debian: apt-get install "
                      "chromium-headless-shell), or name another with --browser",
                      options.program)};
}

}  // namespace

Result<Browser> Browser::launch(const BrowserOptions& options) {
  std::string why;
  for (const bool sandbox : {true, false}) {
    if (sandbox && !options.sandbox) continue;
    WEFT_ASSIGN(Profile profile, Profile::make());
    auto process =
        BrowserProcess::start({.program = options.program,
                               .arguments = arguments_of(options, profile.path(), sandbox),
                               .folder = profile.path()});
    if (!process.ok()) {
      return process.error().code == ErrorCode::kNotFound ? not_installed(options)
                                                          : process.error();
    }
    auto state = std::make_unique<State>(options, std::move(profile), std::move(*process), sandbox);
    const auto version = state->devtools.call("Browser.getVersion", Json::object(), "",
                                              Clock::now() + options.start_time);
    if (version.ok()) return Browser(std::move(state));
    why = version.error().message;
    const std::string words = state->process.last_words();
    if (!trim(words).empty()) why += fmt::format("; it says: {}", trim(words));
    // Only a missing sandbox, which Chromium names with this switch, is a reason to do without one.
    if (words.find("--no-sandbox") == std::string::npos) break;
  }
  return Error{ErrorCode::kIo, fmt::format("{} does not start: {}", options.program, why)};
}

Browser::Browser(std::unique_ptr<State> state) : state_(std::move(state)) {}
Browser::~Browser() = default;
Browser::Browser(Browser&&) noexcept = default;
Browser& Browser::operator=(Browser&&) noexcept = default;

bool Browser::usable() const { return state_->usable; }
bool Browser::sandboxed() const { return state_->sandboxed; }
uint32_t Browser::pages() const { return state_->pages; }

Result<RenderedPage> Browser::render(const std::string& url, ResourceLoader& loader,
                                     const RenderOptions& options) {
  ++state_->pages;
  Visit visit(state_->devtools, state_->process, loader, state_->options, options);
  auto page = visit.run(url);
  // A browser that cannot even throw a page away is done with.
  if (const Status closed = visit.close(); !closed.ok()) state_->usable = false;
  const bool too_large = !page.ok() && page.error().code == ErrorCode::kLimitExceeded;
  if (visit.crashed() || too_large) state_->usable = false;
  if (!page.ok() && !state_->usable) state_->process.end();
  return page;
}

}  // namespace weft::render
