#include "cli/demo/screen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kColumnLimit = 34;
constexpr size_t kBarWidth = 30;

std::string repeat(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::kDim:
      return "\033[2m";
    case Ink::kBold:
      return "\033[1m";
    case Ink::kGood:
      return "\033[32m";
    case Ink::kBad:
      return "\033[31m";
    case Ink::kAccent:
      return "\033[1;36m";
    case Ink::kPlain:
      break;
  }
  return "";
}

}  // namespace

size_t display_width(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string fit(std::string_view utf8, size_t width) {
  if (display_width(utf8) <= width) return std::string(utf8);
  size_t at = 0;
  for (size_t columns = 0; columns + 1 < width && at < utf8.size(); ++columns)
    next_code_point(utf8, at);
  return std::string(utf8.substr(0, at)) + "…";
}

std::string Screen::paint(std::string_view text, Ink ink) const {
  if (!color_ || ink == Ink::kPlain) return std::string(text);
  return fmt::format("{}{}\033[0m", escape_of(ink), text);
}

void Screen::banner(std::string_view title, std::string_view subtitle) {
  const size_t width = std::max(display_width(title), display_width(subtitle)) + 4;
  const auto line = [&](std::string_view text, Ink ink) {
    const std::string space(width - 2 - display_width(text), ' ');
    write_("  " + paint("│", Ink::kAccent) + "  " + paint(text, ink) + space +
           paint("│", Ink::kAccent) + "\n");
  };
  write_("\n  " + paint("╭" + repeat("─", width) + "╮", Ink::kAccent) + "\n");
  line(title, Ink::kBold);
  line(subtitle, Ink::kDim);
  write_("  " + paint("╰" + repeat("─", width) + "╯", Ink::kAccent) + "\n");
}

void Screen::heading(size_t number, std::string_view title) {
  write_(fmt::format("\n{} {}\n", paint(fmt::format(" {} ", number), Ink::kAccent),
                     paint(title, Ink::kBold)));
}

void Screen::say(std::string_view text, Ink ink) { write_("    " + paint(text, ink) + "\n"); }

void Screen::verdict(bool good, std::string_view text) {
  write_("    " + paint(good ? "✔" : "✘", good ? Ink::kGood : Ink::kBad) + " " + std::string(text) +
         "\n");
}

void Screen::bar(std::string_view label, double share, std::string_view note) {
  const auto full = static_cast<size_t>(std::lround(std::clamp(share, 0.0, 1.0) * kBarWidth));
  const std::string name = fit(label, 18);
  write_(fmt::format("    {}{} {}{} {}\n", name, std::string(18 - display_width(name), ' '),
                     paint(repeat("█", full), share >= 0.95  ? Ink::kGood
                                              : share >= 0.5 ? Ink::kAccent
                                                             : Ink::kBad),
                     paint(repeat("░", kBarWidth - full), Ink::kDim), note));
}

void Screen::table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::min(kColumnLimit, std::max(widths[c], display_width(row[c])));
    }
  }
  for (size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (size_t c = 0; c < rows[r].size(); ++c) {
      const std::string cell = fit(rows[r][c], widths[c]);
      line += cell + std::string(widths[c] - display_width(cell) + 2, ' ');
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    say(line, r == 0 ? Ink::kDim : Ink::kPlain);
  }
}

}  // namespace weft::cli::demo
