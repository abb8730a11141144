// LinkLog: the link graph of a crawl with its anchor texts, written while it runs; what
// `weft focus` learns from and replays. Format: docs/formats/site-log.md.
//
// A line for each page and each redirect, appended before the frontier learns that it is done: a
// kill loses none, and may leave one twice or the last one torn, which readers pass over. Every
// process has a file of its own, removed at the end if there was nothing to say.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "crawl/crawler.h"

namespace weft::crawl {

class LinkLog final : public CrawlObserver {
 public:
  // Appends to the file at `path`, and passes everything on to `next`, which must outlive it.
  // Creates what is missing. Fails with kIo, kPermission.
  static Result<std::unique_ptr<LinkLog>> open(const std::string& path, CrawlObserver& next);
  ~LinkLog() override;
  LinkLog(const LinkLog&) = delete;
  LinkLog& operator=(const LinkLog&) = delete;

  Validators validators(const std::string& url) override { return next_.validators(url); }
  Status visited(const Visit& visit) override;
  Status flush() override;

 private:
  LinkLog(std::string path, int fd, CrawlObserver& next)
      : path_(std::move(path)), fd_(fd), next_(next) {}

  std::string path_;
  int fd_;
  CrawlObserver& next_;
  std::string lines_;
};

}  // namespace weft::crawl
