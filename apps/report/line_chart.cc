#include "report/line_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "base/markup.h"

namespace weft::report {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 400;
constexpr double kLeft = 60;
constexpr double kRight = 150;
constexpr double kTop = 36;
constexpr double kBottom = 48;
constexpr double kLeastStep = 1e-6;
constexpr std::string_view kColors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                        "#56b4e9", "#8c564b", "#444444", "#bcbd22"};

// The smallest of 1, 2, 5, 10, 20, 50… (and 0.5, 0.2, …) that is at least
// `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

// Maps data to the drawing area, which begins and ends at round numbers.
class Scale {
 public:
  Scale(double low, double high, double least_step, double from, double to)
      : step_(round_step(std::max((high - low) / kTicks, least_step))),
        low_(std::floor(low / step_) * step_),
        high_(std::max(std::ceil(high / step_) * step_, low_ + step_)),
        from_(from),
        to_(to) {}
  [[nodiscard]] double at(double value) const {
    return from_ + (value - low_) / (high_ - low_) * (to_ - from_);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> values;
    const auto count = std::lround((high_ - low_) / step_);
    for (long i = 0; i <= count; ++i) values.push_back(low_ + step_ * static_cast<double>(i));
    return values;
  }

 private:
  static constexpr int kTicks = 5;
  double step_, low_, high_, from_, to_;
};

std::string axes(const LineChart& chart, const Scale& x, const Scale& y) {
  std::string out;
  for (const double tick : y.ticks()) {
    out += fmt::format("<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n", kLeft,
                       kWidth - kRight, y.at(tick), y.at(tick));
    out += fmt::format("<text x='{}' y='{:.1f}' text-anchor='end'>{:.6g}</text>\n", kLeft - 6,
                       y.at(tick) + 4, tick);
  }
  for (const double tick : x.ticks()) {
    out += fmt::format("<text x='{:.1f}' y='{}' text-anchor='middle'>{:.6g}</text>\n", x.at(tick),
                       kHeight - kBottom + 16, tick);
  }
  out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n",
                     (kLeft + kWidth - kRight) / 2, kHeight - 10, escape_markup(chart.x_label));
  out += fmt::format(
      "<text x='14' y='{}' text-anchor='middle' "
      "transform='rotate(-90 14 {})'>{}</text>\n",
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
  const Scale x(x_low, x_high, x_step, kLeft, kWidth - kRight);
  const Scale y(y_low, y_high, kLeastStep, kHeight - kBottom, kTop);
  std::string out = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' "
      "font-family='sans-serif' "
      "font-size='12'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n<text "
      "x='{}' y='20' font-size='15' "
      "font-weight='bold'>{}</text>\n",
      kWidth, kHeight, kLeft, escape_markup(title));
  out += axes(*this, x, y);
  for (size_t i = 0; i < series.size(); ++i) out += curve(series[i], i, x, y);
  return out + "</svg>\n";
}

}  // namespace weft::report
