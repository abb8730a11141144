#include "corpus.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/strings.h"
#include "html/encoding.h"

namespace weft::bench {
namespace {

namespace fs = std::filesystem;

fs::path data_root() {
  if (const char* data = std::getenv("WEFT_DATA")) return data;
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "." : home) / ".cache/weft-data";
}

bool is_page(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".htm" || extension == ".html" || extension == ".testhtml";
}

std::vector<fs::path> page_paths() {
  std::vector<fs::path> paths;
  std::error_code error;
  for (const auto& set : fs::directory_iterator(data_root(), error)) {
    const std::string name = set.path().filename().string();
    if (!name.starts_with("swde-") && name != "articles" && name != "recipes") continue;
    for (const auto& entry : fs::recursive_directory_iterator(set.path(), error)) {
      if (entry.is_regular_file() && is_page(entry.path())) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string read_utf8(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  Diagnostics diagnostics;
  return std::string(html::decode(dom::Source::own(bytes.str()), "", diagnostics).source.view());
}

}  // namespace

std::vector<Page> load_pages(size_t stride, size_t max_bytes) {
  const std::vector<fs::path> paths = page_paths();
  std::vector<Page> pages;
  size_t loaded = 0;
  for (size_t i = 0; i < paths.size() && loaded < max_bytes; i += stride) {
    pages.push_back({paths[i].string(), read_utf8(paths[i])});
    loaded += pages.back().bytes.size();
  }
  return pages;
}

std::string joined_pages(const std::vector<Page>& pages, size_t bytes) {
  std::string joined = "<!DOCTYPE html><html><body>";
  for (size_t i = 0; joined.size() < bytes; i = (i + 1) % pages.size()) {
    const std::string lower = ascii_lower(pages[i].bytes);
    const size_t body = lower.find("<body");
    const size_t end = lower.rfind("</body");
    if (body == std::string::npos || end == std::string::npos || end <= body) continue;
    const size_t begin = lower.find('>', body) + 1;
    joined += "<div>" + pages[i].bytes.substr(begin, std::min(end - begin, bytes - joined.size())) +
              "</div>";
  }
  return joined;
}

}  // namespace weft::bench
