#include "cli/demo/screen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/split.h"
#include "report/text_table.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kBarWidth = 30;

std::string repeat(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

}  // namespace

std::string Screen::paint(std::string_view text, Ink ink) const {
  constexpr std::string_view kCodes[] = {"", "2", "1", "32", "31", "1;36"};  // By Ink.
  if (!color_ || ink == Ink::kPlain) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", kCodes[static_cast<size_t>(ink)], text);
}

void Screen::banner(std::string_view title, std::string_view subtitle) {
  const size_t width = std::max(report::width_of(title), report::width_of(subtitle)) + 4;
  const auto line = [&](std::string_view text, Ink ink) {
    const std::string space(width - 2 - report::width_of(text), ' ');
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
  write_(fmt::format("    {} {}{} {}\n", report::fit(label, 18),
                     paint(repeat("█", full), share >= 0.95  ? Ink::kGood
                                              : share >= 0.5 ? Ink::kAccent
                                                             : Ink::kBad),
                     paint(repeat("░", kBarWidth - full), Ink::kDim), note));
}

void Screen::table(const std::vector<std::vector<std::string>>& rows, size_t widest) {
  const report::TextTable table{rows.front(), {rows.begin() + 1, rows.end()}};
  const std::string text = report::render(table, {report::kUnbounded, widest});
  Ink ink = Ink::kDim;
  for (std::string_view rest = text; !rest.empty(); ink = Ink::kPlain)
    say(take_until(rest, '\n'), ink);
}

}  // namespace weft::cli::demo
