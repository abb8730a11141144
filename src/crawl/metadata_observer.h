// MetadataObserver: keeps the MetadataStore up to date while a crawl runs, and gives it the
// validators of earlier visits.
#pragma once

#include <vector>

#include "crawl/crawler.h"
#include "crawl/metadata.h"

namespace weft::crawl {

class MetadataObserver final : public CrawlObserver {
 public:
  // `store` must outlive it. Conditional requests cost a look-up a URL, so they are made only when
  // pages are visited again.
  enum class Requests { kPlain, kConditional };
  explicit MetadataObserver(MetadataStore& store, Requests requests = Requests::kPlain)
      : store_(store), requests_(requests) {}

  Validators validators(const std::string& url) override;
  Status visited(const Visit& visit) override;
  Status flush() override;

 private:
  MetadataStore& store_;
  Requests requests_;
  std::vector<PageVisit> visits_;
};

}  // namespace weft::crawl
