#include "cli/page_files.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "html/parser.h"

namespace weft::cli {
namespace fs = std::filesystem;
namespace {

bool is_page_name(const fs::path& path) {
  const std::string extension = ascii_lower(path.extension().string());
  return extension == ".htm" || extension == ".html";
}

std::vector<std::string> pages_below(const fs::path& directory) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_regular_file(error) && is_page_name(it->path()))
      found.push_back(it->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::string> read_bytes(const std::string& path) {
  if (path != "-") return read_file(path);
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

}  // namespace

Result<std::vector<std::string>> expand_page_files(const std::vector<std::string>& inputs) {
  std::vector<std::string> paths;
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input != "-" && !fs::exists(input, error)) {
      return Error{ErrorCode::kNotFound, fmt::format("no file or directory {}", input)};
    }
    if (input != "-" && fs::is_directory(input, error)) {
      const auto below = pages_below(input);
      paths.insert(paths.end(), below.begin(), below.end());
    } else {
      paths.push_back(input);
    }
  }
  return paths;
}

std::string stated_url(const dom::Document& doc) {
  std::string canonical;
  for (const dom::NodeId n : doc.nodes()) {
    const bool base = doc.name(n) == dom::atoms::kBase;
    if (!base && doc.name(n) != dom::atoms::kLink) continue;
    const auto href = doc.attribute(n, dom::atoms::kHref);
    if (!href || href->find("://") == std::string_view::npos) continue;
    if (base) return std::string(trim(*href));
    const auto rel = doc.attribute(n, dom::atoms::kRel);
    if (rel && equals_ignoring_ascii_case(trim(*rel), "canonical") && canonical.empty()) {
      canonical = trim(*href);
    }
  }
  return canonical;
}

Result<model::Page> read_page(const std::string& path, const Limits& limits) {
  WEFT_ASSIGN(const std::string bytes, read_bytes(path));
  auto parsed = html::parse(bytes, {.limits = limits});
  model::Page page;
  page.id = path;
  page.document = std::move(parsed.document);
  page.diagnostics = std::move(parsed.diagnostics);
  page.url = stated_url(page.document);
  return page;
}

}  // namespace weft::cli
