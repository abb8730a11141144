// What readers of documents (pdf_text.h, ps_text.h) give.
#pragma once

#include <cstdint>
#include <string>

namespace weft::crawl {

struct DocumentText {
  std::string text;    // UTF-8, pages separated by form feeds
  uint32_t pages = 0;  // of the document; the text may be of fewer
};

}  // namespace weft::crawl
