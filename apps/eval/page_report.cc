#include "eval/page_report.h"

#include <algorithm>

namespace weft::eval {

bool PageReport::wants(double score) const {
  return pages_.size() < capacity_ || (capacity_ != 0 && score < pages_.back().score);
}

void PageReport::add(CheckedPage page) {
  if (!wants(page.score)) return;
  const auto place =
      std::upper_bound(pages_.begin(), pages_.end(), page.score,
                       [](double score, const CheckedPage& other) { return score < other.score; });
  pages_.insert(place, std::move(page));
  if (pages_.size() > capacity_) pages_.pop_back();
}

}  // namespace weft::eval
