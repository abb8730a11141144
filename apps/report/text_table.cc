#include "report/text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/strings.h"

namespace weft::report {
namespace {

constexpr size_t kLeastWidth = 6;

size_t cells_of(char32_t c) {
  if (c == 0x200B || (c >= 0x300 && c < 0x370)) return 0;
  const bool wide = (c >= 0x1100 && c < 0x1160) || (c >= 0x2E80 && c < 0xA4D0) ||
                    (c >= 0xAC00 && c < 0xD7A4) || (c >= 0xF900 && c < 0xFB00) ||
                    (c >= 0xFF00 && c < 0xFF61) || (c >= 0x1F300 && c < 0x1FA00);
  return wide ? 2 : 1;
}

}  // namespace

size_t width_of(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) width += cells_of(next_code_point(text, at));
  return width;
}

std::string fit(std::string_view text, size_t width) {
  std::string out;
  size_t used = 0;
  const bool cut = width_of(text) > width;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    const char32_t c = next_code_point(text, at);
    const size_t cells = cells_of(c);
    if (used + cells + (cut ? 1 : 0) > width) break;
    if (c < 0x20 || c == 0x7F) {
      out += ' ';
    } else {
      out += text.substr(begin, at - begin);
    }
    used += cells;
  }
  if (cut) {
    out += "…";
    ++used;
  }
  return out + std::string(width - std::min(width, used), ' ');
}

std::string render(const TextTable& table, const TextTableStyle& style) {
  std::vector<size_t> widths;
  for (const std::string& name : table.header) {
    const size_t least = widths.empty() ? 3 : std::max<size_t>(3, style.number_width);
    widths.push_back(std::max(width_of(name), least));
  }
  for (const auto& row : table.rows) {
    for (size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  size_t shown = 0;
  size_t total = 0;
  for (size_t& width : widths) {
    width = std::min(width, style.max_column_width);
    if (total + kLeastWidth > style.width) break;
    width = std::min(width, style.width - total);
    total += width + 2;
    ++shown;
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (size_t c = 0; c < shown; ++c) {
      const bool right = style.number_width != 0 && c > 0;
      const size_t used = right ? std::min(width_of(row[c]), widths[c]) : widths[c];
      text += (c > 0 ? "  " : "") + std::string(widths[c] - used, ' ') + fit(row[c], used);
    }
    while (text.ends_with(' ')) text.pop_back();
    return text;
  };
  std::string out =
      style.color ? "\x1b[1m" + line(table.header) + "\x1b[0m\n" : line(table.header) + "\n";
  for (const auto& row : table.rows) out += line(row) + "\n";
  if (shown == table.header.size()) return out;
  out += "… and";
  for (size_t c = shown; c < table.header.size(); ++c) out += " " + table.header[c];
  return out + "\n";
}

size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (const char* columns = std::getenv("COLUMNS")) return std::max(20, std::atoi(columns));
  return 100;
}

}  // namespace weft::report
