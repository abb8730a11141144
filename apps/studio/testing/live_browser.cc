#include "studio/testing/live_browser.h"

#include <stdlib.h>
#include <sys/stat.h>

#include <array>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "base/base64.h"
#include "render/devtools.h"
#include "render/process.h"

namespace weft::studio {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kAnswerTime = 20s;

}  // namespace

struct LiveBrowser::State {
  std::string folder;
  render::BrowserProcess process;
  std::unique_ptr<render::DevTools> devtools;
  std::string session;

  explicit State(render::BrowserProcess started) : process(std::move(started)) {}
  ~State() {
    process.end();
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
};

LiveBrowser::LiveBrowser(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveBrowser::~LiveBrowser() = default;

std::unique_ptr<LiveBrowser> LiveBrowser::start() {
  std::string folder = (fs::temp_directory_path() / "studio-browser-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return nullptr;
  ::chmod(folder.c_str(), 0777);  // A child of root becomes nobody.
  for (const bool sandbox : {true, false}) {
    std::vector<std::string> arguments = {
        "--headless",        "--remote-debugging-pipe", "--user-data-dir=" + folder,
        "--disable-gpu",     "--disable-dev-shm-usage", "--disable-background-networking",
        "--hide-scrollbars", "--no-first-run",          "--site-per-process"};
    if (!sandbox) arguments.emplace_back("--no-sandbox");
    auto process = render::BrowserProcess::start(
        {.program = "chromium-headless-shell", .arguments = arguments, .folder = folder});
    if (!process.ok()) return nullptr;
    auto state = std::make_unique<State>(std::move(*process));
    state->folder = folder;
    state->devtools = std::make_unique<render::DevTools>(state->process);
    std::unique_ptr<LiveBrowser> browser(new LiveBrowser(std::move(state)));
    const auto version = browser->state_->devtools->call("Browser.getVersion", Json::object(), "",
                                                         render::Clock::now() + kAnswerTime);
    if (!version.ok()) {
      browser->state_->folder.clear();
      continue;
    }
    browser->state_->devtools->on_event([raw = browser.get()](const Json& event) {
      const std::string method = event.text_of("method");
      const bool error = method == "Runtime.exceptionThrown" || method == "Log.entryAdded";
      if (error) raw->complaints_.push_back(dump_json(event["params"]).substr(0, 600));
    });
    const Json target = browser->call("Target.createTarget", {{"url", "about:blank"}});
    const Json attached = browser->call(
        "Target.attachToTarget", {{"targetId", target.text_of("targetId")}, {"flatten", true}});
    browser->state_->session = attached.text_of("sessionId");
    for (const char* domain : {"Page", "Runtime", "Log"})
      browser->call(std::string(domain) + ".enable", Json::object());
    browser->resize(1440, 900);
    return browser;
  }
  return nullptr;
}

Json LiveBrowser::call(const std::string& method, Json parameters) {
  auto answer = state_->devtools->call(method, std::move(parameters), state_->session,
                                       render::Clock::now() + kAnswerTime);
  if (answer.ok()) return *answer;
  complaints_.push_back(method + ": " + answer.error().message);
  return Json::object();
}

void LiveBrowser::resize(int width, int height) {
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

void LiveBrowser::prefer_dark(bool dark) {
  Json feature = {{"name", "prefers-color-scheme"}, {"value", dark ? "dark" : "light"}};
  call("Emulation.setEmulatedMedia", {{"features", Json::array({feature})}});
}

void LiveBrowser::go(const std::string& url) { call("Page.navigate", {{"url", url}}); }

Json LiveBrowser::evaluate(const std::string& expression) {
  const Json answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  return answer["result"]["value"];
}

bool LiveBrowser::wait_for(const std::string& expression, int seconds) {
  const auto until = render::Clock::now() + std::chrono::seconds(seconds);
  while (render::Clock::now() < until) {
    const Json value = evaluate(expression);
    if (value.is_boolean() ? value.get<bool>() : !value.is_null()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return false;
}

std::optional<std::pair<double, double>> LiveBrowser::middle_of(const std::string& selector) {
  const Json at = evaluate(fmt::format(
      "(() => {{ const e = document.querySelector({}); if (!e) return null; const r = "
      "e.getBoundingClientRect(); return r.width ? [r.left + r.width / 2, r.top + r.height / 2] : "
      "null; }})()",
      dump_json(selector)));
  if (!at.is_array()) return std::nullopt;
  return std::pair(at[0].get<double>(), at[1].get<double>());
}

void LiveBrowser::move(double x, double y) {
  call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", x}, {"y", y}});
}

void LiveBrowser::click(double x, double y) {
  move(x, y);
  std::this_thread::sleep_for(60ms);
  for (const char* type : {"mousePressed", "mouseReleased"})
    call("Input.dispatchMouseEvent",
         {{"type", type}, {"x", x}, {"y", y}, {"button", "left"}, {"clickCount", 1}});
}

bool LiveBrowser::click(const std::string& selector) {
  const auto at = middle_of(selector);
  if (!at) return false;
  click(at->first, at->second);
  return true;
}

void LiveBrowser::drag(double x1, double y1, double x2, double y2) {
  move(x1, y1);
  call("Input.dispatchMouseEvent",
       {{"type", "mousePressed"}, {"x", x1}, {"y", y1}, {"button", "left"}, {"clickCount", 1}});
  for (int i = 1; i <= 5; ++i)
    call("Input.dispatchMouseEvent", {{"type", "mouseMoved"},
                                      {"x", x1 + (x2 - x1) * i / 5},
                                      {"y", y1 + (y2 - y1) * i / 5},
                                      {"button", "left"},
                                      {"buttons", 1}});
  call("Input.dispatchMouseEvent",
       {{"type", "mouseReleased"}, {"x", x2}, {"y", y2}, {"button", "left"}, {"clickCount", 1}});
}

void LiveBrowser::press(const std::string& key, bool shift, bool ctrl) {
  Json down = {{"type", "keyDown"}, {"key", key}, {"modifiers", (shift ? 8 : 0) + (ctrl ? 2 : 0)}};
  if (key == "Enter") {
    down["windowsVirtualKeyCode"] = 13;
    down["text"] = "\r";
  } else if (key == "Tab") {
    down["windowsVirtualKeyCode"] = 9;
  } else if (key.size() == 1 && !ctrl) {
    down["text"] = key;
  }
  call("Input.dispatchKeyEvent", down);
  call("Input.dispatchKeyEvent", {{"type", "keyUp"}, {"key", key}});
}

void LiveBrowser::type(const std::string& text) { call("Input.insertText", {{"text", text}}); }

Json LiveBrowser::accessibility_tree() {
  Json tree = call("Accessibility.getFullAXTree", Json::object());
  return tree.contains("nodes") ? tree["nodes"] : Json::array();
}

std::string LiveBrowser::screenshot() {
  return from_base64(call("Page.captureScreenshot", {{"format", "png"}}).text_of("data"));
}

}  // namespace weft::studio
