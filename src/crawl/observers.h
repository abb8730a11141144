// Observers of a crawl: MetadataObserver keeps what is known of pages, LinkLog the link graph.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "crawl/crawler.h"
#include "crawl/metadata.h"

namespace weft::crawl {

// Keeps the MetadataStore up to date while a crawl runs, and gives the crawl the validators of
// earlier visits.
class MetadataObserver final : public CrawlObserver {
 public:
  // `store` must outlive it. Conditional requests cost a look-up a URL, so they are made only when
  // pages are visited again.
  enum class Requests { kPlain, kConditional };
  explicit MetadataObserver(MetadataStore& store, Requests requests = Requests::kPlain)
      : store_(store), requests_(requests) {}

  Validators validators(const std::string& url) override;
  bool was_visited(const std::string& url) override;
  Status visited(const FinishedFetch& visit) override;
  Status flush() override;
  Result<std::vector<FrontierUrl>> when_idle() override;

 private:
  MetadataStore& store_;
  Requests requests_;
  std::vector<PageVisit> visits_;
};

// The link graph of a crawl with its anchor texts, written while it runs; what `weft focus` learns
// from and replays. Format: docs/formats/site-log.md.
//
// A line for each page and each redirect, appended before the frontier learns that it is done: a
// kill loses none, and may leave one twice or the last one torn, which readers pass over. Every
// process has a file of its own, removed at the end if there was nothing to say.
class LinkLog final : public CrawlObserver {
 public:
  // Appends to the file at `path`, and passes everything on to `next`, which must outlive it.
  // Creates what is missing. Fails with kIo, kPermission.
  static Result<std::unique_ptr<LinkLog>> open(const std::string& path, CrawlObserver& next);
  ~LinkLog() override;
  LinkLog(const LinkLog&) = delete;
  LinkLog& operator=(const LinkLog&) = delete;

  Validators validators(const std::string& url) override { return next_.validators(url); }
  bool was_visited(const std::string& url) override { return next_.was_visited(url); }
  Status visited(const FinishedFetch& visit) override;
  Status flush() override;
  Result<std::vector<FrontierUrl>> when_idle() override { return next_.when_idle(); }

 private:
  LinkLog(std::string path, int fd, CrawlObserver& next)
      : path_(std::move(path)), fd_(fd), next_(next) {}

  std::string path_;
  int fd_;
  CrawlObserver& next_;
  std::string lines_;
};

}  // namespace weft::crawl
