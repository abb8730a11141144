// A real browser for tests of the studio: Chromium by its debugging pipe, with loopback as its network.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace weft::studio {

class LiveBrowser {
 public:
  // Nothing where there is no browser: such tests are skipped.
  static std::unique_ptr<LiveBrowser> start();
  ~LiveBrowser();

  void resize(int width, int height);
  void prefer_dark(bool dark);
  void go(const std::string& url);
  // The value of an expression, awaited; null if it fails.
  Json evaluate(const std::string& expression);
  // Until an expression is true; false if that takes too long.
  bool wait_for(const std::string& expression, int seconds = 20);
  // The middle of an element of the application; nothing if there is none in sight.
  std::optional<std::pair<double, double>> middle_of(const std::string& selector);
  void move(double x, double y);
  void click(double x, double y);
  bool click(const std::string& selector);
  void drag(double x1, double y1, double x2, double y2);
  void press(const std::string& key, bool shift = false, bool ctrl = false);
  void type(const std::string& text);
  // What a screen reader is told: the nodes of the accessibility tree, each with role and name.
  Json accessibility_tree();
  // A PNG of what is in sight.
  std::string screenshot();
  // Errors and warnings of scripts so far.
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  struct State;
  explicit LiveBrowser(std::unique_ptr<State> state);
  Json call(const std::string& method, Json parameters);
  std::unique_ptr<State> state_;
  std::vector<std::string> complaints_;
};

}  // namespace weft::studio
