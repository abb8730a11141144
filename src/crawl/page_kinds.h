// PageKinds: the templates of a crawl while it runs, roughly: a page is of the kind whose first page has nearly
// its signature. Grouping proper (src/group/) sees all pages and is left for afterwards.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dom/shingle.h"

namespace weft::crawl {

struct PageKindOptions {
  unsigned alike = 6;  // Bytes of eight in which signatures of a kind agree.
  size_t most =
      5'000;  // Without end of kinds there is none: then the last of the host stands for all.
};

// Threads: one at a time.
class PageKinds {
 public:
  explicit PageKinds(const PageKindOptions& options = {}) : options_(options) {}

  // A kind that is known; its number is how many there were before.
  void add(const std::string& host, const dom::ShingleVector& signature) {
    by_host_[host].push_back(signatures_.size());
    signatures_.push_back(signature);
  }
  // The number of the kind; as many as there were if it is new.
  size_t of(const std::string& host, const dom::ShingleVector& signature) {
    const std::vector<size_t>& known = by_host_[host];
    for (const size_t kind : known) {
      if (dom::agreement(signatures_[kind], signature) >= options_.alike) return kind;
    }
    if (signatures_.size() >= options_.most && !known.empty()) return known.back();
    add(host, signature);
    return signatures_.size() - 1;
  }
  [[nodiscard]] const std::vector<size_t>& of_host(const std::string& host) const {
    static const std::vector<size_t> kNone;
    const auto it = by_host_.find(host);
    return it == by_host_.end() ? kNone : it->second;
  }

 private:
  PageKindOptions options_;
  std::vector<dom::ShingleVector> signatures_;
  std::map<std::string, std::vector<size_t>> by_host_;
};

}  // namespace weft::crawl
