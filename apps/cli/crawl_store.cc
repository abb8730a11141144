#include "cli/crawl_store.h"

#include <filesystem>

#include <fmt/format.h>

namespace weft::cli {

namespace fs = std::filesystem;

Result<std::unique_ptr<crawl::MetadataStore>> open_crawl_metadata(const std::string& crawl) {
  if (crawl.find("://") != std::string::npos) return crawl::MetadataStore::open(crawl);
  std::error_code ignored;
  const fs::path path =
      fs::is_directory(crawl, ignored) ? fs::path(crawl) / "metadata.sqlite" : fs::path(crawl);
  if (!fs::exists(path, ignored))
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} is no crawl: there is no {}", crawl, path.string())};
  return crawl::MetadataStore::open(path.string());
}

}  // namespace weft::cli
