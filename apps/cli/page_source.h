// PageSource: what PAGE… on a command line means. One after the other, in order, without holding
// more than one page: a file, a directory (its *.htm, *.html, *.xhtml and WARC files, recursively,
// by name), a glob,
// "-" (standard input: a page or a WARC file), "@list" (a file of such names, a line each), an
// http(s) URL, or a WARC or ARC file, whose HTML captures are pages.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "crawl/fetch/page_fetcher.h"
#include "site/raw_page.h"

namespace weft::cli {

// Of the network, not of a file.
bool is_url(std::string_view name);

struct SourceOptions {
  uint64_t max_bytes = uint64_t{1} << 30;  // Of a page; more is cut.
  crawl::PageFetchOptions fetch;
  size_t most_of_many = SIZE_MAX;  // Of the names of a folder, glob or list, taken evenly.
  // Of a page that an archive has both ways: the tree after its scripts, with its layout. Otherwise
  // as it was sent.
  bool rendered = true;
  bool stdin_is_archive = false;  // "-" is a WARC file, also when it is empty.
  bool fetch_urls = true;  // Otherwise a URL is a page without bytes, for those who fetch it.
};

// At most `most` of the names, evenly spread, in their order.
std::vector<std::string> thinned(std::vector<std::string> names, size_t most);

using site::RawPage;

struct SourceStats {
  uint64_t archives = 0;       // WARC files read.
  uint64_t other_records = 0;  // Records of theirs that are no HTML page.
  uint64_t damaged = 0;        // Places in them that could not be read.
  bool truncated = false;
};

// Threads: one at a time.
class PageSource {
 public:
  explicit PageSource(std::vector<std::string> inputs, const SourceOptions& options = {});
  ~PageSource();
  PageSource(PageSource&&) noexcept;
  PageSource& operator=(PageSource&&) noexcept;

  // The next page, or the next input that could not be had; nothing at the end.
  std::optional<RawPage> next();
  // One page more, by its URL, with the politeness of the others; a body is posted.
  RawPage fetch(const std::string& url, const std::string& body = "");
  [[nodiscard]] const SourceStats& stats() const { return stats_; }
  // Pages known to come, as far as can be told without reading: 0 if unknown.
  [[nodiscard]] uint64_t known_total() const;

 private:
  struct Input {
    std::string name;
    int depth = 0;  // How many lists named it.
  };

  std::optional<RawPage> open(const Input& input);
  void expand(std::vector<std::string> names, int depth);
  RawPage read_page_file(const std::string& path);
  std::optional<RawPage> open_archive(const std::string& path, std::string_view prefix = "");
  std::optional<RawPage> next_of_archive();

  SourceOptions options_;
  std::deque<Input> inputs_;
  std::optional<site::ArchivePages> archive_;
  std::string archive_path_;
  std::unique_ptr<crawl::PageFetcher> fetcher_;
  SourceStats stats_;
};

}  // namespace weft::cli
