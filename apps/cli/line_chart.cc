#include "cli/line_chart.h"
#include "base/markup.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace weft::cli {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 400;
constexpr double kLeft = 60;
constexpr double kRight = 150;
constexpr double kTop = 36;
constexpr double kBottom = 48;
constexpr std::string_view kColors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                        "#56b4e9", "#8c564b", "#444444", "#bcbd22"};

// Maps data to the drawing area.
class Scale {
 public:
  Scale(double low, double high, double from, double to)
      : low_(low), high_(high > low ? high : low + 1), from_(from), to_(to) {}
  [[nodiscard]] double at(double value) const {
    return from_ + (value - low_) / (high_ - low_) * (to_ - from_);
  }
  [[nodiscard]] double tick(int i, int count) const { return low_ + (high_ - low_) * i / count; }

 private:
  double low_, high_, from_, to_;
};

std::string axes(const LineChart& chart, const Scale& x, const Scale& y) {
  constexpr int kTicks = 5;
  std::string out;
  for (int i = 0; i <= kTicks; ++i) {
    const double ty = y.tick(i, kTicks);
    const double tx = x.tick(i, kTicks);
    out += fmt::format("<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n", kLeft,
                       kWidth - kRight, y.at(ty), y.at(ty));
    out += fmt::format("<text x='{}' y='{:.1f}' text-anchor='end'>{:.3g}</text>\n", kLeft - 6,
                       y.at(ty) + 4, ty);
    out += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{:.3g}</text>\n", x.at(tx),
                       kHeight - kBottom + 16, tx);
  }
  out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n",
                     (kLeft + kWidth - kRight) / 2, kHeight - 10, escape_markup(chart.x_label));
  out += fmt::format(
      "<text x='14' y='{}' text-anchor='middle' transform='rotate(-90 14 {})'>{}</text>\n",
      kHeight / 2, kHeight / 2, escape_markup(chart.y_label));
  return out;
}

std::string curve(const LineChart::Series& series, size_t number, const Scale& x, const Scale& y) {
  const std::string_view color = kColors[number % std::size(kColors)];
  std::string points;
  std::string out;
  for (const auto& [px, py] : series.points) {
    points += fmt::format("{:.1f},{:.1f} ", x.at(px), y.at(py));
    out += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.5' fill='{}'/>\n", x.at(px), y.at(py),
                       color);
  }
  out += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>\n", points,
                     color);
  const double legend = kTop + 18.0 * static_cast<double>(number);
  out += fmt::format("<rect x='{}' y='{}' width='12' height='12' fill='{}'/>\n",
                     kWidth - kRight + 16, legend, color);
  out += fmt::format("<text x='{}' y='{}'>{}</text>\n", kWidth - kRight + 34, legend + 10,
                     escape_markup(series.name));
  return out;
}

}  // namespace

std::string LineChart::svg() const {
  double x_low = std::numeric_limits<double>::infinity();
  double x_high = -x_low;
  double y_low = 0;
  double y_high = 0;
  for (const Series& s : series) {
    for (const auto& [px, py] : s.points) {
      x_low = std::min(x_low, px);
      x_high = std::max(x_high, px);
      y_low = std::min(y_low, py);
      y_high = std::max(y_high, py);
    }
  }
  if (x_low > x_high) x_low = x_high = 0;
  const Scale x(x_low, x_high, kLeft, kWidth - kRight);
  const Scale y(y_low, y_high, kHeight - kBottom, kTop);
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' "
      "font-size='12'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n<text x='{}' y='20' font-size='15' "
      "font-weight='bold'>{}</text>\n",
      kWidth, kHeight, kLeft, escape_markup(title));
  out += axes(*this, x, y);
  for (size_t i = 0; i < series.size(); ++i) out += curve(series[i], i, x, y);
  return out + "</svg>\n";
}

}  // namespace weft::cli
