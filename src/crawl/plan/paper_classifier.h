// Is a document an academic paper? The rules of [Zheng] 5.3.2, over its URL, its text and its
// pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::crawl {

struct PaperVerdict {
  bool paper = false;
  std::string_view reason;  // Which rule decided.
};

// `text` is the document's text as UTF-8, `pages` its number of pages.
PaperVerdict classify_paper(std::string_view url, std::string_view text, uint32_t pages);

}  // namespace weft::crawl
