// ListPages: the lists of a site's pages, read the better the more of them were seen.
//
//   ListPages pages(&domain);
//   if (auto list = pages.read(page, goes_on)) …   pages.learn(page, list->region);
#pragma once

#include <optional>

#include "annotate/recognizer.h"
#include "mine/record_shape.h"
#include "mine/region.h"
#include "model/page.h"

namespace weft::site {

// The main list of a page.
struct PageList {
  mine::Region region;
  bool as_before = false;  // Its records are like those of the pages that were learned from.
};

class ListPages {
 public:
  // `domain` says what a record is; null: the miner does. REQUIRES: it outlives this.
  explicit ListPages(const annotate::Recognizer* domain) : domain_(domain) {}

  // Nothing if the page has no list. `goes_on`: it is a further page of a list, and may have a single
  // record, like those that were learned from.
  [[nodiscard]] std::optional<PageList> read(const model::Page& page, bool goes_on) const;

  // From the list of a page that was taken.
  void learn(const model::Page& page, const mine::Region& region);
  [[nodiscard]] bool learned() const { return !like_.records.empty(); }

 private:
  [[nodiscard]] std::optional<mine::Region> read_by_shape(const model::Page& page) const;

  const annotate::Recognizer* domain_;
  mine::RecordShape shape_;
  mine::Region like_;  // Of the fullest page that has this shape; its nodes are not looked at.
};

// Cells with a value.
size_t values_in(const mine::Region& region);

}  // namespace weft::site
