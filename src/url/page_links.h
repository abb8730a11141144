// The links of one page, resolved by the hundred: what Url::parse says, for a fraction of its cost where
// a link is as plain as most are.
//
//   PageLinks links("https://shop.example/list/?page=2");
//   links.resolve("../about")->href          // https://shop.example/about
//
// Threads: none; one for each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

namespace weft::url {

// An absolute address without its fragment. Views hold until the next resolve().
struct PageLink {
  std::string_view href;
  bool same_origin = false;  // As the page; false is not certain.
  bool plain = false;        // Nothing in it has to be read again: no query, no ';' in its path.
};

class PageLinks {
 public:
  explicit PageLinks(std::string_view page_url);

  // Of the page, without its fragment; empty if that is no address.
  [[nodiscard]] const std::string& page() const { return page_; }
  [[nodiscard]] const Url* base() const { return base_.ok() ? &*base_ : nullptr; }
  // Nothing if the link is no address. `link` is trimmed.
  std::optional<PageLink> resolve(std::string_view link);

 private:
  const Result<Url> base_;
  std::string page_;
  size_t origin_ = 0;  // Bytes of page_ before its path; 0 if its links are never plain.
  size_t folder_ = 0;  // … and up to the last '/' of it.
  size_t path_ = 0;    // … and up to its query.
  std::string href_;
};

}  // namespace weft::url
